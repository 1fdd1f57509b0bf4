# Every target names one command of `autograder`; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help setup demo test verify release grade feedback export report formgrader check new bench lint clean

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python -m autograder
GRADES ?= build/grades/$(A)

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/ready ## the virtual environment, the pinned packages, and bubblewrap where apt may install it

$(VENV)/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; say which one with PYTHON=..."; exit 1; }
	@test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	@echo "installing the pinned packages into $(VENV) ..."
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@sh tools/system_packages.sh bwrap bubblewrap
	@touch $@

demo: setup ## release two assignments, make a class of submissions, grade it, feed nbgrader
	@$(RUN) demo

test: setup ## ruff, mypy and all tests: what CI runs
	@$(VENV)/bin/ruff check . && $(VENV)/bin/ruff format --check . && $(VENV)/bin/mypy
	@$(VENV)/bin/python -m pytest -n auto --dist loadgroup

lint: setup ## format and lint the code
	@$(VENV)/bin/ruff check --fix . && $(VENV)/bin/ruff format .

verify: setup ## prove the suites with mutants and peers; A=slug for one assignment
	@$(RUN) verify $(A) --mutants --peers

release: setup ## build what students receive, and the nbgrader course: A=slug
	@$(RUN) release $(A)

grade: setup ## grade a folder of submissions: A=slug FROM=folder
	@$(RUN) grade $(A) $(FROM) --out $(GRADES)

feedback: setup ## put grades into nbgrader and make its feedback pages: A=slug FROM=folder
	@$(RUN) feedback $(A) $(FROM)

export: setup ## nbgrader's gradebook as CSV
	@$(RUN) export

report: setup ## the class: scores and misconceptions: A=slug
	@$(RUN) report $(A)

formgrader: setup ## open nbgrader's own grading page
	@$(RUN) formgrader

check: setup ## run the public checks as a student does: A=slug
	@$(RUN) check assignments/$(A)

new: setup ## scaffold a new assignment that already passes verify: A=36_my_topic
	@$(RUN) new $(A)

bench: setup ## our speed against nbgrader's, in one run
	@$(RUN) bench

clean: ## remove releases and the demo's submissions; grades and nbgrader's gradebook stay
	@rm -rf build/release build/demo
