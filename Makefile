# Every target names one command of `autograder`; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help setup demo test verify release collect grade feedback export report regrade override extend drop decisions formgrader check new bench lint clean gradescope classroom

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python -m autograder
# Any part of a slug that only one assignment has will do. What is unknown or ambiguous goes on as it is, and the
# command says so.
FOUND = $(wildcard solutions/*$(A)*)
SLUG = $(if $(filter 1,$(words $(FOUND))),$(notdir $(FOUND)),$(A))
GRADES ?= build/grades/$(SLUG)
HANDED_IN = $(or $(FROM),build/submissions/$(SLUG))
NOTEBOOKS ?= yes

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/ready ## the virtual environment, the pinned packages, and bubblewrap where apt may install it

$(VENV)/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; say which one with PYTHON=..."; exit 1; }
	@test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	@echo "installing the pinned packages into $(VENV) ..."
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@sh tools/system_packages.sh bwrap bubblewrap "to grade any submission safely"
	@touch $@

demo: setup ## release two assignments, make a class of submissions, grade it, feed nbgrader
	@$(RUN) demo

test: setup ## ruff, mypy and all tests: what CI runs
	@sh tools/system_packages.sh chromium chromium "to test pages in a browser"
	@sh tools/system_packages.sh pg_ctlcluster postgresql "to test a gradebook in PostgreSQL"
	@sh tools/system_packages.sh openssl openssl "to test a cluster over TLS"
	@$(VENV)/bin/ruff check . && $(VENV)/bin/ruff format --check . && $(VENV)/bin/mypy
	@$(VENV)/bin/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -m "not alone" --ignore tests/test_assignments.py
	@$(VENV)/bin/python -m pytest -n auto --dist load tests/test_assignments.py
	@$(VENV)/bin/python -m pytest -m alone

lint: setup ## format and lint the code
	@$(VENV)/bin/ruff check --fix . && $(VENV)/bin/ruff format .

verify: setup ## prove the suites in full and record it: A=slug for one assignment, ALL=1 for all, else what has changed
	@$(RUN) verify $(SLUG) --full $(if $(ALL),--all)
	@$(RUN) syllabus

release: setup ## build what students receive, and the nbgrader course: A=slug
	@$(RUN) release $(SLUG)

grade: setup ## grade submissions, and once it is released their notebooks too: A=slug [FROM=folder] [NOTEBOOKS=no]
	@$(RUN) grade $(SLUG) "$(HANDED_IN)" --out $(GRADES)
	@$(if $(filter-out no,$(NOTEBOOKS)),$(if $(wildcard build/course/release/$(SLUG)),$(RUN) feedback $(SLUG) "$(HANDED_IN)" --grades $(GRADES)))

feedback: setup ## every student's feedback page, and with FROM=folder nbgrader's gradebook and pages: A=slug
	@$(RUN) feedback $(SLUG) $(FROM)

collect: setup ## take submissions out of an LMS's download: A=slug FROM=zip-or-folder DEADLINE=2026-11-20T23:59
	@$(RUN) collect $(SLUG) "$(FROM)" $(if $(DEADLINE),--deadline "$(DEADLINE)") $(ARGS)

export: setup ## scores as CSV, into a gradebook too: A=slug CANVAS=file MOODLE=file; without A nbgrader's whole gradebook
	@$(RUN) export $(SLUG) $(if $(CANVAS),--canvas "$(CANVAS)") $(if $(MOODLE),--moodle "$(MOODLE)") $(ARGS)

report: setup ## the class: its page, the course page and every student's page: A=slug [FROM=folder] [ANONYMOUS=1]
	@$(RUN) report $(SLUG) --grades $(GRADES) $(if $(FROM),--submissions $(FROM)) $(if $(ANONYMOUS),--anonymous)

gradescope: setup ## the autograder.zip for Gradescope (secret): A=slug
	@$(RUN) gradescope $(SLUG)

classroom: setup ## a repository template for GitHub Classroom: A=slug
	@$(RUN) classroom $(SLUG)

regrade: setup ## grade one student again: A=slug S=student FROM=folder
	@$(RUN) grade $(SLUG) $(FROM) --out $(GRADES) --only "$(S)" --force

override: setup ## set a student's total, or one exercise: A=slug S=student TO=points [E=exercise] WHY="a reason"
	@$(RUN) override $(SLUG) "$(S)" $(TO) $(if $(E),--exercise $(E)) --reason "$(WHY)" --grades $(GRADES)

extend: setup ## let one student hand in later: A=slug S=student UNTIL=2026-11-27T23:59 WHY="a reason"
	@$(RUN) extend $(SLUG) "$(S)" $(UNTIL) --reason "$(WHY)" --grades $(GRADES)

drop: setup ## drop a faulty check for the whole class and recompute all scores: A=slug C=check WHY="a reason"
	@$(RUN) drop $(SLUG) "$(C)" --reason "$(WHY)" --grades $(GRADES)

decisions: setup ## list overrides, extensions and dropped checks: A=slug
	@$(RUN) decisions $(SLUG)

formgrader: setup ## open nbgrader's own grading page
	@$(RUN) formgrader

check: setup ## run the public checks as a student does: A=slug
	@$(RUN) check assignments/$(SLUG)

new: setup ## scaffold a new assignment that already passes verify: A=36_my_topic
	@$(RUN) new $(A)

bench: setup ## our speed against nbgrader's, otter's and plain pytest's, in one run; ARGS=--profile, --growth, --hostile, --pages or --notebooks for those
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.lock
	@$(RUN) bench $(ARGS)

clean: ## remove releases and the demo's submissions; grades and nbgrader's gradebook stay
	@rm -rf build/release build/demo
