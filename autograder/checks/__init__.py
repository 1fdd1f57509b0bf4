"""The pytest plugin: fixtures, the marker `exercise`, and the outcome of each check."""
