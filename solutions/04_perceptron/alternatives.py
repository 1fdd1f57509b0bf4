"""Right answers of the perceptron written another way; each must get full marks."""

import itertools
import math

import numpy as np

from autograder.authoring import alternative
from perceptron import VotedPerceptron, activation, perceptron_step, predict

# ---------------------------------------------------------------------------------------------------------- activation


@alternative("activation")
def activation_loops(X, w, b):
    X, w = np.array(X, dtype=float), np.array(w, dtype=float)
    if len(X.shape) != 2 or w.shape != X.shape[1:]:
        raise ValueError("shapes do not match")
    n, d = X.shape
    a = np.zeros(n)
    for i in range(n):
        for j in range(d):
            a[i] += w[j] * X[i, j]
        a[i] += b
    return a


@alternative("activation")
def activation_broadcast(X, w, b):
    X, w = np.asarray(X, float), np.asarray(w, float)
    if X.ndim != 2:
        raise ValueError("X is not a matrix")
    if w.ndim != 1 or len(w) != X.shape[1]:
        raise ValueError("w does not fit X")
    return (X * w).sum(axis=1) + b


@alternative("activation")
def activation_einsum_float32(X, w, b):
    X, w = np.asarray(X, np.float32), np.asarray(w, np.float32)
    if X.ndim != 2 or w.shape != (X.shape[1],):
        raise ValueError("shapes")
    return np.einsum("nd,d->n", X, w) + np.float32(b)


@alternative("activation")
def activation_exact_sums(X, w, b):
    if np.ndim(X) != 2 or np.shape(X)[1:] != np.shape(w):
        raise ValueError("X must be a table with one column per weight")
    sums = [math.fsum([b, *(float(u) * float(v) for u, v in zip(w, x, strict=True))]) for x in X]
    return np.array(sums)


# ------------------------------------------------------------------------------------------------------------- predict


@alternative("predict")
def predict_arithmetic(X, w, b):
    return 2 * (activation(X, w, b) > 0) - 1


@alternative("predict")
def predict_loop(X, w, b):
    answers = []
    for a in activation(X, w, b):
        if a > 0:
            answers.append(+1)
        else:
            answers.append(-1)
    return np.array(answers, dtype=int)


@alternative("predict")
def predict_sign_repaired(X, w, b):
    signs = np.sign(activation(X, w, b))
    signs[signs == 0] = -1
    return signs.astype(np.int8)


# ----------------------------------------------------------------------------------------------------- perceptron_step


@alternative("perceptron_step")
def step_without_branch(w, b, x, y, rate=1.0):
    w, x = np.asarray(w, dtype=np.float64), np.asarray(x, dtype=np.float64)
    if w.shape != x.shape or w.ndim != 1:
        raise ValueError("w and x differ")
    if y != 1 and y != -1:
        raise ValueError("y")
    if not rate > 0:
        raise ValueError("rate")
    mistake = (np.dot(w, x) + b) * y <= 0
    return w + rate * mistake * y * x, b + rate * mistake * y, mistake


@alternative("perceptron_step")
def step_copy_then_add(w, b, x, y, rate=1.0):
    if abs(y) != 1 or rate <= 0 or np.ndim(w) != 1 or np.shape(w) != np.shape(x):
        raise ValueError("bad step")
    w, mistake = np.array(w, dtype=float), False
    x = np.array(x, dtype=float)
    if (y > 0 and sum(w * x) + b <= 0) or (y < 0 and sum(w * x) + b >= 0):
        mistake = True
        w += rate * y * x
        b += rate * y
    return w, b, mistake


@alternative("perceptron_step")
def step_through_activation(w, b, x, y, rate=1.0):
    if y not in {-1, 1}:
        raise ValueError(y)
    if rate <= 0:
        raise ValueError(rate)
    x = np.asarray(x, dtype=float)
    if x.ndim != 1:
        raise ValueError("x is not a vector")
    if y * activation(x[None], w, b)[0] > 0:
        return np.array(w, dtype=float), b, False
    return np.add(w, y * rate * x), b + y * rate, True


@alternative("perceptron_step")
def step_gives_w_back(w, b, x, y, rate=1.0):
    """The caller's own array where nothing changes."""
    if y not in (-1, 1) or rate <= 0 or np.ndim(w) != 1 or np.shape(w) != np.shape(x):
        raise ValueError("bad step")
    w, x = np.asarray(w, dtype=float), np.asarray(x, dtype=float)
    if np.sign(w @ x + b) == y:
        return w, b, False
    return w + rate * y * x, b + rate * y, True


@alternative("perceptron_step")
def step_float32_list(w, b, x, y, rate=1.0):
    w, x = np.asarray(w, dtype=np.float32), np.asarray(x, dtype=np.float32)
    if w.ndim != 1 or w.shape != x.shape or y not in (-1, 1) or rate <= 0:
        raise ValueError("bad step")
    if y * (w @ x + np.float32(b)) > 0:
        return [w, np.float32(b), np.bool_(False)]
    return [w + np.float32(rate * y) * x, np.float32(b + rate * y), np.bool_(True)]


# ---------------------------------------------------------------------------------------------------- train_perceptron


def _table(X, y):
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    if X.ndim != 2 or X.shape[0] == 0 or y.shape != X.shape[:1] or np.any(np.abs(y) != 1):
        raise ValueError("X must be a table with rows, y one label -1 or +1 per row")
    return X, y


@alternative("train_perceptron")
def train_augmented(X, y, max_passes, shuffle="none", rng=None):
    X, y = _table(X, y)
    if max_passes <= 0:
        raise ValueError("max_passes")
    if shuffle not in {"none", "once", "each"}:
        raise ValueError("shuffle")
    if shuffle in {"once", "each"} and rng is None:
        raise ValueError("rng")
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    v = np.zeros(Z.shape[1])
    history = []
    fixed = rng.permutation(len(Z)) if shuffle == "once" else range(len(Z))
    converged = False
    while len(history) < max_passes and not converged:
        order = rng.permutation(len(Z)) if shuffle == "each" else fixed
        count = 0
        for z in Z[order]:
            if np.dot(v, z) <= 0:
                v += z
                count += 1
        history.append(count)
        converged = count == 0
    return {"converged": converged, "updates": history, "w": v[:-1], "b": v[-1]}


@alternative("train_perceptron")
def train_in_rows(X, y, max_passes, shuffle="none", rng=None):
    X, y = _table(X, y)
    if max_passes < 1 or shuffle not in ("none", "once", "each") or (rng is None and shuffle != "none"):
        raise ValueError("bad settings")
    if shuffle == "once":
        p = rng.permutation(np.arange(len(y)))
        X, y = X[p], y[p]
    w, b = [0.0] * X.shape[1], 0.0
    updates = np.zeros(0, dtype=int)
    for _ in range(max_passes):
        rows = rng.permutation(len(y)) if shuffle == "each" else range(len(y))
        mistakes = []
        for n in rows:
            w, b, m = perceptron_step(w, b, X[n], y[n])
            mistakes.append(m)
        updates = np.append(updates, sum(mistakes))
        if not any(mistakes):
            return {"w": list(w), "b": b, "updates": updates, "converged": True}
    return {"w": list(w), "b": b, "updates": updates, "converged": False}


@alternative("train_perceptron")
def train_by_counts(X, y, max_passes, shuffle="none", rng=None):
    """Dual form: count the updates of each row, and write every activation as a sum over rows."""
    X, y = _table(X, y)
    n = len(X)
    if max_passes < 1 or shuffle not in ("none", "once", "each") or (rng is None and shuffle != "none"):
        raise ValueError("bad settings")
    gram = X @ X.T + 1
    k = np.zeros(n)
    order = rng.permutation(n) if shuffle == "once" else np.arange(n)
    updates = []
    while not updates or (updates[-1] > 0 and len(updates) < max_passes):
        if shuffle == "each":
            order = rng.permutation(n)
        before = k.sum()
        for i in order:
            k[i] += y[i] * ((k * y) @ gram[i]) <= 0
        updates.append(int(k.sum() - before))
    return {"w": (k * y) @ X, "b": k @ y, "updates": tuple(updates), "converged": updates[-1] == 0}


# ------------------------------------------------------------------------------------------------------ training_curve


def _curve_arguments(X, y, order, rates, X_eval, y_eval):
    X, y = _table(X, y)
    order = [int(i) for i in order]
    if any(i < 0 or i >= len(X) for i in order):
        raise ValueError("order")
    if rates is None:
        rates = [1.0] * len(order)
    if len(rates) != len(order) or any(not rate > 0 for rate in rates):
        raise ValueError("rates")
    if X_eval is None and y_eval is None:
        return X, y, order, rates, X, y
    if X_eval is None or y_eval is None:
        raise ValueError("X_eval and y_eval go together")
    return X, y, order, rates, *_table(X_eval, y_eval)


@alternative("training_curve")
def curve_only_after_updates(X, y, order, rates=None, X_eval=None, y_eval=None):
    X, y, order, rates, X_eval, y_eval = _curve_arguments(X, y, order, rates, X_eval, y_eval)
    w, b, curve = np.zeros(X.shape[1]), 0.0, []
    for i, rate in zip(order, rates, strict=True):
        w, b, changed = perceptron_step(w, b, X[i], y[i], rate)
        curve.append(np.count_nonzero(predict(X_eval, w, b) == y_eval) / len(y_eval) if changed else curve[-1])
    return curve


@alternative("training_curve")
def curve_at_the_end(X, y, order, rates=None, X_eval=None, y_eval=None):
    X, y, order, rates, X_eval, y_eval = _curve_arguments(X, y, order, rates, X_eval, y_eval)
    W, B = np.zeros((len(order) + 1, X.shape[1])), np.zeros(len(order) + 1)
    for t, i in enumerate(order):
        W[t + 1], B[t + 1] = W[t], B[t]
        if y[i] * (X[i].dot(W[t]) + B[t]) <= 0:
            W[t + 1] += rates[t] * y[i] * X[i]
            B[t + 1] += rates[t] * y[i]
    answers = np.where(W[1:] @ X_eval.T + B[1:, None] > 0, 1, -1)
    return (answers == y_eval).mean(axis=1, dtype=np.float32)


# ------------------------------------------------------------------------------------------------- project_to_boundary


@alternative("project_to_boundary")
def project_normalised_first(X, w, b):
    X, w = np.asarray(X, dtype=float), np.asarray(w, dtype=float)
    length = math.sqrt(sum(w**2))
    if length == 0:
        raise ValueError("no direction")
    unit, offset = w / length, b / length
    distances = activation(X, unit, offset)
    return distances, X - distances[:, np.newaxis] * unit


@alternative("project_to_boundary")
def project_by_squares(X, w, b):
    X, w = np.asarray(X, dtype=float), np.asarray(w, dtype=float)
    if np.all(w == 0):
        raise ValueError("no direction")
    a = activation(X, w, b)
    return a / np.sqrt(w @ w), X - np.outer(a / (w @ w), w)


@alternative("project_to_boundary")
def project_matrix_float32(X, w, b):
    """The foot is the part of x perpendicular to w, moved to the boundary's own point -b w / |w|^2."""
    X, w = np.asarray(X, dtype=np.float32), np.asarray(w, dtype=np.float32)
    if not np.any(w):
        raise ValueError("no direction")
    if X.ndim != 2 or w.shape != (X.shape[1],):
        raise ValueError("shapes")
    square = w @ w
    perpendicular = np.eye(len(w), dtype=np.float32) - np.outer(w, w) / square
    return [(X @ w + np.float32(b)) / np.sqrt(square), X @ perpendicular - np.float32(b) * w / square]


# ------------------------------------------------------------------------------------------------------- mistake_bound


@alternative("mistake_bound")
def bound_augmented(X, y, w, b):
    X, y = _table(X, y)
    w = np.asarray(w, dtype=float)
    if w.shape != X.shape[1:] or np.linalg.norm(w) == 0:
        raise ValueError("w")
    Z, v = np.column_stack([X, np.ones(len(X))]), np.concatenate([w, [b]])
    values = y * (Z @ v)
    radius = max(np.linalg.norm(Z, axis=1))
    if np.any(values <= 0):
        return {"bound": math.inf, "radius": radius, "margin": -math.inf, "augmented_margin": -math.inf}
    gamma = np.min(values / np.linalg.norm(v))
    return {
        "bound": radius**2 / gamma**2,
        "radius": radius,
        "margin": np.min(values / np.linalg.norm(w)),
        "augmented_margin": gamma,
    }


@alternative("mistake_bound")
def bound_loop(X, y, w, b):
    X, y = _table(X, y)
    w2 = sum(float(v) ** 2 for v in w)
    if w2 == 0:
        raise ValueError("w")
    smallest, largest = float("inf"), 0.0
    for x, label, a in zip(X, y, activation(X, w, b), strict=True):
        smallest = min(smallest, label * a)
        largest = max(largest, sum(x * x) + 1)
    result = {"radius": largest**0.5}
    if smallest > 0:
        result["margin"] = smallest / w2**0.5
        result["augmented_margin"] = smallest / (w2 + b**2) ** 0.5
        result["bound"] = largest * (w2 + b**2) / smallest**2
    else:
        result["margin"] = result["augmented_margin"] = -float("inf")
        result["bound"] = float("inf")
    return result


# ----------------------------------------------------------------------------------------------------- VotedPerceptron


@alternative("VotedPerceptron")
class VotedInOneProduct(VotedPerceptron):
    """Keeps the zero start and drops it at the end; all signs in one matrix product."""

    def __init__(self, max_passes=10):
        if max_passes < 1:
            raise ValueError("max_passes")
        self.passes = max_passes
        self.counts_ = None

    def fit(self, X, y):
        X, y = _table(X, y)
        kept = [[np.zeros(X.shape[1]), 0.0, 0]]
        for i in list(range(len(X))) * self.passes:
            w, b, _ = kept[-1]
            if y[i] * (w @ X[i] + b) <= 0:
                kept.append([w + y[i] * X[i], b + y[i], 1])
            else:
                kept[-1][2] += 1
        kept = kept[1:]
        self.weights_ = np.vstack([w for w, _, _ in kept])
        self.biases_ = np.array([b for _, b, _ in kept])
        self.counts_ = np.array([c for _, _, c in kept])
        return self

    def predict(self, X):
        if self.counts_ is None:
            raise ValueError("not fitted")
        signs = np.asarray(X, dtype=float) @ self.weights_.T + self.biases_ > 0
        in_favour = signs @ self.counts_
        return np.where(2 * in_favour > self.counts_.sum(), 1, -1)


@alternative("VotedPerceptron")
class VotedWithLists:
    """Plain lists as attributes; stores a vector when it is replaced, and the last one at the end."""

    def __init__(self, max_passes=10):
        self.max_passes = max_passes

    def fit(self, X, y):
        if self.max_passes < 1:
            raise ValueError("max_passes")
        X, y = _table(X, y)
        self.weights_, self.biases_, self.counts_ = [], [], []
        w, b, survived = np.zeros(X.shape[1]), 0.0, 0
        for _ in range(self.max_passes):
            for n in range(len(X)):
                if y[n] * (np.sum(w * X[n]) + b) <= 0:
                    if survived:
                        self._store(w, b, survived)
                    w, b, survived = w + y[n] * X[n], b + y[n], 0
                survived += 1
        self._store(w, b, survived)
        return self

    def _store(self, w, b, survived):
        self.weights_.append(w.copy())
        self.biases_.append(float(b))
        self.counts_.append(survived)

    def predict(self, X):
        try:
            kept = list(zip(self.weights_, self.biases_, self.counts_, strict=True))
        except AttributeError:
            raise ValueError("call fit first") from None
        votes = np.zeros(len(X))
        for w, b, count in kept:
            votes += count * predict(X, w, b)
        return np.array([1 if v > 0 else -1 for v in votes], dtype=int)


# ------------------------------------------------------------------------------------------------------ train_averaged


@alternative("train_averaged")
def averaged_lazily(X, y, max_passes):
    X, y = _table(X, y)
    if max_passes < 1:
        raise ValueError("max_passes")
    w, b, u, beta, c = np.zeros(X.shape[1]), 0.0, np.zeros(X.shape[1]), 0.0, 0
    for _ in range(max_passes):
        for x, label in zip(X, y, strict=True):
            if label * (w @ x + b) <= 0:
                w, b = w + label * x, b + label
                u, beta = u + c * label * x, beta + c * label
            c += 1
    return w - u / c, b - beta / c


@alternative("train_averaged")
def averaged_through_votes(X, y, max_passes):
    model = VotedPerceptron(max_passes).fit(X, y)
    return (
        np.average(model.weights_, axis=0, weights=model.counts_),
        np.average(model.biases_, weights=model.counts_),
    )


@alternative("train_averaged")
def averaged_stack_float32(X, y, max_passes):
    X, y = _table(X, y)
    if max_passes < 1:
        raise ValueError("max_passes")
    held = [(np.zeros(X.shape[1], dtype=np.float32), np.float32(0))]
    for _ in range(max_passes):
        for x, label in zip(X.astype(np.float32), y.astype(np.float32), strict=True):
            w, b = held[-1]
            held.append((w + label * x, b + label) if label * (w @ x + b) <= 0 else (w, b))
    return [np.mean([w for w, _ in held[1:]], axis=0).tolist(), float(np.mean([b for _, b in held[1:]]))]


# ---------------------------------------------------------------------------------------------------- combine_features


@alternative("combine_features")
def combine_growing(X, degree=2, squares=False):
    """Each product of k + 1 columns is a product of k columns times a column that comes later (or is the same)."""
    X = np.array(X, dtype=float)
    if X.ndim != 2 or degree < 1:
        raise ValueError("X or degree")
    last = [(j, X[:, j]) for j in range(X.shape[1])]
    columns = [column for _, column in last]
    for _ in range(degree - 1):
        last = [(j, column * X[:, j]) for i, column in last for j in range(i if squares else i + 1, X.shape[1])]
        columns.extend(column for _, column in last)
    return np.array(columns).T.reshape(len(X), len(columns))


@alternative("combine_features")
def combine_by_filter(X, degree=2, squares=False):
    """All index tuples in lexicographic order; keep those that are sorted."""
    X = np.asarray(X, dtype=float)
    if X.ndim != 2:
        raise ValueError("X")
    if degree < 1:
        raise ValueError("degree")
    columns = []
    for size in range(1, degree + 1):
        for chosen in itertools.product(range(X.shape[1]), repeat=size):
            if all(i < j or (squares and i == j) for i, j in itertools.pairwise(chosen)):
                columns.append([math.prod(row[j] for j in chosen) for row in X])
    return np.array(columns, dtype=np.float32).reshape(len(columns), len(X)).T
