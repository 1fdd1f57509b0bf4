"""Known wrong answers of the perceptron, each with the sentence that a student who gave it is told."""

from itertools import combinations, combinations_with_replacement, permutations

import numpy as np

from autograder.authoring import mistake
from perceptron import (
    VotedPerceptron,
    _direction,
    _examples,
    _matrix,
    _require_passes,
    activation,
    perceptron_step,
    predict,
)


def _checked(X, w):
    X, w = _matrix(X), np.asarray(w, dtype=float)
    if w.shape != (X.shape[1],):
        raise ValueError("one weight per column, please")
    return X, w


# ---------------------------------------------------------------------------------------------------------- activation


@mistake("activation", "You left the bias out; the activation is the weighted sum plus b.")
def bias_missing(X, w, b):
    X, w = _checked(X, w)
    return X @ w


@mistake("activation", "You added b to every product; add it once per example, after the sum.")
def bias_per_feature(X, w, b):
    X, w = _checked(X, w)
    return (X * w + b).sum(axis=1)


@mistake("activation", "You multiplied features and weights without summing; each example gets one number.")
def no_sum(X, w, b):
    X, w = _checked(X, w)
    return X * w + b


@mistake(
    "activation", "You subtracted b; the activation is w.x + b, and a threshold theta on w.x corresponds to b = -theta."
)
def bias_subtracted(X, w, b):
    X, w = _checked(X, w)
    return X @ w - b


# ------------------------------------------------------------------------------------------------------------- predict


@mistake("predict", "np.sign gives 0 on the boundary; answer -1 there.")
def np_sign(X, w, b):
    return np.sign(activation(X, w, b)).astype(int)


@mistake("predict", "You answered +1 for an activation of exactly 0; here that is -1.")
def zero_is_positive(X, w, b):
    return np.where(activation(X, w, b) >= 0, 1, -1)


@mistake("predict", "The labels are -1 and +1; you returned 0 and 1 (or booleans).")
def zero_one_labels(X, w, b):
    return (activation(X, w, b) > 0).astype(int)


@mistake("predict", "You compared w.x with 0; compare the activation, which includes b.")
def bias_ignored(X, w, b):
    X, w = _checked(X, w)
    return np.where(X @ w > 0, 1, -1)


@mistake(
    "predict", "You took activations close to 0 for 0; only exactly 0 is the boundary, however small w and b may be."
)
def near_zero_is_boundary(X, w, b):
    a = activation(X, w, b)
    return np.where(np.isclose(a, 0) | (a < 0), -1, 1)


# ----------------------------------------------------------------------------------------------------- perceptron_step


def _step_input(w, x, y, rate):
    w, x = np.asarray(w, dtype=float), np.asarray(x, dtype=float)
    if y not in (-1, 1) or w.ndim != 1 or w.shape != x.shape or rate <= 0:
        raise ValueError("not a label, not vectors of one length, or not a rate")
    return w, x


@mistake(
    "perceptron_step",
    "You update only when y*a < 0; starting from zero nothing would ever change, so update when y*a <= 0.",
)
def strictly_negative(w, b, x, y, rate=1.0):
    w, x = _step_input(w, x, y, rate)
    if y * (w @ x + b) < 0:
        return w + rate * y * x, b + rate * y, True
    return w, b, False


@mistake(
    "perceptron_step",
    "You compared predicted and true label, so a negative example at activation 0 is skipped; test y*a <= 0.",
)
def prediction_differs(w, b, x, y, rate=1.0):
    w, x = _step_input(w, x, y, rate)
    predicted = 1 if w @ x + b > 0 else -1
    if predicted != y:
        return w + rate * y * x, b + rate * y, True
    return w, b, False


@mistake("perceptron_step", "You changed the weights although the example was right; only mistakes update.")
def updates_always(w, b, x, y, rate=1.0):
    w, x = _step_input(w, x, y, rate)
    wrong = y * (w @ x + b) <= 0
    return w + rate * y * x, b + rate * y, wrong


@mistake("perceptron_step", "You added the predicted label times x; add the true label times x.")
def adds_prediction(w, b, x, y, rate=1.0):
    w, x = _step_input(w, x, y, rate)
    a = w @ x + b
    predicted = 1 if a > 0 else -1
    if y * a <= 0:
        return w + rate * predicted * x, b + rate * predicted, True
    return w, b, False


@mistake("perceptron_step", "On a mistake the bias changes too, by rate times y.")
def bias_forgotten(w, b, x, y, rate=1.0):
    w, x = _step_input(w, x, y, rate)
    if y * (w @ x + b) <= 0:
        return w + rate * y * x, b, True
    return w, b, False


@mistake("perceptron_step", "You changed the caller's weight array in place; return a new array.")
def changes_input(w, b, x, y, rate=1.0):
    w, x = _step_input(w, x, y, rate)
    if y * (w @ x + b) <= 0:
        w += rate * y * x
        return w, b + rate * y, True
    return w, b, False


@mistake("perceptron_step", "You took activations close to 0 for 0; a small activation is on a side as well.")
def near_zero_is_mistake(w, b, x, y, rate=1.0):
    w, x = _step_input(w, x, y, rate)
    a = w @ x + b
    if y * a < 0 or np.isclose(a, 0):
        return w + rate * y * x, b + rate * y, True
    return w, b, False


@mistake("perceptron_step", "The rate scales the whole correction; you added y to the bias instead of rate times y.")
def rate_for_weights_only(w, b, x, y, rate=1.0):
    w, x = _step_input(w, x, y, rate)
    if y * (w @ x + b) <= 0:
        return w + rate * y * x, b + y, True
    return w, b, False


# ---------------------------------------------------------------------------------------------------- train_perceptron


def _training_input(X, y, max_passes, shuffle, rng):
    X, y = _examples(X, y)
    _require_passes(max_passes)
    if shuffle not in ("none", "once", "each") or (shuffle != "none" and rng is None):
        raise ValueError("unknown shuffle, or no rng to shuffle with")
    return X, y


@mistake("train_perceptron", "You collected a whole pass of mistakes with the old weights; update after each example.")
def batch_update(X, y, max_passes, shuffle="none", rng=None):
    X, y = _training_input(X, y, max_passes, shuffle, rng)
    w, b, updates = np.zeros(X.shape[1]), 0.0, []
    if shuffle == "once":
        rng.permutation(len(X))
    for _ in range(max_passes):
        if shuffle == "each":
            rng.permutation(len(X))
        wrong = y * (X @ w + b) <= 0
        w, b = w + y[wrong] @ X[wrong], b + y[wrong].sum()
        updates.append(int(wrong.sum()))
        if not wrong.any():
            break
    return {"w": w, "b": b, "updates": updates, "converged": updates[-1] == 0}


@mistake("train_perceptron", "You stopped at the first right example; stop only after a whole pass without updates.")
def stops_inside_pass(X, y, max_passes, shuffle="none", rng=None):
    X, y = _training_input(X, y, max_passes, shuffle, rng)
    w, b, updates, converged = np.zeros(X.shape[1]), 0.0, [], False
    order = rng.permutation(len(X)) if shuffle == "once" else range(len(X))
    while not converged and len(updates) < max_passes:
        if shuffle == "each":
            order = rng.permutation(len(X))
        count = 0
        for i in order:
            w, b, wrong = perceptron_step(w, b, X[i], y[i])
            if not wrong:
                converged = True
                break
            count += 1
        updates.append(count)
    return {"w": w, "b": b, "updates": updates, "converged": converged}


@mistake("train_perceptron", "A pass without updates means convergence: stop there and report converged.")
def never_stops_early(X, y, max_passes, shuffle="none", rng=None):
    X, y = _training_input(X, y, max_passes, shuffle, rng)
    w, b, updates = np.zeros(X.shape[1]), 0.0, []
    order = rng.permutation(len(X)) if shuffle == "once" else range(len(X))
    for _ in range(max_passes):
        if shuffle == "each":
            order = rng.permutation(len(X))
        count = 0
        for i in order:
            w, b, wrong = perceptron_step(w, b, X[i], y[i])
            count += int(wrong)
        updates.append(count)
    return {"w": w, "b": b, "updates": updates, "converged": updates[-1] == 0}


@mistake("train_perceptron", "You shuffled X but left y in place; use the same permutation for both.")
def y_not_permuted(X, y, max_passes, shuffle="none", rng=None):
    X, y = _training_input(X, y, max_passes, shuffle, rng)
    w, b, updates = np.zeros(X.shape[1]), 0.0, []
    rows = X[rng.permutation(len(X))] if shuffle == "once" else X
    for _ in range(max_passes):
        if shuffle == "each":
            rows = X[rng.permutation(len(X))]
        count = 0
        for x, label in zip(rows, y, strict=True):
            w, b, wrong = perceptron_step(w, b, x, label)
            count += int(wrong)
        updates.append(count)
        if count == 0:
            break
    return {"w": w, "b": b, "updates": updates, "converged": updates[-1] == 0}


@mistake("train_perceptron", 'shuffle="each" needs a new permutation at every pass.')
def one_permutation_for_all(X, y, max_passes, shuffle="none", rng=None):
    X, y = _training_input(X, y, max_passes, shuffle, rng)
    w, b, updates = np.zeros(X.shape[1]), 0.0, []
    order = range(len(X)) if shuffle == "none" else rng.permutation(len(X))
    for _ in range(max_passes):
        count = 0
        for i in order:
            w, b, wrong = perceptron_step(w, b, X[i], y[i])
            count += int(wrong)
        updates.append(count)
        if count == 0:
            break
    return {"w": w, "b": b, "updates": updates, "converged": updates[-1] == 0}


@mistake("train_perceptron", "The clean pass that ends training belongs to updates, as a 0.")
def clean_pass_missing(X, y, max_passes, shuffle="none", rng=None):
    X, y = _training_input(X, y, max_passes, shuffle, rng)
    w, b, updates, converged = np.zeros(X.shape[1]), 0.0, [], False
    order = rng.permutation(len(X)) if shuffle == "once" else range(len(X))
    for _ in range(max_passes):
        if shuffle == "each":
            order = rng.permutation(len(X))
        count = 0
        for i in order:
            w, b, wrong = perceptron_step(w, b, X[i], y[i])
            count += int(wrong)
        if count == 0:
            converged = True
            break
        updates.append(count)
    return {"w": w, "b": b, "updates": updates, "converged": converged}


@mistake(
    "train_perceptron",
    "You shuffled the order of the last pass once more; each pass visits the rows in the order rng.permutation(n).",
)
def shuffles_the_last_order(X, y, max_passes, shuffle="none", rng=None):
    X, y = _training_input(X, y, max_passes, shuffle, rng)
    w, b, updates, order = np.zeros(X.shape[1]), 0.0, [], np.arange(len(X))
    if shuffle == "once":
        order = rng.permutation(order)
    for _ in range(max_passes):
        if shuffle == "each":
            order = rng.permutation(order)
        count = 0
        for i in order:
            w, b, wrong = perceptron_step(w, b, X[i], y[i])
            count += int(wrong)
        updates.append(count)
        if count == 0:
            break
    return {"w": w, "b": b, "updates": updates, "converged": updates[-1] == 0}


# ------------------------------------------------------------------------------------------------------ training_curve


def _curve_input(X, y, order, rates, X_eval, y_eval):
    X, y = _examples(X, y)
    if (X_eval is None) != (y_eval is None):
        raise ValueError("only one of X_eval and y_eval")
    X_eval, y_eval = (X, y) if X_eval is None else _examples(X_eval, y_eval)
    order = np.asarray(order, dtype=int)
    if any(i not in range(len(X)) for i in order):
        raise ValueError("no such row")
    rates = np.ones(len(order)) if rates is None else np.asarray(rates, dtype=float)
    if len(rates) != len(order) or any(rates <= 0):
        raise ValueError("rates do not fit")
    return X, y, order, rates, X_eval, y_eval


@mistake("training_curve", "You recorded the accuracy before the step; record it after.")
def before_the_step(X, y, order, rates=None, X_eval=None, y_eval=None):
    X, y, order, rates, X_eval, y_eval = _curve_input(X, y, order, rates, X_eval, y_eval)
    w, b, curve = np.zeros(X.shape[1]), 0.0, []
    for i, rate in zip(order, rates, strict=True):
        curve.append(np.mean(predict(X_eval, w, b) == y_eval))
        w, b, _ = perceptron_step(w, b, X[i], y[i], rate)
    return np.array(curve)


@mistake("training_curve", "You recorded whether the current example was right; evaluate all rows each time.")
def current_example_only(X, y, order, rates=None, X_eval=None, y_eval=None):
    X, y, order, rates, X_eval, y_eval = _curve_input(X, y, order, rates, X_eval, y_eval)
    w, b, curve = np.zeros(X.shape[1]), 0.0, []
    for i, rate in zip(order, rates, strict=True):
        w, b, wrong = perceptron_step(w, b, X[i], y[i], rate)
        curve.append(0.0 if wrong else 1.0)
    return np.array(curve)


@mistake("training_curve", "The curve has one entry per step, not one per pass over the data.")
def one_point_per_pass(X, y, order, rates=None, X_eval=None, y_eval=None):
    X, y, order, rates, X_eval, y_eval = _curve_input(X, y, order, rates, X_eval, y_eval)
    w, b, curve = np.zeros(X.shape[1]), 0.0, []
    for t, i in enumerate(order, 1):
        w, b, _ = perceptron_step(w, b, X[i], y[i], rates[t - 1])
        if t % len(X) == 0:
            curve.append(np.mean(predict(X_eval, w, b) == y_eval))
    return np.array(curve)


@mistake("training_curve", "You returned the share of errors; the curve shows the share that is right.")
def error_not_accuracy(X, y, order, rates=None, X_eval=None, y_eval=None):
    X, y, order, rates, X_eval, y_eval = _curve_input(X, y, order, rates, X_eval, y_eval)
    w, b, curve = np.zeros(X.shape[1]), 0.0, []
    for i, rate in zip(order, rates, strict=True):
        w, b, _ = perceptron_step(w, b, X[i], y[i], rate)
        curve.append(np.mean(predict(X_eval, w, b) != y_eval))
    return np.array(curve)


@mistake("training_curve", "rates[t] belongs to step t, not to the t-th update.")
def rates_count_updates(X, y, order, rates=None, X_eval=None, y_eval=None):
    X, y, order, rates, X_eval, y_eval = _curve_input(X, y, order, rates, X_eval, y_eval)
    w, b, curve, updates = np.zeros(X.shape[1]), 0.0, [], 0
    for i in order:
        w, b, wrong = perceptron_step(w, b, X[i], y[i], rates[updates])
        updates += int(wrong)
        curve.append(np.mean(predict(X_eval, w, b) == y_eval))
    return np.array(curve)


@mistake("training_curve", "When X_eval and y_eval are given, measure on them and not on the training rows.")
def eval_rows_ignored(X, y, order, rates=None, X_eval=None, y_eval=None):
    X, y, order, rates, X_eval, y_eval = _curve_input(X, y, order, rates, X_eval, y_eval)
    w, b, curve = np.zeros(X.shape[1]), 0.0, []
    for i, rate in zip(order, rates, strict=True):
        w, b, _ = perceptron_step(w, b, X[i], y[i], rate)
        curve.append(np.mean(predict(X, w, b) == y))
    return np.array(curve)


@mistake(
    "training_curve",
    "You counted a row as right where y*a > 0; the curve asks for what predict answers, which is -1 on the boundary.",
)
def boundary_never_right(X, y, order, rates=None, X_eval=None, y_eval=None):
    X, y, order, rates, X_eval, y_eval = _curve_input(X, y, order, rates, X_eval, y_eval)
    w, b, curve = np.zeros(X.shape[1]), 0.0, []
    for i, rate in zip(order, rates, strict=True):
        w, b, _ = perceptron_step(w, b, X[i], y[i], rate)
        curve.append(np.mean(y_eval * activation(X_eval, w, b) > 0))
    return np.array(curve)


@mistake(
    "training_curve",
    "You stopped learning once all evaluation rows were right; every step of order is made and may break some.",
)
def rests_when_all_are_right(X, y, order, rates=None, X_eval=None, y_eval=None):
    X, y, order, rates, X_eval, y_eval = _curve_input(X, y, order, rates, X_eval, y_eval)
    w, b, curve = np.zeros(X.shape[1]), 0.0, []
    for i, rate in zip(order, rates, strict=True):
        if not curve or curve[-1] < 1:
            w, b, _ = perceptron_step(w, b, X[i], y[i], rate)
        curve.append(np.mean(predict(X_eval, w, b) == y_eval))
    return np.array(curve)


# ------------------------------------------------------------------------------------------------- project_to_boundary


@mistake("project_to_boundary", "You divided by the squared norm; distance divides by |w| once.")
def norm_squared(X, w, b):
    X, w = _matrix(X), _direction(w)
    distances = activation(X, w, b) / (w @ w)
    return distances, X - np.outer(distances, w / np.linalg.norm(w))


@mistake("project_to_boundary", "Divide the whole activation by |w|, the bias too.")
def bias_not_divided(X, w, b):
    X, w = _checked(X, _direction(w))
    unit = w / np.linalg.norm(w)
    distances = X @ unit + b
    return distances, X - np.outer(distances, unit)


@mistake("project_to_boundary", "Distances are signed: negative on the -1 side, so do not take absolute values.")
def unsigned(X, w, b):
    X, w = _matrix(X), _direction(w)
    norm = np.linalg.norm(w)
    signed = activation(X, w, b) / norm
    return np.abs(signed), X - np.outer(signed, w / norm)


@mistake("project_to_boundary", "You put b into the norm; distance in the space of x uses |w| alone.")
def norm_includes_bias(X, w, b):
    X, w = _matrix(X), _direction(w)
    norm = np.sqrt(w @ w + b * b)
    distances = activation(X, w, b) / norm
    return distances, X - np.outer(distances, w / norm)


@mistake("project_to_boundary", "You added the distance along w; subtract it to reach the boundary.")
def foot_on_far_side(X, w, b):
    X, w = _matrix(X), _direction(w)
    norm = np.linalg.norm(w)
    distances = activation(X, w, b) / norm
    return distances, X + np.outer(distances, w / norm)


# ------------------------------------------------------------------------------------------------------- mistake_bound


def _bound_result(margin, augmented_margin, radius, bound):
    return {"margin": margin, "augmented_margin": augmented_margin, "radius": radius, "bound": bound}


@mistake("mistake_bound", "A (w, b) that misclassifies a row has no margin: return -inf, and inf as bound.")
def negative_margin(X, y, w, b):
    (X, y), w = _examples(X, y), _direction(w)
    smallest = (y * activation(X, w, b)).min()
    gamma = smallest / np.sqrt(w @ w + b * b)
    radius = np.sqrt((X**2).sum(axis=1).max() + 1)
    bound = np.inf if gamma == 0 else (radius / gamma) ** 2
    return _bound_result(smallest / np.linalg.norm(w), gamma, radius, bound)


@mistake("mistake_bound", "A row with activation 0 is not separated; the margins are -inf then.")
def boundary_counts_as_separated(X, y, w, b):
    (X, y), w = _examples(X, y), _direction(w)
    smallest = (y * activation(X, w, b)).min()
    radius = np.sqrt((X**2).sum(axis=1).max() + 1)
    if smallest < 0:
        return _bound_result(-np.inf, -np.inf, radius, np.inf)
    gamma = smallest / np.sqrt(w @ w + b * b)
    bound = (radius / gamma) ** 2 if gamma > 0 else np.inf
    return _bound_result(smallest / np.linalg.norm(w), gamma, radius, bound)


@mistake("mistake_bound", "In the space of (x, 1) the weight vector is (w, b); its norm includes b.")
def bias_missing_in_norm(X, y, w, b):
    (X, y), w = _examples(X, y), _direction(w)
    smallest = (y * activation(X, w, b)).min()
    radius = np.sqrt((X**2).sum(axis=1).max() + 1)
    if smallest <= 0:
        return _bound_result(-np.inf, -np.inf, radius, np.inf)
    margin = smallest / np.linalg.norm(w)
    return _bound_result(margin, margin, radius, (radius / margin) ** 2)


@mistake("mistake_bound", "The radius is that of (x, 1): add 1 to the squared norm.")
def radius_without_one(X, y, w, b):
    (X, y), w = _examples(X, y), _direction(w)
    smallest = (y * activation(X, w, b)).min()
    radius = np.linalg.norm(X, axis=1).max()
    if smallest <= 0:
        return _bound_result(-np.inf, -np.inf, radius, np.inf)
    gamma = smallest / np.sqrt(w @ w + b * b)
    return _bound_result(smallest / np.linalg.norm(w), gamma, radius, (radius / gamma) ** 2)


@mistake("mistake_bound", "The bound is the square of R/gamma.")
def not_squared(X, y, w, b):
    (X, y), w = _examples(X, y), _direction(w)
    smallest = (y * activation(X, w, b)).min()
    radius = np.sqrt((X**2).sum(axis=1).max() + 1)
    if smallest <= 0:
        return _bound_result(-np.inf, -np.inf, radius, np.inf)
    gamma = smallest / np.sqrt(w @ w + b * b)
    return _bound_result(smallest / np.linalg.norm(w), gamma, radius, radius / gamma)


@mistake("mistake_bound", "The radius is the largest norm and the margin the smallest value; you averaged.")
def mean_instead_of_extreme(X, y, w, b):
    (X, y), w = _examples(X, y), _direction(w)
    values = y * activation(X, w, b)
    radius = np.sqrt((X**2).sum(axis=1) + 1).mean()
    if values.min() <= 0:
        return _bound_result(-np.inf, -np.inf, radius, np.inf)
    gamma = values.mean() / np.sqrt(w @ w + b * b)
    return _bound_result(values.mean() / np.linalg.norm(w), gamma, radius, (radius / gamma) ** 2)


@mistake(
    "mistake_bound",
    "You asked for margins above some small number; rows are separated where y (w.x + b) > 0, however small w is.",
)
def small_margins_refused(X, y, w, b):
    (X, y), w = _examples(X, y), _direction(w)
    smallest = (y * activation(X, w, b)).min()
    radius = np.sqrt((X**2).sum(axis=1).max() + 1)
    if smallest < 1e-9:
        return _bound_result(-np.inf, -np.inf, radius, np.inf)
    gamma = smallest / np.sqrt(w @ w + b * b)
    return _bound_result(smallest / np.linalg.norm(w), gamma, radius, (radius / gamma) ** 2)


# ----------------------------------------------------------------------------------------------------- VotedPerceptron


@mistake("VotedPerceptron", "The vector that is current at the end must be kept too, with its count.")
class last_vector_lost(VotedPerceptron):
    def fit(self, X, y):
        X, y = _examples(X, y)
        _require_passes(self.max_passes)
        w, b, count = np.zeros(X.shape[1]), 0.0, 0
        weights, biases, counts = [], [], []
        for _ in range(self.max_passes):
            for x, label in zip(X, y, strict=True):
                new_w, new_b, wrong = perceptron_step(w, b, x, label)
                if wrong and count > 0:
                    weights.append(w)
                    biases.append(b)
                    counts.append(count)
                w, b, count = new_w, new_b, 1 if wrong else count + 1
        self.weights_ = np.array(weights).reshape(-1, X.shape[1])
        self.biases_, self.counts_ = np.array(biases), np.array(counts, dtype=int)
        return self

    def predict(self, X):
        if not hasattr(self, "weights_"):
            raise ValueError("fit first")
        total = np.zeros(len(X))
        for w, b, count in zip(self.weights_, self.biases_, self.counts_, strict=True):
            total += count * predict(X, w, b)
        return np.where(total > 0, 1, -1)


@mistake("VotedPerceptron", "A new vector has already survived the example it was made on: its count starts at 1.")
class counts_start_at_zero(VotedPerceptron):
    def fit(self, X, y):
        X, y = _examples(X, y)
        _require_passes(self.max_passes)
        w, b = np.zeros(X.shape[1]), 0.0
        weights, biases, counts = [], [], []
        for _ in range(self.max_passes):
            for x, label in zip(X, y, strict=True):
                w, b, wrong = perceptron_step(w, b, x, label)
                if wrong:
                    weights.append(w)
                    biases.append(b)
                    counts.append(0)
                else:
                    counts[-1] += 1
        self.weights_, self.biases_, self.counts_ = np.array(weights), np.array(biases), np.array(counts)
        return self


@mistake(
    "VotedPerceptron", "You summed activations, which is the averaged perceptron; each vector votes with its sign."
)
class votes_with_activation(VotedPerceptron):
    def predict(self, X):
        if not hasattr(self, "weights_"):
            raise ValueError("fit first")
        total = self.counts_ @ (self.weights_ @ np.asarray(X, dtype=float).T + self.biases_[:, None])
        return np.where(total > 0, 1, -1)


@mistake("VotedPerceptron", "Each vote counts as often as its vector survived; you counted each once.")
class unweighted_votes(VotedPerceptron):
    def predict(self, X):
        if not hasattr(self, "weights_"):
            raise ValueError("fit first")
        votes = sum(predict(X, w, b) for w, b in zip(self.weights_, self.biases_, strict=True))
        return np.where(votes > 0, 1, -1)


@mistake("VotedPerceptron", "All your stored vectors are one array changed in place; store copies.")
class same_array_stored(VotedPerceptron):
    def fit(self, X, y):
        X, y = _examples(X, y)
        _require_passes(self.max_passes)
        w, b = np.zeros(X.shape[1]), 0.0
        weights, biases, counts = [], [], []
        for _ in range(self.max_passes):
            for x, label in zip(X, y, strict=True):
                if label * (w @ x + b) <= 0:
                    w += label * x
                    b += label
                    weights.append(w)
                    biases.append(b)
                    counts.append(1)
                else:
                    counts[-1] += 1
        self.weights_, self.biases_, self.counts_ = np.array(weights), np.array(biases), np.array(counts)
        return self


@mistake("VotedPerceptron", "Go through all max_passes passes, so that the last vector keeps collecting votes.")
class stops_when_clean(VotedPerceptron):
    def fit(self, X, y):
        X, y = _examples(X, y)
        _require_passes(self.max_passes)
        w, b = np.zeros(X.shape[1]), 0.0
        weights, biases, counts = [], [], []
        for _ in range(self.max_passes):
            clean = True
            for x, label in zip(X, y, strict=True):
                w, b, wrong = perceptron_step(w, b, x, label)
                if wrong:
                    clean = False
                    weights.append(w)
                    biases.append(b)
                    counts.append(1)
                else:
                    counts[-1] += 1
            if clean:
                break
        self.weights_, self.biases_, self.counts_ = np.array(weights), np.array(biases), np.array(counts)
        return self


@mistake("VotedPerceptron", "A tied vote is answered with -1; you answered +1 where the votes sum to 0.")
class tie_is_positive(VotedPerceptron):
    def predict(self, X):
        if not hasattr(self, "weights_"):
            raise ValueError("fit first")
        votes = sum(c * predict(X, w, b) for w, b, c in zip(self.weights_, self.biases_, self.counts_, strict=True))
        return np.where(votes >= 0, 1, -1)


@mistake(
    "VotedPerceptron",
    "With np.sign a vector abstains where its activation is 0; by the rule of predict it votes -1 there.",
)
class abstains_on_the_boundary(VotedPerceptron):
    def predict(self, X):
        if not hasattr(self, "weights_"):
            raise ValueError("fit first")
        signs = np.sign(self.weights_ @ np.asarray(X, dtype=float).T + self.biases_[:, None])
        return np.where(self.counts_ @ signs > 0, 1, -1)


# ------------------------------------------------------------------------------------------------------ train_averaged


@mistake(
    "train_averaged",
    "You averaged the vectors at updates; a vector counts once for every example it is held, changed or not.",
)
def averages_updates_only(X, y, max_passes):
    X, y = _examples(X, y)
    _require_passes(max_passes)
    w, b, ws, bs = np.zeros(X.shape[1]), 0.0, [], []
    for _ in range(max_passes):
        for x, label in zip(X, y, strict=True):
            w, b, wrong = perceptron_step(w, b, x, label)
            if wrong:
                ws.append(w)
                bs.append(b)
    return np.mean(ws, axis=0), np.mean(bs)


@mistake("train_averaged", "You divided by T + 1; leave the zero start out and divide by n times max_passes.")
def zero_start_counted(X, y, max_passes):
    X, y = _examples(X, y)
    _require_passes(max_passes)
    w, u, b, beta, c = np.zeros(X.shape[1]), np.zeros(X.shape[1]), 0.0, 0.0, 1
    for _ in range(max_passes):
        for x, label in zip(X, y, strict=True):
            if label * (w @ x + b) <= 0:
                w, b = w + label * x, b + label
                u, beta = u + label * c * x, beta + label * c
            c += 1
    return w - u / c, b - beta / c


@mistake("train_averaged", "You returned the last weights; return their mean over all steps.")
def returns_last(X, y, max_passes):
    X, y = _examples(X, y)
    _require_passes(max_passes)
    w, b = np.zeros(X.shape[1]), 0.0
    for _ in range(max_passes):
        for x, label in zip(X, y, strict=True):
            w, b, _ = perceptron_step(w, b, x, label)
    return w, b


@mistake("train_averaged", "The bias must be averaged like the weights.")
def bias_not_averaged(X, y, max_passes):
    X, y = _examples(X, y)
    _require_passes(max_passes)
    w, b, total = np.zeros(X.shape[1]), 0.0, np.zeros(X.shape[1])
    for _ in range(max_passes):
        for x, label in zip(X, y, strict=True):
            w, b, _ = perceptron_step(w, b, x, label)
            total = total + w
    return total / (len(X) * max_passes), b


@mistake("train_averaged", "You tested for mistakes with the averaged weights; training uses the current ones.")
def tests_with_average(X, y, max_passes):
    X, y = _examples(X, y)
    _require_passes(max_passes)
    w, b, w_sum, b_sum, steps = np.zeros(X.shape[1]), 0.0, np.zeros(X.shape[1]), 0.0, 0
    for _ in range(max_passes):
        for x, label in zip(X, y, strict=True):
            if label * (w_sum @ x + b_sum) <= 0:
                w, b = w + label * x, b + label
            w_sum, b_sum, steps = w_sum + w, b_sum + b, steps + 1
    return w_sum / steps, b_sum / steps


@mistake(
    "train_averaged",
    "You stopped after a clean pass; make all max_passes passes, in which the last pair goes on counting.",
)
def stops_after_a_clean_pass(X, y, max_passes):
    X, y = _examples(X, y)
    _require_passes(max_passes)
    w, b, ws, bs = np.zeros(X.shape[1]), 0.0, [], []
    for _ in range(max_passes):
        clean = True
        for x, label in zip(X, y, strict=True):
            w, b, wrong = perceptron_step(w, b, x, label)
            clean = clean and not wrong
            ws.append(w)
            bs.append(b)
        if clean:
            break
    return np.mean(ws, axis=0), np.mean(bs)


@mistake("train_averaged", "You averaged the pairs held at the ends of the passes; note the pair after every step.")
def averages_ends_of_passes(X, y, max_passes):
    X, y = _examples(X, y)
    _require_passes(max_passes)
    w, b, ws, bs = np.zeros(X.shape[1]), 0.0, [], []
    for _ in range(max_passes):
        for x, label in zip(X, y, strict=True):
            w, b, _ = perceptron_step(w, b, x, label)
        ws.append(w)
        bs.append(b)
    return np.mean(ws, axis=0), np.mean(bs)


# ---------------------------------------------------------------------------------------------------- combine_features


def _combined(X, degree):
    X = _matrix(X)
    if degree < 1:
        raise ValueError("degree below 1")
    return X, range(X.shape[1])


@mistake(
    "combine_features",
    "Without squares=True a column is not multiplied with itself; take index tuples with i < j.",
)
def squares_included(X, degree=2, squares=False):
    X, indices = _combined(X, degree)
    columns = [X]
    for size in range(2, degree + 1):
        columns += [X[:, chosen].prod(axis=1) for chosen in combinations_with_replacement(indices, size)]
    return np.column_stack(columns)


@mistake("combine_features", "Each pair appears once; you listed (i, j) and (j, i).")
def both_orders(X, degree=2, squares=False):
    X, indices = _combined(X, degree)
    columns = [X]
    for size in range(2, degree + 1):
        chosen = combinations_with_replacement(indices, size) if squares else permutations(indices, size)
        columns += [X[:, i].prod(axis=1) for i in chosen]
    return np.column_stack(columns)


@mistake("combine_features", "A combined feature is the product of its columns; sums add nothing to a linear model.")
def sums_instead_of_products(X, degree=2, squares=False):
    X, indices = _combined(X, degree)
    columns = [X]
    for size in range(2, degree + 1):
        chosen = combinations_with_replacement(indices, size) if squares else combinations(indices, size)
        columns += [X[:, i].sum(axis=1) for i in chosen]
    return np.column_stack(columns)


@mistake("combine_features", "Keep the original columns in front of the products.")
def originals_dropped(X, degree=2, squares=False):
    X, indices = _combined(X, degree)
    columns = [X[:, :0]]
    for size in range(2, degree + 1):
        chosen = combinations_with_replacement(indices, size) if squares else combinations(indices, size)
        columns += [X[:, i].prod(axis=1) for i in chosen]
    return np.column_stack(columns)


@mistake("combine_features", "degree 3 means pairs as well as triples; you left out the lower degrees.")
def top_degree_only(X, degree=2, squares=False):
    X, indices = _combined(X, degree)
    chosen = combinations_with_replacement(indices, degree) if squares else combinations(indices, degree)
    if degree == 1:
        return X
    return np.column_stack([X, *(X[:, i].prod(axis=1) for i in chosen)])


@mistake(
    "combine_features",
    "With squares you only added powers of single columns; mixed products such as x0 x0 x1 belong too.",
)
def pure_powers_only(X, degree=2, squares=False):
    X, indices = _combined(X, degree)
    columns = [X]
    for size in range(2, degree + 1):
        chosen = list(combinations(indices, size))
        chosen += [(i,) * size for i in indices] if squares else []
        columns += [X[:, i].prod(axis=1) for i in sorted(chosen)]
    return np.column_stack(columns)
