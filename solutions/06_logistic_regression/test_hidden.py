"""Hidden checks of logistic regression: derived figures, derivatives, optimality conditions, identities, edges."""

import warnings

import numpy as np
import pytest


def numbers(answer, *shape):
    """The answer as floats, once its shape is what the docstring promises."""
    values = np.asarray(answer, dtype=float)
    assert values.shape == shape, f"expected shape {shape}, got {values.shape}"
    return values


def agree(answer, expected, rel=1e-5, atol=1e-7):
    """Compare with a tolerance relative to the largest entry, so that a zero among large numbers is judged fairly."""
    expected = np.asarray(expected, dtype=float)
    values = numbers(answer, *expected.shape)
    return np.abs(values - expected).max() <= atol + rel * np.abs(expected).max()


def silent():
    """Inside this block a warning is a failure."""
    return warnings.catch_warnings(action="error")


def unchanged(before, after):
    return all(np.array_equal(old, new) for old, new in zip(before, after, strict=True))


def logistic(z):
    return 1 / (1 + np.exp(-np.asarray(z, dtype=float)))


def with_ones(*columns):
    return np.column_stack([np.ones(len(columns[0])), *columns])


def six():
    """x = 0, ..., 5 with labels that overlap, and a column of ones."""
    return with_ones(np.arange(6)), np.array([0, 0, 1, 0, 1, 1])


def four():
    """Four points in no order, classes separated at x = 1/4."""
    return np.array([[1, 0.5], [1, -1], [1, 2], [1, 0]]), np.array([1, 0, 1, 0])


def course_ratings(dataset):
    """Ones and the five 0/1 features; 1 for a course that was liked (rating 0 or more)."""
    X, rating, _ = dataset("course_ratings")
    return with_ones(X), (rating >= 0).astype(int)


def two_irises(dataset):
    """Ones and the four measurements of versicolor (0) and virginica (1)."""
    X, species, _ = dataset("iris")
    return with_ones(X[species > 0]), species[species > 0] - 1


def standardised(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def binary_data(rng, n=12, p=3):
    """Every point comes with both labels, and some again with 1: no hyperplane separates the classes."""
    X = with_ones(rng.normal(size=(n, p - 1)))
    rows = np.concatenate([np.arange(n), np.arange(n), np.arange(n // 3)])
    y = np.concatenate([np.zeros(n), np.ones(n), np.ones(n // 3)]).astype(int)
    order = rng.permutation(len(y))
    return X[rows[order]], y[order]


# ---------------------------------------------------------------- sigmoid


@pytest.mark.exercise("sigmoid")
def test_sigmoid_values(student):
    """sigmoid(0) = 1/2, sigmoid(log 3) = 3/4, sigmoid(1) = 0.731 and sigmoid(-1) = 0.269"""
    z = np.array([0, np.log(3), 1, -1, 2, 0.7])
    expected = [0.5, 0.75, 0.7310585786, 0.2689414214, 0.8807970780, 0.6681877722]
    assert agree(student.sigmoid(z), expected, rel=1e-6)


@pytest.mark.exercise("sigmoid")
def test_sigmoid_is_symmetric_and_increasing(student, rng):
    """it increases from 0 to 1, and sigmoid(-z) = 1 - sigmoid(z)"""
    z = np.linspace(-6, 6, 25) + rng.uniform(-0.1, 0.1, size=25)
    upper, lower = numbers(student.sigmoid(z), 25), numbers(student.sigmoid(-z), 25)
    assert np.all(np.diff(upper) > 0)
    assert np.all((upper > 0) & (upper < 1))
    assert agree(lower, 1 - upper, atol=1e-6)


@pytest.mark.exercise("sigmoid")
def test_sigmoid_of_huge_scores(student):
    """for scores of +-1000 and beyond the answers are 1 and 0, and numpy has nothing to warn about"""
    with silent():
        ends = numbers(student.sigmoid(np.array([1000.0, -1000.0, 1e6, -1e6, 750.0, -750.0, 0.0])), 7)
    assert np.all(np.abs(ends - [1, 0, 1, 0, 1, 0, 0.5]) <= 1e-12)


@pytest.mark.exercise("sigmoid")
def test_sigmoid_in_the_tails(student):
    """scores of +-12, +-16 and +-20 are still told apart from the limits: no clipping far from where exp overflows"""
    z = np.array([12.0, 16.0, 20.0, -12.0, -16.0, -20.0])
    assert np.all(np.abs(numbers(student.sigmoid(z), 6) - logistic(z)) <= 1e-7)


@pytest.mark.exercise("sigmoid")
def test_sigmoid_slope(student):
    """its slope is s (1 - s), which is largest, 1/4, at z = 0"""
    z, step = np.linspace(-4, 4, 17), 0.01
    s = numbers(student.sigmoid(np.concatenate([z - step, z, z + step])), 51)
    slope = (s[34:] - s[:17]) / (2 * step)
    assert agree(slope, s[17:34] * (1 - s[17:34]), atol=1e-4)
    assert slope[8] == pytest.approx(0.25, abs=1e-4)
    assert slope.argmax() == 8


@pytest.mark.exercise("sigmoid")
def test_sigmoid_is_undone_by_the_log_odds(student, rng):
    """log(s / (1 - s)) gives the score back"""
    z = rng.uniform(1, 5, size=10) * np.where(np.arange(10) % 2, 1, -1)
    s = numbers(student.sigmoid(z), 10)
    assert agree(np.log(s / (1 - s)), z, rel=1e-4)


@pytest.mark.exercise("sigmoid")
def test_sigmoid_keeps_the_shape(student):
    """a number, a matrix and a block come back in the shape they had; integers or floats, they stay unmodified"""
    assert float(numbers(student.sigmoid(2))) == pytest.approx(0.8807970780, rel=1e-5)
    assert float(numbers(student.sigmoid(-1.0))) == pytest.approx(0.2689414214, rel=1e-5)
    for shape, kind in (((2, 3), int), ((3, 1, 2), int), ((6,), float)):
        z = np.arange(-2, 4, dtype=kind).reshape(shape)
        before = z.copy()
        assert agree(student.sigmoid(z), logistic(before))
        assert unchanged([before], [z])


# ---------------------------------------------------------------- canonical_link


@pytest.mark.exercise("canonical_link")
def test_link_values(student):
    """logit(3/4) = log 3 = 1.0986, log(3) for a Poisson mean of 3, and a Gaussian mean is its own parameter"""
    assert agree(student.canonical_link(np.array([0.5, 0.75, 0.6]), "bernoulli"), [0, 1.0986122887, 0.4054651081])
    assert agree(student.canonical_link(np.array([3, 1, 20]), "poisson"), [1.0986122887, 0, 2.9957322736])
    assert agree(student.canonical_link(np.array([-2, 0, 3.5]), "gaussian"), [-2, 0, 3.5])


@pytest.mark.exercise("canonical_link")
def test_link_inverts_the_response(student, rng):
    """it undoes the response: from sigmoid(eta), e^eta and eta itself it finds eta"""
    eta = rng.uniform(0.5, 5, size=8) * np.where(np.arange(8) % 2, 1, -1)
    for family, mean in (("bernoulli", logistic(eta)), ("poisson", np.exp(eta)), ("gaussian", eta)):
        assert agree(student.canonical_link(mean, family), eta, rel=1e-4)


@pytest.mark.exercise("canonical_link")
def test_log_odds_are_antisymmetric(student, rng):
    """for a coin, swapping the two outcomes changes the sign of eta; a larger probability has a larger eta"""
    p = np.arange(1, 10) / 20 + rng.uniform(0, 0.02, size=9)
    eta, swapped = student.canonical_link(p, "bernoulli"), student.canonical_link(1 - p, "bernoulli")
    assert agree(swapped, -numbers(eta, 9), atol=1e-5)
    assert np.all(np.diff(numbers(eta, 9)) > 0)


@pytest.mark.exercise("canonical_link")
def test_link_of_small_and_large_means(student):
    """tiny probabilities and large rates are no problem: logit(1e-9) is -20.72"""
    p = np.array([1e-9, 1e-4, 0.9999])
    assert agree(student.canonical_link(p, "bernoulli"), [-20.7232658359, -9.2102403670, 9.2102403670])
    assert agree(student.canonical_link(np.array([1e-9, 1e9]), "poisson"), [-20.7232658369, 20.7232658369])


@pytest.mark.exercise("canonical_link")
def test_link_rejects_means(student):
    """a Bernoulli mean of 0, 1 or beyond, and a Poisson mean of 0 or less, raise ValueError, even one among many"""
    numbers(student.canonical_link(np.array([0.2, 0.9]), "bernoulli"), 2)
    numbers(student.canonical_link(np.array([0.2, 7.0]), "poisson"), 2)
    numbers(student.canonical_link(np.array([-0.2, 7.0]), "gaussian"), 2)
    for bad in (0.0, 1.0, -0.3, 1.2):
        with pytest.raises(ValueError):
            student.canonical_link(np.array([0.4, bad]), "bernoulli")
    for bad in (0.0, -1.0):
        with pytest.raises(ValueError):
            student.canonical_link(np.array([bad, 2.0]), "poisson")


@pytest.mark.exercise("canonical_link")
def test_link_rejects_families(student):
    """a family that is none of the three raises ValueError"""
    assert float(numbers(student.canonical_link(0.5, "gaussian"))) == pytest.approx(0.5, rel=1e-5)
    for family in ("gamma", "Bernoulli", ""):
        with pytest.raises(ValueError):
            student.canonical_link(np.array([0.5]), family)


@pytest.mark.exercise("canonical_link")
def test_link_keeps_the_shape(student):
    """numbers and matrices of integers are as good as arrays of floats, and stay unmodified"""
    assert float(numbers(student.canonical_link(0.75, "bernoulli"))) == pytest.approx(1.0986122887, rel=1e-5)
    assert float(numbers(student.canonical_link(3, "poisson"))) == pytest.approx(1.0986122887, rel=1e-5)
    for means in (np.array([[1, 2, 3], [4, 5, 6]]), np.array([[0.5, 1.0, 2.5]])):
        before = means.copy()
        assert agree(student.canonical_link(means, "poisson"), np.log(before))
        assert agree(student.canonical_link(means, "gaussian"), before)
        assert unchanged([before], [means])
    chances = np.array([[0.5], [0.75]])
    assert agree(student.canonical_link(chances, "bernoulli"), [[0], [1.0986122887]])
    assert unchanged([np.array([[0.5], [0.75]])], [chances])


# ---------------------------------------------------------------- log_likelihood


@pytest.mark.exercise("log_likelihood")
def test_likelihood_at_zero(student):
    """at theta = 0 every example has probability 1/2: the value is -n log 2, the gradient X^T (y - 1/2)"""
    X, y = six()
    value, gradient = student.log_likelihood(np.zeros(2), X, y)
    assert value == pytest.approx(-4.1588830834, rel=1e-5)
    assert agree(gradient, (0, 3.5), atol=1e-6)


@pytest.mark.exercise("log_likelihood")
def test_likelihood_values(student):
    """value and gradient on six and on four points, away from zero: both are sums over the examples"""
    value, gradient = student.log_likelihood(np.array([-2, 0.8]), *six())
    assert value == pytest.approx(-2.6064514616, rel=1e-5)
    assert agree(gradient, (0, 0.6917525995), atol=1e-6)
    value, gradient = student.log_likelihood(np.array([0.2, -0.4]), *four())
    assert value == pytest.approx(-3.5662619509, rel=1e-5)
    assert agree(gradient, (-0.0498339973, 2.1869689187), atol=1e-6)


@pytest.mark.exercise("log_likelihood")
def test_likelihood_of_huge_scores(student):
    """scores in the thousands give a finite value: -0.693 when they have the right sign, -3500.69 when they have not"""
    X, y = four()
    with silent():
        value, gradient = student.log_likelihood(np.array([0, 1000]), X, y)
    assert value == pytest.approx(-0.6931471806, rel=1e-5)
    assert agree(gradient, (-0.5, 0))
    with silent():
        value, gradient = student.log_likelihood(np.array([0, -1000]), X, y)
    assert value == pytest.approx(-3500.6931471806, rel=1e-5)
    assert agree(gradient, (0.5, 3.5))


@pytest.mark.exercise("log_likelihood")
def test_likelihood_gradient_matches_differences(student, rng):
    """the gradient equals central differences of the value"""
    X, y = binary_data(rng, n=6)
    theta, step = rng.normal(size=3), 0.02
    _, gradient = student.log_likelihood(theta, X, y)
    slopes = []
    for direction in step * np.eye(3):
        above, _ = student.log_likelihood(theta + direction, X, y)
        below, _ = student.log_likelihood(theta - direction, X, y)
        slopes.append((above - below) / (2 * step))
    assert agree(gradient, slopes, atol=5e-3)


@pytest.mark.exercise("log_likelihood")
def test_likelihood_is_concave(student, rng):
    """it is never positive, and concave: it stays below each of its tangents"""
    X, y = binary_data(rng)
    theta = rng.normal(size=3)
    value, gradient = student.log_likelihood(theta, X, y)
    gradient = numbers(gradient, 3)
    assert value < 0
    for length in (-1.5, 1.5):
        move = length * rng.uniform(0.5, 1, size=3)
        moved, moved_gradient = student.log_likelihood(theta + move, X, y)
        assert moved < value + gradient @ move
        assert value < moved - numbers(moved_gradient, 3) @ move


@pytest.mark.exercise("log_likelihood")
def test_likelihood_with_signs_as_labels(student, rng):
    """with s = 2y - 1 the value is -sum log(1 + exp(-s z)); swapping the labels and negating theta changes nothing"""
    X, y = binary_data(rng)
    theta, s = rng.normal(size=3), 2 * y - 1
    value, gradient = student.log_likelihood(theta, X, y)
    assert value == pytest.approx(-np.log1p(np.exp(-s * (X @ theta))).sum(), rel=1e-5)
    assert agree(gradient, X.T @ (s * logistic(-s * (X @ theta))), atol=1e-5)
    swapped, swapped_gradient = student.log_likelihood(-theta, X, 1 - y)
    assert swapped == pytest.approx(value, rel=1e-5)
    assert agree(swapped_gradient, -numbers(gradient, 3), atol=1e-5)


@pytest.mark.exercise("log_likelihood")
def test_likelihood_adds_up(student, rng):
    """the log-likelihood of all rows is the sum of those of two halves; a single example is a half as good as any"""
    X, y = binary_data(rng)
    theta = rng.normal(size=3)
    value, gradient = student.log_likelihood(theta, X, y)
    first, first_gradient = student.log_likelihood(theta, X[:1], y[:1])
    rest, rest_gradient = student.log_likelihood(theta, X[1:], y[1:])
    assert value == pytest.approx(first + rest, rel=1e-5)
    assert agree(gradient, numbers(first_gradient, 3) + numbers(rest_gradient, 3), atol=1e-5)
    h = logistic(X[0] @ theta)
    assert first == pytest.approx(np.log(h if y[0] else 1 - h), rel=1e-5)


@pytest.mark.exercise("log_likelihood")
def test_separable_data_have_no_maximum(student):
    """where theta separates the classes, 2 theta, 4 theta and 8 theta are likelier still, and the value tends to 0"""
    X, y = four()
    theta = np.array([-1.0, 4.0])  # zero at x = 1/4, between the classes
    values = [student.log_likelihood(scale * theta, X, y)[0] for scale in (1, 2, 4, 8, 100)]
    assert np.all(np.diff(values) > 0)
    assert values[-1] == pytest.approx(0, abs=1e-6)


@pytest.mark.exercise("log_likelihood")
def test_likelihood_leaves_inputs_alone(student):
    """integers are as good as floats, and theta, X and y are left unmodified"""
    for kind in (int, float):
        arguments = np.array([1, -1], kind), np.array([[1, 1], [1, 3], [1, 0]], kind), np.array([1, 0, 1], kind)
        before = [argument.copy() for argument in arguments]
        value, gradient = student.log_likelihood(*arguments)
        assert value == pytest.approx(-1.1333368794, rel=1e-5)
        assert agree(gradient, (0.5 - 0.1192029220 + 0.2689414214, 0.5 - 3 * 0.1192029220), atol=1e-6)
        assert unchanged(before, arguments)


@pytest.mark.exercise("log_likelihood")
def test_likelihood_rejects(student):
    """labels -1 and +1, other numbers than 0 and 1, and a y that is not of shape (n,) raise ValueError"""
    X, y = four()
    theta = np.zeros(2)
    value, gradient = student.log_likelihood(theta, X, y)
    assert value < 0
    numbers(gradient, 2)
    for bad in (2 * y - 1, y + 1, y / 2):
        with pytest.raises(ValueError):
            student.log_likelihood(theta, X, bad)
    for bad in (y[:, np.newaxis], y[:3], y[:1]):
        with pytest.raises(ValueError):
            student.log_likelihood(theta, X, bad)


# ---------------------------------------------------------------- gradient_ascent


@pytest.mark.exercise("gradient_ascent")
def test_batch_epochs(student):
    """batch rule: row 0 is the start, each epoch adds alpha times the SUM of (y - h) x, until X^T (y - h) = 0"""
    history = student.gradient_ascent(*six(), 0.05, 3)
    expected = [(0, 0), (0, 0.175), (-0.0316272627, 0.2348250681), (-0.0707927306, 0.2651546830)]
    assert agree(history, expected)
    theta = numbers(student.gradient_ascent(*six(), 0.12, 700), 701, 2)[-1]
    assert agree(theta, (-3.0350689646, 1.2140275859), rel=1e-4)


@pytest.mark.exercise("gradient_ascent")
def test_stochastic_epochs(student):
    """six rows one by one, or four and then two: each block is a sum at the theta that the block before has left"""
    history = student.gradient_ascent(*six(), 0.05, 2, batch_size=1)
    assert agree(history, [(0, 0), (0.0002365897, 0.1696461998), (-0.0248017754, 0.2522579847)])
    history = student.gradient_ascent(*six(), 0.05, 2, batch_size=4)
    assert agree(history, [(0, 0), (0.0068309509, 0.2060459294), (-0.0204702956, 0.2913972708)])


@pytest.mark.exercise("gradient_ascent")
def test_squared_loss_epochs(student):
    """loss "squared": every error y - h is multiplied by h (1 - h), in batches and one by one"""
    X, y = six()
    history = student.gradient_ascent(X, y, 0.05, 2, loss="squared")
    assert agree(history, [(0, 0), (0, 0.04375), (-0.0021352131, 0.0795634442)])
    history = student.gradient_ascent(X, y, 0.05, 2, batch_size=1, loss="squared")
    assert agree(history, [(0, 0), (0.0000494264, 0.0435811462), (-0.0019037988, 0.0797785337)])


@pytest.mark.exercise("gradient_ascent")
def test_one_example(student, rng):
    """on a single example the log step is alpha (y - h) x, and the squared step at most a quarter of it"""
    X, y = np.array([[1, 2]]), np.array([1])
    assert agree(student.gradient_ascent(X, y, 0.1, 1), [(0, 0), (0.05, 0.1)])
    assert agree(student.gradient_ascent(X, y, 0.1, 1, loss="squared"), [(0, 0), (0.0125, 0.025)])
    start = np.array([0.1, -0.3, 0.2])
    history = student.gradient_ascent(np.array([[1, 0.5, -2]]), y, 1, 1, loss="squared", theta0=start)
    assert agree(numbers(history, 2, 3)[1] - start, (0.1451849491, 0.0725924746, -0.2903698983))
    x, start = rng.normal(size=(1, 3)), rng.normal(size=3)
    h = logistic(x @ start)
    log_step = numbers(student.gradient_ascent(x, y, 0.5, 1, 1, "log", start), 2, 3)[1] - start
    squared_step = numbers(student.gradient_ascent(x, y, 0.5, 1, 1, "squared", start), 2, 3)[1] - start
    assert agree(log_step, 0.5 * (1 - h) * x[0], atol=1e-6)
    assert agree(squared_step, h * (1 - h) * log_step, atol=1e-6)


@pytest.mark.exercise("gradient_ascent")
def test_one_rate_per_update(student, reference, rng):
    """an array gives each UPDATE its own rate, here 1/(a t): first of the array, first block of the first epoch"""
    X, y = six()
    rates = 1 / (4 * np.arange(1, 13))
    before = rates.copy()
    expected = reference.gradient_ascent(X, y, rates, 2, batch_size=1)
    assert agree(student.gradient_ascent(X, y, rates, 2, batch_size=1), expected)
    assert unchanged([before], [rates])
    rates = rng.uniform(0.1, 0.5, size=6)
    assert agree(
        student.gradient_ascent(X, y, rates, 3, batch_size=4), reference.gradient_ascent(X, y, rates, 3, batch_size=4)
    )
    assert agree(student.gradient_ascent(X, y, np.array([0.05, 0]), 2), [(0, 0), (0, 0.175), (0, 0.175)])


@pytest.mark.exercise("gradient_ascent")
def test_likelihood_never_falls(student, rng):
    """at alpha = 4 / the largest eigenvalue of X^T X no epoch lowers the log-likelihood, whatever the order of rows"""
    X, y = binary_data(rng)
    alpha = 4 / np.linalg.eigvalsh(X.T @ X)[-1]
    start = rng.uniform(2, 3, size=3)  # far from the maximum
    history = numbers(student.gradient_ascent(X, y, alpha, 15, theta0=start), 16, 3)
    scores = history @ X.T
    values = (scores * y - np.logaddexp(0, scores)).sum(axis=1)
    assert np.all(np.diff(values) > -1e-5)
    assert values[-1] > values[0] + 1e-3
    assert agree(student.gradient_ascent(X[::-1], y[::-1], alpha, 15, theta0=start), history)
    assert agree(student.gradient_ascent(X, y, alpha, 15, len(y), theta0=start), history)


@pytest.mark.exercise("gradient_ascent")
def test_any_batch_size(student, reference, rng):
    """every batch size walks through consecutive blocks of the rows as given; one larger than n is the batch rule"""
    for loss in ("log", "squared"):
        X, y = binary_data(rng, n=5)
        start = rng.normal(size=3)
        for batch_size in (None, 1, 3, 10, 11, 20):
            expected = reference.gradient_ascent(X, y, 0.2, 2, batch_size, loss, start)
            assert agree(student.gradient_ascent(X, y, 0.2, 2, batch_size, loss, start), expected)


@pytest.mark.exercise("gradient_ascent")
def test_confident_mistakes(student):
    """a score of 50 or 1000 with label 0 moves theta by alpha x under the log loss, and not at all under the squared"""
    X, y = np.array([[2.0, 1.0]]), np.array([0])
    for start in (np.array([20.0, 10.0]), np.array([500.0, 0.0])):
        with silent():
            log = student.gradient_ascent(X, y, 0.5, 1, theta0=start)
            squared = student.gradient_ascent(X, y, 0.5, 1, loss="squared", theta0=start)
        assert agree(numbers(log, 2, 2)[1] - start, (-1, -0.5), atol=1e-4)
        assert agree(numbers(squared, 2, 2)[1] - start, (0, 0), atol=1e-6)


@pytest.mark.exercise("gradient_ascent")
def test_ascent_starts_anywhere(student):
    """integers are as good as floats, nothing is modified, and without epochs the history is theta0 alone"""
    for kind in (int, float):
        arguments = np.array([[1, 1], [1, 3]], kind), np.array([0, 1], kind), np.array([2, -1], kind)
        before = [argument.copy() for argument in arguments]
        X, y, start = arguments
        history = numbers(student.gradient_ascent(X, y, 1, 1, 1, theta0=start), 2, 2)
        assert unchanged(before, arguments)
        first = start - 0.7310585786 * X[0]
        assert agree(history, [start, first + (1 - logistic(first @ X[1])) * X[1]])
        assert agree(student.gradient_ascent(X, y, 1, 0, theta0=start), [start])
    assert agree(student.gradient_ascent(X, y, 1, 0), [[0, 0]])


@pytest.mark.exercise("gradient_ascent")
def test_ascent_rejects(student):
    """bad labels, a column y, a batch size below 1, another loss and rates of the wrong length raise ValueError"""
    X, y = six()
    numbers(student.gradient_ascent(X, y, np.full(6, 0.01), 2, batch_size=2), 3, 2)
    for bad in (2 * y - 1, y[:, np.newaxis], y[:1]):
        with pytest.raises(ValueError):
            student.gradient_ascent(X, bad, 0.01, 1)
    for batch_size in (0, -1):
        with pytest.raises(ValueError):
            student.gradient_ascent(X, y, 0.01, 1, batch_size=batch_size)
    for loss in ("hinge", "Log"):
        with pytest.raises(ValueError):
            student.gradient_ascent(X, y, 0.01, 1, loss=loss)
    for length in (1, 5, 7):  # 2 epochs of 3 blocks make 6 updates
        with pytest.raises(ValueError):
            student.gradient_ascent(X, y, np.full(length, 0.01), 2, batch_size=2)


# ---------------------------------------------------------------- newton


def bowl(rng, p):
    """A symmetric matrix with eigenvalues 1, 2, ..., p in directions that are not the axes."""
    axes = np.linalg.qr(rng.normal(size=(p, p)) + 2 * np.eye(p) + 1)[0]
    return axes @ np.diag(np.arange(1.0, p + 1)) @ axes.T


def sharing(rate):
    """Gradient and Hessian of exp(x + y) + exp(x - y) + rate * exp(-x), a convex function of two variables."""

    def gradient(theta):
        x, y = theta
        plus, minus, down = np.exp(x + y), np.exp(x - y), rate * np.exp(-x)
        return np.array([plus + minus - down, plus - minus])

    def hessian(theta):
        x, y = theta
        plus, minus, down = np.exp(x + y), np.exp(x - y), rate * np.exp(-x)
        return np.array([[plus + minus + down, plus - minus], [plus - minus, plus + minus]])

    return gradient, hessian


@pytest.mark.exercise("newton")
def test_newton_like_the_figure(student):
    """from 4.5 it goes to 2.72, 1.86, 1.46, ... and settles at the root 1.3 of (t - 1.3)(t - 0.5)"""
    history = student.newton(
        lambda t: (t - 1.3) * (t - 0.5), lambda t: np.array([[2 * t[0] - 1.8]]), np.array([4.5]), 6
    )
    expected = [4.5, 2.7222222222, 1.8550135501, 1.4612752200, 1.3231701807, 1.3006343279, 1.3000005022]
    assert agree(history, np.array(expected)[:, np.newaxis])


@pytest.mark.exercise("newton")
def test_newton_finds_a_square_root(student):
    """the root of t^2 - 2 from t = 1: 1.5, 1.41667, 1.4142157, 1.4142136; from -1 the negative one"""
    expected = np.array([1, 1.5, 1.4166666667, 1.4142156863, 1.4142135624])[:, np.newaxis]
    for sign in (1, -1):
        start = np.array([sign])
        history = student.newton(lambda t: t**2 - 2, lambda t: np.array([[2 * t[0]]]), start, 4)
        assert agree(history, sign * expected)
        assert unchanged([np.array([sign])], [start])


@pytest.mark.exercise("newton")
def test_newton_solves_quadratics(student, rng):
    """one step from anywhere ends at the top of a hill, the bottom of a bowl or the pass of a saddle, and stays"""
    A, centre, start = bowl(rng, 3), rng.uniform(1, 2, size=3), rng.uniform(-2, -1, size=3)
    for H in (A, -A, A - 1.5 * np.eye(3)):
        history = student.newton(lambda t, H=H: H @ (t - centre), lambda t, H=H: H, start, 2)
        assert agree(history, [start, centre, centre])


@pytest.mark.exercise("newton")
def test_newton_couples_the_coordinates(student, reference, rng):
    """the step solves with the whole matrix of second derivatives, at the current theta"""
    gradient, hessian = sharing(rng.uniform(2, 4))
    start = np.array([0.3, 0.8])
    history = student.newton(gradient, hessian, start, 5)
    assert agree(history, reference.newton(gradient, hessian, start, 5))


@pytest.mark.exercise("newton")
def test_newton_ignores_scale(student, rng):
    """multiplying the objective by any number, even a negative one, changes no step"""
    gradient, hessian = sharing(rng.uniform(2, 4))
    start = np.array([0.2, -0.7])
    plain = numbers(student.newton(gradient, hessian, start, 3), 4, 2)
    for c in (-1, 7):
        scaled = student.newton(lambda t, c=c: c * gradient(t), lambda t, c=c: c * hessian(t), start, 3)
        assert agree(scaled, plain)
    assert agree(plain[0], start)
    assert np.abs(gradient(plain[3])).max() < np.abs(gradient(start)).max() / 3


@pytest.mark.exercise("newton")
def test_newton_ignores_coordinates(student, rng):
    """in other coordinates theta = A phi the iterates are the same points: phi_k = A^-1 theta_k"""
    gradient, hessian = sharing(rng.uniform(2, 4))
    A, start = np.array([[2.0, 1.0], [0.5, -1.0]]), np.array([0.2, -0.7])
    plain = numbers(student.newton(gradient, hessian, start, 3), 4, 2)
    other = student.newton(
        lambda phi: A.T @ gradient(A @ phi), lambda phi: A.T @ hessian(A @ phi) @ A, np.linalg.solve(A, start), 3
    )
    assert agree(numbers(other, 4, 2) @ A.T, plain)
    assert np.abs(gradient(plain[3])).max() < np.abs(gradient(start)).max() / 3


@pytest.mark.exercise("newton")
def test_newton_on_a_system(student):
    """two equations, a circle and a line: H holds the derivatives of g[i] in row i and need not be symmetric"""
    history = student.newton(
        lambda t: np.array([t[0] ** 2 + t[1] ** 2 - 25, t[0] - 3 * t[1] + 9]),
        lambda t: np.array([[2 * t[0], 2 * t[1]], [1, -3]]),
        np.array([4, 6]),
        6,
    )
    assert agree(numbers(history, 7, 2)[-1], ((-9 + 3 * np.sqrt(169)) / 10, (27 + np.sqrt(169)) / 10))


@pytest.mark.exercise("newton")
def test_newton_asks_once_per_step(student):
    """gradient and hessian are each called once per step and never more; no steps means no calls, and theta0 alone"""
    calls = {"gradient": 0, "hessian": 0}

    def gradient(theta):
        calls["gradient"] += 1
        return np.exp(theta) - 2

    def hessian(theta):
        calls["hessian"] += 1
        return np.diag(np.exp(theta))

    start = np.array([0.0, 1.0])
    history = numbers(student.newton(gradient, hessian, start, 4), 5, 2)
    assert agree(history[-1], np.log([2, 2]), rel=1e-3)
    assert calls == {"gradient": 4, "hessian": 4}
    assert unchanged([np.array([0.0, 1.0])], [start])
    assert agree(student.newton(gradient, hessian, start, 0), [[0, 1]])
    assert calls == {"gradient": 4, "hessian": 4}


# ---------------------------------------------------------------- newton_logistic


def penalised_score(X, y, theta, lam, penalise_first=False):
    """The gradient of the penalised log-likelihood, which vanishes at its maximum."""
    penalty = lam * theta
    if not penalise_first:
        penalty[0] = 0
    return X.T @ (y - logistic(X @ theta)) - penalty


@pytest.mark.exercise("newton_logistic")
def test_newton_iterates(student):
    """maximum likelihood on six points: the first step is (-2, 0.8), and six are enough for all digits"""
    history = numbers(student.newton_logistic(*six()), 26, 2)
    assert agree(history[:2], [(0, 0), (-2, 0.8)])
    assert agree(history[2:4], [(-2.7744394454, 1.1097757782), (-3.0153115541, 1.2061246217)])
    assert agree(history[6:], [(-3.0350689646, 1.2140275859)] * 20)


@pytest.mark.exercise("newton_logistic")
def test_newton_iterates_with_a_prior(student):
    """lam = 1 on six points: the penalty is in the gradient and in the Hessian, and spares the intercept"""
    X, y = six()
    history = numbers(student.newton_logistic(X, y, 12, 1), 13, 2)
    assert agree(history[1], (-1.6279069767, 0.6511627907))
    assert agree(history[-1], (-1.9176343071, 0.7670537228))
    history = student.newton_logistic(X, y, 12, lam=1, penalise_first=True)
    assert agree(numbers(history, 13, 2)[-1], (-0.5869746091, 0.4123753392))


@pytest.mark.exercise("newton_logistic")
def test_one_coin(student):
    """one example, everything penalised, lam = 1: theta = 0.401 solves theta = 1 - sigmoid(theta)"""
    history = student.newton_logistic(np.array([[1]]), np.array([1]), 10, 1, True)
    assert numbers(history, 11, 1)[-1, 0] == pytest.approx(0.4010581375, rel=1e-5)


@pytest.mark.exercise("newton_logistic")
def test_liked_courses(student, dataset):
    """course ratings, lam = 1: Sys counts against a course (-1.695) and AI for it (0.929); lam = 10 shrinks both"""
    X, y = course_ratings(dataset)
    theta = numbers(student.newton_logistic(X, y, 10, lam=1), 11, 6)[-1]
    assert agree(theta, (0.6356523952, -0.0335003848, 0.9291067817, -1.6951791346, 0.6101304700, -0.0636202511))
    scores = X @ theta
    posterior = y @ scores - np.logaddexp(0, scores).sum() - theta[1:] @ theta[1:] / 2
    assert posterior == pytest.approx(-8.5732862335, rel=1e-5)
    theta = numbers(student.newton_logistic(X, y, 10, lam=10), 11, 6)[-1]
    assert agree(theta, (0.4379350296, -0.0008462151, 0.2005350082, -0.3394941910, 0.1572204741, -0.0950595545))


@pytest.mark.exercise("newton_logistic")
def test_two_irises(student, dataset):
    """versicolor or virginica: log-likelihood -5.949 and 2 errors of 100 at lam = 0, much smaller weights at lam = 1"""
    X, y = two_irises(dataset)
    theta = numbers(student.newton_logistic(X, y), 26, 5)[-1]
    assert agree(theta, (-42.637803813, -2.465220195, -6.680887014, 9.429385154, 18.286136888), rel=1e-4)
    scores = X @ theta
    assert y @ scores - np.logaddexp(0, scores).sum() == pytest.approx(-5.9492733957, rel=1e-5)
    assert np.sum((scores >= 0) != y) == 2
    theta = numbers(student.newton_logistic(X, y, lam=1), 26, 5)[-1]
    assert agree(theta, (-14.430758180, -0.394433479, -0.513277404, 2.930751384, 2.417032188), rel=1e-4)


@pytest.mark.exercise("newton_logistic")
def test_newton_from_a_start(student):
    """a given start is row 0; one step from (0.2, -0.4) on the four points leads to (-0.612, 1.651)"""
    X, y = four()
    history = student.newton_logistic(X, y, 1, theta0=np.array([0.2, -0.4]))
    assert agree(history, [(0.2, -0.4), (-0.6118576672, 1.6508520259)])
    assert agree(student.newton_logistic(X, y, 0, theta0=np.array([3, -1])), [(3, -1)])


@pytest.mark.exercise("newton_logistic")
def test_stationarity(student, dataset, rng):
    """at the end X^T (y - h) = lam P theta; the free intercept makes the probabilities sum to the number of ones"""
    cells, benign, _ = dataset("breast_cancer")
    for X, y in ((with_ones(standardised(cells[:, :5])), benign), binary_data(rng)):
        for lam in (0.2, 3):
            theta = numbers(student.newton_logistic(X, y, 12, lam), 13, X.shape[1])[-1]
            assert np.all(np.abs(penalised_score(X, y, theta, lam)) <= 1e-4 * len(y))
            assert logistic(X @ theta).sum() == pytest.approx(y.sum(), rel=1e-4)
        theta = numbers(student.newton_logistic(X, y, 12, 3, penalise_first=True), 13, X.shape[1])[-1]
        assert np.all(np.abs(penalised_score(X, y, theta, 3, True)) <= 1e-4 * len(y))


@pytest.mark.exercise("newton_logistic")
def test_strength_of_the_prior(student):
    """the prior keeps separable data finite; the weight falls as lam grows, and at last the intercept alone speaks"""
    X, y = four()
    X, y = np.vstack([X, [1, 3]]), np.append(y, 1)
    weights = []
    for lam in (0.1, 1, 10, 1e7):
        theta = numbers(student.newton_logistic(X, y, 20, lam), 21, 2)[-1]
        assert np.all(np.abs(penalised_score(X, y, theta, lam)) <= 1e-3)
        weights.append(theta[1])
    assert np.all(np.diff(weights) < 0)
    assert weights[-1] == pytest.approx(0, abs=1e-5)
    assert theta[0] == pytest.approx(np.log(3 / 2), rel=1e-4)  # three ones, two zeros


@pytest.mark.exercise("newton_logistic")
def test_penalised_iterates_on_random_data(student, reference, rng):
    """every iterate is the full Newton step, for any lam, with the first coefficient penalised or not"""
    X, y = binary_data(rng)
    start = rng.uniform(-0.5, 0.5, size=3)
    for lam, penalise_first in ((0, False), (4, False), (0.3, True), (4, True)):
        expected = reference.newton_logistic(X, y, 3, lam, penalise_first, start)
        assert agree(student.newton_logistic(X, y, 3, lam, penalise_first, start), expected)


@pytest.mark.exercise("newton_logistic")
def test_newton_logistic_rejects(student):
    """a negative lam, labels other than 0 and 1, and a column y raise ValueError; right arguments stay unmodified"""
    for kind in (int, float):
        X, y = np.array([[1, 0], [1, 1], [1, 2], [1, 3]], kind), np.array([0, 1, 0, 1], kind)
        arguments = X, y, np.array([0, 1], kind)
        before = [argument.copy() for argument in arguments]
        history = numbers(student.newton_logistic(X, y, 10, 2, theta0=arguments[2]), 11, 2)
        assert unchanged(before, arguments)
        assert np.all(np.abs(penalised_score(X, y, history[-1], 2)) <= 1e-4)
    with pytest.raises(ValueError):
        student.newton_logistic(X, y, 5, lam=-0.1)
    for bad in (2 * y - 1, y + 1, y[:, np.newaxis], y[:1]):
        with pytest.raises(ValueError):
            student.newton_logistic(X, bad, 5, lam=1)


# ---------------------------------------------------------------- exponential_family


KEYS = ("log_partition", "mean", "variance")


@pytest.mark.exercise("exponential_family")
def test_bernoulli_values(student):
    """a coin with eta = 0.7: a = 1.103, mean sigmoid(0.7) = 0.668, variance 0.222; a(0) = log 2"""
    answer = student.exponential_family(np.array([1, 0, 1]), np.array([0.7, 0.7, 0]), "bernoulli")
    for key, expected in zip(KEYS, (1.1031860489, 0.6681877722, 0.2217128733), strict=True):
        assert agree(numbers(answer[key], 3)[:2], [expected] * 2)
    assert agree(answer["log_density"], (-0.4031860489, -1.1031860489, -0.6931471806))
    assert numbers(answer["log_partition"], 3)[2] == pytest.approx(0.6931471806, rel=1e-5)


@pytest.mark.exercise("exponential_family")
def test_poisson_values(student):
    """counts with eta = log 3: partition, mean and variance are all 3, and log p(2) = -1.4959, log p(5) = -2.2944"""
    answer = student.exponential_family(np.array([2, 5]), np.log([3, 3]), "poisson")
    for key in KEYS:
        assert agree(answer[key], (3, 3))
    assert agree(answer["log_density"], (-1.4959226032, -2.2944302994))


@pytest.mark.exercise("exponential_family")
def test_gaussian_values(student):
    """a Gaussian with eta = 1.5: a = 1.125, mean 1.5, variance 1, and log p(2) = -1.0439"""
    answer = student.exponential_family(2, 1.5, "gaussian")
    for key, expected in zip(KEYS, (1.125, 1.5, 1), strict=True):
        assert float(numbers(answer[key])) == pytest.approx(expected, rel=1e-5)
    assert float(numbers(answer["log_density"])) == pytest.approx(-1.0439385332, rel=1e-5)


@pytest.mark.exercise("exponential_family")
def test_partition_generates_moments(student, rng):
    """mean and variance are the first and second derivative of the log-partition; y - mean is that of log p"""
    for family in ("bernoulli", "gaussian", "poisson"):
        eta, step = np.linspace(-2, 2, 9) + rng.uniform(-0.1, 0.1, size=9), 0.05
        answer = student.exponential_family(np.array(1), np.stack([eta - step, eta, eta + step]), family)
        below, at, above = numbers(answer["log_partition"], 3, 9)
        assert np.allclose(numbers(answer["mean"], 3, 9)[1], (above - below) / (2 * step), rtol=2e-3, atol=2e-3)
        assert np.allclose(
            numbers(answer["variance"], 3, 9)[1], (above - 2 * at + below) / step**2, rtol=2e-3, atol=5e-3
        )
        below, at, above = numbers(answer["log_density"], 3, 9)
        assert np.allclose(1 - np.asarray(answer["mean"])[1], (above - below) / (2 * step), rtol=2e-3, atol=4e-3)


@pytest.mark.exercise("exponential_family")
def test_densities_add_up_to_one(student, rng):
    """the probabilities of 0 and 1, those of all counts, and the area under the bell curve are 1"""
    eta = rng.uniform(0.5, 1.5, size=3) * np.array([-1, 1, 1])
    ranges = {"bernoulli": np.arange(2), "poisson": np.arange(60), "gaussian": np.linspace(-8, 8, 161)}
    for family, y in ranges.items():
        answer = student.exponential_family(y[:, np.newaxis], eta, family)
        density = np.exp(numbers(answer["log_density"], len(y), 3))
        width = 0.1 if family == "gaussian" else 1
        assert agree(density.sum(axis=0) * width, np.ones(3), rel=1e-4)
        assert agree((y @ density) * width, numbers(answer["mean"], 3), rel=1e-4)


@pytest.mark.exercise("exponential_family")
def test_usual_formulas(student, rng):
    """log p is that of phi^y (1 - phi)^(1 - y), of the normal density around eta, and of rate^y e^-rate / y!"""
    eta = rng.uniform(-2, 2, size=6)
    y = np.array([0, 1, 1, 0, 1, 0])
    phi = logistic(eta)
    answer = student.exponential_family(y, eta, "bernoulli")
    assert agree(answer["log_density"], np.log(np.where(y == 1, phi, 1 - phi)))
    values = rng.normal(size=6) * 2
    answer = student.exponential_family(values, eta, "gaussian")
    assert agree(answer["log_density"], np.log(np.exp(-((values - eta) ** 2) / 2) / np.sqrt(2 * np.pi)), atol=1e-5)
    counts, factorials = np.array([0, 1, 2, 3, 4, 10]), np.array([1, 1, 2, 6, 24, 3628800])
    answer = student.exponential_family(counts, eta, "poisson")
    assert agree(answer["log_density"], counts * eta - np.exp(eta) - np.log(factorials), atol=1e-5)


@pytest.mark.exercise("exponential_family")
def test_coin_with_huge_parameters(student):
    """for eta = +-1000 the log-partition is 1000 and 0, the mean 1 and 0, all finite and without a warning"""
    y, eta = np.array([[0], [1]]), np.array([1000, -1000])
    with silent():
        answer = student.exponential_family(y, eta, "bernoulli")
    assert agree(answer["log_partition"], (1000, 0))
    assert agree(answer["mean"], (1, 0))
    assert agree(answer["variance"], (0, 0))
    assert agree(answer["log_density"], [(-1000, 0), (0, -1000)])


@pytest.mark.exercise("exponential_family")
def test_family_shapes(student, reference):
    """the log density has the common shape of y and eta, the other answers that of eta; neither is modified"""
    for family in ("bernoulli", "gaussian", "poisson"):
        for y, eta in (
            (np.array([[0], [1], [1]]), np.array([-1, 0, 2, 1])),
            (np.array([1, 0]), np.array(2)),
            (np.array(1.0), np.array([[1.5, -1.0, 0.0], [0.0, 1.0, 2.0]])),
        ):
            before = y.copy(), eta.copy()
            answer = student.exponential_family(y, eta, family)
            expected = reference.exponential_family(y, eta, family)
            for key in (*KEYS, "log_density"):
                assert agree(answer[key], expected[key]), key
            assert unchanged(before, (y, eta))


@pytest.mark.exercise("exponential_family")
def test_family_rejects(student):
    """a family that is none of the three raises ValueError"""
    assert float(numbers(student.exponential_family(0, 0.0, "gaussian")["variance"])) == pytest.approx(1, rel=1e-5)
    for family in ("gamma", "Poisson", ""):
        with pytest.raises(ValueError):
            student.exponential_family(np.array([1.0]), np.array([0.5]), family)


# ---------------------------------------------------------------- glm_fit


def counts():
    return with_ones(np.arange(4)), np.array([1, 2, 4, 9])


def count_data(rng, n=20):
    """Small counts that depend on two features, at least one of them not zero."""
    X = with_ones(rng.uniform(-1, 1, size=(n, 2)))
    y = rng.poisson(np.exp(X @ np.array([0.7, 0.5, -0.5])))
    y[:2] = 0, 3
    return X, y


@pytest.mark.exercise("glm_fit")
def test_poisson_fit(student):
    """the counts 1, 2, 4, 9 at x = 0, 1, 2, 3: theta = (-0.0605, 0.7478), not the line through log y"""
    X, y = counts()
    theta = student.glm_fit(X, y, "poisson")
    assert agree(theta, (-0.0605103486, 0.7477586317))
    mu = (0.9412840280, 1.9882369337, 4.1996740484, 8.8708049898)
    assert agree(np.exp(X @ numbers(theta, 2)), mu)


@pytest.mark.exercise("glm_fit")
def test_poisson_steps(student):
    """Poisson steps weigh each example by its variance e^eta: after one step (-0.9, 2.6), after two (-1.578, 2.495)"""
    X, y = counts()
    assert agree(student.glm_fit(X, y, "poisson", 1), (-0.9, 2.6))
    assert agree(student.glm_fit(X, y, "poisson", n_steps=2), (-1.5778910869, 2.4947968491))
    assert agree(student.glm_fit(X, y, "poisson", 0), (0, 0))


@pytest.mark.exercise("glm_fit")
def test_gaussian_fit(student, dataset, rng):
    """the Gaussian family is least squares, solved by the very first step"""
    assert agree(student.glm_fit(*counts(), "gaussian", 1), (0.1, 2.6))
    X, _, _ = dataset("iris")
    A, y = with_ones(X[:, :3]), X[:, 3]
    assert agree(student.glm_fit(A, y, "gaussian", 2), np.linalg.lstsq(A, y, rcond=None)[0])
    X, y = with_ones(rng.normal(size=(15, 2))), 5 * rng.normal(size=15)
    assert agree(student.glm_fit(X, y, "gaussian", 3), np.linalg.lstsq(X, y, rcond=None)[0])


@pytest.mark.exercise("glm_fit")
def test_bernoulli_fit(student, reference, rng):
    """the Bernoulli family is logistic regression, step by step and in the limit"""
    X, y = six()
    assert agree(student.glm_fit(X, y, "bernoulli", 1), (-2, 0.8))
    assert agree(student.glm_fit(X, y, "bernoulli", 2), (-2.7744394454, 1.1097757782))
    assert agree(student.glm_fit(X, y, "bernoulli"), (-3.0350689646, 1.2140275859))
    X, y = binary_data(rng)
    assert agree(student.glm_fit(X, y, "bernoulli", 3), reference.newton_logistic(X, y, 3)[-1])


@pytest.mark.exercise("glm_fit")
def test_score_equations(student, rng):
    """for every family X^T (y - mu) = 0 at the end, so the predicted means add up to the sum of y"""
    responses = {"gaussian": lambda eta: eta, "bernoulli": logistic, "poisson": np.exp}
    for family, response in responses.items():
        X, y = binary_data(rng) if family == "bernoulli" else count_data(rng)
        mu = response(X @ numbers(student.glm_fit(X, y, family, 15), 3))
        assert np.all(np.abs(X.T @ (y - mu)) <= 1e-3)
        assert mu.sum() == pytest.approx(y.sum(), rel=1e-4)


@pytest.mark.exercise("glm_fit")
def test_constant_rate(student):
    """with a column of ones alone a Poisson fit is the log of the mean count, zeros included"""
    theta = student.glm_fit(np.ones((5, 1)), np.array([0, 3, 0, 1, 6]), "poisson")
    assert agree(theta, [np.log(2)])
    theta = student.glm_fit(np.ones((4, 1)), np.array([0, 1, 1, 1]), "bernoulli")
    assert agree(theta, [np.log(3)])
    theta = student.glm_fit(np.ones((4, 1)), np.array([0, -3, 1, 1.5]), "gaussian")
    assert agree(theta, [-0.125])


@pytest.mark.exercise("glm_fit")
def test_twice_the_counts(student, rng):
    """twice the counts are explained by log 2 more in the intercept and nothing else"""
    X, y = count_data(rng)
    once, twice = student.glm_fit(X, y, "poisson", 20), student.glm_fit(X, 2 * y, "poisson", 20)
    assert agree(twice, numbers(once, 3) + [np.log(2), 0, 0], atol=1e-5)


@pytest.mark.exercise("glm_fit")
def test_steps_on_random_counts(student, reference, rng):
    """every step is the full Newton step with mean and variance of the current theta"""
    X, y = count_data(rng)
    for n_steps in (2, 4):
        assert agree(student.glm_fit(X, y, "poisson", n_steps), reference.glm_fit(X, y, "poisson", n_steps))


@pytest.mark.exercise("glm_fit")
def test_glm_leaves_inputs_alone(student):
    """integers are as good as floats and both are left unmodified, whatever the family"""
    for family, y in (("gaussian", [3, -1, 2, 4]), ("bernoulli", [0, 1, 0, 1]), ("poisson", [0, 1, 0, 4])):
        for kind in (int, float):
            X, target = np.array([[1, 0], [1, 1], [1, 2], [1, 3]], kind), np.array(y, kind)
            before = X.copy(), target.copy()
            theta = numbers(student.glm_fit(X, target, family, 20), 2)
            assert unchanged(before, (X, target))
            eta = X @ theta
            mu = {"gaussian": eta, "bernoulli": logistic(eta), "poisson": np.exp(eta)}[family]
            assert np.all(np.abs(X.T @ (target - mu)) <= 1e-3)


@pytest.mark.exercise("glm_fit")
def test_glm_rejects(student):
    """another family, a y that the family cannot produce, and a y that is not of shape (n,) raise ValueError"""
    X = with_ones(np.arange(4.0))
    y = np.array([0.0, 1.0, 0.0, 1.0])
    for family in ("gaussian", "bernoulli", "poisson"):
        numbers(student.glm_fit(X, y, family, 5), 2)
        for bad in (y[:, np.newaxis], y[:3], y[:1]):
            with pytest.raises(ValueError):
                student.glm_fit(X, bad, family, 5)
    for family, value in (("bernoulli", -1), ("bernoulli", 0.5), ("poisson", -1), ("poisson", 1.5), ("gamma", 1)):
        with pytest.raises(ValueError):
            student.glm_fit(X, np.array([0, value, 0, 1]), family, 5)


# ---------------------------------------------------------------- softmax


@pytest.mark.exercise("softmax")
def test_softmax_values(student):
    """scores 1, 2, 3 give 0.090, 0.245, 0.665; equal scores give equal probabilities"""
    assert agree(student.softmax(np.array([1, 2, 3])), (0.0900305732, 0.2447284711, 0.6652409558))
    assert agree(student.softmax(np.zeros(5)), np.full(5, 0.2))
    assert agree(student.softmax(np.log([2, 3, 5])), (0.2, 0.3, 0.5))


@pytest.mark.exercise("softmax")
def test_softmax_with_a_reference(student):
    """reference=True appends the score 0: (log 2, log 3) gives 2/6, 3/6 and 1/6; (log 0.4, log 0.6) gives .2, .3, .5"""
    assert agree(student.softmax(np.log([2, 3]), reference=True), (1 / 3, 1 / 2, 1 / 6))
    phi = numbers(student.softmax(np.log([0.4, 0.6]), True), 3)
    assert agree(phi, (0.2, 0.3, 0.5))
    assert -np.log(phi[2]) == pytest.approx(0.6931471806, rel=1e-5)  # the log-partition


@pytest.mark.exercise("softmax")
def test_softmax_of_huge_scores(student):
    """scores of +-1000 and beyond give right probabilities without a warning, the appended 0 included"""
    with silent():
        rows = student.softmax(np.array([[1000, 1001], [-1001, -1000], [-1000, 1000]]))
        appended = student.softmax(np.array([[1000], [-1000], [0]]), reference=True)
    assert agree(rows, [(0.2689414214, 0.7310585786), (0.2689414214, 0.7310585786), (0, 1)])
    assert agree(appended, [(1, 0), (0, 1), (0.5, 0.5)])


@pytest.mark.exercise("softmax")
def test_softmax_by_row(student, rng):
    """each row of a matrix is an example of its own, and its probabilities sum to 1"""
    eta = rng.normal(size=(4, 3)) + np.array([[0.0], [1.0], [-2.0], [3.0]])
    powers = np.exp(eta)
    answer = numbers(student.softmax(eta), 4, 3)
    assert agree(answer, powers / powers.sum(axis=1, keepdims=True))
    assert agree(student.softmax(eta[2]), answer[2])
    assert agree(student.softmax(eta[1:2]), answer[1:2])


@pytest.mark.exercise("softmax")
def test_softmax_keeps_the_order(student, rng):
    """all probabilities are positive and in the order of the scores; adding a number to every score changes nothing"""
    eta = rng.permutation(np.arange(6)) + rng.uniform(0, 0.5, size=6)
    phi = numbers(student.softmax(eta), 6)
    assert np.all(phi > 0)
    assert phi.sum() == pytest.approx(1, rel=1e-5)
    assert np.array_equal(np.argsort(phi), np.argsort(eta))
    assert agree(np.log(phi / phi[0]), eta - eta[0], atol=1e-4)
    assert agree(student.softmax(eta + 40), phi)


@pytest.mark.exercise("softmax")
def test_softmax_natural_parameters(student, rng):
    """with a reference class, log(phi_i / phi_k) is eta_i again; one score is the sigmoid and its complement"""
    eta = rng.uniform(-2, 2, size=(5, 3))
    phi = numbers(student.softmax(eta, reference=True), 5, 4)
    assert agree(phi.sum(axis=1), np.ones(5))
    assert agree(np.log(phi[:, :3] / phi[:, 3:]), eta, atol=1e-4)
    single = numbers(student.softmax(eta[0, :1], reference=True), 2)
    assert agree(single, (logistic(eta[0, 0]), logistic(-eta[0, 0])))


@pytest.mark.exercise("softmax")
def test_softmax_leaves_scores_alone(student):
    """integers are accepted, and neither they nor floats are modified"""
    for eta in (np.array([[3, 1, 1], [0, 0, 2]]), np.array([[3.0, 1.0, 1.0], [0.0, 0.0, 2.0]])):
        before = eta.copy()
        plain = numbers(student.softmax(eta), 2, 3)
        assert agree(plain[:, 0], (0.7869860421, 0.1065069789))
        appended = numbers(student.softmax(eta, reference=True), 2, 4)
        assert agree(appended[:, 3], (1 / (np.e**3 + 2 * np.e + 1), 1 / (np.e**2 + 3)))
        assert unchanged([before], [eta])


# ---------------------------------------------------------------- softmax_regression


def three_classes():
    return np.array([[1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]]), np.array([0, 1, 2, 0])


def class_data(rng, n=15, k=3):
    """Random points with all k labels."""
    return with_ones(rng.normal(size=(n, 2))), rng.permutation(np.arange(n) % k)


@pytest.mark.exercise("softmax_regression")
def test_first_softmax_step(student):
    """one step from zero adds indicator minus 1/3 times x; the value goes from -4 log 3 to -3.927"""
    X, y = three_classes()
    theta, values = student.softmax_regression(X, y, 3, 1, 1)
    assert agree(theta, [(2 / 3, 1 / 3, 1 / 3), (-1 / 3, 1 / 3, -2 / 3)])
    assert agree(values, (-4.3944491547, -3.9267212667))


@pytest.mark.exercise("softmax_regression")
def test_three_softmax_steps(student):
    """three steps of 0.5: probabilities are recomputed with the newest theta, values has four entries"""
    X, y = three_classes()
    theta, values = student.softmax_regression(X, y, 3, 0.5, 3)
    assert agree(theta, [(0.4181103015, 0.2002372924, 0.1219161820), (-0.1106985618, 0.6601096201, -0.7113168307)])
    assert agree(values, (-4.3944491547, -3.9494937691, -3.7395278944, -3.5657865838))


@pytest.mark.exercise("softmax_regression")
def test_three_irises(student, dataset):
    """all three irises, standardised: the log-likelihood climbs from -164.8 to -11.86 in 500 steps, with 4 errors"""
    X, y, _ = dataset("iris")
    X = with_ones(standardised(X))
    theta, values = student.softmax_regression(X, y, 3, 0.01, 500)
    values = numbers(values, 501)
    assert agree(values[[0, 1, 10]], (-164.7918433, -93.6138550, -54.3330242))
    assert agree(values[[100, 500]], (-24.0800628, -11.8597303), rel=1e-4)
    assert np.all(np.diff(values) > 0)
    scores = np.column_stack([X @ numbers(theta, 2, 5).T, np.zeros(150)])
    assert np.sum(scores.argmax(axis=1) != y) == 4


@pytest.mark.exercise("softmax_regression")
def test_two_classes_are_logistic_regression(student, reference, rng):
    """with k = 2 and class 0 in the part of y = 1, theta follows gradient ascent for logistic regression exactly"""
    X, y = binary_data(rng)
    start = rng.normal(size=3)
    history = reference.gradient_ascent(X, y, 0.05, 6, theta0=start)
    theta, values = student.softmax_regression(X, 1 - y, 2, 0.05, 6, start[np.newaxis])
    assert agree(theta, history[-1:])
    assert agree(values, [reference.log_likelihood(row, X, y)[0] for row in history])


@pytest.mark.exercise("softmax_regression")
def test_softmax_on_random_data(student, reference, rng):
    """any number of classes, any start: theta has a row for every class but the last"""
    for k in (2, 3, 5):
        X, y = class_data(rng, k=k)
        start = rng.normal(size=(k - 1, 3))
        theta, values = student.softmax_regression(X, y, k, 0.1, 4, start)
        expected_theta, expected_values = reference.softmax_regression(X, y, k, 0.1, 4, start)
        assert agree(theta, expected_theta)
        assert agree(values, expected_values)


@pytest.mark.exercise("softmax_regression")
def test_softmax_climbs(student, rng):
    """it starts at -n log k, and for a small alpha no step lowers the log-likelihood"""
    X, y = class_data(rng, n=20, k=4)
    alpha = 1 / np.linalg.eigvalsh(X.T @ X)[-1]
    theta, values = student.softmax_regression(X, y, 4, alpha, 10)
    values = numbers(values, 11)
    assert values[0] == pytest.approx(-20 * np.log(4), rel=1e-5)
    assert np.all(np.diff(values) > -1e-5)
    scores = np.column_stack([X @ numbers(theta, 3, 3).T, np.zeros(20)])
    last = scores[np.arange(20), y].sum() - np.log(np.exp(scores).sum(axis=1)).sum()
    assert values[-1] == pytest.approx(last, rel=1e-5)


@pytest.mark.exercise("softmax_regression")
def test_renamed_classes(student, rng):
    """exchanging the names of two classes other than the last exchanges their rows of theta and nothing else"""
    X, y = class_data(rng, n=16, k=4)
    names = np.array([2, 0, 1, 3])
    theta, values = student.softmax_regression(X, y, 4, 0.1, 3)
    renamed_theta, renamed_values = student.softmax_regression(X, names[y], 4, 0.1, 3)
    theta = numbers(theta, 3, 3)
    assert agree(numbers(renamed_theta, 3, 3)[names[:3]], theta)
    assert agree(renamed_values, numbers(values, 4))
    assert np.abs(theta).max() > 1e-4


@pytest.mark.exercise("softmax_regression")
def test_softmax_regression_of_huge_scores(student):
    """scores of +-1000 give a finite log-likelihood without a warning, and right steps"""
    X, y = np.array([[1.0], [1.0]]), np.array([1, 2])
    with silent():
        theta, values = student.softmax_regression(X, y, 3, 1, 1, np.array([[1000.0], [0.0]]))
    assert agree(values, (-2000, -2000 + 5), rel=1e-6)
    assert agree(theta, [[998], [1]])


@pytest.mark.exercise("softmax_regression")
def test_softmax_regression_edges(student):
    """a class without examples is allowed; without steps there is one value; inputs stay unmodified"""
    for kind in (int, float):
        arguments = np.array([[1, 2], [1, 3]], kind), np.array([0, 2], kind), np.array([[1, 0], [0, 0]], kind)
        before = [argument.copy() for argument in arguments]
        X, y, start = arguments
        theta, values = student.softmax_regression(X, y, 3, 1, 1, start)
        assert unchanged(before, arguments)
        p, q = np.e / (np.e + 2), 1 / (np.e + 2)
        assert agree(theta, [(2 - 2 * p, 2 - 5 * p), (-2 * q, -5 * q)])
        numbers(values, 2)
    theta, values = student.softmax_regression(X, y, 3, 0.5, 0, start)
    assert agree(theta, start)
    assert agree(values, [1 - 2 * np.log(np.e + 2)])


@pytest.mark.exercise("softmax_regression")
def test_softmax_regression_rejects(student):
    """labels below 0, from k on, or between two classes, and a y that is not of shape (n,) raise ValueError"""
    X, y = three_classes()
    theta, values = student.softmax_regression(X, y, 3, 0.1, 1)
    numbers(theta, 2, 3)
    numbers(values, 2)
    for bad in (y + 1, y - 1, y + 0.5, y[:, np.newaxis], y[:3], y[:1]):
        with pytest.raises(ValueError):
            student.softmax_regression(X, bad, 3, 0.1, 1)
