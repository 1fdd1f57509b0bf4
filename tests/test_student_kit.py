"""The student kit as a student meets it: a release folder of its own, real processes, every kind of mistake."""

import ast
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from autograder.student import check as kit

pytestmark = pytest.mark.slow

SOURCE = Path(kit.__file__).parent

EXERCISES = {
    "assignment": "00_information",
    "title": "Information",
    "module": "information",
    "exercises": [
        {"name": "entropy", "points": 40, "hint": "Mask the zero entries before you take logarithms."},
        {"name": "Coin", "points": 60, "hint": "Call entropy."},
    ],
}

CHECKS = '''
import numpy as np
import pytest


@pytest.mark.exercise("entropy")
def test_fair(student):
    """two equal outcomes have one bit"""
    assert student.entropy([0.5, 0.5]) == pytest.approx(1.0)


@pytest.mark.exercise("entropy", weight=3)
def test_certain(student):
    """a certain outcome has no entropy"""
    assert student.entropy([1.0, 0.0]) == pytest.approx(0.0)


@pytest.mark.exercise("Coin")
def test_bits(student, dataset):
    """the bits of a coin follow from its tosses"""
    X, y, names = dataset("tosses")
    assert student.Coin().fit(y).bits_ == pytest.approx(1.0)


@pytest.mark.exercise("Coin")
def test_toss(student):
    """a coin that always falls on 1 is predicted as 1"""
    assert student.Coin().fit(np.ones(3, dtype=int)).predict() == 1
'''

STUB = '''
import numpy as np


def entropy(p):
    """In bits."""
    raise NotImplementedError


class Coin:
    def fit(self, y):
        raise NotImplementedError

    def predict(self):
        raise NotImplementedError
'''

ENTROPY = """\
    p = np.asarray(p, dtype=float)
    p = p[p > 0]
    return float(-(p * np.log2(p)).sum())
"""

RIGHT = f"""
import numpy as np


def entropy(p):
{ENTROPY}

class Coin:
    def fit(self, y):
        self.share_ = np.mean(y)
        self.bits_ = entropy([self.share_, 1 - self.share_])
        return self

    def predict(self):
        return int(self.share_ > 0.5)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A release folder with a space and an umlaut in its name, holding the untouched stub."""
    folder = tmp_path / "my Übung"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "tosses.csv").write_text("day,face\n1,0\n2,1\n", encoding="utf-8")
    (folder / "exercises.json").write_text(json.dumps(EXERCISES), encoding="utf-8")
    (folder / "test_information.py").write_text(CHECKS, encoding="utf-8")
    (folder / "information.py").write_text(STUB, encoding="utf-8")
    for name in ("check.py", "conftest.py"):
        shutil.copy(SOURCE / name, folder)
    return folder


def write(folder: Path, body: str, source: str = RIGHT) -> None:
    """Fill in the right solution with another body for entropy."""
    (folder / "information.py").write_text(source.replace(ENTROPY, body), encoding="utf-8")


def python(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "COV", "FORCE_COLOR"))
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**variables, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


def limit(folder: Path, seconds: float) -> None:
    (folder / "exercises.json").write_text(json.dumps({**EXERCISES, "seconds": seconds}), encoding="utf-8")


def rows(report: kit.Report) -> dict[str, tuple[float, str]]:
    return {row.exercise.name: (row.points, row.state) for row in report.rows}


# ------------------------------------------------------------------------------------------------ the kit itself


def test_kit_needs_only_what_a_student_has() -> None:
    for name in ("check.py", "conftest.py"):
        for node in ast.walk(ast.parse((SOURCE / name).read_text(encoding="utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for module in modules:
                top = module.split(".")[0]
                assert top in sys.stdlib_module_names | {"numpy", "pytest", "check"}, f"{name} imports {module}"


# ------------------------------------------------------------------------------------------------ python check.py


def test_untouched_stub_is_not_started_rather_than_failed(folder: Path) -> None:
    result = python(folder, "check.py", "--hints")
    assert result.returncode == 1
    assert result.stdout.count("not started yet") == 2
    assert "0 of 100 points by the public checks alone; in the grade they count as far as hidden" in result.stdout
    assert "Next: entropy, in information.py." in result.stdout
    assert "hint for Coin: Call entropy." in result.stdout
    assert "✗" not in result.stdout
    assert "\033" not in result.stdout, "colours only on a terminal"
    assert not list(folder.rglob("__pycache__")), "the folder stays clean"


def test_right_solution_passes(folder: Path) -> None:
    write(folder, ENTROPY)
    result = python(folder, "check.py", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert result.stdout.count("##########") == 2, "bars have an ASCII form"
    assert "100 of 100 points" in result.stdout


def test_wrong_answer_is_told_in_three_lines(folder: Path) -> None:
    write(folder, ENTROPY.replace("log2", "log"))
    result = python(folder, "check.py", "entropy")
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        "entropy  ███████░░░  30/40  1 of 2",
        "",
        "✗ entropy: two equal outcomes have one bit",
        "    student.entropy([0.5, 0.5]) == pytest.approx(1.0)",
        "    got 0.6931471805599453, expected 1.0 ± 1.0e-06",
        "    hint: python check.py --hint entropy",
        "",
        "30 of 40 points by the public checks alone; in the grade they count as far as hidden ones pass.",
    ]


def test_hint(folder: Path) -> None:
    result = python(folder, "check.py", "--hint", "entropy")
    assert (result.returncode, result.stdout) == (0, "Mask the zero entries before you take logarithms.\n")


def test_unknown_exercise_is_one_sentence_and_status_2(folder: Path) -> None:
    result = python(folder, "check.py", "entropie")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "there is no exercise 'entropie'; the exercises are entropy, Coin.\n"


@pytest.mark.parametrize("name", ["exercises.json", "test_information.py"])
def test_missing_file_of_the_release_is_one_sentence(folder: Path, name: str) -> None:
    (folder / name).unlink()
    result = python(folder, "check.py")
    assert result.returncode == 2
    assert result.stderr.startswith(f"{name} is not in ")
    assert result.stderr.count("\n") == 1


# ------------------------------------------------------------------------------------------------ each kind of mistake


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (
            STUB.replace("entropy(p):", "entropy(p:"),
            "information.py does not load. SyntaxError: '(' was never closed (information.py, line 5: def entropy(p:)",
        ),
        (
            STUB.replace("import numpy as np", "import nowhere"),
            "information.py does not load. ModuleNotFoundError: No module named 'nowhere' "
            "(information.py, line 2: import nowhere)",
        ),
        (None, "information.py is not in this folder."),
    ],
)
def test_module_that_does_not_load_is_one_sentence(folder: Path, source: str | None, sentence: str) -> None:
    if source is None:
        (folder / "information.py").unlink()
    else:
        (folder / "information.py").write_text(source, encoding="utf-8")
    assert str(kit.run_checks(folder=folder)) == f"✗ {sentence}"


def test_what_went_wrong(tmp_path: Path) -> None:
    """One module with every kind of mistake, each in a function of its own; line 1 is `import numpy as np`."""
    told = {
        "np.sum(x)": "got None (is a return missing?), expected 1",
        "return 'one'": "got 'one', expected 1",
        "return q": "NameError: name 'q' is not defined (mixed.py, line 4: def f2(x): return q)",
        "return [x][5]": "IndexError: list index out of range (mixed.py, line 5: def f3(x): return [x][5])",
        "raise SystemExit": "SystemExit (mixed.py, line 6: def f4(x): raise SystemExit)",
        "assert x > 1": "AssertionError (mixed.py, line 7: def f5(x): assert x > 1)",
        "return f6(x)": "RecursionError: maximum recursion depth exceeded (mixed.py, line 8: def f6(x): return f6(x))",
        "return type('Odd', (), {'__repr__': lambda self: 1 / 0})()": "AssertionError: assert <[ZeroDivisionError",
    }
    bodies = [f"def f{i}(x): {body}" for i, body in enumerate(told)]
    checks = [f"    assert student.f{i}(1) == 1" for i in range(len(told))]
    report = run_made_up(tmp_path, "mixed", ["import numpy as np", *bodies], checks)
    for check, expected in zip(report.rows[0].checks, told.values(), strict=True):
        assert check.details[0].startswith(expected)


def run_made_up(folder: Path, module: str, source: list[str], bodies: list[str]) -> kit.Report:
    """Run a module with a single exercise that has one check for each of these bodies."""
    (folder / f"{module}.py").write_text("\n".join(source) + "\n", encoding="utf-8")
    checks = [f"@pytest.mark.exercise('f')\ndef test_{i}(student):\n{body}\n" for i, body in enumerate(bodies)]
    text = "import numpy as np\nimport pytest\n\n" + "\n".join(checks)
    (folder / f"test_{module}.py").write_text(text, encoding="utf-8")
    return kit.run_checks(folder=folder, table=kit.Table("Made up", module, (kit.Exercise("f", 100),)))


def test_one_error_is_told_once(folder: Path) -> None:
    write(folder, "    return q\n")
    text = str(kit.run_checks(folder=folder))
    assert text.count("NameError") == 1
    assert "✗ Coin: the same error as in entropy" in text


def test_missing_function_and_what_waits_for_another(folder: Path) -> None:
    write(folder, ENTROPY, RIGHT.replace("def entropy(p):", "def entropie(p):"))
    report = kit.run_checks(["entropy"], folder)
    assert report.rows[0].checks[0].details == ["information.py has no entropy; was it renamed or deleted?"]

    write(folder, "    raise NotImplementedError\n")
    assert rows(kit.run_checks(folder=folder)) == {"entropy": (0, "not started yet"), "Coin": (0, "waits for entropy")}

    write(folder, ENTROPY, RIGHT.replace("        return int(self.share_ > 0.5)", "        raise NotImplementedError"))
    report = kit.run_checks(folder=folder)
    assert rows(report) == {"entropy": (40, "done"), "Coin": (30, "")}
    assert "Coin.predict is not written yet (information.py)" in str(report)


def test_endless_loop_is_stopped_and_named(folder: Path) -> None:
    limit(folder, 0.5)
    write(folder, "    while True:\n        print('round and round')\n")
    report = kit.run_checks(folder=folder)
    first = report.rows[0].checks[0]
    assert first.details[0].startswith("took too long and was stopped (information.py, line ")
    assert 0 < len(first.printed) < 5000
    assert "printed: round and round" in str(report)
    assert [check.outcome for check in report.rows[0].checks] == [kit.ERROR, kit.NOT_RUN], "no second wait for it"

    write(folder, ENTROPY, RIGHT + "\nwhile True:\n    pass\n")
    notice = kit.run_checks(folder=folder).notice
    assert notice.startswith("information.py does not load: it took too long and was stopped (information.py, line ")


def test_what_cannot_be_interrupted_costs_only_its_check(folder: Path) -> None:
    limit(folder, 0.5)
    write(folder, "    if p[0] == 0.5:\n        import time\n        time.sleep(600)\n" + ENTROPY)
    report = kit.run_checks(["entropy"], folder)
    assert [check.outcome for check in report.rows[0].checks] == [kit.ERROR, kit.PASSED]
    assert report.rows[0].checks[0].details == ["took too long and was stopped"]


def test_crash_costs_only_its_check(folder: Path) -> None:
    write(folder, "    if p[0] == 0.5:\n        import os\n        os._exit(3)\n" + ENTROPY)
    report = kit.run_checks(["entropy"], folder)
    assert [check.outcome for check in report.rows[0].checks] == [kit.ERROR, kit.PASSED]
    assert "exit status 3" in str(report)


def test_got_and_expected_are_found_in_every_form_of_assertion(tmp_path: Path) -> None:
    told = {
        "assert 1 == student.f(2)": "got 2, expected 1",
        "assert np.allclose(student.f([1, 2]), [1, 3])": "got [1, 2], expected [1, 3]",
        "assert (student.f(np.array([1, 2])) == np.array([1, 3])).all()": "got [1, 2], expected [1, 3]",
        "np.testing.assert_allclose(student.f([1.0, 2.0]), [1, 3])": "got [1., 2.], expected [1, 3]",
        "np.testing.assert_allclose(student.f(np.ones((3, 1))), np.ones(3))": (
            "got an array of shape (3, 1), expected shape (3,)"
        ),
        "assert student.f(np.arange(60.0)) == pytest.approx(np.arange(60.0) + (np.arange(60) == 37))": (
            "at [37]: got 37.0, expected 38.0 ± 3.8e-05"
        ),
        "assert student.f({'a': list(range(60)), 'b': 1}) == {'a': list(range(60)), 'b': 2}": (
            "at ['b']: got 1, expected 2"
        ),
        "assert student.f(3) < 2": "3 < 2 does not hold",
        "assert isinstance(student.f('a'), float)": "isinstance('a', float) is False",
        "assert student.f({'done': False})['done']": "came out as False",
        "with pytest.raises(ValueError): student.f(1)": "expected ValueError, but nothing was raised",
        "assert student.f(1, 2)": "TypeError: f() takes 1 positional argument but 2 were given",
    }
    loop = "    for k in (1, 2, 3):\n        assert student.f(k) <= 2, 'too large'"
    report = run_made_up(tmp_path, "forms", ["def f(x):", "    return x"], [*(f"    {line}" for line in told), loop])
    *checks, last = report.rows[0].checks
    assert [check.details for check in checks] == [[line] for line in told.values()]
    assert (last.statement, last.details) == ("student.f(k) <= 2   with k = 3", ["too large", "3 <= 2 does not hold"])


# ------------------------------------------------------------------------------------------------ plain pytest


def test_the_call_is_told_where_the_statement_does_not_show_it(tmp_path: Path) -> None:
    lines = [
        "    answer = student.f([1, 2], b=3)\n    assert answer == 4",
        "    answer = student.f(np.zeros((50, 2)))\n    assert answer == 4",
    ]
    report = run_made_up(tmp_path, "calls", ["def f(a, b=0):", "    return 5"], lines)
    assert [check.details for check in report.rows[0].checks] == [
        ["after f([1, 2], b=3)", "got 5, expected 4"],
        ["after f(<array of shape (50, 2), dtype float64>)", "got 5, expected 4"],
    ]


def test_plain_pytest_ends_with_the_table_and_no_tracebacks(folder: Path) -> None:
    write(folder, ENTROPY.replace("log2", "log"))
    result = python(folder, "-m", "pytest")
    assert result.returncode == 1
    assert "entropy  ███████░░░  30/40  1 of 2" in result.stdout
    assert "got 0.6931471805599453, expected 1.0" in result.stdout
    assert "FAILURES" not in result.stdout
    assert "short test summary" not in result.stdout
    assert "2 passed, 2 not passed" in result.stdout


def test_pytest_options_still_work(folder: Path) -> None:
    write(folder, ENTROPY.replace("log2", "log"))
    result = python(folder, "-m", "pytest", "--tb=short", "-k", "Coin")
    assert "2 deselected" in result.stdout, "-k finds the checks of an exercise by its name"
    assert "FAILURES" in result.stdout
    assert "in test_bits" in result.stdout
    result = python(folder, "-m", "pytest", "test_information.py::test_certain")
    assert "entropy  ███████░░░  30/40  1 of 2  1 not run" in result.stdout, "a part is not taken for the whole"


def test_collection_error_is_not_hidden(folder: Path) -> None:
    with (folder / "test_information.py").open("a", encoding="utf-8") as file:
        file.write("\nimport nowhere\n")
    result = python(folder, "-m", "pytest")
    assert result.returncode == 2
    assert "No module named 'nowhere'" in result.stdout
    report = kit.run_checks(folder=folder)
    assert str(report) == "✗ The checks could not be run. ModuleNotFoundError: No module named 'nowhere'"
    assert not report.passed


def test_rng_is_the_same_in_every_run_and_differs_between_checks(folder: Path) -> None:
    (folder / "test_information.py").write_text(
        "import pytest\n\n"
        "@pytest.mark.exercise('entropy')\ndef test_a(student, rng):\n    assert rng.integers(10**9) < 0\n\n"
        "@pytest.mark.exercise('entropy')\ndef test_b(student, rng):\n    assert rng.integers(10**9) < 0\n",
        encoding="utf-8",
    )
    first, second = (kit.run_checks(["entropy"], folder).rows[0].checks for _ in range(2))
    assert first == second
    assert first[0].details != first[1].details


# ------------------------------------------------------------------------------------------------ the notebook


def test_check_in_a_notebook_escapes_and_never_raises(folder: Path) -> None:
    write(folder, "    print('<script>')\n    return '<b>$x$'\n")
    cell = """
from IPython.core.formatters import DisplayFormatter
from check import check
for names in [("entropy",), ("<i>",), (None, 3)]:
    print(DisplayFormatter().format(check(*names))[0]["text/html"])
"""
    result = python(folder, "-c", cell)
    assert result.returncode == 0, result.stderr
    table, unknown, odd = result.stdout.splitlines()
    assert "two equal outcomes have one bit" in table
    assert "&lt;script&gt;" in table
    assert "&lt;b&gt;&#36;x&#36;" in table
    assert not any(tag in result.stdout for tag in ("<script>", "<b>$", "<i>"))
    assert "there is no exercise" in unknown
    assert "there is no exercise" in odd


def test_edits_count_at_once_in_checks_and_pictures(folder: Path) -> None:
    cell = f"""
from pathlib import Path
import information as info
from check import check, dataset, when_written

@when_written("entropy", "Coin")
def picture():
    print(info.entropy([0.5, 0.5]))

print(picture, check("entropy").passed)
Path("information.py").write_text({RIGHT!r}, encoding="utf-8")

@when_written("entropy")
def picture():
    print("drawn", info.entropy([0.5, 0.5]), dataset("tosses")[1])

print(check("entropy").passed)

@when_written("entropy")
def picture():
    info.entropy("a")
"""
    result = python(folder, "-c", cell)
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        "The picture appears here when entropy and Coin are written.",
        "None False",
        "drawn 1.0 [0 1]",
        "True",
        "The picture could not be drawn. ValueError: could not convert string to float: 'a' "
        "(information.py, line 6: p = np.asarray(p, dtype=float))",
    ]


# ------------------------------------------------------------------------------------------------ watching


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent as a POSIX signal")
def test_watch_shows_what_changed(folder: Path) -> None:
    with (
        subprocess.Popen(
            [sys.executable, "-u", "check.py", "--watch"],
            cwd=folder,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as process,
        contextlib.ExitStack() as at_the_end,
    ):
        at_the_end.callback(process.kill)
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        assert any("Watching" in line for line in lines)
        time.sleep(0.4)
        write(folder, ENTROPY, STUB.replace("    raise NotImplementedError\n", ENTROPY, 1))
        shown = []
        for line in lines:
            shown.append(line)
            if "points" in line:
                break
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 1
    text = "".join(shown)
    assert "entropy  ██████████  40/40  2 of 2  done" in text
    assert "Coin" not in text.split("40 of 100 points")[0], "what is as it was is not shown again"


# ------------------------------------------------------------------------------------------------ data sets


def test_dataset_types_follow_the_cells(tmp_path: Path) -> None:
    (tmp_path / "whole.csv").write_text("a,b,y\n1,2,0.5\n-3,4,1\n", encoding="utf-8")
    (tmp_path / "mixed.csv").write_text("\ufeffa,b,y\r\n1,2.5,7\r\n3,x,8\r\n", encoding="utf-8")
    X, y, names = kit.load_dataset(tmp_path, "whole")
    assert (X.dtype, y.dtype, names) == (np.int64, np.float64, ["a", "b"])
    assert X.tolist() == [[1, 2], [-3, 4]]
    X[0, 0] = 99
    names.append("z")
    assert kit.load_dataset(tmp_path, "whole")[0][0, 0] == 1
    assert kit.load_dataset(tmp_path, "whole")[2] == ["a", "b"]
    X, y, names = kit.load_dataset(tmp_path, "mixed")
    assert X.tolist() == [["1", "2.5"], ["3", "x"]]
    assert (y.dtype, names) == (np.int64, ["a", "b"])


def test_unknown_or_damaged_dataset_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "short.csv").write_text("a,b,y\n1,2\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"^there is no data set '../short'; there is short\.$"):
        kit.load_dataset(tmp_path, "../short")
    with pytest.raises(ValueError, match="^short.csv is damaged"):
        kit.load_dataset(tmp_path, "short")


# ------------------------------------------------------------------------------------------------ from the repository


def test_folder_without_table_data_and_kit(folder: Path, tmp_path: Path) -> None:
    """assignments/<slug> has only stub and checks; the engine hands over the rest."""
    bare = tmp_path / "bare"
    bare.mkdir()
    shutil.copy(folder / "test_information.py", bare)
    write(bare, ENTROPY)
    table = kit.table_from_json(EXERCISES)
    report = kit.run_checks(folder=bare, table=table, data=folder / "data")
    assert report.passed
    assert sorted(path.name for path in bare.iterdir()) == ["information.py", "test_information.py"]
