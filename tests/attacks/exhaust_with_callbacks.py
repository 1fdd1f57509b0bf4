"""Calls the function it was given without end, and never answers."""


def tabulate(function, values):
    while True:
        function(1.0)
