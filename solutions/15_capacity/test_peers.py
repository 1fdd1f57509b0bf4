"""The reference against scipy and scikit-learn, and against independent enumeration where they have nothing.

- linearly_separable: a linear programme (scipy's linprog), a hard-margin SVC and a long run of sklearn's Perceptron;
- realizable_labelings: half-planes by lines through two points, turned and shifted a little; convex sets by scipy's
  Delaunay and ConvexHull; boxes by listing boxes;
- growth_function: scipy.special.comb(exact=True), and counting with linprog;
- empirical_rademacher: scipy's binomial distribution for two constants, dynamic programming over random walks for
  thresholds, and sampled noise;
- behaviours and vc_dimension: np.unique, and every subset of the columns;
- vc_formula: sets of points that are shattered, and sets that are not; for AdaBoost the count that it comes from;
- capacity_bound: its prices as quantiles of scipy.stats and scipy's entropy function;
- uv_classifier: the predictions of a linear classifier of scikit-learn;
- margin_bounds: explicit features of a polynomial kernel, where all is lengths and products; the dual variables of an
  SVC.

Without a counterpart: the constants of the bounds themselves (2 and 3 in capacity_bound and margin_bounds).
"""

import itertools
import math

import numpy as np
import pytest
from scipy import special, stats
from scipy.optimize import linprog
from scipy.spatial import ConvexHull, Delaunay
from sklearn.linear_model import Perceptron
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel
from sklearn.preprocessing import PolynomialFeatures
from sklearn.svm import SVC


def cube(n):
    return np.array(list(itertools.product((-1, 1), repeat=n)))


def random_labels(rng, *shape):
    return rng.choice([-1, 1], size=shape)


def separable_by_lp(points, labels):
    """Margin 1 can be reached, for some w and b: the feasibility of a linear programme."""
    rows = labels[:, np.newaxis] * np.column_stack([points, np.ones(len(points))])
    answer = linprog(np.zeros(rows.shape[1]), A_ub=-rows, b_ub=-np.ones(len(rows)), bounds=(None, None))
    return answer.status == 0


@pytest.mark.exercise("behaviours")
def test_counting_with_numpy(reference, rng):
    """the count is that of np.unique on rows"""
    for m, n in ((1, 1), (40, 3), (200, 7), (300, 20)):
        table = random_labels(rng, m, n)
        count, shattered = reference.behaviours(table)
        assert count == len(np.unique(table, axis=0))
        assert shattered == (count == 2**n)


@pytest.mark.exercise("vc_dimension")
def test_all_subsets(reference, rng):
    """the dimension agrees with a look at every subset of the columns, without any pruning"""
    for m, n in itertools.product((2, 5, 12, 33), (1, 3, 6, 9)):
        table = random_labels(rng, m, n)
        sizes = [
            size
            for size in range(n + 1)
            for columns in itertools.combinations(range(n), size)
            if len(np.unique(table[:, list(columns)], axis=0)) == 2**size
        ]
        assert reference.vc_dimension(table) == max(sizes)


@pytest.mark.exercise("vc_dimension")
def test_conjunctions_on_all_inputs(reference):
    """conjunctions of d variables have dimension d on all 2^d inputs, four variables and 16 inputs too"""
    for d in (1, 2, 3, 4):
        inputs, rules = cube(d), np.array(list(itertools.product((-1, 0, 1), repeat=d)))  # 0: left out
        table = np.where(((rules[:, np.newaxis] == 0) | (rules[:, np.newaxis] == inputs)).all(axis=2), 1, -1)
        assert table.shape == (3**d, 2**d)
        assert reference.vc_dimension(table) == d


@pytest.mark.exercise("linearly_separable")
@pytest.mark.parametrize("d", [1, 2, 3])
def test_linear_programme(reference, rng, d):
    """whole-number points with many ties: the verdict is scipy's linprog's, in 150 cases for each dimension"""
    for _ in range(150):
        n, high = int(rng.integers(1, 13)), int(rng.choice([2, 4, 21]))
        points, labels = rng.integers(0, high, (n, d)), random_labels(rng, n)
        assert reference.linearly_separable(points, labels) == separable_by_lp(points, labels)


@pytest.mark.exercise("linearly_separable")
def test_hard_margin(reference, rng):
    """where it says yes, a long run of sklearn's Perceptron and a hard-margin SVC separate; where it says no, not"""
    verdicts = set()
    for _ in range(40):
        points, labels = rng.integers(-5, 6, (6, 2)), random_labels(rng, 6)
        if abs(labels.sum()) == 6:
            continue
        perceptron = Perceptron(max_iter=5000, tol=None, shuffle=False).fit(points, labels)
        separated = (labels * perceptron.decision_function(points)).min() > 0
        if separated:
            machine = SVC(kernel="linear", C=1e6).fit(points, labels)  # runs for very long unless there is a margin
            assert (machine.predict(points) == labels).all()
        verdicts.add(separated)
        assert reference.linearly_separable(points, labels) == separated
    assert verdicts == {True, False}


@pytest.mark.exercise("realizable_labelings")
def test_convex_hulls(reference, rng):
    """convex: a labelling is possible exactly if no negative lies in the Delaunay triangulation of the positives"""
    for d in (2, 3):
        points = rng.normal(size=(6, d))
        got = {tuple(row) for row in reference.realizable_labelings(points, "convex").tolist()}
        for labels in cube(6):
            inside, outside = points[labels == 1], points[labels == -1]
            # fewer than d + 1 points in general position have a flat hull, which holds none of the others
            hit = len(inside) > d and (Delaunay(inside).find_simplex(outside) >= 0).any()
            assert (tuple(labels.tolist()) in got) == (not hit)
    hull = ConvexHull(np.array([(5, 0), (3, 4), (-3, 4), (-5, 0), (-4, -3), (3, -4)]))
    assert len(reference.realizable_labelings(hull.points[hull.vertices], "convex")) == 64


@pytest.mark.exercise("realizable_labelings")
def test_lines_turned_a_little(reference, rng):
    """half-planes: all lines through two points, turned about their middle and shifted a little, show all labellings"""
    points = rng.normal(size=(6, 2))
    found = {(1,) * 6, (-1,) * 6}
    for i, j in itertools.combinations(range(6), 2):
        angle = np.arctan2(*(points[j] - points[i])[::-1]) + np.pi / 2
        for turn, shift in itertools.product((-1e-7, 0, 1e-7), (-1e-5, 0, 1e-5)):
            normal = np.array([np.cos(angle + turn * 1e3), np.sin(angle + turn * 1e3)])
            side = np.sign((points - (points[i] + points[j]) / 2) @ normal - shift)
            if (side != 0).all():
                found |= {tuple(side.astype(int).tolist()), tuple((-side).astype(int).tolist())}
    got = {tuple(row) for row in reference.realizable_labelings(points, "halfspaces").tolist()}
    assert got == found


@pytest.mark.exercise("realizable_labelings")
def test_listed_boxes(reference, rng):
    """boxes: every pair of ends on every axis, with the ends at coordinates of the points"""
    for n, d in ((6, 1), (5, 2), (4, 3)):
        points = rng.integers(0, 4, (n, d))
        ends = [list(itertools.combinations_with_replacement(sorted(set(column)), 2)) for column in points.T.tolist()]
        found = {(-1,) * n}
        for box in itertools.product(*ends):
            low, high = np.array(box).T
            found.add(tuple(np.where(((points >= low) & (points <= high)).all(axis=1), 1, -1).tolist()))
        got = [tuple(row) for row in reference.realizable_labelings(points, "boxes").tolist()]
        assert got == sorted(found)


@pytest.mark.exercise("growth_function")
def test_binomials_of_scipy(reference, rng):
    """Cover's and Sauer's sums with scipy.special.comb(exact=True)"""
    for _ in range(10):
        n, d = int(rng.integers(1, 200)), int(rng.integers(1, 60))
        cover = 2 * sum(special.comb(n - 1, k, exact=True) for k in range(d + 1))
        assert reference.growth_function("halfspaces", n, d) == cover
        assert reference.growth_function("sauer", n, d) == sum(special.comb(n, k, exact=True) for k in range(d + 1))


@pytest.mark.exercise("growth_function")
def test_cover_by_linear_programmes(reference, rng):
    """random points are in general position: counted with linprog they have as many labellings as Cover says"""
    for n, d in ((4, 1), (5, 2), (6, 3)):
        points = rng.normal(size=(n, d))
        count = sum(separable_by_lp(points, labels) for labels in cube(n))
        assert reference.growth_function("halfspaces", n, d) == count


@pytest.mark.exercise("empirical_rademacher")
def test_two_constants(reference):
    """two constants reach the mean of |2k/n - 1| for a binomial k"""
    for n in range(1, 11):
        k = np.arange(n + 1)
        expected = stats.binom.pmf(k, n, 0.5) @ np.abs(2 * k / n - 1)
        assert reference.empirical_rademacher([[1] * n, [-1] * n]) == pytest.approx(expected, rel=1e-12)


@pytest.mark.exercise("empirical_rademacher")
def test_random_walk(reference):
    """thresholds reach the mean largest tail sum of a random walk, here by dynamic programming over walks"""
    for n in (3, 7, 10):
        states = {(0, 0): 1.0}  # (tail sum, largest tail sum), reading the noise from the right
        for _ in range(n):
            new = {}
            for (total, best), chance in states.items():
                for step in (-1, 1):
                    key = (total + step, max(best, total + step))
                    new[key] = new.get(key, 0) + chance / 2
            states = new
        # sum_i sigma_i h_i = (tail sum) - (rest) = 2 (tail sum) - (whole sum)
        expected = sum(chance * (2 * best - total) for (total, best), chance in states.items()) / n
        table = np.where(np.arange(n) >= np.arange(n + 1)[:, np.newaxis], 1, -1)
        assert reference.empirical_rademacher(table) == pytest.approx(expected, rel=1e-12)


@pytest.mark.exercise("empirical_rademacher")
def test_sampled_noise(reference, rng):
    """20,000 noise vectors give the exact value within five standard errors"""
    table = random_labels(rng, 7, 9)
    exact = reference.empirical_rademacher(table)
    sampled = reference.empirical_rademacher(table, random_labels(rng, 20_000, 9))
    assert abs(sampled - exact) < 5 / math.sqrt(20_000)


@pytest.mark.exercise("vc_formula")
def test_witnesses(reference, rng):
    """d + 1 random points are shattered by half-spaces and d + 2 are not; a diamond of 2d points by boxes, no 2d + 1"""
    for d in (1, 2, 3):
        few = rng.normal(size=(reference.vc_formula("halfspaces", d=d), d))
        assert all(separable_by_lp(few, labels) for labels in cube(len(few)))
        more = np.vstack([few, rng.normal(size=d)])
        assert not all(separable_by_lp(more, labels) for labels in cube(len(more)))
    for d in (1, 2, 3):
        diamond = np.vstack([np.eye(d), -np.eye(d)])
        assert len(diamond) == reference.vc_formula("boxes", d=d)
        inside = [
            ((diamond >= diamond[labels == 1].min(axis=0)) & (diamond <= diamond[labels == 1].max(axis=0))).all(axis=1)
            for labels in cube(2 * d)[1:]
        ]
        assert all((box == (labels == 1)).all() for box, labels in zip(inside, cube(2 * d)[1:], strict=True))
        for _ in range(50):
            points = rng.normal(size=(2 * d + 1, d))
            extreme = {int(i) for column in points.T for i in (column.argmin(), column.argmax())}
            assert len(extreme) <= 2 * d  # so some point lies in the box of the others, which have all the extremes


@pytest.mark.exercise("vc_formula")
def test_adaboost_inequality(reference):
    """with so many points, T base classifiers and a weighted vote of them show fewer than 2^n labellings"""
    for d, rounds in ((1, 1), (2, 3), (3, 10)):
        n = math.ceil(reference.vc_formula("adaboost", d=d, rounds=rounds))
        each = sum(math.comb(n, k) for k in range(d + 1))
        votes = 2 * sum(math.comb(n - 1, k) for k in range(rounds + 1))
        assert rounds * math.log(each) + math.log(votes) < n * math.log(2)


@pytest.mark.exercise("capacity_bound")
def test_prices_are_quantiles(reference, rng):
    """the price for certainty is a quantile: of a Rayleigh distribution with scale 1/(2 sqrt(n))"""
    for _ in range(10):
        n, delta = int(rng.integers(5, 5000)), rng.uniform(0.01, 0.9)
        price = reference.capacity_bound(0, n, delta, rademacher=0) / 3
        assert price == pytest.approx(stats.rayleigh.isf(delta / 2, scale=1 / (2 * math.sqrt(n))), rel=1e-10)
        vc = rng.uniform(1, 5)
        rest = reference.capacity_bound(0, n, delta, vc=vc) - stats.rayleigh.isf(delta, scale=1 / (2 * math.sqrt(n)))
        # -2 x ln(x / e) with x = vc/n, by scipy's entropy function -x ln x
        assert rest**2 == pytest.approx(2 * (special.entr(vc / n) + vc / n), rel=1e-10)


@pytest.mark.exercise("uv_classifier")
def test_linear_classifier(reference, rng):
    """the labels are the predictions of an sklearn Perceptron that is given theta"""
    X = rng.normal(size=(200, 4))
    peer = Perceptron().fit(X, random_labels(rng, 200))
    theta = np.append(peer.intercept_, peer.coef_)
    u, v, labels = reference.uv_classifier(theta, X)
    assert (labels == peer.predict(X)).all()
    assert u**2 - v**2 == pytest.approx(theta, rel=1e-12)


@pytest.mark.exercise("margin_bounds")
def test_explicit_features(reference, rng):
    """with the features of (x.z + 1)^2 written out, norm, radius, complexity and margins are lengths and products"""
    X, y = rng.normal(size=(9, 2)), random_labels(rng, 9)
    alpha = rng.uniform(0, 1, 9)
    powers = PolynomialFeatures(2).fit(X)
    ways = [math.factorial(2) / math.prod(map(math.factorial, (2 - sum(p), *p))) for p in powers.powers_.tolist()]
    features = powers.transform(X) * np.sqrt(ways)
    K = polynomial_kernel(X, degree=2, gamma=1, coef0=1)
    assert features @ features.T == pytest.approx(K)
    w = features.T @ (alpha * y)
    B, R = np.linalg.norm(w), np.linalg.norm(features, axis=1).max()
    bounds = reference.margin_bounds(K, alpha, y, 0.1)
    # the best function of the ball for a noise vector points along sum_i sigma_i features_i
    directions = cube(9) @ features
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    best = [sigma @ features @ (B * direction) / 9 for sigma, direction in zip(cube(9), directions, strict=True)]
    expected = {
        "norm": B,
        "radius": R,
        "vc": B**2 * R**2,
        "rademacher": np.mean(best),
        "trace_bound": B * np.linalg.norm(features) / 9,
        "radius_bound": B * R / 3,
        "margin_error": np.mean(y * (features @ w) < 1),
    }
    assert {name: bounds[name] for name in expected} == pytest.approx(expected, rel=1e-9)
    price = 3 * stats.rayleigh.isf(0.05, scale=1 / (2 * math.sqrt(9)))
    assert bounds["bound"] == pytest.approx(expected["margin_error"] + 2 * expected["trace_bound"] + price, rel=1e-9)


@pytest.mark.exercise("margin_bounds")
def test_support_vectors_of_sklearn(reference, dataset):
    """for the dual variables of an SVC on iris: the norm is that of its expansion, the radius of an RBF kernel is 1"""
    X, species, _ = dataset("iris")
    X, y = X[50:150], np.where(species[50:150] == 1, 1, -1)
    K = rbf_kernel(X, gamma=0.5)
    svc = SVC(kernel="precomputed", C=2.0).fit(K, y)
    alpha = np.zeros(100)
    alpha[svc.support_] = np.abs(svc.dual_coef_[0])
    bounds = reference.margin_bounds(K, alpha, y, 0.05, np.ones((1, 100)))
    coefficients = svc.dual_coef_[0]
    squared = coefficients @ K[np.ix_(svc.support_, svc.support_)] @ coefficients
    assert bounds["norm"] ** 2 == pytest.approx(squared, rel=1e-6)
    scores = svc.decision_function(K) - svc.intercept_
    clear = np.abs(y * scores - 1) > 1e-3
    assert abs(bounds["margin_error"] - np.mean(y * scores < 1)) <= np.mean(~clear)
    assert bounds["radius"] == pytest.approx(1)
    assert bounds["trace_bound"] == pytest.approx(bounds["radius_bound"])
