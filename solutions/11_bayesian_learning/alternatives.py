"""Right answers written another way, from the docstrings alone; each must get full marks."""

import math

import numpy as np

from autograder.authoring import alternative
from bayesian_learning import (
    choose_hypothesis,
    discrete_posterior,
    linear_posterior,
    linear_predictive,
    sequential_posteriors,
)


def _demand(condition, message="bad input"):
    if not condition:
        raise ValueError(message)


def _log_of(p):
    return math.log(p) if p > 0 else -math.inf


def _is_distribution(row):
    return all(p >= 0 for p in row) and abs(math.fsum(row) - 1) <= 1e-8


# ---------------------------------------------------------------- discrete_posterior


@alternative("discrete_posterior")
def by_logaddexp(prior, log_likelihood):
    """Stays in logarithms to the end."""
    p, log_l = np.array(prior, dtype=float), np.array(log_likelihood, dtype=float)
    _demand(p.ndim == 1 and p.shape == log_l.shape)
    _demand((p >= 0).all() and np.isclose(p.sum(), 1, rtol=0, atol=1e-8))
    with np.errstate(divide="ignore"):
        log_joint = np.log(p) + log_l
    total = np.logaddexp.reduce(log_joint)
    _demand(total > -np.inf)
    return np.exp(log_joint - total), total


@alternative("discrete_posterior")
def posterior_in_plain_python(prior, log_likelihood):
    """Only the hypotheses that are possible take part; the answers are plain lists and numbers."""
    _demand(np.ndim(prior) == 1 and np.ndim(log_likelihood) == 1 and len(prior) == len(log_likelihood))
    _demand(_is_distribution(prior))
    possible = [h for h in range(len(prior)) if prior[h] > 0 and log_likelihood[h] != -math.inf]
    _demand(possible)
    top = max(log_likelihood[h] for h in possible)
    weights = [0.0] * len(prior)
    for h in possible:
        weights[h] = prior[h] * math.exp(log_likelihood[h] - top)
    total = sum(weights)
    return [w / total for w in weights], top + math.log(total)


@alternative("discrete_posterior")
def posterior_by_odds(prior, log_likelihood):
    """P(h | data) is 1 over the sum of the odds of all hypotheses against h; single precision at the very end."""
    prior, log_likelihood = np.asarray(prior, dtype=np.float64), np.asarray(log_likelihood, dtype=np.float64)
    _demand(prior.ndim == 1 and prior.shape == log_likelihood.shape)
    _demand(prior.min() >= 0 and abs(1 - prior.sum()) < 1e-8)
    here = (prior > 0) & np.isfinite(log_likelihood)
    _demand(here.any())
    score = np.log(prior[here]) + log_likelihood[here]
    with np.errstate(over="ignore"):
        odds_against = np.exp(score[np.newaxis, :] - score[:, np.newaxis]).sum(axis=1)
    posterior = np.zeros(len(prior))
    posterior[here] = 1 / odds_against
    best = score.argmax()
    return posterior.astype(np.float32), score[best] + math.log(odds_against[best])


# ---------------------------------------------------------------- sequential_posteriors


@alternative("sequential_posteriors")
def step_by_step(prior, table, observations):
    """Multiply, normalise, append: plain Python."""
    _demand(_is_distribution(prior) and len(table) == len(prior))
    _demand(all(_is_distribution(row) for row in table))
    rows = [[float(p) for p in prior]]
    for v in observations:
        _demand(0 <= v < len(table[0]))
        joint = [p * row[v] for p, row in zip(rows[-1], table, strict=True)]
        total = sum(joint)
        _demand(total > 0)
        rows.append([p / total for p in joint])
    return rows


@alternative("sequential_posteriors")
def prefix_by_prefix(prior, table, observations):
    """Every prefix from scratch, by counts of the outcomes and discrete_posterior."""
    table = np.array(table, dtype=float)
    H, V = len(np.asarray(prior)), table.shape[1]
    _demand(len(table) == H and table.min() >= 0 and np.allclose(table.sum(axis=1), 1, rtol=0, atol=1e-8))
    with np.errstate(divide="ignore"):
        log_table = np.log(table)
    counts, rows = np.zeros(V, dtype=int), [discrete_posterior(prior, np.zeros(H))[0]]
    for v in observations:
        _demand(v in range(V))
        counts[v] += 1
        came = counts > 0  # 0 * log 0 must not come up
        rows.append(discrete_posterior(prior, log_table[:, came] @ counts[came])[0])
    return np.array(rows)


@alternative("sequential_posteriors")
def filled_in_place(prior, table, observations):
    """The answer is allocated first and filled row by row."""
    prior, table = np.asarray(prior, dtype=float), np.asarray(table, dtype=float)
    _demand(prior.ndim == 1 and prior.min() >= 0 and abs(prior.sum() - 1) < 1e-8)
    _demand(table.shape[0] == prior.size and table.min() >= 0 and np.abs(table.sum(axis=1) - 1).max() < 1e-8)
    rows = np.empty((len(observations) + 1, prior.size))
    rows[0] = prior
    for t, v in enumerate(observations, start=1):
        if v < 0 or v > table.shape[1] - 1:
            raise ValueError("no such outcome")
        np.multiply(rows[t - 1], table[:, v], out=rows[t])
        evidence = rows[t].sum()
        if evidence == 0:
            raise ValueError("impossible")
        rows[t] /= evidence
    return rows


# ---------------------------------------------------------------- choose_hypothesis


@alternative("choose_hypothesis")
def best_so_far(log_likelihood, prior=None):
    _demand(np.ndim(log_likelihood) == 1)
    weights = [1] * len(log_likelihood) if prior is None else prior
    _demand(np.shape(weights) == np.shape(log_likelihood))
    winner, best = None, -math.inf
    for h, (log_l, weight) in enumerate(zip(log_likelihood, weights, strict=True)):
        _demand(weight >= 0 and not math.isnan(log_l))  # nan >= 0 is False
        score = log_l + _log_of(weight)
        if score > best:
            winner, best = h, score
    _demand(winner is not None)
    return winner


@alternative("choose_hypothesis")
def by_discrete_posterior(log_likelihood, prior=None):
    log_likelihood = np.asarray(log_likelihood, dtype=float)
    weights = np.ones(log_likelihood.shape) if prior is None else np.asarray(prior, dtype=float)
    if np.isnan(log_likelihood).any() or np.isnan(weights).any() or weights.sum() == 0:
        raise ValueError("nan, or no prior at all")
    posterior, _ = discrete_posterior(weights / weights.sum(), log_likelihood)
    return np.argmax(posterior)


@alternative("choose_hypothesis")
def by_a_stable_sort(log_likelihood, prior=None):
    """Python's sort is stable: the first of the best stays first."""
    _demand(np.ndim(log_likelihood) == 1 and not np.isnan(log_likelihood).any())
    score = np.array(log_likelihood, dtype=float)
    if prior is not None:
        prior = np.array(prior, dtype=float)
        _demand(prior.shape == score.shape and bool((prior >= 0).all()))
        score[prior == 0] = -np.inf
        score[prior > 0] += np.log(prior[prior > 0])
    order = sorted(range(len(score)), key=lambda h: -score[h])
    _demand(score[order[0]] > -np.inf)
    return order[0]


# ---------------------------------------------------------------- prediction_curves


@alternative("prediction_curves")
def three_loops(prior, table, observations, outcome):
    """All three from running products, normalised by the largest; plain Python, from nothing else."""
    _demand(_is_distribution(prior) and len(table) == len(prior) and all(_is_distribution(row) for row in table))
    _demand(0 <= outcome < len(table[0]) and all(0 <= v < len(table[0]) for v in observations))
    posterior, log_likelihood = [float(p) for p in prior], [0.0] * len(prior)
    curves = {"bayes": [], "map": [], "ml": []}
    for v in [None, *observations]:
        if v is not None:
            posterior = [p * row[v] for p, row in zip(posterior, table, strict=True)]
            _demand(sum(posterior) > 0)
            posterior = [p / sum(posterior) for p in posterior]
            log_likelihood = [s + _log_of(row[v]) for s, row in zip(log_likelihood, table, strict=True)]
        told = [row[outcome] for row in table]
        curves["bayes"].append(sum(p * q for p, q in zip(posterior, told, strict=True)))
        curves["map"].append(told[posterior.index(max(posterior))])
        curves["ml"].append(told[log_likelihood.index(max(log_likelihood))])
    return curves


@alternative("prediction_curves")
def from_the_posteriors(prior, table, observations, outcome):
    """Everything from sequential_posteriors: ML by choose_hypothesis on the running sums of logs."""
    told = np.asarray(table, dtype=float)
    posteriors = np.asarray(sequential_posteriors(prior, table, observations))
    if outcome not in range(told.shape[1]):
        raise ValueError("no such outcome")
    with np.errstate(divide="ignore"):
        log_table = np.log(told)
    seen, ml = np.zeros(len(told)), [told[choose_hypothesis(np.zeros(len(told))), outcome]]
    for v in observations:
        seen = seen + log_table[:, v]
        ml.append(told[choose_hypothesis(seen), outcome])
    best = np.argmax(posteriors, axis=1)
    return {"bayes": (posteriors @ told)[:, outcome], "map": told[best, outcome], "ml": np.array(ml)}


@alternative("prediction_curves")
def by_counts(prior, table, observations, outcome):
    """Draws enter through counts only, and discrete_posterior does the rest, under both priors."""
    table = np.asarray(table, dtype=float)
    H, V = table.shape
    _demand(len(prior) == H and (table >= 0).all() and (abs(table.sum(axis=1) - 1) < 1e-8).all())
    _demand(0 <= outcome < V and all(0 <= v < V for v in observations))
    answers = {"bayes": [], "map": [], "ml": []}
    for t in range(len(observations) + 1):
        counts = np.bincount(np.asarray(observations[:t], dtype=int), minlength=V)
        log_likelihood = np.array([sum(n * _log_of(p) for n, p in zip(counts, row, strict=True) if n) for row in table])
        posterior, _ = discrete_posterior(prior, log_likelihood)
        posterior = np.asarray(posterior)
        answers["bayes"].append(np.average(table[:, outcome], weights=posterior))
        answers["map"].append(table[np.argmax(posterior), outcome])
        answers["ml"].append(table[np.argmax(log_likelihood), outcome])
    return answers


# ---------------------------------------------------------------- dirichlet_posterior


@alternative("dirichlet_posterior")
def by_lgamma(pseudo_counts, counts):
    a, n = np.array(pseudo_counts, dtype=float), np.array(counts)
    _demand(a.ndim == 1 and a.shape == n.shape and bool((a > 0).all()) and bool((n >= 0).all()))
    lgamma = np.vectorize(math.lgamma, otypes=[float])
    b = a + n
    A, B, K = a.sum(), b.sum(), len(a)
    mode = (b - 1) / (B - K) if np.all(b >= 1) and B > K else [math.nan] * K
    log_evidence = lgamma(b).sum() - lgamma(B) - lgamma(a).sum() + lgamma(A)
    return {"pseudo_counts": b, "mean": b / B, "mode": mode, "log_evidence": log_evidence}


@alternative("dirichlet_posterior")
def one_outcome_at_a_time(pseudo_counts, counts):
    """The evidence as the product of the predictions on the way; plain Python."""
    _demand(np.ndim(pseudo_counts) == 1 and np.shape(pseudo_counts) == np.shape(counts))
    _demand(min(pseudo_counts) > 0 and min(counts) >= 0)
    b, log_evidence = [float(value) for value in pseudo_counts], 0.0
    total = sum(b)
    for k in range(len(b)):
        for _ in range(int(counts[k])):
            log_evidence += math.log(b[k]) - math.log(total)
            b[k] += 1
            total += 1
    K = len(b)
    mode = [float("nan")] * K
    if min(b) >= 1 and total > K:
        mode = [(value - 1) / (total - K) for value in b]
    mean = [value / total for value in b]
    return {"pseudo_counts": b, "mean": mean, "mode": mode, "log_evidence": log_evidence}


@alternative("dirichlet_posterior")
def rising_factorials(pseudo_counts, counts):
    """One array of all factors above and one of all below, in turns so that nothing gets large; an extra key."""
    a, n = np.asarray(pseudo_counts, dtype=float), np.asarray(counts, dtype=int)
    if a.ndim != 1 or a.shape != n.shape or not (a > 0).all() or (n < 0).any():
        raise ValueError("pseudo counts and counts")
    above = np.concatenate([a_k + np.arange(n_k) for a_k, n_k in zip(a, n, strict=True)])
    below = a.sum() + np.arange(n.sum())
    b = a + n
    with np.errstate(all="ignore"):
        mode = np.where((b < 1).any() or b.sum() <= b.size, np.nan, (b - 1) / (b.sum() - b.size))
    answer = {"pseudo_counts": b, "mean": b / b.sum(), "mode": mode, "total": b.sum()}
    return answer | {"log_evidence": np.log(above / below).sum()}


# ---------------------------------------------------------------- linear_posterior


def _linear_input(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y = np.array(Phi, dtype=float), np.array(y, dtype=float)
    m0, S0 = np.array(prior_mean, dtype=float), np.array(prior_covariance, dtype=float)
    M = Phi.shape[1]
    _demand(noise_variance > 0, "noise")
    _demand(y.shape == (len(Phi),) and m0.shape == (M,) and S0.shape == (M, M), "shapes")
    _demand(np.allclose(S0, S0.T, rtol=0, atol=1e-8 * np.abs(S0).max()), "not symmetric")
    _demand((np.linalg.eigvalsh(S0) > 0).all(), "not positive definite")
    return Phi, y, m0, S0


@alternative("linear_posterior")
def by_precisions(Phi, y, noise_variance, prior_mean, prior_covariance):
    """The formula of the docstring, letter by letter."""
    Phi, y, m0, S0 = _linear_input(Phi, y, noise_variance, prior_mean, prior_covariance)
    P0 = np.linalg.inv(S0)
    S = np.linalg.inv(P0 + Phi.T @ Phi / noise_variance)
    return S @ (P0 @ m0 + Phi.T @ y / noise_variance), S


@alternative("linear_posterior")
def by_gain(Phi, y, noise_variance, prior_mean, prior_covariance):
    """The filter's form: an n by n system, and nothing of the prior is inverted."""
    Phi, y, m0, S0 = _linear_input(Phi, y, noise_variance, prior_mean, prior_covariance)
    C = Phi @ S0 @ Phi.T + noise_variance * np.eye(len(y))
    gain = np.linalg.solve(C, Phi @ S0).T
    return m0 + gain @ (y - Phi @ m0), S0 - gain @ Phi @ S0


@alternative("linear_posterior")
def row_by_row(Phi, y, noise_variance, prior_mean, prior_covariance):
    """One example after the other, with plain Python loops; lists as answers."""
    Phi, y, m0, S0 = _linear_input(Phi, y, noise_variance, prior_mean, prior_covariance)
    m, S, M = m0.tolist(), S0.tolist(), len(m0)
    for phi, target in zip(Phi.tolist(), y.tolist(), strict=True):
        S_phi = [sum(S[j][k] * phi[k] for k in range(M)) for j in range(M)]
        variance = noise_variance + sum(phi[j] * S_phi[j] for j in range(M))
        surprise = target - sum(phi[j] * m[j] for j in range(M))
        m = [m[j] + S_phi[j] * surprise / variance for j in range(M)]
        S = [[S[j][k] - S_phi[j] * S_phi[k] / variance for k in range(M)] for j in range(M)]
    return m, S


@alternative("linear_posterior")
def by_eigenvectors(Phi, y, noise_variance, prior_mean, prior_covariance):
    """In the prior's own units, w = m0 + S0^(1/2) u with u ~ N(0, I), and there along the singular vectors."""
    Phi, y, m0, S0 = _linear_input(Phi, y, noise_variance, prior_mean, prior_covariance)
    values, vectors = np.linalg.eigh(S0)
    root = vectors * np.sqrt(values)
    _, s, Vt = np.linalg.svd(Phi @ root, full_matrices=True) if len(y) else (None, np.zeros(0), np.eye(len(m0)))
    precision = np.ones(len(m0))
    precision[: len(s)] += s**2 / noise_variance
    S = root @ Vt.T @ np.diag(1 / precision) @ Vt @ root.T
    return m0 + S @ (Phi.T @ (y - Phi @ m0)) / noise_variance, S


# ---------------------------------------------------------------- linear_predictive


def _predictive_input(Phi_new, mean, covariance, noise_variance):
    Phi, m, S = (np.array(a, dtype=float) for a in (Phi_new, mean, covariance))
    _demand(noise_variance >= 0 and m.shape == Phi.shape[1:] and S.shape == m.shape * 2)
    return Phi, m, S


@alternative("linear_predictive")
def by_einsum(Phi_new, mean, covariance, noise_variance):
    Phi, m, S = _predictive_input(Phi_new, mean, covariance, noise_variance)
    variances = np.einsum("ij,jk,ik->i", Phi, S, Phi) + noise_variance
    return Phi.dot(m).astype(np.float32), variances.astype(np.float32)


@alternative("linear_predictive")
def diagonal_of_all(Phi_new, mean, covariance, noise_variance):
    Phi, m, S = _predictive_input(Phi_new, mean, covariance, noise_variance)
    return Phi @ m, np.diag(Phi @ S @ Phi.T + noise_variance * np.eye(len(Phi)))


@alternative("linear_predictive")
def loop_over_rows(Phi_new, mean, covariance, noise_variance):
    """Plain Python."""
    Phi, m, S = (a.tolist() for a in _predictive_input(Phi_new, mean, covariance, noise_variance))
    means, variances = [], []
    for phi in Phi:
        means.append(sum(a * b for a, b in zip(phi, m, strict=True)))
        doubt = 0.0
        for j, a in enumerate(phi):
            for k, b in enumerate(phi):
                doubt += a * S[j][k] * b
        variances.append(noise_variance + doubt)
    return [means, variances]


# ---------------------------------------------------------------- linear_log_evidence


@alternative("linear_log_evidence")
def density_of_all(Phi, y, noise_variance, prior_mean, prior_covariance):
    """The n by n covariance, as the docstring has it."""
    Phi, y, m0, S0 = _linear_input(Phi, y, noise_variance, prior_mean, prior_covariance)
    n, r = len(y), y - Phi @ m0
    C = noise_variance * np.identity(n) + Phi @ S0 @ Phi.T
    return -0.5 * (n * np.log(2 * np.pi) + np.linalg.slogdet(C)[1] + r @ np.linalg.inv(C) @ r)


@alternative("linear_log_evidence")
def chain_of_predictions(Phi, y, noise_variance, prior_mean, prior_covariance):
    """Predict each y, then learn it, by the two exercises before this one."""
    Phi, y, m, S = _linear_input(Phi, y, noise_variance, prior_mean, prior_covariance)
    total = 0.0
    for t in range(len(y)):
        mean, variance = linear_predictive(Phi[t : t + 1], m, S, noise_variance)
        total -= 0.5 * (math.log(2 * math.pi * variance[0]) + (y[t] - mean[0]) ** 2 / variance[0])
        m, S = linear_posterior(Phi[t : t + 1], y[t : t + 1], noise_variance, m, S)
    return total


@alternative("linear_log_evidence")
def elimination_by_hand(Phi, y, noise_variance, prior_mean, prior_covariance):
    """C = L D L^T by plain Python loops: the determinant and the quadratic form fall out on the way."""
    Phi, y, m0, S0 = _linear_input(Phi, y, noise_variance, prior_mean, prior_covariance)
    n = len(y)
    C = (Phi @ S0 @ Phi.T + noise_variance * np.eye(n)).tolist()
    r = (y - Phi @ m0).tolist()
    total = -n / 2 * math.log(2 * math.pi)
    for k in range(n):
        total -= (math.log(C[k][k]) + r[k] ** 2 / C[k][k]) / 2
        for i in range(k + 1, n):
            factor = C[i][k] / C[k][k]
            r[i] -= factor * r[k]
            row, pivot = C[i], C[k]
            for j in range(k + 1, n):
                row[j] -= factor * pivot[j]
    return total


@alternative("linear_log_evidence")
def determinant_lemma(Phi, y, noise_variance, prior_mean, prior_covariance):
    """det C and C^-1 r through M by M matrices (matrix determinant lemma, Woodbury)."""
    Phi, y, m0, S0 = _linear_input(Phi, y, noise_variance, prior_mean, prior_covariance)
    n, r = len(y), y - Phi @ m0
    precision = np.linalg.inv(S0) + Phi.T @ Phi / noise_variance
    log_det = np.log(np.linalg.eigvalsh(precision)).sum() + np.linalg.slogdet(S0)[1] + n * math.log(noise_variance)
    b = Phi.T @ r / noise_variance
    quadratic = r @ r / noise_variance - b @ np.linalg.solve(precision, b)
    return np.array(-(n * math.log(2 * math.pi) + log_det + quadratic) / 2)


# ---------------------------------------------------------------- logistic_grid_posterior


def _grid_input(x, y, grid, prior_variance, x_new):
    x, y, grid, x_new = (np.array(a, dtype=float) for a in (x, y, grid, x_new))
    _demand(x.shape == y.shape and bool(((y == 0) | (y == 1)).all()))
    _demand(prior_variance > 0 and len(grid) >= 2 and bool((grid[1:] > grid[:-1]).all()))
    return x, y, grid, x_new


@alternative("logistic_grid_posterior")
def products_and_trapezoids(x, y, grid, prior_variance, x_new):
    """No logarithms: at most 100 factors do not underflow; weights of the trapezoid rule made once."""
    x, y, grid, x_new = _grid_input(x, y, grid, prior_variance, x_new)
    with np.errstate(over="ignore"):
        f = np.exp(-(grid**2) / (2 * prior_variance)) / np.sqrt(2 * np.pi * prior_variance)
        for x_i, y_i in zip(x, y, strict=True):
            f = f / (1 + np.exp(-grid * x_i if y_i == 1 else grid * x_i))
        weights = np.zeros(len(grid))
        weights[1:] += np.diff(grid) / 2
        weights[:-1] += np.diff(grid) / 2
        evidence = f @ weights
        curves = 1 / (1 + np.exp(-np.multiply.outer(x_new, grid)))
    return f / evidence, evidence, curves @ (weights * f) / evidence


def _plain_sigmoid(z):
    if z >= 0:
        return 1 / (1 + math.exp(-z))
    return math.exp(z) / (1 + math.exp(z))


def _plain_integral(values, grid):
    return sum((grid[j + 1] - grid[j]) * (values[j] + values[j + 1]) / 2 for j in range(len(grid) - 1))


@alternative("logistic_grid_posterior")
def theta_by_theta(x, y, grid, prior_variance, x_new):
    """Plain Python loops, lists as answers."""
    x, y, grid, x_new = (a.tolist() for a in _grid_input(x, y, grid, prior_variance, x_new))
    f = []
    for theta in grid:
        value = math.exp(-theta * theta / (2 * prior_variance)) / math.sqrt(2 * math.pi * prior_variance)
        for x_i, y_i in zip(x, y, strict=True):
            value *= _plain_sigmoid(theta * x_i if y_i == 1 else -theta * x_i)
        f.append(value)
    evidence = _plain_integral(f, grid)
    density = [value / evidence for value in f]
    predictive = []
    for new in x_new:
        curve = [p * _plain_sigmoid(theta * new) for p, theta in zip(density, grid, strict=True)]
        predictive.append(_plain_integral(curve, grid))
    return density, evidence, predictive


@alternative("logistic_grid_posterior")
def by_matrix_of_examples(x, y, grid, prior_variance, x_new):
    """tanh for the logistic function, and np.interp-free averages of neighbours; single precision at the end."""
    x, y, grid, x_new = _grid_input(x, y, grid, prior_variance, x_new)
    p_one = (1 + np.tanh(grid[:, np.newaxis] * x / 2)) / 2
    p_zero = (1 - np.tanh(grid[:, np.newaxis] * x / 2)) / 2
    f = np.prod(np.where(y == 1, p_one, p_zero), axis=1)
    f *= (2 * np.pi * prior_variance) ** -0.5 * np.exp(-0.5 * grid**2 / prior_variance)
    step, middle = grid[1:] - grid[:-1], (f[1:] + f[:-1]) / 2
    evidence = np.sum(step * middle)
    says = (1 + np.tanh(x_new[:, np.newaxis] * grid / 2)) / 2 * f
    predictive = np.sum(step * (says[:, 1:] + says[:, :-1]) / 2, axis=1) / evidence
    return (f / evidence).astype(np.float32), float(evidence), predictive.astype(np.float32)


# ---------------------------------------------------------------- map_logistic


def _logistic_input(X, y, prior_variance):
    X, y, v = np.array(X, dtype=float), np.array(y, dtype=float), np.array(prior_variance, dtype=float)
    _demand(y.shape == (len(X),) and set(y.tolist()) <= {0.0, 1.0})
    _demand(v.ndim == 0 or v.shape == (X.shape[1],))
    _demand(bool(np.all(v > 0)))
    return X, y, np.ones(X.shape[1]) / v


def _logistic_objective(theta, X, y, precision):
    z = X @ theta
    return float((y * z - np.logaddexp(0, z)).sum() - 0.5 * (precision * theta**2).sum())


@alternative("map_logistic")
def plain_newton(X, y, prior_variance, n_iter=100):
    """No halving, a fixed number of steps."""
    X, y, precision = _logistic_input(X, y, prior_variance)
    theta = np.zeros(X.shape[1])
    for _ in range(30):
        with np.errstate(over="ignore"):
            p = 1 / (1 + np.exp(-X @ theta))
        gradient = X.T @ (y - p) - precision * theta
        theta = theta + np.linalg.solve(X.T @ np.diag(p * (1 - p)) @ X + np.diag(precision), gradient)
    return theta, _logistic_objective(theta, X, y, precision)


@alternative("map_logistic")
def reweighted_least_squares(X, y, prior_variance, n_iter=100):
    """Each step solves a weighted ridge regression for theta itself; the prior enters as rows."""
    X, y, precision = _logistic_input(X, y, prior_variance)
    theta = np.zeros(X.shape[1])
    prior_rows = np.diag(np.sqrt(precision))
    for _ in range(min(n_iter, 60)):
        z = X @ theta
        p = (1 + np.tanh(z / 2)) / 2
        weight = np.maximum(p * (1 - p), 1e-14)
        root = np.sqrt(weight)
        A = np.vstack([X * root[:, np.newaxis], prior_rows])
        target = np.concatenate([root * z + (y - p) / root, np.zeros(len(theta))])
        theta = np.linalg.lstsq(A, target, rcond=None)[0]
    return theta, _logistic_objective(theta, X, y, precision)


@alternative("map_logistic")
def newton_in_plain_python(X, y, prior_variance, n_iter=100):
    """Loops over examples and features, Gaussian elimination by hand, lists as answers."""
    X, y, precision = (a.tolist() for a in _logistic_input(X, y, prior_variance))
    d, theta = len(precision), [0.0] * len(precision)
    for _ in range(100):
        gradient = [-precision[j] * theta[j] for j in range(d)]
        hessian = [[precision[j] if j == k else 0.0 for k in range(d)] for j in range(d)]
        for row, label in zip(X, y, strict=True):
            p = _plain_sigmoid(sum(a * b for a, b in zip(row, theta, strict=True)))
            for j in range(d):
                gradient[j] += (label - p) * row[j]
                pull = p * (1 - p) * row[j]
                H = hessian[j]
                for k in range(d):
                    H[k] += pull * row[k]
        for k in range(d):  # the Hessian is positive definite, so no pivoting is needed
            for i in range(k + 1, d):
                factor = hessian[i][k] / hessian[k][k]
                gradient[i] -= factor * gradient[k]
                for j in range(k, d):
                    hessian[i][j] -= factor * hessian[k][j]
        step = [0.0] * d
        for k in reversed(range(d)):
            step[k] = (gradient[k] - sum(hessian[k][j] * step[j] for j in range(k + 1, d))) / hessian[k][k]
        theta = [t + s for t, s in zip(theta, step, strict=True)]
        if max(abs(s) for s in step) < 1e-11:
            break
    value = -sum(p * t * t for p, t in zip(precision, theta, strict=True)) / 2
    for row, label in zip(X, y, strict=True):
        z = sum(a * b for a, b in zip(row, theta, strict=True))
        value += label * z - (max(z, 0) + math.log1p(math.exp(-abs(z))))
    return theta, value


@alternative("map_logistic")
def accelerated_gradient_ascent(X, y, prior_variance, n_iter=100):
    """Nesterov's gradient ascent with restarts and a step of 1 over the largest curvature, until nothing moves."""
    X, y, precision = _logistic_input(X, y, prior_variance)
    rate = 1 / (np.linalg.norm(X, ord=2) ** 2 / 4 + precision.max())
    theta = ahead = np.zeros(X.shape[1])
    momentum = 1.0
    for _ in range(200_000):
        gradient = X.T @ (y - (1 + np.tanh(X @ ahead / 2)) / 2) - precision * ahead
        moved = ahead + rate * gradient
        if gradient @ (moved - theta) < 0:
            momentum = 1.0
        faster = (1 + math.sqrt(1 + 4 * momentum**2)) / 2
        ahead, theta, momentum = moved + (momentum - 1) / faster * (moved - theta), moved, faster
        if np.abs(gradient).max() < 1e-9:
            break
    return theta, _logistic_objective(theta, X, y, precision)
