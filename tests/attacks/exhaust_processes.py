"""Starts processes in every way there is, each of which starts more."""

import multiprocessing
import os
import subprocess


def mean(values):
    for start in (
        os.fork,
        os.forkpty,
        lambda: os.posix_spawn("/bin/sh", ["sh"], {}),
        lambda: subprocess.Popen(["sleep", "60"]),
        lambda: os.system("sleep 60 &"),
        lambda: multiprocessing.get_context("fork").Process(target=mean, args=(values,)).start(),
        lambda: os.execv("/bin/sh", ["sh"]),
    ):
        try:
            print("started", start())
        except (OSError, AttributeError) as error:
            print(type(error).__name__)
    raise LookupError("no mean")
