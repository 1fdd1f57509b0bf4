"""Public checks of evaluation. Run them with `pytest`, or with the cells of the notebook."""

import numpy as np
import pytest


def agrees(answer, expected):
    """The same shape and, up to rounding, the same numbers."""
    assert answer is not None, "None was returned: is a return missing?"
    answer, expected = np.asarray(answer, dtype=float), np.asarray(expected, dtype=float)
    assert answer.shape == expected.shape
    assert answer == pytest.approx(expected, rel=1e-5, abs=1e-7)


def holds(answer, expected):
    """A dictionary that holds these numbers, and maybe others."""
    assert isinstance(answer, dict), f"a dictionary was expected, not {answer!r}"
    for key, value in expected.items():
        assert key in answer, f"the dictionary has no {key!r}"
        agrees(answer[key], value)


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
    agrees(student.average_loss([4, 0], [1, 0], "squared"), 4.5)
    agrees(student.average_loss([4, 0], [1, 0], "absolute"), 1.5)
    agrees(student.average_loss([4, 0], [1, 0]), 0.5)


@pytest.mark.exercise("average_loss")
def test_hamming_and_cost(student):
    """rows that differ in 2 and in 0 entries: mean Hamming loss 1; costs are looked up as [truth, prediction]"""
    y_true, y_pred = np.array([[1, 0, 5], [0, 0, 0]]), np.array([[0, 0, 0], [0, 0, 0]])
    agrees(student.average_loss(y_true, y_pred, "hamming"), 1)
    costs = np.array([[0, 6], [2, 0]])
    agrees(student.average_loss([0, 1], [1, 1], "cost", costs=costs), 3)


@pytest.mark.exercise("average_loss")
def test_weights_by_hand(student):
    """with the probabilities 0.2, 0.5, 0.3 as weights the loss is 0.2 * 9 + 0 + 0, with nothing divided by n"""
    agrees(student.average_loss([4, 0, 2], [1, 0, 2], "squared", weights=[0.2, 0.5, 0.3]), 1.8)
    costs = np.array([[0, 6], [2, 0]])
    agrees(student.average_loss([0, 1], [1, 1], "cost", weights=[0.25, 0.75], costs=costs), 1.5)


@pytest.mark.exercise("average_loss")
def test_vector_and_column(student):
    """a vector against a column is refused with a ValueError; in small unsigned integers 0 - 1 would be 255"""
    y = np.array([1.0, 2.0, 3.0])
    agrees(student.average_loss(y, y, "squared"), 0)
    with pytest.raises(ValueError):
        student.average_loss(y, y.reshape(3, 1), "squared")
    agrees(student.average_loss(np.array([0], dtype=np.uint8), np.array([1], dtype=np.uint8), "absolute"), 1)


# ---------------------------------------------------------------- confusion_matrix


@pytest.mark.exercise("confusion_matrix")
def test_two_labels(student):
    """truths 0 0 0 1, predictions 0 0 1 0: two true negatives, one false positive, one false negative"""
    agrees(student.confusion_matrix([0, 0, 0, 1], [0, 0, 1, 0]), [[2, 1], [1, 0]])


@pytest.mark.exercise("confusion_matrix")
def test_predicted_only(student):
    """a label that is only predicted still has its row and column, in sorted order or in that of labels"""
    agrees(student.confusion_matrix(["dog", "dog"], ["dog", "cat"]), [[0, 0], [1, 1]])
    agrees(student.confusion_matrix(["dog", "dog"], ["dog", "cat"], labels=["dog", "cat"]), [[1, 1], [0, 0]])


# ---------------------------------------------------------------- metrics_from_counts


@pytest.mark.exercise("metrics_from_counts")
def test_counts_by_hand(student):
    """2 true positives, 2 false positives, 1 false negative, 5 true negatives"""
    metrics = student.metrics_from_counts(2, 2, 1, 5)
    holds(metrics, {"accuracy": 0.7, "error_rate": 0.3, "precision": 2 / 4, "recall": 2 / 3})
    holds(metrics, {"specificity": 5 / 7, "f": 4 / 7})


@pytest.mark.exercise("metrics_from_counts")
def test_nobody_called_positive(student):
    """nobody is called positive: precision is 0/0 and counts as 1, recall is 0, and F is 0"""
    holds(student.metrics_from_counts(0, 0, 3, 7), {"precision": 1, "recall": 0, "f": 0})


@pytest.mark.exercise("metrics_from_counts")
def test_two_classifiers_at_once(student):
    """arrays of counts give arrays; with beta = 2, P = 1/2 and R = 1 make F = 5 * 1/2 / (4 * 1/2 + 1) = 5/6"""
    counts = np.array([3, 3]), np.array([3, 0]), np.array([0, 3]), np.array([4, 4])
    metrics = student.metrics_from_counts(*counts, beta=2)
    holds(metrics, {"precision": [1 / 2, 1], "recall": [1, 1 / 2], "f": [5 / 6, 5 / 9]})


# ---------------------------------------------------------------- ranking_curves


@pytest.mark.exercise("ranking_curves")
def test_curve_by_hand(student):
    """scores 5, 4, 3 with labels 0, 1, 1: a false positive first, then two true ones"""
    curves = student.ranking_curves([0, 1, 1], [5, 4, 3])
    holds(curves, {"thresholds": [np.inf, 5, 4, 3], "precision": [1, 0, 1 / 2, 2 / 3]})
    holds(curves, {"recall": [0, 0, 1 / 2, 1], "fpr": [0, 1, 1, 1], "auc": 0})


@pytest.mark.exercise("ranking_curves")
def test_tie_by_hand(student):
    """a positive and a negative with the same score enter together, and the area counts the pair as one half"""
    curves = student.ranking_curves([1, 0], [7, 7])
    holds(curves, {"thresholds": [np.inf, 7], "recall": [0, 1], "fpr": [0, 1], "auc": 0.5})


@pytest.mark.exercise("ranking_curves")
def test_single_class(student):
    """without any negative there is no false positive rate: ValueError"""
    holds(student.ranking_curves([1, 0], [2, 1]), {"auc": 1})
    with pytest.raises(ValueError):
        student.ranking_curves([1, 1], [2, 1])


# ---------------------------------------------------------------- make_splits


def listed(splits):
    assert splits is not None, "None was returned: is a return missing?"
    return [(sorted(np.asarray(train).tolist()), sorted(np.asarray(test).tolist())) for train, test in splits]


@pytest.mark.exercise("make_splits")
def test_two_folds(student):
    """five cards dealt to two players: fold 0 tests 0, 2, 4 and fold 1 tests 1, 3"""
    assert listed(student.make_splits(5, k=2)) == [([1, 3], [0, 2, 4]), ([0, 2, 4], [1, 3])]


@pytest.mark.exercise("make_splits")
def test_two_strata(student):
    """labels 0 1 0 0 1 in two folds: the order by label is 0, 2, 3, 1, 4, dealt out to the two folds in turn"""
    splits = student.make_splits(5, "stratified", k=2, labels=[0, 1, 0, 0, 1])
    assert listed(splits) == [([1, 2], [0, 3, 4]), ([0, 3, 4], [1, 2])]


@pytest.mark.exercise("make_splits")
def test_leaving_one_out(student):
    """leave-one-out of three examples makes three splits"""
    assert listed(student.make_splits(3, "loo")) == [([1, 2], [0]), ([0, 2], [1]), ([0, 1], [2])]


@pytest.mark.exercise("make_splits")
def test_random_splits(student, rng):
    """a bootstrap trains on n drawn indices and tests the ones not drawn; a holdout trains on train_size of them"""
    for train, test in listed(student.make_splits(8, "bootstrap", 3, rng)):
        assert len(train) == 8
        assert test == sorted(set(range(8)) - set(train))
    for train, test in listed(student.make_splits(8, "holdout", 3, rng, train_size=6)):
        assert len(train) == 6
        assert sorted([*train, *test]) == list(range(8))


@pytest.mark.exercise("make_splits")
def test_nobody_left_out(student):
    """two examples are often both drawn; such a draw has nobody to test on and is drawn again"""
    splits = listed(student.make_splits(2, "bootstrap", 10, np.random.default_rng(0)))
    assert len(splits) == 10
    assert all(train == [1 - test[0]] * 2 if test else False for train, test in splits)


# ---------------------------------------------------------------- cross_validate


@pytest.mark.exercise("cross_validate")
def test_two_splits_by_hand(student):
    """errors 1 and 0: mean 1/2, sd sqrt(1/4 + 1/4) with the divisor 1, and the interval is two of these to each side"""
    X, y = np.zeros((4, 1)), np.array([0, 1, 1, 1])
    splits = [(np.array([0, 1]), np.array([2, 3])), (np.array([2, 3]), np.array([1]))]
    sd = np.sqrt(0.5)
    expected = {"errors": [1, 0], "mean": 0.5, "sd": sd, "low": 0.5 - 2 * sd, "high": 0.5 + 2 * sd}
    holds(student.cross_validate(first_label, X, y, splits), expected)


@pytest.mark.exercise("cross_validate")
def test_column_chosen_in_training(student):
    """on the training rows column 1 is y, so it is chosen, although over all rows column 0 looks better"""
    X = np.array([[1, -1], [-1, 1], [-1, -1], [1, 1], [3, -1], [3, -1], [-3, 1], [3, -1]])
    y = np.array([0, 1, 0, 1, 1, 1, 0, 0])
    splits = [(np.array([0, 1, 2, 3]), np.array([4, 5, 6, 7]))]
    result = student.cross_validate(same_sign, X, y, splits, n_features=1)
    holds(result, {"errors": [3 / 4], "sd": 0})  # one split does not scatter


@pytest.mark.exercise("cross_validate")
def test_two_columns_of_four(student):
    """correlations 0.6, 0.2, 0.3 and -0.9: columns 0 and 3 are best and come in this order, whatever their units"""

    def digits(X_train, y_train, X_test):
        return X_test @ [10, 1]

    y = np.array([1, 1, -1, -1, 0])
    X = np.array([[7, 119, 4, -1], [-1, -79, -2, -3], [1, 79, 2, 3], [-7, -119, -4, 1], [1, 2, 3, 4]])
    splits = [(np.array([0, 1, 2, 3]), np.array([4]))]
    holds(student.cross_validate(digits, X, y, splits, "absolute", n_features=2), {"errors": [14], "mean": 14})


@pytest.mark.exercise("cross_validate")
def test_no_splits(student):
    """without any split there is nothing to average: ValueError"""
    X, y = np.zeros((2, 1)), np.array([0, 1])
    holds(student.cross_validate(first_label, X, y, [([0], [1])]), {"mean": 1})
    with pytest.raises(ValueError):
        student.cross_validate(first_label, X, y, [])


# ---------------------------------------------------------------- bootstrap_interval


@pytest.mark.exercise("bootstrap_interval")
def test_two_resamples(student):
    """truths 1 1 0, predictions 1 0 0: resample (0, 0, 2) has F = 1, resample (1, 2, 2) has F = 0"""
    result = student.bootstrap_interval([1, 1, 0], [1, 0, 0], np.array([[0, 0, 2], [1, 2, 2]]), width=1)
    holds(result, {"mean": 0.5, "sd": np.sqrt(0.5), "low": 0.5 - np.sqrt(0.5), "high": 0.5 + np.sqrt(0.5)})


@pytest.mark.exercise("bootstrap_interval")
def test_beta_by_hand(student):
    """one true and one false positive in each resample: P = 1/2 and R = 1, which is F = 5/6 for beta = 2"""
    result = student.bootstrap_interval([1, 0], [1, 1], np.array([[0, 1], [1, 0]]), beta=2)
    holds(result, {"mean": 5 / 6, "sd": 0})


@pytest.mark.exercise("bootstrap_interval")
def test_one_resample_is_not_enough(student):
    """a spread needs two resamples: ValueError for one"""
    holds(student.bootstrap_interval([1, 0], [1, 0], np.array([[0, 1], [1, 1]])), {"mean": 1})
    with pytest.raises(ValueError):
        student.bootstrap_interval([1, 0], [1, 0], np.array([[0, 1]]))


# ---------------------------------------------------------------- paired_t_test


@pytest.mark.exercise("paired_t_test")
def test_four_differences(student):
    """differences 2, 0, 1, 1: their mean is 1, the squared deviations sum to 2, so t = sqrt(4 * 3 / 2) = 2.449"""
    agrees(student.paired_t_test([5, 1, 3, 2], [3, 1, 2, 1]), [np.sqrt(6), 0.975])


@pytest.mark.exercise("paired_t_test")
def test_the_other_way_round(student):
    """with the systems swapped t is -2.449, which is no evidence at all that the first one errs more: level 0"""
    agrees(student.paired_t_test([3, 1, 2, 1], [5, 1, 3, 2]), [-np.sqrt(6), 0])


@pytest.mark.exercise("paired_t_test")
def test_equal_systems(student):
    """two systems with the same errors: t = 0 and no level; one that is always worse by the same amount: t = inf"""
    agrees(student.paired_t_test([1, 0, 1], [1, 0, 1]), [0, 0])
    agrees(student.paired_t_test([2, 1, 2], [1, 0, 1]), [np.inf, 0.995])


# ---------------------------------------------------------------- learning_curve


@pytest.mark.exercise("learning_curve")
def test_curve_of_a_fixed_rule(student, rng):
    """a rule that needs no training and is wrong on every row has the error 1 everywhere, one entry per size"""
    X, y = np.array([[1.0], [-1.0], [2.0], [-2.0]]), np.array([0, 1, 0, 1])
    curves = student.learning_curve(same_sign, X, y, [1, 3], 2, rng)
    holds(curves, {"train": [1, 1], "test": [1, 1]})


@pytest.mark.exercise("learning_curve")
def test_curve_of_different_labels(student, rng):
    """all labels differ, and the learner answers one it was trained on: with 2 of 5 rows it is right on 1 of these 2"""
    X, y = np.zeros((5, 1)), np.array([10, 20, 30, 40, 50])
    curves = student.learning_curve(first_label, X, y, [2], 3, rng)
    holds(curves, {"train": [1 / 2], "test": [1]})


@pytest.mark.exercise("learning_curve")
def test_a_new_split_for_every_trial(student):
    """the rule errs on the rows with label 0: the training error is their share in each new draw of 4 rows, averaged"""
    X, y = np.ones((12, 1)), np.array([1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    draws = np.random.default_rng(3)
    shares = [np.mean(y[draws.permutation(12)[:4]] == 0) for _ in range(5)]
    curves = student.learning_curve(same_sign, X, y, [4], 5, np.random.default_rng(3))
    holds(curves, {"train": [np.mean(shares)], "test": [(8 - 4 * np.mean(shares)) / 8]})


# ---------------------------------------------------------------- sanity_report


@pytest.mark.exercise("sanity_report")
def test_report_by_hand(student):
    """three training rows, two test rows, a learner that looks at the sign of the sum of all columns"""
    X_train, y_train = np.array([[1.0], [-1.0], [2.0]]), np.array([1, 1, 0])
    X_test, y_test = np.array([[3.0], [-3.0]]), np.array([1, 0])
    report = student.sanity_report(same_sign, X_train, y_train, X_test, y_test)
    holds(report, {"train_error": 2 / 3, "test_error": 0, "majority_error": 1 / 2, "random_error": 1 / 2})
    holds(report, {"pooled_error": 1 / 2})  # rows 1 and 3 of the five


@pytest.mark.exercise("sanity_report")
def test_baselines_by_hand(student):
    """training labels 1 1 0, test labels 0 0 2: always 1 errs every time, and nobody can guess a label never seen"""
    X_train, X_test = np.ones((3, 1)), np.ones((3, 1))
    report = student.sanity_report(same_sign, X_train, np.array([1, 1, 0]), X_test, np.array([0, 0, 2]))
    holds(report, {"majority_error": 1, "random_error": (1 / 2 + 1 / 2 + 1) / 3})
    report = student.sanity_report(same_sign, X_train, np.array([2, 1, 0]), X_test, np.array([0, 0, 2]))
    holds(report, {"majority_error": 1 / 3})  # 0, 1 and 2 are equally frequent, and 0 is the smallest


@pytest.mark.exercise("sanity_report")
def test_cheating_by_hand(student):
    """the cheating column scale * y joins the sum: with scale 1 it is too small to matter, with scale 10 it wins"""
    X, y = np.array([[-3.0], [-4.0], [-5.0], [-6.0]]), np.array([1, 0, 1, 0])
    for scale, error in ((1, 0.5), (10, 0)):
        report = student.sanity_report(same_sign, X, y, X[:1] - 100, y[:1], scale)
        holds(report, {"cheating_error": error})  # the training error; the test rows take no part
