"""Model selection: choosing a model, and its settings, without fooling yourself.

Conventions of the whole module
- Models are polynomials in one variable, with the coefficients w in ASCENDING powers: w[0] is the constant, and the
  prediction for x is w[0] + w[1] x + w[2] x^2 + ...
- Errors are MEAN squared errors, without a factor 1/2. Smaller is better everywhere; ties go to the first candidate.
- In `select_degree` and `model_selection` an error is better only if it is lower than the best so far by more than
  1e-9, so that rounding never decides between two perfect fits. Errors between 1e-10 and 1e-6 apart are not tested.
  Elsewhere ties are tested only where both numbers are the same floats.
- Array arguments may also be lists, and may hold integers. Where a number is returned, a float and a numpy scalar are
  the same; where several are, a tuple, a list and an array are. No function changes its arguments (a random generator
  moves on). A `loss` that you call always wants one numpy array.
- Each list of ValueErrors is complete: what else is wrong with the input (nan, wrong shapes, fractional degrees, rows
  that do not exist) is not tested.

"Note:" marks remarks on the sources, which you need not own: AIMA is Russell and Norvig's Artificial Intelligence: A
Modern Approach, CIML is Daumé's A Course in Machine Learning, CS229 and CS480 are lecture notes.
"""

from collections.abc import Callable

import numpy as np


def three_way_split(
    n: int, fractions: tuple[float, float, float], rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Shuffle the row numbers 0, ..., n-1 and cut them into training, development and test rows.

    The model is fitted on the first part, choices are made on the second, and the third is looked at once, in the end.
    The examples may be sorted (by class, by date), so shuffle first. Then cut the shuffled numbers in two places,

        floor(n * f_train + 1e-9)   and   floor(n * (f_train + f_dev) + 1e-9),

    where the 1e-9 is there because 0.7 + 0.1 is a little less than 0.8 in floats. The test rows are all the rest, so
    no row is lost. A part may be empty.

    Parameters: n >= 1 (at most 20,000 in the checks); fractions (f_train, f_dev, f_test); rng, the ONLY source of
    randomness: the same seed gives the same split, another seed another one, and so does a second call with the same
    generator. How you shuffle with it is up to you; no particular order is tested.

    Returns (train, dev, test), three arrays of row numbers. The dtype of an empty part is not tested.

    Raises ValueError if n < 1, a fraction is negative, or the fractions do not sum to 1 within 1e-9.
    """
    raise NotImplementedError


def fit_regularised(x: np.ndarray, y: np.ndarray, degree: int, lam: float = 0.0) -> tuple[np.ndarray, float]:
    """Polynomial of a given degree that fits best once large coefficients are penalised.

    Minimises, over all degree + 1 coefficients w,

        Cost(w) = (1/n) sum_i (y_i - sum_j w_j x_i^j)^2  +  lam * sum_j w_j^2,

    a MEAN over the examples plus lam times the squares of ALL coefficients, the constant included. With Phi_ij = x_i^j
    the gradient vanishes where (Phi'Phi / n + lam I) w = Phi'y / n. For lam > 0 there is one solution.

    For lam = 0 this is least squares. If several polynomials fit equally well (fewer different x than coefficients),
    return the w with the smallest sum of squares; np.linalg.solve alone cannot do that.

    Parameters: x, y (n,), n >= 1; degree >= 0; lam >= 0.

    Returns (w, cost): the array of the degree + 1 coefficients, and Cost(w), the penalty included.

    Answers are compared to about 1e-5 of the largest coefficient, on data where the usual ways to solve agree (|x| up
    to 7; degree at most 4, or at most 9 for x spread over [-1, 1]).

    Raises ValueError if degree < 0, lam < 0, n = 0, or x and y have different lengths.

    Note: AIMA 19.4.3. CS480 7.1 sums the errors instead of averaging, CS229 9.1 has a factor 1/2: the same idea, but
    the same lam means something else there.
    """
    raise NotImplementedError


def select_degree(
    x: np.ndarray, y: np.ndarray, degrees: list[int], folds: list[tuple[np.ndarray, np.ndarray]], lam: float = 0.0
) -> dict:
    """Choose the degree with the smallest error on rows that are held back.

    A fold is a pair (fit_rows, check_rows) of row numbers. For each degree and each fold, fit on the fold's fit rows
    only, and take the mean squared error on its check rows. The error of a degree is the mean of its folds' errors
    (each fold counts the same, however many rows it checks). lam shapes the fits, but is no part of the errors.

    One procedure is three: [(all, all)] selects by training error, one pair of disjoint parts is the hold-out method,
    and k pairs are k-fold cross-validation. Folds need not cover all rows, and a row may be in several.

    The degree with the smallest error is chosen; of those within 1e-9 of it, the one that stands first in `degrees`.
    At last it is fitted again, on ALL rows and with the same lam.

    Parameters: x, y (n,), of equal lengths; degrees, in any order; folds, a list of pairs of arrays (or lists) of row
    numbers; lam >= 0. Each fit is that of `fit_regularised`.

    Returns a dict with the keys
        "degree"   int, the degree that was chosen
        "errors"   array of length len(degrees), the error of each degree in the order of `degrees`
        "weights"  array, the coefficients of the final fit

    Raises ValueError if degrees or folds is empty, if a fold has no fit rows or no check rows, or if a degree or lam is
    negative.
    """
    raise NotImplementedError


def model_selection(
    x: np.ndarray, y: np.ndarray, k: int, max_degree: int, patience: int, n_test: int, lam: float = 0.0
) -> dict:
    """The whole procedure: set test rows aside, raise the degree while cross-validation improves, refit, test once.

    1. The LAST n_test rows are the test set; nothing looks at them before step 4. The N others are the training rows.
    2. There are k folds of neighbouring training rows, without shuffling: fold i = 0, ..., k-1 checks the rows from
       (i * N) // k up to, but not including, ((i + 1) * N) // k, and fits on the other training rows. For degree 0, 1,
       2, ... up to max_degree compute the cross-validated error (the mean of the k folds' mean squared errors, as in
       `select_degree`). Stop early after `patience` degrees IN A ROW none of which is better, by more than 1e-9, than
       the best before it. Degree 0 is the first best.
    3. Fit the best degree on all N training rows.
    4. Measure the mean squared error of that fit on the test rows.

    Every fit is that of `fit_regularised` with this lam; no error includes the penalty. A fold with fewer rows than
    coefficients gets the shortest fit.

    Parameters: x, y (n,), of equal lengths; 2 <= k <= N; max_degree >= 0; patience >= 1; 1 <= n_test < n; lam >= 0.

    Returns a dict with the keys
        "degree"      int, the degree with the best cross-validated error
        "cv_errors"   array, the cross-validated errors of degree 0, 1, ... as far as they were computed; those that
                      made it stop are among them
        "weights"     array, the coefficients of the fit of step 3
        "test_error"  float, the error of step 4

    Raises ValueError if k, max_degree, patience, n_test or lam is outside its range.

    Note: AIMA Fig. 19.8, which stops when the error "starts to increase significantly" and leaves open what that is.
    """
    raise NotImplementedError


def penalised_choice(
    costs: np.ndarray, sizes: np.ndarray, criterion: str, n: int | None = None, dim: int | None = None
) -> tuple[int, np.ndarray]:
    """Choose without held-out data: the candidate whose cost plus a price for its size is smallest.

    Candidate i has costs[i] on the training data, and sizes[i]. Its total is, by criterion (logarithms are natural
    unless base 2 is written),

        "aic"         n ln(cost/n) + 2 size        cost: residual sum of squares; size: number of coefficients;
        "bic"         n ln(cost/n) + size ln n     n: number of examples
        "kmeans_aic"  cost + 2 size dim            cost: k-means objective; size: number of clusters;
        "kmeans_bic"  cost + size ln dim           dim: number of columns of the data (not of examples)
        "mdl"         size + cost log2 n           size: bits that write the hypothesis down; cost: number of examples
                                                   that it predicts wrongly, out of n

    "mdl" (minimum description length) counts the bits of a message that contains all labels: the hypothesis, and then
    the name of each example on which it errs (log2 n bits each). Right predictions cost nothing.

    Parameters: costs, sizes (m,), m >= 1; n >= 1 and dim >= 1 are whole numbers. An n or dim that the criterion does
    not use is ignored.

    Returns (index, totals): the index of the smallest total (of equal ones the first) and the array of the m totals.

    Raises ValueError if the criterion is none of the five, the n or dim that it uses is None, costs and sizes have
    different lengths, a cost is negative, or a cost is 0 with "aic" or "bic".

    Note: "aic" and "bic" are the usual forms for Gaussian noise; the k-means forms are CIML Eq. 15.2-15.3 as printed,
    with D the dimension; AIMA 19.4.3 leaves the code of "mdl" open.
    """
    raise NotImplementedError


def grid_search(loss: Callable[[np.ndarray], np.ndarray], grid: dict[str, list[float]]) -> dict:
    """Try every combination of the listed values, and return the best.

    Each combination is a row, with one column for each name, in the order of the dict. The rows come in the order of
    nested loops: the LAST name changes fastest.

    loss is called ONCE, with the (m, p) array of all rows, and returns the m losses as an array. A loss is finite or
    nan; nan (a run that diverged) counts as worse than any number.

    Parameters: loss; grid, from each of the p >= 1 names to a list of at least one number. m is the product of the
    lengths of the lists.

    Returns a dict with the keys
        "best"    dict from each name to its value in the row with the smallest loss (of equal ones the first)
        "loss"    float, that loss
        "points"  (m, p) array, all rows
        "losses"  (m,) array, as loss returned them (nan stays nan)

    Raises ValueError if the grid or one of its lists is empty, or if all losses are nan.
    """
    raise NotImplementedError


def random_search(
    loss: Callable[[np.ndarray], np.ndarray], ranges: dict[str, tuple[float, float, str]], draws: np.ndarray
) -> dict:
    """Try random settings, each drawn from its range, and return the best.

    Column j of draws belongs to the j-th name of the dict. Its numbers u, uniform in [0, 1), are handed in, so that the
    search can be repeated. ranges[name] = (low, high, scale) says what u becomes:

        "linear"   low + u (high - low)
        "log"      low (high / low)^u, so that equal steps of u multiply the setting by equal factors.

    loss is called ONCE, with the (m, p) array of all settings, and returns the m losses as an array. A loss is finite
    or nan; nan counts as worse than any number.

    Parameters: loss; ranges, with p >= 1 names, low < high, and 0 < low on a log scale; draws (m, p), m >= 1.

    Returns a dict like that of `grid_search`: "best" (from name to value, in the row with the smallest loss, of equal
    ones the first), "loss", "points" (m, p) and "losses" (m,), where nan stays nan.

    Raises ValueError if a scale is neither "linear" nor "log", if low >= high, if low <= 0 on a log scale, if draws
    does not have one column for each name, or if all losses are nan.
    """
    raise NotImplementedError


def gp_posterior(
    X: np.ndarray, y: np.ndarray, X_new: np.ndarray, length: float = 1.0, noise: float = 1e-6
) -> tuple[np.ndarray, np.ndarray]:
    """What a Gaussian process believes about a function after some noisy values of it: mean and variance.

    Before any data the function has mean 0 and variance 1 everywhere, and its values at a and b have the covariance

        k(a, b) = exp(-||a - b||^2 / (2 length^2)).

    With the matrix C = (k(x_i, x_j)) + noise * I of the data, where `noise` is a variance, and the column k_* = (k(x_i,
    x_*)) of similarities to a new point x_*, conditioning on y gives

        mean     = k_*' C^-1 y
        variance = 1 - k_*' C^-1 k_*,

    the variance of the function itself, not of a noisy measurement. Rounding may make it a little negative; return 0
    then.

    Parameters: X (n, p); y (n,); X_new (m, p); length > 0; noise > 0. n may be 0 (X of shape (0, p)): then nothing is
    known, and the mean is 0 and the variance 1 everywhere.

    Returns (mean, variance), two arrays of length m. The checks have at most 40 points and compare to 1e-6 or more.

    Raises ValueError if length <= 0 or noise <= 0.
    """
    raise NotImplementedError


def bayesian_optimisation(
    loss: Callable[[np.ndarray], np.ndarray],
    candidates: np.ndarray,
    start: list[int],
    n_steps: int,
    kappa: float = 2.0,
    length: float = 1.0,
) -> dict:
    """Search with few evaluations: let a Gaussian process say which candidate is worth trying next.

    First evaluate the candidates numbered in `start`, in one call loss(candidates[start]). Then, n_steps times:

    1. standardise the losses observed so far: subtract their mean and divide by their standard deviation (the root of
       the mean of the squares, so divide by their number, not by one less); if it is below 1e-12, divide by 1;
    2. get mean and variance at every candidate that is NOT YET evaluated, from `gp_posterior` with this length and its
       default noise, given the evaluated candidates and their standardised losses;
    3. choose the one with the smallest mean - kappa * sqrt(variance): low losses are wanted, so the optimist looks at
       the LOWER bound. Of those within 1e-6 of the smallest take the lowest index;
    4. evaluate it, in one call loss(candidates[[i]]), which gets a (1, p) array.

    Stop early once every candidate is evaluated.

    Parameters: loss, from a (q, p) array to an array of q numbers; candidates (m, p); start, different indices, at
    least one; n_steps >= 0; kappa >= 0; length > 0.

    Returns a dict with the keys
        "order"   the indices in the order of their evaluation, those of start first
        "losses"  array, their losses
        "best"    int, the index with the smallest loss (of equal ones the one evaluated first)

    The checks have at most 15 candidates, no two of them nearer than length / 4; a loss that is constant is at most 1.

    Raises ValueError if start is empty or has an index twice.
    """
    raise NotImplementedError


def population_step(
    settings: np.ndarray, losses: np.ndarray, n_replace: int, factors: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """One generation of population-based training: the worst members go on from mutated settings of the best.

    Row i of settings holds the hyperparameters of member i, and losses[i] is how it does. Rank the members by loss,
    equal losses by index (the lower index is the better one). Then the worst member takes over the settings of the best
    times factors[0], the second worst those of the second best times factors[1], and so on for n_replace members. The
    products are taken column by column. All other members, the best among them, keep their settings.

    Parameters: settings (P, p), positive; losses (P,); n_replace, at most half of P; factors (n_replace, p), positive.

    Returns (new_settings, parents): the (P, p) array of the next generation, in a new array (also if settings holds
    integers: 3 times 0.5 is 1.5), and parents (P,), where parents[i] is the index of the member whose settings member i
    continues from: itself unless it was replaced.

    Raises ValueError if n_replace < 0 or n_replace > P // 2.
    """
    raise NotImplementedError
