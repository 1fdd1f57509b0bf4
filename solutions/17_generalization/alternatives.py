"""Right answers written another way, from the docstrings alone; each must get full marks."""

import math
from itertools import groupby

import numpy as np

from autograder.authoring import alternative
from generalization import bayes_classifier, expected_loss, min_norm_solution

# ---------------------------------------------------------------- bayes_classifier


def check_table(joint):
    rows = [[float(p) for p in row] for row in joint]
    if any(p < 0 for row in rows for p in row) or abs(math.fsum(p for row in rows for p in row) - 1) > 1e-9:
        raise ValueError("not a joint table")
    return rows


@alternative("bayes_classifier")
def row_by_row(joint):
    labels, noise, error = [], [], 0.0
    for row in check_table(joint):
        best = 0
        for y in range(1, len(row)):
            if row[y] > row[best]:
                best = y
        labels.append(best)
        others = sum(row) - row[best]
        noise.append(others / sum(row) if sum(row) > 0 else 0.0)
        error += others
    return {"labels": labels, "noise": noise, "error": error}


@alternative("bayes_classifier")
def conditional_table_first(joint):
    joint = np.array(joint, dtype=float)
    if joint.min() < 0 or not np.isclose(joint.sum(), 1, rtol=0, atol=1e-9):
        raise ValueError
    marginal = joint.sum(axis=1, keepdims=True)
    conditional = np.divide(joint, marginal, out=np.zeros_like(joint), where=marginal > 0)
    noise = np.where(marginal[:, 0] > 0, 1 - conditional.max(axis=1), 0)
    return {
        "labels": np.argmax(conditional, axis=1),
        "noise": noise.astype(np.float32),
        "error": np.dot(marginal[:, 0], noise),
        "P(y|x)": conditional,
    }


# ---------------------------------------------------------------- expected_loss


def check_predictor(joint, predictor):
    joint, predictor = np.array(joint, dtype=float), np.array(predictor, dtype=float)
    check_table(joint)
    if joint.shape != predictor.shape or not np.allclose(predictor.sum(axis=1), 1, rtol=0, atol=1e-9):
        raise ValueError("not a predictor")
    return joint, predictor


@alternative("expected_loss")
def triple_loop(joint, predictor, loss=None):
    joint, predictor = check_predictor(joint, predictor)
    total = 0.0
    for x in range(joint.shape[0]):
        for truth in range(joint.shape[1]):
            for answer in range(joint.shape[1]):
                cost = int(truth != answer) if loss is None else loss[truth][answer]
                total += joint[x, truth] * predictor[x, answer] * cost
    return total


@alternative("expected_loss")
def by_einsum(joint, predictor, loss=None):
    joint, predictor = check_predictor(joint, predictor)
    if loss is None:
        return 1 - np.sum(joint * predictor)
    return np.einsum("xy,xa,ya->", joint, predictor, np.asarray(loss))


# ---------------------------------------------------------------- running_error


@alternative("running_error")
def running_mean(y, y_hat):
    if len(y) != len(y_hat) or len(y) < 1:
        raise ValueError("lengths")
    rates, rate = [], 0.0
    for i, (truth, guess) in enumerate(zip(y, y_hat, strict=True)):
        rate += (float(truth != guess) - rate) / (i + 1)
        rates.append(rate)
    return rates


@alternative("running_error")
def lower_triangle(y, y_hat):
    if len(y) == 0 or len(y) != len(y_hat):
        raise ValueError
    mistakes = np.where(np.array(y) == np.array(y_hat), 0.0, 1.0)
    n = len(mistakes)
    if n > 500:  # the matrix of all prefixes would be large
        return np.add.accumulate(mistakes) / (np.arange(n) + 1)
    return (np.tril(np.ones((n, n))) @ mistakes) / np.tril(np.ones((n, n))).sum(axis=1)


# ---------------------------------------------------------------- error_decomposition


@alternative("error_decomposition")
def counts_in_loops(joint, hypotheses, x, y):
    rows = check_table(joint)
    if len(hypotheses) < 1 or len(x) < 1 or len(x) != len(y):
        raise ValueError("nothing to learn from")
    chosen, fewest = None, len(x) + 1
    for i, h in enumerate(hypotheses):
        mistakes = sum(1 for a, b in zip(x, y, strict=True) if h[int(a)] != b)
        if mistakes < fewest:
            chosen, fewest = i, mistakes
    risks = []
    for h in hypotheses:
        risks.append(sum(p for k, row in enumerate(rows) for label, p in enumerate(row) if label != h[k]))
    bayes = sum(sum(row) - max(row) for row in rows)
    return {
        "chosen": chosen,
        "training_error": fewest / len(x),
        "true_error": risks[chosen],
        "bayes": bayes,
        "approximation": min(risks) - bayes,
        "estimation": risks[chosen] - min(risks),
    }


@alternative("error_decomposition")
def one_hot_rows(joint, hypotheses, x, y):
    """True errors as expected losses of one-hot predictors, the training error by a table of the sample."""
    joint, hypotheses = np.asarray(joint, dtype=float), np.asarray(hypotheses)
    bayes = bayes_classifier(joint)["error"]
    if len(hypotheses) == 0 or len(x) == 0 or len(x) != len(y):
        raise ValueError
    K, C = joint.shape
    seen = np.zeros((K, C), dtype=int)
    np.add.at(seen, (np.asarray(x, dtype=int), np.asarray(y, dtype=int)), 1)
    hits = np.array([seen[np.arange(K), h].sum() for h in hypotheses])
    risks = np.array([expected_loss(joint, np.eye(C)[h]) for h in hypotheses])
    chosen = np.argmax(hits)
    return {
        "chosen": chosen,
        "training_error": 1 - hits[chosen] / len(x),
        "true_error": risks[chosen],
        "bayes": bayes,
        "approximation": risks.min() - bayes,
        "estimation": risks[chosen] - risks.min(),
    }


# ---------------------------------------------------------------- bias_variance


def check_predictions(predictions, truth, noise_variance):
    if noise_variance < 0 or np.ndim(predictions) != 2 or np.ndim(truth) != 1:
        raise ValueError
    if len(predictions) == 0 or len(predictions[0]) != len(truth):
        raise ValueError


@alternative("bias_variance")
def mean_of_squares(predictions, truth, noise_variance=0.0):
    check_predictions(predictions, truth, noise_variance)
    p, t = np.array(predictions, dtype=float), np.array(truth, dtype=float)
    bias2 = np.mean((p.mean(0) - t) ** 2)
    variance = np.mean((p**2).mean(0) - p.mean(0) ** 2)
    mse = np.mean((p - t) ** 2) + noise_variance
    return {"bias2": bias2, "variance": variance, "noise": noise_variance, "mse": mse}


@alternative("bias_variance")
def input_by_input(predictions, truth, noise_variance=0.0):
    check_predictions(predictions, truth, noise_variance)
    bias2 = variance = 0.0
    m, R = len(truth), len(predictions)
    for j in range(m):
        column = [float(row[j]) for row in predictions]
        average = sum(column) / R
        bias2 += (average - float(truth[j])) ** 2 / m
        variance += sum((value - average) ** 2 for value in column) / R / m
    return {"bias2": bias2, "variance": variance, "noise": noise_variance, "mse": bias2 + variance + noise_variance}


# ---------------------------------------------------------------- polynomial_bias_variance


def from_weights(S, f_x, f_test, sigma):
    average = S @ np.asarray(f_x, dtype=float)
    bias2 = (average - np.asarray(f_test, dtype=float)) ** 2
    variance = np.sum(S * S, axis=1) * sigma**2
    return {"average": average, "bias2": bias2, "variance": variance, "mse": bias2 + variance + sigma**2}


def check_degree(x, degree):
    if degree < 0 or degree > len(x) - 1:
        raise ValueError("degree")
    return np.asarray(x, dtype=float)


@alternative("polynomial_bias_variance")
def powers_and_pinv(x, f_x, x_test, f_test, degree, sigma):
    x = check_degree(x, degree)
    phi, phi_test = (np.vander(np.asarray(t, dtype=float), degree + 1, increasing=True) for t in (x, x_test))
    return from_weights(phi_test @ np.linalg.pinv(phi), f_x, f_test, sigma)


@alternative("polynomial_bias_variance")
def normal_equations_of_powers(x, f_x, x_test, f_test, degree, sigma):
    x, x_test = check_degree(x, degree), np.asarray(x_test, dtype=float)
    phi, phi_test = (np.array([t**k for k in range(degree + 1)]).T for t in (x, x_test))
    return from_weights(phi_test @ np.linalg.solve(phi.T @ phi, phi.T), f_x, f_test, sigma)


@alternative("polynomial_bias_variance")
def one_unit_vector_at_a_time(x, f_x, x_test, f_test, degree, sigma):
    """Each column of S is the prediction for targets that are 0 but for one of them."""
    x, x_test = check_degree(x, degree), np.asarray(x_test, dtype=float)
    phi, phi_test = x[:, None] ** np.arange(degree + 1), x_test[:, None] ** np.arange(degree + 1)
    columns = [phi_test @ min_norm_solution(phi, unit) for unit in np.eye(len(x))]
    return from_weights(np.stack(columns, axis=1), f_x, f_test, sigma)


@alternative("polynomial_bias_variance")
def orthogonal_polynomials_by_loops(x, f_x, x_test, f_test, degree, sigma):
    """Polynomials that are orthogonal on the training inputs, one from the last: plain Python numbers throughout."""
    check_degree(x, degree)
    x, x_test = [float(value) for value in x], [float(value) for value in x_test]
    basis, basis_test = [[1.0] * len(x)], [[1.0] * len(x_test)]
    while len(basis) <= degree:
        new = [t * value for t, value in zip(x, basis[-1], strict=True)]
        new_test = [t * value for t, value in zip(x_test, basis_test[-1], strict=True)]
        for old, old_test in zip(basis, basis_test, strict=True):
            share = sum(a * b for a, b in zip(new, old, strict=True)) / sum(b * b for b in old)
            new = [a - share * b for a, b in zip(new, old, strict=True)]
            new_test = [a - share * b for a, b in zip(new_test, old_test, strict=True)]
        basis.append(new)
        basis_test.append(new_test)
    answer = {"average": [], "bias2": [], "variance": [], "mse": []}
    for i, truth in enumerate(f_test):
        weights = [
            sum(test[i] * train[j] / sum(b * b for b in train) for train, test in zip(basis, basis_test, strict=True))
            for j in range(len(x))
        ]
        average = sum(weight * float(value) for weight, value in zip(weights, f_x, strict=True))
        bias2, variance = (average - float(truth)) ** 2, sigma**2 * sum(weight**2 for weight in weights)
        for key, value in zip(answer, (average, bias2, variance, sigma**2 + bias2 + variance), strict=True):
            answer[key].append(value)
    return answer


# ---------------------------------------------------------------- min_norm_solution


@alternative("min_norm_solution")
def pinv_or_solve(X, y, lam=0.0):
    if lam < 0:
        raise ValueError("lam")
    X = np.array(X, dtype=float)
    if lam == 0:
        return np.linalg.pinv(X) @ y
    return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)


@alternative("min_norm_solution")
def lstsq_on_more_rows(X, y, lam=0.0):
    """Ridge is least squares with d more rows: sqrt(lam) times the identity, with targets 0."""
    if lam < 0:
        raise ValueError
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    d = X.shape[1]
    if lam > 0:
        X, y = np.vstack([X, np.sqrt(lam) * np.eye(d)]), np.concatenate([y, np.zeros(d)])
    return np.linalg.lstsq(X, y, rcond=None)[0]


@alternative("min_norm_solution")
def basis_of_the_rows(X, y, lam=0.0):
    """Plain Python: an orthonormal basis of the rows, and in it equations that have one solution."""
    if lam < 0:
        raise ValueError("a penalty is not negative")
    rows = [[float(value) for value in row] for row in X]
    size = max(math.sqrt(sum(value**2 for value in row)) for row in rows)
    basis = []
    for row in rows:
        rest = row
        for _ in range(2):  # once more, because the first pass leaves rounding
            for b in basis:
                share = sum(u * v for u, v in zip(rest, b, strict=True))
                rest = [u - share * v for u, v in zip(rest, b, strict=True)]
        norm = math.sqrt(sum(value**2 for value in rest))
        if norm > 1e-10 * size:
            basis.append([value / norm for value in rest])
    if not basis:
        return [0.0] * len(rows[0])
    Z = np.array([[sum(u * v for u, v in zip(row, b, strict=True)) for b in basis] for row in rows])
    unit = Z / size  # entries of about 1 keep the elimination accurate
    coefficients = np.linalg.solve(unit.T @ unit + lam / size**2 * np.eye(len(basis)), unit.T @ y) / size
    return [sum(c * b[j] for c, b in zip(coefficients, basis, strict=True)) for j in range(len(rows[0]))]


# ---------------------------------------------------------------- gradient_descent


@alternative("gradient_descent")
def eigenvectors(X, y, theta0, step, n_steps):
    """In the eigenvectors of X^T X every coordinate shrinks by a factor of its own."""
    X, y, theta0 = np.array(X, float), np.array(y, float), np.array(theta0, float)
    values, vectors = np.linalg.eigh(X.T @ X / len(y))
    limit = theta0 + np.linalg.pinv(X) @ (y - X @ theta0)
    shrink = (1 - 2 * step * values) ** n_steps
    return limit + vectors @ (shrink * (vectors.T @ (theta0 - limit))), limit


@alternative("gradient_descent")
def coordinates_in_loops(X, y, theta0, step, n_steps):
    n, d = len(X), len(X[0])
    theta = [float(value) for value in theta0]
    for _ in range(n_steps):
        residual = [float(y[i]) - sum(float(X[i][j]) * theta[j] for j in range(d)) for i in range(n)]
        gradient = [-2 / n * sum(float(X[i][j]) * residual[i] for i in range(n)) for j in range(d)]
        theta = [theta[j] - step * gradient[j] for j in range(d)]
    start = np.array(theta0, dtype=float)
    rest = np.asarray(y, dtype=float) - np.asarray(X, dtype=float) @ start
    return theta, start + min_norm_solution(X, rest)


@alternative("gradient_descent")
def projector(X, y, theta0, step, n_steps):
    """The limit is the shortest solution, and beside it what X does not see of the start."""
    X, start = np.asarray(X, dtype=float), np.asarray(theta0, dtype=float)
    theta = start
    for _ in range(n_steps):
        theta = theta - step * 2 * (X.T @ (X @ theta) - X.T @ np.asarray(y)) / X.shape[0]
    unseen = np.eye(X.shape[1]) - np.linalg.pinv(X) @ X
    return [theta, min_norm_solution(X, y) + unseen @ start]


# ---------------------------------------------------------------- double_descent_curve


def check_sizes(X, n_samples, n_features, lam):
    if len(n_samples) != len(n_features) or lam < 0:
        raise ValueError
    if any(n < 1 or n > len(X) for n in n_samples) or any(d < 1 or d > len(X[0]) for d in n_features):
        raise ValueError


@alternative("double_descent_curve")
def lists_and_lstsq(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    check_sizes(X, n_samples, n_features, lam)
    curve = {"train": [], "test": [], "norm": []}
    for n, d in zip(n_samples, n_features, strict=True):
        A, b = np.array(X, dtype=float)[:n, :d], np.array(y, dtype=float)[:n]
        if lam > 0:
            theta = np.linalg.lstsq(np.vstack([A, lam**0.5 * np.eye(d)]), np.append(b, [0] * d), rcond=None)[0]
        else:
            theta = np.linalg.lstsq(A, b, rcond=None)[0]
        B = np.array([row[:d] for row in X_test], dtype=float)
        curve["train"].append(float(sum((b - A @ theta) ** 2)) / n)
        curve["test"].append(float(sum((np.array(y_test) - B @ theta) ** 2)) / len(B))
        curve["norm"].append(math.sqrt(sum(theta**2)))
    return curve


@alternative("double_descent_curve")
def padded_with_zeros(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    """All coefficients as columns of one table, with 0 for columns that are left out; errors of all at once."""
    check_sizes(X, n_samples, n_features, lam)
    X, X_test, k = np.asarray(X), np.asarray(X_test), len(n_samples)
    thetas = np.zeros((X.shape[1], k))
    for i in range(k):
        n, d = n_samples[i], n_features[i]
        thetas[:d, i] = min_norm_solution(X[:n, :d], np.asarray(y)[:n], lam)
    used = np.arange(len(X))[:, None] < np.asarray(n_samples, dtype=int)
    squares = (np.asarray(y)[:, None] - X @ thetas) ** 2 * used
    train = squares.sum(axis=0) / np.asarray(n_samples, dtype=float)
    test = ((np.asarray(y_test)[:, None] - X_test @ thetas) ** 2).mean(axis=0)
    return {"train": train, "test": test, "norm": np.sqrt((thetas**2).sum(axis=0))}


# ---------------------------------------------------------------- curve_shape


@alternative("curve_shape")
def signs_and_groups(train_errors, validation_errors, tol=1e-9):
    if len(train_errors) != len(validation_errors) or len(train_errors) == 0:
        raise ValueError
    train, validation = np.array(train_errors, dtype=float), np.array(validation_errors, dtype=float)
    steps = np.diff(validation)
    directions = [int(sign) for sign, _ in groupby(np.sign(steps[np.abs(steps) > tol]))]
    after_a_rise = directions[directions.index(1) :] if 1 in directions else []
    return {
        "interpolation_point": next((i for i, error in enumerate(train) if error <= tol), None),
        "best": np.flatnonzero(validation == validation.min())[0],
        "gap": validation - train,
        "directions": directions,
        "double_descent": np.bool_(-1 in after_a_rise),
    }


@alternative("curve_shape")
def one_walk(train_errors, validation_errors, tol=1e-9):
    train, validation = [float(e) for e in train_errors], [float(e) for e in validation_errors]
    if not train or len(train) != len(validation):
        raise ValueError("curves")
    point, best, directions = None, 0, np.array([], dtype=int)
    for i in range(len(train)):
        if point is None and train[i] <= tol:
            point = np.int64(i)
        if validation[i] < validation[best]:
            best = i
        if i and abs(validation[i] - validation[i - 1]) > tol:
            sign = 1 if validation[i] > validation[i - 1] else -1
            if not len(directions) or directions[-1] != sign:
                directions = np.append(directions, sign)
    return {
        "interpolation_point": point,
        "best": best,
        "gap": [v - t for t, v in zip(train, validation, strict=True)],
        "directions": directions,
        "double_descent": bool("+-" in "".join("+" if sign == 1 else "-" for sign in directions)),
    }
