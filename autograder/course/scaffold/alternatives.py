"""Right answers written another way; each must get full marks."""

from autograder.authoring import alternative


@alternative("mean_deviation")
def plain_loop(values):
    values = list(values)
    if not values or any(hasattr(value, "__len__") for value in values):
        raise ValueError("not a list of numbers")
    middle = sum(values) / len(values)
    return sum(abs(value - middle) for value in values) / len(values)
