"""Names the misconception behind a failed check.

The recorded calls of the check are replayed against the reference and against each known mistake of the exercise. If a
mistake gives the very answers that the student's code gave, wrong ones included, its sentence is the diagnosis.
"""

import contextlib
import signal
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from autograder.bridge import codec
from autograder.bridge.codec import CodecError
from autograder.bridge.local import LocalChannel
from autograder.bridge.student import Call
from autograder.course.bank import Variant, read_mistakes
from autograder.course.records import Assignment
from autograder.grading.compare import Reply, difference, lengths_in, read_handle, read_reply, same_reply
from autograder.grading.session import Trial

REPLAY_SECONDS = 5.0
LEAST_SHARE = 1 / 3
# Evidence is kept until all checks of an exercise have run; answers that are larger than this together are not.
EVIDENCE_LIMIT = 4 << 20


class Replayer:
    """Our own modules (reference and mistakes), on which recorded calls are replayed. All are loaded at once, before
    the process forks for each submission. Without mistakes none is ever recognised, and much time saved."""

    def __init__(self, assignment: Assignment, with_mistakes: bool = True):
        self.mistakes = read_mistakes(assignment) if with_mistakes else []
        self.right = LocalChannel(assignment.module, assignment.reference.read_text(encoding="utf-8"))
        self.wrong = {mistake: LocalChannel(assignment.module, mistake.source) for mistake in self.mistakes}

    def mistakes_in(self, exercise: str) -> list[Variant]:
        return [mistake for mistake in self.mistakes if mistake.exercise == exercise]

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
class Evidence:
    """A failed check's answers beside the right ones, on which a known mistake can be recognised. `rank` says how
    telling the greatest difference between them is."""

    trial: Trial
    got: list[Reply]
    right: list[Reply]
    rank: int

    @property
    def size(self) -> int:
        return sum(len(call.frame) for call in self.trial.transcript)


@dataclass(frozen=True)
class Finding:
    """What can be said of one failed check: what the code did wrong, and on what that rests, if on anything."""

    sentence: str = ""
    evidence: Evidence | None = None


def examine(trial: Trial, replayer: Replayer) -> Finding:
    """Compare a failed check's answers with the reference's."""
    replies = [call.reply for call in trial.transcript if call.reply is not None]
    if not replies or len(replies) < len(trial.transcript):
        return Finding()
    try:
        got = [read_reply(reply, call.callbacks) for reply, call in zip(replies, trial.transcript, strict=True)]
    except CodecError:  # each of them could be read when it came, but there is no room for all of them at once
        return Finding()
    right = replayer.reference(trial)
    if len(right) != len(got):
        return Finding()
    differences = [
        (*difference(call.label, ours, theirs, partial(_lengths_asked, call)), number)
        for number, (call, ours, theirs) in enumerate(zip(trial.transcript, got, right, strict=True))
    ]
    rank, sentence, _ = max(differences, key=lambda found: (found[0], found[2]))
    if rank == 0:
        return Finding()
    return Finding(sentence, Evidence(trial, got, right, rank) if sum(map(len, replies)) <= EVIDENCE_LIMIT else None)


def _lengths_asked(call: Call) -> set[int]:
    """The lengths in what was asked: a wrong answer's shape is most often made of them."""
    _, body = codec.decode(call.frame, read_handle)
    return lengths_in(body) if call.operation == "call" else set()


def diagnose(findings: list[Finding], replayer: Replayer) -> list[str]:
    """The fewest known mistakes that explain the failed checks of an exercise. Mistakes that nothing tells apart are
    all named; one that explains only a small share of what failed agrees with the student's code by chance.

    A mistake may be slow (it may never converge), so no more is replayed than can matter, and what is small first."""
    pieces = sorted((finding.evidence for finding in findings if finding.evidence), key=lambda piece: piece.size)
    if not pieces:
        return []

    @cache
    def explains(mistake: Variant, number: int) -> bool:
        piece = pieces[number]
        wrong = replayer.mistake(mistake, piece.trial, piece.got)
        return _alike(piece.got, wrong, piece.rank) and not _is_right(wrong, piece.right)

    known = replayer.mistakes_in(pieces[0].trial.check.exercise)
    fewest = len(findings) * LEAST_SHARE
    if len(pieces) < fewest:
        return []
    # most students have made one mistake, and then each of the others is done with at its first difference
    whole = [mistake for mistake in known if all(explains(mistake, number) for number in range(len(pieces)))]
    if whole:
        return sorted({mistake.sentence for mistake in whole})
    likely = {mistake: _explained(partial(explains, mistake), len(pieces), fewest) for mistake in known}
    return _fewest_sentences({mistake: numbers for mistake, numbers in likely.items() if numbers})


def _explained(explains: Callable[[int], bool], count: int, fewest: float) -> set[int]:
    """Which of the pieces of evidence a mistake explains; none as soon as they cannot become enough."""
    numbers = set()
    for number in range(count):
        if explains(number):
            numbers.add(number)
        if len(numbers) + count - number - 1 < fewest:
            return set()
    return numbers


def _fewest_sentences(explained: dict[Variant, set[int]]) -> list[str]:
    """Again and again the mistakes that explain most of what is not yet explained."""
    unexplained = set().union(*explained.values())
    sentences: list[str] = []
    while unexplained:
        most = max(len(numbers & unexplained) for numbers in explained.values())
        best = [mistake for mistake, numbers in explained.items() if len(numbers & unexplained) == most]
        sentences += sorted({mistake.sentence for mistake in best} - set(sentences))
        unexplained -= set().union(*(explained[mistake] for mistake in best))
    return sentences


def _alike(got: list[Reply], wrong: list[Reply], rank: int) -> bool:
    """Whether a mistake's answers are the student's. How often each calls back matters only if that is all there is."""
    if len(got) != len(wrong) or not same_reply(got[-1], wrong[-1]):  # all before the last are alike, or it had stopped
        return False
    return rank > 1 or all(a.callbacks == b.callbacks for a, b in zip(got, wrong, strict=True))


def _is_right(replies: list[Reply], right: list[Reply]) -> bool:
    return all(difference("", a, b)[0] == 0 for a, b in zip(replies, right, strict=True))


class _TimeUp(BaseException):
    """The replay has had its time."""


class _Alarm:
    """Interrupts a replay that takes too long: a known mistake may be an endless loop. What counts is the processor's
    time, so that a busy machine finds the same mistakes."""

    def __init__(self) -> None:
        self.rang = False

    def __enter__(self) -> None:
        self.previous = signal.signal(signal.SIGPROF, self._ring)
        signal.setitimer(signal.ITIMER_PROF, REPLAY_SECONDS)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, self.previous)

    def _ring(self, *_: object) -> None:
        self.rang = True
        raise _TimeUp
