"""The reference against scipy, numpy and scikit-learn.

Exercise without a counterpart: is_convex_on_grid. No library tests samples for convexity; it is held against scipy's
convex hull instead (a sample is convex if and only if all its points lie on the lower hull).

Conventions that differ
- scikit-learn's log_loss and hinge_loss are means over the examples, and its logarithm is natural: ours is the sum, and
  the logistic loss is divided by log(2).
- Ridge minimises sum of squares + alpha ||w||^2: alpha is our lam / 2. LogisticRegression minimises C * (natural
  logistic losses) + ||w||^2 / 2: C is 1 / (lam log 2). SVC minimises C * (hinge losses) + ||w||^2 / 2: C is 1 / lam.
  None of the three penalises the intercept, as here.
- np.linalg.norm fails for an empty vector and p = inf, and gives numbers for p < 0; we return 0 and refuse.
"""

import numpy as np
import pytest
from scipy.differentiate import derivative
from scipy.integrate import solve_ivp
from scipy.optimize import approx_fprime, minimize, rosen, rosen_der
from scipy.spatial import ConvexHull
from scipy.special import expit
from sklearn.linear_model import LogisticRegression, Ridge, SGDClassifier
from sklearn.metrics import hinge_loss, log_loss, zero_one_loss
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

SMOOTH = ("logistic", "exponential", "squared")


def close(value, rel=1e-9):
    return pytest.approx(value, rel=rel, abs=rel)


def tables(rng, dataset):
    """Examples that overlap: random ones, two species of iris, the course ratings, and breast cancer."""
    y = np.where(np.arange(50) % 2, 1, -1)
    iris, species, _ = dataset("iris")
    ratings, rating, _ = dataset("course_ratings")
    cells, benign, _ = dataset("breast_cancer")
    return [
        (rng.normal(size=(50, 3)) + 0.7 * y[:, np.newaxis], y),
        (StandardScaler().fit_transform(iris[50:]), np.where(species[50:] == 2, 1, -1)),
        (ratings, np.where(rating >= 0, 1, -1)),
        (StandardScaler().fit_transform(cells), np.where(benign == 1, 1, -1)),
    ]


@pytest.mark.exercise("margin_loss")
def test_losses(reference, rng, dataset):
    """sums of losses agree with n times sklearn's zero_one_loss, hinge_loss and log_loss (in nats), to 1e-9"""
    for X, y in tables(rng, dataset):
        scores = X @ rng.normal(size=X.shape[1]) + rng.normal()
        n, z = len(y), y * scores
        assert reference.margin_loss(z, "zero_one").sum() == close(n * zero_one_loss(y, np.where(scores > 0, 1, -1)))
        assert reference.margin_loss(z, "hinge").sum() == close(n * hinge_loss(y, scores))
        probabilities = expit(np.clip(scores, -30, 30))  # log_loss clips probabilities; beyond 30 it would show
        clipped = reference.margin_loss(y * np.clip(scores, -30, 30), "logistic")
        assert clipped.sum() * np.log(2) == close(n * log_loss(y, probabilities), rel=1e-4)
        assert reference.margin_loss(z, "squared") == close((y - scores) ** 2)
    z = np.linspace(-700, 700, 1401)
    softplus = np.maximum(-z, 0) + np.log1p(np.exp(-np.abs(z)))
    assert reference.margin_loss(z, "logistic") == close(softplus / np.log(2))


@pytest.mark.exercise("margin_loss_derivative")
def test_derivatives(reference, rng):
    """slopes agree with scipy.differentiate.derivative to 1e-6, the logistic one with scipy's expit to 1e-12"""
    z = np.concatenate([rng.uniform(-4, 0.5, size=30), rng.uniform(1.5, 4, size=20)])
    for loss in ("zero_one", "hinge", *SMOOTH):
        points = z[np.abs(z) > 0.2]  # away from the jump at 0, and the kink at 1 is far enough
        peer = derivative(lambda t, loss=loss: reference.margin_loss(t, loss), points, initial_step=0.05)
        assert reference.margin_loss_derivative(points, loss) == close(peer.df, rel=1e-6)
    wide = np.linspace(-1000, 1000, 501)
    assert reference.margin_loss_derivative(wide, "logistic") == close(-expit(-wide) / np.log(2), rel=1e-12)


@pytest.mark.exercise("is_convex_on_grid")
def test_convexity_by_the_hull(reference, rng):
    """strictly convex samples have all points on the lower side of scipy's ConvexHull; with one point lifted they do
    not, and we agree"""
    for _ in range(30):
        x = np.sort(rng.uniform(-3, 3, size=12)) + np.arange(12) / 10
        lifted = int(rng.integers(1, 11))
        for height in (0, 5):
            values = x**2
            values[lifted] += height
            above = np.array([[x[0], 1e6], [x[-1], 1e6]])  # closes the hull from above, far away
            vertices = set(ConvexHull(np.vstack([np.column_stack([x, values]), above])).vertices)
            assert reference.is_convex_on_grid(x, values) == (set(range(12)) <= vertices)


@pytest.mark.exercise("p_norm")
def test_norms(reference, rng):
    """np.linalg.norm with ord = p agrees for p = 0, p > 0 and p = inf, to 1e-12"""
    for _ in range(20):
        w = rng.normal(size=rng.integers(1, 9)) * rng.integers(0, 2, size=1)
        for p in (0, 0.3, 0.5, 1, 1.5, 2, 3, 7, np.inf):
            assert reference.p_norm(w, p) == close(np.linalg.norm(w, p), rel=1e-12)


@pytest.mark.exercise("numerical_gradient")
def test_rosenbrock(reference, rng):
    """on the Rosenbrock function it agrees with scipy's rosen_der to 1e-6, where one-sided approx_fprime gives 1e-3"""
    for _ in range(10):
        x = rng.normal(size=5)
        exact = rosen_der(x)
        scale = np.abs(exact).max()
        assert reference.numerical_gradient(rosen, x) == pytest.approx(exact, abs=1e-6 * scale)
        assert approx_fprime(x, rosen, 1e-5) == pytest.approx(exact, abs=1e-3 * scale)


@pytest.mark.exercise("numerical_gradient")
def test_derivative_of_the_determinant(reference, rng):
    """the derivative of log |det A| with respect to the matrix A is the transposed inverse, to 1e-6"""
    A = rng.normal(size=(4, 4)) + 4 * np.eye(4)
    numeric = reference.numerical_gradient(lambda A: np.linalg.slogdet(A)[1], A)
    assert numeric == close(np.linalg.inv(A).T, rel=1e-6)


@pytest.mark.exercise("gradient_descent")
def test_descent_follows_the_flow(reference, rng):
    """many small steps follow the curve dz/dt = -gradient that scipy's solve_ivp integrates, within 1e-2, and on a
    convex function large ones end where scipy's BFGS does, within 1e-5"""

    def gradient(z):
        return np.array([np.tanh(z[0] - z[1]) + z[0], np.tanh(z[1] - z[0]) + 2 * z[1] - 1])

    start = rng.normal(size=2)
    flow = solve_ivp(lambda _, z: -gradient(z), (0, 1), start, rtol=1e-8, atol=1e-10).y[:, -1]
    assert reference.gradient_descent(gradient, start, np.full(1000, 1e-3))[-1] == close(flow, rel=1e-2)

    def F(z):
        return np.log(np.cosh(z[0] - z[1])) + z[0] ** 2 / 2 + z[1] ** 2 - z[1]

    peer = minimize(F, start, jac=gradient, method="BFGS", options={"gtol": 1e-9})
    assert reference.gradient_descent(gradient, start, np.full(200, 0.3))[-1] == close(peer.x, rel=1e-5)


@pytest.mark.exercise("gradient_descent")
def test_single_steps_of_sgd(reference, rng, dataset):
    """on one example, SGDClassifier with constant rate and no penalty makes the same steps, to 1e-9"""
    for X, y in tables(rng, dataset):
        x, label = X[:1].astype(float), y[:1]
        peer = SGDClassifier(loss="log_loss", penalty=None, learning_rate="constant", eta0=0.1, fit_intercept=False)
        expected = [np.zeros(X.shape[1])]
        for _ in range(5):
            expected.append(peer.partial_fit(x, label, classes=[-1, 1]).coef_[0].copy())

        def gradient(w, x=x[0], label=label[0]):
            return -label * x * expit(-label * (x @ w))

        assert reference.gradient_descent(gradient, np.zeros(X.shape[1]), np.full(5, 0.1)) == close(np.array(expected))


@pytest.mark.exercise("descent_rate")
def test_rates(reference, rng, dataset):
    """smoothness and factor are numpy's 2-norms of A and I - step A, and the gap is that of matrix_power, to 1e-6"""
    root = rng.normal(size=(5, 5))
    bowls = [root @ root.T + np.eye(5)] + [np.cov(X.T) + 0.1 * np.eye(X.shape[1]) for X, _ in tables(rng, dataset)]
    for A in bowls:
        start, k = rng.normal(size=len(A)), int(rng.integers(1, 20))
        for share in (0.3, 0.9, 1.8, 2.2):
            step = share / np.linalg.norm(A, 2)
            shrink = np.eye(len(A)) - step * A
            z = np.linalg.matrix_power(shrink, k) @ start
            answer = reference.descent_rate(A, step, start, k)
            assert answer["smoothness"] == close(np.linalg.norm(A, 2))
            assert answer["factor"] == close(np.linalg.norm(shrink, 2))
            assert answer["converges"] == (share < 2)
            assert answer["gap"] == close(z @ A @ z / 2, rel=1e-6)


@pytest.mark.exercise("regularised_objective")
def test_objective_and_gradient(reference, rng, dataset):
    """the value is n times sklearn's mean loss plus the penalty; scipy's approx_fprime gives the gradients to 1e-4"""
    lam = 2.5
    for X, y in tables(rng, dataset):
        d = X.shape[1]
        w, b = rng.normal(size=d) / d, rng.normal()
        value, grad_w, grad_b = reference.regularised_objective(w, b, X, y, "hinge", lam)
        assert value == close(len(y) * hinge_loss(y, X @ w + b) + lam / 2 * w @ w)
        value, grad_w, grad_b = reference.regularised_objective(w, b, X, y, "logistic", lam)
        nats = len(y) * log_loss(y, expit(X @ w + b))
        assert value == close(nats / np.log(2) + lam / 2 * w @ w, rel=1e-6)
        for loss in SMOOTH:
            _, grad_w, grad_b = reference.regularised_objective(w, b, X, y, loss, lam)
            numeric = approx_fprime(
                np.append(w, b),
                lambda v, X=X, y=y, loss=loss: reference.regularised_objective(v[:-1], v[-1], X, y, loss, lam)[0],
                1e-7,
            )
            assert np.append(grad_w, grad_b) == pytest.approx(numeric, abs=1e-4 * np.abs(numeric).max())


@pytest.mark.exercise("train_linear_classifier")
def test_squared_loss_is_ridge(reference, rng, dataset):
    """with the squared loss it ends at Ridge(alpha=lam/2) on the labels, within 1e-3"""
    lam = 8.0
    for X, y in tables(rng, dataset)[:3]:
        peer = Ridge(alpha=lam / 2).fit(X, y)
        largest = np.linalg.norm(np.column_stack([X, np.ones(len(y))]), 2) ** 2
        w, b, _ = reference.train_linear_classifier(X, y, "squared", lam, np.full(3000, 1 / (2 * largest + lam)))
        assert np.append(w, b) == close(np.append(peer.coef_, peer.intercept_), rel=1e-3)


@pytest.mark.exercise("train_linear_classifier")
def test_logistic_loss_is_logistic_regression(reference, rng, dataset):
    """with the logistic loss it ends at LogisticRegression(C=1/(lam log 2)), within 1e-3"""
    lam = 4.0
    for X, y in tables(rng, dataset)[:3]:
        peer = LogisticRegression(C=1 / (lam * np.log(2)), tol=1e-10, max_iter=10_000).fit(X, y)
        largest = np.linalg.norm(np.column_stack([X, np.ones(len(y))]), 2) ** 2 / (4 * np.log(2))
        w, b, _ = reference.train_linear_classifier(X, y, "logistic", lam, np.full(3000, 1 / (largest + lam)))
        assert np.append(w, b) == close(np.append(peer.coef_[0], peer.intercept_), rel=1e-3)


@pytest.mark.exercise("train_linear_classifier")
def test_hinge_is_the_soft_margin_machine(reference, rng, dataset):
    """with the hinge and decaying steps the objective comes within 1 % of that of SVC(kernel="linear", C=1/lam)"""
    lam = 4.0
    for X, y in tables(rng, dataset)[:3]:
        peer = SVC(kernel="linear", C=1 / lam, tol=1e-9).fit(X, y)
        w, b = peer.coef_[0], peer.intercept_[0]
        best = len(y) * hinge_loss(y, X @ w + b) + lam / 2 * w @ w
        values = reference.train_linear_classifier(X, y, "hinge", lam, 0.05 / np.sqrt(np.arange(1, 3001)))[2]
        assert best - 1e-6 <= values.min() <= 1.01 * best
