"""Public checks of Bayesian learning: small examples that you can follow by hand."""

import math

import numpy as np
import pytest


def logs(*probabilities):
    """Natural logarithms, with -inf for 0."""
    return np.array([math.log(p) if p > 0 else -math.inf for p in probabilities])


def candy():
    """Five kinds of bags: how common they are, and P(cherry), P(lime) in each; cherry is outcome 0, lime is 1."""
    prior = np.array([0.1, 0.2, 0.4, 0.2, 0.1])
    table = np.array([[1.0, 0.0], [0.75, 0.25], [0.5, 0.5], [0.25, 0.75], [0.0, 1.0]])
    return prior, table


# ---------------------------------------------------------------- discrete_posterior


@pytest.mark.exercise("discrete_posterior")
def test_posterior_by_hand(student):
    """prior 1/4, 1/2, 1/4 times likelihoods 0, 0.1, 0.6 is 0, 0.05, 0.15: evidence 0.2, posterior 0, 1/4, 3/4"""
    posterior, log_evidence = student.discrete_posterior(np.array([0.25, 0.5, 0.25]), logs(0, 0.1, 0.6))
    np.testing.assert_allclose(posterior, [0, 0.25, 0.75], rtol=1e-5, err_msg="posterior")
    assert log_evidence == pytest.approx(math.log(0.2), rel=1e-5)


@pytest.mark.exercise("discrete_posterior")
def test_posterior_of_very_unlikely_data(student):
    """log-likelihoods of -2000 for both hypotheses: the posterior is the prior, and the log evidence is -2000"""
    posterior, log_evidence = student.discrete_posterior(np.array([0.75, 0.25]), np.array([-2000.0, -2000.0]))
    np.testing.assert_allclose(posterior, [0.75, 0.25], rtol=1e-5, err_msg="posterior")
    assert log_evidence == pytest.approx(-2000, rel=1e-5)


@pytest.mark.exercise("discrete_posterior")
def test_nothing_explains_the_data(student):
    """the only hypothesis that was thought possible cannot explain the data: ValueError"""
    assert len(student.discrete_posterior(np.array([1.0, 0.0]), logs(1, 0))) == 2  # fine: posterior and log evidence
    with pytest.raises(ValueError):
        student.discrete_posterior(np.array([1.0, 0.0]), logs(0, 1))


# ---------------------------------------------------------------- sequential_posteriors


@pytest.mark.exercise("sequential_posteriors")
def test_two_limes(student):
    """two limes: first the prior, then 0, .1, .4, .3, .2, then 0, 1/26, 8/26, 9/26, 8/26"""
    rows = student.sequential_posteriors(*candy(), [1, 1])
    expected = [[0.1, 0.2, 0.4, 0.2, 0.1], [0, 0.1, 0.4, 0.3, 0.2], [0, 1 / 26, 8 / 26, 9 / 26, 8 / 26]]
    np.testing.assert_allclose(rows, expected, rtol=1e-5)


@pytest.mark.exercise("sequential_posteriors")
def test_two_thousand_draws_that_tell_nothing(student):
    """both hypotheses give the observed outcome probability 1/2, so even 2000 such draws leave 1/4 and 3/4"""
    table = np.array([[0.5, 0.5, 0.0], [0.5, 0.25, 0.25]])
    rows = student.sequential_posteriors(np.array([0.25, 0.75]), table, [0] * 2000)
    np.testing.assert_allclose(rows, [[0.25, 0.75]] * 2001, rtol=1e-5)


@pytest.mark.exercise("sequential_posteriors")
def test_impossible_observation(student):
    """if every hypothesis says that outcome 1 cannot happen, and it happens: ValueError"""
    prior, table = np.array([0.5, 0.5]), np.array([[1.0, 0.0], [1.0, 0.0]])
    assert np.shape(student.sequential_posteriors(prior, table, [0, 0])) == (3, 2)  # fine
    with pytest.raises(ValueError):
        student.sequential_posteriors(prior, table, [0, 1])


# ---------------------------------------------------------------- choose_hypothesis


@pytest.mark.exercise("choose_hypothesis")
def test_prior_decides(student):
    """likelihoods 3/64, 8/64, 9/64: ML takes index 2; with prior .2, .4, .2 index 1 is ahead, 3.2 to 1.8"""
    log_likelihood = logs(3 / 64, 8 / 64, 9 / 64)
    assert student.choose_hypothesis(log_likelihood) == 2
    assert student.choose_hypothesis(log_likelihood, np.array([0.2, 0.4, 0.2])) == 1


@pytest.mark.exercise("choose_hypothesis")
def test_unnormalised_prior(student):
    """likelihoods .05, .1, .5, prior 1 to 4 to 1: index 2 wins, because .5 * 1 is more than .1 * 4"""
    assert student.choose_hypothesis(logs(0.05, 0.1, 0.5), np.array([1.0, 4.0, 1.0])) == 2


@pytest.mark.exercise("choose_hypothesis")
def test_prior_of_zero(student):
    """the first hypothesis explains the data best, but its prior is 0; of the others, index 2 explains them better"""
    assert student.choose_hypothesis(logs(0.9, 0.1, 0.2), np.array([0.0, 0.5, 0.5])) == 2


@pytest.mark.exercise("choose_hypothesis")
def test_tie(student):
    """log-likelihoods -1, -3, -2, 0, 0: the first of the two best wins"""
    assert student.choose_hypothesis(np.array([-1.0, -3.0, -2.0, 0.0, 0.0])) == 3


@pytest.mark.exercise("choose_hypothesis")
def test_very_small_likelihoods(student):
    """-2000, -2010, -2005, -1990: the last is e^10 times as likely as the first, which outweighs a prior of 2 to 1"""
    log_likelihood = np.array([-2000.0, -2010.0, -2005.0, -1990.0])
    assert student.choose_hypothesis(log_likelihood, np.array([0.4, 0.2, 0.2, 0.2])) == 3


# ---------------------------------------------------------------- prediction_curves


@pytest.mark.exercise("prediction_curves")
def test_next_lime_after_limes(student):
    """P(lime) after 0, 1, 2 limes: the vote says 1/2, .65, 19/26, MAP says 1/2, 1/2, 3/4, and ML says 0, 1, 1"""
    curves = student.prediction_curves(*candy(), [1, 1], 1)
    np.testing.assert_allclose(curves["bayes"], [0.5, 0.65, 19 / 26], rtol=1e-5, err_msg="bayes")
    np.testing.assert_allclose(curves["map"], [0.5, 0.5, 0.75], rtol=1e-5, err_msg="map")
    np.testing.assert_allclose(curves["ml"], [0, 1, 1], rtol=1e-5, atol=1e-9, err_msg="ml")


@pytest.mark.exercise("prediction_curves")
def test_next_lime_after_a_mixture(student):
    """P(lime) while a cherry and two limes come: MAP stays with the mixed bag, ML changes its mind twice"""
    curves = student.prediction_curves(*candy(), [0, 1, 1], 1)
    np.testing.assert_allclose(curves["bayes"], [0.5, 0.35, 0.5, 31 / 56], rtol=1e-5, err_msg="bayes")
    np.testing.assert_allclose(curves["map"], [0.5, 0.5, 0.5, 0.5], rtol=1e-5, err_msg="map")
    np.testing.assert_allclose(curves["ml"], [0, 0, 0.5, 0.75], rtol=1e-5, atol=1e-9, err_msg="ml")


@pytest.mark.exercise("prediction_curves")
def test_next_cherry(student):
    """asked for a cherry after the same draws, all three give the other part of 1"""
    curves = student.prediction_curves(*candy(), [0, 1, 1], 0)
    np.testing.assert_allclose(curves["bayes"], [0.5, 0.65, 0.5, 25 / 56], rtol=1e-5, err_msg="bayes")
    np.testing.assert_allclose(curves["map"], [0.5, 0.5, 0.5, 0.5], rtol=1e-5, err_msg="map")
    np.testing.assert_allclose(curves["ml"], [1, 1, 0.5, 0.25], rtol=1e-5, err_msg="ml")


# ---------------------------------------------------------------- dirichlet_posterior


@pytest.mark.exercise("dirichlet_posterior")
def test_coin(student):
    """pseudo counts 1, 2 and counts 3, 1: 4 and 3 together, mean 4/7, mode 3/5, evidence 1/3 * 2/4 * 3/5 * 2/6"""
    answer = student.dirichlet_posterior(np.array([1, 2]), np.array([3, 1]))
    np.testing.assert_allclose(answer["pseudo_counts"], [4, 3], rtol=1e-5, err_msg="pseudo_counts")
    np.testing.assert_allclose(answer["mean"], [4 / 7, 3 / 7], rtol=1e-5, err_msg="mean")
    np.testing.assert_allclose(answer["mode"], [3 / 5, 2 / 5], rtol=1e-5, err_msg="mode")
    assert answer["log_evidence"] == pytest.approx(math.log(1 / 30), rel=1e-5)


@pytest.mark.exercise("dirichlet_posterior")
def test_no_throws(student):
    """pseudo counts 1/2, 1/2 and no data: mean 1/2, no mode (nan), and an evidence of 1"""
    answer = student.dirichlet_posterior(np.array([0.5, 0.5]), np.array([0, 0]))
    np.testing.assert_allclose(answer["pseudo_counts"], [0.5, 0.5], rtol=1e-5, err_msg="pseudo_counts")
    np.testing.assert_allclose(answer["mean"], [0.5, 0.5], rtol=1e-5, err_msg="mean")
    np.testing.assert_allclose(answer["mode"], [np.nan, np.nan], err_msg="mode")
    assert answer["log_evidence"] == pytest.approx(0, abs=1e-7)


# ---------------------------------------------------------------- linear_posterior


@pytest.mark.exercise("linear_posterior")
def test_one_weight(student):
    """y = 4, 5, 6 with noise variance 1/2, prior mean 3 and variance 1/4: precision 6 + 4, mean (30 + 12) / 10"""
    Phi, y = np.ones((3, 1)), np.array([4.0, 5.0, 6.0])
    mean, covariance = student.linear_posterior(Phi, y, 0.5, np.array([3.0]), np.array([[0.25]]))
    np.testing.assert_allclose(mean, [4.2], rtol=1e-5, err_msg="mean")
    np.testing.assert_allclose(covariance, [[0.1]], rtol=1e-5, err_msg="covariance")


@pytest.mark.exercise("linear_posterior")
def test_one_example(student):
    """one example that looks at the first weight only: the second keeps its prior, mean 0 and variance 2"""
    Phi, y = np.array([[1.0, 0.0]]), np.array([1.0])
    mean, covariance = student.linear_posterior(Phi, y, 0.25, np.zeros(2), 2 * np.eye(2))
    np.testing.assert_allclose(mean, [8 / 9, 0], rtol=1e-5, atol=1e-9, err_msg="mean")
    np.testing.assert_allclose(covariance, [[2 / 9, 0], [0, 2]], rtol=1e-5, atol=1e-9, err_msg="covariance")


@pytest.mark.exercise("linear_posterior")
def test_no_examples(student):
    """without data the posterior is the prior, here with two weights that go together"""
    prior_mean, prior_covariance = np.array([1.0, 2.0]), np.array([[1.0, 0.5], [0.5, 1.0]])
    mean, covariance = student.linear_posterior(np.zeros((0, 2)), np.zeros(0), 1.0, prior_mean, prior_covariance)
    np.testing.assert_allclose(mean, [1, 2], rtol=1e-5, err_msg="mean")
    np.testing.assert_allclose(covariance, [[1, 0.5], [0.5, 1]], rtol=1e-5, err_msg="covariance")


# ---------------------------------------------------------------- linear_predictive


@pytest.mark.exercise("linear_predictive")
def test_two_new_inputs(student):
    """weights (1, 2) +- [[2, 1], [1, 3]]: (1, 0) has variance 2 and (1, 1) has 2 + 1 + 1 + 3, plus the noise 1/2"""
    Phi_new, covariance = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([[2.0, 1.0], [1.0, 3.0]])
    means, variances = student.linear_predictive(Phi_new, np.array([1.0, 2.0]), covariance, 0.5)
    np.testing.assert_allclose(means, [1, 3], rtol=1e-5, err_msg="means")
    np.testing.assert_allclose(variances, [2.5, 7.5], rtol=1e-5, err_msg="variances")


@pytest.mark.exercise("linear_predictive")
def test_without_noise(student):
    """noise 0 leaves the doubt about the line: phi = (1, -1) has mean -1 and variance 2 - 1 - 1 + 3"""
    covariance = np.array([[2.0, 1.0], [1.0, 3.0]])
    means, variances = student.linear_predictive(np.array([[1.0, -1.0]]), np.array([1.0, 2.0]), covariance, 0.0)
    np.testing.assert_allclose(means, [-1], rtol=1e-5, err_msg="means")
    np.testing.assert_allclose(variances, [3], rtol=1e-5, err_msg="variances")


# ---------------------------------------------------------------- linear_log_evidence


@pytest.mark.exercise("linear_log_evidence")
def test_evidence_of_one_example(student):
    """noise variance 1 and prior variance 3: y = 2 comes from N(0, 4), log density -log(8 pi) / 2 - 1/2"""
    answer = student.linear_log_evidence(np.array([[1.0]]), np.array([2.0]), 1.0, np.array([0.0]), np.array([[3.0]]))
    assert answer == pytest.approx(-math.log(8 * math.pi) / 2 - 1 / 2, rel=1e-5)


@pytest.mark.exercise("linear_log_evidence")
def test_evidence_of_two_examples(student):
    """two examples share the unknown weight, so they go together: covariance [[2, 1], [1, 2]] around the mean (1, 1)"""
    Phi, y = np.ones((2, 1)), np.array([1.0, 3.0])
    answer = student.linear_log_evidence(Phi, y, 1.0, np.array([1.0]), np.array([[1.0]]))
    assert answer == pytest.approx(-math.log(2 * math.pi) - math.log(3) / 2 - 4 / 3, rel=1e-5)


@pytest.mark.exercise("linear_log_evidence")
def test_evidence_of_nothing(student):
    """no data are certain to be what they are: log 1 = 0"""
    answer = student.linear_log_evidence(np.zeros((0, 2)), np.zeros(0), 1.0, np.zeros(2), np.eye(2))
    assert answer == pytest.approx(0, abs=1e-7)


# ---------------------------------------------------------------- logistic_grid_posterior


@pytest.mark.exercise("logistic_grid_posterior")
def test_three_grid_points(student):
    """x = 1, y = 1 on theta = -1, 0, 1: f = .268941, .5, .731059 times the density of N(0, 4)"""
    grid = np.array([-1.0, 0.0, 1.0])
    one = np.array([1.0])
    density, evidence, predictive = student.logistic_grid_posterior(one, one, grid, 4.0, np.array([1.0, 0.0]))
    assert evidence == pytest.approx(0.04734204 / 2 + 0.09973557 + 0.12868976 / 2, rel=1e-5)
    np.testing.assert_allclose(density, [0.25215443, 0.53120937, 0.68542682], rtol=1e-5, err_msg="density")
    np.testing.assert_allclose(predictive, [0.55005565, 0.5], rtol=1e-5, err_msg="predictive")


@pytest.mark.exercise("logistic_grid_posterior")
def test_label_zero(student):
    """the label 0 in place of 1 turns the posterior around, and the predictions with it"""
    grid = np.array([-1.0, 0.0, 1.0])
    density, evidence, predictive = student.logistic_grid_posterior([1.0], [0], grid, 4.0, np.array([1.0, 0.0]))
    assert evidence == pytest.approx(0.04734204 / 2 + 0.09973557 + 0.12868976 / 2, rel=1e-5)
    np.testing.assert_allclose(density, [0.68542682, 0.53120937, 0.25215443], rtol=1e-5, err_msg="density")
    np.testing.assert_allclose(predictive, [0.44994435, 0.5], rtol=1e-5, err_msg="predictive")


@pytest.mark.exercise("logistic_grid_posterior")
def test_unequal_steps_and_no_data(student):
    """no data, steps of 1 and 2: the evidence is 1 * (.398942 + .241971) / 2 + 2 * (.241971 + .004432) / 2"""
    grid, nothing = np.array([0.0, 1.0, 3.0]), np.zeros(0)
    density, evidence, predictive = student.logistic_grid_posterior(nothing, nothing, grid, 1.0, np.array([0.0]))
    assert evidence == pytest.approx(0.32045650 + 0.24640257, rel=1e-5)
    np.testing.assert_allclose(density, [0.70377683, 0.42686222, 0.00781825], rtol=1e-5, err_msg="density")
    np.testing.assert_allclose(predictive, [0.5], rtol=1e-5, err_msg="predictive")


# ---------------------------------------------------------------- map_logistic


@pytest.mark.exercise("map_logistic")
def test_three_of_four(student):
    """a single weight and labels 1, 1, 1, 0, v = 3 log 2: theta = log 2, as 3 - 4 * 2/3 = theta / v"""
    X, y = np.ones((4, 1)), np.array([1, 1, 1, 0])
    theta, value = student.map_logistic(X, y, 3 * math.log(2))
    np.testing.assert_allclose(theta, [math.log(2)], rtol=1e-5, err_msg="theta")
    assert value == pytest.approx(3 * math.log(2 / 3) + math.log(1 / 3) - math.log(2) / 6, rel=1e-5)


@pytest.mark.exercise("map_logistic")
def test_flat_prior(student):
    """with v = inf the prior has no say: p = 3/4, theta = log 3"""
    theta, value = student.map_logistic(np.ones((4, 1)), np.array([1, 1, 1, 0]), np.inf)
    np.testing.assert_allclose(theta, [math.log(3)], rtol=1e-5, err_msg="theta")
    assert value == pytest.approx(3 * math.log(3 / 4) + math.log(1 / 4), rel=1e-5)


@pytest.mark.exercise("map_logistic")
def test_three_weights(student):
    """three groups of such rows, each with its own column; only the middle one has no prior: log 2, log 3, log 2"""
    X, y = np.kron(np.eye(3), np.ones((4, 1))), np.array([1, 1, 1, 0] * 3)
    theta, _ = student.map_logistic(X, y, np.array([3 * math.log(2), np.inf, 3 * math.log(2)]))
    np.testing.assert_allclose(theta, [math.log(2), math.log(3), math.log(2)], rtol=1e-5, err_msg="theta")
