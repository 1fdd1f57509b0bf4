"""The engine of the course: it releases assignments, grades submissions safely, and explains the results."""

__version__ = "0.1.0"
