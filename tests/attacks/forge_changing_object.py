"""Returns a sequence that has other elements each time it is looked at."""


class Changing:
    def __init__(self):
        self.looks = 0

    def __len__(self):
        self.looks += 1
        return 1 + self.looks % 3

    def __getitem__(self, index):
        self.looks += 1
        return -float(self.looks)

    def __iter__(self):
        self.looks += 1
        return iter([-float(self.looks)] * (self.looks % 4))


def mean(values):
    return Changing()


class Scaler:
    mean_ = scale_ = Changing()

    def fit(self, values):
        return Changing()


def tabulate(function, values):
    return Changing() if len(values) else None
