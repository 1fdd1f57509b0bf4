"""How many examples are enough? Bounds for finite hypothesis classes, and learners that keep their promise.

Conventions of the whole module
-------------------------------
- Labels and Boolean features are 0 or 1.
- Every logarithm is natural. The size of a hypothesis class H is always passed as `log_size` = ln|H|, because a number
  such as 2^(2^20) fits into no float.
- `setting` says what is assumed:
  "realizable"  some hypothesis of H makes no error at all, and we keep one that fits all training examples;
  "agnostic"    nothing is assumed; training errors are compared with true errors;
  "erm"         (`error_bound` only) as agnostic, for the hypothesis with the smallest training error.
  Any other string raises ValueError, and so does "erm" outside `error_bound`.
- epsilon (an error) and delta (a probability of failing) lie strictly between 0 and 1; n (a number of examples) is an
  integer of at least 1, numpy integers included; log_size is at least 0. Other numbers raise ValueError. Text, None,
  True and infinities in the place of numbers are not tested.
- Where arrays are expected, lists will do. No argument is changed.
- A literal is a pair (column, value). A test is a list of literals: it is true for a row x when x[column] == value for
  every literal in it. The empty test is true for every row.

Notes name CIML (Daume, A Course in Machine Learning) and AIMA (Russell and Norvig, Artificial Intelligence: A Modern
Approach); you need neither.
"""

import numpy as np


def hoeffding(phi: float, gamma: float, n: int) -> tuple[float, float]:
    """How far a frequency strays from its probability: the exact chance, and Hoeffding's bound on it.

    A coin shows 1 with probability phi. It is thrown n times, k throws show 1, and phi_hat = k/n estimates phi.
    Return the pair (exact, bound) of floats for the event that the estimate is off by more than gamma:

        exact = P(|phi_hat - phi| > gamma), summed over the binomial distribution of k,
        bound = min(1, 2 exp(-2 gamma^2 n)).

    "More than" is strict, and floats blur it: at phi = 0.3, gamma = 0.1, n = 10 the count 4 is off by exactly gamma,
    yet 4/10 - 0.3 > 0.1 is True in floats. So compare counts and leave some slack: k is a deviation when
    |k - n phi| > n gamma + 1e-9.

    P(k) = n! / (k! (n-k)!) phi^k (1-phi)^(n-k). Factorials overflow from 171! on and n = 5000 must work, so add
    logarithms (math.lgamma(k + 1) = ln k!) and take exp last. At phi = 0 and phi = 1 nothing is random: exact is 0.0.

    The bound does not know phi. That is its strength (we never do) and the reason why it is loose.

    Raises ValueError unless 0 <= phi <= 1, gamma > 0 and n is an integer >= 1.
    """
    raise NotImplementedError


def failure_bound(epsilon: float, n: int, log_size: float = 0.0, setting: str = "agnostic") -> float:
    """Bound on the probability that n examples mislead us about some hypothesis of a finite class.

    One hypothesis rarely looks better than it is, but with |H| of them each gets a chance. The union bound (the
    probability that any of several events happens is at most the sum of their probabilities) multiplies by |H|:

        realizable: P(some h with error > epsilon fits all n examples)         <=  |H| (1 - epsilon)^n
        agnostic:   P(some h has |true error - training error| > epsilon)      <=  2 |H| exp(-2 epsilon^2 n)

    Return the right-hand side as a float, cut off at 1. Keep the power (1 - epsilon)^n as it is; the weaker
    exp(-epsilon n) only enters in `sample_size`. (It is weaker because 1 - x <= exp(-x).)

    Here n = 0 is allowed and gives 1.0: without examples nothing is promised. |H| may be astronomically large, so
    work with the logarithm of the bound: log_size = 1e6 must not produce inf, nan or an OverflowError.

    Raises ValueError for epsilon outside (0, 1), n that is no integer >= 0, log_size < 0 or an unknown setting.
    """
    raise NotImplementedError


def sample_size(epsilon: float, delta: float, log_size: float = 0.0, setting: str = "agnostic") -> int:
    """Number of examples after which error epsilon is guaranteed with probability at least 1 - delta.

    Set the failure bound equal to delta and solve for n (in the realizable setting after weakening (1 - epsilon)^n to
    exp(-epsilon n), which gives the formula that every book prints):

        realizable: n >= (ln|H| + ln(1/delta)) / epsilon
        agnostic:   n >= (ln|H| + ln(2/delta)) / (2 epsilon^2)

    Return the smallest such integer, as an int: rounding down would just miss the guarantee. Accuracy is what costs
    (1/epsilon, or even 1/epsilon^2); confidence and the size of the class enter only through their logarithms.
    Arguments for which the right-hand side is an integer up to rounding noise are not tested.

    Because of the weakening the realizable answer is sufficient, not necessary: for |H| = 2^16, epsilon = 0.1,
    delta = 0.05 it is 141, while |H| (1 - epsilon)^n <= delta holds from n = 134 on.

    Raises ValueError for epsilon or delta outside (0, 1), log_size < 0 or an unknown setting.

    Note: CIML's Theorems 14 and 15 leave out N, epsilon and delta; the formulas above complete them.
    """
    raise NotImplementedError


def error_bound(error: float, n: int, delta: float, log_size: float = 0.0, setting: str = "agnostic") -> float:
    """Upper bound on a true error that holds with probability at least 1 - delta after n examples.

    This is `sample_size` read the other way: n and delta are given, epsilon is wanted. Let

        gap = sqrt((ln|H| + ln(2/delta)) / (2n)).

    - "agnostic": `error` is the training error of a hypothesis of H. With probability 1 - delta all training errors
      are within gap of the true ones at once, so the true error is at most error + gap.
    - "erm": `error` is the smallest true error in H. The hypothesis with the smallest training error may be worse than
      it looks by gap, and the best one may look worse than it is by gap: its true error is at most error + 2 gap.
    - "realizable": `error` must be 0. A hypothesis that fits all examples has a true error of at most
      (ln|H| + ln(1/delta)) / n: no square root, so it falls like 1/n.

    Return the bound as a float. It is not cut off at 1: a value above 1 is a true statement that says nothing.

    Raises ValueError for error outside [0, 1], error other than 0 in the realizable setting, n that is no integer
    >= 1, delta outside (0, 1), log_size < 0 or an unknown setting.
    """
    raise NotImplementedError


def log_class_size(family: str, d: int, k: int = 1, bits: int = 64) -> float:
    """Natural logarithm of the number of hypotheses in a family, as a float.

    `d` counts the Boolean variables (the parameters, for "parameters"); `k` and `bits` matter only where named.

    - "conjunctions": every variable is required true, required false or absent: 3^d.
    - "literal_sets": every subset of the 2d literals: 4^d. As functions only 3^d + 1 of them differ, since every set
      with a contradiction is the function that is always 0.
    - "boolean": all functions of d variables, one bit for each of the 2^d inputs: 2^(2^d).
    - "trees": complete trees of depth d. Each of the 2^d - 1 inner nodes asks any of the d features, each of the 2^d
      leaves has either label: d^(2^d - 1) * 2^(2^d).
    - "decision_lists": lists whose tests have at most k literals. There are c = C(2d, 0) + C(2d, 1) + ... + C(2d, k)
      tests; each is absent, has outcome 0 or has outcome 1, and the list is ordered: at most 3^c * c!. The count
      includes the empty test and the contradictory ones.
    - "parameters": d real parameters, stored in `bits` bits each: 2^(bits * d).

    The number itself is usually too large for a float: compute the logarithm without it. d = 20 must work for
    "boolean" and "trees", and d = 10, k = 3 for "decision_lists".

    Raises ValueError for an unknown family, or unless d >= 1 is an integer, k >= 0 too for "decision_lists" and
    bits >= 1 for "parameters". A wrong k or bits elsewhere and d above 100 are not tested.

    Note: CIML counts conjunctions as 4^d; it prints d * 4^d trees, where choices that multiply are added up.
    """
    raise NotImplementedError


def risk_minimisers(hypotheses: np.ndarray, joint: np.ndarray) -> dict:
    """Errors of all hypotheses of a class on a finite domain, and what the best of them agree on.

    The domain is {0, ..., K-1}. `hypotheses` is (m, K): entry [i, x] is the probability that hypothesis i answers 1 at
    x; it is 0 or 1 for an ordinary function and may lie in between for one that throws a coin. `joint` is (K, 2):
    joint[x, y] = P(x, y). If `joint` is the true distribution, the errors are true errors; if it is the table of
    relative frequencies count/n of a sample, they are training errors.

    Return a dict:
    - "errors", array (m,): errors[i] = sum over x of joint[x, 1] (1 - h_i(x)) + joint[x, 0] h_i(x);
    - "irreducible", float: sum over x of the smaller of joint[x, 0] and joint[x, 1]. No predictor has a smaller
      error, whether it belongs to the class or not, and whether it throws coins or not;
    - "minimisers", ascending array of ints: every i whose error is within 1e-9 of the smallest (equality would split
      ties by rounding; a difference near 1e-9 is not tested). If the smallest is 0, they are the version space;
    - "vote", array (K,): the mean of the minimisers' rows, i.e. at each x the share of the best hypotheses that say 1.

    Raises ValueError if a shape does not fit, m = 0, an entry of `hypotheses` lies outside [0, 1], an entry of `joint`
    is negative, or the entries of `joint` do not add up to 1 (within 1e-9). Violations by rounding are not tested.
    """
    raise NotImplementedError


def learn_conjunction(X: np.ndarray, y: np.ndarray) -> list[tuple[int, int]]:
    """Learn a conjunction by throwing out bad terms.

    X is (n, d) of 0 and 1, y is (n,) of 0 and 1. Start with all 2d literals (j, 0) and (j, 1), a test that no row can
    pass. A positive example must pass, so it throws out every literal that it violates. Negative examples are ignored.

    Return the literals that are left, as a list of tuples (column, value) of ints, sorted by column, then by value.
    Without any positive example (n = 0 with X an array of shape (0, d) included) all 2d literals are left.

    If the labels come from some conjunction, its own literals always survive. So the result fits all examples, it is
    the most specific conjunction that does, and it never says 1 where the truth is 0.

    Raises ValueError if X is not (n, d), y is not (n,), or either holds anything but 0 and 1.
    """
    raise NotImplementedError


def rectangle_experiment(concept: np.ndarray, samples: np.ndarray, epsilon: float, delta: float) -> dict:
    """Learn the tightest box from many samples and see how often it fails, against what theory allows.

    Inputs are uniform on [0, 1]^d. `concept` is (2, d), the lower and the upper corner of the true box inside
    [0, 1]^d; a point is positive when low <= x <= high in every coordinate, edges included. `samples` is (R, m, d): R
    training samples of m points each. From each sample learn the tightest box around its positive points.

    Return a dict:
    - "boxes", array (R, 2, d): the lower and upper corners learnt. A sample without positives has the empty box, low =
      +inf and high = -inf in every coordinate;
    - "errors", array (R,): true errors. The learnt box lies inside the concept, so it can only miss volume:
      error = volume(concept) - volume(box), where the empty box has volume 0;
    - "failure_rate", float: fraction of the errors that are strictly greater than epsilon (errors within 1e-9 of
      epsilon are not tested);
    - "bound", float: what the strip argument promises. Lay a strip of mass epsilon/(2d) along the inside of each of the
      2d sides. If every strip is hit by a sample point, the box misses at most epsilon; so the failure probability is
      at most 2d (1 - epsilon/(2d))^m, cut off at 1. That is `failure_bound` with 2d "hypotheses" (the strips) of error
      epsilon/(2d) in the realizable setting;
    - "is_pac", bool: whether failure_rate <= delta + 1e-12.

    Raises ValueError for wrong shapes (R = 0 and m = 0 too), low > high in any coordinate, or epsilon or delta outside
    (0, 1). A concept or points outside [0, 1]^d are not tested.
    """
    raise NotImplementedError


def predict_decision_list(rules: list[tuple[list[tuple[int, int]], int]], X: np.ndarray) -> np.ndarray:
    """Answers of a decision list.

    `rules` is a list of pairs (test, outcome), with a test as described at the top of the module and outcome 0 or 1.
    X is (n, d) of integer codes. Every row gets the outcome of the FIRST rule whose test is true for it, and 0 if no
    test is, whatever the outcomes in the list are. Return an int array (n,). The empty list answers 0 everywhere; a
    conjunction is the list [(literals, 1)]. Wrong rules and columns that X does not have are not tested.

    Note: AIMA's list for the restaurant (Fig. 19.10) is an illustration; it is right on 9 of the 12 examples.
    """
    raise NotImplementedError


def learn_decision_list(X: np.ndarray, y: np.ndarray, max_literals: int = 1) -> list[tuple[list[tuple[int, int]], int]]:
    """Learn a decision list that fits all examples, by peeling off uniform groups.

    X is (n, d) of integer codes, y is (n,) of 0 and 1. While examples remain:

    1. look at all tests of 1, ..., max_literals literals on distinct columns;
    2. a test is usable if it is true for at least one remaining example and all remaining examples for which it is true
       have the same label (examples that an earlier rule settled no longer count);
    3. append (test, that label) to the list, and remove all the examples that it covers.

    Which usable test? The one with the fewest literals; among those, the one that covers most remaining examples; then
    the one with the smallest columns; then the one with the smallest values (both compared as tuples, in the order of
    the test's literals; all columns come before the first value).

    Return the rules as a list of (test, outcome); a test is a list of tuples (column, value) by ascending column, all
    plain ints. n = 0 gives the empty list. Greed is safe here: a usable test never spoils the rest, so this finds a
    list whenever one with such tests exists. If examples remain and no test is usable, there is none: ValueError.

    Raises ValueError also if X is not (n, d), y is not (n,), a label is not 0 or 1, or max_literals is no integer >= 1.
    Codes that are no integers are not tested.
    """
    raise NotImplementedError
