"""Has the failing line itself, which is quoted in the report, hold escapes and markup."""


def mean(values):
    raise LookupError("[31m</td><script>alert(1)</script> \N{RIGHT-TO-LEFT OVERRIDE}")  # [2J 
