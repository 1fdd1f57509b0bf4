"""Sleeps while it is loaded."""

import time

time.sleep(1000)
