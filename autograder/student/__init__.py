"""The student kit: `check.py` and `conftest.py` go as they are into every release, so they import nothing of ours."""
