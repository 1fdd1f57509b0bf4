"""One submission in, one GradeReport out: runs the checks, follow-through, diagnosis and points."""
