"""Hidden checks of Bayesian learning: printed and derived figures, identities of Bayes' rule, edges."""

import math

import numpy as np
import pytest

from autograder.checks.shelf import given, leaves_alone, numbers, refuses, same, same_for_all_kinds, same_items

LIMES, SAMPLE = [1] * 10, [0, 1, 1]  # outcome 0 is a cherry, 1 is a lime


def logs(probabilities):
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(probabilities, dtype=float))


def candy():
    """Five kinds of bags: their prior, and P(cherry), P(lime) in each."""
    lime = np.arange(5) / 4
    return np.array([0.1, 0.2, 0.4, 0.2, 0.1]), np.column_stack([1 - lime, lime])


def likelihoods(table, observations):
    """[t, h]: the probability of the first t observations under h, for short sequences."""
    return np.cumprod(np.vstack([np.ones(len(table)), table[:, observations].T]), axis=0)


def bags(rng, n, H=4, V=3):
    """A prior, a table and draws after none of which two hypotheses are nearly equal, by likelihood or by posterior."""
    while True:
        prior, table = rng.dirichlet(np.full(H, 3.0)), rng.dirichlet(np.full(V, 2.0), size=H)
        draws = rng.integers(V, size=n)
        seen = likelihoods(table, draws)
        best = np.sort(np.concatenate([seen[1:], seen * prior]), axis=1)[:, -2:]
        if (best[:, 0] < 0.999 * best[:, 1]).all():
            return prior, table, draws


def line():
    """Three points: columns 1 and x, and y."""
    return np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0, 2.0])


def houses(dataset, degree=1):
    """Powers of the area in 1000 square feet, and the price in 100,000 dollars."""
    X, price, names = dataset("houses")
    area = X[:, names.index("area")] / 1000
    return area[:, np.newaxis] ** np.arange(degree + 1), price / 100


def gaussian_problem(rng, n, M):
    """Phi, y, noise variance, prior mean and a prior covariance with correlations, nowhere near singular."""
    Phi, noise = rng.normal(size=(n, M)), rng.uniform(0.2, 0.8)
    A = rng.uniform(-1, 1, size=(M, M))
    return Phi, rng.normal(size=n) + Phi.sum(axis=1), noise, rng.normal(size=M), A @ A.T + np.eye(M)


def log_density(y, mean, covariance):
    """Of a Gaussian vector."""
    r = y - mean
    return -(len(r) * np.log(2 * np.pi) + np.linalg.slogdet(covariance)[1] + r @ np.linalg.solve(covariance, r)) / 2


def tumours(dataset):
    X, y, _ = dataset("breast_cancer")
    return np.column_stack([np.ones(len(X)), (X - X.mean(axis=0)) / X.std(axis=0)]), y


def courses(dataset):
    """The five 0/1 features and a last column of ones; 1 for a course that was liked."""
    X, rating, _ = dataset("course_ratings")
    return np.column_stack([X, np.ones(len(X))]), (rating >= 0).astype(int)


def logistic_value(theta, X, y, v):
    return -np.logaddexp(0, (1 - 2 * y) * (X @ theta)).sum() - (theta**2 / v).sum() / 2


# ---------------------------------------------------------------- discrete_posterior


@pytest.mark.exercise("discrete_posterior")
def test_ten_limes(student):
    """ten limes from one bag: probably all of it is lime, and the log evidence is that of 0.11165"""
    prior, table = candy()
    likelihood = table[:, 1] ** 10
    assert likelihood[3] == pytest.approx(0.0563135147)  # as CS480 prints it; what it makes of it is wrong
    posterior = np.array([0, 1.70827454e-6, 0.00349854626, 0.100871903, 0.895627842])
    same(student.discrete_posterior(prior, logs(likelihood)), (posterior, math.log(0.111653519)))


@pytest.mark.exercise("discrete_posterior")
def test_cherry_lime_lime_at_once(student):
    """a cherry and two limes rule out the pure bags and favour the mixed one"""
    prior, table = candy()
    likelihood = likelihoods(table, SAMPLE)[-1]
    same(likelihood, [0, 0.046875, 0.125, 0.140625, 0])
    expected = (np.array([0, 3, 16, 9, 0]) / 28, math.log(0.0875))
    same(student.discrete_posterior(prior, logs(likelihood)), expected)


@pytest.mark.exercise("discrete_posterior")
def test_shift_of_the_logs(student, rng):
    """adding c to all log-likelihoods adds c to the log evidence and no more, for c = -3000 and 3000 too"""
    prior, log_likelihood = rng.dirichlet(np.ones(5)), rng.uniform(-4, 0, size=5)
    evidence = prior @ np.exp(log_likelihood)
    posterior = prior * np.exp(log_likelihood) / evidence
    for c in (0, -3000, 3000):
        answer = student.discrete_posterior(prior, log_likelihood + c)
        same(answer, (posterior, np.log(evidence) + c), rel=1e-6)


@pytest.mark.exercise("discrete_posterior")
def test_uninformative_parts(student, rng):
    """equal priors: the posterior is proportional to the likelihood; equal likelihoods: it is the prior"""
    likelihood, prior = rng.uniform(0.1, 1, size=4), rng.dirichlet(np.ones(4))
    same(student.discrete_posterior(np.full(4, 0.25), logs(likelihood))[0], likelihood / likelihood.sum())
    same(student.discrete_posterior(prior, np.full(4, -7.5)), (prior, -7.5))


@pytest.mark.exercise("discrete_posterior")
def test_order_of_hypotheses(student, rng):
    """listing the hypotheses in another order changes the order of the answer and nothing else"""
    prior, log_likelihood = rng.dirichlet(np.ones(6)), rng.uniform(-50, -40, size=6)
    weights = prior * np.exp(log_likelihood + 40)
    order = rng.permutation(6)
    expected = ((weights / weights.sum())[order], np.log(weights.sum()) - 40)
    same(student.discrete_posterior(prior[order], log_likelihood[order]), expected)


@pytest.mark.exercise("discrete_posterior")
def test_the_best_explanation_was_ruled_out(student):
    """a hypothesis of prior 0 does not count, however well it explains the data; nor does one of likelihood 0"""
    same(student.discrete_posterior(np.array([0.4, 0.6]), np.full(2, -2000.0)), (np.array([0.4, 0.6]), -2000))
    prior, log_likelihood = np.array([0, 0.2, 0.3, 0.5]), np.array([0, -2000, -2000, -np.inf])
    same(student.discrete_posterior(prior, log_likelihood), (np.array([0, 0.4, 0.6, 0]), -2000 + math.log(0.5)))


@pytest.mark.exercise("discrete_posterior")
def test_posterior_kinds(student):
    """lists and integers are as good as floats, also with a single hypothesis; the arguments stay as they were"""
    expected = (np.array([0, 1]), -5)
    same_for_all_kinds(student.discrete_posterior, np.array([0, 1]), np.array([-3, -5]), expected=expected)
    same_for_all_kinds(student.discrete_posterior, np.array([1]), np.array([-4]), expected=(np.ones(1), -4))
    answer = leaves_alone(student.discrete_posterior, np.array([0.5, 0.5]), np.array([-1.0, -np.inf]))
    same(answer, (np.array([1, 0]), -1 + math.log(0.5)))


@pytest.mark.exercise("discrete_posterior")
def test_posterior_refuses(student):
    """a prior that is negative or does not sum to 1, other shapes, and data that nothing explains raise ValueError"""
    half, flat, never = np.array([0.5, 0.5]), np.zeros(2), -np.inf
    refuses(
        student.discrete_posterior,
        given(np.array([1.5, -0.5]), flat),
        given(np.array([0.5, 0.6]), flat),
        given(np.array([0.2, 0.3]), flat),
        given(half, np.zeros(3)),
        given(half, np.zeros(1)),
        given(half, np.zeros((2, 1))),
        given(half.reshape(2, 1), np.zeros((2, 1))),
        given(half, np.array([never, never])),
        given(np.array([0, 1.0]), np.array([0, never])),
        but_takes=given(half, np.array([-1e5, never])),
    )


# ---------------------------------------------------------------- sequential_posteriors


@pytest.mark.exercise("sequential_posteriors")
def test_limes_one_by_one(student):
    """lime after lime, the pure bag gains and the others fade"""
    rows = numbers(student.sequential_posteriors(*candy(), LIMES), 11, 5)
    same(rows[0], [0.1, 0.2, 0.4, 0.2, 0.1])
    same(rows[1], [0, 0.1, 0.4, 0.3, 0.2])
    same(rows[2], [0, 0.0384615385, 0.307692308, 0.346153846, 0.307692308])
    same(rows[3], [0, 0.0131578947, 0.210526316, 0.355263158, 0.421052632])
    same(rows[5], [0, 0.00121951220, 0.0780487805, 0.296341463, 0.624390244])
    same(rows[10], [0, 1.70827454e-6, 0.00349854626, 0.100871903, 0.895627842])


@pytest.mark.exercise("sequential_posteriors")
def test_cherry_lime_lime(student):
    """a cherry and two limes, one by one"""
    expected = [[0.1, 0.2, 0.4, 0.2, 0.1], [0.2, 0.3, 0.4, 0.1, 0], np.array([0, 3, 8, 3, 0]) / 14]
    same(student.sequential_posteriors(*candy(), SAMPLE), [*expected, np.array([0, 3, 16, 9, 0]) / 28])


@pytest.mark.exercise("sequential_posteriors")
def test_every_row_is_a_batch(student, rng):
    """row t is what Bayes' rule makes of the first t observations at once"""
    prior, table, draws = bags(rng, 12)
    joint = prior * likelihoods(table, draws)
    same(student.sequential_posteriors(prior, table, draws), joint / joint.sum(axis=1, keepdims=True))


@pytest.mark.exercise("sequential_posteriors")
def test_order_of_the_draws(student, rng):
    """in the end the order of the draws does not matter, and three outcomes count only how often they came"""
    prior, table, draws = bags(rng, 20, H=3)
    joint = prior * np.prod(table ** np.bincount(draws, minlength=3), axis=1)
    for order in (np.arange(20), rng.permutation(20)):
        rows = numbers(student.sequential_posteriors(prior, table, draws[order]), 21, 3)
        same(rows[-1], joint / joint.sum())


@pytest.mark.exercise("sequential_posteriors")
def test_long_sequences(student):
    """2000 draws, three limes to a cherry: every row is a distribution, and the bag of 3/4 lime wins"""
    rows = numbers(student.sequential_posteriors(*candy(), [1, 1, 1, 0] * 500), 2001, 5)
    same(rows.sum(axis=1), np.ones(2001))
    same(rows[8], np.array([0, 2 * 3**2, 4 * 2**8, 2 * 3**6, 0]) / 2500)
    same(rows[[400, 2000]], [[0, 0, 0, 1, 0], [0, 0, 0, 1, 0]], abs=1e-5)


@pytest.mark.exercise("sequential_posteriors")
def test_back_from_far_behind(student):
    """500 draws for one hypothesis, then 1000 against it: a share of 2^-500 is small but not lost"""
    table = np.array([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]])
    rows = numbers(student.sequential_posteriors([0.5, 0.5], table, [0] * 500 + [1] * 1000), 1501, 2)
    same(rows[[1, 500, 1000, 1001, 1500]], [[2 / 3, 1 / 3], [1, 0], [0.5, 0.5], [1 / 3, 2 / 3], [0, 1]])


@pytest.mark.exercise("sequential_posteriors")
def test_out_for_good(student, rng):
    """a hypothesis that called an observation impossible, or had prior 0, stays at 0 whatever comes"""
    table = np.array([[1, 0, 0], [0.2, 0.3, 0.5], [0.6, 0.2, 0.2], [0.1, 0.1, 0.8]])
    draws = np.concatenate([[0, 1], np.zeros(8, dtype=int), rng.permutation([0, 0, 1, 2])])
    rows = numbers(student.sequential_posteriors([0.7, 0.1, 0.2, 0], table, draws), 15, 4)
    same(rows[1], np.array([0.7, 0.02, 0.12, 0]) / 0.84)
    same(rows[2:, [0, 3]], np.zeros((13, 2)))
    same(rows[2:, 1] + rows[2:, 2], np.ones(13))


@pytest.mark.exercise("sequential_posteriors")
def test_sequence_kinds(student):
    """lists, integers and no observations at all are fine, and the arguments stay as they were"""
    known, table = np.array([0, 1]), np.array([[1, 0], [0, 1]])
    same_for_all_kinds(student.sequential_posteriors, known, table, [1, 1], expected=[[0, 1]] * 3)
    prior, table = candy()
    same(student.sequential_posteriors(prior, table, []), [prior])
    same(student.sequential_posteriors([1.0], [[0.5, 0.25, 0.25]], (2, 0)), [[1], [1], [1]])
    rows = leaves_alone(student.sequential_posteriors, prior, table, np.array([1]))
    same(rows, [[0.1, 0.2, 0.4, 0.2, 0.1], [0, 0.1, 0.4, 0.3, 0.2]])


@pytest.mark.exercise("sequential_posteriors")
def test_sequence_refuses(student):
    """priors and rows that are no distributions, unknown or impossible outcomes and other shapes raise ValueError"""
    prior, table = np.array([0.5, 0.5, 0]), np.array([[1, 0, 0], [0.5, 0.5, 0], [0, 0, 1.0]])
    refuses(
        student.sequential_posteriors,
        given(np.array([0.5, 0.6, 0]), table, [0]),
        given(np.array([0.4, 0.5, 0]), table, [0]),
        given(np.array([1.5, -0.5, 0]), table, [0]),
        given(np.array([0.5, 0.5]), table, [0]),
        given(np.array([0.25, 0.25, 0.25, 0.25]), table, [0]),
        given(np.array([1.0]), table, [0]),
        given(prior, table[:1], [0]),
        given(prior, np.array([[1, 0, 0], [0.5, 0.4, 0], [0, 0, 1]]), [0]),
        given(prior, np.array([[1, 0, 0], [0.5, 0.6, 0], [0, 0, 1]]), [0]),
        given(prior, np.array([[1, 0, 0], [1.5, -0.5, 0], [0, 0, 1]]), [0]),
        given(prior, table, [0, 3]),
        given(prior, table, [-1]),
        given(prior, table, [0, -3]),
        given(prior, table, [2]),
        given(np.array([1.0, 0, 0]), table, [0, 1]),
        given(prior, np.array([[0.5, 0, 0.5], [0, 0.5, 0.5], [0, 0, 1]]), [0, 1]),
        but_takes=given(prior, table, [0, 1]),
    )


# ---------------------------------------------------------------- choose_hypothesis


@pytest.mark.exercise("choose_hypothesis")
def test_bags_after_limes(student):
    """after 0 to 4 limes, MAP picks the bags 2, 2, 3, 4, 4, and ML the first bag (a tie), then the pure one"""
    prior, table = candy()
    seen = logs(likelihoods(table, LIMES[:4]))
    same_items([student.choose_hypothesis(row, prior) for row in seen], [2, 2, 3, 4, 4])
    same_items([student.choose_hypothesis(row) for row in seen], [0, 4, 4, 4, 4])


@pytest.mark.exercise("choose_hypothesis")
def test_bags_after_a_mixture(student):
    """after a cherry and two limes the prior decides: ML says 3/4 lime, MAP a half"""
    prior, table = candy()
    seen = logs(likelihoods(table, SAMPLE)[-1])
    same_items(student.choose_hypothesis(seen), 3)
    same_items(student.choose_hypothesis(seen, prior), 2)


@pytest.mark.exercise("choose_hypothesis")
def test_only_ratios_count(student, rng):
    """multiplying the prior by a factor or adding to all log-likelihoods changes no choice"""
    prior, table, draws = bags(rng, 3)
    seen = likelihoods(table, draws)[-1]
    winners = [int(np.argmax(seen * prior)), int(np.argmax(seen))]
    for factor, shift in ((1, 0), (1e-3, -2000), (500, 3)):
        same_items(student.choose_hypothesis(logs(seen) + shift, factor * prior), winners[0])
        same_items(student.choose_hypothesis(logs(seen) + shift), winners[1])


@pytest.mark.exercise("choose_hypothesis")
def test_prior_against_data(student, rng):
    """MAP weighs both: whoever is in front by likelihood is overtaken just when the prior outweighs its lead"""
    order = rng.permutation(4)
    log_likelihood = np.array([-10.0, -12.0, -15.0, -11.0])[order]
    for log_prior in ([0, 1.9, 4.9, 0.9], [0, 2.1, 4.9, 0.9], [0, 1, 5.5, 1.2], [-3, -2, -1, -1.7], [9, 5, 7, 10.5]):
        scores = log_likelihood + np.array(log_prior)[order]
        same_items(student.choose_hypothesis(log_likelihood, np.exp(log_prior)[order]), int(np.argmax(scores)))


@pytest.mark.exercise("choose_hypothesis")
def test_equal_priors(student, rng):
    """with equal priors, of any size, MAP is ML"""
    log_likelihood = -np.array([3.0, 1.0, 2.5, 7.0, 1.5])[rng.permutation(5)]
    winner = int(np.argmax(log_likelihood))
    for prior in (None, np.ones(5), np.full(5, 0.2), np.full(5, 1e-4)):
        same_items(student.choose_hypothesis(log_likelihood, prior), winner)


@pytest.mark.exercise("choose_hypothesis")
def test_twins(student):
    """of several that are equal in likelihood and prior, the first wins, also when others lie between"""
    log_likelihood, prior = np.array([-9.0, -5.0, -2.0, -5.0, -2.0, -2.0]), np.array([0.1, 0.1, 0.2, 0.2, 0.2, 0.2])
    same_items(student.choose_hypothesis(log_likelihood), 2)
    same_items(student.choose_hypothesis(log_likelihood, prior), 2)
    same_items(student.choose_hypothesis(np.zeros(5), np.array([1, 2, 1, 3, 3])), 3)
    same_items(student.choose_hypothesis(np.full(3, -4.5)), 0)


@pytest.mark.exercise("choose_hypothesis")
def test_the_impossible_never_wins(student):
    """neither a prior of 0 nor a log-likelihood of -inf can win, even where the rest is at -2000"""
    log_likelihood = np.array([0, -np.inf, -2000, -1995, -1990])
    same_items(student.choose_hypothesis(log_likelihood, np.array([0, 0.9, 0.05, 0.03, 0.02])), 4)
    same_items(student.choose_hypothesis(log_likelihood, np.array([0, 1e6, 1, 1e-1, 1e-9])), 3)
    same_items(student.choose_hypothesis(np.array([-np.inf, -3000, -2990])), 2)


@pytest.mark.exercise("choose_hypothesis")
def test_choice_kinds(student):
    """lists and integers are as good as floats, one hypothesis is enough, and the arguments stay as they were"""
    same_for_all_kinds(student.choose_hypothesis, np.array([3, 1, 4]), expected=2)
    same_for_all_kinds(student.choose_hypothesis, np.array([3, 1, 4]), np.array([9, 2, 1]), expected=0)
    same_items(student.choose_hypothesis([-5], [0.1]), 0)
    same_items(leaves_alone(student.choose_hypothesis, np.array([-2.0, -1.0]), np.array([3.0, 0.0])), 0)


@pytest.mark.exercise("choose_hypothesis")
def test_choice_refuses(student):
    """nan, other shapes, negative priors, and a choice among the impossible only raise ValueError"""
    two, never = np.array([-1.0, -2.0]), -np.inf
    refuses(
        student.choose_hypothesis,
        given(np.array([never, never])),
        given(np.array([0, np.nan])),
        given(np.zeros((2, 1))),
        given(two, np.zeros(2)),
        given(two, np.array([0.5, -0.5])),
        given(two, np.array([0.5, np.nan])),
        given(two, np.ones(3)),
        given(two, np.ones(1)),
        given(np.array([never, 0]), np.array([1, 0])),
        but_takes=given(np.array([never, -3]), np.array([0, 2])),
    )


# ---------------------------------------------------------------- prediction_curves


@pytest.mark.exercise("prediction_curves")
def test_ten_limes_predict(student):
    """after n limes the vote grows from .5 to .973, MAP jumps to 1 at the third lime, ML is sure after the first"""
    bayes = [0.5, 0.65, 0.730769231, 0.796052632, 0.847107438, 0.885975610]
    bayes += [0.915003441, 0.936489282, 0.952386928, 0.964201476, 0.973031470]
    expected = {"bayes": bayes, "map": [0.5, 0.5, 0.75, *[1] * 8], "ml": [0, *[1] * 10]}
    same(student.prediction_curves(*candy(), LIMES, 1), expected)


@pytest.mark.exercise("prediction_curves")
def test_mixture_predicts(student):
    """a cherry and two limes: Bayes moves with every draw, MAP does not move at all"""
    expected = {"bayes": [0.5, 0.35, 0.5, 0.553571429], "map": [0.5] * 4, "ml": [0, 0, 0.5, 0.75]}
    same(student.prediction_curves(*candy(), SAMPLE, 1), expected)


@pytest.mark.exercise("prediction_curves")
def test_random_bags(student, rng):
    """random bags with three kinds of candy: the vote by posterior, and the word of the best by either rule"""
    prior, table, draws = bags(rng, 9)
    seen = likelihoods(table, draws)
    seen[0] = 1
    joint = seen * prior
    expected = {
        "bayes": joint @ table / joint.sum(axis=1, keepdims=True),
        "map": table[joint.argmax(axis=1)],
        "ml": table[seen.argmax(axis=1)],
    }
    for outcome in range(3):
        answer = student.prediction_curves(prior, table, draws, outcome)
        same(answer, {name: values[:, outcome] for name, values in expected.items()})


@pytest.mark.exercise("prediction_curves")
def test_one_hypothesis(student):
    """with one hypothesis nobody disagrees, and nothing is learned"""
    curve = [0.3, 0.3, 0.3]
    expected = {"bayes": curve, "map": curve, "ml": curve}
    same(student.prediction_curves([1.0], [[0.3, 0.5, 0.2]], [1, 2], 0), expected)


@pytest.mark.exercise("prediction_curves")
def test_ml_ignores_the_prior(student):
    """ML may choose a hypothesis that the prior rules out; MAP and Bayes never listen to it"""
    prior, table = np.array([0.0, 0.6, 0.4]), np.array([[0.9, 0.1], [0.5, 0.5], [0.2, 0.8]])
    expected = {"bayes": [0.38, 0.166 / 0.38, 0.0782 / 0.166], "map": [0.5, 0.5, 0.5], "ml": [0.9, 0.9, 0.9]}
    same(student.prediction_curves(prior, table, [0, 0], 0), expected)


@pytest.mark.exercise("prediction_curves")
def test_agreement_in_the_end(student):
    """after 400 draws, three limes to a cherry, all three know the bag"""
    answer = student.prediction_curves(*candy(), [1, 0, 1, 1] * 100, 1)
    for name in ("bayes", "map", "ml"):
        curve = numbers(answer[name], 401, name=name)
        same(curve[-1], 0.75, abs=1e-4)
        assert (curve >= -1e-7).all(), f"{name} has a negative probability"
    same(answer["bayes"][2], 0.5)


@pytest.mark.exercise("prediction_curves")
def test_curve_kinds(student):
    """no observations give one prediction each; lists and integers are fine, and the arguments stay as they were"""
    same(student.prediction_curves(*candy(), [], 1), {"bayes": [0.5], "map": [0.5], "ml": [0]})
    sure = {"bayes": [1, 1], "map": [1, 1], "ml": [0, 1]}
    known, table = np.array([0, 1]), np.array([[1, 0], [0, 1]])
    same_for_all_kinds(student.prediction_curves, known, table, [1], 1, expected=sure)
    answer = leaves_alone(student.prediction_curves, *candy(), np.array([1]), 1)
    same(answer, {"bayes": [0.5, 0.65], "map": [0.5, 0.5], "ml": [0, 1]})


@pytest.mark.exercise("prediction_curves")
def test_curves_refuse(student):
    """an outcome that does not exist, and all that sequential_posteriors refuses, raise ValueError"""
    prior, table = np.array([0.5, 0.5]), np.array([[0.5, 0.5], [1, 0]])
    refuses(
        student.prediction_curves,
        given(prior, table, [0], 2),
        given(prior, table, [0], -1),
        given(prior, table, [2], 0),
        given(prior, table, [-1], 0),
        given(np.array([0.5, 0.6]), table, [0], 0),
        given(prior, np.array([[0.5, 0.6], [1, 0]]), [0], 0),
        given(np.array([0, 1.0]), table, [1], 0),
        but_takes=given(prior, table, [0], 1),
    )


# ---------------------------------------------------------------- dirichlet_posterior


@pytest.mark.exercise("dirichlet_posterior")
def test_two_coins(student):
    """pseudo counts 2, 2 with 7 heads and 3 tails; pseudo counts 1, 1 with 3 heads and 1 tail, where the mode is 3/4"""
    expected = {"pseudo_counts": [9, 5], "mean": [0.642857143, 0.357142857], "mode": [2 / 3, 1 / 3]}
    same(student.dirichlet_posterior([2, 2], [7, 3]), {**expected, "log_evidence": -6.97774765})
    expected = {"pseudo_counts": [4, 2], "mean": [2 / 3, 1 / 3], "mode": [3 / 4, 1 / 4], "log_evidence": math.log(0.05)}
    same(student.dirichlet_posterior([1, 1], [3, 1]), expected)


@pytest.mark.exercise("dirichlet_posterior")
def test_three_sides(student):
    """three sides, one of which never came: its mean is not 0, its mode is"""
    expected = {"pseudo_counts": [1, 3, 4], "mean": [0.125, 0.375, 0.5], "mode": [0, 0.4, 0.6]}
    same(student.dirichlet_posterior([1, 1, 1], [0, 2, 3]), {**expected, "log_evidence": -5.34710753})


@pytest.mark.exercise("dirichlet_posterior")
def test_data_in_pieces(student, rng):
    """data in two pieces: the posterior of the first is the prior of the second, and the log evidences add up"""
    prior, first, second = rng.uniform(1.1, 4, size=4), rng.integers(0, 9, size=4), rng.integers(0, 9, size=4)
    start = student.dirichlet_posterior(prior, first)
    same(start["pseudo_counts"], prior + first)
    end = student.dirichlet_posterior(start["pseudo_counts"], second)
    whole = student.dirichlet_posterior(prior, first + second)
    b = prior + first + second
    same(whole, {"pseudo_counts": b, "mean": b / b.sum(), "mode": (b - 1) / (b.sum() - 4)})
    same(end, {name: whole[name] for name in ("pseudo_counts", "mean", "mode")})
    same(start["log_evidence"] + end["log_evidence"], whole["log_evidence"])


@pytest.mark.exercise("dirichlet_posterior")
def test_chain_of_predictions(student, rng):
    """the evidence of a sequence is the product of the predictions of its outcomes, one after the other"""
    a, draws = rng.uniform(0.2, 3, size=3), rng.integers(3, size=15)
    b, log_evidence = a.copy(), 0.0
    for outcome in draws:
        log_evidence += math.log(b[outcome] / b.sum())
        b[outcome] += 1
    answer = student.dirichlet_posterior(a, np.bincount(draws, minlength=3))
    same(answer, {"pseudo_counts": b, "mean": b / b.sum(), "log_evidence": log_evidence})


@pytest.mark.exercise("dirichlet_posterior")
def test_all_sequences(student, rng):
    """the evidences of all 32 sequences of five throws of a coin sum to 1"""
    a = rng.uniform(0.3, 2, size=2)
    evidence = [math.exp(student.dirichlet_posterior(a, [k, 5 - k])["log_evidence"]) for k in range(6)]
    same(sum(math.comb(5, k) * evidence[k] for k in range(6)), 1)
    same(evidence[5], math.prod((a[0] + i) / (a.sum() + i) for i in range(5)))


@pytest.mark.exercise("dirichlet_posterior")
def test_many_throws(student):
    """a thousand throws of a side, and pseudo counts of ten thousand, neither overflow nor lose digits"""
    a, n = np.array([10000, 0.5, 3]), np.array([1000, 700, 0])
    expected = sum(np.log(a[k] + np.arange(n[k])).sum() for k in range(3)) - np.log(a.sum() + np.arange(1700)).sum()
    b = a + n
    answer = student.dirichlet_posterior(a, n)
    same(answer, {"pseudo_counts": b, "mean": b / b.sum(), "mode": (b - 1) / (b.sum() - 3), "log_evidence": expected})


@pytest.mark.exercise("dirichlet_posterior")
def test_no_single_highest_point(student):
    """the mode is nan where a density has no single highest point, and only there"""
    nan, cases = math.nan, ((1, 1), (1, 1.5), (0.5, 4), (2, 1), (0.5, 0.5), (1, 1, 2))
    modes = ([nan, nan], [0, 1], [nan, nan], [1, 0], [nan, nan], [0, 0, 1])
    for a, mode in zip(cases, modes, strict=True):
        answer = student.dirichlet_posterior(a, [0] * len(a))
        same(answer, {"mean": np.array(a) / sum(a), "mode": mode, "log_evidence": 0})
    same(student.dirichlet_posterior([0.5, 0.5], [0, 3])["mode"], [nan, nan])
    same(student.dirichlet_posterior([0.5, 0.5], [2, 3])["mode"], [1.5 / 4, 2.5 / 4])


@pytest.mark.exercise("dirichlet_posterior")
def test_die_kinds(student):
    """lists and integers, even small ones, are as good as floats; a die may have one side; the arguments stay"""
    a, n = np.array([200, 100]), np.array([100, 0])
    b = np.array([300, 100])
    expected = {"pseudo_counts": b, "mean": b / 400, "mode": (b - 1) / 398}
    same_for_all_kinds(student.dirichlet_posterior, a, n.tolist(), expected=expected)
    same(student.dirichlet_posterior(a.astype(np.uint8), n.astype(np.uint8)), expected)
    expected = {"pseudo_counts": [5], "mean": [1], "mode": [1], "log_evidence": 0}
    same(leaves_alone(student.dirichlet_posterior, np.array([2.0]), np.array([3.0])), expected)


@pytest.mark.exercise("dirichlet_posterior")
def test_die_refuses(student):
    """pseudo counts of 0 or less, negative counts and other shapes raise ValueError"""
    two = np.array([1.0, 2.0])
    refuses(
        student.dirichlet_posterior,
        given(np.array([0, 2.0]), np.array([3, 1])),
        given(np.array([-0.5, 2.0]), np.array([3, 1])),
        given(two, np.array([3, -1])),
        given(two, np.array([3, 1, 0])),
        given(two, np.array([3])),
        given(two.reshape(1, 2), np.array([[3, 1]])),
        but_takes=given(two, np.array([0, 1])),
    )


# ---------------------------------------------------------------- linear_posterior


@pytest.mark.exercise("linear_posterior")
def test_line_row_by_row(student):
    """the line through three points after one, two and three of them; the more points, the smaller the covariance"""
    Phi, y = line()
    prior = np.zeros(2), 2 * np.eye(2)
    same(student.linear_posterior(Phi[:1], y[:1], 0.25, *prior), (np.array([8 / 9, 0]), np.diag([2 / 9, 2])))
    same(student.linear_posterior(Phi[:2], y[:2], 0.25, *prior)[0], [0.988764045, 0.898876404])
    S = np.array([[0.182628062, -0.106904232], [-0.106904232, 0.111358575]])
    same(student.linear_posterior(Phi, y, 0.25, *prior), (np.array([1.08685969, 0.534521158]), S))


@pytest.mark.exercise("linear_posterior")
def test_correlated_prior(student):
    """a prior mean away from 0 and prior weights that go together both count"""
    S = np.array([[0.136752137, -0.0726495726], [-0.0726495726, 0.0854700855]])
    answer = student.linear_posterior(*line(), 0.25, np.ones(2), np.array([[1, 0.5], [0.5, 1]]))
    same(answer, (np.array([1.03418803, 0.606837607]), S))


@pytest.mark.exercise("linear_posterior")
def test_five_houses(student, dataset):
    """five houses, with a wide prior: price = 0.299 + 1.636 area, and how sure that is"""
    S = np.array([[0.674836552, -0.298579246], [-0.298579246, 0.142619840]])
    answer = student.linear_posterior(*houses(dataset), 0.25, np.zeros(2), 10 * np.eye(2))
    same(answer, (np.array([0.299121085, 1.63563846]), S))


@pytest.mark.exercise("linear_posterior")
def test_closed_form(student, rng):
    """precisions add up: the prior's, and Phi^T Phi over the noise variance"""
    for n, M in ((12, 4), (1, 1), (2, 5)):  # the last has fewer examples than weights
        Phi, y, noise, m0, S0 = gaussian_problem(rng, n, M)
        precision = np.linalg.inv(S0) + Phi.T @ Phi / noise
        m = np.linalg.solve(precision, np.linalg.solve(S0, m0) + Phi.T @ y / noise)
        same(student.linear_posterior(Phi, y, noise, m0, S0), (m, np.linalg.inv(precision)))


@pytest.mark.exercise("linear_posterior")
def test_yesterdays_posterior(student, rng):
    """the posterior of the first rows is the prior of the others, in any order of the rows"""
    Phi, y, noise, m0, S0 = gaussian_problem(rng, 9, 3)
    m, S = student.linear_posterior(Phi, y, noise, m0, S0)
    precision = np.linalg.inv(S0) + Phi.T @ Phi / noise
    same(precision @ numbers(m, 3), np.linalg.solve(S0, m0) + Phi.T @ y / noise)
    order = rng.permutation(9)
    first, others = order[:4], order[4:]
    half_m, half_S = student.linear_posterior(Phi[first], y[first], noise, m0, S0)
    half_S = (numbers(half_S, 3, 3) + numbers(half_S, 3, 3).T) / 2
    same(student.linear_posterior(Phi[others], y[others], noise, half_m, half_S), (numbers(m, 3), numbers(S, 3, 3)))


@pytest.mark.exercise("linear_posterior")
def test_doubt_shrinks(student, rng):
    """the covariance is symmetric, nowhere larger than the prior's, and takes no notice of y; the mean follows it"""
    Phi, y, noise, m0, S0 = gaussian_problem(rng, 6, 3)
    m, S = student.linear_posterior(Phi, y, noise, m0, S0)
    m, S = numbers(m, 3), numbers(S, 3, 3)
    same(S, S.T)
    assert np.linalg.eigvalsh(S).min() > 0, "a covariance is positive definite"
    assert np.linalg.eigvalsh(S0 - S).min() > -1e-6, "data never make a weight less certain"
    same(student.linear_posterior(Phi, 10 * y, noise, 10 * m0, S0), (10 * m, S))


@pytest.mark.exercise("linear_posterior")
def test_wide_and_narrow_priors(student, rng):
    """a very wide prior leaves least squares, a very narrow one leaves the prior mean"""
    Phi = np.column_stack([np.ones(10), np.arange(10) - 4.5])
    y, m0 = Phi @ np.array([1, 2]) + rng.uniform(-1, 1, size=10), np.array([5.0, -3.0])
    fitted = np.linalg.lstsq(Phi, y, rcond=None)[0]
    same(student.linear_posterior(Phi, y, 0.5, m0, 1e4 * np.eye(2))[0], fitted, rel=0, abs=1e-3)
    narrow = 1e-8 * np.eye(2)
    m, S = student.linear_posterior(Phi, y, 0.5, m0, narrow)
    same((m, 1e8 * numbers(S, 2, 2)), (m0, np.eye(2)), abs=1e-4)


@pytest.mark.exercise("linear_posterior")
def test_same_column_twice(student):
    """two equal columns: the data settle the sum of their weights, the prior divides it evenly"""
    Phi, y = np.ones((4, 2)), np.array([3.0, 4.0, 6.0, 7.0])
    # in u = w0 + w1, of prior variance 4: precision 1/4 + 4/1; the difference keeps its prior variance 4
    u, variance = 20 / 4.25, 1 / 4.25
    S = np.array([[variance + 4, variance - 4], [variance - 4, variance + 4]]) / 4
    same(student.linear_posterior(Phi, y, 1.0, np.zeros(2), 2 * np.eye(2)), (np.array([u / 2, u / 2]), S))


@pytest.mark.exercise("linear_posterior")
def test_linear_kinds(student):
    """lists and integers are as good as floats, no rows give back the prior, and the arguments stay as they were"""
    Phi, y, m0, S0 = np.array([[1, 0], [0, 2]]), np.array([4, 6]), np.array([1, 0]), np.array([[2, 0], [0, 1]])
    expected = (np.array([3, 2]), np.diag([4 / 3, 1 / 3]))

    def at_noise_4(Phi, y, m0, S0):
        return student.linear_posterior(Phi, y, 4, m0, S0)

    same_for_all_kinds(at_noise_4, Phi, y, m0, S0, expected=(np.array([2, 1.5]), np.diag([4 / 3, 1 / 2])))
    same(leaves_alone(student.linear_posterior, Phi, y, np.float64(4), m0, S0)[0], [2, 1.5])
    same(student.linear_posterior(Phi[:1], y[:1], np.array(1), m0, S0)[0], [expected[0][0], 0])
    S0 = np.array([[2, -1], [-1, 3]])
    same(student.linear_posterior(np.zeros((0, 2)), np.zeros(0), 4.0, m0, S0), (m0, S0))


@pytest.mark.exercise("linear_posterior")
def test_linear_refuses(student):
    """noise variances of 0 or less, other shapes, and prior covariances that are none raise ValueError"""
    Phi, y = line()
    m0, S0 = np.zeros(2), np.eye(2)
    refuses(
        student.linear_posterior,
        given(Phi, y, 0.0, m0, S0),
        given(Phi, y, -1.0, m0, S0),
        given(Phi, y.reshape(3, 1), 1.0, m0, S0),
        given(Phi, y[:2], 1.0, m0, S0),
        given(Phi, y[:1], 1.0, m0, S0),
        given(Phi, y, 1.0, np.zeros(3), S0),
        given(Phi, y, 1.0, np.zeros(1), S0),
        given(Phi, y, 1.0, np.zeros((2, 1)), S0),
        given(Phi, y, 1.0, m0, np.eye(3)),
        given(Phi, y, 1.0, m0, np.ones((1, 1))),
        given(Phi, y, 1.0, m0, np.ones(2)),
        given(Phi, y, 1.0, m0, np.array([[1, 0.5], [0, 1]])),
        given(Phi, y, 1.0, m0, np.array([[1, 0], [0.5, 1]])),
        given(Phi, y, 1.0, m0, 1e-6 * np.array([[1, 0.5], [0, 1]])),
        given(Phi, y, 1.0, m0, np.array([[1.0, 2.0], [2.0, 1.0]])),
        given(Phi, y, 1.0, m0, np.diag([1.0, -1.0])),
        given(Phi, y, 1.0, m0, np.array([[-2.0, 1.0], [1.0, -2.0]])),
        given(Phi, y, 1.0, m0, np.diag([1.0, 0.0])),
        but_takes=given(Phi, y, 1e-3, m0, np.array([[1, 0.9], [0.9, 1]])),
    )


# ---------------------------------------------------------------- linear_predictive


@pytest.mark.exercise("linear_predictive")
def test_beyond_three_points(student, reference):
    """the line through three points, one step beyond the last: 2.69, with variance 0.793"""
    posterior = reference.linear_posterior(*line(), 0.25, np.zeros(2), 2 * np.eye(2))
    same(student.linear_predictive(np.array([[1, 3]]), *posterior, 0.25), (np.array([2.69042316]), [0.793429844]))


@pytest.mark.exercise("linear_predictive")
def test_two_houses(student, reference, dataset):
    """among the five houses, 2000 square feet are nearly as sure as the noise allows; 5000 are not"""
    posterior = reference.linear_posterior(*houses(dataset), 0.25, np.zeros(2), 10 * np.eye(2))
    answer = student.linear_predictive(np.array([[1.0, 2.0], [1.0, 5.0]]), *posterior, 0.25)
    same(answer, (np.array([3.57039800, 8.47731336]), np.array([0.300998925, 1.50454008])))


@pytest.mark.exercise("linear_predictive")
def test_one_row_at_a_time(student, rng):
    """each row has its own mean and its own variance, whatever the others are"""
    Phi, _, noise, mean, S = gaussian_problem(rng, 30, 4)
    means = [sum(phi[j] * mean[j] for j in range(4)) for phi in Phi]
    variances = [noise + sum(phi[j] * S[j, k] * phi[k] for j in range(4) for k in range(4)) for phi in Phi]
    same(student.linear_predictive(Phi, mean, S, noise), (np.array(means), np.array(variances)))
    same(student.linear_predictive(Phi[7:8], mean, S, noise), (np.array(means[7:8]), np.array(variances[7:8])))


@pytest.mark.exercise("linear_predictive")
def test_noise_of_the_measurement(student, rng):
    """the noise is added once to each variance; without it the doubt about the line is left"""
    Phi, _, noise, mean, S = gaussian_problem(rng, 8, 3)
    doubt = np.array([phi @ S @ phi for phi in Phi])
    same(student.linear_predictive(Phi, mean, S, 0), (Phi @ mean, doubt))
    same(student.linear_predictive(Phi, mean, S, noise), (Phi @ mean, doubt + noise))
    same(student.linear_predictive(Phi, mean, np.zeros((3, 3)), 7 * noise), (Phi @ mean, np.full(8, 7 * noise)))


@pytest.mark.exercise("linear_predictive")
def test_doubt_away_from_the_data(student, reference):
    """the variance is smallest among the data, grows to both sides, and falls everywhere with more data"""
    x = np.linspace(-6, 6, 25)
    Phi_new, (Phi, _) = np.column_stack([np.ones(25), x]), line()
    few = reference.linear_posterior(Phi, np.zeros(3), 0.5, np.zeros(2), 4 * np.eye(2))
    more = reference.linear_posterior(np.vstack([Phi, Phi]), np.zeros(6), 0.5, np.zeros(2), 4 * np.eye(2))
    variances = [numbers(student.linear_predictive(Phi_new, *model, 0.5)[1], 25) for model in (few, more)]
    for variance in variances:
        steps = np.diff(variance)
        assert (steps[x[1:] <= 0] < 0).all(), "the variance should fall towards the data"
        assert (steps[x[:-1] >= 2] > 0).all(), "the variance should grow beyond the data"
        assert (variance >= 0.5).all(), "no prediction is surer than the noise allows"
    assert (variances[1] < variances[0]).all(), "more data should lower every variance"


@pytest.mark.exercise("linear_predictive")
def test_predictive_kinds(student):
    """lists and integers are as good as floats, and the arguments stay as they were"""
    Phi, mean, S = np.array([[1, 2], [3, 0]]), np.array([4, 5]), np.array([[2, 1], [1, 1]])
    expected = (np.array([14, 12]), np.array([13, 21]))

    def at_noise_3(Phi, mean, S):
        return student.linear_predictive(Phi, mean, S, 3)

    same_for_all_kinds(at_noise_3, Phi, mean, S, expected=expected)
    same(student.linear_predictive(np.array([[100]], dtype=np.uint8), [2], [[3]], 1), (np.array([200]), [30001]))
    same(leaves_alone(student.linear_predictive, Phi, mean, S, np.array(3.0)), expected)


@pytest.mark.exercise("linear_predictive")
def test_predictive_refuses(student):
    """a negative noise variance, and shapes that do not fit, raise ValueError"""
    Phi, mean, S = np.ones((3, 2)), np.ones(2), np.eye(2)
    refuses(
        student.linear_predictive,
        given(Phi, mean, S, -0.1),
        given(Phi, np.ones(3), S, 1.0),
        given(Phi, np.ones(1), S, 1.0),
        given(Phi, np.ones((2, 1)), S, 1.0),
        given(Phi, mean, np.eye(3), 1.0),
        given(Phi, mean, np.ones(2), 1.0),
        given(Phi, mean, np.ones((2, 1)), 1.0),
        but_takes=given(Phi, mean, S, 0.0),
    )


# ---------------------------------------------------------------- linear_log_evidence


@pytest.mark.exercise("linear_log_evidence")
def test_evidence_of_a_line(student):
    """three points on two weights, with a prior around 0 and with another one"""
    same(student.linear_log_evidence(*line(), 0.25, np.zeros(2), 2 * np.eye(2)), -4.44803472)
    S0 = np.array([[1, 0.5], [0.5, 1]])
    same(student.linear_log_evidence(*line(), 0.25, np.ones(2), S0), -3.55418752)


@pytest.mark.exercise("linear_log_evidence")
def test_straight_line_wins(student, dataset):
    """five houses are most probable under a straight line, although the fourth degree fits them exactly"""
    expected = [-14.548614, -7.294517, -9.206554, -11.565266, -13.979456]
    models = [(*houses(dataset, degree), 0.25, np.zeros(degree + 1), 10 * np.eye(degree + 1)) for degree in range(5)]
    same([student.linear_log_evidence(*model) for model in models], expected)


@pytest.mark.exercise("linear_log_evidence")
def test_density_of_y(student, rng):
    """it is the log density of y, a Gaussian vector, for few weights and for more weights than examples"""
    for n, M in ((7, 2), (1, 1), (3, 6)):
        Phi, y, noise, m0, S0 = gaussian_problem(rng, n, M)
        expected = log_density(y, Phi @ m0, noise * np.eye(n) + Phi @ S0 @ Phi.T)
        same(student.linear_log_evidence(Phi, y, noise, m0, S0), expected)


@pytest.mark.exercise("linear_log_evidence")
def test_chain_of_densities(student, rng):
    """it is the sum of the log densities of each y, predicted from the examples before it, in any order"""
    Phi, y, noise, m0, S0 = gaussian_problem(rng, 8, 3)
    m, S, total = m0, S0, 0.0
    for phi, target in zip(Phi, y, strict=True):
        variance = noise + phi @ S @ phi
        total -= (math.log(2 * math.pi * variance) + (target - phi @ m) ** 2 / variance) / 2
        gain = S @ phi / variance
        m, S = m + gain * (target - phi @ m), S - np.outer(gain, phi @ S)
    order = rng.permutation(8)
    same(student.linear_log_evidence(Phi, y, noise, m0, S0), total)
    same(student.linear_log_evidence(Phi[order], y[order], noise, m0, S0), total)


@pytest.mark.exercise("linear_log_evidence")
def test_bayes_rule_at_any_weights(student, reference, rng):
    """log likelihood plus log prior minus log posterior is the same number at any weights"""
    Phi, y, noise, m0, S0 = gaussian_problem(rng, 10, 2)
    m, S = reference.linear_posterior(Phi, y, noise, m0, S0)
    w = m + rng.uniform(-0.5, 0.5, size=2)
    expected = log_density(y, Phi @ w, noise * np.eye(10)) + log_density(w, m0, S0) - log_density(w, m, S)
    same(student.linear_log_evidence(Phi, y, noise, m0, S0), expected)


@pytest.mark.exercise("linear_log_evidence")
def test_two_hundred_examples(student, rng):
    """200 examples, whose density itself is close to the smallest floats"""
    Phi, y, _, m0, S0 = gaussian_problem(rng, 200, 3)
    expected = log_density(y, Phi @ m0, 0.3 * np.eye(200) + Phi @ S0 @ Phi.T)
    same(student.linear_log_evidence(Phi, y, 0.3, m0, S0), expected)


@pytest.mark.exercise("linear_log_evidence")
def test_pieces_of_data(student, reference, rng):
    """the log evidence of all data is that of the first part plus that of the rest, with the prior moved on"""
    Phi, y, noise, m0, S0 = gaussian_problem(rng, 6, 3)
    moved = reference.linear_posterior(Phi[:4], y[:4], noise, m0, S0)
    first = student.linear_log_evidence(Phi[:4], y[:4], noise, m0, S0)
    rest = student.linear_log_evidence(Phi[4:], y[4:], noise, *moved)
    same(first + rest, log_density(y, Phi @ m0, noise * np.eye(6) + Phi @ S0 @ Phi.T))


@pytest.mark.exercise("linear_log_evidence")
def test_evidence_kinds(student):
    """lists and integers are as good as floats, nothing has log evidence 0, and the arguments stay as they were"""
    Phi, y, m0, S0 = np.array([[1, 0], [0, 2]]), np.array([4, 6]), np.array([1, 0]), np.array([[2, 0], [0, 1]])
    expected = -math.log(2 * math.pi) - (math.log(6) + math.log(8) + 9 / 6 + 36 / 8) / 2

    def at_noise_4(Phi, y, m0, S0):
        return student.linear_log_evidence(Phi, y, 4, m0, S0)

    same_for_all_kinds(at_noise_4, Phi, y, m0, S0, expected=expected)
    same(leaves_alone(student.linear_log_evidence, Phi, y, np.float64(4), m0, S0), expected)
    same(student.linear_log_evidence(np.zeros((0, 3)), [], 0.7, np.ones(3), np.eye(3)), 0)


@pytest.mark.exercise("linear_log_evidence")
def test_evidence_refuses(student):
    """whatever linear_posterior refuses raises ValueError here, too"""
    Phi, y = line()
    m0, S0 = np.zeros(2), np.eye(2)
    refuses(
        student.linear_log_evidence,
        given(Phi, y, 0.0, m0, S0),
        given(Phi, y, -1.0, m0, S0),
        given(Phi, y.reshape(3, 1), 1.0, m0, S0),
        given(Phi, y[:2], 1.0, m0, S0),
        given(Phi, y, 1.0, np.zeros(3), S0),
        given(Phi, y, 1.0, m0, np.eye(3)),
        given(Phi, y, 1.0, m0, np.array([[1, 0.5], [0, 1]])),
        given(Phi, y, 1.0, m0, np.array([[1.0, 2.0], [2.0, 1.0]])),
        but_takes=given(Phi, y, 1.0, m0, S0),
    )


# ---------------------------------------------------------------- logistic_grid_posterior


def wide_grid(points=4001):
    return np.linspace(-20, 20, points)


def by_trapezoids(x, y, grid, variance, x_new):
    """The definition, one theta and one trapezoid after the other."""
    f = []
    for theta in grid:
        p = 1 / (1 + np.exp(-theta * x))
        density = math.exp(-(theta**2) / (2 * variance)) / math.sqrt(2 * math.pi * variance)
        f.append(np.prod(np.where(y == 1, p, 1 - p)) * density)
    width = np.diff(grid)
    evidence = sum(w * (a + b) / 2 for w, a, b in zip(width, f, f[1:], strict=False))
    density = np.array(f) / evidence
    curves = density / (1 + np.exp(-np.outer(x_new, grid)))
    return density, evidence, np.array([np.sum(width * (c[1:] + c[:-1]) / 2) for c in curves])


@pytest.mark.exercise("logistic_grid_posterior")
def test_one_datum(student):
    """one example with label 1: evidence 1/2 by symmetry, and a prediction that is less sure than the best theta's"""
    _, evidence, predictive = student.logistic_grid_posterior([1], [1], wide_grid(), 1, [1, -1, 0, 2])
    same(evidence, 0.5)
    same(predictive, [0.586758072, 0.413241928, 0.5, 0.629367863])


@pytest.mark.exercise("logistic_grid_posterior")
def test_four_data(student):
    """four examples with both labels and a wider prior"""
    x, y = np.array([1, 2, -1, 0.5]), np.array([1, 1, 0, 0])
    density, evidence, predictive = student.logistic_grid_posterior(x, y, wide_grid(2001), 4.0, np.array([1, 3, -1]))
    same(evidence, 0.0841007115)
    same(predictive, [0.775423630, 0.898976632, 0.224576370])
    assert wide_grid(2001)[np.argmax(numbers(density, 2001))] == pytest.approx(1.2, abs=0.021)


@pytest.mark.exercise("logistic_grid_posterior")
def test_random_data(student, rng):
    """random examples on a grid of unequal steps: likelihood times prior, and the trapezoid rule as it is defined"""
    x, y = rng.normal(size=7), rng.permutation([0, 0, 0, 1, 1, 1, 1])
    grid = np.cumsum(rng.uniform(0.05, 0.4, size=40)) - 4
    x_new, variance = rng.normal(size=5), rng.uniform(2, 5)
    expected = by_trapezoids(x, y, grid, variance, x_new)
    same(student.logistic_grid_posterior(x, y, grid, variance, x_new), expected)


@pytest.mark.exercise("logistic_grid_posterior")
def test_density_and_mirror(student, rng):
    """the density integrates to 1, x and -x have predictions that sum to 1, and the order of the data is irrelevant"""
    x, y, x_new = rng.normal(size=6), rng.permutation([0, 1, 1, 0, 1, 1]), rng.uniform(0.3, 2, size=3)
    grid = wide_grid(201)
    density, evidence, predictive = student.logistic_grid_posterior(x, y, grid, 3.0, np.append(x_new, -x_new))
    density, predictive = numbers(density, 201), numbers(predictive, 6)
    same(np.sum((density[1:] + density[:-1]) / 2) * (grid[1] - grid[0]), 1)
    same(predictive[:3] + predictive[3:], np.ones(3))
    order = rng.permutation(6)
    again = student.logistic_grid_posterior(x[order], y[order], grid, 3.0, np.append(x_new, -x_new))
    same(again, (density, evidence, predictive))
    same((density, evidence, predictive), by_trapezoids(x, y, grid, 3.0, np.append(x_new, -x_new)))


@pytest.mark.exercise("logistic_grid_posterior")
def test_prior_alone(student):
    """without data the density is the prior's, on a grid that cuts half of it off too; an x of 0 says nothing"""
    grid = np.linspace(0, 12, 601)
    nothing = np.zeros(0)
    density, evidence, predictive = student.logistic_grid_posterior(nothing, nothing, grid, 2.0, np.array([0.0, 50.0]))
    same(evidence, 0.5)
    same(density, 2 * np.exp(-(grid**2) / 4) / math.sqrt(4 * math.pi))
    same(predictive[0], 0.5)
    same(student.logistic_grid_posterior([0.0], [1], grid, 2.0, [0.0]), (density, 0.25, [0.5]))


@pytest.mark.exercise("logistic_grid_posterior")
def test_width_of_the_prior(student):
    """a narrow prior pulls every prediction to 1/2; a wide one lets the data speak"""
    x, y, x_new = np.array([1.0, 2.0, 1.5]), np.array([1, 1, 1]), np.array([1.0, -2.0])
    narrow = student.logistic_grid_posterior(x, y, np.linspace(-1, 1, 201), 0.001, x_new)[2]
    same(narrow, by_trapezoids(x, y, np.linspace(-1, 1, 201), 0.001, x_new)[2])
    same(narrow, [0.5, 0.5], abs=2e-3)
    wide = student.logistic_grid_posterior(x, y, wide_grid(201), 25.0, x_new)[2]
    same(wide, by_trapezoids(x, y, wide_grid(201), 25.0, x_new)[2])


@pytest.mark.exercise("logistic_grid_posterior")
def test_hundred_examples(student, rng):
    """a hundred examples, far out ones among them: the evidence is tiny but not 0"""
    x = np.concatenate([[60.0, -45.0], rng.normal(size=98)])
    y = (rng.uniform(size=100) < 1 / (1 + np.exp(-2 * x))).astype(int)
    y[:2] = 1, 0
    grid = np.linspace(-1, 5, 301)
    logs_f = -np.logaddexp(0, np.outer(grid, (1 - 2 * y) * x)).sum(axis=1) - grid**2 / 6 - math.log(6 * math.pi) / 2
    f = np.exp(logs_f)
    evidence = (f.sum() - f[0] / 2 - f[-1] / 2) * (grid[1] - grid[0])
    density, answer, _ = student.logistic_grid_posterior(x, y, grid, 3.0, [1.0])
    same(density, f / evidence)
    same(answer / evidence, 1)


@pytest.mark.exercise("logistic_grid_posterior")
def test_grid_kinds(student):
    """lists and integers are as good as floats, two grid points are enough, and the arguments stay as they were"""
    x, y, grid, x_new = np.array([1, 2]), np.array([1, 0]), np.array([0, 1, 3]), np.array([2, 0])
    expected = by_trapezoids(x, y, grid, 2.0, x_new)

    def at_variance_2(x, y, grid, x_new):
        return student.logistic_grid_posterior(x, y, grid, 2, x_new)

    same_for_all_kinds(at_variance_2, x, y, grid, x_new, expected=expected)
    same(leaves_alone(student.logistic_grid_posterior, x, y, grid, np.array(2.0), x_new), expected)
    expected = by_trapezoids(x, y, grid[1:], 2.0, x_new)
    same(student.logistic_grid_posterior(x, y, grid[1:], 2.0, x_new), expected)


@pytest.mark.exercise("logistic_grid_posterior")
def test_grid_refuses(student):
    """other labels, different lengths, a variance of 0 or less, and a grid that does not increase raise ValueError"""
    x, y, grid = np.array([1.0, 2.0]), np.array([0, 1]), np.array([-1.0, 0.0, 1.0])
    refuses(
        student.logistic_grid_posterior,
        given(x, np.array([-1, 1]), grid, 1.0, x),
        given(x, np.array([0.5, 1]), grid, 1.0, x),
        given(x, np.array([0, 2]), grid, 1.0, x),
        given(x, np.array([1]), grid, 1.0, x),
        given(x, np.array([0, 1, 1]), grid, 1.0, x),
        given(x, y, grid, 0.0, x),
        given(x, y, grid, -1.0, x),
        given(x, y, grid[:1], 1.0, x),
        given(x, y, grid[::-1], 1.0, x),
        given(x, y, np.array([0.0, 1.0, 1.0]), 1.0, x),
        but_takes=given(x, y, grid, 1.0, x),
    )


# ---------------------------------------------------------------- map_logistic


@pytest.mark.exercise("map_logistic")
def test_one_example(student):
    """one example, x = 1 and y = 1, with prior variance 1"""
    same(student.map_logistic([[1]], [1], 1), (np.array([0.401058137]), -0.593014558), abs=1e-5)


@pytest.mark.exercise("map_logistic")
def test_taste_in_courses(student, dataset):
    """twenty courses, with a free intercept and with a prior on it as on the others"""
    theta = [-0.0335003848, 0.929106782, -1.69517913, 0.610130470, -0.0636202511, 0.635652395]
    answer = student.map_logistic(*courses(dataset), np.array([1, 1, 1, 1, 1, np.inf]))
    same(answer, (np.array(theta), -8.57328623), abs=1e-5)
    theta = [0.0319213175, 1.01537524, -1.59069983, 0.720006631, 0.0277110625, 0.313281796]
    same(student.map_logistic(*courses(dataset), 1.0), (np.array(theta), -8.67262122), abs=1e-5)


@pytest.mark.exercise("map_logistic")
@pytest.mark.parametrize(
    ("variance", "norm", "value", "errors"),
    [(0.01, 0.946858776, -139.659800, 17), (1.0, 3.85768227, -37.7782257, 7)],
)
def test_tumours(student, dataset, variance, norm, value, errors):
    """on 569 tumours with 30 features, the norm of theta, the value and the number of training errors are right"""
    X, y = tumours(dataset)
    theta, best = student.map_logistic(X, y, variance)
    theta = numbers(theta, 31)
    same((np.linalg.norm(theta), best), (norm, value))
    assert np.sum((X @ theta > 0) != (y == 1)) == errors, f"theta should make {errors} errors"


@pytest.mark.exercise("map_logistic")
def test_balance_at_the_maximum(student, rng):
    """where the value is largest, the pull of the data, X^T (y - p), is theta / v, one v for each weight"""
    X, v = rng.normal(size=(30, 3)), rng.uniform(0.3, 3, size=3)
    y = rng.permutation(np.arange(30) % 2)
    theta, value = student.map_logistic(X, y, v)
    theta = numbers(theta, 3)
    same(X.T @ (y - 1 / (1 + np.exp(-X @ theta))), theta / v, abs=1e-3)
    same(value, logistic_value(theta, X, y, v))
    for j in range(3):
        assert logistic_value(theta + 0.01 * np.eye(3)[j], X, y, v) < value, "a step away should lower the value"


@pytest.mark.exercise("map_logistic")
def test_data_twice(student, rng):
    """all data twice, under a prior of half the variance, have the same best theta, and twice the value"""
    X, y = rng.normal(size=(12, 2)), np.arange(12) % 2
    theta, value = student.map_logistic(X, y, 2.0)
    same(logistic_value(numbers(theta, 2), X, y, 2.0), value)
    twice = student.map_logistic(np.vstack([X, X]), np.append(y, y), 1.0)
    same(twice, (numbers(theta, 2), 2 * value), abs=1e-5)


@pytest.mark.exercise("map_logistic")
def test_separable_classes(student):
    """classes that a line separates have no likeliest theta, but with a prior there is a best one; wider is longer"""
    X, y = np.array([[1, 2], [2, 1], [-1, -2], [-2, -1]]), np.array([1, 1, 0, 0])
    norms = []
    for v in (0.01, 1.0, 100.0):
        theta, value = student.map_logistic(X, y, v)
        theta = numbers(theta, 2)
        same(theta[0], theta[1], abs=1e-5)  # the data treat both features alike
        same(4 * 3 * (1 / (1 + np.exp(3 * theta[0]))), 2 * theta[0] / v, abs=1e-3)
        same(value, logistic_value(theta, X, y, v), abs=1e-5)
        norms.append(theta[0])
    assert 0 < norms[0] < norms[1] < norms[2], "a wider prior should allow longer weights"


@pytest.mark.exercise("map_logistic")
def test_equal_columns_share(student):
    """two equal columns share one weight, and their priors add up: v and v for two are 2 v for one"""
    x, y = np.array([1.0, 2.0, -1.0, 0.5]), np.array([1, 1, 0, 0])
    theta, value = student.map_logistic(np.column_stack([x, x]), y, 2.0)
    same(theta, [1.20669782 / 2] * 2, abs=1e-5)
    same(value, -1.83086740, abs=1e-5)
    theta, _ = student.map_logistic(np.column_stack([x, np.zeros(4)]), y, 4.0)
    same(theta, [1.20669782, 0], abs=1e-5)


@pytest.mark.exercise("map_logistic")
def test_one_example_far_out(student):
    """one example a thousand times as far out as the others is beyond doubt, and breaks nothing"""
    X, y = np.append(np.ones(400), 1000)[:, np.newaxis], np.append(np.arange(400) % 4 > 0, 1)
    same(student.map_logistic(X, y, np.inf), (np.array([math.log(3)]), -224.934058), abs=1e-5)
    same(student.map_logistic(-X, 1 - y, np.inf), (np.array([math.log(3)]), -224.934058), abs=1e-5)


@pytest.mark.exercise("map_logistic")
def test_step_too_far(student):
    """data on which one Newton step goes too far; the maximum is found all the same"""
    X, y = np.array([[2, 10, -1], [16, -9, -1], [-11, 7, 1], [2, 1, -2]]), np.array([0, 0, 0, 1])
    theta, value = student.map_logistic(X, y, 100.0)
    same(theta, [-2.14487446, -2.89003648, -5.66004012], abs=1e-5)
    same(value, -0.40500494, abs=1e-5)


@pytest.mark.exercise("map_logistic")
def test_logistic_kinds(student):
    """lists and integers are as good as floats, and the arguments stay as they were"""
    X, y = np.array([[1], [2], [0], [3]]), np.array([1, 0, 0, 1])
    theta, value = student.map_logistic(X.astype(float), y.astype(float), 2.0)
    same(X.T @ (y - 1 / (1 + np.exp(-X @ numbers(theta, 1)))), numbers(theta, 1) / 2, abs=1e-3)
    expected = (numbers(theta, 1), value)

    def at_variance_2(X, y):
        return student.map_logistic(X, y, 2)

    same_for_all_kinds(at_variance_2, X, y, expected=expected)
    same(student.map_logistic(X, y, np.array(2.0)), expected)
    same(leaves_alone(student.map_logistic, X.astype(float), y, np.array([2])), expected)


@pytest.mark.exercise("map_logistic")
def test_logistic_refuses(student):
    """other labels, variances of 0 or less, and shapes that do not fit raise ValueError"""
    X, y = np.array([[1.0, 0.0], [2.0, 1.0], [-1.0, 1.0]]), np.array([0, 1, 1])
    refuses(
        student.map_logistic,
        given(X, np.array([-1, 1, 1]), 1.0),
        given(X, np.array([0, 0.5, 1]), 1.0),
        given(X, np.array([0, 2, 1]), 1.0),
        given(X, y[:2], 1.0),
        given(X, y[:1], 1.0),
        given(X, y.reshape(3, 1), 1.0),
        given(X, y, 0.0),
        given(X, y, -1.0),
        given(X, y, np.array([1.0, 0.0])),
        given(X, y, np.array([-1.0, 1.0])),
        given(X, y, np.ones(3)),
        given(X, y, np.ones(1)),
        given(X, y, np.ones((2, 1))),
        but_takes=given(X, y, np.array([1.0, 0.5])),
    )
