"""Names the misconception behind a failed check.

The recorded calls of the check are replayed against the reference and against each known mistake of the exercise. If a
mistake gives the very answers that the student's code gave, wrong ones included, its sentence is the diagnosis.
"""

import contextlib
import signal
from collections import Counter
from dataclasses import dataclass
from typing import Any

from autograder.bridge.local import LocalChannel
from autograder.course.bank import Variant, read_mistakes
from autograder.course.records import Assignment
from autograder.grading.compare import Reply, difference, read_reply, same_reply
from autograder.grading.session import Trial

REPLAY_SECONDS = 5.0
LEAST_SHARE = 1 / 3


class Replayer:
    """Our own modules (reference and mistakes), on which recorded calls are replayed. All are loaded at once, before
    the process forks for each submission."""

    def __init__(self, assignment: Assignment):
        self.mistakes = read_mistakes(assignment)
        self.right = LocalChannel(assignment.module, assignment.reference.read_text(encoding="utf-8"))
        self.wrong = {mistake: LocalChannel(assignment.module, mistake.source) for mistake in self.mistakes}

    def reference(self, trial: Trial) -> list[Reply]:
        return _replay(self.right, trial)

    def mistake(self, mistake: Variant, trial: Trial, got: list[Reply]) -> list[Reply]:
        """The mistake's answers, as far as they are the student's: most mistakes differ at the first call or two."""
        return _replay(self.wrong[mistake], trial, got)


def _replay(channel: LocalChannel, trial: Trial, wanted: list[Reply] | None = None) -> list[Reply]:
    """The answers to a trial's calls; with `wanted` only up to the first that is not the one wanted."""
    callbacks = 0

    def serve(frame: bytes) -> bytes:
        nonlocal callbacks
        callbacks += 1
        return trial.lender.serve(frame, resolve)

    def resolve(item: list[Any]) -> Any:
        # "h": a function of this module that it has passed on to an oracle
        return channel.worker.objects[item[1]] if item[0] == "h" else trial.lender.objects[item[1]]

    alarm = _Alarm()
    replies = []
    with alarm, contextlib.suppress(_TimeUp):  # it may ring while an answer is read
        for number, call in enumerate(trial.transcript):
            callbacks = 0
            reply = channel.request(call.frame, serve)
            replies.append(read_reply(reply, callbacks))
            if alarm.rang or (wanted is not None and not same_reply(wanted[number], replies[-1])):
                break
    return replies


@dataclass(frozen=True)
class Finding:
    """What can be said of one failed check: which mistakes give the same answers, and what the code did wrong."""

    mistakes: tuple[Variant, ...]
    sentence: str


def examine(trial: Trial, replayer: Replayer) -> Finding:
    """Compare a failed check's answers with the reference's and with every known mistake's."""
    if any(call.reply is None for call in trial.transcript) or not trial.transcript:
        return Finding((), "")
    got = [read_reply(call.reply or b"", call.callbacks) for call in trial.transcript]
    right = replayer.reference(trial)
    if len(right) != len(got):
        return Finding((), "")
    differences = [
        (*difference(call.label, ours, theirs), number)
        for number, (call, ours, theirs) in enumerate(zip(trial.transcript, got, right, strict=True))
    ]
    rank, sentence, _ = max(differences, key=lambda found: (found[0], found[2]))
    if rank == 0:
        return Finding((), "")
    matching = []
    for mistake in replayer.mistakes:
        if mistake.exercise == trial.check.exercise:
            wrong = replayer.mistake(mistake, trial, got)
            if _alike(got, wrong, rank) and not _is_right(wrong, right):
                matching.append(mistake)
    return Finding(tuple(matching), sentence)


def _alike(got: list[Reply], wrong: list[Reply], rank: int) -> bool:
    """Whether a mistake's answers are the student's. How often each calls back matters only if that is all there is."""
    if len(got) != len(wrong) or not same_reply(got[-1], wrong[-1]):  # all before the last are alike, or it had stopped
        return False
    return rank > 1 or all(a.callbacks == b.callbacks for a, b in zip(got, wrong, strict=True))


def diagnose(findings: list[Finding]) -> list[str]:
    """The fewest known mistakes that explain the failed checks: again and again the one that explains most of the
    checks not yet explained. Mistakes that nothing tells apart are all named; one that explains only a small share
    of what failed agrees with the student's code by chance."""
    enough = len(findings) * LEAST_SHARE
    counts = Counter(mistake for finding in findings for mistake in finding.mistakes)
    likely = {mistake for mistake, count in counts.items() if count >= enough}
    open_findings = [likely.intersection(finding.mistakes) for finding in findings]
    open_findings = [mistakes for mistakes in open_findings if mistakes]
    sentences: list[str] = []
    while open_findings:
        left = Counter(mistake for mistakes in open_findings for mistake in mistakes)
        most = max(left.values())
        best = {mistake for mistake, count in left.items() if count == most}
        sentences += sorted({mistake.sentence for mistake in best} - set(sentences))
        open_findings = [mistakes for mistakes in open_findings if not best & mistakes]
    return sentences


def _is_right(replies: list[Reply], right: list[Reply]) -> bool:
    return all(difference("", a, b)[0] == 0 for a, b in zip(replies, right, strict=True))


class _TimeUp(BaseException):
    """The replay has had its time."""


class _Alarm:
    """Interrupts a replay that takes too long: a known mistake may be an endless loop."""

    def __init__(self) -> None:
        self.rang = False

    def __enter__(self) -> None:
        self.previous = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, REPLAY_SECONDS)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.previous)

    def _ring(self, *_: object) -> None:
        self.rang = True
        raise _TimeUp
