"""One exercise's result as HTML: what a student reads in the feedback and a grader in formgrader."""

from collections.abc import Iterable
from html import escape

from autograder.grading.report import CRASHED, ERROR, FAILED, MEMORY, PASSED, TIMEOUT, CheckResult, ExerciseResult

OUTCOMES = {
    PASSED: "passed",
    FAILED: "failed",
    ERROR: "failed with an error",
    TIMEOUT: "took too long",
    MEMORY: "used too much memory",
    CRASHED: "crashed",
}
_STYLE = """<style>
.autograder { font-size: 14px; line-height: 1.45; color: #24292f; }
.autograder table { width: 100%; border-collapse: collapse; margin: 6px 0; border: 0; table-layout: auto; }
.autograder td { padding: 6px 10px; border: 0; border-top: 1px solid #d8dee4; text-align: left; vertical-align: top; }
.autograder .ag-mark { width: 1.5em; font-weight: bold; color: #cf222e; }
.autograder .ag-passed .ag-mark { color: #1a7f37; }
.autograder .ag-kind { width: 11em; text-align: right; color: #57606a; font-size: 12px; white-space: nowrap; }
.autograder .ag-message { color: #57606a; white-space: pre-wrap; overflow-wrap: anywhere; }
.autograder .ag-head { font-weight: bold; font-size: 15px; margin: 0; }
.autograder .ag-bar { height: 6px; border-radius: 3px; background: #ffcecb; overflow: hidden; margin: 4px 0; }
.autograder .ag-bar div { height: 6px; background: #2da44e; }
.autograder .ag-note { border-left: 4px solid #bf8700; background: #fff8c5; padding: 6px 10px; margin: 6px 0; }
.autograder .ag-given { border-color: #0969da; background: #ddf4ff; }
.autograder pre { font-size: 12px; background: #f6f8fa; border: 0; padding: 6px 10px; margin: 4px 0;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 16em; overflow: auto; }
.autograder summary { color: #57606a; font-size: 12px; cursor: pointer; }
</style>"""


def exercise_html(result: ExerciseResult, notice: str = "", decided: Iterable[str] = ()) -> str:
    """The whole of one exercise. Every text in it may come from a student, so every text is escaped."""
    counted = [check for check in result.checks if not check.dropped]
    passed = sum(check.outcome == PASSED for check in counted)
    share = 100 * result.score / result.max_score if result.max_score else 0
    parts = [
        f'<p class="ag-head">{escape(result.name)}: {result.score:g} of {result.max_score:g} points '
        f"({passed} of {len(counted)} checks passed)</p>",
        f'<div class="ag-bar"><div style="width: {share:.1f}%"></div></div>',
    ]
    parts += [f'<div class="ag-note">{escape(sentence)}</div>' for sentence in (notice, *result.diagnosis) if sentence]
    parts += [f'<div class="ag-note ag-given">{escape(sentence)}</div>' for sentence in decided]
    if result.follow_through:
        parts.append(f'<div class="ag-note ag-given">{follow_through(result.lent)}</div>')
    failed_first = sorted(result.checks, key=lambda check: check.outcome == PASSED)
    rows = "".join(_row(check, said_already=notice) for check in failed_first)
    if rows:
        parts.append(f"<table>{rows}</table>")
    return f'{_STYLE}<div class="autograder">{"".join(parts)}</div>'


def follow_through(lent: Iterable[str]) -> str:
    """Why points are given although something failed, as HTML."""
    names = " and ".join(f"<code>{escape(name)}</code>" for name in lent)
    return (
        f"Your code here builds on {names}, which has a mistake of its own. With a right one in its place these checks "
        "were run again, and the points are given for what passed then."
    )


def _row(check: CheckResult, said_already: str) -> str:
    passed = check.outcome == PASSED
    body = escape(check.title)
    if check.message and not passed and check.message != said_already:
        body += f'<div class="ag-message">{escape(check.message)}</div>'
    if check.printed_for_student:
        printed = escape(check.printed_for_student)
        body += f"<details><summary>what your code printed</summary><pre>{printed}</pre></details>"
    outcome = "dropped" if check.dropped else OUTCOMES.get(check.outcome, check.outcome)
    state, mark = ("ag-passed", "&#10003;") if passed else ("ag-failed", "&#10007;")
    return (
        f'<tr class="{state}"><td class="ag-mark">{mark}</td><td>{body}</td>'
        f'<td class="ag-kind">{escape(check.visibility)} check, {escape(outcome)}</td></tr>'
    )
