"""The command `autograder`, also as `python -m autograder`: what must be so before anything large is imported."""

import os
import signal
import sys

STOPPED = "\nautograder: stopped; what was finished is kept, and the same command goes on from there."


def main() -> int:
    # One thread for numpy, which reads this when it is imported: the judge forks, and cores are for submissions.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:  # and Ctrl-C is not ignored, as behind nohup
        signal.signal(signal.SIGINT, _stop_at_once)
    from autograder.cli.main import main as run_command

    signal.signal(signal.SIGINT, usual)
    try:
        return run_command()
    except KeyboardInterrupt:
        print(STOPPED, file=sys.stderr)
        return 130


def _stop_at_once(*_: object) -> None:
    """For a Ctrl-C while we import, where an exception may get lost in somebody's `except`; nothing is begun yet."""
    print(STOPPED, file=sys.stderr, flush=True)
    os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
