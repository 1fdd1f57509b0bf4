"""Hidden checks of linear regression: printed and derived figures, optimality conditions, identities, edges."""

import numpy as np
import pytest


def numbers(answer, *shape):
    """The answer as floats, once its shape is what the docstring promises."""
    values = np.asarray(answer, dtype=float)
    assert values.shape == shape, f"expected shape {shape}, got {values.shape}"
    return values


def agree(answer, expected, rel=1e-5, atol=1e-9):
    """Compare with a tolerance relative to the largest entry, so that a zero among large numbers is judged fairly."""
    expected = np.asarray(expected, dtype=float)
    values = numbers(answer, *expected.shape)
    return np.abs(values - expected).max() <= atol + rel * np.abs(expected).max()


def houses(dataset):
    """Area in square feet, area in 1000 square feet, bedrooms, price: the five rows that CS229 prints."""
    X, y, names = dataset("houses")
    area = X[:, names.index("area")]
    return area, area / 1000, X[:, names.index("bedrooms")], y


def with_ones(*columns):
    return np.column_stack([np.ones(len(columns[0])), *columns])


def iris_design(dataset):
    """Petal width as the target, on ones and the three other measurements."""
    X, _, names = dataset("iris")
    others = [names.index(name) for name in ("sepal_length", "sepal_width", "petal_length")]
    return with_ones(X[:, others]), X[:, names.index("petal_width")]


def course_ratings(dataset):
    """The five 0/1 features and y = +1 for a course that was liked (rating 0 or more), else -1."""
    X, rating, _ = dataset("course_ratings")
    return X, np.where(rating >= 0, 1, -1)


def regression_data(rng, n=30, p=4):
    """A design with a column of ones and well-conditioned features, and a noisy target."""
    X = with_ones(rng.normal(size=(n, p - 1)))
    return X, X @ rng.uniform(1, 3, size=p) + rng.normal(size=n)


def orthonormal(rng, n, p):
    return np.linalg.qr(rng.normal(size=(n, p)))[0]


def unchanged(before, after):
    return all(np.array_equal(old, new) for old, new in zip(before, after, strict=True))


# ---------------------------------------------------------------- fit_line


@pytest.mark.exercise("fit_line")
def test_line_through_houses(student, dataset):
    """the line through the five houses starts at 26.79 and gains 0.1651 per square foot, intercept first"""
    area, thousands, _, price = houses(dataset)
    w0, w1 = student.fit_line(area, price)
    assert w0 == pytest.approx(26.789880528523, rel=1e-5)
    assert w1 == pytest.approx(0.165118878076, rel=1e-5)
    w0, w1 = student.fit_line(thousands, price)
    assert w0 == pytest.approx(26.789880528523, rel=1e-5)
    assert w1 == pytest.approx(165.118878075797, rel=1e-5)


@pytest.mark.exercise("fit_line")
def test_line_on_iris(student, dataset):
    """on iris, petal width grows by 0.4158 for each cm of petal length, from an intercept of -0.3631"""
    X, _, names = dataset("iris")
    w0, w1 = student.fit_line(X[:, names.index("petal_length")], X[:, names.index("petal_width")])
    assert w0 == pytest.approx(-0.363075521, rel=1e-5)
    assert w1 == pytest.approx(0.415755416, rel=1e-5)


@pytest.mark.exercise("fit_line")
def test_line_far_from_the_origin(student):
    """points on a line are recovered even if every x is near a million"""
    w0, w1 = student.fit_line(1000000 + np.arange(4), np.array([1, 3, 5, 7]))
    assert w0 == pytest.approx(-1999999, rel=1e-6)
    assert w1 == pytest.approx(2, rel=1e-6)


@pytest.mark.exercise("fit_line")
def test_line_residuals_are_orthogonal(student, rng):
    """at the least-squares line the residuals sum to zero and so do the residuals times x"""
    x = rng.uniform(1, 5, size=20)
    y = rng.normal(size=20) + rng.uniform(1, 2) * x
    w0, w1 = student.fit_line(x, y)
    residuals = y - w0 - w1 * x
    assert residuals.sum() == pytest.approx(0, abs=1e-4)
    assert residuals @ x == pytest.approx(0, abs=1e-4)


@pytest.mark.exercise("fit_line")
def test_line_follows_its_data(student, rng):
    """if y becomes a * y + c the line becomes a * w0 + c and a * w1; moving all x sideways leaves the slope"""
    x = rng.uniform(1, 5, size=15)
    y = rng.normal(size=15) + 2 * x
    a, c, shift = rng.uniform(2, 3), rng.uniform(1, 2), rng.uniform(1, 2)
    w0, w1 = student.fit_line(x, y)
    assert agree(student.fit_line(x, a * y + c), (a * w0 + c, a * w1), atol=1e-5)
    assert agree(student.fit_line(x + shift, y), (w0 - shift * w1, w1), atol=1e-5)


@pytest.mark.exercise("fit_line")
def test_line_agrees_with_the_closed_form(student, reference, rng):
    """the slope is the ratio of the centred sums, on two points as on fifty"""
    for n in (2, 50):
        x = np.arange(n) + rng.uniform(0, 0.5, size=n)
        y = rng.normal(size=n) * 10
        assert agree(student.fit_line(x, y), reference.fit_line(x, y), atol=1e-6)


@pytest.mark.exercise("fit_line")
def test_line_takes_integers(student):
    """arrays of integers give the exact line, and x and y are left as they were"""
    x, y = np.array([4, 0, 2, 6]), np.array([5, 1, 3, 7])
    before = x.copy(), y.copy()
    assert agree(student.fit_line(x, y), (1, 1))
    assert unchanged(before, (x, y))


@pytest.mark.exercise("fit_line")
def test_line_rejects_shapes(student):
    """x and y of different lengths, and a y that is a column instead of a vector, raise ValueError"""
    x = np.array([0.0, 1.0, 2.0])
    numbers(student.fit_line(x, np.array([1.0, 2.0, 2.0])), 2)
    with pytest.raises(ValueError):
        student.fit_line(x, np.array([1.0, 2.0]))
    with pytest.raises(ValueError):
        student.fit_line(x, np.array([1.0]))
    with pytest.raises(ValueError):
        student.fit_line(x, np.array([[1.0], [2.0], [2.0]]))


@pytest.mark.exercise("fit_line")
def test_line_needs_two_values_of_x(student):
    """with a single point, or with all x equal, no slope is determined: ValueError, not nan or infinity"""
    numbers(student.fit_line(np.array([3.0, 3.0, 4.0]), np.array([1.0, 2.0, 4.0])), 2)  # two values are enough
    with pytest.raises(ValueError):
        student.fit_line(np.array([3.0]), np.array([1.0]))
    for value in (4.0, 0.1):
        with pytest.raises(ValueError):
            student.fit_line(np.full(3, value), np.array([1.0, 2.0, 4.0]))


# ---------------------------------------------------------------- design_matrix


@pytest.mark.exercise("design_matrix")
def test_full_quadratic_row(student):
    """degree 2 with interactions: one, all features, all squares, then each product of two different features once"""
    row = student.design_matrix(np.array([[2, 3, 5]]), degree=2, interactions=True)
    assert agree(row, [[1, 2, 3, 5, 4, 9, 25, 6, 10, 15]])
    row = student.design_matrix(np.array([[2, 3, 5, 7]]), 1, True)
    assert agree(row, [[1, 2, 3, 5, 7, 6, 10, 14, 15, 21, 35]])


@pytest.mark.exercise("design_matrix")
def test_powers_ascend(student, rng):
    """one feature, given as a vector or as a single column: columns 1, x, x^2, ..., x^degree"""
    x = rng.uniform(1.1, 2, size=6)
    for shape in (6,), (6, 1):
        Phi = numbers(student.design_matrix(x.reshape(shape), 4), 6, 5)
        for power in range(5):
            assert agree(Phi[:, power], x**power)
    assert agree(student.design_matrix(x), with_ones(x))  # degree 1 is the default


@pytest.mark.exercise("design_matrix")
def test_columns_on_random_data(student, reference, rng):
    """powers are grouped by degree, not by feature, for any number of features and any degree"""
    for n, d, degree, interactions in ((5, 2, 3, False), (4, 4, 3, True), (1, 3, 5, False), (3, 1, 2, True)):
        X = rng.uniform(-2, 2, size=(n, d))
        assert agree(student.design_matrix(X, degree, interactions), reference.design_matrix(X, degree, interactions))


@pytest.mark.exercise("design_matrix")
def test_degree_zero(student):
    """degree 0 is the column of ones alone; with interactions the products follow, whatever the degree"""
    X = np.array([[2.0, 3.0], [5.0, 7.0]])
    assert agree(student.design_matrix(X, degree=0), [[1], [1]])
    assert agree(student.design_matrix(X, degree=0, interactions=True), [[1, 6], [1, 35]])


@pytest.mark.exercise("design_matrix")
def test_houses_polynomials(student, dataset):
    """mean squared errors of the polynomials of degree 0 to 4 through the houses: 10071, 1250, 1230, 18.1 and 0"""
    _, thousands, _, price = houses(dataset)
    for degree, expected in enumerate((10071.36, 1249.784867, 1230.242556, 18.123562, 0)):
        Phi = numbers(student.design_matrix(thousands, degree), 5, degree + 1)
        theta = np.linalg.lstsq(Phi, price, rcond=None)[0]
        assert np.mean((Phi @ theta - price) ** 2) == pytest.approx(expected, rel=1e-4, abs=1e-4)


@pytest.mark.exercise("design_matrix")
def test_enough_powers_interpolate(student, rng):
    """degree 5 passes through any 6 points and degree 12 through any 13: one coefficient per point"""
    for degree in (5, 12):
        x, y = np.linspace(-1, 1, degree + 1), rng.normal(size=degree + 1)
        Phi = numbers(student.design_matrix(x, degree), degree + 1, degree + 1)
        theta = np.linalg.lstsq(Phi, y, rcond=None)[0]
        assert agree(Phi @ theta, y, rel=1e-3)


@pytest.mark.exercise("design_matrix")
def test_models_are_recovered(student, rng):
    """least squares on the columns gives back a cubic from 4 points, and fits any quadratic function of 3 features"""
    coefficients = rng.uniform(1, 3, size=4)
    x = np.array([-1.5, -0.5, 0.5, 1.5])
    Phi = numbers(student.design_matrix(x, 3), 4, 4)
    assert agree(np.linalg.solve(Phi, np.polyval(coefficients[::-1], x)), coefficients)
    X, A, b = rng.normal(size=(30, 3)), rng.normal(size=(3, 3)), rng.normal(size=3)
    y = np.einsum("ni,ij,nj->n", X, A, X) + X @ b + 1
    Phi = numbers(student.design_matrix(X, 2, True), 30, 10)
    assert agree(Phi @ np.linalg.lstsq(Phi, y, rcond=None)[0], y)


@pytest.mark.exercise("design_matrix")
def test_integers_do_not_overflow(student):
    """integer features are turned into floats before powers are taken, so 10^20 and 200 * 200 come out right"""
    x = np.array([10, -10, 2])
    before = x.copy()
    Phi = numbers(student.design_matrix(x, 20), 3, 21)
    assert agree(Phi[:, 20], [1e20, 1e20, 2.0**20])
    assert unchanged([before], [x])
    small = np.array([[200, 200]], dtype=np.uint8)
    assert agree(student.design_matrix(small, 2, True), [[1, 200, 200, 40000, 40000, 40000]])


@pytest.mark.exercise("design_matrix")
def test_design_matrix_rejects(student):
    """a negative degree, and an X of more than two dimensions, raise ValueError"""
    assert len(student.design_matrix(np.ones((2, 2)), degree=1)) == 2
    with pytest.raises(ValueError):
        student.design_matrix(np.array([1.0, 2.0]), degree=-1)
    for degree in (0, 1):
        with pytest.raises(ValueError):
            student.design_matrix(np.ones((2, 2, 2)), degree)


# ---------------------------------------------------------------- least_squares_cost


@pytest.mark.exercise("least_squares_cost")
def test_cost_on_houses(student, dataset):
    """on the houses, J is half the sum of squared residuals and the gradient is X^T (X theta - y)"""
    _, thousands, _, price = houses(dataset)
    X = with_ones(thousands)
    cost, gradient = student.least_squares_cost(np.zeros(2), X, price)
    assert cost == pytest.approx(375242.5, rel=1e-5)
    assert agree(gradient, (-1871, -4203.712))
    cost, gradient = student.least_squares_cost(np.array([50, 100]), X, price)
    assert cost == pytest.approx(38930.66, rel=1e-5)
    assert agree(gradient, (-569, -1302.5248))


@pytest.mark.exercise("least_squares_cost")
def test_weighted_cost_on_houses(student, dataset):
    """a weight multiplies the squared residual of its example once, in the cost and in the gradient"""
    _, thousands, _, price = houses(dataset)
    cost, gradient = student.least_squares_cost(
        np.array([50, 100]), with_ones(thousands), price, np.array([1, 2, 0, 1, 3])
    )
    assert cost == pytest.approx(79110.16, rel=1e-5)
    assert agree(gradient, (-990, -2444.9248))


@pytest.mark.exercise("least_squares_cost")
def test_cost_at_the_optimum(student, dataset):
    """at the least-squares fit J is 3124.46 with area alone, 722.07 with bedrooms, and the gradient vanishes"""
    area, _, bedrooms, price = houses(dataset)
    for X, expected in ((with_ones(area), 3124.462168684), (with_ones(area, bedrooms), 722.072216350)):
        theta = np.linalg.lstsq(X, price, rcond=None)[0]
        cost, gradient = student.least_squares_cost(theta, X, price)
        assert cost == pytest.approx(expected, rel=1e-4)
        assert np.all(np.abs(numbers(gradient, X.shape[1])) <= 1e-5 * np.abs(X.T @ price))


@pytest.mark.exercise("least_squares_cost")
def test_cost_of_one_house(student, dataset):
    """with the parameters that CS229 prints, 71.27 and 0.1345, the first house is predicted at 354.258"""
    area, _, _, _ = houses(dataset)
    cost, gradient = student.least_squares_cost(np.array([71.27, 0.1345]), with_ones(area[:1]), np.array([354.258 - 3]))
    assert cost == pytest.approx(4.5, rel=1e-5)
    assert agree(gradient, (3, 3 * 2104))


@pytest.mark.exercise("least_squares_cost")
def test_gradient_matches_differences(student, rng):
    """the gradient equals central differences of the cost, with weights and without"""
    X, y = regression_data(rng, n=12, p=3)
    theta = rng.normal(size=3)
    for weights in (None, rng.uniform(0.5, 2, size=12)):
        _, gradient = student.least_squares_cost(theta, X, y, weights)
        slopes = []
        for direction in np.eye(3):
            above, _ = student.least_squares_cost(theta + direction, X, y, weights)
            below, _ = student.least_squares_cost(theta - direction, X, y, weights)
            slopes.append((above - below) / 2)  # exact for a parabola, whatever the step
        assert agree(gradient, slopes, atol=1e-4)


@pytest.mark.exercise("least_squares_cost")
def test_cost_is_a_parabola(student, rng):
    """J is a convex parabola: J(theta + d) is J(theta) + gradient . d + 1/2 ||X d||^2 exactly"""
    X, y = regression_data(rng, n=15, p=3)
    theta, d = rng.normal(size=3), rng.normal(size=3)
    cost, gradient = student.least_squares_cost(theta, X, y)
    moved, _ = student.least_squares_cost(theta + d, X, y)
    curvature = np.sum((X @ d) ** 2) / 2
    assert cost >= 0
    assert moved == pytest.approx(cost + numbers(gradient, 3) @ d + curvature, rel=1e-5, abs=1e-5)


@pytest.mark.exercise("least_squares_cost")
def test_weights_count_examples(student, rng):
    """weight 2 is the same as the row repeated, weight 0 the same as the row removed; it is a sum, not a mean"""
    X, y = regression_data(rng, n=10, p=3)
    theta, counts = rng.normal(size=3), np.array([2, 0, 1, 3, 1, 0, 1, 2, 1, 4])
    cost, gradient = student.least_squares_cost(theta, X, y, counts)
    rows = np.repeat(np.arange(10), counts)
    repeated, repeated_gradient = student.least_squares_cost(theta, X[rows], y[rows])
    assert cost == pytest.approx(repeated, rel=1e-5)
    assert agree(gradient, numbers(repeated_gradient, 3))
    once, _ = student.least_squares_cost(theta, X, y)
    twice, _ = student.least_squares_cost(theta, np.vstack([X, X]), np.concatenate([y, y]))
    assert twice == pytest.approx(2 * once, rel=1e-5)


@pytest.mark.exercise("least_squares_cost")
def test_cost_leaves_inputs_alone(student):
    """integer arrays are accepted, and neither theta nor X, y or weights are modified"""
    arguments = np.array([1, 2]), np.array([[1, 1], [1, 3]]), np.array([4, 5]), np.array([1, 2])
    before = [argument.copy() for argument in arguments]
    cost, gradient = student.least_squares_cost(*arguments)
    assert cost == pytest.approx(4.5, rel=1e-6)
    assert agree(gradient, (3, 11))
    assert unchanged(before, arguments)


@pytest.mark.exercise("least_squares_cost")
def test_cost_rejects(student):
    """a column y, a y or weights of the wrong length, and a negative weight raise ValueError"""
    theta, X, y = np.zeros(2), with_ones(np.arange(3.0)), np.array([1.0, 2.0, 2.0])
    cost, gradient = student.least_squares_cost(theta, X, y, np.array([1.0, 0.0, 1.0]))
    assert cost > 0
    numbers(gradient, 2)
    with pytest.raises(ValueError):
        student.least_squares_cost(theta, X, y[:, np.newaxis])
    with pytest.raises(ValueError):
        student.least_squares_cost(theta, X, y[:1])
    with pytest.raises(ValueError):
        student.least_squares_cost(theta, X, y, np.array([2.0]))
    with pytest.raises(ValueError):
        student.least_squares_cost(theta, X, y, np.array([1.0, -1.0, 1.0]))


# ---------------------------------------------------------------- normal_equations


@pytest.mark.exercise("normal_equations")
def test_normal_equations_on_data(student, dataset):
    """the houses: (26.79, 0.1651) with area alone, (-70.43, 0.0638, 103.4) with bedrooms; and petal width of iris"""
    area, _, bedrooms, price = houses(dataset)
    theta = numbers(student.normal_equations(with_ones(area), price), 2)
    assert theta[0] == pytest.approx(26.7898805285, rel=1e-5)
    assert theta[1] == pytest.approx(0.1651188781, rel=1e-5)
    theta = numbers(student.normal_equations(with_ones(area, bedrooms), price), 3)
    assert theta[0] == pytest.approx(-70.434601832, rel=1e-5)
    assert theta[1] == pytest.approx(0.063843375617, rel=1e-5)
    assert theta[2] == pytest.approx(103.436046512, rel=1e-5)
    X, y = iris_design(dataset)
    assert agree(student.normal_equations(X, y), (-0.240307389, -0.207266074, 0.222828544, 0.524083115))


@pytest.mark.exercise("normal_equations")
def test_weighted_houses(student, dataset):
    """weights enter X^T W X and X^T W y once each; weights around 2000 square feet predict 364.6 there"""
    area, thousands, _, price = houses(dataset)
    theta = student.normal_equations(with_ones(thousands), price, np.array([1, 2, 0, 1, 3]))
    assert agree(theta, (38.2229913390, 168.2213142893))
    weights = np.exp(-((area - 2000) ** 2) / (2 * 300**2))
    theta = numbers(student.normal_equations(with_ones(area), price, weights), 2)
    assert theta @ [1, 2000] == pytest.approx(364.6432786857, rel=1e-5)


@pytest.mark.exercise("normal_equations")
def test_dependent_columns(student, rng):
    """when one column is twice another, all best fits predict the same and the shortest theta is returned"""
    X = np.array([[1, 1, 2], [1, 2, 4], [1, 3, 6]])
    assert agree(student.normal_equations(X, np.array([1, 2, 2])), (2 / 3, 0.1, 0.2))
    assert agree(student.normal_equations(np.array([[1, 2, 2]]), np.array([9])), (1, 2, 2))
    features, y = rng.normal(size=(12, 2)), rng.normal(size=12)
    X = with_ones(features, features[:, 1])
    assert agree(student.normal_equations(X, y), np.linalg.pinv(X) @ y)


@pytest.mark.exercise("normal_equations")
def test_dependent_small_columns(student):
    """columns in other units (all entries a thousandth) give a theta a thousand times as large, nothing less"""
    X = np.array([[1, 1, 2], [1, 2, 4], [1, 3, 6]]) / 1000
    assert agree(student.normal_equations(X, np.array([1, 2, 2])), (2000 / 3, 100, 200))


@pytest.mark.exercise("normal_equations")
def test_fewer_examples_than_columns(student, rng):
    """with fewer examples than columns the fit is exact, and theta has no part that the data cannot see"""
    X, y = rng.normal(size=(3, 6)), rng.normal(size=3)
    theta = numbers(student.normal_equations(X, y), 6)
    assert agree(X @ theta, y)
    assert agree(np.linalg.pinv(X) @ (X @ theta), theta)


@pytest.mark.exercise("normal_equations")
def test_gradient_vanishes(student, rng):
    """X^T W (y - X theta) = 0 at the answer; multiplying all weights by the same number changes nothing"""
    X, y = regression_data(rng)
    weights = rng.uniform(0.2, 3, size=len(y))
    plain = numbers(student.normal_equations(X, y), 4)
    assert np.all(np.abs(X.T @ (y - X @ plain)) <= 1e-5 * (np.abs(X).T @ np.abs(y)))
    theta = numbers(student.normal_equations(X, y, weights), 4)
    assert np.all(np.abs(X.T @ (weights * (y - X @ theta))) <= 1e-5 * (np.abs(X).T @ (weights * np.abs(y))))
    assert agree(student.normal_equations(X, y, 7 * weights), theta)


@pytest.mark.exercise("normal_equations")
def test_remixed_features_predict_the_same(student, rng):
    """mixing the columns by an invertible matrix changes theta, not the predictions; twice y gives twice theta"""
    X, y = regression_data(rng)
    mix = orthonormal(rng, 4, 4) * np.array([1, 2, 3, 4])
    theta = numbers(student.normal_equations(X, y), 4)
    mixed = numbers(student.normal_equations(X @ mix, y), 4)
    assert agree(X @ theta, X @ np.linalg.lstsq(X, y, rcond=None)[0])
    assert agree(X @ mix @ mixed, X @ theta)
    assert agree(student.normal_equations(X, 2 * y), 2 * theta)


@pytest.mark.exercise("normal_equations")
def test_weights_repeat_rows(student, rng):
    """whole weights are the same as repeated rows; if one row alone has weight, the shortest theta through it"""
    X, y = regression_data(rng, n=10, p=3)
    counts = np.array([2, 0, 1, 3, 1, 0, 1, 2, 1, 4])
    rows = np.repeat(np.arange(10), counts)
    assert agree(student.normal_equations(X, y, counts), np.linalg.lstsq(X[rows], y[rows], rcond=None)[0])
    alone = np.zeros(10)
    alone[4] = 2.5
    assert agree(student.normal_equations(X, y, alone), X[4] * y[4] / (X[4] @ X[4]))


@pytest.mark.exercise("normal_equations")
def test_no_intercept_is_added(student, rng):
    """X is used as given: AIMA's tilted sinusoid w1 * x + sin(w0 * x) with known w0 is fitted by one column x"""
    x, w0, w1 = rng.uniform(1, 6, size=13), rng.uniform(2, 3), rng.uniform(1, 2)
    y = w1 * x + np.sin(w0 * x)
    assert agree(student.normal_equations(x[:, np.newaxis], y - np.sin(w0 * x)), [w1])
    X, y, weights = np.array([[1], [2]]), np.array([3, 1]), np.array([1, 2])
    before = X.copy(), y.copy(), weights.copy()
    assert agree(student.normal_equations(X, y, weights), [7 / 9])
    assert unchanged(before, (X, y, weights))


@pytest.mark.exercise("normal_equations")
def test_normal_equations_reject(student):
    """a column y, a y or weights of the wrong length, and a negative weight raise ValueError"""
    X, y = with_ones(np.arange(4.0)), np.array([1.0, 2.0, 2.0, 5.0])
    numbers(student.normal_equations(X, y, np.array([1.0, 0.0, 1.0, 1.0])), 2)
    with pytest.raises(ValueError):
        student.normal_equations(X, y[:, np.newaxis])
    with pytest.raises(ValueError):
        student.normal_equations(X, y[:3])
    with pytest.raises(ValueError):
        student.normal_equations(X, y, np.array([2.0]))
    with pytest.raises(ValueError):
        student.normal_equations(X, y, np.array([1.0, -1.0, 1.0, 1.0]))


# ---------------------------------------------------------------- lms


@pytest.mark.exercise("lms")
def test_batch_epochs(student, dataset):
    """batch rule on the houses: row 0 is the start, and each epoch adds alpha times the SUM of error times x"""
    _, thousands, _, price = houses(dataset)
    history = numbers(student.lms(with_ones(thousands), price, 0.01, 3), 4, 2)
    assert agree(history[0], (0, 0))
    assert agree(history[1], (18.71, 42.03712))
    assert agree(history[2], (32.062194976, 72.121345065))
    assert agree(history[3], (41.581919726, 93.655352589))


@pytest.mark.exercise("lms")
def test_stochastic_epochs(student, dataset):
    """batch_size = 1 on the houses: five updates an epoch, each with the theta that the one before has left"""
    _, thousands, _, price = houses(dataset)
    history = student.lms(with_ones(thousands), price, 0.01, 2, batch_size=1)
    assert agree(history, [(0, 0), (16.891339601, 37.705085443), (29.436806950, 65.791677983)])


@pytest.mark.exercise("lms")
def test_blocks_of_two(student, dataset):
    """batch_size = 2 on five rows: blocks of 2, 2 and 1 consecutive rows, each a sum"""
    _, thousands, _, price = houses(dataset)
    history = student.lms(with_ones(thousands), price, 0.01, 2, batch_size=2)
    assert agree(history, [(0, 0), (17.180095536, 38.111254617), (29.884530322, 66.381131787)])


@pytest.mark.exercise("lms")
def test_one_rate_per_update(student, dataset, rng):
    """an array gives each update its own rate: with 1/t on a column of ones, theta is the running mean of y"""
    _, thousands, _, price = houses(dataset)
    rates = 0.1 / np.arange(1, 11)
    history = student.lms(with_ones(thousands), price, rates, 2, batch_size=1)
    assert agree(history, [(0, 0), (55.077230727, 115.368726706), (59.419082931, 125.021839706)])
    assert unchanged([0.1 / np.arange(1, 11)], [rates])
    # 10,000 examples in blocks of 100: an epoch is 100 updates, each a hundredth of the work of a full one
    X, y = np.ones((10000, 1)), rng.normal(size=10000) + 3
    history = student.lms(X, y, 0.01 / np.arange(1, 101), 1, batch_size=100, theta0=np.array([9]))
    assert agree(history, [[9], [y.mean()]])
    first_only = np.zeros(100)
    first_only[0] = 0.01
    assert agree(student.lms(X, y, first_only, 1, batch_size=100), [[0], [y[:100].mean()]])


@pytest.mark.exercise("lms")
def test_batch_reaches_the_closed_form(student, dataset):
    """batch descent reaches the closed form if alpha is below 2 / the largest eigenvalue of X^T X, here 0.07025"""
    _, thousands, _, price = houses(dataset)
    X = with_ones(thousands)
    history = numbers(student.lms(X, price, 0.05, 800), 801, 2)
    assert agree(history[-1], (26.789880528523, 165.118878075797), rel=1e-4)
    for alpha, expected in ((0.0702, 201822.8217), (0.0703, 623707.4725)):
        theta = numbers(student.lms(X, price, alpha, 200), 201, 2)[-1]
        assert np.sum((X @ theta - price) ** 2) / 2 == pytest.approx(expected, rel=1e-3)


@pytest.mark.exercise("lms")
def test_limit_depends_on_the_start(student):
    """from zero, descent ends at the shortest theta that fits; from elsewhere it keeps what the data cannot see"""
    arguments = np.array([[1, 2, 2]]), np.array([9]), np.array([1, 0, 0])
    before = [argument.copy() for argument in arguments]
    X, y, start = arguments
    history = numbers(student.lms(X, y, 0.1, 200), 201, 3)
    assert agree(history[-1], (1, 2, 2))
    history = numbers(student.lms(X, y, 0.1, 200, theta0=start), 201, 3)
    assert agree(history[0], (1, 0, 0))
    assert agree(history[-1], (17 / 9, 16 / 9, 16 / 9))
    assert unchanged(before, arguments)


@pytest.mark.exercise("lms")
def test_any_batch_size(student, reference, rng):
    """every batch size walks through consecutive blocks of the rows as given; one larger than n is the batch rule"""
    X, y = regression_data(rng, n=10, p=3)
    start = rng.normal(size=3)
    for batch_size in (None, 1, 3, 4, 9, 10, 11):
        expected = reference.lms(X, y, 0.02, 3, batch_size, start)
        assert agree(student.lms(X, y, 0.02, 3, batch_size, start), expected)


@pytest.mark.exercise("lms")
def test_consistent_data_converge(student, rng):
    """if some theta fits every example exactly, a small constant rate finds it with any batch size and then stays"""
    X = orthonormal(rng, 12, 3) * np.array([1, 0.9, 0.8])
    wanted = rng.uniform(1, 2, size=3)
    for batch_size in (None, 1, 5):
        history = numbers(student.lms(X, X @ wanted, 0.5, 100, batch_size), 101, 3)
        assert agree(history[-1], wanted, rel=1e-4)
        history = numbers(student.lms(X, X @ wanted, 0.5, 2, batch_size, wanted), 3, 3)
        assert agree(history[2], wanted)


@pytest.mark.exercise("lms")
def test_cost_falls(student, rng):
    """with alpha at most 1 / the largest eigenvalue the batch cost never rises; on one example its error shrinks"""
    X, y = regression_data(rng, n=12, p=3)
    alpha = 0.9 / np.linalg.eigvalsh(X.T @ X)[-1]
    history = numbers(student.lms(X, y, alpha, 20), 21, 3)
    costs = ((history @ X.T - y) ** 2).sum(axis=1)
    assert np.all(np.diff(costs) <= 1e-6 * costs[0])
    assert costs[1] < costs[0]
    assert agree(student.lms(X[::-1], y[::-1], alpha, 20), history)  # the order of the rows does not matter
    x, start = rng.uniform(1, 2, size=3), rng.normal(size=3)
    history = numbers(student.lms(x[np.newaxis], np.array([25.0]), 0.25 / (x @ x), 2, 1, start), 3, 3)
    residuals = 25 - history @ x
    assert agree(residuals, residuals[0] * np.array([1, 0.75, 0.75**2]))
    assert agree(student.lms(X, y, alpha, 0, 1, start), start[np.newaxis])  # no epochs: the start alone


@pytest.mark.exercise("lms")
def test_lms_rejects(student):
    """a column y, a batch size below 1, and an array of rates of the wrong length raise ValueError"""
    X, y = with_ones(np.arange(5.0)), np.array([1.0, 2.0, 2.0, 5.0, 4.0])
    numbers(student.lms(X, y, np.full(6, 0.01), 2, batch_size=2), 3, 2)
    with pytest.raises(ValueError):
        student.lms(X, y[:, np.newaxis], 0.01, 1)
    with pytest.raises(ValueError):
        student.lms(X, y[:1], 0.01, 1)
    for batch_size in (0, -1):
        with pytest.raises(ValueError):
            student.lms(X, y, 0.01, 1, batch_size=batch_size)
    for length in (5, 7):  # 2 epochs of 3 blocks make 6 updates
        with pytest.raises(ValueError):
            student.lms(X, y, np.full(length, 0.01), 2, batch_size=2)


# ---------------------------------------------------------------- log_likelihood


@pytest.mark.exercise("log_likelihood")
def test_likelihood_on_houses(student, dataset):
    """at the least-squares line of the houses, scale 50: -25.4046 with Gaussian noise, -26.3328 with Laplace noise"""
    area, _, _, price = houses(dataset)
    X = with_ones(area)
    theta = np.linalg.lstsq(X, price, rcond=None)[0]
    assert student.log_likelihood(theta, X, price, 50) == pytest.approx(-25.404592560638, rel=1e-5)
    assert student.log_likelihood(theta, X, price, 50, "laplace") == pytest.approx(-26.332786921712, rel=1e-5)


@pytest.mark.exercise("log_likelihood")
def test_mean_and_median(student):
    """for a constant model the mean is likelier than the median under Gaussian noise, and less likely under Laplace"""
    X, y = np.ones((3, 1)), np.array([1, 2, 6])
    assert student.log_likelihood(np.array([3]), X, y, 1) == pytest.approx(-9.756815599614, rel=1e-5)
    assert student.log_likelihood(np.array([2]), X, y, 1) == pytest.approx(-11.256815599614, rel=1e-5)
    assert student.log_likelihood(np.array([2]), X, y, 1, noise="laplace") == pytest.approx(-7.079441541680, rel=1e-5)
    assert student.log_likelihood(np.array([3]), X, y, 1, noise="laplace") == pytest.approx(-8.079441541680, rel=1e-5)


@pytest.mark.exercise("log_likelihood")
def test_best_scale(student, dataset):
    """the likeliest Gaussian scale is sqrt(RSS / n), 35.35 for the houses; smaller and larger ones are less likely"""
    area, _, _, price = houses(dataset)
    X = with_ones(area)
    theta = np.linalg.lstsq(X, price, rcond=None)[0]
    best = student.log_likelihood(theta, X, price, 35.352296495)
    assert best == pytest.approx(-24.921509439682, rel=1e-5)
    for factor in (0.8, 0.9, 1.1, 1.3):
        assert student.log_likelihood(theta, X, price, factor * 35.352296495) < best


@pytest.mark.exercise("log_likelihood")
def test_one_density(student, rng):
    """for one example it is the logarithm of one density, with its constant: at residual 0, -log(sqrt(2 pi) scale)"""
    x, theta, scale = rng.uniform(1, 2, size=(1, 2)), rng.uniform(1, 2, size=2), rng.uniform(2, 4)
    on_target = x @ theta
    constant = -np.log(np.sqrt(2 * np.pi) * scale)
    assert student.log_likelihood(theta, x, on_target, scale) == pytest.approx(constant, rel=1e-5)
    off = student.log_likelihood(theta, x, on_target + 2 * scale, scale)
    assert off == pytest.approx(constant - 2, rel=1e-5)
    on_laplace = student.log_likelihood(theta, x, on_target, scale, "laplace")
    assert on_laplace == pytest.approx(-np.log(2 * scale), rel=1e-5)
    off = student.log_likelihood(theta, x, on_target - 3 * scale, scale, "laplace")
    assert off == pytest.approx(-np.log(2 * scale) - 3, rel=1e-5)


@pytest.mark.exercise("log_likelihood")
def test_least_squares_is_likeliest(student, rng):
    """under Gaussian noise no theta is likelier than the least-squares fit, whatever the scale"""
    X, y = regression_data(rng, n=20, p=3)
    best = np.linalg.lstsq(X, y, rcond=None)[0]
    for scale in (0.5, 1.0, 3.0):
        highest = student.log_likelihood(best, X, y, scale)
        for direction in np.vstack([np.eye(3), -np.eye(3)]):
            assert student.log_likelihood(best + direction, X, y, scale) < highest


@pytest.mark.exercise("log_likelihood")
def test_differences_shrink_with_scale(student, rng):
    """three times the scale makes differences between two thetas 9 times smaller (Gaussian) or 3 times (Laplace)"""
    X, y = regression_data(rng, n=20, p=3)
    near, far = np.linalg.lstsq(X, y, rcond=None)[0], np.full(3, -2.0)
    near_errors, far_errors = np.abs(y - X @ near), np.abs(y - X @ far)
    squares, sizes = np.sum(far_errors**2 - near_errors**2) / 2, np.sum(far_errors - near_errors)
    for scale in (1, 3):
        for noise, expected in (("gaussian", squares / scale**2), ("laplace", sizes / scale)):
            likely = student.log_likelihood(near, X, y, scale, noise)
            assert likely - student.log_likelihood(far, X, y, scale, noise) == pytest.approx(expected, rel=1e-4)


@pytest.mark.exercise("log_likelihood")
def test_many_examples(student, rng):
    """it stays finite for 20,000 examples, where the product of the densities is far below the smallest float"""
    X, y = np.ones((20000, 1)), rng.normal(size=20000)
    constant = -20000 * np.log(2 * np.sqrt(2 * np.pi))
    gaussian = student.log_likelihood(np.array([1.0]), X, y, 2.0)
    assert gaussian == pytest.approx(constant - np.sum((y - 1) ** 2) / 8, rel=1e-5)
    laplace = student.log_likelihood(np.array([1.0]), X, y, 2.0, "laplace")
    assert laplace == pytest.approx(-20000 * np.log(4) - np.abs(y - 1).sum() / 2, rel=1e-5)


@pytest.mark.exercise("log_likelihood")
def test_likelihood_leaves_inputs_alone(student):
    """integer arrays are accepted and left as they were"""
    arguments = np.array([1, 1]), np.array([[1, 0], [1, 2]]), np.array([1, 5])
    before = [argument.copy() for argument in arguments]
    assert student.log_likelihood(*arguments, 2) == pytest.approx(-3.724171427529, rel=1e-5)
    assert unchanged(before, arguments)


@pytest.mark.exercise("log_likelihood")
def test_likelihood_rejects(student):
    """a scale that is zero or negative, an unknown noise, and a y that is not of shape (n,) raise ValueError"""
    theta, X, y = np.zeros(1), np.ones((3, 1)), np.array([1.0, 2.0, 6.0])
    assert np.isfinite(student.log_likelihood(theta, X, y, 1.0, "gaussian"))
    assert np.isfinite(student.log_likelihood(theta, X, y, 1.0, "laplace"))
    for scale in (0, -1.0):
        for noise in ("gaussian", "laplace"):
            with pytest.raises(ValueError):
                student.log_likelihood(theta, X, y, scale, noise)
    with pytest.raises(ValueError):
        student.log_likelihood(theta, X, y, 1.0, "uniform")
    with pytest.raises(ValueError):
        student.log_likelihood(theta, X, y[:, np.newaxis], 1.0)
    with pytest.raises(ValueError):
        student.log_likelihood(theta, X, y[:1], 1.0)


# ---------------------------------------------------------------- standard_errors


@pytest.mark.exercise("standard_errors")
def test_errors_on_houses(student, dataset):
    """houses: the slope 0.165 has standard error 0.0359; with bedrooms, their 103.4 has a standard error of 40.1"""
    area, _, bedrooms, price = houses(dataset)
    theta, se = student.standard_errors(with_ones(area), price)
    assert numbers(theta, 2) == pytest.approx((26.7898805285, 0.1651188781), rel=1e-5)
    assert numbers(se, 2) == pytest.approx((78.206812202, 0.035882332), rel=1e-5)
    theta, se = student.standard_errors(with_ones(area, bedrooms), price)
    assert numbers(theta, 3) == pytest.approx((-70.434601832, 0.063843375617, 103.436046512), rel=1e-5)
    assert numbers(se, 3) == pytest.approx((59.504621095, 0.044584011, 40.098255694), rel=1e-5)


@pytest.mark.exercise("standard_errors")
def test_errors_on_iris(student, dataset):
    """petal width of iris on the three other measurements: 150 flowers less 4 parameters"""
    X, y = iris_design(dataset)
    theta, se = student.standard_errors(X, y)
    assert agree(theta, (-0.240307389, -0.207266074, 0.222828544, 0.524083115))
    assert numbers(se, 4) == pytest.approx((0.178369746, 0.047506175, 0.048938040, 0.024491344), rel=1e-5)


@pytest.mark.exercise("standard_errors")
def test_errors_are_right_on_average(student, rng):
    """averaged over noise in every direction, se^2 is exactly the variance of theta: that is what n - p is for"""
    X = regression_data(rng, n=8, p=3)[0]
    estimated, actual = np.zeros(3), np.zeros(3)
    for noise in np.eye(8):
        theta, se = student.standard_errors(X, noise)
        actual += numbers(theta, 3) ** 2
        estimated += numbers(se, 3) ** 2
    variances = np.diag(np.linalg.inv(X.T @ X))
    assert actual == pytest.approx(variances, rel=1e-5)
    assert estimated == pytest.approx(variances, rel=1e-5)


@pytest.mark.exercise("standard_errors")
def test_errors_scale_with_units(student, rng):
    """a column in units c times as small divides its theta and se by c; y times -3 gives theta times -3, se times 3"""
    X, y = regression_data(rng, n=12, p=3)
    units = np.array([1, 10, 0.5])
    theta, se = student.standard_errors(X, y)
    theta, se = numbers(theta, 3), numbers(se, 3)
    scaled_theta, scaled_se = student.standard_errors(X * units, -3 * y)
    assert numbers(scaled_theta, 3) == pytest.approx(-3 * theta / units, rel=1e-5, abs=1e-6)
    assert numbers(scaled_se, 3) == pytest.approx(3 * se / units, rel=1e-5)


@pytest.mark.exercise("standard_errors")
def test_more_data_smaller_errors(student, rng):
    """four copies of the data leave theta and shrink se by sqrt((n - p) / (4 n - p))"""
    X, y = regression_data(rng, n=9, p=3)
    theta, se = student.standard_errors(X, y)
    more_theta, more_se = student.standard_errors(np.tile(X, (4, 1)), np.tile(y, 4))
    assert agree(more_theta, numbers(theta, 3))
    assert numbers(more_se, 3) == pytest.approx(numbers(se, 3) * np.sqrt(6 / 33), rel=1e-5)


@pytest.mark.exercise("standard_errors")
def test_exact_data_have_no_error(student, rng):
    """if y is exactly linear in X there is no noise to estimate: theta is recovered and se is zero"""
    X = regression_data(rng, n=10, p=3)[0]
    wanted = rng.uniform(1, 2, size=3)
    theta, se = student.standard_errors(X, X @ wanted)
    assert agree(theta, wanted)
    assert numbers(se, 3) == pytest.approx(np.zeros(3), abs=1e-5)


@pytest.mark.exercise("standard_errors")
def test_errors_on_correlated_columns(student, reference, rng):
    """columns that share information get larger errors: the whole matrix X^T X is inverted, not its diagonal"""
    X, y = regression_data(rng, n=25, p=4)
    X[:, 3] += 3 * X[:, 2] + 5
    theta, se = student.standard_errors(X, y)
    expected_theta, expected_se = reference.standard_errors(X, y)
    assert agree(theta, expected_theta)
    assert numbers(se, 4) == pytest.approx(expected_se, rel=1e-5)


@pytest.mark.exercise("standard_errors")
def test_errors_leave_inputs_alone(student):
    """integer arrays are accepted and left as they were; one column alone works too"""
    X, y = np.array([[1], [1], [1], [1]]), np.array([1, 2, 4, 5])
    before = X.copy(), y.copy()
    theta, se = student.standard_errors(X, y)
    assert agree(theta, [3])
    assert numbers(se, 1) == pytest.approx([np.sqrt(10 / 12)], rel=1e-5)
    assert unchanged(before, (X, y))


@pytest.mark.exercise("standard_errors")
def test_errors_need_more_examples(student):
    """n examples and n or more parameters leave nothing to estimate the noise from: ValueError; so does a column y"""
    X, y = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0, 2.0])
    numbers(student.standard_errors(X, y), 2, 2)
    with pytest.raises(ValueError):
        student.standard_errors(X[:2], y[:2])
    with pytest.raises(ValueError):
        student.standard_errors(X[:1], y[:1])
    with pytest.raises(ValueError):
        student.standard_errors(X, y[:, np.newaxis])
    with pytest.raises(ValueError):
        student.standard_errors(X, y[:1])


@pytest.mark.exercise("standard_errors")
def test_errors_need_independent_columns(student):
    """a column that is a combination of others leaves theta undetermined: ValueError, even if inv does not complain"""
    x, y = np.array([0.1, 0.2, 0.4, 0.7, 1.1, 1.6]), np.array([1.0, 2.0, 2.0, 4.0, 3.0, 6.0])
    numbers(student.standard_errors(with_ones(x, x**2), y), 2, 3)
    with pytest.raises(ValueError):
        student.standard_errors(with_ones(x, 3 * x - 2), y)
    with pytest.raises(ValueError):
        student.standard_errors(with_ones(np.full(6, 0.1), x), y)


# ---------------------------------------------------------------- penalised_cost


@pytest.mark.exercise("penalised_cost")
def test_penalties_on_houses(student, dataset):
    """houses at (50, 100) with lam = 2: the slope costs 200 in the lasso, 10000 in ridge, 2 as a count"""
    _, thousands, _, price = houses(dataset)
    arguments = np.array([50, 100]), with_ones(thousands), price, 2
    assert student.penalised_cost(*arguments, q=1) == pytest.approx(39130.66, rel=1e-6)
    assert student.penalised_cost(*arguments, q=2) == pytest.approx(48930.66, rel=1e-6)
    assert student.penalised_cost(*arguments, q=0) == pytest.approx(38932.66, rel=1e-6)
    assert student.penalised_cost(*arguments, q=2, penalise_first=True) == pytest.approx(51430.66, rel=1e-6)


@pytest.mark.exercise("penalised_cost")
def test_penalty_alone(student):
    """with no data the cost is the penalty: 1/q times the sum of |theta_j|^q, theta[0] left out unless asked for"""
    X, y, theta = np.zeros((1, 4)), np.zeros(1), np.array([1.0, 3.0, -4.0, 0.0])
    for q, expected in ((0, 2), (0.5, 7.464101615), (1, 7), (2, 12.5), (3, 30.333333333)):
        assert student.penalised_cost(theta, X, y, 1, q) == pytest.approx(expected, rel=1e-5)
    for q, expected in ((0, 3), (0.5, 9.464101615), (1, 8), (2, 13), (3, 30.666666667)):
        assert student.penalised_cost(theta, X, y, 1, q, True) == pytest.approx(expected, rel=1e-5)


@pytest.mark.exercise("penalised_cost")
def test_penalty_is_linear_in_lam(student, rng):
    """lam = 0 leaves the plain cost, and the penalty grows in proportion to lam"""
    X, y = regression_data(rng, n=10, p=4)
    theta = rng.uniform(1, 3, size=4) * np.array([1, -1, 1, -1])
    plain = np.sum((X @ theta - y) ** 2) / 2
    for q in (0, 1, 2, 2.5):
        assert student.penalised_cost(theta, X, y, 0, q) == pytest.approx(plain, rel=1e-5)
        one = student.penalised_cost(theta, X, y, 100, q) - plain
        assert student.penalised_cost(theta, X, y, 300, q) == pytest.approx(plain + 3 * one, rel=1e-5)


@pytest.mark.exercise("penalised_cost")
def test_rotation(student, rng):
    """turning the penalised weights leaves the ridge penalty; the lasso's is smallest along an axis"""
    X, y = np.zeros((1, 3)), np.zeros(1)
    angle = rng.uniform(0.3, 1.2)
    along, turned = np.array([7, 5, 0]), np.array([7, 5 * np.cos(angle), 5 * np.sin(angle)])
    assert student.penalised_cost(along, X, y, 1, 2) == pytest.approx(12.5, rel=1e-5)
    assert student.penalised_cost(turned, X, y, 1, 2) == pytest.approx(12.5, rel=1e-5)
    assert student.penalised_cost(along, X, y, 1, 1) == pytest.approx(5, rel=1e-5)
    expected = 5 * (np.cos(angle) + np.sin(angle))
    assert student.penalised_cost(turned, X, y, 1, 1) == pytest.approx(expected, rel=1e-5)


@pytest.mark.exercise("penalised_cost")
def test_count_is_exact(student, rng):
    """q = 0 counts every weight that is not exactly zero; on vectors of 0 and 1 it agrees with q = 1"""
    X, y = np.zeros((1, 5)), np.zeros(1)
    assert student.penalised_cost(np.array([0, 1e-200, 0, -1e-12, 3]), X, y, 2, 0) == pytest.approx(6, rel=1e-6)
    bits = np.concatenate([[1], rng.permutation([0, 0, 1, 1])])
    assert student.penalised_cost(bits, X, y, 2, 0) == pytest.approx(4, rel=1e-6)
    assert student.penalised_cost(bits, X, y, 2, 1) == pytest.approx(4, rel=1e-6)


@pytest.mark.exercise("penalised_cost")
def test_convex_from_one_on(student, rng):
    """for q >= 1 the cost of the midpoint is at most the mean of the costs; for q = 1/2 it can be more"""
    X, y = regression_data(rng, n=10, p=3)
    for q in (1, 1.5, 2, 4):
        one, two = rng.normal(size=3), rng.normal(size=3)
        middle = student.penalised_cost((one + two) / 2, X, y, 5, q, True)
        mean = (student.penalised_cost(one, X, y, 5, q, True) + student.penalised_cost(two, X, y, 5, q, True)) / 2
        assert middle <= mean * (1 + 1e-6)
    X, y = np.zeros((1, 2)), np.zeros(1)
    middle = student.penalised_cost(np.array([0.5, 0.5]), X, y, 1, 0.5, True)
    assert middle == pytest.approx(2 * np.sqrt(2), rel=1e-5)
    assert student.penalised_cost(np.array([1, 0]), X, y, 1, 0.5, True) == pytest.approx(2, rel=1e-5)


@pytest.mark.exercise("penalised_cost")
def test_penalised_cost_on_random_data(student, reference, rng):
    """cost and penalty together, integer input included, and no argument is modified"""
    X, y = rng.integers(-5, 6, size=(8, 3)), rng.integers(-5, 6, size=8)
    theta = np.array([2, -3, 4])
    before = theta.copy(), X.copy(), y.copy()
    for q in (0, 0.7, 1, 2, 3):
        for first in (False, True):
            expected = reference.penalised_cost(theta, X, y, 20.0, q, first)
            assert student.penalised_cost(theta, X, y, 20.0, q, first) == pytest.approx(expected, rel=1e-5)
    assert unchanged(before, (theta, X, y))


@pytest.mark.exercise("penalised_cost")
def test_penalised_cost_rejects(student):
    """a negative lam, a negative q, and a y that is not of shape (n,) raise ValueError"""
    theta, X, y = np.array([1.0, 2.0]), with_ones(np.arange(3.0)), np.array([1.0, 2.0, 2.0])
    assert student.penalised_cost(theta, X, y, 0.0, 0) > 0
    with pytest.raises(ValueError):
        student.penalised_cost(theta, X, y, -1.0, 2)
    with pytest.raises(ValueError):
        student.penalised_cost(theta, X, y, 1.0, -1)
    with pytest.raises(ValueError):
        student.penalised_cost(theta, X, y[:, np.newaxis], 1.0, 2)
    with pytest.raises(ValueError):
        student.penalised_cost(theta, X, y[:1], 1.0, 2)


# ---------------------------------------------------------------- ridge


@pytest.mark.exercise("ridge")
def test_ridge_on_three_points(student):
    """three points: (4/3, 1/3) for lam = 1 with the intercept exempt, (0.8, 0.6) if it is penalised too"""
    X, y = np.array([[1, 0], [1, 1], [1, 2]]), np.array([1, 2, 2])
    assert agree(student.ridge(X, y, 1), (4 / 3, 1 / 3))
    assert agree(student.ridge(X, y, 10), (19 / 12, 1 / 12))
    assert agree(student.ridge(X, y, 1, penalise_first=True), (0.8, 0.6))
    assert agree(student.ridge(X, y, 10, penalise_first=True), (19 / 62, 21 / 62))


@pytest.mark.exercise("ridge")
def test_ridge_on_houses(student, dataset):
    """houses: the slope falls with lam, and the exempt intercept rises towards the mean price"""
    _, thousands, _, price = houses(dataset)
    X = with_ones(thousands)
    assert agree(student.ridge(X, price, 1), (159.50100482, 102.04324866))
    assert agree(student.ridge(X, price, 100), (368.66910525, 2.62875226))
    assert agree(student.ridge(X, price, 0.1, True), (36.79577690, 160.01345417))
    assert agree(student.ridge(X, price, 1, True), (55.17062289, 146.38557630))
    assert agree(student.ridge(X, price, 10, True), (47.84210021, 109.63578867))
    assert agree(student.ridge(X, price, 100, True), (14.53952395, 32.73288834))


@pytest.mark.exercise("ridge")
def test_ridge_on_course_ratings(student, dataset):
    """course ratings: what Easy, AI, Sys, Thy and Morning are worth, without an intercept and with an exempt one"""
    X, y = course_ratings(dataset)
    expected = (-0.0153596889, 0.617757615, -1.1058327933, 0.4545690214, 0.3437459494)
    assert agree(student.ridge(X, y, 1, penalise_first=True), expected)
    expected = (0.0430482473, 0.3286468306, -0.4116182017, 0.2532019085, -0.0081528928)
    assert agree(student.ridge(X, y, 10, penalise_first=True), expected)
    expected = (0.2611953302, -0.0655166405, 0.5234361387, -1.201254574, 0.3321136086, 0.2627635477)
    assert agree(student.ridge(with_ones(X), y, 1), expected)


@pytest.mark.exercise("ridge")
def test_ridge_is_stationary(student, rng):
    """at the answer the gradient X^T (X theta - y) + lam P theta is zero, with the first column exempt and without"""
    X, y = regression_data(rng)
    for lam in (0.5, 7, 300):
        for first in (False, True):
            theta = numbers(student.ridge(X, y, lam, first), 4)
            penalised = np.array([first, True, True, True])
            gradient = X.T @ (X @ theta - y) + lam * penalised * theta
            assert np.all(np.abs(gradient) <= 1e-5 * (np.abs(X).T @ np.abs(y)))


@pytest.mark.exercise("ridge")
def test_more_penalty_smaller_weights(student, rng):
    """the norm of the penalised weights falls with lam; for huge lam they vanish and the intercept is the mean of y"""
    X, y = regression_data(rng)
    norms = [np.linalg.norm(numbers(student.ridge(X, y, lam), 4)[1:]) for lam in (0, 0.1, 1, 10, 100, 1000)]
    assert np.all(np.diff(norms) < 0)
    assert agree(student.ridge(X, y, 1e9), (y.mean(), 0, 0, 0), atol=1e-5)
    assert agree(student.ridge(X, y, 1e9, True), np.zeros(4), atol=1e-5)


@pytest.mark.exercise("ridge")
def test_exempt_intercept_is_centring(student, rng):
    """an exempt intercept gives the slopes of the centred data, and moves by c if every y moves by c"""
    X, y = regression_data(rng)
    lam = rng.uniform(2, 5)
    theta = numbers(student.ridge(X, y, lam), 4)
    centred = X[:, 1:] - X[:, 1:].mean(axis=0)
    slopes = np.linalg.solve(centred.T @ centred + lam * np.eye(3), centred.T @ (y - y.mean()))
    assert agree(theta, [y.mean() - X[:, 1:].mean(axis=0) @ slopes, *slopes])
    assert agree(student.ridge(X, y + 50, lam), theta + [50, 0, 0, 0])


@pytest.mark.exercise("ridge")
def test_rotated_features(student, rng):
    """with every column penalised, turning the features turns theta with them: ridge knows no favourite axes"""
    X, y = regression_data(rng)
    turn = orthonormal(rng, 4, 4)
    theta = np.linalg.solve(X.T @ X + 3 * np.eye(4), X.T @ y)
    assert agree(student.ridge(X, y, 3, True), theta)
    assert agree(student.ridge(X @ turn, y, 3, True), turn.T @ theta)


@pytest.mark.exercise("ridge")
def test_no_penalty_is_least_squares(student, rng):
    """lam = 0 is least squares, and the solution of smallest norm if the columns are dependent"""
    X, y = regression_data(rng)
    for first in (False, True):
        assert agree(student.ridge(X, y, 0, first), np.linalg.lstsq(X, y, rcond=None)[0])
        dependent = np.array([[1, 1, 2], [1, 2, 4], [1, 3, 6]])
        assert agree(student.ridge(dependent, np.array([1, 2, 2]), 0, first), (2 / 3, 0.1, 0.2))
        wide = np.array([[1, 2, 2]]) / 1000
        assert agree(student.ridge(wide, np.array([9]), 0, first), (1000, 2000, 2000))


@pytest.mark.exercise("ridge")
def test_twins_share_the_weight(student, rng):
    """two equal columns get equal weights once lam > 0, each half of what one column gets at half the lam"""
    x = np.linspace(-1, 2, 9)
    y = 3 * x + rng.normal(size=9)
    alone = numbers(student.ridge(with_ones(x), y, 0.5), 2)
    assert alone[1] > 0.1
    assert agree(student.ridge(with_ones(x, x), y, 1), (alone[0], alone[1] / 2, alone[1] / 2))


@pytest.mark.exercise("ridge")
def test_ridge_rejects(student):
    """a negative lam and a y that is not of shape (n,) raise ValueError; inputs are never modified"""
    X, y = np.array([[1, 0], [1, 1], [1, 2]]), np.array([1, 2, 2])
    before = X.copy(), y.copy()
    assert agree(student.ridge(X, y, 2), (17 / 12, 1 / 4))
    assert unchanged(before, (X, y))
    with pytest.raises(ValueError):
        student.ridge(X, y, -1.0)
    with pytest.raises(ValueError):
        student.ridge(X, y[:, np.newaxis], 1.0)
    with pytest.raises(ValueError):
        student.ridge(X, y[:1], 1.0)


# ---------------------------------------------------------------- lasso

SWEEPS = 500  # more than any right answer needs here (371), and an end for those that never settle


def is_lasso_minimum(theta, X, y, lam, penalise_first=False):
    """The subgradient condition: lam * sign where theta is not zero, at most lam where it is, 0 if exempt."""
    correlations = X.T @ (y - X @ theta)
    slack = 1e-4 * lam + 1e-6 * np.abs(X.T @ y).max()
    wanted = np.where(theta != 0, lam * np.sign(theta), np.clip(correlations, -lam, lam))
    if not penalise_first:
        wanted[0] = 0
    return np.all(np.abs(correlations - wanted) <= slack)


@pytest.mark.exercise("lasso")
def test_soft_threshold(student, rng):
    """with orthonormal columns each coefficient is x_j . y moved towards zero by lam, and stopped there"""
    y = np.array([3, -0.4, 1])
    assert agree(student.lasso(np.eye(3), y, 0.5, penalise_first=True, n_sweeps=SWEEPS), (2.5, 0, 0.5))
    assert agree(student.lasso(np.eye(3), y, 1, penalise_first=True, n_sweeps=SWEEPS), (2, 0, 0))
    X = orthonormal(rng, 10, 4)
    y = X @ np.array([3, -2, 0.2, -0.3]) + rng.normal(size=10) * 0.01
    expected = np.sign(X.T @ y) * np.maximum(np.abs(X.T @ y) - 1, 0)
    assert agree(student.lasso(X, y, 1, penalise_first=True, n_sweeps=SWEEPS), expected)


@pytest.mark.exercise("lasso")
def test_two_sweeps(student, dataset):
    """course ratings, lam = 1: the first sweep and the second, coordinate by coordinate with the newest values"""
    X, y = course_ratings(dataset)
    X = with_ones(X)
    expected = (0.2, 0, 0.3454545455, -0.8381818182, 0.3441818182, 0)
    assert agree(student.lasso(X, y, 1, n_sweeps=1), expected)
    expected = (0.257, 0, 0.4055123967, -1.0224595041, 0.3064304132, 0.0677006795)
    assert agree(student.lasso(X, y, 1, n_sweeps=2), expected)


@pytest.mark.exercise("lasso")
def test_course_ratings_select(student, dataset):
    """course ratings: AI, Sys and Thy matter at lam = 1, AI and Sys at 2, Sys alone at 4, nothing from 8 on"""
    X, y = course_ratings(dataset)
    X = with_ones(X)
    theta = numbers(student.lasso(X, y, 1, n_sweeps=SWEEPS), 6)
    assert agree(theta, (0.5950238221, 0, 0.3790365273, -1.2636315511, 0.0566437268, 0))
    assert np.sum((X @ theta - y) ** 2) / 2 + np.abs(theta[1:]).sum() == pytest.approx(4.372154579, rel=1e-5)
    assert agree(student.lasso(X, y, 2, n_sweeps=SWEEPS), (29 / 45, 0, 2 / 9, -17 / 15, 0, 0))
    assert agree(student.lasso(X, y, 4, n_sweeps=SWEEPS), (0.6, 0, 0, -0.8, 0, 0))
    assert agree(student.lasso(X, y, 8, n_sweeps=SWEEPS), (0.2, 0, 0, 0, 0, 0))
    assert agree(student.lasso(X, y, 30, n_sweeps=SWEEPS), (0.2, 0, 0, 0, 0, 0))


@pytest.mark.exercise("lasso")
def test_lasso_on_houses_and_iris(student, dataset):
    """houses at lam = 50, where the slope is 134.2, and at 268, where it is zero; iris keeps petal length alone"""
    _, thousands, _, price = houses(dataset)
    X = with_ones(thousands)
    assert agree(student.lasso(X, price, 50, n_sweeps=SWEEPS), (91.816781391, 134.212556373))
    assert agree(student.lasso(X, price, 268, n_sweeps=SWEEPS), (374.2, 0))
    X, y = iris_design(dataset)
    theta = numbers(student.lasso(X, y, 10, n_sweeps=SWEEPS), 4)
    assert agree(theta, (-0.282140901, 0, 0, 0.394218796))
    assert np.count_nonzero(theta) == 2


@pytest.mark.exercise("lasso")
def test_diabetes_path(student, dataset):
    """diabetes: as lam falls from 20000 to 1000 more and more slopes leave zero, and every answer is an optimum"""
    X, y, _ = dataset("diabetes")
    X = with_ones((X - X.mean(axis=0)) / X.std(axis=0))
    for lam, size in ((20000, 0), (19000, 1), (5000, 4), (1000, 7)):
        theta = numbers(student.lasso(X, y, lam, n_sweeps=SWEEPS), 11)
        assert is_lasso_minimum(theta, X, y, lam)
        assert np.count_nonzero(theta[1:]) == size


@pytest.mark.exercise("lasso")
def test_lasso_is_optimal(student, rng):
    """at the answer x_j . residual is lam * sign(theta_j), at most lam where theta_j = 0, and 0 for an exempt column"""
    X, y = regression_data(rng, n=40, p=6)
    for fraction in (0.02, 0.3, 0.7):
        for first in (False, True):
            lam = fraction * np.abs(X.T @ y).max()
            theta = numbers(student.lasso(X, y, lam, penalise_first=first, n_sweeps=SWEEPS), 6)
            assert is_lasso_minimum(theta, X, y, lam, first)


@pytest.mark.exercise("lasso")
def test_both_ends_of_lam(student, rng):
    """lam = 0 gives least squares; with every column penalised, all is exactly zero just above lam = max |X^T y|"""
    X, y = regression_data(rng, n=40, p=4)
    assert agree(student.lasso(X, y, 0, n_sweeps=SWEEPS), np.linalg.lstsq(X, y, rcond=None)[0])
    assert agree(student.lasso(np.ones((4, 1)), np.array([1, 2, 4, 5]), 100, n_sweeps=SWEEPS), [3])
    largest = np.abs(X.T @ y).max()
    theta = numbers(student.lasso(X, y, 1.001 * largest, n_sweeps=SWEEPS, penalise_first=True), 4)
    assert np.count_nonzero(theta) == 0
    theta = numbers(student.lasso(X, y, 0.98 * largest, n_sweeps=SWEEPS, penalise_first=True), 4)
    assert np.count_nonzero(theta) >= 1


@pytest.mark.exercise("lasso")
def test_sweeps_go_downhill(student, reference, rng):
    """sweep after sweep from theta0 the cost never rises; k single sweeps are k sweeps, and none returns the start"""
    X, y = regression_data(rng, n=20, p=5)
    X[:, 2] += X[:, 1]
    start = np.array([4, -4, 0, 4, 4])
    theta, costs, lam = start.astype(float), [], 3.0
    for _ in range(6):
        costs.append(np.sum((X @ theta - y) ** 2) / 2 + lam * np.abs(theta[1:]).sum())
        theta = numbers(student.lasso(X, y, lam, n_sweeps=1, theta0=theta), 5)
    assert np.all(np.diff(costs) <= 1e-6 * costs[0])
    assert agree(theta, reference.lasso(X, y, lam, n_sweeps=6, tol=0.0, theta0=start))
    assert agree(student.lasso(X, y, lam, n_sweeps=6, tol=0.0, theta0=start), theta)
    assert agree(student.lasso(X, y, lam, n_sweeps=0, theta0=start), start)
    assert agree(student.lasso(X, y, lam, n_sweeps=0), np.zeros(5))
    assert unchanged([np.array([4, -4, 0, 4, 4])], [start])


@pytest.mark.exercise("lasso")
def test_when_to_stop(student):
    """it stops after the first sweep in which no coefficient changed by more than tol, and not before"""
    X, y = np.array([[1, 0], [1, 1], [1, 2]]), np.array([1, 2, 2])
    # the largest changes of the first sweeps are 5/3, 0.2, 0.12
    assert agree(student.lasso(X, y, 0, n_sweeps=SWEEPS, tol=3), (5 / 3, 1 / 5))
    assert agree(student.lasso(X, y, 0, n_sweeps=SWEEPS, tol=0.15), (5 / 3 - 0.32, 0.392))
    X, y = np.array([[1, 0], [1, 0], [1, 0], [1, 2]]), np.array([1, 1, 1, 5])
    assert agree(student.lasso(X, y, 0, n_sweeps=SWEEPS, tol=2), (2, 1.5))  # a change of 2 is not more than 2


@pytest.mark.exercise("lasso")
def test_column_of_zeros_and_bad_input(student):
    """a column of zeros keeps its coefficient; a negative lam and a y that is not of shape (n,) raise ValueError"""
    X, y = np.array([[1, 0, 0], [1, 0, 1], [1, 0, 2]]), np.array([1, 2, 2])
    before = X.copy(), y.copy()
    assert agree(student.lasso(X, y, 0.5, n_sweeps=SWEEPS), (17 / 12, 0, 1 / 4))
    assert agree(student.lasso(X, y, 0.5, n_sweeps=SWEEPS, theta0=np.array([0, 5, 0])), (17 / 12, 5, 1 / 4))
    assert unchanged(before, (X, y))
    with pytest.raises(ValueError):
        student.lasso(X, y, -1.0)
    with pytest.raises(ValueError):
        student.lasso(X, y[:, np.newaxis], 1.0)
    with pytest.raises(ValueError):
        student.lasso(X, y[:1], 1.0)
