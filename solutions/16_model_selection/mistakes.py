"""Known wrong answers of model selection, each with the sentence that a student who gave it is told."""

from itertools import product

import numpy as np

from autograder.authoring import mistake
from model_selection import (
    bayesian_optimisation,
    fit_regularised,
    gp_posterior,
    grid_search,
    model_selection,
    penalised_choice,
    population_step,
    random_search,
    select_degree,
    three_way_split,
)

right_three_way_split = three_way_split
right_fit_regularised = fit_regularised
right_select_degree = select_degree
right_model_selection = model_selection
right_penalised_choice = penalised_choice
right_grid_search = grid_search
right_random_search = random_search
right_gp_posterior = gp_posterior
right_bayesian_optimisation = bayesian_optimisation
right_population_step = population_step

# ---------------------------------------------------------------- three_way_split


def _two_cuts(n, fractions):
    return int(n * fractions[0] + 1e-9), int(n * (fractions[0] + fractions[1]) + 1e-9)


def _require_fractions(n, fractions):
    if n < 1 or min(fractions) < 0 or abs(sum(fractions) - 1) > 1e-9:
        raise ValueError("no fractions")


@mistake(
    "three_way_split",
    "You cut without shuffling. Data are often sorted, by class or by time, and then the three parts are unlike.",
)
def wrong_no_shuffle(n, fractions, rng):
    _require_fractions(n, fractions)
    first, second = _two_cuts(n, fractions)
    rows = np.arange(n)
    return rows[:first], rows[first:second], rows[second:]


@mistake(
    "three_way_split",
    "Some rows come several times and others never: you drew with replacement. Shuffle the numbers 0 to n-1 instead.",
)
def wrong_with_replacement(n, fractions, rng):
    _require_fractions(n, fractions)
    first, second = _two_cuts(n, fractions)
    rows = rng.integers(0, n, n)
    return rows[:first], rows[first:second], rows[second:]


@mistake(
    "three_way_split",
    "You rounded all three sizes down, so rows were lost. Make two cuts, and let the test part take all the rest.",
)
def wrong_drops_remainder(n, fractions, rng):
    _require_fractions(n, fractions)
    sizes = [int(n * fraction + 1e-9) for fraction in fractions]
    rows = rng.permutation(n)
    first, second = sizes[0], sizes[0] + sizes[1]
    return rows[:first], rows[first:second], rows[second : second + sizes[2]]


@mistake(
    "three_way_split",
    "You shuffled with a generator of your own, so the caller's seed changes nothing; draw only from the rng given.",
)
def wrong_own_seed(n, fractions, rng):
    return right_three_way_split(n, fractions, np.random.default_rng(0))


@mistake(
    "three_way_split",
    "In floats 0.7 + 0.1 is a little below 0.8, so a row went to the wrong part: add 1e-9 before you round down.",
)
def wrong_float_cut(n, fractions, rng):
    _require_fractions(n, fractions)
    first, second = int(n * fractions[0]), int(n * (fractions[0] + fractions[1]))
    rows = rng.permutation(n)
    return rows[:first], rows[first:second], rows[second:]


@mistake("three_way_split", "You rounded the cuts to the nearest whole number; both are rounded DOWN.")
def wrong_rounds(n, fractions, rng):
    _require_fractions(n, fractions)
    first, second = (int(np.floor(cut + 0.5)) for cut in (n * fractions[0], n * (fractions[0] + fractions[1])))
    rows = rng.permutation(n)
    return rows[:first], rows[first:second], rows[second:]


@mistake(
    "three_way_split",
    "You only asked whether the fractions sum to 1; 0.9, 0.2 and -0.1 do, too. A negative one must raise ValueError.",
)
def wrong_takes_negative_fractions(n, fractions, rng):
    if n < 1 or abs(sum(fractions) - 1) > 1e-9:
        raise ValueError("no fractions")
    first, second = _two_cuts(n, fractions)
    rows = rng.permutation(n)
    return rows[:first], rows[first:second], rows[second:]


# ---------------------------------------------------------------- fit_regularised


def _require_points(x, y, degree, lam):
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if degree < 0 or lam < 0 or len(x) == 0 or len(x) != len(y):
        raise ValueError("no points, or negative numbers")
    return x, y, np.vander(x, degree + 1, increasing=True)


def _cost(w, Phi, y, lam):
    return np.mean((y - Phi @ w) ** 2) + lam * (w @ w)


@mistake(
    "fit_regularised",
    "You penalised the SUM of the squared errors; here they are averaged, so your lam acts n times too weakly.",
)
def wrong_sum_not_mean(x, y, degree, lam=0.0):
    x, y, Phi = _require_points(x, y, degree, lam)
    w, _ = right_fit_regularised(x, y, degree, lam / len(x))
    return w, len(x) * np.mean((y - Phi @ w) ** 2) + lam * (w @ w)


@mistake(
    "fit_regularised",
    "You solved for the summed error but report the mean: with X'X and X'y undivided, the penalty is n times lam.",
)
def wrong_lam_without_n(x, y, degree, lam=0.0):
    x, y, Phi = _require_points(x, y, degree, lam)
    w, _ = right_fit_regularised(x, y, degree, lam / len(x))
    return w, _cost(w, Phi, y, lam)


@mistake(
    "fit_regularised",
    "You left the constant out of the penalty. That is often sensible, but here every coefficient is penalised.",
)
def wrong_free_constant(x, y, degree, lam=0.0):
    x, y, Phi = _require_points(x, y, degree, lam)
    if lam == 0:
        return right_fit_regularised(x, y, degree)
    penalty = lam * np.eye(degree + 1)
    penalty[0, 0] = 0
    w = np.linalg.solve(Phi.T @ Phi / len(x) + penalty, Phi.T @ y / len(x))
    return w, np.mean((y - Phi @ w) ** 2) + lam * (w[1:] @ w[1:])


@mistake(
    "fit_regularised",
    "Your coefficients are in descending powers (so are those of np.polyfit); w[0] must be the constant.",
)
def wrong_descending(x, y, degree, lam=0.0):
    w, cost = right_fit_regularised(x, y, degree, lam)
    return w[::-1], cost


@mistake("fit_regularised", "You put a factor 1/2 on the error; there is none here, and it doubles the effect of lam.")
def wrong_half(x, y, degree, lam=0.0):
    w, cost = right_fit_regularised(x, y, degree, 2 * lam)
    return w, cost / 2


@mistake("fit_regularised", "You put a factor 1/2 on the penalty; there is none here, and it halves the effect of lam.")
def wrong_half_penalty(x, y, degree, lam=0.0):
    return right_fit_regularised(x, y, degree, lam / 2)


@mistake(
    "fit_regularised",
    "You return only the mean squared error; the cost includes lam times the sum of the squared coefficients.",
)
def wrong_cost_without_penalty(x, y, degree, lam=0.0):
    x, y, Phi = _require_points(x, y, degree, lam)
    w, _ = right_fit_regularised(x, y, degree, lam)
    return w, _cost(w, Phi, y, 0)


@mistake(
    "fit_regularised",
    "You fitted one coefficient too few: a polynomial of degree d has d + 1 of them, from x^0 up to x^d.",
)
def wrong_degree_off_by_one(x, y, degree, lam=0.0):
    _require_points(x, y, degree, lam)
    if degree == 0:
        return np.zeros(0), float(np.mean(np.asarray(y, dtype=float) ** 2))
    return right_fit_regularised(x, y, degree - 1, lam)


@mistake(
    "fit_regularised",
    "You penalised with lam squared: rows added to least squares are squared too, so they need sqrt(n lam), not lam.",
)
def wrong_lam_squared(x, y, degree, lam=0.0):
    x, y, Phi = _require_points(x, y, degree, lam)
    w, _ = right_fit_regularised(x, y, degree, lam**2)
    return w, _cost(w, Phi, y, lam)


@mistake(
    "fit_regularised",
    "np.linalg.solve fails, or answers with rounding errors, where several polynomials fit equally well; with lam = 0 "
    "use np.linalg.lstsq or np.linalg.pinv, which return the shortest.",
)
def wrong_solve_only(x, y, degree, lam=0.0):
    x, y, Phi = _require_points(x, y, degree, lam)
    if len(set(x.tolist())) <= degree and lam == 0:
        w = np.zeros(degree + 1)
        m = len(set(x.tolist()))
        w[:m], cost = right_fit_regularised(x, y, m - 1)
        return w, cost
    return right_fit_regularised(x, y, degree, lam)


# ---------------------------------------------------------------- select_degree


def _selection(x, y, degrees, folds, lam, error_of, pick=None):
    """The right procedure, with the error of a degree, or the choice, left open."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if len(degrees) == 0 or len(folds) == 0 or any(len(fit) == 0 or len(check) == 0 for fit, check in folds):
        raise ValueError("nothing to choose from")
    folds = [(np.asarray(fit), np.asarray(check)) for fit, check in folds]
    errors = np.array([error_of(x, y, degree, folds) for degree in degrees])
    best = int(np.argmax(errors <= errors.min() + 1e-9)) if pick is None else pick(errors)
    return {"degree": degrees[best], "errors": errors, "weights": right_fit_regularised(x, y, degrees[best], lam)[0]}


def _squared(w, x, y):
    return (np.vander(x, len(w), increasing=True) @ w - y) ** 2


def _right_error(lam):
    def error_of(x, y, degree, folds):
        fits = [right_fit_regularised(x[fit], y[fit], degree, lam)[0] for fit, _ in folds]
        return np.mean([_squared(w, x[c], y[c]).mean() for w, (_, c) in zip(fits, folds, strict=True)])

    return error_of


@mistake(
    "select_degree",
    "You measured the error on the rows that were fitted, which always likes the highest degree; use the check rows.",
)
def wrong_scores_training_rows(x, y, degrees, folds, lam=0.0):
    def error_of(x, y, degree, folds):
        return _right_error(lam)(x, y, degree, [(fit, fit) for fit, _ in folds])

    return _selection(x, y, degrees, folds, lam, error_of)


@mistake(
    "select_degree",
    "You fitted on all rows, check rows included, so the check rows test nothing; fit on the fold's fit rows only.",
)
def wrong_fits_everything(x, y, degrees, folds, lam=0.0):
    def error_of(x, y, degree, folds):
        return _right_error(lam)(x, y, degree, [(np.arange(len(x)), check) for _, check in folds])

    return _selection(x, y, degrees, folds, lam, error_of)


@mistake(
    "select_degree",
    "You return the coefficients of the last fold; after choosing, fit the chosen degree once more, on ALL rows.",
)
def wrong_no_refit(x, y, degrees, folds, lam=0.0):
    answer = right_select_degree(x, y, degrees, folds, lam)
    last = np.asarray(folds[-1][0])
    answer["weights"], _ = right_fit_regularised(np.asarray(x)[last], np.asarray(y)[last], answer["degree"], lam)
    return answer


@mistake(
    "select_degree",
    "You averaged over all check rows at once, so large folds count more; average within each fold, then over folds.",
)
def wrong_pooled(x, y, degrees, folds, lam=0.0):
    def error_of(x, y, degree, folds):
        fits = [right_fit_regularised(x[fit], y[fit], degree, lam)[0] for fit, _ in folds]
        return np.concatenate([_squared(w, x[c], y[c]) for w, (_, c) in zip(fits, folds, strict=True)]).mean()

    return _selection(x, y, degrees, folds, lam, error_of)


@mistake("select_degree", 'You return the position in the list of degrees; "degree" is the degree that stands there.')
def wrong_returns_index(x, y, degrees, folds, lam=0.0):
    answer = right_select_degree(x, y, degrees, folds, lam)
    answer["degree"] = list(degrees).index(answer["degree"])
    return answer


@mistake(
    "select_degree",
    "You compared the costs, penalty included. The penalty shapes the fit; what you compare are plain errors.",
)
def wrong_penalty_in_score(x, y, degrees, folds, lam=0.0):
    def error_of(x, y, degree, folds):
        fits = [right_fit_regularised(x[fit], y[fit], degree, lam)[0] for fit, _ in folds]
        return np.mean([_squared(w, x[c], y[c]).mean() + lam * (w @ w) for w, (_, c) in zip(fits, folds, strict=True)])

    return _selection(x, y, degrees, folds, lam, error_of)


@mistake(
    "select_degree",
    "You forgot lam in one of the fits, the last one: it must be penalised like those by which it was chosen.",
)
def wrong_refit_without_lam(x, y, degrees, folds, lam=0.0):
    answer = right_select_degree(x, y, degrees, folds, lam)
    answer["weights"], _ = right_fit_regularised(x, y, answer["degree"])
    return answer


@mistake("select_degree", "Of equal errors you took the last; the degree that stands first in the list wins.")
def wrong_last_of_equals(x, y, degrees, folds, lam=0.0):
    def last(errors):
        return int(np.flatnonzero(errors <= errors.min() + 1e-9)[-1])

    return _selection(x, y, degrees, folds, lam, _right_error(lam), last)


@mistake(
    "select_degree",
    "Rounding decided between perfect fits: an error of 1e-30 is no better than one of 1e-29. Ask for a gain of 1e-9.",
)
def wrong_rounding_decides(x, y, degrees, folds, lam=0.0):
    return _selection(x, y, degrees, folds, lam, _right_error(lam), lambda errors: int(errors.argmin()))


@mistake(
    "select_degree",
    "Among equal errors you prefer the lowest degree. That is Occam's razor, but here the order of the list decides.",
)
def wrong_lowest_of_equals(x, y, degrees, folds, lam=0.0):
    def lowest(errors):
        return min(np.flatnonzero(errors <= errors.min() + 1e-9).tolist(), key=lambda i: degrees[i])

    return _selection(x, y, degrees, folds, lam, _right_error(lam), lowest)


# ---------------------------------------------------------------- model_selection


def _procedure(x, y, k, max_degree, patience, n_test, lam, stop=None, borders=None, gain=1e-9):
    """The right procedure, with the rule for stopping, the borders of the folds, or the smallest gain left open."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    N = len(x) - n_test
    if n_test < 1 or not 2 <= k <= N or max_degree < 0 or patience < 1 or lam < 0:
        raise ValueError("out of range")
    cuts = [i * N // k for i in range(k + 1)] if borders is None else borders(N, k)
    rows = np.arange(N)
    folds = []
    for low, high in zip(cuts[:-1], cuts[1:], strict=True):
        folds.append((np.concatenate([rows[:low], rows[high:]]), rows[low:high]))
    errors, best, in_a_row, in_all = [], 0, 0, 0
    for degree in range(max_degree + 1):
        errors.append(_right_error(lam)(x, y, degree, folds))
        if degree == 0:
            continue
        if errors[-1] < errors[best] - gain:
            best, in_a_row = degree, 0
        else:
            in_a_row, in_all = in_a_row + 1, in_all + 1
            if stop(in_a_row, in_all) if stop else in_a_row == patience:
                break
    return _report(x, y, N, best, errors, lam)


def _report(x, y, N, degree, errors, lam):
    w, _ = right_fit_regularised(x[:N], y[:N], degree, lam)
    return {
        "degree": degree,
        "cv_errors": np.array(errors),
        "weights": w,
        "test_error": float(_squared(w, x[N:], y[N:]).mean()),
    }


@mistake(
    "model_selection",
    "The test rows took part in cross-validation and in the fit, so they are no test; set them aside first.",
)
def wrong_test_in_loop(x, y, k, max_degree, patience, n_test, lam=0.0):
    right_model_selection(x, y, k, max_degree, patience, n_test, lam)
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    answer = right_model_selection(
        np.append(x, x[-1]), np.append(y, y[-1]), min(k, len(x)), max_degree, patience, 1, lam
    )
    answer["test_error"] = float(_squared(answer["weights"], x[-n_test:], y[-n_test:]).mean())
    return answer


@mistake(
    "model_selection",
    "You report the model of the last fold, which has seen only a part; fit the chosen degree on all training rows.",
)
def wrong_no_refit_after_cv(x, y, k, max_degree, patience, n_test, lam=0.0):
    answer = right_model_selection(x, y, k, max_degree, patience, n_test, lam)
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    N = len(x) - n_test
    low = (k - 1) * N // k
    w, _ = right_fit_regularised(x[:low], y[:low], answer["degree"], lam)
    return {**answer, "weights": w, "test_error": float(_squared(w, x[N:], y[N:]).mean())}


@mistake(
    "model_selection",
    "After choosing you fitted again on all rows, the test rows too, and then tested on what was fitted.",
)
def wrong_refit_on_test_too(x, y, k, max_degree, patience, n_test, lam=0.0):
    answer = right_model_selection(x, y, k, max_degree, patience, n_test, lam)
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    w, _ = right_fit_regularised(x, y, answer["degree"], lam)
    return {**answer, "weights": w, "test_error": float(_squared(w, x[-n_test:], y[-n_test:]).mean())}


@mistake(
    "model_selection",
    "You return the degree at which the search ended; return the one with the smallest cross-validated error.",
)
def wrong_last_degree(x, y, k, max_degree, patience, n_test, lam=0.0):
    answer = right_model_selection(x, y, k, max_degree, patience, n_test, lam)
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    errors = answer["cv_errors"]
    return _report(x, y, len(x) - n_test, len(errors) - 1, errors, lam)


@mistake(
    "model_selection",
    "You stop at the first degree that is no better, whatever `patience` says; allow that many failures in a row.",
)
def wrong_stops_at_first_rise(x, y, k, max_degree, patience, n_test, lam=0.0):
    right_model_selection(x, y, k, max_degree, patience, n_test, lam)
    return right_model_selection(x, y, k, max_degree, 1, n_test, lam)


@mistake(
    "model_selection",
    "You allow one failure more than `patience`: stop as soon as there were that many in a row.",
)
def wrong_one_failure_more(x, y, k, max_degree, patience, n_test, lam=0.0):
    right_model_selection(x, y, k, max_degree, patience, n_test, lam)
    return right_model_selection(x, y, k, max_degree, patience + 1, n_test, lam)


@mistake(
    "model_selection",
    "You count all failures since degree 0; only those in a row count, so set the counter back at each new best.",
)
def wrong_failures_in_all(x, y, k, max_degree, patience, n_test, lam=0.0):
    return _procedure(x, y, k, max_degree, patience, n_test, lam, stop=lambda in_a_row, in_all: in_all == patience)


@mistake(
    "model_selection",
    "You report the cross-validated error as test error. It was used to choose, so it is too low: use the test rows.",
)
def wrong_reports_cv(x, y, k, max_degree, patience, n_test, lam=0.0):
    answer = right_model_selection(x, y, k, max_degree, patience, n_test, lam)
    return {**answer, "test_error": float(answer["cv_errors"][answer["degree"]])}


def _equal_blocks(N, k):
    return [i * (N // k) for i in range(k + 1)]


def _larger_blocks_first(N, k):
    return np.cumsum([0, *(len(part) for part in np.array_split(np.arange(N), k))])


@mistake(
    "model_selection",
    "Your folds are blocks of N // k rows, so the rows that remain are never checked; the borders are (i * N) // k.",
)
def wrong_equal_blocks(x, y, k, max_degree, patience, n_test, lam=0.0):
    return _procedure(x, y, k, max_degree, patience, n_test, lam, borders=_equal_blocks)


@mistake(
    "model_selection",
    "Your folds are those of np.array_split, which makes the FIRST folds larger; the borders here are (i * N) // k.",
)
def wrong_array_split(x, y, k, max_degree, patience, n_test, lam=0.0):
    return _procedure(x, y, k, max_degree, patience, n_test, lam, borders=_larger_blocks_first)


@mistake(
    "model_selection",
    "A gain by rounding alone counted as progress and delayed the end; better means lower by more than 1e-9.",
)
def wrong_any_gain(x, y, k, max_degree, patience, n_test, lam=0.0):
    return _procedure(x, y, k, max_degree, patience, n_test, lam, gain=0)


@mistake(
    "model_selection",
    "You took the FIRST n_test rows as test set; it is the last ones, and the others are for training.",
)
def wrong_first_rows_test(x, y, k, max_degree, patience, n_test, lam=0.0):
    right_model_selection(x, y, k, max_degree, patience, n_test, lam)
    x, y = np.roll(np.asarray(x, dtype=float), -n_test), np.roll(np.asarray(y, dtype=float), -n_test)
    return right_model_selection(x, y, k, max_degree, patience, n_test, lam)


@mistake(
    "model_selection", "You forgot lam when you fitted the chosen degree again, or in the folds: it is in every fit."
)
def wrong_lam_only_in_folds(x, y, k, max_degree, patience, n_test, lam=0.0):
    answer = right_model_selection(x, y, k, max_degree, patience, n_test, lam)
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    return _report(x, y, len(x) - n_test, answer["degree"], answer["cv_errors"], 0.0)


# ---------------------------------------------------------------- penalised_choice


def _choose(costs, sizes, criterion, n, dim, **formulas):
    """The right choice, with some of the formulas replaced."""
    right_penalised_choice(costs, sizes, criterion, n, dim)
    costs, sizes = np.asarray(costs, dtype=float), np.asarray(sizes, dtype=float)
    totals = formulas[criterion](costs, sizes)
    return int(np.argmin(totals)), totals


def _with(costs, sizes, criterion, n, dim, **formulas):
    if criterion not in formulas:
        return right_penalised_choice(costs, sizes, criterion, n, dim)
    return _choose(costs, sizes, criterion, n, dim, **formulas)


@mistake(
    "penalised_choice", "You took the candidate with the largest total; every total is a cost, so take the smallest."
)
def wrong_maximises(costs, sizes, criterion, n=None, dim=None):
    _, totals = right_penalised_choice(costs, sizes, criterion, n, dim)
    return int(np.argmax(totals)), totals


@mistake(
    "penalised_choice",
    "In the k-means criteria you used the number of examples; the price of a cluster goes by the dimension, dim.",
)
def wrong_log_n_for_dim(costs, sizes, criterion, n=None, dim=None):
    factor = dim if n is None else n
    return _with(
        costs,
        sizes,
        criterion,
        n,
        dim,
        kmeans_aic=lambda c, s: c + 2 * s * factor,
        kmeans_bic=lambda c, s: c + s * np.log(factor),
    )


@mistake(
    "penalised_choice",
    "You measured a message in nats; description lengths are bits, so one example of n takes log2 n of them.",
)
def wrong_nats_in_mdl(costs, sizes, criterion, n=None, dim=None):
    return _with(costs, sizes, criterion, n, dim, mdl=lambda c, s: s + c * np.log(n))


@mistake(
    "penalised_choice",
    "You charged the right predictions for mdl; they cost nothing, since the hypothesis already says them.",
)
def wrong_charges_correct(costs, sizes, criterion, n=None, dim=None):
    return _with(costs, sizes, criterion, n, dim, mdl=lambda c, s: s + (n - c) * np.log2(n))


@mistake(
    "penalised_choice", "For mdl each mistake costs log2 n bits, to name its example; you counted one bit for each."
)
def wrong_one_bit_each(costs, sizes, criterion, n=None, dim=None):
    return _with(costs, sizes, criterion, n, dim, mdl=lambda c, s: s + c)


@mistake(
    "penalised_choice",
    "For aic and bic you added the plain sum of squares; the fit counts as n ln(cost/n), from the log likelihood.",
)
def wrong_no_log_likelihood(costs, sizes, criterion, n=None, dim=None):
    return _with(costs, sizes, criterion, n, dim, aic=lambda c, s: c + 2 * s, bic=lambda c, s: c + s * np.log(n))


@mistake(
    "penalised_choice", "You took the logarithm of the cost itself; for aic and bic it is the mean, cost/n, inside."
)
def wrong_sum_in_the_logarithm(costs, sizes, criterion, n=None, dim=None):
    return _with(
        costs,
        sizes,
        criterion,
        n,
        dim,
        aic=lambda c, s: n * np.log(c) + 2 * s,
        bic=lambda c, s: n * np.log(c) + s * np.log(n),
    )


@mistake(
    "penalised_choice", "Your kmeans_aic charges 2 for each cluster; a cluster has dim coordinates, so it is 2 dim."
)
def wrong_two_k(costs, sizes, criterion, n=None, dim=None):
    return _with(costs, sizes, criterion, n, dim, kmeans_aic=lambda c, s: c + 2 * s)


@mistake(
    "penalised_choice", "You exchanged the penalties of aic and bic: aic charges 2 for each coefficient, bic ln n."
)
def wrong_penalties_exchanged(costs, sizes, criterion, n=None, dim=None):
    return _with(
        costs,
        sizes,
        criterion,
        n,
        dim,
        aic=lambda c, s: n * np.log(c / n) + s * np.log(n),
        bic=lambda c, s: n * np.log(c / n) + 2 * s,
    )


@mistake(
    "penalised_choice",
    "You refuse a cost of 0 everywhere; only aic and bic take its logarithm. Elsewhere 0 is simply the best cost.",
)
def wrong_refuses_zero_cost(costs, sizes, criterion, n=None, dim=None):
    if np.min(costs) == 0:
        raise ValueError("cost 0")
    return right_penalised_choice(costs, sizes, criterion, n, dim)


@mistake(
    "penalised_choice",
    "A cost of 0 gave aic or bic a total of minus infinity, which always wins; it must raise ValueError.",
)
def wrong_takes_log_of_zero(costs, sizes, criterion, n=None, dim=None):
    costs, sizes = np.asarray(costs, dtype=float), np.asarray(sizes, dtype=float)
    if criterion in ("aic", "bic") and n is not None and (costs >= 0).all() and (costs == 0).any():
        with np.errstate(divide="ignore"):
            totals = n * np.log(costs / n) + sizes * (2 if criterion == "aic" else np.log(n))
        return int(np.argmin(totals)), totals
    return right_penalised_choice(costs, sizes, criterion, n, dim)


# ---------------------------------------------------------------- grid_search


def _searched(loss, names, points, pick=np.nanargmin):
    losses = np.asarray(loss(points), dtype=float)
    if np.isnan(losses).all():
        raise ValueError("all nan")
    best = int(pick(losses))
    return {
        "best": dict(zip(names, points[best].tolist(), strict=True)),
        "loss": float(losses[best]),
        "points": points,
        "losses": losses,
    }


def _grid_points(grid):
    if len(grid) == 0 or min(len(values) for values in grid.values()) == 0:
        raise ValueError("empty grid")
    return np.array(list(product(*grid.values())), dtype=float)


@mistake(
    "grid_search",
    "You paired the lists element by element, as zip does; a grid holds every combination of their values.",
)
def wrong_zip(loss, grid):
    _grid_points(grid)
    return _searched(loss, list(grid), np.array(list(zip(*grid.values(), strict=False)), dtype=float))


@mistake("grid_search", "You returned the row with the largest loss; a loss is to be small.")
def wrong_largest_loss(loss, grid):
    return _searched(loss, list(grid), _grid_points(grid), np.nanargmax)


@mistake("grid_search", "Your rows let the FIRST name change fastest; as in nested loops, it is the last one.")
def wrong_first_fastest(loss, grid):
    _grid_points(grid)
    rows = [row[::-1] for row in product(*list(grid.values())[::-1])]
    return _searched(loss, list(grid), np.array(rows, dtype=float))


@mistake(
    "grid_search",
    "A loss of nan won, because np.argmin and comparisons stop at nan; a run that diverged counts as the worst.",
)
def wrong_nan_wins(loss, grid):
    return _searched(loss, list(grid), _grid_points(grid), np.argmin)


@mistake("grid_search", "You called loss once for each row; call it once, with all rows in one (m, p) array.")
def wrong_row_by_row(loss, grid):
    points = _grid_points(grid)
    losses = np.array([np.asarray(loss(points[[i]])).ravel()[0] for i in range(len(points))], dtype=float)
    return _searched(lambda _: losses, list(grid), points)


@mistake("grid_search", 'You replaced nan by infinity in "losses", too; return them as loss gave them.')
def wrong_nan_replaced(loss, grid):
    answer = _searched(loss, list(grid), _grid_points(grid))
    return {**answer, "losses": np.where(np.isnan(answer["losses"]), np.inf, answer["losses"])}


@mistake("grid_search", "Of equal losses you took the last row; the first one counts.")
def wrong_last_of_equal_rows(loss, grid):
    return _searched(loss, list(grid), _grid_points(grid), lambda losses: len(losses) - 1 - np.nanargmin(losses[::-1]))


@mistake("grid_search", "If every loss is nan there is no best row; raise ValueError instead of returning one.")
def wrong_all_nan_answered(loss, grid):
    return _searched(lambda points: _none_if_all_nan(loss(points)), list(grid), _grid_points(grid))


def _none_if_all_nan(losses):
    return np.full(len(losses), np.inf) if np.isnan(losses).all() else losses


# ---------------------------------------------------------------- random_search


def _drawn(ranges, draws, linear=None, log=None):
    """The points, with the formula of a scale left open."""
    draws = np.asarray(draws, dtype=float)
    if draws.shape[1] != len(ranges):
        raise ValueError("wrong number of columns")
    for low, high, scale in ranges.values():
        if scale not in ("linear", "log") or low >= high or (scale == "log" and low <= 0):
            raise ValueError("no range")
    linear = linear or (lambda low, high, u: low + u * (high - low))
    log = log or (lambda low, high, u: low * (high / low) ** u)
    columns = [
        (linear if scale == "linear" else log)(low, high, u)
        for (low, high, scale), u in zip(ranges.values(), draws.T, strict=True)
    ]
    return np.column_stack(columns)


@mistake(
    "random_search",
    "You interpolated a log scale linearly, so nearly all draws land at its upper end; equal steps are equal factors.",
)
def wrong_linear_for_log(loss, ranges, draws):
    return _searched(loss, list(ranges), _drawn(ranges, draws, log=lambda low, high, u: low + u * (high - low)))


@mistake("random_search", "You return the logarithm of the setting; take its exponential, to get back into the range.")
def wrong_log_not_exponentiated(loss, ranges, draws):
    def log(low, high, u):
        return np.log(low) + u * (np.log(high) - np.log(low))

    return _searched(loss, list(ranges), _drawn(ranges, draws, log=log))


@mistake(
    "random_search",
    "You took a natural logarithm and raised 10 to it, or the reverse; both need the same base.",
)
def wrong_mixed_bases(loss, ranges, draws):
    def log(low, high, u):
        return 10.0 ** (np.log(low) + u * (np.log(high) - np.log(low)))

    return _searched(loss, list(ranges), _drawn(ranges, draws, log=log))


@mistake("random_search", "You mixed the columns up: column j of the draws belongs to the j-th name of the dict.")
def wrong_columns_mixed(loss, ranges, draws):
    return _searched(loss, list(ranges), _drawn(ranges, np.asarray(draws)[:, ::-1]))


@mistake(
    "random_search",
    "On the linear scale you multiplied the draw by high; multiply by the length of the range, high - low.",
)
def wrong_range_length(loss, ranges, draws):
    return _searched(loss, list(ranges), _drawn(ranges, draws, linear=lambda low, high, u: low + u * high))


@mistake("random_search", "You returned the setting with the largest loss; a loss is to be small.")
def wrong_largest_random_loss(loss, ranges, draws):
    return _searched(loss, list(ranges), _drawn(ranges, draws), np.nanargmax)


@mistake(
    "random_search",
    "A loss of nan won, because np.argmin stops at nan; a run that diverged counts as worse than any other.",
)
def wrong_nan_is_best(loss, ranges, draws):
    return _searched(loss, list(ranges), _drawn(ranges, draws), np.argmin)


@mistake("random_search", "You called loss once for each setting; call it once, with all of them in one array.")
def wrong_one_setting_at_a_time(loss, ranges, draws):
    points = _drawn(ranges, draws)
    losses = [np.asarray(loss(points[[i]])).ravel()[0] for i in range(len(points))]
    return _searched(lambda _: losses, list(ranges), points)


@mistake("random_search", "A log scale from 0 or below has no meaning, and gave 0 or nan; it must raise ValueError.")
def wrong_takes_zero_on_log(loss, ranges, draws):
    taken = {
        name: (low if low > 0 or scale != "log" else 1e-300, high, scale) for name, (low, high, scale) in ranges.items()
    }
    return right_random_search(loss, taken, draws)


# ---------------------------------------------------------------- gp_posterior


def _kernel(A, B, scale):
    """exp(-squared distance / scale)."""
    A, B = np.asarray(A, dtype=float), np.asarray(B, dtype=float)
    return np.exp(-((A[:, None] - B[None]) ** 2).sum(axis=2) / scale)


def _posterior(X, y, X_new, scale, noise):
    similar = _kernel(X, X_new, scale)
    solved = np.linalg.solve(_kernel(X, X, scale) + noise * np.eye(len(X)), similar)
    return np.asarray(y, dtype=float) @ solved, (similar * solved).sum(axis=0)


def _require_process(length, noise):
    if length <= 0 or noise <= 0:
        raise ValueError("not positive")


@mistake(
    "gp_posterior",
    "You left out the 2 in the kernel's exponent: squared distances are divided by 2 length^2.",
)
def wrong_no_half(X, y, X_new, length=1.0, noise=1e-6):
    _require_process(length, noise)
    mean, explained = _posterior(X, y, X_new, length**2, noise)
    return mean, np.maximum(1 - explained, 0)


@mistake(
    "gp_posterior",
    "You divided by 2 length; the length is squared too, as it must be for the exponent to have no unit.",
)
def wrong_length_not_squared(X, y, X_new, length=1.0, noise=1e-6):
    _require_process(length, noise)
    mean, explained = _posterior(X, y, X_new, 2 * length, noise)
    return mean, np.maximum(1 - explained, 0)


@mistake("gp_posterior", "You return standard deviations; variances are asked for, so do not take the root.")
def wrong_standard_deviation(X, y, X_new, length=1.0, noise=1e-6):
    mean, variance = right_gp_posterior(X, y, X_new, length, noise)
    return mean, np.sqrt(variance)


@mistake("gp_posterior", "You squared the noise; it is a variance already, and goes on the diagonal as it is.")
def wrong_noise_is_sd(X, y, X_new, length=1.0, noise=1e-6):
    _require_process(length, noise)
    return right_gp_posterior(X, y, X_new, length, noise**2)


@mistake(
    "gp_posterior",
    "You return the part of the variance that the data explain; what is left is 1 minus that.",
)
def wrong_prior_variance_missing(X, y, X_new, length=1.0, noise=1e-6):
    _require_process(length, noise)
    return _posterior(X, y, X_new, 2 * length**2, noise)


@mistake(
    "gp_posterior",
    "You added up the y by similarity, so neighbours count twice; multiply y by the inverse of C first.",
)
def wrong_mean_without_inverse(X, y, X_new, length=1.0, noise=1e-6):
    _, variance = right_gp_posterior(X, y, X_new, length, noise)
    return np.asarray(y, dtype=float) @ _kernel(X, X_new, 2 * length**2), variance


@mistake(
    "gp_posterior",
    "You added the noise to the variance: that is the variance of a new measurement, not of the function.",
)
def wrong_noise_in_the_variance(X, y, X_new, length=1.0, noise=1e-6):
    mean, variance = right_gp_posterior(X, y, X_new, length, noise)
    return mean, variance + noise


@mistake(
    "gp_posterior",
    "You left the noise out of C: the mean then runs through every value, however noisy, and equal points break it.",
)
def wrong_without_noise(X, y, X_new, length=1.0, noise=1e-6):
    _require_process(length, noise)
    return right_gp_posterior(X, y, X_new, length, 1e-10)


@mistake(
    "gp_posterior",
    "Without data you returned nothing, or failed; the prior is known all the same: mean 0 and variance 1 everywhere.",
)
def wrong_without_data(X, y, X_new, length=1.0, noise=1e-6):
    if len(X) == 0:
        raise IndexError("no data")
    return right_gp_posterior(X, y, X_new, length, noise)


# ---------------------------------------------------------------- bayesian_optimisation


def _optimise(
    loss,
    candidates,
    start,
    n_steps,
    kappa,
    length,
    bound=lambda mean, variance, kappa: mean - kappa * np.sqrt(variance),
    standardise=None,
    open_to=None,
    first=True,
):
    """The right search, with its bound, its scale, what may be chosen and the tie left open."""
    candidates, order = np.asarray(candidates, dtype=float), [int(i) for i in start]
    if len(order) == 0 or len(set(order)) != len(order):
        raise ValueError("start")
    losses = np.asarray(loss(candidates[order]), dtype=float).tolist()
    for _ in range(n_steps):
        left = [i for i in range(len(candidates)) if i not in order]
        if not left:
            break
        left = left if open_to is None else open_to(candidates)
        values = (standardise or _standard)(np.array(losses))
        mean, variance = right_gp_posterior(candidates[order], values, candidates[left], length)
        bounds = bound(mean, variance, kappa)
        near = np.flatnonzero(bounds <= bounds.min() + 1e-6)
        chosen = left[near[0 if first else -1]]
        losses.append(float(np.asarray(loss(candidates[[chosen]]))[0]))
        order.append(chosen)
    return {"order": order, "losses": np.array(losses), "best": order[int(np.argmin(losses))]}


def _standard(values, ddof=0):
    deviation = values.std(ddof=ddof) if len(values) > ddof else 0.0
    return (values - values.mean()) / (deviation if deviation >= 1e-12 else 1)


@mistake(
    "bayesian_optimisation",
    "You took the smallest mean PLUS kappa sd. For a loss that is minimised, optimism means the lower bound: minus.",
)
def wrong_upper_bound(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    return _optimise(
        loss, candidates, start, n_steps, kappa, length, bound=lambda mean, variance, k: mean + k * np.sqrt(variance)
    )


@mistake(
    "bayesian_optimisation",
    "You took the LARGEST mean + kappa sd, which is how one looks for a maximum; a loss is to be small.",
)
def wrong_maximises_the_loss(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    return _optimise(
        loss, candidates, start, n_steps, kappa, length, bound=lambda mean, variance, k: -mean - k * np.sqrt(variance)
    )


@mistake(
    "bayesian_optimisation",
    "You multiplied kappa by the variance; the bound has the standard deviation, its root.",
)
def wrong_variance_for_sd(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    return _optimise(
        loss, candidates, start, n_steps, kappa, length, bound=lambda mean, variance, k: mean - k * variance
    )


@mistake(
    "bayesian_optimisation",
    "You evaluated a candidate again; only those that are not yet evaluated may be chosen.",
)
def wrong_repeats(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    return _optimise(
        loss, candidates, start, n_steps, kappa, length, open_to=lambda candidates: list(range(len(candidates)))
    )


@mistake(
    "bayesian_optimisation",
    "You gave the losses to the process as they are; standardise them, since its prior has mean 0 and variance 1.",
)
def wrong_not_standardised(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    return _optimise(loss, candidates, start, n_steps, kappa, length, standardise=lambda values: values)


@mistake(
    "bayesian_optimisation",
    "You subtracted the mean of the losses, but did not divide by their standard deviation.",
)
def wrong_only_centred(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    return _optimise(loss, candidates, start, n_steps, kappa, length, standardise=lambda values: values - values.mean())


@mistake(
    "bayesian_optimisation",
    "You divided by the standard deviation with n - 1; here the squares are averaged over all n losses.",
)
def wrong_sample_deviation(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    return _optimise(
        loss, candidates, start, n_steps, kappa, length, standardise=lambda values: _standard(values, ddof=1)
    )


@mistake(
    "bayesian_optimisation",
    "You standardised once, by the losses of start; do it anew in each step, from all losses observed so far.",
)
def wrong_standardised_once(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    m = len(start)

    def by_start(values):
        deviation = values[:m].std()
        return (values - values[:m].mean()) / (deviation if deviation >= 1e-12 else 1)

    return _optimise(loss, candidates, start, n_steps, kappa, length, standardise=by_start)


@mistake(
    "bayesian_optimisation",
    "You return the candidate tried last; the search also tries uncertain ones, so return that with the smallest loss.",
)
def wrong_last_is_best(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    answer = right_bayesian_optimisation(loss, candidates, start, n_steps, kappa, length)
    return {**answer, "best": answer["order"][-1]}


@mistake(
    "bayesian_optimisation",
    'You return the position in "order"; "best" is the index of the candidate that stands there.',
)
def wrong_position_for_index(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    answer = right_bayesian_optimisation(loss, candidates, start, n_steps, kappa, length)
    return {**answer, "best": int(np.argmin(answer["losses"]))}


@mistake("bayesian_optimisation", "Of equally good candidates you took the last; take the one with the lowest index.")
def wrong_highest_index(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    return _optimise(loss, candidates, start, n_steps, kappa, length, first=False)


@mistake(
    "bayesian_optimisation",
    "You evaluated the loss of all candidates before you began; the whole point is to evaluate only those you choose.",
)
def wrong_evaluates_all(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    candidates = np.asarray(candidates, dtype=float)
    values = np.asarray(loss(candidates))
    numbered = {tuple(row): value for row, value in zip(candidates.tolist(), values, strict=True)}
    return right_bayesian_optimisation(
        lambda points: np.array([numbered[tuple(row)] for row in points.tolist()]),
        candidates,
        start,
        n_steps,
        kappa,
        length,
    )


# ---------------------------------------------------------------- population_step


def _ranked(losses):
    return np.argsort(np.asarray(losses, dtype=float), kind="stable")


def _generation(settings, ranked, n_replace, factors):
    new = np.array(settings, dtype=float)
    if n_replace < 0 or n_replace > len(new) // 2:
        raise ValueError("n_replace")
    parents = np.arange(len(new))
    for r in range(n_replace):
        best, worst = ranked[r], ranked[len(new) - 1 - r]
        new[worst] = np.asarray(settings, dtype=float)[best] * np.asarray(factors[r], dtype=float)
        parents[worst] = best
    return new, parents


@mistake(
    "population_step",
    "You overwrote the best members with copies of the worst; a small loss is good, and the worst are replaced.",
)
def wrong_replaces_best(settings, losses, n_replace, factors):
    return _generation(settings, _ranked(-np.asarray(losses, dtype=float)), n_replace, factors)


@mistake("population_step", "You mutated the parents; only the copies are mutated, the survivors keep their settings.")
def wrong_mutates_survivors(settings, losses, n_replace, factors):
    new, parents = right_population_step(settings, losses, n_replace, factors)
    settings, ranked = np.asarray(settings, dtype=float), _ranked(losses)
    for r in range(n_replace):
        best, worst = ranked[r], ranked[len(settings) - 1 - r]
        new[worst], new[best] = settings[best], settings[best] * np.asarray(factors[r], dtype=float)
    return new, parents


@mistake("population_step", "You added the factors to the parent's settings; a mutation multiplies by them.")
def wrong_adds_factors(settings, losses, n_replace, factors):
    new, parents = right_population_step(settings, losses, n_replace, factors)
    settings, ranked = np.asarray(settings, dtype=float), _ranked(losses)
    for r in range(n_replace):
        new[ranked[len(settings) - 1 - r]] = settings[ranked[r]] + np.asarray(factors[r], dtype=float)
    return new, parents


@mistake(
    "population_step",
    "Your pairs are crossed: the worst goes on from the best, the second worst from the second best, and so on.",
)
def wrong_pairing(settings, losses, n_replace, factors):
    right_population_step(settings, losses, n_replace, factors)
    ranked = _ranked(losses)
    ranked[:n_replace] = ranked[:n_replace][::-1]
    return _generation(settings, ranked, n_replace, factors)


@mistake(
    "population_step",
    "Every copy is of the very best member; the second worst goes on from the second best, which keeps variety.",
)
def wrong_all_from_the_best(settings, losses, n_replace, factors):
    right_population_step(settings, losses, n_replace, factors)
    ranked = _ranked(losses)
    settings = np.asarray(settings, dtype=float)
    new, parents = settings.copy(), np.arange(len(settings))
    for r in range(n_replace):
        worst = ranked[len(settings) - 1 - r]
        new[worst], parents[worst] = settings[ranked[0]] * np.asarray(factors[r], dtype=float), ranked[0]
    return new, parents


@mistake(
    "population_step",
    "The factors were taken in the wrong order: factors[0] belongs to the pair of the best and the worst member.",
)
def wrong_factors_reversed(settings, losses, n_replace, factors):
    right_population_step(settings, losses, n_replace, factors)
    return right_population_step(settings, losses, n_replace, list(factors)[::-1])


@mistake("population_step", "You copied the parents' settings without mutating them; multiply by the factors.")
def wrong_no_mutation(settings, losses, n_replace, factors):
    _, parents = right_population_step(settings, losses, n_replace, factors)
    return np.asarray(settings, dtype=float)[parents], parents


@mistake(
    "population_step",
    "You changed the array that was passed in, so the caller's old generation is gone; work on a copy.",
)
def wrong_in_place(settings, losses, n_replace, factors):
    new, parents = right_population_step(settings, losses, n_replace, factors)
    if isinstance(settings, np.ndarray):
        settings[:] = new
        return settings, parents
    return new, parents


@mistake(
    "population_step",
    "Among equal losses you ranked the higher index first; the lower index is the better member.",
)
def wrong_later_first(settings, losses, n_replace, factors):
    losses = np.asarray(losses, dtype=float)
    return _generation(settings, len(losses) - 1 - _ranked(losses[::-1]), n_replace, factors)


@mistake(
    "population_step",
    "Your new array holds whole numbers because the old one did, and cut fractions off: 3 times 0.5 became 1. "
    "Make it one of floats.",
)
def wrong_integers(settings, losses, n_replace, factors):
    new, parents = right_population_step(settings, losses, n_replace, factors)
    return new.astype(np.asarray(settings).dtype), parents
