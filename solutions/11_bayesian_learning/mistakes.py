"""Known wrong answers of Bayesian learning, each with the sentence that a student who gave it is told."""

import math

import numpy as np

from autograder.authoring import mistake
from bayesian_learning import (
    _distributions,
    _log,
    _normalised,
    _running_log_likelihoods,
    linear_posterior,
)

# ---------------------------------------------------------------- discrete_posterior


def _prior_and_logs(prior, log_likelihood):
    prior, log_likelihood = _distributions(prior, 1), np.asarray(log_likelihood, dtype=float)
    if log_likelihood.shape != prior.shape:
        raise ValueError("prior and log_likelihood differ in length")
    if not ((prior > 0) & (log_likelihood > -np.inf)).any():
        raise ValueError("nothing explains the data")
    return prior, log_likelihood


@mistake(
    "discrete_posterior",
    "You return prior times likelihood, which sums to the evidence; divide by it, so that the posterior sums to 1.",
)
def not_normalised(prior, log_likelihood):
    prior, log_likelihood = _prior_and_logs(prior, log_likelihood)
    joint = prior * np.exp(log_likelihood)
    _, log_evidence = _normalised(_log(prior) + log_likelihood)
    return joint, float(log_evidence)


@mistake(
    "discrete_posterior",
    "Your answer does not depend on the prior; weigh each likelihood by how plausible its hypothesis was before.",
)
def uniform_prior(prior, log_likelihood):
    prior, log_likelihood = _prior_and_logs(prior, log_likelihood)
    posterior, log_evidence = _normalised(log_likelihood - math.log(len(prior)))
    return posterior, float(log_evidence)


@mistake(
    "discrete_posterior",
    "exp of a very negative log-likelihood is 0, for all hypotheses; subtract the largest logarithm before exp, "
    "and add it back to the log evidence.",
)
def underflow(prior, log_likelihood):
    prior, log_likelihood = _prior_and_logs(prior, log_likelihood)
    with np.errstate(all="ignore"):
        joint = prior * np.exp(log_likelihood)
        return joint / joint.sum(), float(np.log(joint.sum()))


@mistake(
    "discrete_posterior",
    "You took a sum of 0 for an impossibility; exp(-2000) underflows to 0, but it is not 0. Work with logarithms.",
)
def underflow_is_impossible(prior, log_likelihood):
    prior, log_likelihood = _prior_and_logs(prior, log_likelihood)
    joint = prior * np.exp(log_likelihood)
    if joint.sum() == 0:
        raise ValueError("the evidence is 0")
    return joint / joint.sum(), float(np.log(joint.sum()))


@mistake(
    "discrete_posterior",
    "Your posterior is right, but the evidence is the sum of the likelihoods weighted by the prior; yours is the plain "
    "sum.",
)
def evidence_unweighted(prior, log_likelihood):
    prior, log_likelihood = _prior_and_logs(prior, log_likelihood)
    posterior, _ = _normalised(_log(prior) + log_likelihood)
    top = log_likelihood.max()
    return posterior, float(top + np.log(np.exp(log_likelihood - top).sum()))


@mistake(
    "discrete_posterior",
    "nan: somewhere you subtract -inf from -inf. A hypothesis that cannot explain the data simply has posterior 0.",
)
def nan_for_zero(prior, log_likelihood):
    prior, log_likelihood = _prior_and_logs(prior, log_likelihood)
    log_joint, total = _log(prior) + log_likelihood, -np.inf
    with np.errstate(all="ignore"):
        for term in log_joint:
            top = max(total, term)
            total = top + np.log(np.exp(total - top) + np.exp(term - top))
        return np.exp(log_joint - total), float(total)


@mistake(
    "discrete_posterior",
    "Your posterior is right, but you subtracted the largest logarithm and never added it back to the log evidence.",
)
def shift_not_undone(prior, log_likelihood):
    prior, log_likelihood = _prior_and_logs(prior, log_likelihood)
    log_joint = _log(prior) + log_likelihood
    weights = np.exp(log_joint - log_joint.max())
    return weights / weights.sum(), float(np.log(weights.sum()))


@mistake("discrete_posterior", "The second answer is the LOGARITHM of the evidence; you returned the evidence itself.")
def evidence_not_in_logs(prior, log_likelihood):
    prior, log_likelihood = _prior_and_logs(prior, log_likelihood)
    posterior, log_evidence = _normalised(_log(prior) + log_likelihood)
    return posterior, float(np.exp(log_evidence))


@mistake(
    "discrete_posterior",
    "You subtract the largest log-likelihood, even if its hypothesis has prior 0; all that is left may then underflow. "
    "Add the log prior first.",
)
def shifted_by_the_impossible(prior, log_likelihood):
    prior, log_likelihood = _prior_and_logs(prior, log_likelihood)
    top = log_likelihood.max()
    with np.errstate(all="ignore"):
        joint = prior * np.exp(log_likelihood - top)
        return joint / joint.sum(), float(np.log(joint.sum()) + top)


# ---------------------------------------------------------------- sequential_posteriors


def _sequence(prior, table, observations):
    prior = _distributions(prior, 1)
    joint = _log(prior) + _running_log_likelihoods(prior, table, observations)
    if (joint[-1] == -np.inf).all():
        raise ValueError("an observation is impossible")
    return prior, np.asarray(table, dtype=float), np.asarray(observations, dtype=int)


@mistake(
    "sequential_posteriors",
    "Every step starts from the last posterior; you multiplied the prior by the newest likelihood only.",
)
def always_from_prior(prior, table, observations):
    prior, table, observations = _sequence(prior, table, observations)
    joint = np.vstack([prior, prior * table[:, observations].T])
    with np.errstate(all="ignore"):
        return joint / joint.sum(axis=1, keepdims=True)


@mistake(
    "sequential_posteriors",
    "You read the wrong column of the table: outcome v belongs to column v, so a lime, 1, to the second column.",
)
def columns_swapped(prior, table, observations):
    prior, table, observations = _sequence(prior, table, observations)
    rows = [prior]
    with np.errstate(all="ignore"):
        for v in observations:
            joint = rows[-1] * table[:, table.shape[1] - 1 - v]
            rows.append(joint / joint.sum())
    return np.array(rows)


@mistake("sequential_posteriors", "Row 0 is the prior, before anything was seen: n observations give n + 1 rows.")
def prior_row_missing(prior, table, observations):
    prior, table, observations = _sequence(prior, table, observations)
    return _normalised(_log(prior) + _running_log_likelihoods(prior, table, observations))[0][1:]


@mistake(
    "sequential_posteriors",
    "You multiply all likelihoods first and normalise at the end, when long products have underflowed to 0; normalise "
    "after every observation.",
)
def normalised_at_end(prior, table, observations):
    prior, table, observations = _sequence(prior, table, observations)
    joint = prior * np.cumprod(np.vstack([np.ones(len(prior)), table[:, observations].T]), axis=0)
    with np.errstate(all="ignore"):
        return joint / joint.sum(axis=1, keepdims=True)


@mistake(
    "sequential_posteriors",
    "You only multiply; divide each row by its sum, or it is no distribution.",
)
def never_normalised(prior, table, observations):
    prior, table, observations = _sequence(prior, table, observations)
    return prior * np.cumprod(np.vstack([np.ones(len(prior)), table[:, observations].T]), axis=0)


@mistake(
    "sequential_posteriors",
    "You took the drawn candy out of the bag; the bags are so big that the table stays the same at every step.",
)
def without_replacement(prior, table, observations):
    prior, table, observations = _sequence(prior, table, observations)
    left, rows = 1000 * table, [prior]
    with np.errstate(all="ignore"):
        for v in observations:
            joint = rows[-1] * left[:, v] / left.sum(axis=1)
            rows.append(joint / joint.sum())
            left[:, v] = np.maximum(left[:, v] - 1, 0)
    return np.array(rows)


@mistake(
    "sequential_posteriors",
    "A negative observation is no outcome, but numpy counts it from the last column; refuse it with a ValueError.",
)
def negative_outcomes(prior, table, observations):
    observations, V = np.asarray(observations, dtype=int), np.asarray(table).shape[1]
    prior, table, observations = _sequence(prior, table, np.where(observations < 0, observations + V, observations))
    return _normalised(_log(prior) + _running_log_likelihoods(prior, table, observations))[0]


@mistake(
    "sequential_posteriors",
    "An observation that no hypothesis allows makes a sum of 0, and 0 / 0 is nan; say so with a ValueError.",
)
def nan_for_the_impossible(prior, table, observations):
    prior = _distributions(prior, 1)
    joint = _log(prior) + _running_log_likelihoods(prior, table, observations)
    with np.errstate(all="ignore"):
        weights = np.exp(joint - joint.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)


# ---------------------------------------------------------------- choose_hypothesis


def _candidates(log_likelihood, prior):
    log_likelihood = np.asarray(log_likelihood, dtype=float)
    weights = np.ones(log_likelihood.shape) if prior is None else np.asarray(prior, dtype=float)
    if log_likelihood.ndim != 1 or weights.shape != log_likelihood.shape or (weights < 0).any():
        raise ValueError("one log-likelihood and one non-negative prior per hypothesis")
    if np.isnan(log_likelihood + weights).any() or not ((log_likelihood > -np.inf) & (weights > 0)).any():
        raise ValueError("nan, or nobody can win")
    return log_likelihood, weights


@mistake(
    "choose_hypothesis",
    "You maximised the likelihood although a prior was given; MAP maximises likelihood times prior.",
)
def likelihood_only(log_likelihood, prior=None):
    log_likelihood, _ = _candidates(log_likelihood, prior)
    return int(log_likelihood.argmax())


@mistake("choose_hypothesis", "Add the LOGARITHM of the prior to the log-likelihood, not the prior itself.")
def adds_prior(log_likelihood, prior=None):
    log_likelihood, weights = _candidates(log_likelihood, prior)
    return int((log_likelihood + weights).argmax())


@mistake("choose_hypothesis", "A larger log-likelihood is a better one, also if it is negative; you took the smallest.")
def minimises(log_likelihood, prior=None):
    log_likelihood, weights = _candidates(log_likelihood, prior)
    return int((log_likelihood + _log(weights)).argmin())


@mistake("choose_hypothesis", "On ties the lowest index wins; yours is the highest.")
def last_tie(log_likelihood, prior=None):
    log_likelihood, weights = _candidates(log_likelihood, prior)
    scores = log_likelihood + _log(weights)
    return int(np.flatnonzero(scores == scores.max())[-1])


@mistake(
    "choose_hypothesis",
    "exp of a log-likelihood of -2000 is 0 for everybody, and then the first wins; compare logarithms.",
)
def underflow_in_choice(log_likelihood, prior=None):
    log_likelihood, weights = _candidates(log_likelihood, prior)
    return int((np.exp(log_likelihood) * weights).argmax())


@mistake(
    "choose_hypothesis",
    "You left out the hypotheses of prior 0 and counted among the others; return the index in the whole list.",
)
def index_among_the_possible(log_likelihood, prior=None):
    log_likelihood, weights = _candidates(log_likelihood, prior)
    possible = weights > 0
    return int((log_likelihood[possible] + np.log(weights[possible])).argmax())


@mistake(
    "choose_hypothesis",
    "You refuse a prior that does not sum to 1; only ratios count here, so any non-negative numbers will do.",
)
def insists_on_a_distribution(log_likelihood, prior=None):
    log_likelihood, weights = _candidates(log_likelihood, prior)
    if prior is not None and abs(weights.sum() - 1) > 1e-8:
        raise ValueError("the prior does not sum to 1")
    return int((log_likelihood + _log(weights)).argmax())


# ---------------------------------------------------------------- prediction_curves


def _curves(prior, table, observations, outcome):
    """Posteriors, log-likelihoods, and the column that is asked for, with the cases of ValueError."""
    prior, table = _distributions(prior, 1), np.asarray(table, dtype=float)
    seen = _running_log_likelihoods(prior, table, observations)
    if not 0 <= outcome < table.shape[1]:
        raise ValueError("no such outcome")
    return _normalised(_log(prior) + seen)[0], seen, table[:, outcome]


def _answers(bayes, told, posteriors, seen):
    return {"bayes": bayes, "map": told[posteriors.argmax(axis=1)], "ml": told[seen.argmax(axis=1)]}


@mistake(
    "prediction_curves",
    "Your Bayesian prediction never learns: weigh the hypotheses by the current posterior, not by the prior.",
)
def prior_weights(prior, table, observations, outcome):
    posteriors, seen, told = _curves(prior, table, observations, outcome)
    return _answers(np.full(len(seen), np.asarray(prior) @ told), told, posteriors, seen)


@mistake(
    "prediction_curves",
    'Under "bayes" the best hypothesis speaks alone; there all of them vote, each with its posterior.',
)
def bayes_is_map(prior, table, observations, outcome):
    posteriors, seen, told = _curves(prior, table, observations, outcome)
    return _answers(told[posteriors.argmax(axis=1)], told, posteriors, seen)


@mistake(
    "prediction_curves",
    "Your curves lag one step behind: entry t uses the first t observations, all of them.",
)
def one_step_late(prior, table, observations, outcome):
    posteriors, seen, told = _curves(prior, table, observations, outcome)
    late = np.maximum(np.arange(len(seen)) - 1, 0)
    return _answers(posteriors[late] @ told, told, posteriors[late], seen[late])


@mistake(
    "prediction_curves",
    "Your curves are one step ahead: entry t uses the first t observations only, and entry 0 none.",
)
def one_step_early(prior, table, observations, outcome):
    posteriors, seen, told = _curves(prior, table, observations, outcome)
    early = np.minimum(np.arange(len(seen)) + 1, len(seen) - 1)
    return _answers(posteriors[early] @ told, told, posteriors[early], seen[early])


@mistake(
    "prediction_curves",
    "The MAP and ML hypotheses are taken at their word: table[h, outcome], not multiplied by their posterior.",
)
def times_its_posterior(prior, table, observations, outcome):
    posteriors, seen, told = _curves(prior, table, observations, outcome)
    answers, every = _answers(posteriors @ told, told, posteriors, seen), np.arange(len(seen))
    answers["map"] = answers["map"] * posteriors[every, posteriors.argmax(axis=1)]
    answers["ml"] = answers["ml"] * posteriors[every, seen.argmax(axis=1)]
    return answers


@mistake("prediction_curves", 'ML knows no prior; your "ml" is the MAP hypothesis.')
def ml_with_prior(prior, table, observations, outcome):
    posteriors, seen, told = _curves(prior, table, observations, outcome)
    return _answers(posteriors @ told, told, posteriors, posteriors)


@mistake("prediction_curves", 'MAP maximises the posterior; your "map" forgets the prior and is ML.')
def map_without_prior(prior, table, observations, outcome):
    posteriors, seen, told = _curves(prior, table, observations, outcome)
    return _answers(posteriors @ told, told, seen, seen)


@mistake(
    "prediction_curves",
    "You always predict the last outcome of the table; predict the one that `outcome` names.",
)
def always_the_last_outcome(prior, table, observations, outcome):
    posteriors, seen, _ = _curves(prior, table, observations, outcome)
    told = np.asarray(table, dtype=float)[:, -1]
    return _answers(posteriors @ told, told, posteriors, seen)


@mistake(
    "prediction_curves",
    "ML picks among ALL hypotheses, also those of prior 0; the prior is none of its business.",
)
def ml_among_the_plausible(prior, table, observations, outcome):
    posteriors, seen, told = _curves(prior, table, observations, outcome)
    answers = _answers(posteriors @ told, told, posteriors, np.where(np.asarray(prior) > 0, seen, -np.inf))
    answers["ml"][0] = told[0]
    return answers


# ---------------------------------------------------------------- dirichlet_posterior


def _die(pseudo_counts, counts):
    a, n = np.asarray(pseudo_counts, dtype=float), np.asarray(counts, dtype=float)
    if a.ndim != 1 or a.shape != n.shape or (a <= 0).any() or (n < 0).any():
        raise ValueError("pseudo counts above 0, counts of at least 0")
    return a, n


def _log_beta(a):
    return sum(math.lgamma(value) for value in a) - math.lgamma(sum(a))


def _die_answer(pseudo_counts, counts, **replaced):
    """The right answer, but for the entries that a mistake replaces."""
    a, n = _die(pseudo_counts, counts)
    b = a + n
    K, total = len(b), b.sum()
    mode = (b - 1) / (total - K) if (b >= 1).all() and total > K else np.full(K, np.nan)
    answer = {"pseudo_counts": b, "mean": b / total, "mode": mode, "log_evidence": _log_beta(b) - _log_beta(a)}
    return answer | replaced


@mistake("dirichlet_posterior", "Your mode is the mean; the mode is (b - 1) / (B - K).")
def mean_for_mode(pseudo_counts, counts):
    right = _die_answer(pseudo_counts, counts)
    return _die_answer(pseudo_counts, counts, mode=np.where(np.isnan(right["mode"]), np.nan, right["mean"]))


@mistake("dirichlet_posterior", "Your mean is the mode; the mean is b / B, without subtracting 1.")
def subtracts_one_in_mean(pseudo_counts, counts):
    a, n = _die(pseudo_counts, counts)
    with np.errstate(all="ignore"):
        return _die_answer(pseudo_counts, counts, mean=(a + n - 1) / ((a + n).sum() - len(a)))


@mistake(
    "dirichlet_posterior",
    "Your mean is the relative frequency, as if there were no prior; add the pseudo counts to the counts first.",
)
def counts_only(pseudo_counts, counts):
    _, n = _die(pseudo_counts, counts)
    with np.errstate(all="ignore"):
        return _die_answer(pseudo_counts, counts, mean=n / n.sum())


@mistake(
    "dirichlet_posterior",
    "You counted all orders of the outcomes; the evidence is that of ONE sequence: drop the multinomial coefficient.",
)
def with_coefficient(pseudo_counts, counts):
    right, (_, n) = _die_answer(pseudo_counts, counts), _die(pseudo_counts, counts)
    log_coefficient = math.lgamma(n.sum() + 1) - sum(math.lgamma(value + 1) for value in n)
    return _die_answer(pseudo_counts, counts, log_evidence=right["log_evidence"] + log_coefficient)


@mistake("dirichlet_posterior", "Count k goes to pseudo count k; you added them in the opposite order.")
def swapped(pseudo_counts, counts):
    return _die_answer(pseudo_counts, np.asarray(counts)[::-1])


@mistake(
    "dirichlet_posterior",
    "Not every density has one highest point: the mode is nan unless every b_k is at least 1 and B is more than K.",
)
def mode_always(pseudo_counts, counts):
    a, n = _die(pseudo_counts, counts)
    with np.errstate(all="ignore"):
        return _die_answer(pseudo_counts, counts, mode=np.maximum(a + n - 1, 0) / ((a + n).sum() - len(a)))


@mistake(
    "dirichlet_posterior",
    "You inserted the posterior mean into the likelihood; in the evidence each outcome is predicted from those before "
    "it only.",
)
def evidence_plugged_in(pseudo_counts, counts):
    a, n = _die(pseudo_counts, counts)
    b = a + n
    return _die_answer(pseudo_counts, counts, log_evidence=float(n @ np.log(b / b.sum())))


@mistake(
    "dirichlet_posterior",
    "The evidence is a ratio, beta(b) / beta(a); you forgot to divide by the prior's beta(a).",
)
def evidence_without_prior_constant(pseudo_counts, counts):
    a, n = _die(pseudo_counts, counts)
    return _die_answer(pseudo_counts, counts, log_evidence=_log_beta(a + n))


@mistake("dirichlet_posterior", "math.gamma overflows above 171; use math.lgamma, or sums of logarithms.")
def gamma_overflows(pseudo_counts, counts):
    a, n = _die(pseudo_counts, counts)

    def beta(values):
        return math.prod(math.gamma(value) for value in values) / math.gamma(sum(values))

    return _die_answer(pseudo_counts, counts, log_evidence=math.log(beta(a + n) / beta(a)))


@mistake(
    "dirichlet_posterior",
    "A mode may lie on the edge: b_k = 1 gives it the coordinate 0. Only an entry below 1 makes it nan.",
)
def no_mode_on_the_edge(pseudo_counts, counts):
    a, n = _die(pseudo_counts, counts)
    right = _die_answer(pseudo_counts, counts)
    inside = (a + n > 1).all()
    return _die_answer(pseudo_counts, counts, mode=right["mode"] if inside else np.full(len(a), np.nan))


# ---------------------------------------------------------------- linear_posterior


def _model(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = (np.asarray(a, dtype=float) for a in (Phi, y, prior_mean, prior_covariance))
    n, M = Phi.shape
    if not noise_variance > 0 or y.shape != (n,) or m0.shape != (M,) or S0.shape != (M, M):
        raise ValueError("noise variance or shapes")
    if np.abs(S0 - S0.T).max() > 1e-8 * np.abs(S0).max() or np.linalg.eigvalsh(S0).min() <= 0:
        raise ValueError("the prior covariance is not symmetric positive definite")
    return Phi, y, m0, S0


def _posterior(Phi, y, s2, m0, precision):
    S = np.linalg.inv(precision + Phi.T @ Phi / s2)
    return S @ (precision @ m0 + Phi.T @ y / s2), S


@mistake(
    "linear_posterior",
    "Your penalty is upside down: it is noise variance over prior variance, s2 S0^-1, so that a wide prior pulls less; "
    "yours pulls more.",
)
def lambda_inverted(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    penalty = S0 / noise_variance
    inverse = np.linalg.inv(Phi.T @ Phi + penalty)
    return inverse @ (Phi.T @ y + penalty @ m0), noise_variance * inverse


@mistake("linear_posterior", "You squared the noise variance; it already is a variance, so divide by it as it is.")
def noise_squared(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _posterior(Phi, y, noise_variance**2, m0, np.linalg.inv(S0))


@mistake("linear_posterior", "You took the root of the noise variance; divide Phi^T Phi and Phi^T y by the variance.")
def noise_rooted(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _posterior(Phi, y, math.sqrt(noise_variance), m0, np.linalg.inv(S0))


@mistake(
    "linear_posterior",
    "Precisions add up, not covariances: add the INVERSE of the prior covariance to Phi^T Phi / s2.",
)
def prior_not_inverted(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _posterior(Phi, y, noise_variance, m0, S0)


@mistake(
    "linear_posterior",
    "Your prior always pulls to 0; it should pull to its own mean: add S0^-1 m0 to Phi^T y / s2.",
)
def prior_mean_ignored(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _posterior(Phi, y, noise_variance, np.zeros(len(m0)), np.linalg.inv(S0))


@mistake(
    "linear_posterior",
    "This is least squares: the prior is missing, from the mean and from the covariance.",
)
def least_squares(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, _, _ = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    inverse = np.linalg.pinv(Phi.T @ Phi)
    return inverse @ Phi.T @ y, noise_variance * inverse


@mistake(
    "linear_posterior",
    "The prior counts once, not once per example: do not multiply S0^-1 by n.",
)
def prior_times_n(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _posterior(Phi, y, noise_variance, m0, max(len(y), 1) * np.linalg.inv(S0))


@mistake(
    "linear_posterior",
    "Your mean is right, but you return the precision; the covariance is its inverse.",
)
def returns_precision(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    m, _ = _posterior(Phi, y, noise_variance, m0, np.linalg.inv(S0))
    return m, np.linalg.inv(S0) + Phi.T @ Phi / noise_variance


@mistake(
    "linear_posterior",
    "Your mean is right, but (Phi^T Phi + s2 S0^-1)^-1 is the covariance in units of the noise; multiply it by s2.",
)
def covariance_in_units_of_noise(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    m, S = _posterior(Phi, y, noise_variance, m0, np.linalg.inv(S0))
    return m, S / noise_variance


@mistake(
    "linear_posterior",
    "You used the diagonal of the prior covariance only; what it says about weights together is in the other entries.",
)
def prior_diagonal_only(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _posterior(Phi, y, noise_variance, m0, np.diag(1 / np.diag(S0)))


@mistake(
    "linear_posterior",
    "A positive determinant does not make a matrix positive definite: two negative eigenvalues have one as well. "
    "Look at all eigenvalues, or try np.linalg.cholesky.",
)
def determinant_for_definiteness(Phi, y, noise_variance, prior_mean, prior_covariance):
    S0 = np.asarray(prior_covariance, dtype=float)
    if S0.shape == np.shape(prior_mean) * 2 and np.array_equal(S0, S0.T) and np.linalg.det(S0) > 0:
        _model(Phi, y, noise_variance, prior_mean, np.eye(len(S0)))
        Phi, y, m0 = (np.asarray(a, dtype=float) for a in (Phi, y, prior_mean))
        return _posterior(Phi, y, noise_variance, m0, np.linalg.inv(S0))
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _posterior(Phi, y, noise_variance, m0, np.linalg.inv(S0))


# ---------------------------------------------------------------- linear_predictive


def _new_inputs(Phi_new, mean, covariance, noise_variance):
    Phi, m, S = (np.asarray(a, dtype=float) for a in (Phi_new, mean, covariance))
    if noise_variance < 0 or m.shape != Phi.shape[1:] or S.shape != (len(m), len(m)):
        raise ValueError("noise variance or shapes")
    return Phi, m, S, np.einsum("ij,jk,ik->i", Phi, S, Phi)


@mistake(
    "linear_predictive",
    "This is the doubt about the line; a new observation has its own noise besides, so add noise_variance.",
)
def no_noise(Phi_new, mean, covariance, noise_variance):
    Phi, m, _, doubt = _new_inputs(Phi_new, mean, covariance, noise_variance)
    return Phi @ m, doubt


@mistake(
    "linear_predictive",
    "You are as sure of the line as if the weights were known; add phi^T S phi to the noise.",
)
def no_parameter_uncertainty(Phi_new, mean, covariance, noise_variance):
    Phi, m, _, doubt = _new_inputs(Phi_new, mean, covariance, noise_variance)
    return Phi @ m, np.full(len(doubt), float(noise_variance))


@mistake("linear_predictive", "You return standard deviations; return variances, without the root.")
def square_root(Phi_new, mean, covariance, noise_variance):
    Phi, m, _, doubt = _new_inputs(Phi_new, mean, covariance, noise_variance)
    return Phi @ m, np.sqrt(noise_variance + doubt)


@mistake(
    "linear_predictive",
    "Each row of Phi_new needs its own variance; you return the covariances of all with all. Take the diagonal.",
)
def full_matrix(Phi_new, mean, covariance, noise_variance):
    Phi, m, S, _ = _new_inputs(Phi_new, mean, covariance, noise_variance)
    return Phi @ m, noise_variance * np.eye(len(Phi)) + Phi @ S @ Phi.T


@mistake(
    "linear_predictive",
    "You squared the noise variance; it already is a variance, so add it as it is.",
)
def noise_squared_in_prediction(Phi_new, mean, covariance, noise_variance):
    Phi, m, _, doubt = _new_inputs(Phi_new, mean, covariance, noise_variance)
    return Phi @ m, noise_variance**2 + doubt


@mistake(
    "linear_predictive",
    "You used the variances of the weights only; phi^T S phi has the products of different weights, too.",
)
def weights_taken_for_independent(Phi_new, mean, covariance, noise_variance):
    Phi, m, S, _ = _new_inputs(Phi_new, mean, covariance, noise_variance)
    return Phi @ m, noise_variance + Phi**2 @ np.diag(S)


# ---------------------------------------------------------------- linear_log_evidence


def _log_normal(r, C):
    return float(-(len(r) * math.log(2 * math.pi) + np.linalg.slogdet(C)[1] + r @ np.linalg.solve(C, r)) / 2)


def _marginal(Phi, y, noise_variance, prior_mean, prior_covariance):
    Phi, y, m0, S0 = _model(Phi, y, noise_variance, prior_mean, prior_covariance)
    return y - Phi @ m0, noise_variance * np.eye(len(y)), Phi @ S0 @ Phi.T


@mistake(
    "linear_log_evidence",
    "You inserted the best weights, which always favours the bigger model; the evidence integrates over all weights.",
)
def plug_in(Phi, y, noise_variance, prior_mean, prior_covariance):
    m, _ = linear_posterior(Phi, y, noise_variance, prior_mean, prior_covariance)
    residuals = np.asarray(y, dtype=float) - np.asarray(Phi, dtype=float) @ m
    return _log_normal(residuals, noise_variance * np.eye(len(residuals)))


@mistake(
    "linear_log_evidence",
    "The weights are not known before the data, so the covariance of y is the noise plus Phi S0 Phi^T; yours is the "
    "noise alone.",
)
def no_prior_covariance(Phi, y, noise_variance, prior_mean, prior_covariance):
    r, noise, _ = _marginal(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _log_normal(r, noise)


@mistake(
    "linear_log_evidence",
    "Both log det C and the quadratic form carry the minus one half of the Gaussian density; yours have no half.",
)
def no_half(Phi, y, noise_variance, prior_mean, prior_covariance):
    r, noise, spread = _marginal(Phi, y, noise_variance, prior_mean, prior_covariance)
    return 2 * _log_normal(r, noise + spread) + len(r) * math.log(2 * math.pi) / 2


@mistake(
    "linear_log_evidence",
    "The constant -n/2 log(2 pi) is missing; without it this is no density, and evidences of parts do not add up.",
)
def constant_missing(Phi, y, noise_variance, prior_mean, prior_covariance):
    r, noise, spread = _marginal(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _log_normal(r, noise + spread) + len(r) * math.log(2 * math.pi) / 2


@mistake(
    "linear_log_evidence",
    "You measure y from 0; before the data it is expected at Phi m0, so subtract that.",
)
def prior_mean_left_out(Phi, y, noise_variance, prior_mean, prior_covariance):
    _, noise, spread = _marginal(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _log_normal(np.asarray(y, dtype=float), noise + spread)


@mistake(
    "linear_log_evidence",
    "You added the log densities of the single examples; they share the unknown weights, so they are not independent.",
)
def examples_taken_for_independent(Phi, y, noise_variance, prior_mean, prior_covariance):
    r, noise, spread = _marginal(Phi, y, noise_variance, prior_mean, prior_covariance)
    return _log_normal(r, np.diag(np.diag(noise + spread)))


@mistake("linear_log_evidence", "This is the density itself; return its natural logarithm.")
def density_itself(Phi, y, noise_variance, prior_mean, prior_covariance):
    r, noise, spread = _marginal(Phi, y, noise_variance, prior_mean, prior_covariance)
    return math.exp(_log_normal(r, noise + spread))


# ---------------------------------------------------------------- logistic_grid_posterior


def _trapezoids(values, grid):
    return (values[..., 1:] + values[..., :-1]) @ np.diff(grid) / 2


def _on_grid(x, y, grid, prior_variance, x_new):
    """Log-likelihood and log prior at each theta, P(y = 1) of each new x at each theta, and the grid."""
    x, y, grid, x_new = (np.asarray(a, dtype=float) for a in (x, y, grid, x_new))
    if x.shape != y.shape or not np.isin(y, (0, 1)).all() or not prior_variance > 0:
        raise ValueError("labels 0 or 1, one for each x, and a positive variance")
    if len(grid) < 2 or (np.diff(grid) <= 0).any():
        raise ValueError("the grid must increase")
    log_likelihood = -np.logaddexp(0, np.outer(grid, (1 - 2 * y) * x)).sum(axis=1)
    log_prior = -(grid**2) / (2 * prior_variance) - math.log(2 * math.pi * prior_variance) / 2
    return log_likelihood, log_prior, np.exp(-np.logaddexp(0, -np.outer(x_new, grid))), grid


def _grid_answer(f, says_one, grid, integral=_trapezoids):
    evidence = integral(f, grid)
    density = f / evidence
    return density, float(evidence), integral(says_one * density, grid)


@mistake(
    "logistic_grid_posterior",
    "You predict with the most probable theta; average the prediction over the whole posterior.",
)
def plug_in_map(x, y, grid, prior_variance, x_new):
    log_likelihood, log_prior, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    density, evidence, _ = _grid_answer(np.exp(log_likelihood + log_prior), says_one, grid)
    return density, evidence, says_one[:, density.argmax()]


@mistake(
    "logistic_grid_posterior",
    "You predict with the mean of theta; average the predictions of all theta, which is not the same.",
)
def plug_in_mean(x, y, grid, prior_variance, x_new):
    log_likelihood, log_prior, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    density, evidence, _ = _grid_answer(np.exp(log_likelihood + log_prior), says_one, grid)
    theta = _trapezoids(grid * density, grid)
    return density, evidence, 1 / (1 + np.exp(-theta * np.asarray(x_new, dtype=float)))


@mistake(
    "logistic_grid_posterior",
    "The prior is missing: multiply the likelihood by the density of N(0, prior_variance) before you integrate.",
)
def no_prior(x, y, grid, prior_variance, x_new):
    log_likelihood, _, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    return _grid_answer(np.exp(log_likelihood), says_one, grid)


@mistake(
    "logistic_grid_posterior",
    "A sum over grid points is not an integral: it depends on how many points there are. Use the trapezoid rule.",
)
def sum_for_integral(x, y, grid, prior_variance, x_new):
    log_likelihood, log_prior, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    return _grid_answer(np.exp(log_likelihood + log_prior), says_one, grid, lambda values, _: values.sum(axis=-1))


@mistake(
    "logistic_grid_posterior",
    "Your predictions are weighted means over grid points, not integrals; use the trapezoid rule for them, too.",
)
def weighted_mean_for_integral(x, y, grid, prior_variance, x_new):
    log_likelihood, log_prior, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    density, evidence, _ = _grid_answer(np.exp(log_likelihood + log_prior), says_one, grid)
    return density, evidence, says_one @ density / density.sum()


@mistake(
    "logistic_grid_posterior",
    "The steps of the grid may differ; you used the first one for all. Take np.diff(grid).",
)
def one_step_for_all(x, y, grid, prior_variance, x_new):
    log_likelihood, log_prior, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    even = grid[0] + (grid[1] - grid[0]) * np.arange(len(grid))
    return _grid_answer(np.exp(log_likelihood + log_prior), says_one, even)


@mistake(
    "logistic_grid_posterior",
    "The prior density needs its factor 1 / sqrt(2 pi prior_variance); without it the evidence is off by that factor.",
)
def prior_unnormalised(x, y, grid, prior_variance, x_new):
    log_likelihood, _, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    return _grid_answer(np.exp(log_likelihood - grid**2 / (2 * prior_variance)), says_one, grid)


@mistake(
    "logistic_grid_posterior",
    "prior_variance is a variance, not a standard deviation: the exponent is -theta^2 / (2 prior_variance).",
)
def variance_as_deviation(x, y, grid, prior_variance, x_new):
    log_likelihood, _, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    log_prior = -((grid / prior_variance) ** 2) / 2 - math.log(math.sqrt(2 * math.pi) * prior_variance)
    return _grid_answer(np.exp(log_likelihood + log_prior), says_one, grid)


@mistake(
    "logistic_grid_posterior",
    "A label of 0 contributes P(y = 0) = 1 - P(y = 1); you used P(y = 1) for every example.",
)
def labels_ignored(x, y, grid, prior_variance, x_new):
    _, log_prior, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    log_likelihood = -np.logaddexp(0, -np.outer(grid, np.asarray(x, dtype=float))).sum(axis=1)
    return _grid_answer(np.exp(log_likelihood + log_prior), says_one, grid)


@mistake(
    "logistic_grid_posterior",
    "Your predictions are weighted by f, which integrates to the evidence; weigh them by the density, f / evidence.",
)
def predictive_not_normalised(x, y, grid, prior_variance, x_new):
    log_likelihood, log_prior, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    density, evidence, predictive = _grid_answer(np.exp(log_likelihood + log_prior), says_one, grid)
    return density, evidence, predictive * evidence


@mistake(
    "logistic_grid_posterior",
    "Your density only sums to 1 over the grid points; it has to INTEGRATE to 1, so divide f by the evidence.",
)
def density_sums_to_one(x, y, grid, prior_variance, x_new):
    log_likelihood, log_prior, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    density, evidence, predictive = _grid_answer(np.exp(log_likelihood + log_prior), says_one, grid)
    return density / density.sum(), evidence, predictive


@mistake(
    "logistic_grid_posterior",
    "nan: you have 0 * log(0) where an example is beyond doubt. Use -log(1 + exp(-theta x)), say by np.logaddexp.",
)
def logarithm_of_zero(x, y, grid, prior_variance, x_new):
    _, log_prior, says_one, grid = _on_grid(x, y, grid, prior_variance, x_new)
    y = np.asarray(y, dtype=float)
    with np.errstate(all="ignore"):
        p = 1 / (1 + np.exp(-np.outer(grid, np.asarray(x, dtype=float))))
        log_likelihood = (y * np.log(p) + (1 - y) * np.log(1 - p)).sum(axis=1)
        return _grid_answer(np.exp(log_likelihood + log_prior), says_one, grid)


# ---------------------------------------------------------------- map_logistic


def _labelled(X, y, prior_variance):
    X, y, v = (np.asarray(a, dtype=float) for a in (X, y, prior_variance))
    if y.shape != X.shape[:1] or not np.isin(y, (0, 1)).all():
        raise ValueError("labels")
    if v.shape not in ((), X.shape[1:]) or not (v > 0).all():
        raise ValueError("prior variance")
    return X, y, np.broadcast_to(1 / v, X.shape[1:])


def _log_likelihood(theta, X, y):
    return float(-np.logaddexp(0, (1 - 2 * y) * (X @ theta)).sum())


def _maximum(X, y, precision, steps=60):
    """Newton's method, on the safe side: pinv, and steps of limited length, if there is no maximum at all."""
    theta = np.zeros(X.shape[1])
    for _ in range(steps):
        p = np.exp(-np.logaddexp(0, -(X @ theta)))
        hessian = (X.T * (p * (1 - p))) @ X + np.diag(precision)
        step = np.linalg.pinv(hessian) @ (X.T @ (y - p) - precision * theta)
        theta = theta + step / max(1, np.abs(step).max() / 5)
    return theta, _log_likelihood(theta, X, y) - precision @ theta**2 / 2


@mistake(
    "map_logistic",
    "Your penalty weighs v, so that a wide prior pulls harder; it should weigh 1 / v.",
)
def lambda_is_variance(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    return _maximum(X, y, np.minimum(1 / np.maximum(precision, 1e-12), 1e12))


@mistake(
    "map_logistic",
    "The logarithm of a Gaussian density is -theta^2 / (2 v); your penalty lacks the half.",
)
def no_half_in_prior(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    return _maximum(X, y, 2 * precision)


@mistake(
    "map_logistic",
    "You averaged the log-likelihood over the examples; sum it, or the prior is n times too strong.",
)
def mean_loss(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    theta, value = _maximum(X, y, len(y) * precision)
    return theta, value / len(y)


@mistake(
    "map_logistic",
    "This is maximum likelihood, without a prior: subtract theta / v in the gradient, and the penalty in the value.",
)
def maximum_likelihood(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    return _maximum(X, y, np.zeros(len(precision)))


@mistake(
    "map_logistic",
    "The prior counts once; you subtracted theta / v for every example, which makes it n times too strong.",
)
def prior_per_example(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    return _maximum(X, y, len(y) * precision)


@mistake(
    "map_logistic",
    "Your theta is right, but the value is the log-likelihood alone; subtract the penalty.",
)
def value_without_penalty(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    theta, _ = _maximum(X, y, precision)
    return theta, _log_likelihood(theta, X, y)


@mistake(
    "map_logistic",
    "Your theta is right, but the value is that of the loss, with the opposite sign; L itself is asked for, which is "
    "negative.",
)
def value_negated(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    theta, value = _maximum(X, y, precision)
    return theta, -value


@mistake(
    "map_logistic",
    "You took one Newton step; repeat until the step is tiny, because the Hessian changes on the way.",
)
def one_newton_step(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    return _maximum(X, y, precision, steps=1)


@mistake(
    "map_logistic",
    "You squared prior_variance, or took it for a standard deviation; the penalty is theta^2 / (2 v).",
)
def variance_squared(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    return _maximum(X, y, precision**2)


@mistake(
    "map_logistic",
    "You are still far from the maximum: a hundred steps of gradient ascent are not enough. Newton steps are meant.",
)
def hundred_gradient_steps(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    rate = 1 / (np.linalg.norm(X, ord=2) ** 2 / 4 + precision.max())
    theta = np.zeros(X.shape[1])
    for _ in range(n_iter):
        theta = theta + rate * (X.T @ (y - np.exp(-np.logaddexp(0, -(X @ theta)))) - precision * theta)
    return theta, _log_likelihood(theta, X, y) - precision @ theta**2 / 2


@mistake(
    "map_logistic",
    "You left one weight without a prior, as for an intercept; X is used as given, and only v = inf frees a weight.",
)
def last_weight_free(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    return _maximum(X, y, np.append(precision[:-1], 0))


@mistake(
    "map_logistic",
    "nan: you have 0 * log(0) where an example is beyond doubt. Use -log(1 + exp(-z)), say by np.logaddexp.",
)
def logarithm_of_zero_in_value(X, y, prior_variance, n_iter=100):
    X, y, precision = _labelled(X, y, prior_variance)
    theta, _ = _maximum(X, y, precision)
    with np.errstate(all="ignore"):
        p = 1 / (1 + np.exp(-X @ theta))
        value = (y * np.log(p) + (1 - y) * np.log(1 - p)).sum()
    return theta, float(value - precision @ theta**2 / 2)
