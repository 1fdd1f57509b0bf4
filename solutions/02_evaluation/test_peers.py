"""The reference against numpy, scipy and scikit-learn.

Without counterpart:
- make_splits, "bootstrap" and "holdout": the peers draw with another generator, so no draw of theirs can equal ours;
- which rows sanity_report pools and how it makes the cheating column: these are definitions, and the check only lets
  a peer's learner run on parts that it makes itself.

What differs, and how the checks convert:
- hamming_loss is the SHARE of differing entries, ours their number per row: times the number of columns;
- 0/0 is 0 with a warning unless zero_division says otherwise; we ask for 1;
- precision_recall_curve goes from the lowest threshold up and ends with (1, 0); ours goes down and begins with it;
- roc_curve leaves out points on straight pieces unless drop_intermediate is False;
- KFold cuts slices; on the examples sorted by their position modulo k these are our dealt folds;
- scores are accuracies, and our errors are 1 minus these;
- f_regression ranks columns by r^2 / (1 - r^2), which has the order of |r|.
"""

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics
from sklearn.dummy import DummyClassifier
from sklearn.feature_selection import SelectKBest, f_regression
from sklearn.model_selection import KFold, LeaveOneOut, StratifiedKFold, cross_val_score
from sklearn.model_selection import learning_curve as peer_learning_curve
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import make_pipeline


def close(value, rel=1e-9):
    return pytest.approx(value, rel=rel, abs=rel)


def problems(dataset):
    """Features and labels of two real classification problems."""
    return [dataset("iris")[:2], dataset("breast_cancer")[:2]]


def learner(estimator):
    """A peer's classifier as one of our learners."""
    return lambda X_train, y_train, X_test: estimator.fit(X_train, y_train).predict(X_test)


@pytest.mark.exercise("average_loss")
def test_losses(reference, rng, dataset):
    """zero_one_loss, mean_squared_error, mean_absolute_error and hamming_loss agree within 1e-9, also with weights"""
    radius, iris = dataset("breast_cancer")[0][:, 0], dataset("iris")[1]
    for y, noisy in ((radius, radius + rng.normal(size=569)), (iris, rng.permutation(iris))):
        weights = rng.uniform(0.1, 1, len(y))
        weights /= weights.sum()
        for w in (None, weights):
            squared, absolute = (
                peer(y, noisy, sample_weight=w) for peer in (metrics.mean_squared_error, metrics.mean_absolute_error)
            )
            assert reference.average_loss(y, noisy, "squared", w) == close(squared)
            assert reference.average_loss(y, noisy, "absolute", w) == close(absolute)
    guess = rng.permutation(iris)
    assert reference.average_loss(iris, guess) == close(metrics.zero_one_loss(iris, guess))
    Y, Z = rng.integers(0, 2, size=(2, 40, 7))
    assert reference.average_loss(Y, Z, "hamming") == close(7 * metrics.hamming_loss(Y, Z))


@pytest.mark.exercise("average_loss")
def test_costs(reference, rng, dataset):
    """the mean cost is the sum of costs times the peer's confusion matrix, divided by n, within 1e-9"""
    y = dataset("iris")[1]
    guess, costs = rng.permutation(y), rng.uniform(size=(3, 3))
    expected = (costs * metrics.confusion_matrix(y, guess)).sum() / len(y)
    assert reference.average_loss(y, guess, "cost", costs=costs) == close(expected)


@pytest.mark.exercise("confusion_matrix")
def test_table(reference, rng, dataset):
    """confusion_matrix agrees exactly, with its own labels and with given ones, for numbers and for strings"""
    for y in (dataset("iris")[1], dataset("restaurant")[1]):
        guess = rng.permutation(y)
        guess[0] = y[1]
        assert np.array_equal(reference.confusion_matrix(y, guess), metrics.confusion_matrix(y, guess))
        labels = [*np.unique(y)[::-1].tolist(), "Perhaps" if y.dtype.kind == "U" else 7]
        ours = reference.confusion_matrix(y, guess, labels)
        assert np.array_equal(ours, metrics.confusion_matrix(y, guess, labels=labels))


@pytest.mark.exercise("metrics_from_counts")
def test_measures(reference, rng):
    """accuracy, precision, recall, specificity (recall of the label 0) and F agree within 1e-9, where 0/0 is 1"""
    cases = [(0, 0, 10, 9), (0, 3, 2, 5), (0, 0, 0, 5), (5, 0, 0, 0), (0, 4, 0, 0), *rng.integers(1, 30, size=(5, 4))]
    for counts in cases:
        y, guess = np.repeat([1, 0, 1, 0], counts), np.repeat([1, 1, 0, 0], counts)
        for beta in (0.5, 1, 2):
            ours = reference.metrics_from_counts(*counts, beta)
            assert ours["accuracy"] == close(metrics.accuracy_score(y, guess))
            assert ours["precision"] == close(metrics.precision_score(y, guess, zero_division=1))
            assert ours["recall"] == close(metrics.recall_score(y, guess, zero_division=1))
            assert ours["specificity"] == close(metrics.recall_score(y, guess, pos_label=0, zero_division=1))
            assert ours["f"] == close(metrics.fbeta_score(y, guess, beta=beta, zero_division=1))


@pytest.mark.exercise("confusion_matrix")
def test_a_thousand_labels(reference, rng):
    """with 1000 labels and 20,000 examples the tables are equal, and made in a moment"""
    y, guess = rng.integers(0, 1000, size=(2, 20000))
    assert np.array_equal(reference.confusion_matrix(y, guess), metrics.confusion_matrix(y, guess))


@pytest.mark.exercise("metrics_from_counts")
def test_huge_beta(reference):
    """where beta squared overflows, and for beta = inf, F is the recall, as fbeta_score(beta=inf) says"""
    y, guess = np.repeat([1, 0, 1, 0], [3, 4, 2, 1]), np.repeat([1, 1, 0, 0], [3, 4, 2, 1])
    for beta in (1e160, np.inf):
        assert reference.metrics_from_counts(3, 4, 2, 1, beta)["f"] == close(0.6)
    assert metrics.fbeta_score(y, guess, beta=np.inf) == close(0.6)


@pytest.mark.exercise("ranking_curves")
def test_large_integers(reference):
    """scores 2^53 and 2^53 + 1 are different integers, though one float: area 1, as roc_auc_score says"""
    y, scores = np.array([0, 1]), np.array([2**53, 2**53 + 1])
    assert reference.ranking_curves(y, scores)["auc"] == close(metrics.roc_auc_score(y, scores))


@pytest.mark.exercise("ranking_curves")
def test_curves(reference, rng, dataset):
    """roc_curve, precision_recall_curve, roc_auc_score and the Mann-Whitney statistic agree within 1e-9"""
    X, benign, _ = dataset("breast_cancer")
    y = rng.integers(0, 2, size=60)
    y[:2] = 0, 1
    cases = [(1 - benign, X[:, column]) for column in (0, 1, 7, 22)]
    for labels, scores in [*cases, (y, rng.integers(0, 9, size=60) + y), (y, rng.normal(size=60))]:
        ours = reference.ranking_curves(labels, scores)
        fpr, recall, thresholds = metrics.roc_curve(labels, scores, drop_intermediate=False)
        assert ours["thresholds"] == close(thresholds)
        assert ours["fpr"] == close(fpr)
        assert ours["recall"] == close(recall)
        precision, _, _ = metrics.precision_recall_curve(labels, scores)
        assert ours["precision"] == close(precision[::-1])
        assert ours["auc"] == close(metrics.roc_auc_score(labels, scores))
        positives, negatives = scores[labels == 1], scores[labels == 0]
        pairs = len(positives) * len(negatives)
        assert ours["auc"] == close(stats.mannwhitneyu(positives, negatives).statistic / pairs)


@pytest.mark.exercise("make_splits")
def test_folds(reference, rng):
    """KFold on the examples sorted by their position modulo k, and LeaveOneOut, make exactly our splits"""
    for n, k in ((10, 5), (10, 3), (23, 4), (7, 7)):
        seed = int(rng.integers(2**32))
        order = np.random.default_rng(seed).permutation(n)
        arranged = order[np.argsort(np.arange(n) % k, kind="stable")]
        ours = reference.make_splits(n, "kfold", k, np.random.default_rng(seed))
        for (train, test), (peer_train, peer_test) in zip(ours, KFold(k).split(arranged), strict=True):
            assert np.array_equal(train, np.sort(arranged[peer_train]))
            assert np.array_equal(test, np.sort(arranged[peer_test]))
        loo = zip(reference.make_splits(n, "loo"), LeaveOneOut().split(order), strict=True)
        assert all(np.array_equal(ours, peer) for pair, peers in loo for ours, peer in zip(pair, peers, strict=True))


@pytest.mark.exercise("make_splits")
def test_strata(reference, dataset):
    """StratifiedKFold chooses other examples but shares out each class alike: the same class counts, in some order"""
    for X, y in problems(dataset):
        for k in (3, 5, 10):
            ours = [np.bincount(y[test]) for _, test in reference.make_splits(len(y), "stratified", k, labels=y)]
            peers = [np.bincount(y[test]) for _, test in StratifiedKFold(k).split(X, y)]
            assert np.array_equal(np.sort(ours, axis=0), np.sort(peers, axis=0))


@pytest.mark.exercise("cross_validate")
def test_cross_validation(reference, dataset):
    """cross_val_score with the same splits gives the same errors within 1e-9, for two learners"""
    for X, y in problems(dataset):
        splits = reference.make_splits(len(y), "stratified", 5, labels=y)
        for estimator in (NearestCentroid(), KNeighborsClassifier(3)):
            ours = reference.cross_validate(learner(estimator), X, y, splits)
            expected = 1 - cross_val_score(estimator, X, y, cv=splits)
            assert ours["errors"] == close(expected)
            assert (ours["mean"], ours["sd"]) == close((expected.mean(), expected.std(ddof=1)))


@pytest.mark.exercise("cross_validate")
def test_selection_inside(reference, rng, dataset):
    """a pipeline of SelectKBest and the learner, which selects inside each split, has the same errors within 1e-9"""
    noise = rng.standard_normal((40, 500)), np.repeat([0, 1], 20)
    for X, y in [dataset("breast_cancer")[:2], noise]:
        splits = reference.make_splits(len(y), "stratified", 5, labels=y)
        for m in (1, 3, 10):
            pipeline = make_pipeline(SelectKBest(f_regression, k=m), NearestCentroid())
            ours = reference.cross_validate(learner(NearestCentroid()), X, y, splits, n_features=m)
            assert ours["errors"] == close(1 - cross_val_score(pipeline, X, y, cv=splits))


@pytest.mark.exercise("cross_validate")
def test_noise_of_thirty_runs(reference):
    """the figures of the rubric: 0.4958 with selection inside the splits, 0.095 with a peer's selection beforehand"""
    y, splits = np.repeat([0, 1], 20), reference.make_splits(40)
    honest, leaked = [], []
    for seed in range(30):
        X = np.random.default_rng(seed).standard_normal((40, 1000))
        chosen = SelectKBest(f_regression, k=10).fit_transform(X, y)
        honest.append(reference.cross_validate(learner(NearestCentroid()), X, y, splits, n_features=10)["mean"])
        leaked.append(reference.cross_validate(learner(NearestCentroid()), chosen, y, splits)["mean"])
    assert np.mean(honest) == pytest.approx(0.495833, abs=2e-6)
    assert np.mean(leaked) == pytest.approx(0.095, abs=2e-6)


@pytest.mark.exercise("bootstrap_interval")
def test_resampled_scores(reference, rng, dataset):
    """the mean and deviation of fbeta_score over the resamples agree within 1e-9"""
    y = 1 - dataset("breast_cancer")[1]
    guess = np.where(rng.uniform(size=569) < 0.1, 1 - y, y)
    draws = np.concatenate([rng.integers(0, 569, size=(30, 569)), np.full((1, 569), np.argmin(y))])
    for beta in (0.5, 1, 2):
        ours = reference.bootstrap_interval(y, guess, draws, beta)
        scores = [metrics.fbeta_score(y[row], guess[row], beta=beta, zero_division=1) for row in draws]
        mean, sd = stats.tmean(scores), stats.tstd(scores)
        assert ours == close({"mean": mean, "sd": sd, "low": mean - 2 * sd, "high": mean + 2 * sd})


@pytest.mark.exercise("paired_t_test")
def test_paired_t(reference, rng):
    """t agrees with scipy.stats.ttest_rel within 1e-9, also on a million examples, where it is 5.8723"""
    a = np.repeat([1, 1, 0, 0], [55000, 15000, 14000, 916000])
    b = np.repeat([1, 0, 1, 0], [55000, 15000, 14000, 916000])
    assert reference.paired_t_test(a, b) == pytest.approx((5.872301, 0.995), rel=1e-6)
    cases = [(a, b), *rng.normal(size=(5, 2, 50)), *rng.integers(0, 2, size=(5, 2, 200))]
    for one, other in cases:
        assert reference.paired_t_test(one, other)[0] == close(stats.ttest_rel(one, other).statistic)


@pytest.mark.exercise("paired_t_test")
def test_levels_are_normal(reference):
    """the table holds the normal distribution at its bounds, rounded: within 6e-4"""
    for bound, level in reference.LEVELS:
        assert stats.norm.cdf(bound) == pytest.approx(level, abs=6e-4)


@pytest.mark.exercise("learning_curve")
def test_curve(reference, rng, dataset):
    """scikit-learn's learning_curve on the same splits has the same mean scores within 1e-9

    It takes the first `size` examples of each training part, so it gets parts of exactly that size, one size at a time.
    """
    for X, y in problems(dataset):
        seed = int(rng.integers(2**32))
        ours = reference.learning_curve(learner(NearestCentroid()), X, y, [30, 90], 4, np.random.default_rng(seed))
        draws = np.random.default_rng(seed)
        for position, size in enumerate((30, 90)):
            splits = reference.make_splits(len(y), "holdout", 4, draws, train_size=size)
            _, train, test = peer_learning_curve(NearestCentroid(), X, y, train_sizes=[size], cv=splits)
            assert ours["train"][position] == close(1 - train.mean())
            assert ours["test"][position] == close(1 - test.mean())


@pytest.mark.exercise("sanity_report")
def test_report(reference, dataset):
    """the learner's own score and DummyClassifier give the same errors within 1e-9

    DummyClassifier guesses at random; its predicted probability of the true label is the expected share of hits.
    """
    for X, y in problems(dataset):
        estimator = KNeighborsClassifier(3)
        parts = X[::2], y[::2], X[1::2], y[1::2]
        ours = reference.sanity_report(learner(estimator), *parts, scale=1000)
        estimator.fit(*parts[:2])
        assert ours["train_error"] == close(1 - estimator.score(*parts[:2]))
        assert ours["test_error"] == close(1 - estimator.score(*parts[2:]))
        majority = DummyClassifier(strategy="most_frequent").fit(*parts[:2])
        assert ours["majority_error"] == close(1 - majority.score(*parts[2:]))
        uniform = DummyClassifier(strategy="uniform").fit(*parts[:2])
        hits = uniform.predict_proba(parts[2])[np.arange(len(parts[3])), parts[3]]
        assert ours["random_error"] == close(1 - hits.mean())
        assert ours["cheating_error"] == close(0)
        pool, truth = np.vstack(parts[::2]), np.hstack(parts[1::2])
        even = np.arange(len(truth)) % 2 == 0
        assert ours["pooled_error"] == close(
            1 - estimator.fit(pool[even], truth[even]).score(pool[~even], truth[~even])
        )
