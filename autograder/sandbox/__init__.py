"""Starts, limits, warms, forks and ends the processes in which students' code runs."""
