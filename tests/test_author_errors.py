"""Every fault that an author can make while writing gets one sentence with the file and the line of it."""

import sys

import pytest

from autograder.checks.suite import read_suite
from autograder.errors import UserError
from autograder.verify.verify import read_all

SLUG = "01_tiny"
PUBLIC = "../../assignments/01_tiny/"
TOML, REFERENCE, HIDDEN, MISTAKES = "assignment.toml", "tiny.py", "test_hidden.py", "mistakes.py"
HANDOUT, SURVIVORS, RUBRIC = f"{PUBLIC}handout.md", "survivors.toml", "rubric.md"

# file, what stands there, what the author wrote instead, the line (or its text) that is to be named, the sentence
FAULTS = {
    "no TOML": (TOML, "[limits]", "[limits", "[limits", "this is not valid TOML: Expected ']'"),
    "TOML that ends too early": (TOML, "points = 10\n", 'points = """\n', 35, "this is not valid TOML"),
    "unknown key": (TOML, "datasets = ", "data = ", "data = ", "unknown key data, expected one of ['after', 'd"),
    "unknown table": (TOML, "[limits]", "[limit]", "[limit]", "unknown key limit"),
    "unknown key of an exercise": (
        TOML, 'hint = "Call', 'tip = "Call', 'tip = "Call', "unknown key exercises[4].tip",
    ),
    "no title": (TOML, 'title = "Small statistics"\n', "", 1, "key title is missing, expected a string"),
    "an exercise without points": (
        TOML, 'name = "variance"\npoints = 30\n', 'name = "variance"\n', 15, "key exercises[2].points is missing",
    ),
    "points that are no number": (
        TOML, "points = 20", 'points = "many"', 'points = "many"',
        "exercises[3].points is 'many', expected a whole number or a number",
    ),
    "points that do not sum to 100": (TOML, "points = 30", "points = 29", 10, "points sum to 99, expected 100"),
    "no points": (TOML, "points = 30", "points = 0", "points = 0", "points of 'mean' are 0, expected more than 0"),
    "a need that is unknown": (
        TOML, 'needs = ["mean", "variance"]', 'needs = ["median"]', 'needs = ["median"]',
        "needs of 'Scaler' names the unknown exercise 'median', expected one of mean, variance",
    ),
    "needs in a circle": (TOML, 'needs = ["mean"]', 'needs = ["Scaler"]', 'needs = ["Scaler"]', "lead back to itself"),
    "an exercise listed twice": (TOML, 'name = "variance"', 'name = "mean"', 16, "'mean' is listed twice"),
    "a limit of nothing": (TOML, "seconds = 2", "seconds = 0", "seconds = 0", "limits.seconds is 0, expected more"),
    "no module name": (TOML, '"tiny"', '"tiny-er"', 'module = "tiny-er"', "expected a name that Python can import"),
    "data that is not there": (TOML, '["points"]', '["lines"]', 'datasets = ["lines"]', "datasets names 'lines', but"),
    "TOML that is not UTF-8": (TOML, "Small", "Sm\udce5ll", 1, "this is not UTF-8 text"),
    "a solution without end": (
        REFERENCE, "    return float(array.sum() / len(array))\n    ### END SOLUTION\n",
        "    return float(array.sum() / len(array))\n", 30, "BEGIN SOLUTION inside the solution that began on line 23",
    ),
    "a solution without beginning": (
        REFERENCE, "    ### BEGIN SOLUTION\n    array = _floats(values)\n    return float",
        "    array = _floats(values)\n    return float", 25, "END SOLUTION without a BEGIN SOLUTION before it",
    ),
    "a reference that shows its solution": (
        REFERENCE,
        "    ### BEGIN SOLUTION\n    return np.array([function(float(value)) for value in values])\n"
        "    ### END SOLUTION\n",
        "    return np.array([function(float(value)) for value in values])\n",
        "def tabulate(", "tabulate has no BEGIN SOLUTION in it, so students would get it whole",
    ),
    "a syntax error in a solution": (REFERENCE, "array = _floats(values)\n", "array = (\n", "array = (\n",
                                     "this is not valid Python: '(' was never closed"),
    "a reference that needs its solution": (
        REFERENCE, "### BEGIN SOLUTION\ndef _floats", "if True:\n### BEGIN SOLUTION\n    pass\ndef _floats",
        "def mean(", "without the solutions this is not valid Python",
    ),
    "a reference that does not run": (REFERENCE, "EMPTY = ", "EMPTY = NOTHING + ", "EMPTY = NOTHING", "NameError"),
    "a reference that imports nothing": (REFERENCE, "import numpy as np", "import numpy as np\nimport nowhere",
                                         "import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
    "a check without docstring": (
        HIDDEN, '    """the variance of two numbers divides by two"""\n', "", 45,
        "test_variance_pair needs a docstring",
    ),
    "a check of an unknown exercise": (
        HIDDEN, 'exercise("variance")', 'exercise("median")', 'exercise("median")',
        "test_variance_random: 01_tiny has no exercise 'median'; it has mean",
    ),
    "a check without exercise": (HIDDEN, '@pytest.mark.exercise("variance")\n', "", "def test_variance_random",
                                 "test_variance_random needs @pytest.mark.exercise with the name of its exercise"),
    "a weight that is no number": (HIDDEN, "weight=2", 'weight="much"', 'weight="much"', "could not convert string"),
    "a fixture misspelt": (HIDDEN, "test_variance_pair(student)", "test_variance_pair(studnet)", 45,
                           "asks for the fixture 'studnet'; a check has only student"),
    "an import that fails": (HIDDEN, "import pytest", "import pytest\nimport nowhere", "import nowhere",
                             "the checks cannot be collected: ModuleNotFoundError: No module named 'nowhere'"),
    "checks that do not parse": (HIDDEN, "    values = rng.normal(5, 2, 30)", "    values = rng.normal(5, 2, 30", 12,
                                 "the checks cannot be collected: SyntaxError: '(' was never closed"),
    "checks that do not run": (HIDDEN, "import pytest\n", "import pytest\n\nLIMIT = LOWER\n", "LIMIT = LOWER",
                               "the checks cannot be collected: NameError: name 'LOWER' is not defined"),
    "public checks that do not parse": (f"{PUBLIC}test_tiny.py", "import pytest", "import", 4, "SyntaxError"),
    "a mistake of an unknown exercise": (MISTAKES, '@mistake("variance", "You took', '@mistake("median", "You took',
                                         "def square_root", "square_root is for the unknown exercise 'median'"),
    "a mistake without sentence": (MISTAKES, '@mistake("mean", "You divided by n - 1; the mean divides by n.")',
                                   '@mistake("mean")', '@mistake("mean")', "@mistake takes 2 string(s) in quotes"),
    "a mistake with nothing": (MISTAKES, '@mistake("mean", "You divided by n - 1; the mean divides by n.")',
                               "@mistake", "@mistake\n", "@mistake takes 2 string(s) in quotes"),
    "a decorator misspelt": (MISTAKES, '@mistake("mean", "You divided', '@mistkae("mean", "You divided', "@mistkae",
                             "@mistkae has no meaning here, expected @mistake"),
    "an alternative among the mistakes": (MISTAKES, '@mistake("mean", "You divided', '@alternative("mean", "You',
                                          "@alternative", "@alternative has no meaning here, expected @mistake"),
    "mistakes that do not parse": (MISTAKES, "def one_less(values):", "def one_less(values:", "def one_less",
                                   "this is not valid Python: '(' was never closed"),
    "a helper with a name of the reference": (MISTAKES, "from tiny import Scaler, mean\n",
                                              "from tiny import Scaler, mean\n\n\ndef _floats(values):\n    pass\n",
                                              "def _floats", "the name _floats is taken in tiny.py; choose another"),
    "two mistakes with one name": (MISTAKES, "def whole_division", "def one_less", 17,
                                   "the name one_less is taken on line 10; choose another"),
    "an alternative of an unknown exercise": ("alternatives.py", '@alternative("tabulate")', '@alternative("table")',
                                              "def plain_list", "plain_list is for the unknown exercise 'table'"),
    "an unknown question": (HANDOUT, '{"question": "why_squares"}', '{"question": "why"}', '{"question": "why"}',
                            "question 'why' is not in assignment.toml, which has why_squares"),
    "a question without region": (HANDOUT, '<!-- #region {"question": "why_squares"} -->', "<!-- #region -->", 37,
                                  "question 'why_squares' of assignment.toml has no region"),
    "an exercise without cell": (HANDOUT, 'check("variance")', 'check("variance"), 1', 17,
                                 "exercise 'variance' of assignment.toml has no cell that is just check"),
    "a cell of an unknown exercise": (HANDOUT, 'check("variance")', 'check("median")', 'check("median")',
                                      "check('median') is for an unknown exercise, expected one of mean"),
    "a handout that is not UTF-8": (HANDOUT, "Why: a mean", "Why: \udcff mean", "Why: ", "this is not UTF-8 text"),
    "survivors that are no TOML": (SURVIVORS, None, "[[survivor]]\nmutant = x\n", 2, "this is not valid TOML"),
    "a survivor without why": (SURVIVORS, None, '[[survivor]]\nmutant = "x"\n', 1, "key survivor[1].why is missing"),
    "a survivor with another key": (
        SURVIVORS, None, '[[survivor]]\nmutant = "x"\nwhy = "y"\n\n[[survivor]]\nmutant = "z"\nwhy = "y"\nwhen = 3\n',
        8, "unknown key survivor[2].when",
    ),
}  # fmt: skip


def plant(course, file, old, new):
    """Write the fault; the path of its file and its text."""
    path = (course.solutions / SLUG / file).resolve()
    text = path.read_text() if old is not None else ""
    assert old is None or old in text
    text = text.replace(old, new, 1) if old is not None else new
    path.write_text(text, errors="surrogateescape")
    return path, text


def begin_to_verify(course):
    """What `autograder verify` does first: it reads everything, and collects the checks."""
    assignment = course.assignment(SLUG)
    read_all(course, assignment)
    read_suite(assignment, course.datasets)


@pytest.fixture(autouse=True)
def no_checks_of_another_course():
    """pytest keeps modules by their name, and here several courses with the same names are read in one process."""
    forget_checks()
    yield
    forget_checks()


def forget_checks():
    for name in [name for name in sys.modules if name.endswith((".test_hidden", ".test_tiny"))]:
        del sys.modules[name]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_said_in_one_sentence_with_file_and_line(course, fault):
    file, old, new, line, sentence = FAULTS[fault]
    path, text = plant(course, file, old, new)
    if isinstance(line, str):
        line = text.count("\n", 0, text.index(line)) + 1
    with pytest.raises(UserError) as caught:
        begin_to_verify(course)
    said = str(caught.value)
    assert said.startswith(f"{path}:{line}: "), said
    assert sentence in said
    assert "\n" not in said


def test_a_fault_ends_the_command_with_that_sentence(course, autograder):
    path, _ = plant(course, HIDDEN, "import pytest\n", "import pytest\n\nLIMIT = LOWER\n")
    done = autograder("verify", SLUG)
    assert done.returncode == 2
    reason = "the checks cannot be collected: NameError: name 'LOWER' is not defined."
    assert done.stderr == f"autograder: {path}:8: {reason}\n"


def test_an_exercise_that_the_reference_lacks_is_shown_where_it_is_listed(course, autograder):
    plant(course, REFERENCE, "def tabulate", "def table")
    done = autograder("stubs", "--check")
    assert done.returncode == 2
    place = f"{course.solutions / SLUG / TOML}:28: "
    assert f"{place}exercise 'tabulate' is not a function or class at the top level of tiny.py." in done.stderr


def test_what_only_a_proof_finds_has_its_line_too(course, autograder):
    """A check is broken, a known mistake is right, a question has no model answer."""
    hidden, text = plant(
        course, HIDDEN, "assert np.allclose(student.tabulate(abs", "assert np.allclose(studnet.tabulate(abs"
    )
    mistakes, _ = plant(course, MISTAKES, "np.sum(values) / max(len(values) - 1, 1)", "np.sum(values) / len(values)")
    rubric, _ = plant(course, RUBRIC, "why_squares", "why")
    done = autograder("verify", SLUG, "--no-notebooks", "--secrets", 1)
    assert done.returncode == 1, done.stderr
    line = text.count("\n", 0, text.index("studnet")) + 1
    reason = "the reference itself fails test_tabulate_order (name 'studnet' is not defined)"
    assert f"{hidden}:{line}: {reason}" in done.stdout
    assert f"{mistakes}:10: mistake mean:one_less (secret 'proof 1'): it gets full marks" in done.stdout
    assert f"{rubric}:1: the rubric has no section for the question why_squares" in done.stdout
