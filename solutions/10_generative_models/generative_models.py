"""Generative models: how each class makes its examples, and Bayes' rule to turn the question round.

Conventions of the whole module
- All logarithms are natural.
- X is (n, D) or (n, d), one example a row. Classes are the integers 0, ..., K-1. n, K, D and d are at least 1 unless
  said otherwise.
- Everything is fitted by maximum likelihood unless a pseudo count is given. The class prior is never smoothed.
- Variances and covariances divide by the number of examples, never by one less, and are never standard deviations.
- 0 log 0 is 0. What cannot happen has log probability -inf, never nan (one 0/0 in `class_posterior` apart). Warnings of
  numpy on the way there do not count against you.
- Array arguments may also be lists, and whole numbers may stand for floats. Where a number is returned, a float, a
  numpy scalar and an array of no dimensions are the same. No function changes its arguments.
- Each list of ValueErrors is complete: what else is wrong with the input (nan, infinities, wrong types or numbers of
  dimensions) is not tested.

"Note:" marks remarks on the sources, which you need not own: CIML is Daumé's A Course in Machine Learning, CS229 and
CS480 are lecture notes.
"""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

### BEGIN SOLUTION

_log_gamma = np.vectorize(math.lgamma, otypes=[float])


def _require_distribution(p: np.ndarray) -> None:
    if (p < 0).any() or abs(p.sum() - 1) > 1e-8:
        raise ValueError("probabilities must not be negative, and sum to 1")


def _times_log(times: np.ndarray, p: np.ndarray) -> np.ndarray:
    """times * log(p), where 0 log 0 is 0."""
    with np.errstate(divide="ignore"):
        return times * np.log(np.where(times == 0, 1, p))


def _one_row_per_class(y: np.ndarray) -> np.ndarray:
    """(K, n): a 1 where the example belongs to the class. Its product with X adds up the examples of each class."""
    y = np.asarray(y)
    members = (y == np.arange(y.max() + 1)[:, None]).astype(float)
    if not members.any(axis=1).all():
        raise ValueError("a class has no examples")
    return members


### END SOLUTION


def conditional_table(joint: np.ndarray, keep: Sequence[int], given: dict[int, int] | None = None) -> np.ndarray:
    """Distribution of some variables once others are known, from the table of all of them.

    joint holds P(A_0, ..., A_{r-1}): axis j belongs to the variable A_j, and entry [a_0, ..., a_{r-1}] is the
    probability that all the variables have these values together. By the definition of conditional probability

        P(kept | given) = P(kept and given) / P(given):

    fix the given axes at their values, sum out every axis that is neither given nor kept, and divide by the total of
    what is left.

    Parameters: joint, a table with any number of axes; keep, the numbers of the axes to keep, in any order; given, a
    dict from axis to value, for example {0: 1} for "A_0 is 1". None and {} both mean that nothing is known; then the
    answer is the marginal distribution of the kept variables.

    Returns an array with one axis for each entry of keep, IN THE ORDER OF keep. For keep = () that is the number 1.

    Raises ValueError if an entry of joint is negative or joint does not sum to 1 within 1e-8; if an axis is in keep
    twice, or in keep and in given; if joint has no axis of that number, or the axis no such value (negative numbers
    do not count from the end); if P(given) is 0.
    """
    ### BEGIN SOLUTION
    joint = np.asarray(joint, dtype=float)
    _require_distribution(joint)
    keep, given = list(keep), given or {}
    axes = [*keep, *given]
    if len(set(axes)) < len(axes) or not all(0 <= axis < joint.ndim for axis in axes):
        raise ValueError("each axis may be named once, and must be an axis of the table")
    if not all(0 <= value < joint.shape[axis] for axis, value in given.items()):
        raise ValueError("a given value does not exist")

    part = joint[tuple(given.get(axis, slice(None)) for axis in range(joint.ndim))]
    if part.sum() == 0:
        raise ValueError("what is given has probability 0")
    left = [axis for axis in range(joint.ndim) if axis not in given]
    return np.einsum(part, left, keep) / part.sum()  # einsum sums out what is not kept, and puts the rest in order
    ### END SOLUTION


def log_probability(family: str, x: np.ndarray | float, **parameters) -> np.ndarray:
    """Natural logarithm of the probability, or density, of each entry of x.

        family         parameters      probability, or density, of x                         possible x
        "bernoulli"    theta           theta if x = 1, 1 - theta if x = 0                    0, 1
        "categorical"  theta (K,)      theta_x                                               0, ..., K-1
        "binomial"     n, theta        n! / (x! (n-x)!) theta^x (1-theta)^(n-x)              0, ..., n
        "multinomial"  theta (K,)      n! / (x_1! ... x_K!) theta_1^x_1 ... theta_K^x_K      K counts, n is their sum
        "uniform"      low, high       1 / (high - low)                                      low <= x <= high
        "gaussian"     mean, variance  exp(-(x-mean)^2 / (2 variance)) / sqrt(2 pi variance)  any number
        "poisson"      rate            rate^x exp(-rate) / x!                                0, 1, 2, ...

    For any other x the answer is -inf: also for negative or fractional counts, and for category -1, which is not the
    last one. What has probability 0 under the parameters gets -inf too, and 0^0 is 1: bernoulli with theta = 1 gives
    0 at x = 1 and -inf at x = 0, poisson with rate = 0 gives 0 at x = 0.

    Counts may be in the thousands. A factorial of 1000 is no float, but its logarithm is: math.lgamma(x + 1) = log x!.

    Parameters: x has any shape, and may be a number; for "multinomial" its LAST axis holds the K counts. theta (K,) is
    an array, all other parameters are numbers; n >= 0 is a whole number. They are passed by name, as in
    log_probability("gaussian", x, mean=0, variance=1).

    Returns an array of x's shape, for "multinomial" without the last axis.

    Raises ValueError if the family is unknown or one of its parameters is missing; if theta is not between 0 and 1
    (both ends are allowed), or theta (K,) does not sum to 1 within 1e-8; if the last axis of a multinomial x does not
    have length K; if variance <= 0, high <= low or rate < 0. Not tested: parameters too many, theta within 1e-6 of 0 or
    1 but not equal, x within rounding of an end of the uniform interval.
    """
    ### BEGIN SOLUTION
    expected = {
        "bernoulli": ("theta",),
        "categorical": ("theta",),
        "binomial": ("n", "theta"),
        "multinomial": ("theta",),
        "uniform": ("low", "high"),
        "gaussian": ("mean", "variance"),
        "poisson": ("rate",),
    }
    if family not in expected or not all(name in parameters for name in expected[family]):
        raise ValueError(f"unknown family {family!r}, or a parameter is missing")
    x = np.asarray(x, dtype=float)
    values = [np.asarray(parameters[name], dtype=float) for name in expected[family]]

    if family == "gaussian":
        mean, variance = values
        if variance <= 0:
            raise ValueError("the variance must be positive")
        return -(np.log(2 * np.pi * variance) + (x - mean) ** 2 / variance) / 2

    if family == "uniform":
        low, high = values
        if high <= low:
            raise ValueError("the interval is empty")
        return np.where((low <= x) & (x <= high), -np.log(high - low), -np.inf)

    # What is left counts something. Impossible counts become 0 on the way and -inf in the end.
    possible = (x >= 0) & (x == np.floor(x))
    if family == "poisson":
        (rate,) = values
        if rate < 0:
            raise ValueError("the rate must not be negative")
        k = np.where(possible, x, 0)
        return np.where(possible, _times_log(k, rate) - rate - _log_gamma(k + 1), -np.inf)

    theta = values[-1]
    if family in ("bernoulli", "binomial"):
        n = values[0] if family == "binomial" else 1
        # in a row of two, theta is just as a distribution over two outcomes
        _require_distribution(np.array([1 - theta, theta]))
        possible &= x <= n
        k = np.where(possible, x, 0)
        coefficient = _log_gamma(n + 1) - _log_gamma(k + 1) - _log_gamma(n - k + 1)
        return np.where(possible, coefficient + _times_log(k, theta) + _times_log(n - k, 1 - theta), -np.inf)

    _require_distribution(theta)
    if family == "categorical":
        possible &= x < len(theta)
        k = np.where(possible, x, 0).astype(int)
        return np.where(possible, _times_log(np.ones(len(theta)), theta)[k], -np.inf)

    if x.shape[-1] != len(theta):
        raise ValueError("the last axis of x must hold one count per category")
    possible = possible.all(axis=-1)
    k = np.where(possible[..., None], x, 0)
    coefficient = _log_gamma(k.sum(axis=-1) + 1) - _log_gamma(k + 1).sum(axis=-1)
    return np.where(possible, coefficient + _times_log(k, theta).sum(axis=-1), -np.inf)
    ### END SOLUTION


def category_frequencies(
    values: np.ndarray, edges: Sequence[float], pseudo_count: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Sort numbers into bins, and estimate how probable each bin is.

    k - 1 edges cut the line into k bins, numbered from 0. The bin of a value is the number of edges <= the value: a
    value that equals an edge belongs to the bin ABOVE it. Without edges there is one bin. With count_b values in bin b,
    n values in all and a = pseudo_count, the estimate is

        frequencies[b] = (count_b + a) / (n + a k).

    a = 0 is maximum likelihood, the share that was observed. a = 1 is Laplace's rule, which pretends that each of the k
    bins, seen or not, was seen once more.

    Parameters: values (n,), n = 0 allowed if a > 0 (then all bins are equally probable); edges, strictly increasing;
    pseudo_count >= 0, not necessarily whole. No check depends on rounding in edge <= value.

    Returns (bins, frequencies): an (n,) array of integers and a (k,) array.

    Raises ValueError if the edges are not strictly increasing, if pseudo_count < 0, or if there are no values and
    pseudo_count is 0.

    Note: CS229 counts the bins from 1 and leaves open where a value on an edge belongs.
    """
    ### BEGIN SOLUTION
    values, edges = np.asarray(values, dtype=float), np.asarray(edges, dtype=float)
    if (np.diff(edges) <= 0).any():
        raise ValueError("edges must be strictly increasing")
    k = len(edges) + 1
    total = len(values) + pseudo_count * k
    if pseudo_count < 0 or total == 0:
        raise ValueError("pseudo_count must not be negative, and there must be something to count")
    bins = np.searchsorted(edges, values, side="right")
    return bins, (np.bincount(bins, minlength=k) + pseudo_count) / total
    ### END SOLUTION


def class_posterior(log_likelihood: np.ndarray, prior: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bayes' rule: from what each class says about an example to what the example says about the classes.

        P(k | x) = prior_k p(x | k) / p(x),     p(x) = sum_k prior_k p(x | k), the evidence.

    Likelihoods come as logarithms, because products of many small numbers are too small for floats: entries like -1000
    and +1000 must give the right answer, although exp(-1000) is 0 and exp(1000) is inf. Subtract the largest
    log joint of the row before you take exponentials, and add it back to the log evidence.

    Parameters: log_likelihood (n, K), entry [i, k] is log p(x_i | class k), which may be -inf; prior (K,), the
    probabilities of the classes, which may be 0.

    Returns (posterior, log_evidence): an (n, K) array whose rows sum to 1, and the (n,) array of log p(x_i). A class of
    prior 0 has posterior 0. If x_i is impossible under all classes of positive prior, Bayes' rule asks for 0/0: then
    its whole row of the posterior is nan, and its log evidence -inf.

    Raises ValueError if the prior does not have one entry per column of log_likelihood, has a negative entry, or does
    not sum to 1 within 1e-8.
    """
    ### BEGIN SOLUTION
    log_likelihood, prior = np.asarray(log_likelihood, dtype=float), np.asarray(prior, dtype=float)
    if prior.shape != log_likelihood.shape[1:]:
        raise ValueError("one prior probability per class is needed")
    _require_distribution(prior)
    with np.errstate(divide="ignore", invalid="ignore"):  # log 0 is -inf, and the posterior of the impossible is nan
        log_joint = log_likelihood + np.log(prior)
        largest = log_joint.max(axis=1, keepdims=True)
        largest[np.isneginf(largest)] = 0  # -inf - (-inf) would be nan in the evidence too
        joint = np.exp(log_joint - largest)
        total = joint.sum(axis=1, keepdims=True)
        return joint / total, (largest + np.log(total))[:, 0]
    ### END SOLUTION


def text_features(
    documents: list[str],
    vocabulary: list[str] | None = None,
    *,
    counts: bool = False,
    min_count: int = 1,
    stop_words: Sequence[str] = (),
    unknown: str | None = None,
) -> tuple[np.ndarray, list[str]]:
    """Turn texts into rows of numbers, one column for each word of a vocabulary.

    The words of a document are its text in lower case, split at white space; nothing else is removed. Stop words are
    dropped first: they are not collected, not counted, and are not unknown words either.

    Without a vocabulary one is collected: all words that occur at least min_count times IN TOTAL over all documents, in
    the order of Python's sorted(), and then `unknown`, if it is given, as the last entry.
    With a vocabulary, that one is used as it is. Nothing is added, removed or sorted, and min_count plays no part. (A
    stop word in it keeps its column, which stays 0.) So new texts get the same columns as the ones trained on.

    Entry [i, j] of X is 1 if word j occurs in document i and 0 if not; with counts=True it is how often it occurs. A
    word that is not in the vocabulary belongs to the column of `unknown`, if `unknown` is given and is in the
    vocabulary; otherwise it is ignored.

    Parameters: documents, one or more strings, of which some may be empty (a row of zeros); vocabulary, one or more
    words; min_count >= 1; stop_words, in lower case; unknown, a name for all words that have no column of their own,
    for example "<unk>". All text in the checks is ASCII.

    Returns (X, vocabulary): an (n, V) array of integers, and the list of the V words that belong to its columns.

    Raises ValueError if min_count < 1 (tested only without a vocabulary), or if a word is twice in the vocabulary. The
    latter includes an `unknown` that is itself one of the collected words.
    """
    ### BEGIN SOLUTION
    texts = [[word for word in document.lower().split() if word not in stop_words] for document in documents]
    if vocabulary is None:
        if min_count < 1:
            raise ValueError("min_count must be at least 1")
        occurrences = Counter(word for text in texts for word in text)
        vocabulary = sorted(word for word, count in occurrences.items() if count >= min_count)
        if unknown is not None:
            vocabulary.append(unknown)
    column = {word: j for j, word in enumerate(vocabulary)}
    if len(column) < len(vocabulary):
        raise ValueError("a word is twice in the vocabulary")

    X = np.zeros((len(texts), len(vocabulary)), dtype=int)
    for row, text in zip(X, texts, strict=True):
        for word in text:
            j = column.get(word, column.get(unknown))
            if j is not None:
                row[j] += 1
    return (X if counts else X.clip(max=1)), list(vocabulary)
    ### END SOLUTION


def fit_naive_bayes(
    X: np.ndarray,
    y: np.ndarray,
    model: str,
    *,
    pseudo_count: float = 0.0,
    n_values: Sequence[int] | None = None,
    tie: str | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Fit class prior and class-conditional feature distributions of naive Bayes, by counting and averaging.

    Naive Bayes takes the features of an example to be independent, given its class. K = max(y) + 1; N_k is the number
    of examples of class k, and a = pseudo_count. prior_k = N_k / n for every model and every a. The parameters are

    "bernoulli"     X holds 0 and 1. (K, D): [k, j] = P(x_j = 1 | k) = (count + a) / (N_k + 2 a), where count is the
                    number of examples of class k with x_j = 1.
    "categorical"   x_j is one of 0, ..., n_values[j] - 1. (K, D, max n_values): [k, j, v] = P(x_j = v | k) =
                    (count + a) / (N_k + a n_values[j]), where count is the number of examples of class k with x_j = v;
                    0 for v >= n_values[j], values which feature j does not have.
    "multinomial"   X holds counts, of D words say. (K, D): [k, j] = (occurrences of word j in class k + a) / (all words
                    in class k + a D). The examples (documents) themselves are not counted here.
    "gaussian"      X holds any numbers. (2, K, D): [0] the means and [1] the variances of each feature in each class,
                    the variance of class k with 1/N_k (0 for a constant feature, which is no error). With
                    tie="features" each class has one variance: the mean of its D variances;
                    tie="classes" each feature has one variance: sum_k N_k variance_k / n.
                    The tied value is written into all the entries that share it, so the shape stays.

    pseudo_count is not used for "gaussian", n_values only for "categorical", tie only for "gaussian".

    Parameters: X (n, D), whole numbers in an array of integers for the first three models; y (n,), integers 0..K-1;
    pseudo_count >= 0, not necessarily whole; n_values (D,), the number of values of each feature; tie, one of None,
    "features", "classes".

    Returns (prior, parameters): a (K,) array and an array of the shape above.

    Raises ValueError if the model is unknown; if X and y differ in length; if one of the classes 0..K-1 has no
    examples; if tie is unknown (tested with "gaussian" only); for the other three models, if pseudo_count < 0 or an
    entry of X is none that the model allows (negative for "multinomial"; fractions are not tested); for "categorical",
    if n_values is missing or does not have one entry per feature; for "multinomial", if a class has no words at all and
    pseudo_count is 0.
    """
    ### BEGIN SOLUTION
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if model not in ("bernoulli", "categorical", "multinomial", "gaussian"):
        raise ValueError(f"unknown model {model!r}")
    if len(X) != len(y):
        raise ValueError("X and y must have the same length")
    if tie not in (None, "features", "classes"):
        raise ValueError(f"unknown tie {tie!r}")
    members = _one_row_per_class(y)
    N = members.sum(axis=1, keepdims=True)
    prior = N[:, 0] / len(y)

    if model == "gaussian":
        means = members @ X / N
        variances = members @ (X - means[y]) ** 2 / N
        if tie == "features":
            variances = np.tile(variances.mean(axis=1, keepdims=True), X.shape[1])
        elif tie == "classes":
            variances = np.tile(prior @ variances, (len(prior), 1))
        return prior, np.array([means, variances])

    if pseudo_count < 0 or (X < 0).any():
        raise ValueError("neither pseudo_count nor a value may be negative")
    if model == "multinomial":
        words = members @ X + pseudo_count
        if not words.any(axis=1).all():
            raise ValueError("a class has no words")
        return prior, words / words.sum(axis=1, keepdims=True)

    if model == "bernoulli":
        n_values = [2] * X.shape[1]
    if n_values is None or len(n_values) != X.shape[1] or (n_values <= X).any():
        raise ValueError("n_values is missing, or does not fit X")
    table = np.zeros((*members.shape[:1], X.shape[1], max(n_values)))
    for j, size in enumerate(n_values):
        for v in range(size):
            table[:, j, v] = (members @ (X[:, j] == v) + pseudo_count) / (N[:, 0] + pseudo_count * size)
    return prior, table[:, :, 1] if model == "bernoulli" else table
    ### END SOLUTION


def naive_bayes_log_likelihood(X: np.ndarray, parameters: np.ndarray, model: str) -> np.ndarray:
    """log p(x_i | class k) of naive Bayes, for every example and every class.

    The features are independent given the class, so their log probabilities add up. With the parameter arrays of
    `fit_naive_bayes`, class k gives the example x

    "bernoulli"     sum_j [ x_j log theta_kj + (1 - x_j) log(1 - theta_kj) ]; a feature that is absent counts too.
    "categorical"   sum_j log table[k, j, x_j]
    "multinomial"   sum_j x_j log phi_kj, one term for each occurrence of a word: nothing for absent words, and no
                    factorials (this is the probability of the words in their order; a document without words gets 0).
    "gaussian"      sum_j log N(x_j; mean_kj, variance_kj)

    0 log 0 is 0: an impossible event that did not happen costs nothing. One that did happen makes the sum -inf, never
    nan. With thousands of features the probabilities themselves would be too small for floats: add up logarithms.

    Parameters: X (n, D), for the first three models an array of integers that the model allows (not checked here);
    parameters, of the shape that `fit_naive_bayes` returns for the model: (K, D), (K, D, V), (K, D), (2, K, D).

    Returns an (n, K) array. It is not normalised over the classes: that, and the prior, is the part of
    `class_posterior`. (Checks of the whole classifier call the two, and `fit_naive_bayes`, one after another.)

    Raises ValueError if the model is unknown, if X has another number of features than the parameters, or if a variance
    is <= 0.
    """
    ### BEGIN SOLUTION
    X, parameters = np.asarray(X), np.asarray(parameters, dtype=float)
    if model not in ("bernoulli", "categorical", "multinomial", "gaussian"):
        raise ValueError(f"unknown model {model!r}")
    D = parameters.shape[2 if model == "gaussian" else 1]
    if X.shape[1] != D:
        raise ValueError(f"X must have {D} features")

    if model == "categorical":
        with np.errstate(divide="ignore"):
            log_table = np.log(parameters)
        return np.column_stack([table[np.arange(D), X].sum(axis=1) for table in log_table])

    X = X.astype(float)  # 1 - x would wrap around in unsigned integers
    if model == "gaussian":
        if (parameters[1] <= 0).any():
            raise ValueError("variances must be positive")
        classes = zip(*parameters, strict=True)
        terms = [-(np.log(2 * np.pi * variance) + (X - mean) ** 2 / variance) / 2 for mean, variance in classes]
    elif model == "bernoulli":
        terms = [_times_log(X, theta) + _times_log(1 - X, 1 - theta) for theta in parameters]
    else:
        terms = [_times_log(X, phi) for phi in parameters]
    return np.column_stack([term.sum(axis=1) for term in terms])
    ### END SOLUTION


def multivariate_normal_log_density(X: np.ndarray, mean: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """Natural logarithm of the multivariate normal density at each row of X.

        log N(x; m, S) = -(d/2) log(2 pi) - (1/2) log |S| - (1/2) (x - m)^T S^-1 (x - m).

    It must not overflow or underflow on the way: with d = 200 features |S| may be 1e-600, which is no float, although
    log |S| is a harmless number (np.linalg.slogdet; or a Cholesky factor, S = L L^T with log |S| = 2 sum_j log L_jj).

    Parameters: X (n, d), n up to 1000; mean (d,); covariance (d, d), symmetric positive definite.

    Returns an (n,) array.

    Raises ValueError if mean does not have d entries or covariance is not d by d; if covariance is not symmetric (two
    mirrored entries differ by more than 1e-8 times the largest absolute entry; less is rounding and must be accepted);
    if it is not positive definite, as a singular one has no density. The size of the entries is no reason to refuse:
    1e-150 times the identity is fine. In the checks a covariance to be accepted has a condition number of at most 1e8,
    and one to be refused is [[1, 1], [1, 1]], [[1, 0], [0, 0]], or has a clearly negative eigenvalue.

    Note: CS229 allows semidefinite covariances here, for which |S| = 0.
    """
    ### BEGIN SOLUTION
    X, mean, S = (np.asarray(array, dtype=float) for array in (X, mean, covariance))
    d = X.shape[1]
    if mean.shape != (d,) or S.shape != (d, d):
        raise ValueError(f"mean and covariance must fit {d} features")
    if np.abs(S - S.T).max() > 1e-8 * np.abs(S).max():
        raise ValueError("the covariance must be symmetric")
    L = np.linalg.cholesky(S)  # raises LinAlgError, which is a ValueError, unless S is positive definite
    Z = np.linalg.solve(L, (X - mean).T)  # the quadratic form is the squared length of L^-1 (x - m)
    return -d / 2 * np.log(2 * np.pi) - np.log(np.diag(L)).sum() - (Z**2).sum(axis=0) / 2
    ### END SOLUTION


def fit_gda(X: np.ndarray, y: np.ndarray, shared: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Fit Gaussian discriminant analysis: each class is one multivariate normal distribution, by maximum likelihood.

    With N_k examples of class k, m_k their mean, and K = max(y) + 1, the estimates are prior_k = N_k / n, the means m_k
    and, if all classes share one covariance (which makes the boundary between two classes a line),

        S = (1/n) sum_i (x_i - m_{y_i}) (x_i - m_{y_i})^T,

    or else one for each class (which bends the boundary), S_k = (1/N_k) * the same sum over the examples of class k.

    Parameters: X (n, d), without a column of ones; y (n,), integers 0..K-1; shared.

    Returns (prior, means, covariance): (K,), (K, d), and (d, d) if shared, else (K, d, d); also for d = 1. Nothing is
    inverted here, so a covariance may be singular: a class of one example has the covariance 0, which is no error.

    Raises ValueError if X and y differ in length, or if one of the classes 0..K-1 has no examples.
    """
    ### BEGIN SOLUTION
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if len(X) != len(y):
        raise ValueError("X and y must have the same length")
    members = _one_row_per_class(y)
    N = members.sum(axis=1)
    means = members @ X / N[:, None]
    R = X - means[y]  # every example seen from the mean of its own class
    covariance = R.T @ R / len(y) if shared else np.array([(R.T * w) @ R / w.sum() for w in members])
    return N / len(y), means, covariance
    ### END SOLUTION


def log_odds_line(
    prior: np.ndarray, parameters: np.ndarray | tuple[np.ndarray, np.ndarray], model: str
) -> tuple[np.ndarray, float]:
    """The line that a generative model of two classes draws: weights w and intercept b with

        log P(1 | x) - log P(0 | x) = x.w + b   for every x,

    so that the posterior of class 1 is the logistic function of x.w + b. What the classes assume:

    "bernoulli"     parameters (2, D): row k holds P(x_j = 1 | k); features independent given the class.
    "multinomial"   parameters (2, D): row k holds the probabilities of the D words; x holds word counts.
    "poisson"       parameters (2, D): x_j is a Poisson count with rate parameters[k, j]; features independent.
    "gaussian"      parameters (means, covariance), (2, d) and (d, d): normal distributions with a shared covariance S.
                    The quadratic terms cancel: w = S^-1 (m_1 - m_0), and b is best written as
                    -w.(m_0 + m_1)/2 + log(prior_1 / prior_0), which is precise far from the origin too.

    To find w and b in the other models, write down both log joints, subtract, and sort the result into what multiplies
    x_j and what does not.

    Parameters: prior (2,), the class probabilities; parameters as above, (means, covariance) as a tuple or list.

    Returns (w, b): a (D,) array and a number.

    Raises ValueError if the model is unknown; if prior or parameters are not for exactly two classes; if a prior is 0,
    a probability of "bernoulli" or "multinomial" is <= 0 or >= 1, or a rate is <= 0 (the line would be infinite). Not
    tested: whether probabilities sum to 1, and a singular or asymmetric covariance.

    Note: the derivation pasted into CS229 loses the halves of the Gaussian exponents and turns the prior term round.
    """
    ### BEGIN SOLUTION
    prior = np.asarray(prior, dtype=float)
    if prior.shape != (2,) or (prior <= 0).any():
        raise ValueError("two classes of positive prior are needed")
    prior_odds = np.log(prior[1] / prior[0])
    if model not in ("bernoulli", "multinomial", "poisson", "gaussian"):
        raise ValueError(f"unknown model {model!r}")
    table = np.asarray(parameters[0] if model == "gaussian" else parameters, dtype=float)
    if len(table) != 2:
        raise ValueError("two classes are needed")

    if model == "gaussian":
        covariance = np.asarray(parameters[1], dtype=float)
        w = np.linalg.solve(covariance, table[1] - table[0])
        return w, float(prior_odds - w @ (table[0] + table[1]) / 2)

    if (table <= 0).any() or (model != "poisson" and (table >= 1).any()):
        raise ValueError("the line is infinite")
    w = np.log(table[1] / table[0])
    if model == "poisson":
        return w, float(prior_odds + (table[0] - table[1]).sum())
    if model == "multinomial":
        return w, float(prior_odds)
    absent = np.log((1 - table[1]) / (1 - table[0]))  # what a missing feature says; a present one says w instead
    return w - absent, float(prior_odds + absent.sum())
    ### END SOLUTION
