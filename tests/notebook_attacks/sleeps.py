"""Sleeps for a day, with the interrupt's signal ignored."""

import signal
import time

signal.signal(signal.SIGINT, signal.SIG_IGN)
time.sleep(86_400)
