"""Measures what grading on a cluster costs, and works out from it what 100,000 submissions would take.

.venv/bin/python tools/cluster_figures.py 01_decision_trees --size 60

Real schedulers and worker processes of Dask, all on this machine; docs/cluster.md has the tables that it prints.
"""

import argparse
import json
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

import distributed

from autograder.batch.run import grade_folder, worker_count
from autograder.bench.classes import mixed_class
from autograder.course.catalogue import Course, find_course
from autograder.course.records import Assignment
from autograder.grading.report import read_report, report_from_json, write_report

CLASS = 100_000
MACHINES = ((1, 2), (1, 16), (4, 16), (16, 16), (64, 16))
ECHOES = 2000
OUT = "reports of {} workers"
NO_DASHBOARD = "127.0.0.1:0"  # any free port: None takes a fixed one


@dataclass(frozen=True)
class Run:
    """One run of a class: seconds in all, processor seconds in judges and sandboxes, and bytes of reports."""

    workers: int
    wall: float
    cpu: float
    size: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slug", metavar="SLUG")
    parser.add_argument("--size", type=int, default=40, metavar="N", help="submissions in each run (default: 40)")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4], metavar="N", help="(default: 1 2 4)")
    options = parser.parse_args()
    course = find_course()
    assignment = course.assignment(options.slug)
    with tempfile.TemporaryDirectory() as scratch:
        submissions = mixed_class(assignment, Path(scratch) / "in", options.size)
        runs = [measure(course, assignment, submissions, count, Path(scratch)) for count in options.workers]
        passing_on = overhead(Path(scratch) / OUT.format(options.workers[0]), max(options.workers))
    print(measured(assignment.slug, options.size, runs, passing_on))
    print()
    print(extrapolated(min(run.cpu for run in runs) / options.size, passing_on, runs[0].size / options.size))
    return 0


def start_cluster(workers: int) -> distributed.LocalCluster:
    """So many worker processes of one thread each."""
    return distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=NO_DASHBOARD)


def measure(course: Course, assignment: Assignment, submissions: Path, workers: int, scratch: Path) -> Run:
    """Grade all on a cluster of so many worker processes, which have graded one before and so are warm."""
    out = scratch / OUT.format(workers)
    with start_cluster(workers) as cluster:
        address = cluster.scheduler_address
        grade_folder(course, assignment, submissions, scratch / f"warm {workers}", cluster=address)
        before, started = judges_cpu(cluster), time.monotonic()
        grade_folder(course, assignment, submissions, out, cluster=address)
        wall, judges = time.monotonic() - started, judges_cpu(cluster) - before
        count = len(cluster.workers)
    paths = list(out.glob("*.json"))
    # no parent's usage shows what a sandbox used, but its report does
    students = sum(read_report(path).student_cpu_seconds for path in paths)
    return Run(count, wall, judges + students, sum(path.stat().st_size for path in paths))


def judges_cpu(cluster: distributed.LocalCluster) -> float:
    """Processor seconds so far of all grading processes and of the children that they have waited for."""
    with distributed.Client(cluster, set_as_default=False) as client:
        return float(sum(client.run(_cpu_below).values()))


def _cpu_below() -> float:
    import psutil  # comes with Dask

    judges = [child for child in psutil.Process().children() if "autograder.batch.judge" in child.cmdline()]
    return sum(sum(judge.cpu_times()[:4]) for judge in judges)


def overhead(reports: Path, workers: int) -> float:
    """Seconds of one core that the command and the scheduler need for each submission, whoever grades it: on tasks that
    only send a report back, which is read and written as in a run. Waiting for the disk counts, for the workers not."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(reports.glob("*.json"))]
    writing = 0.0
    with (
        tempfile.TemporaryDirectory() as scratch,
        start_cluster(workers) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        client.gather(client.map(str, texts[:10], pure=False))
        before = time.process_time()
        futures = client.map(str, list(islice(cycle(texts), ECHOES)), pure=False)
        for number, future in enumerate(distributed.as_completed(futures, loop=client.loop)):
            report = report_from_json(json.loads(future.result()))
            started, used = time.monotonic(), time.process_time()
            write_report(report, Path(scratch) / f"{number}.json")
            writing += time.monotonic() - started - (time.process_time() - used)
        cpu = time.process_time() - before
    return (cpu + writing) / ECHOES


def measured(slug: str, size: int, runs: list[Run], passing_on: float) -> str:
    lines = [
        f"Measured: {size} submissions of {slug}, on a machine with {worker_count(None)} cores",
        "",
        "| workers | seconds | submissions a second | processor seconds each |",
        "| ---: | ---: | ---: | ---: |",
    ]
    lines += [f"| {run.workers} | {run.wall:.1f} | {size / run.wall:.1f} | {run.cpu / size:.3f} |" for run in runs]
    lines += ["", f"Command and scheduler together need {passing_on * 1000:.1f} ms for each submission."]
    return "\n".join(lines)


def extrapolated(cpu: float, passing_on: float, report_size: float) -> str:
    lines = [
        f"Extrapolated: {CLASS:,} submissions at {cpu:.3f} processor seconds each, {CLASS * cpu / 3600:.1f} core hours",
        "",
        "| machines | cores in all | minutes |",
        "| ---: | ---: | ---: |",
    ]
    floor = CLASS * passing_on
    for machines, cores in MACHINES:
        minutes = max(CLASS * cpu / (machines * cores), floor) / 60
        lines.append(f"| {machines} | {machines * cores} | {minutes:.0f} |")
    lines += [
        "",
        f"Sending them out and writing the reports takes the command {floor / 60:.0f} minutes, whatever the number of "
        f"machines; more than {cpu / passing_on:.0f} cores are of no use. "
        f"The reports take {CLASS * report_size / 1e9:.1f} GB.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
