"""The command `autograder`, also as `python -m autograder`: what must be so before anything large is imported."""

import os
import sys


def main() -> int:
    # One thread for numpy, which reads this when it is imported: the judge forks, and cores are for submissions.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from autograder.cli.main import main as run_command

        return run_command()
    except KeyboardInterrupt:
        print(
            "\nautograder: stopped; what was finished is kept, and the same command goes on from there.",
            file=sys.stderr,
        )
        return 130


if __name__ == "__main__":
    sys.exit(main())
