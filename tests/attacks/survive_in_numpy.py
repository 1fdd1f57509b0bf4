"""Changes numpy, the random numbers, the warnings and the builtins for whoever comes next."""

import builtins
import random
import sys
import warnings

import numpy as np

np.random.seed(0)
random.seed(0)
np.seterr(all="ignore")
np.pi = 3
np.mean = np.sum = lambda *_, **__: 0.0
np.ndarray.__doc__ = None if False else np.ndarray.__doc__
warnings.simplefilter("error")
builtins.left_behind = True
builtins.len = lambda _: 0
sys.path.insert(0, "/tmp")
sys.dont_write_bytecode = False


def mean(values):
    return np.mean(values)
