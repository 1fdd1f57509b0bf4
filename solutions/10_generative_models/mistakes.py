"""Known wrong answers of generative models, each with the sentence that a student who gave it is told."""

import math
from collections import Counter

import numpy as np

from autograder.authoring import mistake
from generative_models import (
    _log_gamma,
    _one_row_per_class,
    _times_log,
    category_frequencies,
    class_posterior,
    conditional_table,
    fit_gda,
    fit_naive_bayes,
    log_odds_line,
    log_probability,
    multivariate_normal_log_density,
    naive_bayes_log_likelihood,
    text_features,
)

right_conditional_table = conditional_table
right_log_probability = log_probability
right_category_frequencies = category_frequencies
right_class_posterior = class_posterior
right_text_features = text_features
right_fit_naive_bayes = fit_naive_bayes
right_naive_bayes_log_likelihood = naive_bayes_log_likelihood
right_multivariate_normal_log_density = multivariate_normal_log_density
right_fit_gda = fit_gda
right_log_odds_line = log_odds_line

# ---------------------------------------------------------------- conditional_table


def _slice_of(joint, given):
    """What is left of the table once the given axes are fixed, and the axes that are left."""
    joint, given = np.asarray(joint, dtype=float), given or {}
    left = [axis for axis in range(joint.ndim) if axis not in given]
    return joint[tuple(given.get(axis, slice(None)) for axis in range(joint.ndim))], left


@mistake(
    "conditional_table",
    "You cut out the slice but did not divide it by its total: a conditional distribution sums to 1 again.",
)
def wrong_not_renormalised(joint, keep, given=None):
    right_conditional_table(joint, keep, given)
    part, left = _slice_of(joint, given)
    return np.einsum(part, left, list(keep))


@mistake(
    "conditional_table",
    "You summed over the given variables as if nothing were known; fix them at their values before you sum out others.",
)
def wrong_sums_given_away(joint, keep, given=None):
    right_conditional_table(joint, keep, given)
    return right_conditional_table(joint, keep)


@mistake(
    "conditional_table",
    "Your axes are in the order of the joint table; put them into the order of keep, which need not be increasing.",
)
def wrong_axis_order(joint, keep, given=None):
    right_conditional_table(joint, keep, given)
    return right_conditional_table(joint, sorted(keep), given)


@mistake(
    "conditional_table",
    "You normalised every row on its own; there is one divisor for the whole answer, the probability of what is given.",
)
def wrong_normalises_each_row(joint, keep, given=None):
    table = right_conditional_table(joint, keep, given)
    if not given or table.ndim == 0:
        return table
    return table / table.sum(axis=-1, keepdims=True)


@mistake(
    "conditional_table",
    "Something given that has probability 0 became nan (0/0); nothing is known about what never happens: ValueError.",
)
def wrong_nan_for_the_impossible(joint, keep, given=None):
    part, left = _slice_of(joint, given)
    if part.sum() > 0:
        return right_conditional_table(joint, keep, given)
    with np.errstate(invalid="ignore"):
        return np.einsum(part, left, list(keep)) / part.sum()


@mistake(
    "conditional_table",
    "A negative axis or value silently counted from the end, as Python's indices do; here it must raise ValueError.",
)
def wrong_counts_from_the_end(joint, keep, given=None):
    joint, given = np.asarray(joint, dtype=float), given or {}
    r = joint.ndim
    keep = [axis + r if -r <= axis < 0 else axis for axis in keep]
    given = {axis + r if -r <= axis < 0 else axis: value for axis, value in given.items()}
    for axis, value in given.items():
        if 0 <= axis < r and -joint.shape[axis] <= value < 0:
            given[axis] = value + joint.shape[axis]
    return right_conditional_table(joint, keep, given)


@mistake(
    "conditional_table",
    "You fixed the first of the given axes only; every pair in `given` narrows the table further.",
)
def wrong_first_condition_only(joint, keep, given=None):
    right_conditional_table(joint, keep, given)
    first = dict(list((given or {}).items())[:1])
    return right_conditional_table(joint, keep, first)


# ---------------------------------------------------------------- log_probability


@mistake(
    "log_probability",
    "You squared the variance, as if it were a standard deviation; the exponent divides by it once.",
)
def wrong_standard_deviation(family, x, **parameters):
    answer = right_log_probability(family, x, **parameters)
    if family != "gaussian":
        return answer
    return right_log_probability(family, x, mean=parameters["mean"], variance=parameters["variance"] ** 2)


@mistake(
    "log_probability",
    "The factor n!/(x!(n-x)!) of the binomial, or its like of the multinomial, is missing: many orders of the throws "
    "give the same counts.",
)
def wrong_no_coefficient(family, x, **parameters):
    answer = right_log_probability(family, x, **parameters)
    x = np.maximum(np.asarray(x, dtype=float), 0)
    if family == "binomial":
        n = parameters["n"]
        return answer - _log_gamma(n + 1) + _log_gamma(x + 1) + _log_gamma(np.maximum(n - x, 0) + 1)
    if family == "multinomial":
        return answer - _log_gamma(x.sum(axis=-1) + 1) + _log_gamma(x + 1).sum(axis=-1)
    return answer


@mistake(
    "log_probability",
    "0 times log 0 became nan; an outcome that did not occur contributes nothing, however impossible it is.",
)
def wrong_zero_log_zero(family, x, **parameters):
    answer = right_log_probability(family, x, **parameters)
    x = np.asarray(x, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        if family in ("bernoulli", "binomial"):
            n, theta = parameters.get("n", 1), np.asarray(parameters["theta"], dtype=float)
            products = x * np.log(theta) + (n - x) * np.log(1 - theta)
        elif family == "multinomial":
            products = (x * np.log(np.asarray(parameters["theta"], dtype=float))).sum(axis=-1)
        elif family == "poisson":
            products = x * np.log(np.asarray(parameters["rate"], dtype=float))
        else:
            return answer
    return np.where(np.isnan(products), np.nan, answer)


@mistake(
    "log_probability",
    "Your uniform interval lacks an end; it is closed, so both low and high have the density 1/(high - low).",
)
def wrong_half_open_uniform(family, x, **parameters):
    answer = right_log_probability(family, x, **parameters)
    if family != "uniform":
        return answer
    return np.where(np.asarray(x) == parameters["high"], -np.inf, answer)


@mistake(
    "log_probability",
    "Your factorials overflow: 171! is too large for a float. Add the logarithms that math.lgamma gives instead.",
)
def wrong_factorial_overflow(family, x, **parameters):
    answer = right_log_probability(family, x, **parameters)
    largest = np.max(x) if family == "poisson" else np.sum(x, axis=-1) if family == "multinomial" else 0
    largest = parameters["n"] if family == "binomial" else largest
    return np.where(np.asarray(largest) > 170, np.nan, answer)


@mistake("log_probability", "You return probabilities; the answer is their natural logarithm.")
def wrong_not_log(family, x, **parameters):
    return np.exp(right_log_probability(family, x, **parameters))


@mistake("log_probability", "You took log2; every logarithm in this module is natural.")
def wrong_base(family, x, **parameters):
    return right_log_probability(family, x, **parameters) / math.log(2)


@mistake(
    "log_probability",
    "Category -1 took the last probability of theta, because Python counts from the end; there is no such category.",
)
def wrong_category_from_the_end(family, x, **parameters):
    answer = right_log_probability(family, x, **parameters)
    if family != "categorical":
        return answer
    x, K = np.asarray(x, dtype=float), len(parameters["theta"])
    return right_log_probability(family, np.where((x < 0) & (x >= -K), x + K, x), **parameters)


@mistake(
    "log_probability",
    "A fraction between two counts got a probability; only whole numbers can occur, everything else is -inf.",
)
def wrong_fractions_allowed(family, x, **parameters):
    answer = right_log_probability(family, x, **parameters)
    if family not in ("binomial", "poisson"):
        return answer
    x = np.asarray(x, dtype=float)
    possible = (x >= 0) & (x <= parameters.get("n", np.inf))
    k = np.where(possible, x, 0)
    if family == "poisson":
        rate = np.asarray(parameters["rate"], dtype=float)
        return np.where(possible, _times_log(k, rate) - rate - _log_gamma(k + 1), -np.inf)
    n, theta = parameters["n"], np.asarray(parameters["theta"], dtype=float)
    coefficient = _log_gamma(n + 1) - _log_gamma(k + 1) - _log_gamma(n - k + 1)
    return np.where(possible, coefficient + _times_log(k, theta) + _times_log(n - k, 1 - theta), -np.inf)


@mistake(
    "log_probability",
    "Your Poisson probabilities lack the factor 1/x!; without it they do not sum to 1.",
)
def wrong_poisson_factorial(family, x, **parameters):
    answer = right_log_probability(family, x, **parameters)
    if family != "poisson":
        return answer
    return answer + _log_gamma(np.maximum(np.asarray(x, dtype=float), 0) + 1)


# ---------------------------------------------------------------- category_frequencies


@mistake(
    "category_frequencies",
    "You added the pseudo count to every count but not to their total; below, it belongs once for each bin.",
)
def wrong_numerator_only(values, edges, pseudo_count=0.0):
    bins, _ = right_category_frequencies(values, edges, pseudo_count)
    counts = np.bincount(bins, minlength=len(edges) + 1)
    return bins, (counts + pseudo_count) / max(len(bins), 1)


@mistake(
    "category_frequencies",
    "You smoothed only the bins that have values; the point of a pseudo count is that unseen ones get a share too.",
)
def wrong_observed_categories(values, edges, pseudo_count=0.0):
    bins, frequencies = right_category_frequencies(values, edges, pseudo_count)
    if len(bins) == 0:
        return bins, frequencies
    counts = np.bincount(bins, minlength=len(edges) + 1)
    smoothed = np.where(counts > 0, counts + pseudo_count, 0)
    return bins, smoothed / smoothed.sum()


@mistake(
    "category_frequencies",
    "A value that equals an edge went into the bin below it; it belongs into the one above (edge <= value).",
)
def wrong_edge_goes_down(values, edges, pseudo_count=0.0):
    right_category_frequencies(values, edges, pseudo_count)
    bins = np.searchsorted(np.asarray(edges, dtype=float), np.asarray(values, dtype=float), side="left")
    counts = np.bincount(bins, minlength=len(edges) + 1)
    return bins, (counts + pseudo_count) / (len(bins) + pseudo_count * len(counts))


@mistake(
    "category_frequencies",
    "You smooth even if pseudo_count is 0; then the answer must be the plain share of each bin.",
)
def wrong_smoothed_anyway(values, edges, pseudo_count=0.0):
    right_category_frequencies(values, edges, pseudo_count)
    return right_category_frequencies(values, edges, pseudo_count or 1)


@mistake("category_frequencies", "You applied a softmax; frequencies are counts divided by their sum, without any exp.")
def wrong_softmax(values, edges, pseudo_count=0.0):
    bins, _ = right_category_frequencies(values, edges, pseudo_count)
    scores = np.bincount(bins, minlength=len(edges) + 1) + pseudo_count
    weights = np.exp(scores - scores.max())
    return bins, weights / weights.sum()


@mistake(
    "category_frequencies",
    "You added the pseudo count once to the total; each of the k bins gets it, so the total grows by k times as much.",
)
def wrong_denominator_once(values, edges, pseudo_count=0.0):
    bins, _ = right_category_frequencies(values, edges, pseudo_count)
    counts = np.bincount(bins, minlength=len(edges) + 1)
    return bins, (counts + pseudo_count) / (len(bins) + pseudo_count)


@mistake(
    "category_frequencies",
    "You number the bins from 1; the first one, below the first edge, is bin 0.",
)
def wrong_bins_from_one(values, edges, pseudo_count=0.0):
    bins, frequencies = right_category_frequencies(values, edges, pseudo_count)
    return bins + 1, frequencies


@mistake(
    "category_frequencies",
    "You return the counts; divide them by their total.",
)
def wrong_counts(values, edges, pseudo_count=0.0):
    bins, _ = right_category_frequencies(values, edges, pseudo_count)
    return bins, np.bincount(bins, minlength=len(edges) + 1) + pseudo_count


@mistake(
    "category_frequencies",
    "Your list of bins ends with the largest value seen; empty bins above it have a frequency too, if only 0.",
)
def wrong_last_bins_missing(values, edges, pseudo_count=0.0):
    bins, frequencies = right_category_frequencies(values, edges, pseudo_count)
    return bins, frequencies[: bins.max() + 1] if len(bins) else frequencies


# ---------------------------------------------------------------- class_posterior


def _posterior(log_likelihood, prior, log_joint):
    """The answer to these log joints, once the arguments are known to be right."""
    right_class_posterior(log_likelihood, prior)
    K = log_joint.shape[1]
    posterior, evidence = right_class_posterior(log_joint, np.full(K, 1 / K))
    return posterior, evidence + np.log(K)


@mistake("class_posterior", "You left the class prior out; multiply each likelihood by it, that is, add its logarithm.")
def wrong_prior_ignored(log_likelihood, prior):
    return _posterior(log_likelihood, prior, np.array(log_likelihood, dtype=float))


@mistake(
    "class_posterior",
    "exp(-1000) is 0 for a float, so you divide 0 by 0; subtract the largest entry of each row before you "
    "exponentiate.",
)
def wrong_underflow(log_likelihood, prior):
    right_class_posterior(log_likelihood, prior)
    with np.errstate(all="ignore"):
        joint = np.exp(np.asarray(log_likelihood, dtype=float)) * np.asarray(prior, dtype=float)
        total = joint.sum(axis=1)
        return joint / total[:, None], np.log(total)


@mistake("class_posterior", "You added the prior itself to a log likelihood; what is added there is its logarithm.")
def wrong_adds_prior_to_log(log_likelihood, prior):
    return _posterior(log_likelihood, prior, np.asarray(log_likelihood, dtype=float) + np.asarray(prior, dtype=float))


@mistake(
    "class_posterior",
    "You normalised over the examples; each row, with the classes of one example, must sum to 1.",
)
def wrong_axis(log_likelihood, prior):
    _, evidence = right_class_posterior(log_likelihood, prior)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_joint = np.asarray(log_likelihood, dtype=float) + np.log(np.asarray(prior, dtype=float))
        largest = log_joint.max(axis=0)
        joint = np.exp(log_joint - np.where(np.isfinite(largest), largest, 0))
        return joint / joint.sum(axis=0), evidence


@mistake(
    "class_posterior",
    "Your log evidence lacks the row's maximum that you had subtracted; add it back after the logarithm.",
)
def wrong_max_not_added_back(log_likelihood, prior):
    posterior, evidence = right_class_posterior(log_likelihood, prior)
    with np.errstate(divide="ignore"):
        largest = (np.asarray(log_likelihood, dtype=float) + np.log(np.asarray(prior, dtype=float))).max(axis=1)
    return posterior, evidence - np.where(np.isfinite(largest), largest, 0)


@mistake(
    "class_posterior",
    "You return the joint probabilities prior times likelihood; divide each row by its sum to get the posterior.",
)
def wrong_joint(log_likelihood, prior):
    posterior, evidence = right_class_posterior(log_likelihood, prior)
    with np.errstate(over="ignore", invalid="ignore"):
        return posterior * np.exp(evidence)[:, None], evidence


@mistake(
    "class_posterior",
    "Your second answer is the evidence itself; return its logarithm, which is a harmless number where it is too "
    "small.",
)
def wrong_evidence_not_log(log_likelihood, prior):
    posterior, evidence = right_class_posterior(log_likelihood, prior)
    with np.errstate(over="ignore"):
        return posterior, np.exp(evidence)


@mistake(
    "class_posterior",
    "For an example that no class can make you invented a posterior; 0/0 has no value, so its row is nan.",
)
def wrong_prior_for_the_impossible(log_likelihood, prior):
    posterior, evidence = right_class_posterior(log_likelihood, prior)
    return np.where(np.isnan(posterior), np.asarray(prior, dtype=float), posterior), evidence


# ---------------------------------------------------------------- text_features


def _refused(documents, vocabulary, options):
    """ValueError where the right answer is one."""
    right_text_features(documents, vocabulary, **options)


@mistake(
    "text_features",
    "You returned how often a word occurs; unless counts=True asks for that, a feature is 1 if the word is there.",
)
def wrong_counts_for_presence(documents, vocabulary=None, **options):
    return right_text_features(documents, vocabulary, **{**options, "counts": True})


@mistake("text_features", '"Buy" and "BUY" are the same word as "buy"; turn the text into lower case first.')
def wrong_case(documents, vocabulary=None, *, counts=False, min_count=1, stop_words=(), unknown=None):
    options = {"counts": counts, "min_count": min_count, "stop_words": stop_words, "unknown": unknown}
    _refused(documents, vocabulary, options)
    texts = [[word for word in document.split() if word not in stop_words] for document in documents]
    if vocabulary is None:
        totals = Counter(word for text in texts for word in text)
        vocabulary = sorted(word for word in totals if totals[word] >= min_count)
        vocabulary += [] if unknown is None else [unknown]
    X = np.zeros((len(texts), len(vocabulary)), dtype=int)
    for row, text in zip(X, texts, strict=True):
        for word in text:
            if word in vocabulary:
                row[vocabulary.index(word)] += 1
            elif unknown in vocabulary:
                row[vocabulary.index(unknown)] += 1
    return X if counts else np.minimum(X, 1), list(vocabulary)


@mistake(
    "text_features",
    "You collected a new vocabulary from the new documents; if one is passed its columns stay as they are, or a "
    "classifier that was trained on them reads the wrong words.",
)
def wrong_refits_vocabulary(documents, vocabulary=None, **options):
    _refused(documents, vocabulary, options)
    return right_text_features(documents, None, **options)


@mistake(
    "text_features",
    "Words without a column of their own were dropped although there is a column for unknown words; count them there.",
)
def wrong_unknown_dropped(documents, vocabulary=None, **options):
    X, words = right_text_features(documents, vocabulary, **options)
    if options.get("unknown") in words:
        X[:, words.index(options["unknown"])] = 0
    return X, words


@mistake(
    "text_features",
    "min_count is about all occurrences together; you counted the documents in which the word occurs.",
)
def wrong_document_frequency(documents, vocabulary=None, **options):
    _refused(documents, vocabulary, options)
    min_count = options.get("min_count", 1)
    if vocabulary is None:
        X, words = right_text_features(documents, stop_words=options.get("stop_words", ()))
        vocabulary = [word for word, count in zip(words, X.sum(axis=0), strict=True) if count >= min_count]
        vocabulary += [options["unknown"]] if options.get("unknown") is not None else []
    return right_text_features(documents, vocabulary, **options)


@mistake(
    "text_features",
    "Your words are in the order in which they first appear; sort the collected vocabulary.",
)
def wrong_unsorted(documents, vocabulary=None, **options):
    _, words = right_text_features(documents, vocabulary, **options)
    if vocabulary is None:
        appearance = list(dict.fromkeys(" ".join(documents).lower().split()))
        words.sort(key=lambda word: appearance.index(word) if word in appearance else len(appearance))
    return right_text_features(documents, words, **options)


@mistake(
    "text_features",
    'You searched the text for the letters of a word, so "art" is found in "start"; split the text and compare words.',
)
def wrong_substrings(documents, vocabulary=None, **options):
    X, words = right_text_features(documents, vocabulary, **options)
    for j, word in enumerate(words):
        if word != options.get("unknown") and word not in options.get("stop_words", ()):
            X[:, j] = [document.lower().count(word) for document in documents]
    return X if options.get("counts") else np.minimum(X, 1), words


@mistake(
    "text_features",
    "Stop words were counted as unknown words; they are dropped before anything is counted.",
)
def wrong_stop_words_unknown(documents, vocabulary=None, **options):
    X, words = right_text_features(documents, vocabulary, **options)
    unknown, stop_words = options.get("unknown"), options.get("stop_words", ())
    if unknown in words:
        stopped = [sum(word in stop_words for word in document.lower().split()) for document in documents]
        X[:, words.index(unknown)] += stopped
    return X if options.get("counts") else np.minimum(X, 1), words


@mistake(
    "text_features",
    "You appended `unknown` to a vocabulary that was passed in; a given vocabulary is used as it is.",
)
def wrong_unknown_appended(documents, vocabulary=None, **options):
    _refused(documents, vocabulary, options)
    unknown = options.get("unknown")
    if vocabulary is not None and unknown is not None and unknown not in vocabulary:
        vocabulary = [*vocabulary, unknown]
    return right_text_features(documents, vocabulary, **options)


@mistake(
    "text_features",
    "The stop words only stay out of the vocabulary that you collect; they must be dropped from every text, also where "
    "a given vocabulary has a column for them.",
)
def wrong_stop_words_counted(documents, vocabulary=None, **options):
    _refused(documents, vocabulary, options)
    if vocabulary is None:
        return right_text_features(documents, None, **options)
    stopped = [word for word in options.get("stop_words", ()) if word not in vocabulary]
    return right_text_features(documents, vocabulary, **{**options, "stop_words": stopped})


# ---------------------------------------------------------------- fit_naive_bayes


def _counts(X, y, model):
    """Counts of each feature in each class, the sizes of the classes, and the prior."""
    members = _one_row_per_class(y)
    return members @ np.asarray(X, dtype=float), members.sum(axis=1, keepdims=True), members.mean(axis=1)


@mistake(
    "fit_naive_bayes",
    "You divided by the number of all examples; P(x_j | class) is a share of the examples, or words, of that class "
    "only.",
)
def wrong_divides_by_n(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    count, N, _ = _counts(X, y, model)
    n, a = len(y), pseudo_count
    if model == "bernoulli":
        return prior, (count + a) / (n + 2 * a)
    if model == "categorical":
        sizes = np.asarray(n_values)[:, None]
        return prior, parameters * (N[:, :, None] + a * sizes) / (n + a * sizes)
    if model == "multinomial":
        return prior, (count + a) / (count.sum() + a * count.shape[1])
    return prior, parameters


@mistake(
    "fit_naive_bayes",
    "A yes/no feature has two values, so two pseudo counts belong below it; D of them belong below a table of words.",
)
def wrong_bernoulli_denominator(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    if model != "bernoulli":
        return prior, parameters
    count, N, _ = _counts(X, y, model)
    return prior, (count + pseudo_count) / (N + pseudo_count * count.shape[1])


@mistake(
    "fit_naive_bayes",
    "Below a yes/no feature you added the pseudo count once; both of its values, yes and no, get it.",
)
def wrong_bernoulli_pseudo_count_once(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    if model != "bernoulli":
        return prior, parameters
    count, N, _ = _counts(X, y, model)
    return prior, (count + pseudo_count) / (N + pseudo_count)


@mistake(
    "fit_naive_bayes",
    "In the multinomial model you divided by the number of documents; divide by the number of words in the class.",
)
def wrong_multinomial_documents(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    if model != "multinomial":
        return prior, parameters
    count, N, _ = _counts(X, y, model)
    return prior, (count + pseudo_count) / (N + pseudo_count * count.shape[1])


@mistake(
    "fit_naive_bayes",
    "You smoothed the class prior as well; it stays N_k / n, and only the features get pseudo counts.",
)
def wrong_smooths_prior(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    if model != "gaussian":
        prior = (prior * len(y) + pseudo_count) / (len(y) + pseudo_count * len(prior))
    return prior, parameters


@mistake(
    "fit_naive_bayes",
    "Your variances divide by N_k - 1; the maximum likelihood estimate divides by N_k.",
)
def wrong_unbiased_variance(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values)
    if model != "gaussian":
        return prior, parameters
    N = (prior * len(y)).round()[:, None]
    means, variances = parameters[0], parameters[1] * N / np.maximum(N - 1, 1)
    if tie == "features":
        variances = np.tile(variances.mean(axis=1, keepdims=True), variances.shape[1])
    elif tie == "classes":
        variances = np.tile(prior @ variances, (len(prior), 1))
    elif tie is not None:
        raise ValueError("unknown tie")
    return prior, np.array([means, variances])


@mistake(
    "fit_naive_bayes",
    "To tie the variances of the classes you took their plain mean; a class of more examples has more to say, so "
    "weight "
    "each by N_k / n.",
)
def wrong_tied_unweighted(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    if model == "gaussian" and tie == "classes":
        free = right_fit_naive_bayes(X, y, model)[1][1]
        parameters[1] = free.mean(axis=0)
    return prior, parameters


@mistake(
    "fit_naive_bayes",
    'You mixed up the two ties: "classes" leaves one variance for each feature, "features" one for each class.',
)
def wrong_ties_swapped(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    if model != "gaussian" or tie is None:
        return prior, parameters
    return right_fit_naive_bayes(X, y, model, tie="features" if tie == "classes" else "classes")


@mistake("fit_naive_bayes", "You return standard deviations; the second table holds variances.")
def wrong_deviations(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    return prior, np.array([parameters[0], np.sqrt(parameters[1])]) if model == "gaussian" else parameters


@mistake(
    "fit_naive_bayes",
    "To tie the classes you took the variance around the overall mean; tied variances are still around each "
    "class's own.",
)
def wrong_tied_around_overall_mean(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    if model == "gaussian" and tie == "classes":
        parameters[1] = np.var(np.asarray(X, dtype=float), axis=0)
    return prior, parameters


@mistake(
    "fit_naive_bayes",
    "You smoothed values that a feature does not have: below it stand n_values[j] pseudo counts, and where the "
    "table is "
    "wider than that its entries are 0.",
)
def wrong_same_width_for_all(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    if model != "categorical":
        return prior, parameters
    return right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=[max(n_values)] * len(n_values))


@mistake(
    "fit_naive_bayes",
    "In the multinomial model you counted the documents that have a word; count every occurrence of it.",
)
def wrong_multinomial_presence(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    X = np.minimum(np.asarray(X), 1) if model == "multinomial" else X
    return right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)


@mistake(
    "fit_naive_bayes",
    "Below the words of a class you added the pseudo count once; each of the D words gets it, so add D times as much.",
)
def wrong_multinomial_pseudo_count_once(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    prior, parameters = right_fit_naive_bayes(X, y, model, pseudo_count=pseudo_count, n_values=n_values, tie=tie)
    if model != "multinomial":
        return prior, parameters
    count, _, _ = _counts(X, y, model)
    return prior, (count + pseudo_count) / (count.sum(axis=1, keepdims=True) + pseudo_count)


# ---------------------------------------------------------------- naive_bayes_log_likelihood


@mistake(
    "naive_bayes_log_likelihood",
    "You added up the present features only; in the Bernoulli model an absent feature is evidence too: log(1 - theta).",
)
def wrong_absent_ignored(X, parameters, model):
    answer = right_naive_bayes_log_likelihood(X, parameters, model)
    return right_naive_bayes_log_likelihood(X, parameters, "multinomial") if model == "bernoulli" else answer


@mistake(
    "naive_bayes_log_likelihood",
    "In the multinomial model only the words that occur have a say; leave out the factors 1 - phi of the others.",
)
def wrong_absent_in_multinomial(X, parameters, model):
    answer = right_naive_bayes_log_likelihood(X, parameters, model)
    if model != "multinomial":
        return answer
    absent = (np.asarray(X) == 0).astype(float)
    return answer + np.column_stack([_times_log(absent, 1 - phi).sum(axis=1) for phi in np.asarray(parameters)])


@mistake(
    "naive_bayes_log_likelihood",
    "You multiplied probabilities first; the product of thousands of them is 0 for a float, so add their logarithms.",
)
def wrong_product_underflow(X, parameters, model):
    answer = right_naive_bayes_log_likelihood(X, parameters, model)
    with np.errstate(divide="ignore", over="ignore"):
        return np.log(np.exp(answer))


@mistake(
    "naive_bayes_log_likelihood",
    "0 times log 0 gave nan; something impossible that did not happen contributes 0.",
)
def wrong_nan(X, parameters, model):
    answer = right_naive_bayes_log_likelihood(X, parameters, model)
    X, table = np.asarray(X, dtype=float), np.asarray(parameters, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        if model == "multinomial":
            return X @ np.log(table).T
        if model == "bernoulli":
            return X @ np.log(table).T + (1 - X) @ np.log(1 - table).T
    return answer


@mistake(
    "naive_bayes_log_likelihood",
    "You squared the variances, as if they were standard deviations; parameters[1] holds variances.",
)
def wrong_deviation(X, parameters, model):
    if model != "gaussian":
        return right_naive_bayes_log_likelihood(X, parameters, model)
    right_naive_bayes_log_likelihood(X, parameters, model)
    means, variances = np.asarray(parameters, dtype=float)
    return right_naive_bayes_log_likelihood(X, np.array([means, variances**2]), model)


@mistake(
    "naive_bayes_log_likelihood",
    "Your rows are normalised over the classes; return log p(x | class) itself, class_posterior does the dividing.",
)
def wrong_normalised(X, parameters, model):
    answer = right_naive_bayes_log_likelihood(X, parameters, model)
    largest = answer.max(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        return answer - largest - np.log(np.exp(answer - largest).sum(axis=1, keepdims=True))


@mistake(
    "naive_bayes_log_likelihood",
    "You multiplied by n!/(x_1! ... x_D!), the number of orders; the words of a text come in one order.",
)
def wrong_coefficient(X, parameters, model):
    answer = right_naive_bayes_log_likelihood(X, parameters, model)
    if model != "multinomial":
        return answer
    X = np.asarray(X, dtype=float)
    return answer + (_log_gamma(X.sum(axis=1) + 1) - _log_gamma(X + 1).sum(axis=1))[:, None]


@mistake(
    "naive_bayes_log_likelihood",
    "In the multinomial model a word counts as often as it occurs; you counted it once.",
)
def wrong_presence(X, parameters, model):
    X = np.minimum(np.asarray(X), 1) if model == "multinomial" else X
    return right_naive_bayes_log_likelihood(X, parameters, model)


@mistake(
    "naive_bayes_log_likelihood",
    "To avoid log 0 you replaced probabilities of 0 by a tiny number; what cannot happen has log probability -inf.",
)
def wrong_tiny_number(X, parameters, model):
    answer = right_naive_bayes_log_likelihood(X, parameters, model)
    if model == "gaussian":
        return answer
    table = np.clip(np.asarray(parameters, dtype=float), 1e-12, 1 - 1e-12)
    return right_naive_bayes_log_likelihood(X, table, model)


@mistake(
    "naive_bayes_log_likelihood",
    "Your Gaussian lacks the term -log(2 pi variance)/2 of each feature, which differs between the classes.",
)
def wrong_gaussian_constant(X, parameters, model):
    answer = right_naive_bayes_log_likelihood(X, parameters, model)
    if model != "gaussian":
        return answer
    return answer + np.log(2 * np.pi * np.asarray(parameters, dtype=float)[1]).sum(axis=1) / 2


# ---------------------------------------------------------------- multivariate_normal_log_density


def _parts(X, mean, covariance):
    """d, log |S| and the deviations from the mean."""
    right_multivariate_normal_log_density(X, mean, covariance)
    X, mean, covariance = (np.asarray(array, dtype=float) for array in (X, mean, covariance))
    return X.shape[1], np.linalg.slogdet(covariance)[1], X - mean


def _quadratic(deviation, matrix):
    return (deviation @ matrix * deviation).sum(axis=1)


@mistake(
    "multivariate_normal_log_density",
    "The constant is (2 pi)^(d/2), one root of 2 pi for each feature; you took it once.",
)
def wrong_root_of_two_pi(X, mean, covariance):
    d, log_determinant, deviation = _parts(X, mean, covariance)
    return -(np.log(2 * np.pi) + log_determinant + _quadratic(deviation, np.linalg.inv(covariance))) / 2


@mistake(
    "multivariate_normal_log_density",
    "Below stands the root of |S|, so its logarithm counts half; you took the whole.",
)
def wrong_determinant_not_rooted(X, mean, covariance):
    d, log_determinant, deviation = _parts(X, mean, covariance)
    return -(d * np.log(2 * np.pi) + 2 * log_determinant + _quadratic(deviation, np.linalg.inv(covariance))) / 2


@mistake("multivariate_normal_log_density", "The exponent is minus ONE HALF of the quadratic form.")
def wrong_no_half(X, mean, covariance):
    d, log_determinant, deviation = _parts(X, mean, covariance)
    return -(d * np.log(2 * np.pi) + log_determinant) / 2 - _quadratic(deviation, np.linalg.inv(covariance))


@mistake(
    "multivariate_normal_log_density",
    "You multiplied by the covariance; the quadratic form takes its inverse, so that wide directions cost less.",
)
def wrong_covariance_not_inverted(X, mean, covariance):
    d, log_determinant, deviation = _parts(X, mean, covariance)
    return -(d * np.log(2 * np.pi) + log_determinant + _quadratic(deviation, np.asarray(covariance, dtype=float))) / 2


@mistake(
    "multivariate_normal_log_density",
    "You paired every row with every other, which makes an n by n table; the densities are on its diagonal.",
)
def wrong_all_pairs(X, mean, covariance):
    d, log_determinant, deviation = _parts(X, mean, covariance)
    pairs = deviation @ np.linalg.inv(covariance) @ deviation.T
    return -(d * np.log(2 * np.pi) + log_determinant + pairs) / 2


@mistake(
    "multivariate_normal_log_density",
    "You computed |S| before its logarithm; with 200 features it is too small or too large for a float. Use a "
    "log-determinant.",
)
def wrong_determinant_underflow(X, mean, covariance):
    d, _, deviation = _parts(X, mean, covariance)
    with np.errstate(all="ignore"):
        log_determinant = np.log(np.linalg.det(np.asarray(covariance, dtype=float)))
    return -(d * np.log(2 * np.pi) + log_determinant + _quadratic(deviation, np.linalg.inv(covariance))) / 2


@mistake("multivariate_normal_log_density", "You return the density; the answer is its natural logarithm.")
def wrong_density(X, mean, covariance):
    with np.errstate(over="ignore"):
        return np.exp(right_multivariate_normal_log_density(X, mean, covariance))


@mistake(
    "multivariate_normal_log_density",
    "You use the variances only; the covariances beside the diagonal tilt the bell.",
)
def wrong_diagonal_only(X, mean, covariance):
    right_multivariate_normal_log_density(X, mean, covariance)
    return right_multivariate_normal_log_density(X, mean, np.diag(np.diag(covariance)))


@mistake(
    "multivariate_normal_log_density",
    "Your tests of the covariance compare with a fixed small number; measure them by its largest entry, since features "
    "in small units have small variances.",
)
def wrong_absolute_tolerance(X, mean, covariance):
    S = np.asarray(covariance, dtype=float)
    if S.shape == (np.shape(X)[1],) * 2 and (np.abs(S - S.T).max() > 1e-8 or np.linalg.eigvalsh(S).min() < 1e-12):
        raise ValueError("the covariance must be symmetric and positive definite")
    lower = np.tril(S)
    return right_multivariate_normal_log_density(X, mean, lower + np.tril(S, -1).T if S.shape == S.T.shape else S)


@mistake(
    "multivariate_normal_log_density",
    "You accept covariances that are not symmetric or not positive definite, for which there is no density: "
    "ValueError.",
)
def wrong_accepts_anything(X, mean, covariance):
    X, mean, S = (np.asarray(array, dtype=float) for array in (X, mean, covariance))
    d = X.shape[1]
    if mean.shape != (d,) or S.shape != (d, d):
        raise ValueError("mean and covariance must fit X")
    with np.errstate(all="ignore"):
        quadratic = _quadratic(X - mean, np.linalg.pinv(S, rcond=1e-12))
        return -(d * np.log(2 * np.pi) + np.linalg.slogdet(S)[1] + quadratic) / 2


# ---------------------------------------------------------------- fit_gda


def _scatter(X, y, centres):
    """Sum of the products of the deviations from these centres, one for each example."""
    R = np.asarray(X, dtype=float) - centres
    return R.T @ R


@mistake(
    "fit_gda",
    "You centred with the mean of all examples, so the distance between the classes counts as spread; subtract "
    "from each "
    "example the mean of its own class.",
)
def wrong_global_mean(X, y, shared=True):
    prior, means, covariance = right_fit_gda(X, y, shared)
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    centre = X.mean(axis=0)
    if shared:
        return prior, means, _scatter(X, y, centre) / len(y)
    return prior, means, np.array([_scatter(X[y == k], y, centre) / (y == k).sum() for k in range(len(prior))])


@mistake("fit_gda", "You divide by one less than the number of examples; maximum likelihood divides by their number.")
def wrong_unbiased(X, y, shared=True):
    prior, means, covariance = right_fit_gda(X, y, shared)
    N = len(y) if shared else np.bincount(y)[:, None, None]
    return prior, means, covariance * N / np.maximum(N - 1, 1)


@mistake(
    "fit_gda",
    "The shared covariance divides by n; you took one off for every class (n - K), as unbiased estimates do.",
)
def wrong_pooled_unbiased(X, y, shared=True):
    prior, means, covariance = right_fit_gda(X, y, shared)
    return prior, means, covariance * len(y) / max(len(y) - len(prior), 1) if shared else covariance


@mistake(
    "fit_gda",
    "You averaged the covariances of the classes as if these were equally large; weight each by its number of "
    "examples.",
)
def wrong_average_of_covariances(X, y, shared=True):
    prior, means, covariance = right_fit_gda(X, y, shared)
    return prior, means, right_fit_gda(X, y, False)[2].mean(axis=0) if shared else covariance


@mistake(
    "fit_gda",
    "Your covariance is n by n, because np.cov takes the variables from the rows; they are in the columns of X.",
)
def wrong_variables_in_rows(X, y, shared=True):
    prior, means, covariance = right_fit_gda(X, y, shared)
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if shared:
        R = X - means[y]
        return prior, means, R @ R.T / len(y)
    return prior, means, [np.cov(X[y == k], bias=True) for k in range(len(prior))]


@mistake(
    "fit_gda",
    "You fitted variances only, as naive Bayes does; the entries beside the diagonal are the products of two "
    "deviations.",
)
def wrong_diagonal_covariance(X, y, shared=True):
    prior, means, covariance = right_fit_gda(X, y, shared)
    return prior, means, covariance * np.eye(covariance.shape[-1])


@mistake("fit_gda", "shared=False asks for one covariance for each class, (K, d, d); you return the shared one.")
def wrong_always_shared(X, y, shared=True):
    prior, means, covariance = right_fit_gda(X, y, True)
    return prior, means, covariance if shared else np.array([covariance] * len(prior))


@mistake("fit_gda", "You return the sums of products themselves; divide them by the number of examples.")
def wrong_scatter(X, y, shared=True):
    prior, means, covariance = right_fit_gda(X, y, shared)
    return prior, means, covariance * (len(y) if shared else np.bincount(y)[:, None, None])


@mistake(
    "fit_gda",
    "A class without examples was passed over; there is nothing to fit it to, so raise ValueError.",
)
def wrong_skips_empty_classes(X, y, shared=True):
    if len(X) != len(y):
        raise ValueError("X and y must have the same length")
    return right_fit_gda(X, np.unique(y, return_inverse=True)[1], shared)


# ---------------------------------------------------------------- log_odds_line


@mistake(
    "log_odds_line",
    "b must also collect log((1 - theta_1)/(1 - theta_0)) of every feature: what an all-zero example says of the "
    "class.",
)
def wrong_absent_terms(prior, parameters, model):
    w, b = right_log_odds_line(prior, parameters, model)
    return w, math.log(prior[1] / prior[0]) if model == "bernoulli" else b


@mistake(
    "log_odds_line",
    "You subtracted the log prior odds; log(prior_1 / prior_0) is added, as a frequent class is to be preferred.",
)
def wrong_prior_sign(prior, parameters, model):
    w, b = right_log_odds_line(prior, parameters, model)
    return w, b - 2 * math.log(prior[1] / prior[0])


@mistake("log_odds_line", "You compared the likelihoods only; add the log prior odds to b.")
def wrong_prior_dropped(prior, parameters, model):
    w, b = right_log_odds_line(prior, parameters, model)
    return w, b - math.log(prior[1] / prior[0])


@mistake(
    "log_odds_line",
    "The exponent of a Gaussian has a factor 1/2, so the quadratic terms of the means in b carry one half each.",
)
def wrong_half_missing(prior, parameters, model):
    w, b = right_log_odds_line(prior, parameters, model)
    prior_odds = math.log(prior[1] / prior[0])
    return w, 2 * (b - prior_odds) + prior_odds if model == "gaussian" else b


@mistake(
    "log_odds_line",
    "The factors exp(-rate) put sum(rate_0 - rate_1) into b; you left them out or turned the sign.",
)
def wrong_rate_difference(prior, parameters, model):
    w, b = right_log_odds_line(prior, parameters, model)
    return w, math.log(prior[1] / prior[0]) if model == "poisson" else b


@mistake(
    "log_odds_line",
    "You multiplied the difference of the means by the covariance; w takes its inverse.",
)
def wrong_covariance_itself(prior, parameters, model):
    w, b = right_log_odds_line(prior, parameters, model)
    if model != "gaussian":
        return w, b
    means, covariance = (np.asarray(part, dtype=float) for part in parameters)
    w = covariance @ (means[1] - means[0])
    return w, float(math.log(prior[1] / prior[0]) - w @ (means[0] + means[1]) / 2)


@mistake("log_odds_line", "Your line is that of class 0 against class 1; w and b have the signs turned.")
def wrong_classes_swapped(prior, parameters, model):
    w, b = right_log_odds_line(prior, parameters, model)
    return -w, -b


@mistake(
    "log_odds_line",
    "For yes/no features w_j compares a present feature with an absent one; take the difference of "
    "log(theta/(1-theta)), "
    "not of log theta.",
)
def wrong_weights_of_present_features(prior, parameters, model):
    w, b = right_log_odds_line(prior, parameters, model)
    if model != "bernoulli":
        return w, b
    theta = np.asarray(parameters, dtype=float)
    return np.log(theta[1] / theta[0]), b


@mistake(
    "log_odds_line",
    "You used the Bernoulli formula for word counts; in the multinomial model absent words say nothing, so w is "
    "log(phi_1/phi_0) and b the log prior odds.",
)
def wrong_multinomial_as_bernoulli(prior, parameters, model):
    answer = right_log_odds_line(prior, parameters, model)
    return right_log_odds_line(prior, parameters, "bernoulli") if model == "multinomial" else answer


@mistake(
    "log_odds_line",
    "Features that one class always has, or never, gave infinities or nan; there is no such line: ValueError.",
)
def wrong_infinite_line(prior, parameters, model):
    if model == "gaussian" or min(prior) <= 0 or len(prior) != 2 or len(parameters) != 2:
        return right_log_odds_line(prior, parameters, model)
    if model not in ("bernoulli", "multinomial", "poisson"):
        raise ValueError("unknown model")
    table, prior_odds = np.asarray(parameters, dtype=float), math.log(prior[1] / prior[0])
    with np.errstate(all="ignore"):
        w = np.log(table[1] / table[0])
        if model == "poisson":
            return w, prior_odds + (table[0] - table[1]).sum()
        if model == "multinomial":
            return w, prior_odds
        absent = np.log((1 - table[1]) / (1 - table[0]))
        return w - absent, prior_odds + absent.sum()
