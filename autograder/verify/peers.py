"""The reference against its peers: scikit-learn and scipy as referees, where they know the same thing.

`test_peers.py` of an assignment holds plain checks with the fixtures `reference`, `rng` and `dataset`. They judge the
reference only; no student ever meets them.
"""

from autograder.checks.suite import Examinee, Suite


def peer_problems(suite: Suite, courses: int) -> list[str]:
    """Every peer that the reference disagrees with, on the random data of each of these courses."""
    if not suite.peers:
        return [f"{suite.assignment.peers} does not exist or holds no checks"]
    problems = []
    for number in range(courses):
        for check in suite.peers:
            raised = suite.run(check, Examinee(None, "peers", f"proof {number + 1}"))
            if raised is not None:
                reason = (str(raised).strip() or type(raised).__name__).splitlines()[0]
                problems.append(f"peer {check.name} (secret 'proof {number + 1}'): {check.title}: {reason}")
    return problems
