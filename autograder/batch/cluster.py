"""Grades on a Dask cluster: submissions go out as text, reports come back as text.

A worker needs the kit and the course (in its working directory, or where AUTOGRADER_COURSE says). It must have the very
suite, engine, Python and numpy of the command, or the run stops and says which worker has not.
"""

import json
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from typing import Any, TypeGuard

from autograder.batch.remote import close_judges, grade_one
from autograder.batch.run import LATER, Result, worker_count
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.grading.fingerprint import versions
from autograder.grading.report import report_from_json
from autograder.grading.submission import Submission

try:
    import distributed
except ImportError:
    raise UserError("--cluster needs Dask, which is not installed; pip install '.[cluster]' installs it.") from None

LOCAL = "local"
CONNECT_SECONDS = 10
# Submissions that are with the cluster at a time: enough for hundreds of cores, and little memory for any class.
WINDOW = 1000


def grade_on_cluster(
    address: str,
    assignment: Assignment,
    submissions: Iterator[Submission],
    secret: str,
    fingerprint: str,
    workers: int | None,
    isolation: str,
) -> Iterator[Result]:
    """Yield each submission with its report as soon as that is back; None where the engine itself failed."""
    order = {
        "slug": assignment.slug,
        "isolation": isolation,
        "secret": secret,
        "fingerprint": fingerprint,
        "versions": versions(),
    }
    put_back: list[Submission] = []
    with _connect(address, workers) as client:
        turns = (
            answer
            for is_patient, waiting in ((False, submissions), (True, iter(put_back)))
            for answer in _answers(client, json.dumps({**order, "is_patient": is_patient}), waiting, address)
        )
        for submission, data in turns:
            if data == LATER.value:  # the patient turn begins when all others are done
                put_back.append(submission)
                continue
            if data is not None and not is_report_on(data, submission, assignment, fingerprint, isolation):
                raise UserError(f"a worker of {address} sent something else than the report on {submission.student}.")
            yield submission, report_from_json(data) if data is not None else None


def is_report_on(
    data: Any, submission: Submission, assignment: Assignment, fingerprint: str, isolation: str
) -> TypeGuard[dict[str, Any]]:
    """Whether what a worker sent is a whole report on just this submission, with a score that it can have. Workers
    are ours, but what is wrong with one machine must not end in another student's file, or outside the folder."""
    try:
        report = report_from_json(data)
        return (
            (report.assignment, report.student) == (assignment.slug, submission.student)
            and (report.submission_sha256, report.suite_sha256) == (submission.sha256, fingerprint)
            and report.sandbox == isolation
            and [(e.name, e.max_score) for e in report.exercises] == [(e.name, e.points) for e in assignment.exercises]
            and all(0 <= exercise.score <= exercise.max_score for exercise in report.exercises)
            and report.score == round(sum(exercise.score for exercise in report.exercises), 2)
            and not report.decisions
        )
    except (KeyError, TypeError, ValueError):
        return False


@contextmanager
def _connect(address: str, workers: int | None) -> Iterator[distributed.Client]:
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters we say ourselves, in one sentence
    if address == LOCAL:
        # Threads suffice here: each has a grading process of its own, and it is that which works.
        with (
            distributed.LocalCluster(
                n_workers=worker_count(workers),
                threads_per_worker=1,
                processes=False,
                dashboard_address="127.0.0.1:0",  # any free port: None takes a fixed one
                silence_logs=logging.CRITICAL,
            ) as cluster,
            distributed.Client(cluster, set_as_default=False) as client,
        ):
            try:
                yield client
            finally:
                close_judges()
        return
    if not re.fullmatch(r"(tcp|tls)://\S+:\d+", address):
        raise UserError(f"--cluster takes tcp://HOST:PORT (or tls://HOST:PORT), or local; {address!r} is neither.")
    if workers is not None:
        raise UserError("--workers is for this machine; how many workers a cluster has is said where they are started.")
    _require_certificates(address)
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UserError(f"there is no Dask scheduler at {address} ({error}).") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise UserError(f"the cluster at {address} has no workers; start one with 'dask worker'.") from None
        yield client


def _require_certificates(address: str) -> None:
    """Without them, or with broken ones, Dask's own answer to a tls:// address is a traceback."""
    if not address.startswith("tls://"):
        return
    where = "distributed.comm.tls of Dask's configuration"
    try:
        settings = distributed.Security().get_connection_args("client")
    except OSError as error:
        raise UserError(f"the certificates that {where} names cannot be used ({error}).") from None
    if settings["ssl_context"] is None:
        raise UserError(f"{address} needs certificates: name ca-file, client key and client cert in {where}.")


def _answers(
    client: distributed.Client, order: str, submissions: Iterator[Submission], address: str
) -> Iterator[tuple[Submission, Any]]:
    under_way: dict[str, Submission] = {}
    done = distributed.as_completed(loop=client.loop)

    def send(count: int) -> None:
        for submission in islice(submissions, count):
            # not "pure": a grade is asked for anew each time, even if another run asked for the same one
            future = client.submit(grade_one, order, json.dumps(asdict(submission)), pure=False)
            under_way[str(future.key)] = submission
            done.add(future)

    send(WINDOW)
    for future in done:
        answer = _answer(future, address)
        submission = under_way.pop(str(future.key))
        yield submission, answer["report"]
        send(1)


def _answer(future: Any, address: str) -> dict[str, Any]:
    """What a worker said of a submission; a problem with the worker itself ends the run."""
    try:
        answer: dict[str, Any] = json.loads(future.result())
    except distributed.KilledWorker as error:
        print(f"every worker that took this submission died: {error}", file=sys.stderr)
        return {"report": None}
    except (distributed.CancelledError, OSError):
        raise UserError(
            f"the cluster at {address} has gone; reports that were finished are kept, "
            "and the same command goes on from there."
        ) from None
    except Exception as error:
        raise UserError(f"a worker of {address} cannot run the kit ({error}); install it there.") from None
    if not isinstance(answer, dict) or not answer.keys() & {"report", "problem"}:
        raise UserError(f"a worker of {address} gave an answer that is none.")
    if "problem" in answer:
        raise UserError(f"a worker of the cluster cannot grade this: {answer['problem']}")
    return answer
