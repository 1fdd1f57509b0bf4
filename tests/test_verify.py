"""verify proves what is right, and finds every kind of fault that an author can plant."""

import re

import pytest

from autograder.batch.run import grade_in_suite
from autograder.checks.suite import read_suite
from autograder.course.bank import read_mistakes
from autograder.course.proofs import read_proof, staleness
from autograder.errors import UserError
from autograder.grading.submission import submission_from_bytes
from autograder.verify import proof
from autograder.verify.by_heart import sources_by_heart
from autograder.verify.mutants import make_mutants
from autograder.verify.told_apart import told_apart

pytestmark = pytest.mark.slow

SLUG = "01_tiny"


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_the_small_course_is_proved_with_its_notebook_and_mutants(autograder):
    done = autograder("verify", SLUG, "--mutants")
    assert done.returncode == 0, done.stdout
    assert "01_tiny: proved" in done.stdout
    assert "17/17 mutants killed" in done.stdout
    assert "no answer: always an empty list gets 3.33 of 100 points (test_tabulate_nothing)" in done.stdout


def test_a_table_of_the_public_answers_passes_all_public_checks_and_is_worth_nothing(course):
    assignment = course.assignment(SLUG)
    suite = read_suite(assignment, course.datasets)
    submissions = [submission_from_bytes(n, s.encode(), "tiny.py") for n, s in sources_by_heart(suite).items()]
    reports = [report for _, report in grade_in_suite(suite, submissions, "a secret", 1)]
    assert len(reports) == 2
    for report in reports:
        checks = [check for exercise in report.exercises for check in exercise.checks]
        assert {check.outcome for check in checks if check.visibility == "public"} == {"passed"}
        assert report.score == 0


def test_hidden_checks_that_ask_what_public_ones_ask_are_worth_too_much(autograder, course):
    secret = course.assignment(SLUG).secret
    edit(
        secret / "test_hidden.py",
        "values = rng.normal(5, 2, 30)\n    assert student.mean(values)",
        "values = np.array([1, 2, 6])\n    assert student.mean(values)",
    )
    edit(
        secret / "test_hidden.py",
        "student.mean([1, 2]) == pytest.approx(1.5)",
        "student.mean([1, 2, 6]) == pytest.approx(3)",
    )
    done = autograder("verify", SLUG, "--secrets", "1", "--no-notebooks")
    assert "a table of the public answers gets" in done.stdout and "too much for what anyone can copy" in done.stdout


def test_a_reference_whose_answers_cannot_be_lent_is_refused(autograder, course):
    old, new = (
        "return float(array.sum() / len(array))",
        "return __import__('fractions').Fraction(int(array.sum()), len(array))",
    )
    edit(course.assignment(SLUG).reference, old, new)
    done = autograder("verify", SLUG, "--secrets", "1", "--no-notebooks")
    assert done.returncode == 1 and "tiny.py:1: it returns a Fraction" in done.stdout
    assert "cannot be lent in follow-through" in done.stdout


def test_a_quick_look_finds_the_same_kinds_of_fault_without_the_sandbox(autograder, course):
    right = autograder("verify", SLUG, "--quick")
    assert right.returncode == 0
    assert re.search(r"public checks alone tell \d+ of \d+ mistakes apart, all but these:\n    \w+:\w+\n", right.stdout)
    secret = course.assignment(SLUG).secret
    edit(secret / "alternatives.py", "math.fsum(values) / len(values)", "math.fsum(values) / len(values) + 0.01")
    edit(secret / "mistakes.py", "np.sum(values) / max(len(values) - 1, 1)", "np.sum(values) / max(len(values), 1)")
    edit(secret / "test_hidden.py", "    assert len(student.tabulate(lambda v: v, [])) == 0", "    assert student")
    done = autograder("verify", SLUG, "--quick")
    assert done.returncode == 1
    for sentence in ("alternative mean:exact_sum fails", "mistake mean:one_less is not caught", "stub passes"):
        assert sentence in done.stdout


# Faults that do not hide one another are planted together: a proof takes seconds.
PLANTED = {
    "faults of the suite": [
        # too few checks for an exercise
        ("test_hidden.py", "def test_variance_pair(student):", "def skipped_variance_pair(student):",
         "variance has 3 hidden checks, expected at least 4"),
        # a right answer among the mistakes
        ("mistakes.py", "return float(np.sum(values) / max(len(values) - 1, 1))",
         "return float(np.sum(values) / max(len(values), 1))",
         "mistake mean:one_less (secret 'proof 1'): it gets full marks; no check catches it"),
        # an alternative that is wrong
        ("alternatives.py", "return math.fsum(values) / len(values)", "return math.fsum(values) / len(values) + 0.01",
         "alternative mean:exact_sum (secret 'proof 1'): mean gets"),
        # a check that a stub passes
        ("test_hidden.py", "    assert len(student.tabulate(lambda v: v, [])) == 0", "    assert student",
         "stub (secret 'proof 1'): an untouched stub gets"),
    ],
    "mistakes that nothing tells apart": [
        ("mistakes.py", "return mean(np.abs(array - mean(array)))", "return mean((array - mean(array)) ** 2) ** 0.5",
         "mistake variance:not_squared (secret 'proof 1'): it is caught"),
    ],
    "a need that is not declared, and checks that are too weak": [
        ("assignment.toml", 'needs = ["mean"]\n', "",
         "variance calls mean, which is not among its needs in assignment.toml"),
        # one more check that no answer at all satisfies
        ("test_hidden.py", "assert student.mean([1, 2]) == pytest.approx(1.5)", "assert student.mean([1, 2]) < 2",
         "test_mean_leaves_input, test_variance_of_one, test_variance_constant), and more than 3 checks are too many"),
    ],
    "faults of what is public": [
        # a check that the reference fails
        ("test_hidden.py", "assert student.variance([0, 2]) == pytest.approx(1)",
         "assert student.variance([0, 2]) == pytest.approx(2)", "reference (secret 'proof 1'): variance gets"),
        # a hidden check in the open
        ("../../assignments/01_tiny/handout.md", "Why: a mean", "def test_variance_pair(student): a mean",
         "leaks the hidden check test_variance_pair"),
        # a line of the solution in the handout
        ("../../assignments/01_tiny/handout.md", "# Small statistics",
         "# Small\n\n`return (np.asarray(values, dtype=float) - self.mean_) / self.scale_`", "leaks the solution line"),
        # a mistake's sentence in the public checks
        ("../../assignments/01_tiny/test_tiny.py", "Public checks", "You sorted the values first; keep their order. P",
         "leaks the mistake sorts"),
        # a stub that was edited by hand
        ("../../assignments/01_tiny/tiny.py", "Small statistics", "Smaller statistics",
         "is out of date; run 'autograder stubs 01_tiny'"),
        # an exercise that the handout forgets
        ("../../assignments/01_tiny/handout.md", "## Exercise 2: `variance`", "## Exercise 2",
         "does not mention the exercise variance"),
        # a question without a model answer
        ("rubric.md", "why_squares", "why", "has no section for the question why_squares"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("faults", PLANTED)
def test_every_planted_fault_is_found(course, autograder, faults):
    for file, old, new, _ in PLANTED[faults]:
        edit(course.solutions / SLUG / file, old, new)
    done = autograder("verify", SLUG, "--no-notebooks", "--secrets", 1)
    assert done.returncode == 1
    for *_, sentence in PLANTED[faults]:
        assert sentence in done.stdout


def test_a_brief_proof_judges_one_mistake_of_each_exercise_where_it_can_make_a_difference(course, monkeypatch):
    seen = {}

    def remember(*arguments, **options):
        for submission, report in grade_in_suite(*arguments, **options):
            seen[submission.student] = [exercise.name for exercise in report.exercises]
            yield submission, report

    monkeypatch.setattr(proof, "grade_in_suite", remember)
    suite = read_suite(course.assignment(SLUG), course.datasets)
    assert proof.prove(suite, 2, 1, brief=True) == []
    everything = ["mean", "variance", "Scaler", "tabulate"]
    assert seen.pop("reference") == seen.pop("stub") == everything
    assert sorted(name.partition(":")[0] for name in seen) == sorted(f"mistake {name}" for name in everything)
    assert [names for name, names in seen.items() if "tabulate" in name] == [["tabulate"]]
    assert next(names for name, names in seen.items() if "mistake mean" in name)[:2] == ["mean", "variance"]


def test_a_brief_proof_finds_what_is_planted_anywhere(course, autograder):
    assert autograder("verify", SLUG, "--brief").returncode == 0
    secret = course.assignment(SLUG).secret
    edit(secret / "alternatives.py", "math.fsum(values) / len(values)", "math.fsum(values) / len(values) + 0.01")
    edit(secret / "mistakes.py", "np.sum(values) / max(len(values) - 1, 1)", "np.sum(values) / max(len(values), 1)")
    done = autograder("verify", SLUG, "--brief")
    assert done.returncode == 1
    assert "alternative mean:exact_sum fails" in done.stdout and "mistake mean:one_less is not caught" in done.stdout


def write_peers(course):
    (course.solutions / SLUG / "test_peers.py").write_text(
        "import numpy as np\nimport pytest\n\n\n"
        '@pytest.mark.exercise("mean")\ndef test_numpy(reference, rng):\n    """numpy takes the same mean"""\n'
        "    values = rng.normal(size=9)\n    assert reference.mean(values) == pytest.approx(np.mean(values))\n"
    )


def test_a_full_proof_is_recorded_and_holds_until_a_file_changes(course, autograder):
    write_peers(course)
    assignment = course.assignment(SLUG)
    assert "was never proved; run 'make verify A=01_tiny'" in staleness(assignment, course.datasets)
    done = autograder("verify", "--full")
    assert done.returncode == 0, done.stdout
    record = read_proof(assignment)
    assert (record.mutants, record.killed) == (17, 17)
    assert record.mistakes == record.named == len(read_mistakes(assignment))
    assert record.told_apart == len(told_apart(read_suite(assignment, course.datasets))) > 0
    assert 0 < record.suite_cpu_seconds < 5, "a test course, and so milliseconds"
    assert staleness(assignment, course.datasets) == ""
    assert "as it was when it was proved" in autograder("verify", "--full").stdout
    edit(course.assignments / SLUG / "handout.md", "Why: a mean", "Why? A mean")
    assert "has changed since it was proved" in staleness(assignment, course.datasets)
    edit(assignment.proof, "mutants = 17", "mutants = many")
    with pytest.raises(UserError, match=r"proof.toml:\d+: this is not valid TOML"):
        read_proof(assignment)


def test_a_proof_that_fails_is_not_recorded(course, autograder):
    write_peers(course)
    edit(course.solutions / SLUG / "test_peers.py", "np.mean(values)", "np.median(values)")
    assert autograder("verify", "--full").returncode == 1
    assert not course.assignment(SLUG).proof.exists()


def test_mistakes_with_the_same_public_answers_are_not_told_apart(course):
    assignment = course.assignment(SLUG)
    before = {mistake.name for mistake in told_apart(read_suite(assignment, course.datasets))}
    twin = (
        '\n\n@mistake("mean", "Another sentence.")\ndef twin(values):\n'
        "    return float(np.sum(values) / max(len(values) - 1, 1))\n"
    )
    assignment.mistakes.write_text(assignment.mistakes.read_text() + twin)
    after = {mistake.name for mistake in told_apart(read_suite(assignment, course.datasets))}
    assert "one_less" in before and before - after == {"one_less"} and "twin" not in after


def test_a_mutant_that_changes_nothing_is_none(course):
    assignment = course.assignment(SLUG)
    edit(assignment.reference, "array.sum() / len(array)", "array.sum() / max(len(array), len(array))")
    mutants = make_mutants(assignment)
    assert not any(mutant.name.startswith("mean: max(len(array), len(array)) ->") for mutant in mutants)
    assert len({mutant.source for mutant in mutants}) == len(mutants)


def test_a_notebook_that_does_not_run(course, autograder):
    edit(course.assignments / SLUG / "handout.md", "import tiny\n", "import tiny\nimport nowhere_to_be_found\n")
    done = autograder("verify", SLUG, "--secrets", 1)
    assert done.returncode == 1
    assert "the notebook does not run with the stub" in done.stdout


def test_a_surviving_mutant_is_a_problem_until_it_is_explained(course, autograder):
    edit(course.solutions / SLUG / "test_hidden.py", "    assert scaler.scale_ == pytest.approx(1)\n", "")
    done = autograder("verify", SLUG, "--mutants", "--no-notebooks", "--secrets", 1)
    assert "neither killed nor explained in survivors.toml: 'Scaler: 1.0 -> 3.0'" in done.stdout
    survivors = course.solutions / SLUG / "survivors.toml"
    survivors.write_text('[[survivor]]\nmutant = "Scaler: 1.0 -> 3.0"\nwhy = "constant values become 0 anyway"\n')
    done = autograder("verify", SLUG, "--mutants", "--no-notebooks", "--secrets", 1)
    assert "neither killed nor explained" not in done.stdout


def test_mutants_change_solutions_only(course):
    assignment = course.assignment(SLUG)
    mutants = make_mutants(assignment)
    assert len({mutant.name for mutant in mutants}) == len(mutants) > 10
    reference = assignment.reference.read_text()
    for mutant in mutants:
        compile(mutant.source, "mutant", "exec")
        assert mutant.source != reference
        assert "there are no values" in mutant.source, "what stands outside the solutions stays as it is"


def test_a_new_assignment_is_proved_as_it_is(autograder):
    assert autograder("new", "36_my_topic").returncode == 0
    done = autograder("verify", "my_topic", "--full")
    assert done.returncode == 0, done.stdout
    again = autograder("new", "36_my_topic")
    assert again.returncode == 2 and "exists already; nothing was changed" in again.stderr
    assert autograder("new", "my topic").returncode == 2


def test_peers_judge_the_reference(course, autograder):
    write_peers(course)
    peers = course.solutions / SLUG / "test_peers.py"
    assert autograder("verify", SLUG, "--peers", "--no-notebooks", "--secrets", 1).returncode == 0
    peers.write_text(peers.read_text().replace("np.mean(values)", "np.median(values)"))
    done = autograder("verify", SLUG, "--peers", "--no-notebooks", "--secrets", 1)
    assert done.returncode == 1
    assert "peer test_numpy (secret 'proof 1'): numpy takes the same mean" in done.stdout
