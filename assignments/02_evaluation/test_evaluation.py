"""Public checks of evaluation. Run them with `pytest`, or with the cells of the notebook."""

import numpy as np
import pytest


def first_label(X_train, y_train, X_test):
    """A learner for these checks: it always answers the label of the first row that it was trained on."""
    return np.full(len(X_test), y_train[0])


def same_sign(X_train, y_train, X_test):
    """A learner for these checks: it answers 1 where the sum of all columns is positive, else 0. No training needed."""
    return (np.sum(X_test, axis=1) > 0).astype(int)


# ---------------------------------------------------------------- average_loss


@pytest.mark.exercise("average_loss")
def test_losses_by_hand(student):
    """truths 4, 0 and predictions 1, 0: squared loss 9/2, absolute loss 3/2, zero/one loss 1/2"""
    assert student.average_loss([4, 0], [1, 0], "squared") == pytest.approx(4.5, rel=1e-5)
    assert student.average_loss([4, 0], [1, 0], "absolute") == pytest.approx(1.5, rel=1e-5)
    assert student.average_loss([4, 0], [1, 0]) == pytest.approx(0.5, rel=1e-5)


@pytest.mark.exercise("average_loss")
def test_hamming_and_cost(student):
    """rows that differ in 2 and in 0 labels have the mean Hamming loss 1; costs are looked up as [truth, prediction]"""
    y_true, y_pred = np.array([[1, 0, 1], [0, 0, 0]]), np.array([[0, 0, 0], [0, 0, 0]])
    assert student.average_loss(y_true, y_pred, "hamming") == pytest.approx(1, rel=1e-5)
    costs = np.array([[0, 6], [2, 0]])
    assert student.average_loss([0, 1], [1, 1], "cost", costs=costs) == pytest.approx(3, rel=1e-5)


@pytest.mark.exercise("average_loss")
def test_weights_by_hand(student):
    """with the probabilities 0.2 and 0.8 as weights the loss is 0.2 * 9 + 0.8 * 0, with nothing divided by n"""
    assert student.average_loss([4, 0], [1, 0], "squared", weights=[0.2, 0.8]) == pytest.approx(1.8, rel=1e-5)


@pytest.mark.exercise("average_loss")
def test_vector_and_column(student):
    """a vector against a column is refused with a ValueError"""
    y = np.array([1.0, 2.0, 3.0])
    assert student.average_loss(y, y, "squared") == pytest.approx(0, abs=1e-9)
    with pytest.raises(ValueError):
        student.average_loss(y, y.reshape(3, 1), "squared")


# ---------------------------------------------------------------- confusion_matrix


@pytest.mark.exercise("confusion_matrix")
def test_two_labels(student):
    """truths 0 0 0 1, predictions 0 0 1 0: two true negatives, one false positive, one false negative"""
    np.testing.assert_array_equal(student.confusion_matrix([0, 0, 0, 1], [0, 0, 1, 0]), [[2, 1], [1, 0]])


@pytest.mark.exercise("confusion_matrix")
def test_predicted_only(student):
    """a label that is only predicted still has its row and column, and labels sets their order"""
    np.testing.assert_array_equal(student.confusion_matrix(["cat", "cat"], ["cat", "dog"]), [[1, 1], [0, 0]])
    table = student.confusion_matrix(["cat", "cat"], ["cat", "dog"], labels=["dog", "cat"])
    np.testing.assert_array_equal(table, [[0, 0], [1, 1]])


# ---------------------------------------------------------------- metrics_from_counts


@pytest.mark.exercise("metrics_from_counts")
def test_counts_by_hand(student):
    """2 true positives, 2 false positives, 1 false negative, 5 true negatives"""
    metrics = student.metrics_from_counts(2, 2, 1, 5)
    assert metrics["accuracy"] == pytest.approx(0.7, rel=1e-5)
    assert metrics["error_rate"] == pytest.approx(0.3, rel=1e-5)
    assert metrics["precision"] == pytest.approx(2 / 4, rel=1e-5)
    assert metrics["recall"] == pytest.approx(2 / 3, rel=1e-5)
    assert metrics["specificity"] == pytest.approx(5 / 7, rel=1e-5)
    assert metrics["f"] == pytest.approx(4 / 7, rel=1e-5)


@pytest.mark.exercise("metrics_from_counts")
def test_nobody_called_positive(student):
    """nobody is called positive: precision is 0/0 and counts as 1, recall is 0, and F is 0"""
    metrics = student.metrics_from_counts(0, 0, 3, 7)
    assert metrics["precision"] == pytest.approx(1, rel=1e-5)
    assert metrics["recall"] == pytest.approx(0, abs=1e-9)
    assert metrics["f"] == pytest.approx(0, abs=1e-9)


@pytest.mark.exercise("metrics_from_counts")
def test_two_classifiers_at_once(student):
    """arrays of counts give arrays; with beta = 2, P = 1/2 and R = 1 make F = 5 * 1/2 / (4 * 1/2 + 1) = 5/6"""
    metrics = student.metrics_from_counts(
        np.array([3, 3]), np.array([3, 0]), np.array([0, 3]), np.array([4, 4]), beta=2
    )
    np.testing.assert_allclose(metrics["precision"], [1 / 2, 1], rtol=1e-5)
    np.testing.assert_allclose(metrics["recall"], [1, 1 / 2], rtol=1e-5)
    np.testing.assert_allclose(metrics["f"], [5 / 6, 5 / 9], rtol=1e-5)


# ---------------------------------------------------------------- ranking_curves


@pytest.mark.exercise("ranking_curves")
def test_curve_by_hand(student):
    """scores 5, 4, 3 with labels 0, 1, 1: a false positive first, then two true ones"""
    curves = student.ranking_curves([0, 1, 1], [5, 4, 3])
    np.testing.assert_allclose(curves["thresholds"], [np.inf, 5, 4, 3])
    np.testing.assert_allclose(curves["precision"], [1, 0, 1 / 2, 2 / 3], rtol=1e-5, atol=1e-9)
    np.testing.assert_allclose(curves["recall"], [0, 0, 1 / 2, 1], rtol=1e-5, atol=1e-9)
    np.testing.assert_allclose(curves["fpr"], [0, 1, 1, 1], rtol=1e-5, atol=1e-9)
    assert curves["auc"] == pytest.approx(0, abs=1e-9)


@pytest.mark.exercise("ranking_curves")
def test_tie_by_hand(student):
    """a positive and a negative with the same score enter together, and the area counts the pair as one half"""
    curves = student.ranking_curves([1, 0], [7, 7])
    np.testing.assert_allclose(curves["thresholds"], [np.inf, 7])
    np.testing.assert_allclose(curves["recall"], [0, 1], atol=1e-9)
    np.testing.assert_allclose(curves["fpr"], [0, 1], atol=1e-9)
    assert curves["auc"] == pytest.approx(0.5, rel=1e-5)


@pytest.mark.exercise("ranking_curves")
def test_single_class(student):
    """without any negative there is no false positive rate: ValueError"""
    assert student.ranking_curves([1, 0], [2, 1])["auc"] == pytest.approx(1, rel=1e-5)
    with pytest.raises(ValueError):
        student.ranking_curves([1, 1], [2, 1])


# ---------------------------------------------------------------- make_splits


def listed(splits):
    return [(sorted(np.asarray(train).tolist()), sorted(np.asarray(test).tolist())) for train, test in splits]


@pytest.mark.exercise("make_splits")
def test_two_folds(student):
    """five cards dealt to two players: fold 0 tests 0, 2, 4 and fold 1 tests 1, 3"""
    assert listed(student.make_splits(5, k=2)) == [([1, 3], [0, 2, 4]), ([0, 2, 4], [1, 3])]


@pytest.mark.exercise("make_splits")
def test_two_strata(student):
    """labels 0 1 1 0 in two folds: the order by label is 0, 3, 1, 2, so each fold gets one example of each class"""
    splits = student.make_splits(4, "stratified", k=2, labels=[0, 1, 1, 0])
    assert listed(splits) == [([2, 3], [0, 1]), ([0, 1], [2, 3])]


@pytest.mark.exercise("make_splits")
def test_leaving_one_out(student):
    """leave-one-out of three examples makes three splits"""
    assert listed(student.make_splits(3, "loo")) == [([1, 2], [0]), ([0, 2], [1]), ([0, 1], [2])]


@pytest.mark.exercise("make_splits")
def test_random_splits(student, rng):
    """a bootstrap trains on n drawn indices and tests the ones not drawn; a holdout trains on train_size of them"""
    for train, test in student.make_splits(8, "bootstrap", 3, rng):
        assert len(train) == 8
        assert len(test) > 0
        assert set(np.asarray(test).tolist()) == set(range(8)) - set(np.asarray(train).tolist())
    for train, test in student.make_splits(8, "holdout", 3, rng, train_size=6):
        assert len(train) == 6
        assert sorted([*train, *test]) == list(range(8))


# ---------------------------------------------------------------- cross_validate


@pytest.mark.exercise("cross_validate")
def test_two_splits_by_hand(student):
    """errors 1 and 0: mean 1/2, sd sqrt(1/4 + 1/4) with the divisor 1, and the interval is two of these to each side"""
    X, y = np.zeros((4, 1)), np.array([0, 1, 1, 1])
    splits = [(np.array([0, 1]), np.array([2, 3])), (np.array([2, 3]), np.array([1]))]
    result = student.cross_validate(first_label, X, y, splits)
    np.testing.assert_allclose(result["errors"], [1, 0], atol=1e-9)
    assert result["mean"] == pytest.approx(0.5, rel=1e-5)
    assert result["sd"] == pytest.approx(np.sqrt(0.5), rel=1e-5)
    assert result["low"] == pytest.approx(0.5 - 2 * np.sqrt(0.5), rel=1e-5)
    assert result["high"] == pytest.approx(0.5 + 2 * np.sqrt(0.5), rel=1e-5)


@pytest.mark.exercise("cross_validate")
def test_column_chosen_in_training(student):
    """on the training rows column 1 is y and column 0 is not: with one feature the learner sees column 1 alone"""
    X = np.array([[1, -1], [-1, 1], [-1, -1], [1, 1], [3, -1]])
    y = np.array([0, 1, 0, 1, 1])
    splits = [(np.array([0, 1, 2, 3]), np.array([4]))]
    result = student.cross_validate(same_sign, X, y, splits, n_features=1)
    np.testing.assert_allclose(result["errors"], [1], rtol=1e-5)
    assert result["sd"] == pytest.approx(0, abs=1e-9)  # one split does not scatter


@pytest.mark.exercise("cross_validate")
def test_no_splits(student):
    """without any split there is nothing to average: ValueError"""
    X, y = np.zeros((2, 1)), np.array([0, 1])
    assert student.cross_validate(first_label, X, y, [([0], [1])])["mean"] == pytest.approx(1, rel=1e-5)
    with pytest.raises(ValueError):
        student.cross_validate(first_label, X, y, [])


# ---------------------------------------------------------------- bootstrap_interval


@pytest.mark.exercise("bootstrap_interval")
def test_two_resamples(student):
    """truths 1 1 0, predictions 1 0 0: resample (0, 0, 2) has F = 1, resample (1, 2, 2) has F = 0"""
    result = student.bootstrap_interval([1, 1, 0], [1, 0, 0], np.array([[0, 0, 2], [1, 2, 2]]), width=1)
    assert result["mean"] == pytest.approx(0.5, rel=1e-5)
    assert result["sd"] == pytest.approx(np.sqrt(0.5), rel=1e-5)
    assert result["low"] == pytest.approx(0.5 - np.sqrt(0.5), rel=1e-5)
    assert result["high"] == pytest.approx(0.5 + np.sqrt(0.5), rel=1e-5)


@pytest.mark.exercise("bootstrap_interval")
def test_one_resample_is_not_enough(student):
    """a spread needs two resamples: ValueError for one"""
    assert student.bootstrap_interval([1, 0], [1, 0], np.array([[0, 1], [1, 1]]))["mean"] == pytest.approx(1, rel=1e-5)
    with pytest.raises(ValueError):
        student.bootstrap_interval([1, 0], [1, 0], np.array([[0, 1]]))


# ---------------------------------------------------------------- paired_t_test


@pytest.mark.exercise("paired_t_test")
def test_four_differences(student):
    """differences 2, 0, 1, 1: their mean is 1, the squared deviations sum to 2, so t = sqrt(4 * 3 / 2) = 2.449"""
    t, level = student.paired_t_test([3, 1, 2, 2], [1, 1, 1, 1])
    assert t == pytest.approx(np.sqrt(6), rel=1e-5)
    assert level == pytest.approx(0.975, rel=1e-5)


@pytest.mark.exercise("paired_t_test")
def test_equal_systems(student):
    """two systems with the same errors: t = 0 and no level; one that is always worse by the same amount: t = inf"""
    t, level = student.paired_t_test([1, 0, 1], [1, 0, 1])
    assert (t, level) == pytest.approx((0, 0))
    t, level = student.paired_t_test([2, 1, 2], [1, 0, 1])
    assert (t, level) == pytest.approx((np.inf, 0.995))


# ---------------------------------------------------------------- learning_curve


@pytest.mark.exercise("learning_curve")
def test_curve_of_a_fixed_rule(student, rng):
    """a rule that needs no training and is wrong on every row has the error 1 everywhere, one entry per size"""
    X, y = np.array([[1.0], [-1.0], [2.0], [-2.0]]), np.array([0, 1, 0, 1])
    curves = student.learning_curve(same_sign, X, y, [1, 3], 2, rng)
    np.testing.assert_allclose(curves["train"], [1, 1], rtol=1e-5)
    np.testing.assert_allclose(curves["test"], [1, 1], rtol=1e-5)


@pytest.mark.exercise("learning_curve")
def test_curve_of_different_labels(student, rng):
    """all labels differ, and the learner answers one it was trained on: with 2 of 5 rows it is right on 1 of these 2"""
    X, y = np.zeros((5, 1)), np.array([10, 20, 30, 40, 50])
    curves = student.learning_curve(first_label, X, y, [2], 3, rng)
    np.testing.assert_allclose(curves["train"], [1 / 2], rtol=1e-5)
    np.testing.assert_allclose(curves["test"], [1], rtol=1e-5)


# ---------------------------------------------------------------- sanity_report


@pytest.mark.exercise("sanity_report")
def test_report_by_hand(student):
    """three training rows, two test rows, a learner that looks at the sign of the sum of all columns"""
    X_train, y_train = np.array([[1.0], [-1.0], [2.0]]), np.array([1, 1, 0])
    X_test, y_test = np.array([[3.0], [-3.0]]), np.array([1, 0])
    report = student.sanity_report(same_sign, X_train, y_train, X_test, y_test)
    assert report["train_error"] == pytest.approx(2 / 3, rel=1e-5)
    assert report["test_error"] == pytest.approx(0, abs=1e-9)
    assert report["majority_error"] == pytest.approx(1 / 2, rel=1e-5)  # always 1
    assert report["random_error"] == pytest.approx(1 / 2, rel=1e-5)
    assert report["pooled_error"] == pytest.approx(1 / 2, rel=1e-5)  # rows 1 and 3 of the five


@pytest.mark.exercise("sanity_report")
def test_cheating_by_hand(student):
    """the cheating column scale * y joins the sum: with scale 1 it is too small to matter, with scale 10 it wins"""
    X, y = np.array([[-3.0], [-4.0], [-5.0], [-6.0]]), np.array([1, 0, 1, 0])
    for scale, error in ((1, 0.5), (10, 0)):
        report = student.sanity_report(same_sign, X, y, X, y, scale)
        assert report["cheating_error"] == pytest.approx(error, abs=1e-9)
