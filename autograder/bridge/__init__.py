"""The bridge between the judge (trusted) and a student's code (untrusted): only data crosses it."""
