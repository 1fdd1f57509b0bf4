"""The reference against scipy, scikit-learn, numpy and brute force.

The exercises of this assignment are formulas and small learners that no library has as such, but most are a quantity
that one knows under another name:
- |H| (1 - epsilon)^n is |H| times the chance of no success in n throws (binom.pmf); the weakened exp(-epsilon n) is the
  tail of an exponential distribution, exp(-2 epsilon^2 n) that of a Rayleigh distribution. So sample_size and
  error_bound are their inverse survival functions;
- a count of hypotheses can be found for small d by listing them all;
- an error of a hypothesis is a weighted zero_one_loss; a conjunction is what does not vary among the positives; the
  tightest box is MinMaxScaler's; the first true test of several is np.select's.

Without a counterpart: the family "parameters" of log_class_size (nothing can be listed), the order in which
learn_decision_list prefers its tests (a choice of ours: only whether it finds a list is checked), and the "bound" of
hoeffding beyond its being one.
"""

import itertools

import numpy as np
import pytest
from scipy import special, stats
from scipy.optimize import linprog
from sklearn.feature_selection import VarianceThreshold
from sklearn.metrics import zero_one_loss
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, OrdinalEncoder
from sklearn.tree import DecisionTreeClassifier


def close(value, rel=1e-9):
    return pytest.approx(value, rel=rel, abs=1e-14)


def cube(d):
    """All rows of d bits."""
    return np.array(list(itertools.product((0, 1), repeat=d)))


def coded(dataset, name):
    """A real data set with whole numbers for its words, and labels 0 and 1."""
    X, y, _ = dataset(name)
    return OrdinalEncoder().fit_transform(X).astype(int), OrdinalEncoder().fit_transform(y[:, None])[:, 0].astype(int)


def liked(dataset):
    """The course ratings: columns of 0 and 1, and whether the rating is 0 or more."""
    X, rating, _ = dataset("course_ratings")
    return X, (rating >= 0).astype(int)


@pytest.mark.exercise("hoeffding")
def test_exact_probability(reference, rng):
    """the exact chance is the sum of the two tails of scipy.stats.binom within 1e-7 (relative), and below the bound"""
    for n in (1, 10, 137, 5000):
        phi, gamma = rng.uniform(0.05, 0.95), rng.uniform(0.5, 2) / np.sqrt(n) / 2
        # strictly more than gamma away: the largest count below, the smallest above; random numbers meet no equality
        below, above = np.ceil(n * (phi - gamma)) - 1, np.floor(n * (phi + gamma)) + 1
        expected = stats.binom.cdf(below, n, phi) + stats.binom.sf(above - 1, n, phi)
        exact, bound = reference.hoeffding(phi, gamma, n)
        assert exact == close(expected, rel=1e-7)
        assert exact <= bound == close(min(1, 2 * stats.rayleigh.sf(gamma, scale=0.5 / np.sqrt(n))))


@pytest.mark.exercise("hoeffding")
def test_real_frequencies(reference, dataset):
    """for the share of positives in the real data sets the exact chance agrees with scipy.stats.binomtest within 1e-9

    The p-value of a two-sided binomtest adds up the counts that are no more probable than the one observed. At
    phi = 1/2 these are the counts at least as far off, so half a count less than its distance is our gamma.
    """
    for y in (coded(dataset, "restaurant")[1], liked(dataset)[1], coded(dataset, "enjoy_sport")[1]):
        n, k = len(y), int(y.sum())
        distance = max(abs(k - n / 2), 1)
        expected = stats.binomtest(int(n / 2 + distance), n, 0.5).pvalue
        assert reference.hoeffding(0.5, (distance - 0.5) / n, n)[0] == close(expected)


@pytest.mark.exercise("hoeffding")
def test_counts_on_the_edge(reference):
    """counts that are off by exactly gamma are no deviation: the chance is scipy.stats.binom's without them, to 1e-9"""
    for n, ones, off in ((10, 3, 1), (20, 4, 2), (100, 35, 7)):
        expected = stats.binom.cdf(ones - off - 1, n, ones / n) + stats.binom.sf(ones + off, n, ones / n)
        assert reference.hoeffding(ones / n, off / n, n)[0] == close(expected)


@pytest.mark.exercise("failure_bound")
def test_realizable_failure(reference, rng):
    """in the realizable setting the bound is |H| times binom.pmf(0, n, epsilon), cut off at 1, within 1e-9"""
    for n in (0, 1, 20, 300):
        for size in (1, 2, 50):
            epsilon = rng.uniform(0.01, 0.5)
            expected = min(1, size * stats.binom.pmf(0, n, epsilon))
            assert reference.failure_bound(epsilon, n, np.log(size), "realizable") == close(expected)


@pytest.mark.exercise("failure_bound")
def test_agnostic_failure(reference, rng):
    """in the agnostic setting it is 2 |H| times the tail of a Rayleigh distribution of scale 1/sqrt(4 n), within 1e-9,
    and no less than |H| times the exact chance by scipy.stats.binom"""
    for n in (1, 20, 300, 4000):
        for size in (1, 2, 50):
            epsilon = min(0.99, rng.uniform(1, 3) / np.sqrt(n))  # neither always above 1 nor always next to 0
            bound = reference.failure_bound(epsilon, n, np.log(size), "agnostic")
            assert bound == close(min(1, 2 * size * stats.rayleigh.sf(epsilon, scale=0.5 / np.sqrt(n))))
            k = np.arange(n + 1)
            off = np.abs(k / n - 0.5) > epsilon
            assert bound >= min(1, size * stats.binom.pmf(k, n, 0.5)[off].sum())


@pytest.mark.exercise("hoeffding")
def test_never_above_one(reference):
    """where every count of an odd number of throws deviates, exact is 1 and no rounding error more"""
    for n in (1, 11, 101, 1001, 2001, 4999):
        exact, bound = reference.hoeffding(0.5, 1e-9 + 1e-8 / n, n)
        assert 1 - 1e-9 <= exact <= 1
        assert bound == 1


@pytest.mark.exercise("sample_size")
def test_tiny_delta(reference):
    """a delta below 1e-308, whose inverse is no float, asks for as many examples as its logarithm says"""
    log_delta = np.log(1e-320)
    assert reference.sample_size(0.1, 1e-320, 0.0, "realizable") == np.ceil(-log_delta / 0.1)
    assert reference.sample_size(0.1, 1e-320) == np.ceil((np.log(2) - log_delta) / 0.02)
    assert reference.error_bound(0, 1000, 1e-320, 0.0, "realizable") == close(-log_delta / 1000)
    assert reference.error_bound(0, 1000, 1e-320) == close(np.sqrt((np.log(2) - log_delta) / 2000))


@pytest.mark.exercise("sample_size")
def test_sample_size(reference, rng):
    """the numbers are the inverse tails of an exponential distribution, rounded up, exactly

    Its scale is 1/epsilon in the realizable setting, where (1 - epsilon)^n is weakened to exp(-epsilon n), and
    1/(2 epsilon^2) in the agnostic one, where the two sides share delta.
    """
    for _ in range(50):
        epsilon, delta, size = rng.uniform(0.01, 0.5), rng.uniform(0.001, 0.5), int(rng.integers(1, 10**6))
        realizable = stats.expon.isf(delta / size, scale=1 / epsilon)
        agnostic = stats.expon.isf(delta / (2 * size), scale=1 / (2 * epsilon**2))
        assert reference.sample_size(epsilon, delta, np.log(size), "realizable") == np.ceil(realizable)
        assert reference.sample_size(epsilon, delta, np.log(size), "agnostic") == np.ceil(agnostic)


@pytest.mark.exercise("error_bound")
def test_error_bound(reference, rng):
    """the bounds are error plus the inverse tail of a Rayleigh distribution (twice for "erm"), or of an exponential one
    in the realizable setting, within 1e-9"""
    for _ in range(50):
        error, delta, n, size = (
            rng.uniform(),
            rng.uniform(0.001, 0.5),
            int(rng.integers(1, 5000)),
            rng.integers(1, 1000),
        )
        gap = stats.rayleigh.isf(delta / (2 * size), scale=0.5 / np.sqrt(n))
        log_size = np.log(size)
        assert reference.error_bound(error, n, delta, log_size, "agnostic") == close(error + gap)
        assert reference.error_bound(error, n, delta, log_size, "erm") == close(error + 2 * gap)
        expected = stats.expon.isf(delta / size, scale=1 / n)
        assert reference.error_bound(0, n, delta, log_size, "realizable") == close(expected)


@pytest.mark.exercise("error_bound")
def test_error_bound_holds(reference, rng, dataset):
    """on samples drawn from the course ratings, the true error of no conjunction is above the bound more often than
    delta (plus four standard errors of 400 samples)"""
    X, y = liked(dataset)
    answers = np.array([(X[:, columns] == 1).all(axis=1) for k in range(4) for columns in combinations_of(X, k)])
    wrong = answers != y
    delta, n, runs = 0.2, 30, 400
    draws = rng.integers(0, len(y), size=(runs, n))
    gap = reference.error_bound(0, n, delta, np.log(len(answers)))
    training = wrong[:, draws].mean(axis=2)
    failures = (wrong.mean(axis=1)[:, np.newaxis] > training + gap).any(axis=0).mean()
    assert failures <= delta + 4 * np.sqrt(delta * (1 - delta) / runs)


def combinations_of(X, k):
    return [list(columns) for columns in itertools.combinations(range(X.shape[1]), k)]


@pytest.mark.exercise("log_class_size")
@pytest.mark.parametrize("d", [1, 2, 3])
def test_listed_classes(reference, d):
    """for d up to 3 the sizes are those of classes listed one by one, within 1e-9

    Conjunctions are listed as functions on all rows (without the contradictory one); sets of literals, Boolean
    functions and trees as what fixes them.
    """
    rows = cube(d)
    requirements = itertools.product((0, 1, None), repeat=d)
    functions = {
        tuple(np.all([rows[:, j] == v for j, v in enumerate(wanted) if v is not None] or [rows[:, 0] >= 0], axis=0))
        for wanted in requirements
    }
    nodes, leaves = 2**d - 1, 2**d
    counts = {
        "conjunctions": len(functions),
        "literal_sets": sum(special.comb(2 * d, size, exact=True) for size in range(2 * d + 1)),
        "boolean": len(list(itertools.product((0, 1), repeat=len(rows)))),
        "trees": len(list(itertools.product(range(d), repeat=nodes))) * len(cube(leaves)),
    }
    for family, count in counts.items():
        assert reference.log_class_size(family, d) == close(np.log(count))


@pytest.mark.exercise("log_class_size")
def test_decision_lists(reference, dataset):
    """3^c c! agrees with scipy.special's comb and gammaln within 1e-9, for d of our own and of the real data sets"""
    for d in (1, 2, 10, dataset("restaurant")[0].shape[1], dataset("enjoy_sport")[0].shape[1]):
        for k in (0, 1, 3):
            tests = special.comb(2 * d, np.arange(k + 1)).sum()
            expected = tests * np.log(3) + special.gammaln(tests + 1)
            assert reference.log_class_size("decision_lists", d, k=k) == close(expected)


@pytest.mark.exercise("risk_minimisers")
def test_errors(reference, rng, dataset):
    """errors are zero_one_loss weighted by the joint distribution, the irreducible error is that of a full
    DecisionTreeClassifier weighted so, the minimisers and their vote follow from the errors, within 1e-9"""
    frequencies = np.zeros((32, 2))
    X, y = liked(dataset)
    np.add.at(frequencies, (X @ (1 << np.arange(5)), y), 1 / len(y))
    for joint in (rng.dirichlet(np.ones(12)).reshape(6, 2), frequencies):
        K = len(joint)
        hypotheses = rng.integers(0, 2, size=(20, K))
        x, label, weight = np.repeat(np.arange(K), 2), np.tile([0, 1], K), joint.ravel()
        errors = np.array([zero_one_loss(label, h[x], sample_weight=weight) for h in hypotheses])
        occurs = weight > 0
        tree = DecisionTreeClassifier(random_state=0).fit(x[occurs, np.newaxis], label[occurs], weight[occurs])
        answers = tree.predict(x[:, np.newaxis])
        found = reference.risk_minimisers(hypotheses, joint)
        best = np.flatnonzero(np.isclose(errors, errors.min(), rtol=0, atol=1e-9))
        assert found["errors"] == close(errors)
        assert found["irreducible"] == close(zero_one_loss(label, answers, sample_weight=weight))
        assert found["minimisers"].tolist() == best.tolist()
        assert found["vote"] == close(np.average(hypotheses, axis=0, weights=np.isin(np.arange(20), best)))


@pytest.mark.exercise("risk_minimisers")
def test_coin_throwers(reference, rng):
    """the error of a hypothesis that throws coins is the mean zero_one_loss of 2000 sets of throws, within 0.02"""
    joint, chances = rng.dirichlet(np.ones(12)).reshape(6, 2), rng.uniform(size=6)
    throws = rng.uniform(size=(2000, 6)) < chances
    x, label = np.tile(np.repeat(np.arange(6), 2), 2000), np.tile([0, 1], 6 * 2000)
    answers = throws[np.repeat(np.arange(2000), 12), x]
    expected = zero_one_loss(label, answers, sample_weight=np.tile(joint.ravel(), 2000))
    assert reference.risk_minimisers(chances[np.newaxis], joint)["errors"][0] == pytest.approx(expected, abs=0.02)


@pytest.mark.exercise("learn_conjunction")
def test_constant_columns(reference, rng, dataset):
    """the literals are exactly the columns that VarianceThreshold drops among the positives, with their value

    Columns of words become one column of 0 and 1 for each word (OneHotEncoder).
    """
    random = rng.integers(0, 2, size=(40, 6))
    words, enjoyed, _ = dataset("enjoy_sport")
    cases = [
        (random, random[:, 1] & (1 - random[:, 4])),
        (OneHotEncoder(sparse_output=False).fit_transform(words), enjoyed),
    ]
    for X, y in [*cases, liked(dataset)]:
        positives = X[y == 1]
        # a column that varies is added, because VarianceThreshold refuses tables where none does
        varies = VarianceThreshold().fit(np.column_stack([positives, np.arange(len(positives))])).get_support()[:-1]
        expected = [(j, int(positives[0, j])) for j in np.flatnonzero(~varies).tolist()]
        assert reference.learn_conjunction(X, y) == expected


@pytest.mark.exercise("rectangle_experiment")
def test_boxes(reference, rng, dataset):
    """the boxes are data_min_ and data_max_ of MinMaxScaler on the positives, and the volumes that they miss agree with
    scipy's quasi-random points (Halton) within 0.01; the bound is 2d times binom.pmf(0, m, epsilon/(2d)) within 1e-9"""
    concept = np.array([[0.1, 0.2], [0.7, 0.9]])
    ratings = MinMaxScaler().fit_transform(dataset("course_ratings")[0][:, :2])
    cases = [rng.uniform(size=(5, 30, 2)), 0.2 + 0.4 * ratings[np.newaxis]]
    points = stats.qmc.Halton(2, rng=rng).random(20_000)
    for samples in cases:
        found = reference.rectangle_experiment(concept, samples, 0.3, 0.1)
        for sample, box, error in zip(samples, found["boxes"], found["errors"], strict=True):
            positives = sample[(sample >= concept[0]).all(axis=1) & (sample <= concept[1]).all(axis=1)]
            peer = MinMaxScaler().fit(positives)
            assert box == close(np.array([peer.data_min_, peer.data_max_]))
            inside, covered = (((points >= low) & (points <= high)).all(axis=1) for low, high in (concept, box))
            assert error == pytest.approx((inside & ~covered).mean(), abs=0.01)
        assert found["failure_rate"] == (found["errors"] > 0.3).mean()
        assert found["bound"] == close(min(1, 4 * stats.binom.pmf(0, samples.shape[1], 0.3 / 4)))


@pytest.mark.exercise("rectangle_experiment")
def test_failure_rate(reference, rng):
    """in one dimension, with all of [0, 1] as the concept, 20,000 samples of 20 points fail as often as scipy's beta
    distribution of their range says, within five standard errors; the bound is binom.pmf(0, m, epsilon/2) twice"""
    m, runs, epsilon = 20, 20_000, 0.15
    found = reference.rectangle_experiment([[0.0], [1.0]], rng.uniform(size=(runs, m, 1)), epsilon, 0.1)
    expected = stats.beta.cdf(1 - epsilon, m - 1, 2)  # the range of m uniform numbers
    assert found["failure_rate"] == pytest.approx(expected, abs=5 * np.sqrt(expected * (1 - expected) / runs))
    assert expected <= found["bound"] == close(2 * stats.binom.pmf(0, m, epsilon / 2))


@pytest.mark.exercise("predict_decision_list")
def test_first_rule_that_fires(reference, rng, dataset):
    """answers are exactly those of np.select, which also takes the first condition that is true and 0 if none is"""
    for X in (rng.integers(0, 3, size=(200, 4)), coded(dataset, "restaurant")[0], coded(dataset, "enjoy_sport")[0]):
        rules = []
        for _ in range(6):
            columns = rng.choice(X.shape[1], 2, replace=False).tolist()
            rules.append(([(j, int(rng.choice(X[:, j]))) for j in columns], int(rng.integers(0, 2))))
        conditions = [(X[:, [j for j, _ in test]] == [v for _, v in test]).all(axis=1) for test, _ in rules]
        expected = np.select(conditions, [outcome for _, outcome in rules], default=0)
        assert np.array_equal(reference.predict_decision_list(rules, X), expected)


def line_separates(X, y):
    """Whether scipy's linprog finds weights with a margin of 1 for all examples."""
    rows = -np.where(y == 1, 1, -1)[:, np.newaxis] * np.column_stack([X, np.ones(len(X))])
    return linprog(np.zeros(rows.shape[1]), A_ub=rows, b_ub=-np.ones(len(rows)), bounds=(None, None)).status == 0


@pytest.mark.exercise("learn_decision_list")
def test_lists_and_lines(reference):
    """of the 16 functions of two variables exactly those have a list of single literals that linprog can separate by a
    line; of the 256 of three variables, all that have a list can be separated"""
    for d in (2, 3):
        X = cube(d)
        for y in cube(2**d):
            try:
                rules = reference.learn_decision_list(X, y)
            except ValueError:
                assert d == 3 or not line_separates(X, y)
            else:
                assert line_separates(X, y)
                assert np.array_equal(reference.predict_decision_list(rules, X), y)


@pytest.mark.exercise("learn_decision_list")
def test_real_lists(reference, dataset):
    """on the real data sets the list answers every example exactly as a full DecisionTreeClassifier does

    Both fit every example whose row is not there with the other label as well; such rows are left out.
    """
    ratings, good = liked(dataset)
    alike = (ratings[:, np.newaxis] == ratings).all(axis=2)
    clear = ~(alike & (good[:, np.newaxis] != good)).any(axis=1)
    for X, y in (coded(dataset, "restaurant"), coded(dataset, "enjoy_sport"), (ratings[clear], good[clear])):
        rules = reference.learn_decision_list(X, y, max_literals=3)
        peer = DecisionTreeClassifier(random_state=0).fit(X, y)
        assert np.array_equal(reference.predict_decision_list(rules, X), peer.predict(X))
