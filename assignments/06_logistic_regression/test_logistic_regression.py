"""Public checks of logistic regression: small examples that you can follow by hand."""

import warnings

import numpy as np
import pytest

# ---------------------------------------------------------------- sigmoid


@pytest.mark.exercise("sigmoid")
def test_odds_of_three(student):
    """score 0 is an even chance; a score of log 3 means odds of 3 to 1, so 3/4; and -log 3 means 1/4"""
    z = np.array([0, np.log(3), -np.log(3)])
    np.testing.assert_allclose(student.sigmoid(z), [1 / 2, 3 / 4, 1 / 4], rtol=1e-5)


@pytest.mark.exercise("sigmoid")
def test_sigmoid_of_a_matrix(student):
    """it works elementwise, for a matrix as for a number"""
    np.testing.assert_allclose(student.sigmoid(np.array([[0, 0], [0, 2]])), [[0.5, 0.5], [0.5, 0.880797]], rtol=1e-5)
    np.testing.assert_allclose(student.sigmoid(2.0), 0.880797, rtol=1e-5)


@pytest.mark.exercise("sigmoid")
def test_sigmoid_does_not_overflow(student):
    """for a score of -1000 the answer is 0, and numpy does not have to warn"""
    with warnings.catch_warnings(action="error"):
        answer = student.sigmoid(np.array([-1000.0, 1000.0]))
    np.testing.assert_allclose(answer, [0, 1], atol=1e-12)


# ---------------------------------------------------------------- canonical_link


@pytest.mark.exercise("canonical_link")
def test_links_by_hand(student):
    """probability 3/4 has odds 3, a rate of 1 has logarithm 0, a Gaussian mean stays what it is"""
    np.testing.assert_allclose(
        student.canonical_link(np.array([0.75, 0.25]), "bernoulli"), [np.log(3), -np.log(3)], rtol=1e-5
    )
    np.testing.assert_allclose(
        student.canonical_link(np.array([1.0, 5.0]), "poisson"), [0, np.log(5)], rtol=1e-5, atol=1e-7
    )
    np.testing.assert_allclose(student.canonical_link(np.array([-4.0, 5.0]), "gaussian"), [-4, 5], rtol=1e-5)


@pytest.mark.exercise("canonical_link")
def test_certain_outcomes_have_no_link(student):
    """a probability of exactly 1 has infinite odds, and an unknown family no link at all: ValueError"""
    np.testing.assert_allclose(student.canonical_link(np.array([0.5]), "bernoulli"), [0], atol=1e-7)
    with pytest.raises(ValueError):
        student.canonical_link(np.array([0.5, 1.0]), "bernoulli")
    with pytest.raises(ValueError):
        student.canonical_link(np.array([0.5]), "cauchy")


# ---------------------------------------------------------------- log_likelihood


@pytest.mark.exercise("log_likelihood")
def test_even_chances(student):
    """theta = 0 gives every label probability 1/2: four examples add up to -4 log 2"""
    X, y = np.array([[1, 0], [1, 1], [1, 2], [1, 3]]), np.array([0, 0, 1, 1])
    value, gradient = student.log_likelihood(np.zeros(2), X, y)
    assert value == pytest.approx(-4 * np.log(2), rel=1e-5)
    np.testing.assert_allclose(gradient, [0, 2], atol=1e-6)  # errors -1/2, -1/2, 1/2, 1/2 times the columns


@pytest.mark.exercise("log_likelihood")
def test_two_examples(student):
    """score log 3 for a 1 and for a 0: probabilities 3/4 and 1/4, errors 1/4 and -3/4"""
    value, gradient = student.log_likelihood(np.array([np.log(3)]), np.array([[1.0], [1.0]]), np.array([1, 0]))
    assert value == pytest.approx(np.log(3 / 4) + np.log(1 / 4), rel=1e-5)
    np.testing.assert_allclose(gradient, [1 / 4 - 3 / 4], rtol=1e-5)


@pytest.mark.exercise("log_likelihood")
def test_labels_of_another_book(student):
    """labels are 0 and 1; labels -1 and +1 are refused with a ValueError"""
    theta, X, y = np.zeros(1), np.ones((2, 1)), np.array([0, 1])
    assert len(student.log_likelihood(theta, X, y)) == 2  # fine: value and gradient
    with pytest.raises(ValueError):
        student.log_likelihood(theta, X, 2 * y - 1)


# ---------------------------------------------------------------- gradient_ascent


@pytest.mark.exercise("gradient_ascent")
def test_first_updates(student):
    """from zero, h = 1/2: on the row (1, 2) with y = 1 the log loss steps by alpha/2, the squared loss by alpha/8"""
    X, y = np.array([[1, 2]]), np.array([1])
    np.testing.assert_allclose(student.gradient_ascent(X, y, 0.1, 1), [[0, 0], [0.05, 0.1]], rtol=1e-5)
    history = student.gradient_ascent(X, y, 0.1, 1, loss="squared")
    np.testing.assert_allclose(history, [[0, 0], [0.0125, 0.025]], rtol=1e-5)


@pytest.mark.exercise("gradient_ascent")
def test_batch_or_one_by_one(student):
    """equal rows, labels 1 and 0: in a batch they cancel; one by one the second sees h = 3/4 after the first"""
    X, y, alpha = np.ones((2, 1)), np.array([1, 0]), 2 * np.log(3)
    np.testing.assert_allclose(student.gradient_ascent(X, y, alpha, 1), [[0], [0]], atol=1e-6)
    history = student.gradient_ascent(X, y, alpha, 1, batch_size=1)
    np.testing.assert_allclose(history, [[0], [np.log(3) - 0.75 * alpha]], rtol=1e-5)


@pytest.mark.exercise("gradient_ascent")
def test_rates_and_start(student):
    """the history begins with theta0; a second rate of 0 makes the second update stand still"""
    X, y = np.ones((1, 1)), np.array([0])
    history = student.gradient_ascent(X, y, np.array([4.0, 0.0]), 2, theta0=np.array([np.log(3)]))
    np.testing.assert_allclose(history, [[np.log(3)], [np.log(3) - 3], [np.log(3) - 3]], rtol=1e-5)
    with pytest.raises(ValueError):
        student.gradient_ascent(X, y, np.array([4.0, 0.0]), 3)  # three epochs need three rates


# ---------------------------------------------------------------- newton


@pytest.mark.exercise("newton")
def test_square_root_of_nine(student):
    """the root of t^2 - 9 from t = 1: first 1 + 8/2 = 5, then 5 - 16/10 = 3.4, and soon 3"""
    history = student.newton(lambda t: t**2 - 9, lambda t: np.array([[2 * t[0]]]), np.array([1.0]), 6)
    assert np.shape(history) == (7, 1)
    np.testing.assert_allclose(np.ravel(history)[[0, 1, 2, 6]], [1, 5, 3.4, 3], rtol=1e-5)


@pytest.mark.exercise("newton")
def test_bottom_of_a_bowl(student):
    """gradient (2x + y - 3, x + 2y - 3): one step leads from anywhere to (1, 1)"""
    H = np.array([[2.0, 1.0], [1.0, 2.0]])
    history = student.newton(lambda t: H @ t - 3, lambda t: H, np.array([10, -20]), 1)
    np.testing.assert_allclose(history, [[10, -20], [1, 1]], rtol=1e-5)


# ---------------------------------------------------------------- newton_logistic


@pytest.mark.exercise("newton_logistic")
def test_three_of_four(student):
    """a constant model, three ones and a zero: the first step is 1 / (4/4) = 1, the limit log 3, odds of 3 to 1"""
    history = student.newton_logistic(np.ones((4, 1)), np.array([1, 1, 1, 0]), n_steps=6)
    assert np.shape(history) == (7, 1)
    np.testing.assert_allclose(np.ravel(history)[[0, 1, 6]], [0, 1, np.log(3)], rtol=1e-5)


@pytest.mark.exercise("newton_logistic")
def test_first_penalised_step(student):
    """lam = 1 does nothing to a free intercept; a penalised one starts with 1 / (4/4 + 1) = 1/2"""
    X, y = np.ones((4, 1)), np.array([1, 1, 1, 0])
    np.testing.assert_allclose(student.newton_logistic(X, y, 1, lam=1), [[0], [1]], atol=1e-6)
    np.testing.assert_allclose(student.newton_logistic(X, y, 1, 1, penalise_first=True), [[0], [0.5]], atol=1e-6)


@pytest.mark.exercise("newton_logistic")
def test_negative_lam(student):
    """a negative lam is refused with a ValueError"""
    X, y = np.ones((4, 1)), np.array([1, 1, 1, 0])
    assert np.shape(student.newton_logistic(X, y, 2, lam=0)) == (3, 1)  # fine: no prior
    with pytest.raises(ValueError):
        student.newton_logistic(X, y, 2, lam=-1)


# ---------------------------------------------------------------- exponential_family


@pytest.mark.exercise("exponential_family")
def test_coin_by_hand(student):
    """eta = log 3: the partition sum is 1 + 3, P(y = 1) = 3/4, and the variance 3/4 * 1/4"""
    answer = student.exponential_family(np.array([1, 0]), np.log(3), "bernoulli")
    np.testing.assert_allclose(answer["log_partition"], np.log(4), rtol=1e-5)
    np.testing.assert_allclose(answer["mean"], 3 / 4, rtol=1e-5)
    np.testing.assert_allclose(answer["variance"], 3 / 16, rtol=1e-5)
    np.testing.assert_allclose(answer["log_density"], np.log([3 / 4, 1 / 4]), rtol=1e-5)


@pytest.mark.exercise("exponential_family")
def test_counts_by_hand(student):
    """rate 2: the probabilities of 0 and 3 events are e^-2 and e^-2 * 8/6"""
    answer = student.exponential_family(np.array([0, 3]), np.log(2), "poisson")
    np.testing.assert_allclose(answer["log_density"], [-2, -2 + np.log(8 / 6)], rtol=1e-5)
    np.testing.assert_allclose(answer["mean"], 2, rtol=1e-5)


@pytest.mark.exercise("exponential_family")
def test_bell_curve_by_hand(student):
    """eta = 2: the density at its top is 1 / sqrt(2 pi), the mean 2, the variance 1, and a = 2"""
    answer = student.exponential_family(2.0, 2.0, "gaussian")
    np.testing.assert_allclose(answer["log_density"], -0.9189385332, rtol=1e-5)
    np.testing.assert_allclose([answer["mean"], answer["variance"], answer["log_partition"]], [2, 1, 2], rtol=1e-5)


# ---------------------------------------------------------------- glm_fit


@pytest.mark.exercise("glm_fit")
def test_one_mean_three_families(student):
    """with a column of ones alone, eta is the link of the mean of y: 1/2, log 1 and log(1/2)"""
    X, y = np.ones((4, 1)), np.array([0, 1, 1, 0])
    np.testing.assert_allclose(student.glm_fit(X, y, "gaussian"), [0.5], rtol=1e-5)
    np.testing.assert_allclose(student.glm_fit(X, y, "bernoulli"), [0], atol=1e-6)
    np.testing.assert_allclose(student.glm_fit(X, y, "poisson"), [np.log(0.5)], rtol=1e-5)


@pytest.mark.exercise("glm_fit")
def test_two_rates(student):
    """counts 1, 3 in one group and 4, 12 in another: rates 2 and 8, so theta = (log 2, log 8 - log 2)"""
    X, y = np.array([[1, 0], [1, 0], [1, 1], [1, 1]]), np.array([1, 3, 4, 12])
    np.testing.assert_allclose(student.glm_fit(X, y, "poisson"), [np.log(2), np.log(4)], rtol=1e-5)


@pytest.mark.exercise("glm_fit")
def test_half_an_event(student):
    """1.5 is fine for a Gaussian, but no count and no label: ValueError"""
    X, y = np.ones((2, 1)), np.array([1.5, 1.0])
    np.testing.assert_allclose(student.glm_fit(X, y, "gaussian"), [1.25], rtol=1e-5)
    for family in ("poisson", "bernoulli"):
        with pytest.raises(ValueError):
            student.glm_fit(X, y, family)


# ---------------------------------------------------------------- softmax


@pytest.mark.exercise("softmax")
def test_shares(student):
    """scores log 1, log 2, log 5 are shares of 1, 2 and 5 in 8; each row is normalised by itself"""
    eta = np.log([[1, 2, 5], [1, 1, 2]])
    np.testing.assert_allclose(student.softmax(eta), [[1 / 8, 2 / 8, 5 / 8], [1 / 4, 1 / 4, 2 / 4]], rtol=1e-5)


@pytest.mark.exercise("softmax")
def test_reference_class(student):
    """with reference=True the last class has score 0, a share of 1: log 3 alone becomes 3/4 and 1/4"""
    np.testing.assert_allclose(student.softmax(np.array([np.log(3)]), reference=True), [3 / 4, 1 / 4], rtol=1e-5)


@pytest.mark.exercise("softmax")
def test_equal_huge_scores(student):
    """two scores of 1000 share equally"""
    np.testing.assert_allclose(student.softmax(np.array([1000, 1000])), [0.5, 0.5], rtol=1e-5)


# ---------------------------------------------------------------- softmax_regression


@pytest.mark.exercise("softmax_regression")
def test_step_by_hand(student):
    """a constant model, labels 0, 0, 1 of three classes: class 0 is expected once and seen twice, class 1 as often"""
    theta, values = student.softmax_regression(np.ones((3, 1)), np.array([0, 0, 1]), 3, alpha=0.5, n_steps=1)
    np.testing.assert_allclose(theta, [[0.5], [0]], atol=1e-6)
    np.testing.assert_allclose(values, [-3 * np.log(3), 1 - 3 * np.log(np.exp(0.5) + 2)], rtol=1e-5)


@pytest.mark.exercise("softmax_regression")
def test_balanced_classes(student):
    """a constant model with each class once is at its maximum from the start: nothing moves, n_steps + 1 values"""
    theta, values = student.softmax_regression(np.ones((3, 1)), np.array([2, 0, 1]), 3, alpha=0.5, n_steps=4)
    np.testing.assert_allclose(theta, [[0], [0]], atol=1e-6)
    np.testing.assert_allclose(values, [-3 * np.log(3)] * 5, rtol=1e-5)


@pytest.mark.exercise("softmax_regression")
def test_too_large_a_label(student):
    """with three classes the labels are 0, 1 and 2; a 3 is refused with a ValueError"""
    X = np.ones((3, 1))
    assert len(student.softmax_regression(X, np.array([0, 1, 2]), 3, 0.1, 1)) == 2  # fine: theta and values
    with pytest.raises(ValueError):
        student.softmax_regression(X, np.array([1, 2, 3]), 3, 0.1, 1)
