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

from collections.abc import Sequence

import numpy as np


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError
