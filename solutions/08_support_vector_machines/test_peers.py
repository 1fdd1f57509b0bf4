"""The reference against scikit-learn and scipy.

Every exercise has a counterpart, except the two capacity bounds of margins: formulas of learning theory that no library
computes.

Which peer solves which problem:
- SVC (libsvm) solves the dual WITH bias, with our C and a sum of slacks. dual_coef_ holds alpha_i y_i of the support
  vectors only, intercept_ is our b.
- LinearSVC(loss="hinge", fit_intercept=False) (liblinear) solves the BIAS-FREE problem. Its default loss is the squared
  hinge and its bias would be penalised, so neither default will do.
- SGDClassifier has 1/n in front of the losses and alpha in front of ||w||^2 / 2: alpha is the lam of pegasos.
alpha is not unique where K is singular, so there the objective and the scores are compared instead of alpha itself.
"""

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, approx_fprime, minimize, minimize_scalar
from sklearn.linear_model import SGDClassifier
from sklearn.metrics import hinge_loss
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC


def close(value, rel=1e-9):
    return pytest.approx(value, rel=rel, abs=rel)


def tables(rng, dataset):
    """Examples that overlap: random ones, two species of iris, and the course ratings."""
    y = np.where(np.arange(50) % 2, 1, -1)
    iris, species, _ = dataset("iris")
    ratings, rating, _ = dataset("course_ratings")
    return [
        (rng.normal(size=(50, 3)) + 0.7 * y[:, np.newaxis], y),
        (StandardScaler().fit_transform(iris[50:]), np.where(species[50:] == 2, 1, -1)),
        (ratings, np.where(rating >= 0, 1, -1)),
    ]


def kernels(X):
    """A singular Gram matrix, and one of full rank up to rounding unless rows are equal."""
    return linear_kernel(X), rbf_kernel(X, gamma=0.5)


def svc(K, y, C):
    """SVC on a Gram matrix, solved as far as libsvm goes."""
    return SVC(C=C, kernel="precomputed", tol=1e-9).fit(K, y)


def svc_alpha(peer, n):
    alpha = np.zeros(n)
    alpha[peer.support_] = np.abs(peer.dual_coef_[0])
    return alpha


def bias_free(X, y, C):
    """The weights of the machine without bias."""
    setting = {"loss": "hinge", "dual": True, "fit_intercept": False, "tol": 1e-10, "max_iter": 1_000_000}
    return LinearSVC(C=C, **setting).fit(X, y).coef_[0]


def dual_value(alpha, y, K):
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


@pytest.mark.exercise("margins")
def test_margins_of_svc(reference, rng, dataset):
    """functional margins are y times the decision_function of SVC within 1e-9; on separable examples with C = 1e6 the
    smallest geometric margin is 1/|w| within 1e-3"""
    for X, y in tables(rng, dataset):
        peer = SVC(kernel="linear").fit(X, y)
        found = reference.margins(peer.coef_[0], peer.intercept_[0], X, y)
        assert found["functional"] == close(y * peer.decision_function(X))
        assert found["geometric"] == close(y * peer.decision_function(X) / np.linalg.norm(peer.coef_))
    iris, species, _ = dataset("iris")
    apart = rng.normal(size=(40, 3)) + 12 * (np.arange(40) % 2)[:, np.newaxis]
    for X, y in ((iris, np.where(species == 0, 1, -1)), (apart, np.where(np.arange(40) % 2, 1, -1))):
        peer = SVC(kernel="linear", C=1e6, tol=1e-6).fit(X, y)
        found = reference.margins(peer.coef_[0], peer.intercept_[0], X, y)
        assert found["margin"] == pytest.approx(1 / np.linalg.norm(peer.coef_), rel=1e-3)


@pytest.mark.exercise("soft_margin_objective")
def test_objective_from_hinge_loss(reference, rng, dataset):
    """the value is 1/2 |w|^2 + C n times sklearn's hinge_loss, which is a mean, within 1e-9"""
    for X, y in tables(rng, dataset):
        w, b = rng.normal(size=X.shape[1]), rng.normal()
        value, slacks = reference.soft_margin_objective(w, b, X, y, 3.0)
        mean = hinge_loss(y, X @ w + b)
        assert value == close(w @ w / 2 + 3.0 * len(y) * mean) and slacks.mean() == close(mean)


@pytest.mark.exercise("soft_margin_objective")
def test_svc_closes_the_gap(reference, rng, dataset):
    """at the solution of SVC the value equals the dual objective of its dual_coef_ within 1e-6: no duality gap"""
    for X, y in tables(rng, dataset):
        peer = SVC(kernel="linear", C=2.0, tol=1e-9).fit(X, y)
        dual = dual_value(svc_alpha(peer, len(y)), y, linear_kernel(X))
        value, _ = reference.soft_margin_objective(peer.coef_[0], peer.intercept_[0], X, y, 2.0)
        assert value == close(dual, rel=1e-6)


@pytest.mark.exercise("pegasos")
def test_pegasos_steps(reference, rng, dataset):
    """every iterate agrees with SGDClassifier(loss="hinge", alpha=lam) at the rate 1/(lam t) within 1e-9

    The rate "optimal" of SGDClassifier is 1/(lam (t0 + t - 1)) with a t0 of its own, so each step is one partial_fit at
    a constant eta0. It adds the example at a margin of exactly 1, where we do not; random orders do not meet that.
    """
    lam = 0.1
    for X, y in tables(rng, dataset):
        X = X * rng.uniform(0.9, 1.1, X.shape[1])  # whole numbers could reach a margin of exactly 1
        order = rng.integers(0, len(y), 60)
        rule = {"loss": "hinge", "alpha": lam, "learning_rate": "constant", "fit_intercept": False}
        peer = SGDClassifier(**rule)
        expected = [np.zeros(X.shape[1])]
        for t, i in enumerate(order, start=1):
            peer.set_params(eta0=1 / (lam * t)).partial_fit(X[i : i + 1], y[i : i + 1], classes=[-1, 1])
            expected.append(peer.coef_[0].copy())
        assert reference.pegasos(X, y, lam, order) == close(np.array(expected))


@pytest.mark.exercise("pegasos")
def test_pegasos_approaches_liblinear(reference, rng, dataset):
    """after 20,000 steps the objective is within 2 % of that of LinearSVC without bias and C = 1/(lam n)"""
    lam = 0.1
    for X, y in tables(rng, dataset):
        n = len(y)

        def objective(w, X=X, y=y):
            return hinge_loss(y, X @ w) + lam / 2 * w @ w

        best = objective(bias_free(X, y, 1 / (lam * n)))
        assert best - 1e-9 <= objective(reference.pegasos(X, y, lam, rng.integers(0, n, 20_000))[-1]) <= 1.02 * best


def margin_program(X, y):
    """The hard margin as a quadratic program over (w, b), bias penalised a little to make Q positive definite."""
    Q = np.diag([1.0] * X.shape[1] + [1e-2])
    return Q, np.zeros(len(Q)), -y[:, np.newaxis] * np.column_stack([X, np.ones(len(X))]), -np.ones(len(X))


def programs(rng, dataset):
    """Quadratic programs (Q, c, G, h, number of equalities): a random one, and that of the margin of setosa."""
    d, k = 4, 6
    root, G, inside = rng.normal(size=(d, d)), rng.normal(size=(k, d)), rng.normal(size=d)
    h = G @ inside + np.append(
        0, rng.uniform(0.5, 1, k - 1)
    )  # the point `inside` meets all constraints, the first just
    iris, species, _ = dataset("iris")
    random = (root @ root.T + np.eye(d), 5 * rng.normal(size=d), G, h, 1)
    return [random, (*margin_program(iris[::3], np.where(species[::3] == 0, 1, -1)), 0)]


@pytest.mark.exercise("lagrangian_dual")
def test_minimum_of_the_lagrangian(reference, rng, dataset):
    """value and x agree with the minimum of the Lagrangian that scipy's BFGS finds, within 1e-4"""
    for Q, c, G, h, equalities in programs(rng, dataset):
        m = rng.uniform(0, 0.1, len(h))
        m[:equalities] *= -1  # the multiplier of an equality may have either sign

        def lagrangian(x, Q=Q, c=c, G=G, h=h, m=m):
            return x @ Q @ x / 2 + c @ x + m @ (G @ x - h), Q @ x + c + G.T @ m

        peer = minimize(lagrangian, np.zeros(len(c)), jac=True, method="BFGS", options={"gtol": 1e-8})
        value, x = reference.lagrangian_dual(Q, c, G, h, m, equalities)
        assert value == close(peer.fun, rel=1e-6) and x == close(peer.x, rel=1e-4)


@pytest.mark.exercise("lagrangian_dual")
def test_best_bound_is_the_optimum(reference, rng, dataset):
    """the largest dual value, found by L-BFGS-B over the multipliers, is the optimum of the program that SLSQP finds,
    within 1e-4; the slope of the dual function is Gx - h"""
    for Q, c, G, h, equalities in programs(rng, dataset):
        rows = [
            LinearConstraint(G[:equalities], h[:equalities], h[:equalities]),
            LinearConstraint(G[equalities:], -np.inf, h[equalities:]),
        ]
        primal = minimize(
            lambda x, Q=Q, c=c: x @ Q @ x / 2 + c @ x,
            np.zeros(len(c)),
            jac=lambda x, Q=Q, c=c: Q @ x + c,
            method="SLSQP",
            constraints=rows if equalities else rows[1:],
            options={"ftol": 1e-12, "maxiter": 500},
        )
        assert primal.success

        def minus_dual(m, Q=Q, c=c, G=G, h=h, equalities=equalities):
            value, x = reference.lagrangian_dual(Q, c, G, h, m, equalities)
            return -value, h - G @ x

        bounds = [(None, None)] * equalities + [(0, None)] * (len(h) - equalities)
        setting = {"maxiter": 20_000, "maxfun": 20_000, "ftol": 1e-14, "gtol": 1e-9}
        dual = minimize(minus_dual, np.zeros(len(h)), jac=True, method="L-BFGS-B", bounds=bounds, options=setting)
        assert -dual.fun == close(primal.fun, rel=1e-4)


@pytest.mark.exercise("dual_objective")
def test_dual_objective(reference, rng, dataset):
    """the gradient agrees with scipy's finite differences of the value within 1e-4"""
    for X, y in tables(rng, dataset):
        for K in kernels(X):
            alpha = rng.uniform(0, 1, len(y))
            value, gradient = reference.dual_objective(alpha, y, K)
            assert value == close(dual_value(alpha, y, K))
            numeric = approx_fprime(alpha, dual_value, 1e-6, y, K)
            assert gradient == pytest.approx(numeric, abs=1e-4 * np.abs(numeric).max())


@pytest.mark.exercise("dual_objective")
def test_value_at_svcs_solution(reference, rng, dataset):
    """at the dual_coef_ of SVC the value is the primal one, 1/2 |w|^2 + C times all slacks, within 1e-6"""
    for X, y in tables(rng, dataset):
        peer = SVC(kernel="linear", C=2.0, tol=1e-9).fit(X, y)
        primal = (peer.coef_**2).sum() / 2 + 2.0 * len(y) * hinge_loss(y, peer.decision_function(X))
        assert reference.dual_objective(svc_alpha(peer, len(y)), y, linear_kernel(X))[0] == close(primal, rel=1e-6)


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient(reference, rng, dataset):
    """the last iterate is what L-BFGS-B finds in the box within 1e-3

    1 is added to the diagonal of K, so that the maximum is unique and 2000 steps get there.
    """
    C = 0.5
    for X, y in tables(rng, dataset):
        K = linear_kernel(X) + np.eye(len(y))
        peer = minimize(
            lambda a, y=y, K=K: (-dual_value(a, y, K), y * (K @ (a * y)) - 1),
            np.zeros(len(y)),
            jac=True,
            method="L-BFGS-B",
            bounds=[(0, C)] * len(y),
            options={"maxiter": 5000, "ftol": 1e-15, "gtol": 1e-9},
        )
        alpha = reference.projected_gradient(K, y, C, 1.9 / np.linalg.norm(K, ord=2), 2000)[-1]
        assert alpha == close(peer.x, rel=1e-3)


@pytest.mark.exercise("projected_gradient")
def test_weights_of_the_machine_without_bias(reference, rng, dataset):
    """after 2000 steps w = sum of alpha y x agrees with LinearSVC without bias within 0.1, all that this slow iteration
    gives when K is singular"""
    C = 0.5
    for X, y in tables(rng, dataset):
        K = linear_kernel(X)
        alpha = reference.projected_gradient(K, y, C, 1.9 / np.linalg.norm(K, ord=2), 2000)[-1]
        assert X.T @ (alpha * y) == pytest.approx(bias_free(X, y, C), abs=0.1)


@pytest.mark.exercise("coordinate_ascent")
def test_dual_coordinate_ascent(reference, rng, dataset):
    """in the box [0, C], 300 sweeps give the weights of LinearSVC without bias within 1e-2

    Mostly the two agree to 1e-9, but where K is singular the last digits may take thousands of sweeps.
    """
    C = 0.5
    for X, y in tables(rng, dataset):
        H = np.outer(y, y) * linear_kernel(X)
        order = np.concatenate([rng.permutation(len(y)) for _ in range(300)])
        alpha = reference.coordinate_ascent(H, np.ones(len(y)), order, 0, C)[-1]
        assert X.T @ (alpha * y) == close(bias_free(X, y, C), rel=1e-2)


@pytest.mark.exercise("coordinate_ascent")
def test_every_step_is_the_best(reference, rng, dataset):
    """each of 20 steps ends where scipy's minimize_scalar finds the best dual value on its coordinate, to 1e-5"""
    C = 0.5
    for X, y in tables(rng, dataset):
        K = rbf_kernel(X, gamma=0.5)
        order = rng.integers(0, len(y), 20)
        path = reference.coordinate_ascent(np.outer(y, y) * K, np.ones(len(y)), order, 0, C)
        for i, before, after in zip(order, path[:-1], path[1:], strict=True):
            others, axis = np.where(np.arange(len(y)) == i, 0, before), np.eye(len(y))[i]
            peer = minimize_scalar(
                lambda a, others=others, axis=axis, y=y, K=K: -dual_value(others + a * axis, y, K),
                bounds=(0, C),
                method="bounded",
                options={"xatol": 1e-9},
            )
            assert after == close(others + peer.x * axis, rel=1e-5)


@pytest.mark.exercise("coordinate_ascent")
def test_without_a_box(reference, rng, dataset):
    """without bounds, sweeps end at np.linalg.solve(H, q) within 1e-6 (they are the Gauss-Seidel method)"""
    root = rng.normal(size=(6, 6))
    cases = [root @ root.T + np.eye(6)] + [np.cov(X.T) + np.eye(X.shape[1]) for X, _ in tables(rng, dataset)]
    for H in cases:
        q = rng.normal(size=len(H))
        ours = reference.coordinate_ascent(H, q, np.tile(np.arange(len(q)), 1000))[-1]
        assert ours == close(np.linalg.solve(H, q), rel=1e-6)


@pytest.mark.exercise("kkt_check")
def test_svc_satisfies_kkt(reference, rng, dataset):
    """for the alpha of SVC the bias is its intercept_ within 1e-4, and no violation is larger

    libsvm also takes the mean over the free support vectors, and the middle of the interval if there are none. It keeps
    the Gram matrix in single precision, whatever its tol, hence the tolerance.
    """
    for X, y in tables(rng, dataset):
        for K in kernels(X):
            for C in (0.01, 1.0, 20.0):
                peer = svc(K, y, C)
                b, violations = reference.kkt_check(svc_alpha(peer, len(y)), y, K, C)
                assert b == close(peer.intercept_[0], rel=1e-4) and violations.max() <= 1e-4


@pytest.mark.exercise("smo_step")
def test_best_point_on_the_line(reference, rng, dataset):
    """the step ends where scipy's minimize_scalar finds the best dual value on the line in the box, within 1e-5"""
    C = 1.0
    for X, y in tables(rng, dataset):
        K = rbf_kernel(X, gamma=0.5)
        for _ in range(10):
            i, j = rng.choice(len(y), 2, replace=False)
            alpha = rng.uniform(0, C, len(y))
            line = np.zeros(len(y))
            line[i], line[j] = y[i], -y[j]  # along this alpha_i y_i + alpha_j y_j stays
            # how far one can go from alpha in the box: in each coordinate either bound is hit at these distances
            hits = np.sort([[(bound - alpha[k]) / line[k] for bound in (0, C)] for k in (i, j)], axis=1)
            peer = minimize_scalar(
                lambda t, alpha=alpha, line=line, y=y, K=K: -dual_value(alpha + t * line, y, K),
                bounds=(hits[:, 0].max(), hits[:, 1].min()),
                method="bounded",
                options={"xatol": 1e-9},
            )
            ours = reference.smo_step(alpha, y, K, C, i, j)
            if np.array_equal(X[i], X[j]) and y[i] == y[j]:
                assert np.array_equal(ours, alpha)  # twins: every point of the line is as good
            else:
                assert ours == close(alpha + peer.x * line, rel=1e-5)


@pytest.mark.exercise("smo")
@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
def test_smo_and_svc(reference, rng, dataset, C):
    """with tol = 1e-6 the dual value agrees with that of SVC within 1e-6, all scores within 1e-4, for two kernels"""
    for X, y in tables(rng, dataset):
        for K in kernels(X):
            alpha, b = reference.smo(K, y, C, tol=1e-6, max_steps=100_000)
            peer = svc(K, y, C)
            assert dual_value(alpha, y, K) == close(dual_value(svc_alpha(peer, len(y)), y, K), rel=1e-6)
            assert K @ (alpha * y) + b == close(peer.decision_function(K), rel=1e-4)
