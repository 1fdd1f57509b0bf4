"""Writes its own report with full marks where the grader keeps reports."""

import json

WITHOUT_ISOLATION = "writes"


def forge():
    report = {"version": 1, "student": "forge_report_file", "score": 100, "max_score": 100, "exercises": []}
    for path in ("@MARK@", "@OUT@/forge_report_file.json", "@OUT@/honest_0.json", "results.json"):
        try:
            with open(path, "w") as file:
                json.dump(report, file)
        except OSError as error:
            print(error.strerror)


def mean(values):
    forge()
    raise LookupError("no mean")
