"""Right answers of 14_learning_theory, written another way."""

import math
import operator
from fractions import Fraction
from itertools import combinations, product

import numpy as np

from autograder.authoring import alternative
from learning_theory import failure_bound, predict_decision_list


def whole(value, least):
    """The value as a Python int; ValueError if it is none or too small."""
    try:
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{value!r} is no integer") from None
    if number < least:
        raise ValueError(f"{number} is below {least}")
    return number


def fraction_of_one(*values):
    if any(value <= 0 or value >= 1 for value in values):
        raise ValueError("epsilon and delta lie strictly between 0 and 1")


def known(setting, *settings):
    if setting not in settings:
        raise ValueError(f"unknown setting {setting}")


# hoeffding ------------------------------------------------------------------------------------------------------------


def check_coin(phi, gamma, n):
    if phi < 0 or phi > 1 or gamma <= 0:
        raise ValueError("phi is a probability and gamma is positive")
    return whole(n, 1), min(1.0, 2.0 * np.exp(-2.0 * n * gamma * gamma))


@alternative("hoeffding")
def one_minus_inside(phi, gamma, n):
    n, bound = check_coin(phi, gamma, n)
    if phi == 0 or phi == 1:
        return [0.0, bound]
    inside = 0.0
    for k in range(n + 1):
        if abs(k - n * phi) <= n * gamma + 1e-9:
            log_choose = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
            inside += math.exp(log_choose + k * math.log(phi) + (n - k) * math.log(1 - phi))
    return [max(0.0, 1 - inside), bound]


@alternative("hoeffding")
def recurrence_in_logs(phi, gamma, n):
    n, bound = check_coin(phi, gamma, n)
    if phi in (0, 1):
        return 0.0, bound
    k = np.arange(1, n + 1)
    steps = np.log((n - k + 1) / k) + np.log(phi / (1 - phi))
    log_probability = n * np.log(1 - phi) + np.concatenate([[0.0], np.cumsum(steps)])
    counts = np.arange(n + 1)
    low, high = counts < n * phi - n * gamma - 1e-9, counts > n * phi + n * gamma + 1e-9
    return np.exp(log_probability[low]).sum() + np.exp(log_probability[high]).sum(), bound


@alternative("hoeffding")
def logs_of_big_integers(phi, gamma, n):
    n, bound = check_coin(phi, gamma, n)
    if phi in (0, 1):
        return 0.0, bound
    terms, choose = [], 1
    for k in range(n + 1):
        if abs(k - n * phi) > n * gamma + 1e-9:
            terms.append(math.exp(math.log(choose) + k * math.log(phi) + (n - k) * math.log(1 - phi)))
        choose = choose * (n - k) // (k + 1)
    return np.array([math.fsum(terms), bound])


@alternative("hoeffding")
def frequencies_with_slack(phi, gamma, n):
    """Frequencies in place of counts, with the slack divided by n; the bound cut off at the end, exact not at all."""
    n, bound = check_coin(phi, gamma, n)
    k = np.arange(n + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        ones, zeros = np.where(k > 0, k * np.log(phi), 0.0), np.where(k < n, (n - k) * np.log1p(-phi), 0.0)
    choose = [math.lgamma(n + 1) - math.lgamma(j + 1) - math.lgamma(n - j + 1) for j in range(n + 1)]
    probability = np.exp(choose + ones + zeros)
    return probability[np.abs(k / n - phi) > gamma + 1e-9 / n].sum(), bound


# failure_bound --------------------------------------------------------------------------------------------------------


@alternative("failure_bound")
def tests_the_exponent(epsilon, n, log_size=0.0, setting="agnostic"):
    fraction_of_one(epsilon)
    known(setting, "realizable", "agnostic")
    if log_size < 0:
        raise ValueError("log_size")
    n = whole(n, 0)
    exponent = n * np.log(1 - epsilon) if setting == "realizable" else np.log(2) - 2 * n * epsilon**2
    return 1.0 if exponent + log_size >= 0 else np.exp(exponent + log_size)


@alternative("failure_bound")
def logaddexp_for_both_directions(epsilon, n, log_size=0.0, setting="agnostic"):
    fraction_of_one(epsilon)
    n = whole(n, 0)
    if log_size < 0:
        raise ValueError("log_size")
    if setting == "realizable":
        return np.float32(np.exp(np.minimum(0, log_size + n * np.log1p(-epsilon))))
    if setting != "agnostic":
        raise ValueError("setting")
    one_direction = log_size - 2 * n * epsilon**2
    return np.exp(np.minimum(0, np.logaddexp(one_direction, one_direction)))


# sample_size ----------------------------------------------------------------------------------------------------------


@alternative("sample_size")
def numpy_ceiling(epsilon, delta, log_size=0.0, setting="agnostic"):
    fraction_of_one(epsilon, delta)
    known(setting, "realizable", "agnostic")
    if log_size < 0:
        raise ValueError("log_size")
    directions, rate = (1, epsilon) if setting == "realizable" else (2, 2 * epsilon * epsilon)
    return int(np.ceil((log_size + np.log(directions) - np.log(delta)) / rate))


@alternative("sample_size")
def search_by_doubling(epsilon, delta, log_size=0.0, setting="agnostic"):
    fraction_of_one(epsilon, delta)
    known(setting, "realizable", "agnostic")
    if log_size < 0:
        raise ValueError("log_size")

    def enough(n):
        if setting == "realizable":
            return log_size - epsilon * n <= math.log(delta)
        return math.log(2) + log_size - 2 * epsilon**2 * n <= math.log(delta)

    high = 1
    while not enough(high):
        high *= 2
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return np.int64(high)


# error_bound ----------------------------------------------------------------------------------------------------------


@alternative("error_bound")
def multiplier_of_the_gap(error, n, delta, log_size=0.0, setting="agnostic"):
    gaps = {"realizable": 0, "agnostic": 1, "erm": 2}
    if setting not in gaps or log_size < 0 or error < 0 or error > 1:
        raise ValueError("bad argument")
    fraction_of_one(delta)
    n = whole(n, 1)
    if setting == "realizable":
        if error != 0:
            raise ValueError("a consistent hypothesis has no training error")
        return (log_size - np.log(delta)) / n
    return error + gaps[setting] * np.sqrt(0.5 * np.logaddexp(0, 0) / n + 0.5 * (log_size - np.log(delta)) / n)


@alternative("error_bound")
def undo_the_logarithm_of_delta(error, n, delta, log_size=0.0, setting="agnostic"):
    known(setting, "realizable", "agnostic", "erm")
    fraction_of_one(delta)
    if not 0 <= error <= 1 or log_size < 0 or (setting == "realizable" and error > 0):
        raise ValueError("bad argument")
    count = whole(n, 1)
    log_ratio = math.log(2) * (setting != "realizable") + log_size - math.log(delta)
    if setting == "realizable":
        return np.float32(log_ratio / count)
    gap = (log_ratio / (2 * count)) ** 0.5
    return error + gap + (gap if setting == "erm" else 0)


# log_class_size -------------------------------------------------------------------------------------------------------


@alternative("log_class_size")
def sums_of_logarithms(family, d, k=1, bits=64):
    d, k, bits = whole(d, 1), whole(k, 0), whole(bits, 1)
    inputs = 2.0**d
    if family == "decision_lists":
        tests, choose = 0, 1
        for i in range(k + 1):
            tests += choose
            choose = choose * (2 * d - i) // (i + 1)
        return np.log(3) * tests + np.log(np.arange(1, tests + 1)).sum()
    sizes = {
        "conjunctions": d * np.log(3),
        "literal_sets": 2 * d * np.log(2),
        "boolean": inputs * np.log(2),
        "trees": (inputs - 1) * np.log(d) + inputs * np.log(2),
        "parameters": d * bits * np.log(2),
    }
    if family not in sizes:
        raise ValueError(family)
    return sizes[family]


@alternative("log_class_size")
def exact_integers(family, d, k=1, bits=64):
    """math.log takes Python integers of any length, so the counts may be formed exactly."""
    d, k, bits = whole(d, 1), whole(k, 0), whole(bits, 1)
    if family == "decision_lists":
        tests = sum(math.comb(2 * d, size) for size in range(k + 1))
        return math.log(3**tests) + math.log(math.factorial(tests))
    counts = {
        "conjunctions": lambda: 3**d,
        "literal_sets": lambda: 4**d,
        "boolean": lambda: 1 << (1 << d),
        "parameters": lambda: 1 << (bits * d),
    }
    if family == "trees":
        return sum(2**level * math.log(d) for level in range(d)) + 2**d * math.log(2)
    if family not in counts:
        raise ValueError(f"no family is called {family}")
    return math.log(counts[family]())


@alternative("log_class_size")
def checks_only_what_the_family_names(family, d, k=1, bits=64):
    """Another reading: k and bits are not looked at where the family does not name them."""
    d = whole(d, 1)
    if family == "decision_lists":
        tests = sum(math.comb(2 * d, size) for size in range(whole(k, 0) + 1))
        return tests * np.log(3.0) + sum(math.log(i) for i in range(2, tests + 1))
    if family == "parameters":
        return np.float64(d * whole(bits, 1)) * np.log(2.0)
    if family == "trees":
        return 2**d * math.log(2 * d) - math.log(d)
    base, power = {"conjunctions": (3, d), "literal_sets": (2, 2 * d), "boolean": (2, 2**d)}.get(family, (0, 0))
    if base == 0:
        raise ValueError(family)
    return power * math.log(base)


# risk_minimisers ------------------------------------------------------------------------------------------------------


def check_tables(hypotheses, joint):
    h, p = np.array(hypotheses, dtype=float), np.array(joint, dtype=float)
    if h.ndim != 2 or p.ndim != 2 or h.shape[0] == 0 or p.shape[1] != 2 or h.shape[1] != p.shape[0]:
        raise ValueError("shapes")
    if h.min() < 0 or h.max() > 1 or p.min() < 0 or abs(p.sum() - 1) > 1e-9:
        raise ValueError("values")
    return h, p


@alternative("risk_minimisers")
def difference_of_columns(hypotheses, joint):
    h, p = check_tables(hypotheses, joint)
    errors = h @ (p[:, 0] - p[:, 1]) + p[:, 1].sum()
    best = [i for i, error in enumerate(errors) if error - errors.min() <= 1e-9]
    vote = h[best].sum(axis=0) / len(best)
    return {"errors": errors, "irreducible": np.minimum(p[:, 0], p[:, 1]).sum(), "minimisers": best, "vote": vote}


@alternative("risk_minimisers")
def loops_over_hypotheses(hypotheses, joint):
    h, p = check_tables(hypotheses, joint)
    errors = []
    for row in h.tolist():
        errors.append(sum(p1 * (1 - q) + p0 * q for q, (p0, p1) in zip(row, p.tolist(), strict=True)))
    smallest = min(errors)
    minimisers = np.array([i for i, error in enumerate(errors) if error <= smallest + 1e-9])
    return {
        "vote": np.mean([h[i] for i in minimisers], axis=0),
        "minimisers": minimisers,
        "irreducible": sum(min(row) for row in p.tolist()),
        "errors": np.array(errors, dtype=np.float32),
    }


@alternative("risk_minimisers")
def einsum_over_labels(hypotheses, joint):
    h, p = check_tables(hypotheses, joint)
    mistaken = np.stack([h, 1 - h], axis=2)
    errors = np.einsum("mxy,xy->m", mistaken, p)
    best = np.where(np.isclose(errors, errors.min(), rtol=0, atol=1e-9))[0]
    return {"errors": errors, "irreducible": 1 - p.max(axis=1).sum(), "minimisers": best, "vote": h[best].mean(0)}


# learn_conjunction ----------------------------------------------------------------------------------------------------


def check_bits(X, y):
    X, y = np.array(X), np.array(y)
    if X.ndim != 2 or y.ndim != 1 or len(X) != len(y):
        raise ValueError("shapes")
    if not set(np.unique(X)) <= {0, 1} or not set(np.unique(y)) <= {0, 1}:
        raise ValueError("bits only")
    return X, y


@alternative("learn_conjunction")
def columns_that_do_not_vary(X, y):
    X, y = check_bits(X, y)
    d = X.shape[1]
    if not (y == 1).any():
        return [(j, value) for j in range(d) for value in range(2)]
    low, high = X[y == 1].min(axis=0), X[y == 1].max(axis=0)
    return [(j, int(low[j])) for j in range(d) if low[j] == high[j]]


@alternative("learn_conjunction")
def throws_out_one_by_one(X, y):
    X, y = check_bits(X, y)
    left = set(product(range(X.shape[1]), (0, 1)))
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        if label == 1:
            left &= set(enumerate(row))
    return sorted([int(column), int(value)] for column, value in left)


# rectangle_experiment -------------------------------------------------------------------------------------------------


def check_boxes(concept, samples, epsilon, delta):
    concept, samples = np.array(concept, dtype=float), np.array(samples, dtype=float)
    fraction_of_one(epsilon, delta)
    if concept.ndim != 2 or concept.shape[0] != 2 or samples.ndim != 3 or samples.shape[2] != concept.shape[1]:
        raise ValueError("shapes")
    if samples.shape[0] == 0 or samples.shape[1] == 0 or np.any(concept[0] > concept[1]):
        raise ValueError("nothing to learn")
    return concept, samples


@alternative("rectangle_experiment")
def one_sample_at_a_time(concept, samples, epsilon, delta):
    concept, samples = check_boxes(concept, samples, epsilon, delta)
    low, high = concept
    d = len(low)
    boxes, errors = [], []
    for points in samples:
        positives = points[np.all(points >= low, axis=1) & np.all(points <= high, axis=1)]
        if len(positives) == 0:
            boxes.append([[math.inf] * d, [-math.inf] * d])
            errors.append(math.prod((high - low).tolist()))
        else:
            boxes.append([positives.min(axis=0).tolist(), positives.max(axis=0).tolist()])
            errors.append(math.prod((high - low).tolist()) - math.prod(np.ptp(positives, axis=0).tolist()))
    failures = sum(error > epsilon for error in errors)
    return {
        "boxes": boxes,
        "errors": errors,
        "failure_rate": failures / len(errors),
        "bound": failure_bound(epsilon / (2 * d), samples.shape[1], math.log(2 * d), setting="realizable"),
        "is_pac": Fraction(int(failures), len(errors)) <= Fraction(delta) + Fraction(1, 10**12),
    }


@alternative("rectangle_experiment")
def masked_arrays(concept, samples, epsilon, delta):
    concept, samples = check_boxes(concept, samples, epsilon, delta)
    outside = ((samples < concept[0]) | (samples > concept[1])).any(axis=2)
    points = np.ma.masked_array(samples, mask=np.repeat(outside[:, :, None], samples.shape[2], axis=2))
    boxes = np.stack([points.min(axis=1).filled(np.inf), points.max(axis=1).filled(-np.inf)], axis=1)
    volumes = np.where(outside.all(axis=1), 0.0, np.prod(np.abs(boxes[:, 1] - boxes[:, 0]), axis=1))
    errors = np.prod(concept[1] - concept[0]) - volumes
    sides = 2 * samples.shape[2]
    rate = np.count_nonzero(errors > epsilon) / len(errors)
    bound = min(1.0, sides * (1 - epsilon / sides) ** samples.shape[1])
    return {"boxes": boxes, "errors": errors, "failure_rate": rate, "bound": bound, "is_pac": rate <= delta + 1e-12}


@alternative("rectangle_experiment")
def numpy_truth_and_float32(concept, samples, epsilon, delta):
    """Another reading: numpy's truth value and its floats, also narrow ones, where a bool and floats are asked for."""
    concept, samples = check_boxes(concept, samples, epsilon, delta)
    inside = ((concept[0] <= samples) & (samples <= concept[1])).all(axis=-1)
    R, m, d = samples.shape
    boxes, errors = np.empty((R, 2, d)), np.full(R, np.prod(concept[1] - concept[0]))
    for r in range(R):
        points = samples[r, inside[r]]
        boxes[r, 0] = points.min(axis=0, initial=np.inf)
        boxes[r, 1] = points.max(axis=0, initial=-np.inf)
        errors[r] -= np.prod(np.ptp(points, axis=0)) if len(points) else 0.0
    rate = np.mean(errors > epsilon)
    bound = failure_bound(epsilon / (2 * d), m, np.log(2.0 * d), "realizable")
    narrow = np.float32(bound)
    return {"boxes": boxes, "errors": errors, "failure_rate": rate, "bound": narrow, "is_pac": rate <= delta + 1e-12}


# predict_decision_list ------------------------------------------------------------------------------------------------


@alternative("predict_decision_list")
def row_by_row(rules, X):
    answers = []
    for row in np.asarray(X).tolist():
        for test, outcome in rules:
            if all(row[column] == value for column, value in test):
                answers.append(outcome)
                break
        else:
            answers.append(0)
    return np.array(answers, dtype=np.int8)


@alternative("predict_decision_list")
def backwards_and_overwriting(rules, X):
    X = np.array(X)
    answers = np.zeros(X.shape[0], dtype=np.int64)
    for test, outcome in reversed(rules):
        columns = [column for column, _ in test]
        values = np.array([value for _, value in test], dtype=int)
        answers[(X[:, columns] == values).all(axis=1)] = outcome
    return answers


@alternative("predict_decision_list")
def with_select(rules, X):
    X = np.asarray(X)
    conditions, outcomes = [np.zeros(len(X), dtype=bool)], [0]
    for test, outcome in rules:
        condition = np.ones(len(X), dtype=bool)
        for column, value in test:
            condition = condition & np.equal(X[:, column], value)
        conditions.append(condition)
        outcomes.append(outcome)
    return np.select(conditions, outcomes, default=0)


# learn_decision_list --------------------------------------------------------------------------------------------------


def check_codes(X, y, max_literals):
    X, y = np.array(X), np.array(y)
    if X.ndim != 2 or y.ndim != 1 or len(X) != len(y) or not set(np.unique(y)) <= {0, 1}:
        raise ValueError("examples")
    return X, y, whole(max_literals, 1)


@alternative("learn_decision_list")
def recursion_over_sorted_candidates(X, y, max_literals=1):
    X, y, k = check_codes(X, y, max_literals)
    if len(X) == 0:
        return []
    candidates = []
    for size in range(1, k + 1):
        for columns in combinations(range(X.shape[1]), size):
            for values in product(*(np.unique(X[:, column]).tolist() for column in columns)):
                covered = np.all(X[:, columns] == values, axis=1)
                if covered.any() and len(np.unique(y[covered])) == 1:
                    candidates.append((size, -int(covered.sum()), columns, values))
    if not candidates:
        raise ValueError("no list of this kind fits the examples")
    _, _, columns, values = sorted(candidates)[0]
    covered = np.all(X[:, columns] == values, axis=1)
    test = [(int(column), int(value)) for column, value in zip(columns, values, strict=True)]
    return [(test, int(y[covered][0]))] + recursion_over_sorted_candidates(X[~covered], y[~covered], k)


@alternative("learn_decision_list")
def best_so_far(X, y, max_literals=1):
    X, y, k = check_codes(X, y, max_literals)
    rules, left = [], list(range(len(X)))
    while left:
        best, most = None, 0
        size = 0
        while best is None and size < k:
            size += 1
            for columns in combinations(range(X.shape[1]), size):
                for values in sorted({tuple(X[i, list(columns)].tolist()) for i in left}):
                    test = [(column, int(value)) for column, value in zip(columns, values, strict=True)]
                    hit = [i for i in left if all(X[i, column] == value for column, value in test)]
                    if len(hit) > most and len({int(y[i]) for i in hit}) == 1:
                        best, most = (test, int(y[hit[0]])), len(hit)
        if best is None:
            raise ValueError("stuck")
        rules.append(best)
        answers = predict_decision_list([(best[0], 1)], X[left])
        left = [i for i, answer in zip(left, answers, strict=True) if answer == 0]
    return rules
