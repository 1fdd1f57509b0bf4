"""verify proves what is right, and finds every kind of fault that an author can plant."""

import pytest

from autograder.batch.run import grade_in_suite
from autograder.checks.suite import with_suite
from autograder.verify import proof
from autograder.verify.mutants import make_mutants

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


def test_a_quick_look_finds_the_same_kinds_of_fault_without_the_sandbox(autograder, course):
    assert autograder("verify", SLUG, "--quick").returncode == 0
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


def test_a_focused_proof_judges_a_mistake_on_what_it_can_touch(course):
    def judged(focused):
        seen = {}

        def work(suite):
            def remember(*arguments, only=None, **options):
                for submission, report in grade_in_suite(*arguments, only=only, **options):
                    seen[submission.student] = [exercise.name for exercise in report.exercises]
                    yield submission, report

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(proof, "grade_in_suite", remember)
                assert proof.prove(suite, 2, 1, focused) == []

        with_suite(course.assignment(SLUG), course.datasets, work)
        return seen

    everything = ["mean", "variance", "Scaler", "tabulate"]
    whole, focused = judged(False), judged(True)
    assert whole.keys() == focused.keys() and all(names == everything for names in whole.values())
    assert focused["reference"] == focused["stub"] == everything
    assert focused["mistake tabulate:sorts"] == ["tabulate"]
    assert focused["mistake mean:one_less"][:2] == ["mean", "variance"]
    assert "tabulate" not in focused["mistake mean:one_less"]


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
    done = autograder("verify", "36_my_topic", "--mutants")
    assert done.returncode == 0, done.stdout
    again = autograder("new", "36_my_topic")
    assert again.returncode == 2 and "exists already; nothing was changed" in again.stderr
    assert autograder("new", "my topic").returncode == 2


def test_peers_judge_the_reference(course, autograder):
    peers = course.solutions / SLUG / "test_peers.py"
    peers.write_text(
        "import numpy as np\nimport pytest\n\n\n"
        '@pytest.mark.exercise("mean")\ndef test_numpy(reference, rng):\n    """numpy takes the same mean"""\n'
        "    values = rng.normal(size=9)\n    assert reference.mean(values) == pytest.approx(np.mean(values))\n"
    )
    assert autograder("verify", SLUG, "--peers", "--no-notebooks", "--secrets", 1).returncode == 0
    peers.write_text(peers.read_text().replace("np.mean(values)", "np.median(values)"))
    done = autograder("verify", SLUG, "--peers", "--no-notebooks", "--secrets", 1)
    assert done.returncode == 1
    assert "peer test_numpy (secret 'proof 1'): numpy takes the same mean" in done.stdout
