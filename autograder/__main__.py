"""`python -m autograder` is the same as `autograder`."""

import sys

from autograder.cli.main import main

sys.exit(main())
