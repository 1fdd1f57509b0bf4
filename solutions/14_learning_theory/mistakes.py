"""Known wrong answers of 14_learning_theory."""

import math
from itertools import combinations

import numpy as np

from autograder.authoring import mistake
from learning_theory import (
    _examples,
    _require_integer,
    error_bound,
    failure_bound,
    hoeffding,
    learn_conjunction,
    log_class_size,
    rectangle_experiment,
    risk_minimisers,
    sample_size,
)

right_hoeffding = hoeffding
right_failure_bound = failure_bound
right_sample_size = sample_size
right_error_bound = error_bound
right_log_class_size = log_class_size
right_risk_minimisers = risk_minimisers
right_learn_conjunction = learn_conjunction
right_rectangle_experiment = rectangle_experiment


# hoeffding ------------------------------------------------------------------------------------------------------------


def binomial(phi, n):
    """Counts and their probabilities."""
    k = np.arange(n + 1)
    if phi in (0, 1):
        return k, (k == n * phi).astype(float)
    log_factorial = np.array([math.lgamma(j + 1) for j in range(n + 1)])
    log_choose = log_factorial[n] - log_factorial - log_factorial[::-1]
    return k, np.exp(log_choose + k * math.log(phi) + (n - k) * math.log1p(-phi))


@mistake("hoeffding", "You left out the factor 2: the average can be too high or too low, so both tails are added up.")
def wrong_one_sided_bound(phi, gamma, n):
    exact, _ = right_hoeffding(phi, gamma, n)
    return exact, min(1.0, math.exp(-2 * gamma**2 * n))


@mistake(
    "hoeffding",
    "You count deviations of exactly gamma; the statement is about strictly larger ones, so leave equality out.",
)
def wrong_counts_equality(phi, gamma, n):
    _, bound = right_hoeffding(phi, gamma, n)
    k, probability = binomial(phi, n)
    return float(probability[np.abs(k - n * phi) >= n * gamma - 1e-9].sum()), bound


@mistake("hoeffding", "You sum only the counts above n·phi; averages that fall too low are deviations too.")
def wrong_upper_tail_only(phi, gamma, n):
    _, bound = right_hoeffding(phi, gamma, n)
    k, probability = binomial(phi, n)
    return float(probability[k - n * phi > n * gamma + 1e-9].sum()), bound


@mistake(
    "hoeffding",
    "You compare k/n - phi with gamma in floats, so exact ties slip in; compare counts with the slack 1e-9.",
)
def wrong_float_ties(phi, gamma, n):
    _, bound = right_hoeffding(phi, gamma, n)
    k, probability = binomial(phi, n)
    return float(probability[np.abs(k / n - phi) > gamma].sum()), bound


@mistake("hoeffding", "Your bound exceeds 1; a bound on a probability is cut off at 1.")
def wrong_uncapped(phi, gamma, n):
    exact, _ = right_hoeffding(phi, gamma, n)
    return exact, 2 * math.exp(-2 * gamma**2 * n)


@mistake("hoeffding", "The exponent is -2·gamma²·n; you used gamma without squaring it.")
def wrong_gamma_not_squared(phi, gamma, n):
    exact, _ = right_hoeffding(phi, gamma, n)
    return exact, min(1.0, 2 * math.exp(-2 * gamma * n))


@mistake(
    "hoeffding",
    "You sum one tail and double it; only for a fair coin are the two tails alike, so sum both of them.",
)
def wrong_doubled_tail(phi, gamma, n):
    _, bound = right_hoeffding(phi, gamma, n)
    k, probability = binomial(phi, n)
    return float(2 * probability[k - n * phi > n * gamma + 1e-9].sum()), bound


# failure_bound --------------------------------------------------------------------------------------------------------


@mistake(
    "failure_bound",
    "You bounded one hypothesis only; with |H| of them the failure probability is multiplied by |H|.",
)
def wrong_no_union(epsilon, n, log_size=0.0, setting="agnostic"):
    right_failure_bound(epsilon, n, log_size, setting)
    return right_failure_bound(epsilon, n, 0.0, setting)


@mistake(
    "failure_bound",
    "You used 1 - epsilon**n; each example is survived with probability 1 - epsilon, so raise that to the power n.",
)
def wrong_power_inside(epsilon, n, log_size=0.0, setting="agnostic"):
    right = right_failure_bound(epsilon, n, log_size, setting)
    if setting == "agnostic":
        return right
    survives = 1 - epsilon**n
    return math.exp(min(0.0, log_size + math.log(survives))) if survives > 0 else 0.0


@mistake(
    "failure_bound",
    "You replaced (1-epsilon)^n by exp(-epsilon n); that is larger, and the exercise asks for the power itself.",
)
def wrong_exponential_for_power(epsilon, n, log_size=0.0, setting="agnostic"):
    right = right_failure_bound(epsilon, n, log_size, setting)
    return math.exp(min(0.0, log_size - epsilon * n)) if setting == "realizable" else right


@mistake(
    "failure_bound",
    "You exponentiate log_size on its own, which overflows; add the logarithms first, then take exp once.",
)
def wrong_overflows(epsilon, n, log_size=0.0, setting="agnostic"):
    right_failure_bound(epsilon, n, log_size, setting)
    size = float(np.exp(log_size))
    if setting == "realizable":
        return min(1.0, size * (1 - epsilon) ** float(n))
    return min(1.0, 2 * size * math.exp(-2 * epsilon**2 * n))


@mistake("failure_bound", "In the agnostic setting both directions can fail; multiply by 2.")
def wrong_two_missing(epsilon, n, log_size=0.0, setting="agnostic"):
    right = right_failure_bound(epsilon, n, log_size, setting)
    return math.exp(min(0.0, log_size - 2 * epsilon**2 * n)) if setting == "agnostic" else right


@mistake("failure_bound", "Your bound exceeds 1; a bound on a probability is cut off at 1.")
def wrong_uncapped_failure(epsilon, n, log_size=0.0, setting="agnostic"):
    right_failure_bound(epsilon, n, log_size, setting)
    if setting == "realizable":
        return float(np.exp(log_size + n * math.log1p(-epsilon)))
    return float(np.exp(math.log(2) + log_size - 2 * epsilon**2 * n))


# sample_size ----------------------------------------------------------------------------------------------------------


def examples_asked(epsilon, delta, log_size, setting):
    """The number of examples before it is rounded."""
    if setting == "realizable":
        return (log_size + math.log(1 / delta)) / epsilon
    return (log_size + math.log(2 / delta)) / (2 * epsilon**2)


@mistake("sample_size", "You took log2; these bounds come from exp, so the logarithm is natural.")
def wrong_log_base_two(epsilon, delta, log_size=0.0, setting="agnostic"):
    right_sample_size(epsilon, delta, log_size, setting)
    if setting == "realizable":
        return math.ceil((log_size + math.log2(1 / delta)) / epsilon)
    return math.ceil((log_size + math.log2(2 / delta)) / (2 * epsilon**2))


@mistake("sample_size", "You rounded down; then the guarantee just fails, so take the ceiling.")
def wrong_floor(epsilon, delta, log_size=0.0, setting="agnostic"):
    right_sample_size(epsilon, delta, log_size, setting)
    return int(examples_asked(epsilon, delta, log_size, setting))


@mistake("sample_size", "You rounded to the nearest integer; whenever that is down the guarantee fails, so round up.")
def wrong_nearest(epsilon, delta, log_size=0.0, setting="agnostic"):
    right_sample_size(epsilon, delta, log_size, setting)
    return round(examples_asked(epsilon, delta, log_size, setting))


@mistake(
    "sample_size",
    "You added ln(delta), which is negative; a smaller delta must ask for more examples, so add ln(1/delta).",
)
def wrong_delta_sign(epsilon, delta, log_size=0.0, setting="agnostic"):
    right_sample_size(epsilon, delta, log_size, setting)
    if setting == "realizable":
        return math.ceil((log_size + math.log(delta)) / epsilon)
    return math.ceil((log_size + math.log(delta / 2)) / (2 * epsilon**2))


@mistake(
    "sample_size",
    "You use ln(2/delta) in both settings: with a consistent hypothesis only one direction can fail, so there it is "
    "ln(1/delta).",
)
def wrong_same_delta_term(epsilon, delta, log_size=0.0, setting="agnostic"):
    right = right_sample_size(epsilon, delta, log_size, setting)
    return math.ceil((log_size + math.log(2 / delta)) / epsilon) if setting == "realizable" else right


@mistake(
    "sample_size",
    "You use ln(1/delta) in both settings: the agnostic bound is two-sided, so there it is ln(2/delta).",
)
def wrong_one_sided_delta_term(epsilon, delta, log_size=0.0, setting="agnostic"):
    right = right_sample_size(epsilon, delta, log_size, setting)
    return math.ceil((log_size + math.log(1 / delta)) / (2 * epsilon**2)) if setting == "agnostic" else right


@mistake(
    "sample_size", "In the agnostic setting the price is 1/(2 epsilon²); you divided by epsilon only, without squaring."
)
def wrong_epsilon_not_squared(epsilon, delta, log_size=0.0, setting="agnostic"):
    right = right_sample_size(epsilon, delta, log_size, setting)
    return math.ceil((log_size + math.log(2 / delta)) / epsilon) if setting == "agnostic" else right


@mistake("sample_size", "You swapped epsilon and delta: epsilon is the error allowed, delta the chance of failing.")
def wrong_swapped(epsilon, delta, log_size=0.0, setting="agnostic"):
    return right_sample_size(delta, epsilon, log_size, setting)


@mistake(
    "sample_size",
    "In the realizable setting you solve (1-epsilon)^n itself; weaken it to exp(-epsilon n) first, which gives the "
    "formula of the books.",
)
def wrong_not_weakened(epsilon, delta, log_size=0.0, setting="agnostic"):
    right = right_sample_size(epsilon, delta, log_size, setting)
    if setting == "agnostic":
        return right
    return math.ceil((log_size - math.log(delta)) / -math.log1p(-epsilon))


# error_bound ----------------------------------------------------------------------------------------------------------


@mistake(
    "error_bound",
    "With a consistent hypothesis the bound falls like 1/n; you took a square root that belongs to the agnostic case.",
)
def wrong_root_in_realizable(error, n, delta, log_size=0.0, setting="agnostic"):
    right = right_error_bound(error, n, delta, log_size, setting)
    return right_error_bound(error, n, delta, log_size, "agnostic") if setting == "realizable" else right


@mistake("error_bound", "You divided by n; inside the root it is 2n.")
def wrong_half_missing(error, n, delta, log_size=0.0, setting="agnostic"):
    right = right_error_bound(error, n, delta, log_size, setting)
    gap = math.sqrt((log_size + math.log(2 / delta)) / n)
    return right if setting == "realizable" else error + (2 * gap if setting == "erm" else gap)


@mistake("error_bound", "The agnostic bound is two-sided: use ln(2/delta), not ln(1/delta).")
def wrong_delta_term(error, n, delta, log_size=0.0, setting="agnostic"):
    right = right_error_bound(error, n, delta, log_size, setting)
    gap = math.sqrt((log_size + math.log(1 / delta)) / (2 * n))
    return right if setting == "realizable" else error + (2 * gap if setting == "erm" else gap)


@mistake(
    "error_bound",
    "The minimiser may look better and the best look worse than they are: in the erm setting the gap counts twice.",
)
def wrong_single_gap(error, n, delta, log_size=0.0, setting="agnostic"):
    return right_error_bound(error, n, delta, log_size, "agnostic" if setting == "erm" else setting)


@mistake("error_bound", "You returned only the gap; the bound is the error plus the gap.")
def wrong_forgets_error(error, n, delta, log_size=0.0, setting="agnostic"):
    return right_error_bound(error, n, delta, log_size, setting) - error


@mistake("error_bound", "You cut the bound off at 1; here it is returned as it is, so that one sees how empty it is.")
def wrong_capped(error, n, delta, log_size=0.0, setting="agnostic"):
    return min(1.0, right_error_bound(error, n, delta, log_size, setting))


@mistake(
    "error_bound",
    "In the realizable setting only one direction can fail: there it is ln(1/delta), not ln(2/delta).",
)
def wrong_two_sided_realizable(error, n, delta, log_size=0.0, setting="agnostic"):
    right = right_error_bound(error, n, delta, log_size, setting)
    return (log_size + math.log(2 / delta)) / n if setting == "realizable" else right


# log_class_size -------------------------------------------------------------------------------------------------------


@mistake(
    "log_class_size",
    "In a conjunction a variable can be required true, required false or absent: three choices, not two.",
)
def wrong_two_per_variable(family, d, k=1, bits=64):
    right = right_log_class_size(family, d, k, bits)
    return d * math.log(2) if family == "conjunctions" else right


@mistake(
    "log_class_size",
    "You used the printed d·4^d; choices at different nodes multiply, so the count of trees is d^(2^d-1)·2^(2^d).",
)
def wrong_book_trees(family, d, k=1, bits=64):
    right = right_log_class_size(family, d, k, bits)
    return math.log(d) + d * math.log(4) if family == "trees" else right


def list_bound(tests):
    return tests * math.log(3) + math.lgamma(tests + 1)


@mistake(
    "log_class_size",
    "A test picks from 2d literals (a variable or its negation), so use C(2d, i), not C(d, i).",
)
def wrong_features_not_literals(family, d, k=1, bits=64):
    right = right_log_class_size(family, d, k, bits)
    if family != "decision_lists":
        return right
    return list_bound(sum(math.comb(int(d), i) for i in range(int(k) + 1)))


@mistake("log_class_size", "The sum over test sizes starts at 0: the empty test counts.")
def wrong_no_empty_test(family, d, k=1, bits=64):
    right = right_log_class_size(family, d, k, bits)
    if family != "decision_lists":
        return right
    return list_bound(sum(math.comb(2 * int(d), i) for i in range(1, int(k) + 1)))


@mistake("log_class_size", "A decision list is ordered, so the c tests also contribute c!.")
def wrong_no_orderings(family, d, k=1, bits=64):
    right = right_log_class_size(family, d, k, bits)
    if family != "decision_lists":
        return right
    return sum(math.comb(2 * int(d), i) for i in range(int(k) + 1)) * math.log(3)


@mistake("log_class_size", "You returned bits; the bounds take the natural logarithm.")
def wrong_base_two(family, d, k=1, bits=64):
    return right_log_class_size(family, d, k, bits) / math.log(2)


@mistake(
    "log_class_size",
    "A complete tree of depth d has 2^d leaves, but only 2^d - 1 inner nodes: 1 + 2 + 4 + ... + 2^(d-1).",
)
def wrong_inner_nodes(family, d, k=1, bits=64):
    right = right_log_class_size(family, d, k, bits)
    return 2.0 ** int(d) * math.log(2 * d) if family == "trees" else right


# risk_minimisers ------------------------------------------------------------------------------------------------------


def with_errors(hypotheses, joint, errors):
    """The right answer, had these been the errors."""
    answer = right_risk_minimisers(hypotheses, joint)
    best = np.flatnonzero(errors <= errors.min() + 1e-9)
    vote = np.asarray(hypotheses, dtype=float)[best].mean(axis=0)
    return {**answer, "errors": errors, "minimisers": best, "vote": vote}


@mistake(
    "risk_minimisers",
    "You average P(error | x) over x without the probability of x; weigh each x by joint[x].",
)
def wrong_unweighted(hypotheses, joint):
    right_risk_minimisers(hypotheses, joint)
    h, table = np.asarray(hypotheses, dtype=float), np.asarray(joint, dtype=float)
    seen = table.sum(axis=1) > 0
    conditional = table[seen] / table[seen].sum(axis=1, keepdims=True)
    errors = ((1 - h[:, seen]) * conditional[:, 1] + h[:, seen] * conditional[:, 0]).mean(axis=1)
    return with_errors(hypotheses, joint, errors)


@mistake(
    "risk_minimisers",
    "You return a single argmin; all hypotheses that tie for the smallest error belong in the list.",
)
def wrong_one_minimiser(hypotheses, joint):
    answer = right_risk_minimisers(hypotheses, joint)
    best = answer["minimisers"][:1]
    return {**answer, "minimisers": best, "vote": np.asarray(hypotheses, dtype=float)[best[0]]}


@mistake(
    "risk_minimisers",
    "You gave the best error inside the class; the irreducible error sums the smaller entry of each row of joint.",
)
def wrong_class_best_as_irreducible(hypotheses, joint):
    answer = right_risk_minimisers(hypotheses, joint)
    return {**answer, "irreducible": float(answer["errors"].min())}


@mistake("risk_minimisers", "The vote is taken among the minimisers only, not among the whole class.")
def wrong_vote_of_all(hypotheses, joint):
    answer = right_risk_minimisers(hypotheses, joint)
    return {**answer, "vote": np.asarray(hypotheses, dtype=float).mean(axis=0)}


@mistake("risk_minimisers", "You compare errors with ==; rounding then splits ties, so allow 1e-9.")
def wrong_float_equality(hypotheses, joint):
    answer = right_risk_minimisers(hypotheses, joint)
    h, table = np.asarray(hypotheses, dtype=float), np.asarray(joint, dtype=float)
    errors = np.array([sum(table[x, 1] * (1 - row[x]) + table[x, 0] * row[x] for x in range(len(row))) for row in h])
    best = np.flatnonzero(errors == errors.min())
    return {**answer, "minimisers": best, "vote": h[best].mean(axis=0)}


@mistake("risk_minimisers", "You read joint's columns the wrong way round: column 1 is label 1.")
def wrong_swapped_labels(hypotheses, joint):
    right_risk_minimisers(hypotheses, joint)
    return right_risk_minimisers(hypotheses, np.asarray(joint)[:, ::-1])


@mistake(
    "risk_minimisers",
    "np.isclose calls errors equal that differ by a hundred-thousandth of their size; ties are within 1e-9.",
)
def wrong_default_isclose(hypotheses, joint):
    answer = right_risk_minimisers(hypotheses, joint)
    best = np.flatnonzero(np.isclose(answer["errors"], answer["errors"].min()))
    return {**answer, "minimisers": best, "vote": np.asarray(hypotheses, dtype=float)[best].mean(axis=0)}


# learn_conjunction ----------------------------------------------------------------------------------------------------


@mistake(
    "learn_conjunction",
    "You also drop the literals that negative examples satisfy; a negative tells nothing about which single literal "
    "failed.",
)
def wrong_uses_negatives(X, y):
    kept = right_learn_conjunction(X, y)
    negatives = np.asarray(X)[np.asarray(y) == 0]
    return [(j, value) for j, value in kept if not (negatives[:, j] == value).any()]


@mistake("learn_conjunction", "You drop the literals that a positive example satisfies; drop those it violates.")
def wrong_drops_satisfied(X, y):
    right_learn_conjunction(X, y)
    positives = np.asarray(X)[np.asarray(y) == 1]
    return [(j, v) for j in range(np.asarray(X).shape[1]) for v in (0, 1) if not (positives[:, j] == v).any()]


@mistake("learn_conjunction", "You start from no literals and add some; start from all 2d and remove.")
def wrong_starts_empty(X, y):
    right_learn_conjunction(X, y)
    positives = np.asarray(X)[np.asarray(y) == 1]
    return [(j, v) for j in range(np.asarray(X).shape[1]) for v in (0, 1) if (positives[:, j] == v).any()]


@mistake(
    "learn_conjunction",
    "Only the last positive example had an effect; every positive must remove the literals it violates.",
)
def wrong_last_positive_only(X, y):
    right_learn_conjunction(X, y)
    X, y = np.asarray(X), np.asarray(y)
    last = np.flatnonzero(y == 1)[-1:]
    return right_learn_conjunction(X[last], y[last])


@mistake(
    "learn_conjunction",
    "Without positives all 2d literals stay (the rule that never fires); you returned the empty rule, which always "
    "fires.",
)
def wrong_no_positives(X, y):
    kept = right_learn_conjunction(X, y)
    return kept if np.any(np.asarray(y) == 1) else []


# rectangle_experiment -------------------------------------------------------------------------------------------------


def judged(concept, samples, epsilon, delta, positive):
    """The right answer, had these points been the ones to enclose."""
    right_rectangle_experiment(concept, samples, epsilon, delta)
    (low, high), points = np.asarray(concept, dtype=float), np.asarray(samples, dtype=float)
    lows = np.where(positive[:, :, None], points, np.inf).min(axis=1)
    highs = np.where(positive[:, :, None], points, -np.inf).max(axis=1)
    errors = np.prod(high - low) - np.prod(np.maximum(highs - lows, 0), axis=1)
    d = points.shape[2]
    bound = failure_bound(epsilon / (2 * d), points.shape[1], math.log(2 * d), "realizable")
    return with_true_errors({"boxes": np.stack([lows, highs], axis=1), "bound": bound}, errors, epsilon, delta)


def with_true_errors(answer, errors, epsilon, delta):
    rate = float(np.mean(errors > epsilon))
    return {**answer, "errors": errors, "failure_rate": rate, "is_pac": rate <= delta + 1e-12}


@mistake("rectangle_experiment", "You use strict inequalities; points on the edge of the concept are positive.")
def wrong_open_box(concept, samples, epsilon, delta):
    right_rectangle_experiment(concept, samples, epsilon, delta)
    (low, high), points = np.asarray(concept), np.asarray(samples)
    return judged(concept, samples, epsilon, delta, ((points > low) & (points < high)).all(axis=2))


@mistake("rectangle_experiment", "Your box encloses the negatives too; enclose the positive points only.")
def wrong_box_of_all(concept, samples, epsilon, delta):
    right_rectangle_experiment(concept, samples, epsilon, delta)
    return judged(concept, samples, epsilon, delta, np.ones(np.asarray(samples).shape[:2], dtype=bool))


@mistake(
    "rectangle_experiment",
    "You measured the error on the sample, where the tightest box is always right; use the volume it misses.",
)
def wrong_training_error(concept, samples, epsilon, delta):
    answer = right_rectangle_experiment(concept, samples, epsilon, delta)
    (low, high), points = np.asarray(concept), np.asarray(samples)
    truth = ((points >= low) & (points <= high)).all(axis=2)
    boxes = answer["boxes"]
    guess = ((points >= boxes[:, None, 0]) & (points <= boxes[:, None, 1])).all(axis=2)
    return with_true_errors(answer, (truth != guess).mean(axis=1), epsilon, delta)


@mistake(
    "rectangle_experiment",
    "A box in d dimensions has 2d sides, so there are 2d strips of mass epsilon/(2d), not always four.",
)
def wrong_four_strips(concept, samples, epsilon, delta):
    answer = right_rectangle_experiment(concept, samples, epsilon, delta)
    return {**answer, "bound": failure_bound(epsilon / 4, np.asarray(samples).shape[1], math.log(4), "realizable")}


@mistake("rectangle_experiment", "Each strip has mass epsilon/(2d); you used epsilon itself.")
def wrong_epsilon_undivided(concept, samples, epsilon, delta):
    answer = right_rectangle_experiment(concept, samples, epsilon, delta)
    _, m, d = np.asarray(samples).shape
    return {**answer, "bound": failure_bound(epsilon, m, math.log(2 * d), "realizable")}


@mistake(
    "rectangle_experiment",
    "With no positive point the box is empty and misses the whole concept; you count that sample as free of error.",
)
def wrong_empty_is_perfect(concept, samples, epsilon, delta):
    answer = right_rectangle_experiment(concept, samples, epsilon, delta)
    empty = np.isinf(answer["boxes"]).any(axis=(1, 2))
    return with_true_errors(answer, np.where(empty, 0.0, answer["errors"]), epsilon, delta)


@mistake(
    "rectangle_experiment",
    "The sides of the empty box are -inf, and their product is no volume: give the empty box the volume 0.",
)
def wrong_infinite_volume(concept, samples, epsilon, delta):
    answer = right_rectangle_experiment(concept, samples, epsilon, delta)
    low, high = np.asarray(concept, dtype=float)
    volumes = np.prod(answer["boxes"][:, 1] - answer["boxes"][:, 0], axis=1)
    return with_true_errors(answer, np.prod(high - low) - volumes, epsilon, delta)


@mistake(
    "rectangle_experiment",
    "You put the points of all R samples into the bound; each box is learnt from m points, so the exponent is m.",
)
def wrong_all_points_counted(concept, samples, epsilon, delta):
    answer = right_rectangle_experiment(concept, samples, epsilon, delta)
    runs, m, d = np.asarray(samples).shape
    return {**answer, "bound": failure_bound(epsilon / (2 * d), runs * m, math.log(2 * d), "realizable")}


# predict_decision_list ------------------------------------------------------------------------------------------------


def fires(test, row):
    return all(row[column] == value for column, value in test)


@mistake("predict_decision_list", "In your list later rules overwrite earlier ones; the first true test decides.")
def wrong_last_match(rules, X):
    answers = np.zeros(len(X), dtype=int)
    for i, row in enumerate(np.asarray(X)):
        for test, outcome in rules:
            if fires(test, row):
                answers[i] = outcome
    return answers


@mistake("predict_decision_list", "A test is a conjunction: all its literals must hold, not just one of them.")
def wrong_any_literal(rules, X):
    answers = np.zeros(len(X), dtype=int)
    for i, row in enumerate(np.asarray(X)):
        for test, outcome in rules:
            if not test or any(row[column] == value for column, value in test):
                answers[i] = outcome
                break
    return answers


@mistake("predict_decision_list", "The empty test is true for every row; yours never fires.")
def wrong_empty_test(rules, X):
    return predict_first_match([(test, outcome) for test, outcome in rules if test], X, 0)


@mistake("predict_decision_list", "When no test is true the answer is 0, not 1.")
def wrong_default_one(rules, X):
    return predict_first_match(rules, X, 1)


@mistake(
    "predict_decision_list",
    "Rows that no test covers get the opposite of the last rule's outcome in your list; the answer there is always 0.",
)
def wrong_opposite_default(rules, X):
    return predict_first_match(rules, X, 1 - rules[-1][1] if rules else 0)


def predict_first_match(rules, X, default):
    answers = np.full(len(X), default)
    for i, row in enumerate(np.asarray(X)):
        answers[i] = next((outcome for test, outcome in rules if fires(test, row)), default)
    return answers


# learn_decision_list --------------------------------------------------------------------------------------------------


def usable_tests(X, y, sizes):
    """(literals, covered, columns, values, label) of every test that is true for some rows, all of one label."""
    found = []
    for size in sizes:
        for columns in combinations(range(X.shape[1]), size):
            for values in sorted({tuple(row) for row in X[:, columns].astype(int).tolist()}):
                labels = y[(X[:, columns] == values).all(axis=1)]
                if len(set(labels.tolist())) == 1:
                    found.append((size, len(labels), columns, values, int(labels[0])))
    return found


def shortest_usable(X, y, max_literals):
    for size in range(1, max_literals + 1):
        found = usable_tests(X, y, [size])
        if found:
            return found
    raise ValueError("no usable test")


def grow(X, y, max_literals, choose, remove_all=True):
    """Peel off groups; `choose` picks the next test from the remaining examples."""
    X, y = _examples(X, y)
    _require_integer("max_literals", max_literals, 1)
    rules = []
    while len(X):
        _, _, columns, values, label = choose(X, y, max_literals)
        rules.append((list(zip(columns, values, strict=True)), label))
        rest = ~(X[:, columns] == values).all(axis=1)
        if not remove_all:
            rest = np.arange(len(X)) != np.flatnonzero(~rest)[0]
        X, y = X[rest], y[rest]
    return rules


def by_coverage(entry):
    size, covered, columns, values, _ = entry
    return -covered, columns, values


@mistake(
    "learn_decision_list",
    "You take the first uniform test; among equally short ones take the one that covers most remaining examples.",
)
def wrong_first_found(X, y, max_literals=1):
    return grow(X, y, max_literals, lambda X, y, k: shortest_usable(X, y, k)[0])


@mistake(
    "learn_decision_list",
    "You ask for one label among all examples; only those that no earlier rule covers count.",
)
def wrong_uniform_on_all(X, y, max_literals=1):
    X, y = _examples(X, y)

    def choose(rest, _, k):
        for size in range(1, k + 1):
            found = []
            for _, _, columns, values, label in usable_tests(X, y, [size]):
                covered = int((rest[:, columns] == values).all(axis=1).sum())
                if covered:
                    found.append((size, covered, columns, values, label))
            if found:
                return min(found, key=by_coverage)
        raise ValueError("no usable test")

    return grow(X, y, max_literals, choose)


@mistake(
    "learn_decision_list",
    "You prefer coverage to brevity; use a longer test only when no shorter one works.",
)
def wrong_long_tests_first(X, y, max_literals=1):
    def choose(X, y, k):
        found = usable_tests(X, y, range(1, k + 1))
        if not found:
            raise ValueError("no usable test")
        return min(found, key=lambda entry: (-entry[1], entry[0], *entry[2:4]))

    return grow(X, y, max_literals, choose)


@mistake(
    "learn_decision_list",
    "A new rule settles every example it covers; remove all of them, not one.",
)
def wrong_removes_one(X, y, max_literals=1):
    def choose(X, y, k):
        return min(shortest_usable(X, y, k), key=by_coverage)

    return grow(X, y, max_literals, choose, remove_all=False)


@mistake("learn_decision_list", "You return an unfinished list when no test works; raise ValueError.")
def wrong_partial_list(X, y, max_literals=1):
    X, y = _examples(X, y)
    _require_integer("max_literals", max_literals, 1)
    rules = []
    while len(X):
        try:
            _, _, columns, values, label = min(shortest_usable(X, y, max_literals), key=by_coverage)
        except ValueError:
            return rules
        rules.append((list(zip(columns, values, strict=True)), label))
        rest = ~(X[:, columns] == values).all(axis=1)
        X, y = X[rest], y[rest]
    return rules


@mistake(
    "learn_decision_list",
    "Among equals you keep the last; ties go to the smallest columns, then to the smallest values.",
)
def wrong_ties_last(X, y, max_literals=1):
    def choose(X, y, k):
        return max(shortest_usable(X, y, k), key=lambda entry: entry[1:4])

    return grow(X, y, max_literals, choose)


@mistake(
    "learn_decision_list",
    "You count all examples that a test covers; those that an earlier rule settled no longer count.",
)
def wrong_settled_counted(X, y, max_literals=1):
    everything, _ = _examples(X, y)

    def choose(X, y, k):
        found = shortest_usable(X, y, k)
        return min(found, key=lambda e: (-int((everything[:, e[2]] == e[3]).all(axis=1).sum()), *e[2:4]))

    return grow(X, y, max_literals, choose)


@mistake(
    "learn_decision_list",
    "You compare tests literal by literal; compare all their columns first, and then all their values.",
)
def wrong_literal_by_literal(X, y, max_literals=1):
    def choose(X, y, k):
        found = shortest_usable(X, y, k)
        return min(found, key=lambda entry: (-entry[1], list(zip(entry[2], entry[3], strict=True))))

    return grow(X, y, max_literals, choose)


@mistake(
    "learn_decision_list",
    "You stop when only label 0 is left, because 0 is the answer of an empty list; go on while examples remain.",
)
def wrong_stops_at_zeros(X, y, max_literals=1):
    X, y = _examples(X, y)
    _require_integer("max_literals", max_literals, 1)
    rules = []
    while y.any():
        _, _, columns, values, label = min(shortest_usable(X, y, max_literals), key=by_coverage)
        rules.append((list(zip(columns, values, strict=True)), label))
        rest = ~(X[:, columns] == values).all(axis=1)
        X, y = X[rest], y[rest]
    return rules


@mistake(
    "learn_decision_list",
    "Once you needed a long test you take no short ones any more; every rule begins with tests of one literal again.",
)
def wrong_never_shorter_again(X, y, max_literals=1):
    longest = [1]

    def choose(X, y, k):
        for size in range(longest[0], k + 1):
            found = usable_tests(X, y, [size])
            if found:
                longest[0] = size
                return min(found, key=by_coverage)
        raise ValueError("no usable test")

    return grow(X, y, max_literals, choose)
