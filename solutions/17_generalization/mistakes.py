"""Known wrong answers of generalization, each with the sentence that a student who gave it is told."""

import numpy as np

from autograder.authoring import mistake
from generalization import (
    _joint_table,
    bayes_classifier,
    bias_variance,
    curve_shape,
    double_descent_curve,
    error_decomposition,
    expected_loss,
    gradient_descent,
    min_norm_solution,
    polynomial_bias_variance,
    running_error,
)

right_bayes_classifier = bayes_classifier
right_expected_loss = expected_loss
right_running_error = running_error
right_error_decomposition = error_decomposition
right_bias_variance = bias_variance
right_polynomial_bias_variance = polynomial_bias_variance
right_min_norm_solution = min_norm_solution
right_gradient_descent = gradient_descent
right_double_descent_curve = double_descent_curve
right_curve_shape = curve_shape

# ---------------------------------------------------------------- bayes_classifier


def _with_labels(joint, labels):
    """The right noise and error of these labels, whether they are the best or not."""
    p_x, hit = joint.sum(axis=1), joint[np.arange(len(joint)), labels]
    noise = np.where(p_x > 0, 1 - hit / np.where(p_x > 0, p_x, 1), 0)
    return {"labels": labels, "noise": noise, "error": float((p_x - hit).sum())}


@mistake(
    "bayes_classifier",
    "You chose the label with the largest P(x|y). That forgets how common the label is: maximise the joint P(x, y).",
)
def wrong_likelihood(joint):
    joint = _joint_table(joint)
    p_y = joint.sum(axis=0)
    return _with_labels(joint, (joint / np.where(p_y > 0, p_y, 1)).argmax(axis=1))


@mistake(
    "bayes_classifier",
    "Your error averages the noise over the inputs as if all came equally often; weigh the noise at x by P(x).",
)
def wrong_unweighted(joint):
    answer = right_bayes_classifier(joint)
    return answer | {"error": float(answer["noise"].mean())}


@mistake(
    "bayes_classifier",
    "Your noise is the chance of being right. Noise is what is left for the other labels: 1 minus the largest P(y|x).",
)
def wrong_max_for_noise(joint):
    answer, p_x = right_bayes_classifier(joint), np.asarray(joint).sum(axis=1)
    return answer | {"noise": np.where(p_x > 0, 1 - answer["noise"], 0)}


@mistake(
    "bayes_classifier",
    "An input of probability 0 made 0/0 and so nan. It never comes: its noise is 0, and it adds nothing to the error.",
)
def wrong_zero_row(joint):
    joint = _joint_table(joint)
    with np.errstate(invalid="ignore"):
        noise = 1 - joint.max(axis=1) / joint.sum(axis=1)
    return {"labels": joint.argmax(axis=1), "noise": noise, "error": float(joint.sum(axis=1) @ noise)}


@mistake(
    "bayes_classifier",
    "You took the maximum down the columns, the best input for each label; go along the rows, the best label for "
    "each x.",
)
def wrong_axis(joint):
    return right_bayes_classifier(_joint_table(joint).T)


@mistake(
    "bayes_classifier",
    "When two labels are equally probable you take the last of them; ties go to the lowest label.",
)
def wrong_last_label(joint):
    answer, joint = right_bayes_classifier(joint), np.asarray(joint)
    return answer | {"labels": joint.shape[1] - 1 - joint[:, ::-1].argmax(axis=1)}


@mistake(
    "bayes_classifier",
    "You give the same answer, the most common label, at every x. The best label may differ from input to input.",
)
def wrong_majority(joint):
    joint = _joint_table(joint)
    return _with_labels(joint, np.full(len(joint), joint.sum(axis=0).argmax()))


@mistake(
    "bayes_classifier",
    "Your noise is the joint probability of x and a wrong label. It should be conditional: divide by P(x).",
)
def wrong_joint_noise(joint):
    answer, joint = right_bayes_classifier(joint), np.asarray(joint, dtype=float)
    return answer | {"noise": joint.sum(axis=1) - joint.max(axis=1)}


@mistake(
    "bayes_classifier",
    "You divide a table that does not sum to 1 by its sum. It is no table of probabilities then: raise ValueError.",
)
def wrong_normalises(joint):
    joint = np.asarray(joint, dtype=float)
    if (joint < 0).any():
        raise ValueError("negative probabilities")
    return right_bayes_classifier(joint / joint.sum())


# ---------------------------------------------------------------- expected_loss


def _losses(joint, loss):
    return 1 - np.eye(np.shape(joint)[1]) if loss is None else np.asarray(loss, dtype=float)


@mistake(
    "expected_loss",
    "You read the table of losses as loss[answer, truth]. The first index is the truth, the second the answer.",
)
def wrong_transposed_loss(joint, predictor, loss=None):
    return right_expected_loss(joint, predictor, _losses(joint, loss).T)


@mistake(
    "expected_loss",
    "You averaged the loss over the inputs as if all came equally often; weigh each pair (x, y) by its joint[x, y].",
)
def wrong_unweighted_loss(joint, predictor, loss=None):
    right_expected_loss(joint, predictor, loss)
    joint = np.asarray(joint, dtype=float)
    joint = joint[joint.sum(axis=1) > 0], np.asarray(predictor)[joint.sum(axis=1) > 0]
    conditional = joint[0] / joint[0].sum(axis=1, keepdims=True) / len(joint[0])
    return float((conditional @ _losses(conditional, loss) * joint[1]).sum())


@mistake(
    "expected_loss",
    "You returned the probability of being right; zero/one loss counts being wrong.",
)
def wrong_accuracy(joint, predictor, loss=None):
    right = right_expected_loss(joint, predictor, loss)
    return 1 - right if loss is None else right


@mistake(
    "expected_loss",
    "You replaced each random answer by its most probable one. The answer is drawn: average over all answers.",
)
def wrong_rounds_predictor(joint, predictor, loss=None):
    right_expected_loss(joint, predictor, loss)
    C = np.shape(joint)[1]
    return right_expected_loss(joint, np.eye(C)[np.argmax(predictor, axis=1)], loss)


@mistake(
    "expected_loss",
    "You count every wrong answer as 1. If a table of losses is given, each kind of error has its own price there.",
)
def wrong_ignores_loss(joint, predictor, loss=None):
    return right_expected_loss(joint, predictor)


@mistake(
    "expected_loss",
    "You accept a row of the predictor that does not sum to 1. A row is a distribution over answers: raise ValueError.",
)
def wrong_rows_unchecked(joint, predictor, loss=None):
    joint, predictor = _joint_table(joint), np.asarray(predictor, dtype=float)
    if predictor.shape != joint.shape:
        raise ValueError("shapes differ")
    return float((joint @ _losses(joint, loss) * predictor).sum())


# ---------------------------------------------------------------- running_error


def _wrong(y, y_hat):
    right_running_error(y, y_hat)
    return np.asarray(y) != np.asarray(y_hat)


@mistake(
    "running_error",
    "You return the number of mistakes so far; divide it by how many examples have been seen.",
)
def wrong_cumulative_count(y, y_hat):
    return np.cumsum(_wrong(y, y_hat)).astype(float)


@mistake(
    "running_error",
    "You divide by n throughout. After i + 1 examples only these count: divide entry i by i + 1.",
)
def wrong_total_n(y, y_hat):
    return np.cumsum(_wrong(y, y_hat)) / len(y)


@mistake(
    "running_error",
    "You divide by one less than the number of examples; a fraction of i + 1 examples has i + 1 below the line.",
)
def wrong_n_minus_one(y, y_hat):
    return np.cumsum(_wrong(y, y_hat)) / np.maximum(np.arange(len(y)), 1)


@mistake(
    "running_error",
    "The sign of y * y_hat finds mistakes only for labels -1 and +1; compare with !=, which works for all labels.",
)
def wrong_product_trick(y, y_hat):
    right_running_error(y, y_hat)
    product = np.asarray(y).astype(float) * np.asarray(y_hat)
    return np.cumsum(product <= 0) / np.arange(1, len(y) + 1)


@mistake(
    "running_error",
    "You counted right predictions; the error is the fraction of wrong ones.",
)
def wrong_counts_right(y, y_hat):
    return 1 - right_running_error(y, y_hat)


@mistake(
    "running_error",
    "You add up |y - y_hat|. Labels are names, not amounts: 1 in place of 3 is one mistake, not two.",
)
def wrong_absolute_difference(y, y_hat):
    right_running_error(y, y_hat)
    difference = np.abs(np.asarray(y, dtype=float) - np.asarray(y_hat))
    return np.cumsum(difference) / np.arange(1, len(y) + 1)


@mistake(
    "running_error",
    "Your entry i leaves out example i itself; it is the fraction of mistakes among the first i + 1.",
)
def wrong_one_behind(y, y_hat):
    answer = right_running_error(y, y_hat)
    return np.concatenate([[0.0], answer[:-1]])


# ---------------------------------------------------------------- error_decomposition


def _true_errors(joint, hypotheses):
    joint, hypotheses = np.asarray(joint, dtype=float), np.asarray(hypotheses)
    return 1 - joint[np.arange(len(joint)), hypotheses].sum(axis=1)


@mistake(
    "error_decomposition",
    "You swapped the two parts: approximation is what the best of the class still misses, estimation is what was lost "
    "by choosing from a sample.",
)
def wrong_swapped(joint, hypotheses, x, y):
    answer = right_error_decomposition(joint, hypotheses, x, y)
    return answer | {"approximation": answer["estimation"], "estimation": answer["approximation"]}


@mistake(
    "error_decomposition",
    "Your best of the class is the hypothesis that fits the sample best, so nothing is left for estimation. Compare "
    "with "
    "the smallest TRUE error in the class.",
)
def wrong_best_by_training(joint, hypotheses, x, y):
    answer = right_error_decomposition(joint, hypotheses, x, y)
    return answer | {"approximation": answer["true_error"] - answer["bayes"], "estimation": 0.0}


@mistake(
    "error_decomposition",
    "You left the Bayes error inside the approximation part. It is noise that no class could remove: subtract it.",
)
def wrong_bayes_inside(joint, hypotheses, x, y):
    answer = right_error_decomposition(joint, hypotheses, x, y)
    return answer | {"approximation": answer["approximation"] + answer["bayes"]}


@mistake(
    "error_decomposition",
    "Your learner looks at the joint table, which it cannot see; it chooses by its mistakes on the sample.",
)
def wrong_picks_by_true_error(joint, hypotheses, x, y):
    answer, errors = right_error_decomposition(joint, hypotheses, x, y), _true_errors(joint, hypotheses)
    chosen = int(np.argmin(np.round(errors, 9)))
    training = float((np.asarray(hypotheses)[chosen, np.asarray(x)] != np.asarray(y)).mean())
    kept = {"chosen": chosen, "training_error": training, "true_error": float(errors[chosen]), "estimation": 0.0}
    return answer | kept


@mistake(
    "error_decomposition",
    "When several hypotheses make equally few mistakes you keep the last; keep the one of lowest index.",
)
def wrong_last_tie(joint, hypotheses, x, y):
    right_error_decomposition(joint, hypotheses, x, y)
    answer = right_error_decomposition(joint, np.asarray(hypotheses)[::-1], x, y)
    return answer | {"chosen": len(hypotheses) - 1 - answer["chosen"]}


@mistake(
    "error_decomposition",
    "Your estimation error is the gap between true and training error. It is the distance from the best of the class: "
    "R(chosen) - min R(h).",
)
def wrong_gap_for_estimation(joint, hypotheses, x, y):
    answer = right_error_decomposition(joint, hypotheses, x, y)
    return answer | {"estimation": answer["true_error"] - answer["training_error"]}


@mistake(
    "error_decomposition",
    "Your training error is a number of mistakes; divide it by the size of the sample.",
)
def wrong_training_count(joint, hypotheses, x, y):
    answer = right_error_decomposition(joint, hypotheses, x, y)
    return answer | {"training_error": answer["training_error"] * len(y)}


# ---------------------------------------------------------------- bias_variance


def _parts(predictions, truth, noise_variance, bias2=None, variance=None):
    """The right answer with one part replaced, the sum included."""
    answer = right_bias_variance(predictions, truth, noise_variance)
    bias2 = answer["bias2"] if bias2 is None else float(bias2)
    variance = answer["variance"] if variance is None else float(variance)
    return {"bias2": bias2, "variance": variance, "noise": answer["noise"], "mse": answer["noise"] + bias2 + variance}


def _floats(predictions, truth, noise_variance):
    right_bias_variance(predictions, truth, noise_variance)
    return np.asarray(predictions, dtype=float), np.asarray(truth, dtype=float)


@mistake(
    "bias_variance",
    "You divide the variance by R - 1; then bias² and variance no longer add up to the mean squared error. Divide by "
    "R.",
)
def wrong_ddof_one(predictions, truth, noise_variance=0.0):
    p, truth = _floats(predictions, truth, noise_variance)
    squares = ((p - p.mean(axis=0)) ** 2).sum(axis=0)
    return _parts(p, truth, noise_variance, variance=(squares / max(len(p) - 1, 1)).mean())


@mistake(
    "bias_variance",
    "You average the bias itself, without its square; what adds to the variance is the square of the bias.",
)
def wrong_bias_not_squared(predictions, truth, noise_variance=0.0):
    p, truth = _floats(predictions, truth, noise_variance)
    return _parts(p, truth, noise_variance, bias2=(p.mean(axis=0) - truth).mean())


@mistake(
    "bias_variance",
    "Your variance is that along each row, across inputs. It should be across data sets, at each input on its own.",
)
def wrong_variance_over_inputs(predictions, truth, noise_variance=0.0):
    p, truth = _floats(predictions, truth, noise_variance)
    return _parts(p, truth, noise_variance, variance=p.var(axis=1).mean())


@mistake(
    "bias_variance",
    "You averaged the biases over the inputs before you squared, so that opposite signs cancel; square first.",
)
def wrong_average_first(predictions, truth, noise_variance=0.0):
    p, truth = _floats(predictions, truth, noise_variance)
    return _parts(p, truth, noise_variance, bias2=(p.mean(axis=0) - truth).mean() ** 2)


@mistake(
    "bias_variance",
    "Your mse leaves out the noise. A new observation is off by its own noise too, whatever we predict: add it.",
)
def wrong_noise_omitted(predictions, truth, noise_variance=0.0):
    answer = right_bias_variance(predictions, truth, noise_variance)
    return answer | {"mse": answer["bias2"] + answer["variance"]}


@mistake(
    "bias_variance",
    "You add up over the inputs; bias2 and variance are means over the inputs.",
)
def wrong_sums_over_inputs(predictions, truth, noise_variance=0.0):
    answer, m = right_bias_variance(predictions, truth, noise_variance), np.size(truth)
    return _parts(predictions, truth, noise_variance, answer["bias2"] * m, answer["variance"] * m)


@mistake(
    "bias_variance",
    "You squared noise_variance. It is a variance already.",
)
def wrong_noise_squared(predictions, truth, noise_variance=0.0):
    right_bias_variance(predictions, truth, noise_variance)
    return right_bias_variance(predictions, truth, noise_variance**2)


@mistake(
    "bias_variance",
    "Your bias2 is the mean squared error of the single predictions, which contains the variance already. Average the "
    "predictions over the data sets before you compare with the truth.",
)
def wrong_bias_of_each(predictions, truth, noise_variance=0.0):
    p, truth = _floats(predictions, truth, noise_variance)
    return _parts(p, truth, noise_variance, bias2=((p - truth) ** 2).mean())


# ---------------------------------------------------------------- polynomial_bias_variance


def _weights(x, x_test, degree):
    """S, read off by fitting each unit vector."""
    zeros = np.zeros(len(x_test))
    units = np.eye(len(x))
    return np.column_stack(
        [right_polynomial_bias_variance(x, unit, x_test, zeros, degree, 0.0)["average"] for unit in units]
    )


def _with_variance(answer, variance, sigma):
    return answer | {"variance": variance, "mse": sigma**2 + answer["bias2"] + variance}


@mistake(
    "polynomial_bias_variance",
    "Your variance is the spread of the true function. The fit varies because the noise does: sigma² times the sum "
    "of the "
    "squared weights.",
)
def wrong_variance_of_truth(x, f_x, x_test, f_test, degree, sigma):
    answer = right_polynomial_bias_variance(x, f_x, x_test, f_test, degree, sigma)
    return _with_variance(answer, np.full(len(x_test), np.var(f_x)), sigma)


@mistake(
    "polynomial_bias_variance",
    "You summed the weights themselves. Variances of independent noises add with the squares of their weights.",
)
def wrong_weights_not_squared(x, f_x, x_test, f_test, degree, sigma):
    answer = right_polynomial_bias_variance(x, f_x, x_test, f_test, degree, sigma)
    return _with_variance(answer, sigma**2 * _weights(x, x_test, degree).sum(axis=1), sigma)


@mistake(
    "polynomial_bias_variance",
    "Your mse is that against the true function. A new observation brings its own noise: add sigma².",
)
def wrong_own_noise_omitted(x, f_x, x_test, f_test, degree, sigma):
    answer = right_polynomial_bias_variance(x, f_x, x_test, f_test, degree, sigma)
    return answer | {"mse": answer["bias2"] + answer["variance"]}


@mistake(
    "polynomial_bias_variance",
    "You multiply by sigma where sigma² belongs: sigma is a standard deviation.",
)
def wrong_sigma_not_squared(x, f_x, x_test, f_test, degree, sigma):
    return right_polynomial_bias_variance(x, f_x, x_test, f_test, degree, np.sqrt(sigma))


@mistake(
    "polynomial_bias_variance",
    "You fit a polynomial of one degree less: degree k has k + 1 columns, the constant included.",
)
def wrong_degree_off_by_one(x, f_x, x_test, f_test, degree, sigma):
    answer = right_polynomial_bias_variance(x, f_x, x_test, f_test, degree, sigma)
    if degree > 0:
        return right_polynomial_bias_variance(x, f_x, x_test, f_test, degree - 1, sigma)
    zeros, f_test = np.zeros(len(x_test)), np.asarray(f_test, dtype=float)
    return {"average": zeros, "bias2": f_test**2, "variance": zeros, "mse": answer["mse"] * 0 + sigma**2 + f_test**2}


@mistake(
    "polynomial_bias_variance",
    "You average the squared weights over the training points. Their noises add up: sum the squares.",
)
def wrong_mean_of_squared_weights(x, f_x, x_test, f_test, degree, sigma):
    answer = right_polynomial_bias_variance(x, f_x, x_test, f_test, degree, sigma)
    return _with_variance(answer, answer["variance"] / len(x), sigma)


@mistake(
    "polynomial_bias_variance",
    "You used sigma² (degree + 1) / n, which is the variance averaged over the training inputs. At each test input "
    "it is "
    "another one: take its own row of S.",
)
def wrong_average_variance(x, f_x, x_test, f_test, degree, sigma):
    answer = right_polynomial_bias_variance(x, f_x, x_test, f_test, degree, sigma)
    return _with_variance(answer, np.full(len(x_test), sigma**2 * (degree + 1) / len(x)), sigma)


@mistake(
    "polynomial_bias_variance",
    "Your polynomial has no constant term; the powers are 0, 1, ..., degree.",
)
def wrong_no_constant(x, f_x, x_test, f_test, degree, sigma):
    right_polynomial_bias_variance(x, f_x, x_test, f_test, degree, sigma)
    x, x_test = np.asarray(x, dtype=float), np.asarray(x_test, dtype=float)
    powers = np.arange(1, degree + 1)
    S = x_test[:, None] ** powers @ np.linalg.pinv(x[:, None] ** powers) if degree else np.zeros((len(x_test), len(x)))
    average = S @ f_x
    answer = {"average": average, "bias2": (average - f_test) ** 2}
    return _with_variance(answer, sigma**2 * (S**2).sum(axis=1), sigma)


# ---------------------------------------------------------------- min_norm_solution


@mistake(
    "min_norm_solution",
    "You inverted X^T X, which is singular as soon as there are more columns than rows, or collinear ones. Use the "
    "pseudo-inverse, lstsq or the SVD.",
)
def wrong_normal_equations(X, y, lam=0.0):
    right_min_norm_solution(X, y, lam)
    X = np.asarray(X, dtype=float)
    return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ np.asarray(y, dtype=float))


@mistake(
    "min_norm_solution",
    "Your answer fits as well as any, but it is not the shortest one that does. It must have no part that X cannot "
    "see.",
)
def wrong_any_interpolant(X, y, lam=0.0):
    theta, X = right_min_norm_solution(X, y, lam), np.asarray(X, dtype=float)
    if lam > 0:
        return theta
    columns = []  # the first columns that are independent explain all that X can
    for j in range(X.shape[1]):
        if np.linalg.matrix_rank(X[:, [*columns, j]], tol=1e-10 * np.abs(X).max()) > len(columns):
            columns.append(j)
    basic = np.zeros(X.shape[1])
    basic[columns] = right_min_norm_solution(X[:, columns], y) if columns else []
    return basic


@mistake(
    "min_norm_solution",
    "You multiplied lam by n. It weighs ||theta||² against the sum of the squared errors: lam as it is.",
)
def wrong_lam_times_n(X, y, lam=0.0):
    return right_min_norm_solution(X, y, lam * len(y))


@mistake(
    "min_norm_solution",
    "You halved lam, as if the penalty were lam/2 ||theta||²; it is lam ||theta||², beside the plain sum of squares.",
)
def wrong_half_penalty(X, y, lam=0.0):
    return right_min_norm_solution(X, y, lam / 2)


@mistake(
    "min_norm_solution",
    "For lam = 0 you add a small penalty instead of none. Where X is small itself, even 1e-8 changes the answer "
    "visibly.",
)
def wrong_tiny_ridge(X, y, lam=0.0):
    return right_min_norm_solution(X, y, lam if lam != 0 else 1e-8)


@mistake(
    "min_norm_solution",
    "You never use lam: for lam > 0 the penalty pulls theta towards 0.",
)
def wrong_ignores_penalty(X, y, lam=0.0):
    right_min_norm_solution(X, y, lam)
    return right_min_norm_solution(X, y)


@mistake(
    "min_norm_solution",
    "You spare theta[0] as if it were an intercept. There is none here: every entry is penalised.",
)
def wrong_spares_first(X, y, lam=0.0):
    theta, X = right_min_norm_solution(X, y, lam), np.asarray(X, dtype=float)
    if lam == 0:
        return theta
    penalty = lam * np.eye(X.shape[1])
    penalty[0, 0] = 0
    return np.linalg.pinv(X.T @ X + penalty) @ X.T @ np.asarray(y, dtype=float)


# ---------------------------------------------------------------- gradient_descent


def _descend(X, y, theta0, rate, n_steps):
    """Steps theta + rate * X^T residual."""
    X, y, theta = np.asarray(X, dtype=float), np.asarray(y, dtype=float), np.array(theta0, dtype=float)
    for _ in range(n_steps):
        theta = theta + rate * X.T @ (y - X @ theta)
    return theta


def _limit(X, y, theta0):
    return right_gradient_descent(X, y, theta0, 0.1, 0)[1]


@mistake(
    "gradient_descent",
    "You lost a factor 2: J has no 1/2, so its gradient is -(2/n) X^T (y - X theta).",
)
def wrong_no_two(X, y, theta0, step, n_steps):
    return _descend(X, y, theta0, step / len(y), n_steps), _limit(X, y, theta0)


@mistake(
    "gradient_descent",
    "You used the gradient of the sum of squares. J is a mean: divide by n.",
)
def wrong_sum_gradient(X, y, theta0, step, n_steps):
    return _descend(X, y, theta0, 2 * step, n_steps), _limit(X, y, theta0)


@mistake(
    "gradient_descent",
    "You step along the gradient, uphill; descend by subtracting it.",
)
def wrong_ascends(X, y, theta0, step, n_steps):
    return _descend(X, y, theta0, -2 * step / len(y), n_steps), _limit(X, y, theta0)


@mistake(
    "gradient_descent",
    "Your limit forgets the start. What theta0 has in directions that no row sees stays for ever: fit what theta0 "
    "leaves "
    "of y, and add theta0.",
)
def wrong_limit_forgets_start(X, y, theta0, step, n_steps):
    return right_gradient_descent(X, y, theta0, step, n_steps)[0], min_norm_solution(X, y)


@mistake(
    "gradient_descent",
    "You update theta after each example. One step uses the gradient over all rows, at one and the same theta.",
)
def wrong_row_by_row(X, y, theta0, step, n_steps):
    rows, y, theta = np.asarray(X, dtype=float), np.asarray(y, dtype=float), np.array(theta0, dtype=float)
    for _ in range(n_steps):
        for row, target in zip(rows, y, strict=True):
            theta = theta + 2 * step / len(y) * (target - row @ theta) * row
    return theta, _limit(X, y, theta0)


@mistake(
    "gradient_descent",
    "Your limit is only where the given steps led; it is where infinitely many of them lead, and needs no loop.",
)
def wrong_limit_is_theta(X, y, theta0, step, n_steps):
    theta = right_gradient_descent(X, y, theta0, step, n_steps)[0]
    return theta, theta.copy()


@mistake(
    "gradient_descent",
    "Your steps start at 0; they start at theta0.",
)
def wrong_starts_at_zero(X, y, theta0, step, n_steps):
    zero = np.zeros(np.shape(X)[1])
    return right_gradient_descent(X, y, zero, step, n_steps)[0], _limit(X, y, theta0)


@mistake(
    "gradient_descent",
    "You added the shortest solution for y itself to theta0. Only the residual y - X theta0 is left to be explained.",
)
def wrong_limit_without_residual(X, y, theta0, step, n_steps):
    theta = right_gradient_descent(X, y, theta0, step, n_steps)[0]
    return theta, np.asarray(theta0, dtype=float) + min_norm_solution(X, y)


# ---------------------------------------------------------------- double_descent_curve


def _fits(X, y, X_test, y_test, n_samples, n_features, lam):
    """What each fit sees, and its theta, once the arguments are found to be good."""
    right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)
    X, y, X_test, y_test = (np.asarray(values, dtype=float) for values in (X, y, X_test, y_test))
    for n, d in zip(n_samples, n_features, strict=True):
        yield X[:n, :d], y[:n], X_test[:, :d], y_test, min_norm_solution(X[:n, :d], y[:n], lam)


def _curve(rows):
    return dict(zip(("train", "test", "norm"), np.array(list(rows), dtype=float).reshape(-1, 3).T, strict=True))


@mistake(
    "double_descent_curve",
    "You solve with X^T X, which is singular beyond the interpolation point, so the curve breaks down there. Fit with "
    "min_norm_solution.",
)
def wrong_normal_equations_curve(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    curve = []
    for A, b, A_test, b_test, _ in _fits(X, y, X_test, y_test, n_samples, n_features, lam):
        theta = np.linalg.solve(A.T @ A + lam * np.eye(A.shape[1]), A.T @ b)
        curve.append((((b - A @ theta) ** 2).mean(), ((b_test - A_test @ theta) ** 2).mean(), np.linalg.norm(theta)))
    return _curve(curve)


@mistake(
    "double_descent_curve",
    "Your test errors are those of the model with all columns, at every size. Score the model that was fitted, on "
    "test rows "
    "cut to the same columns.",
)
def wrong_test_uses_all_columns(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    answer = right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)
    everything = [np.shape(X)[1]] * len(n_samples)
    full = right_double_descent_curve(X, y, X_test, y_test, n_samples, everything, lam)
    return answer | {"test": full["test"]}


@mistake(
    "double_descent_curve",
    "You swapped the two lists: n_samples counts rows, n_features counts columns.",
)
def wrong_rows_and_columns_swapped(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)
    rows, columns = np.shape(X)
    n_samples, n_features = np.minimum(n_features, rows).tolist(), np.minimum(n_samples, columns).tolist()
    return right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)


@mistake(
    "double_descent_curve",
    "Your errors are sums of squares, which grow with the number of rows; errors are means.",
)
def wrong_sum_of_squares(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    answer = right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)
    return answer | {"train": answer["train"] * np.array(n_samples, dtype=int), "test": answer["test"] * len(y_test)}


@mistake(
    "double_descent_curve",
    'Your "norm" is the square of the norm; take the root.',
)
def wrong_squared_norm(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    answer = right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)
    return answer | {"norm": answer["norm"] ** 2}


@mistake(
    "double_descent_curve",
    "You do not pass lam on to the fit, so the curve with a penalty is that without.",
)
def wrong_ignores_lam(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)
    return right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features)


@mistake(
    "double_descent_curve",
    "Your training error is taken on all rows of X. Rows that the fit has not seen are no training rows: use the first "
    "n_samples[i] only.",
)
def wrong_train_on_all_rows(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    answer = right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)
    on_all_rows = right_double_descent_curve(X, y, X, y, n_samples, n_features, lam)
    return answer | {"train": on_all_rows["test"]}


@mistake(
    "double_descent_curve",
    "Your training error includes the penalty lam ||theta||². The penalty guides the fit; the error counts squared "
    "residuals.",
)
def wrong_penalty_in_error(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    answer = right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)
    n = np.array(n_samples, dtype=float)
    return answer | {"train": answer["train"] + lam * answer["norm"] ** 2 / n}


@mistake(
    "double_descent_curve",
    "Your errors are roots of mean squares; here errors are the mean squares themselves.",
)
def wrong_root_mean_square(X, y, X_test, y_test, n_samples, n_features, lam=0.0):
    answer = right_double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)
    return answer | {"train": np.sqrt(answer["train"]), "test": np.sqrt(answer["test"])}


# ---------------------------------------------------------------- curve_shape


def _first(flags):
    return int(np.argmax(flags)) if np.any(flags) else None


@mistake(
    "curve_shape",
    "You report the last size whose training error is 0; interpolation begins at the first.",
)
def wrong_last_zero(train_errors, validation_errors, tol=1e-9):
    answer = right_curve_shape(train_errors, validation_errors, tol)
    zeros = np.flatnonzero(np.asarray(train_errors) <= tol)
    return answer | {"interpolation_point": int(zeros[-1]) if len(zeros) else None}


@mistake(
    "curve_shape",
    "You look for a validation error of 0. To interpolate is to fit the training data: use the training errors.",
)
def wrong_uses_validation(train_errors, validation_errors, tol=1e-9):
    answer = right_curve_shape(train_errors, validation_errors, tol)
    return answer | {"interpolation_point": _first(np.asarray(validation_errors) <= tol)}


@mistake(
    "curve_shape",
    "You compare training errors with == 0. Rounding leaves errors like 1e-30 where there should be none: use <= tol.",
)
def wrong_exact_zero(train_errors, validation_errors, tol=1e-9):
    answer = right_curve_shape(train_errors, validation_errors, tol)
    return answer | {"interpolation_point": _first(np.asarray(train_errors) == 0)}


@mistake(
    "curve_shape",
    "You note every step. Several falls in a row are one fall: note a sign only if it differs from the one before.",
)
def wrong_not_merged(train_errors, validation_errors, tol=1e-9):
    answer = right_curve_shape(train_errors, validation_errors, tol)
    moves = np.diff(np.asarray(validation_errors, dtype=float))
    return answer | {"directions": [int(np.sign(move)) for move in moves if abs(move) > tol]}


@mistake(
    "curve_shape",
    "You subtracted the other way round: the gap is validation error minus training error.",
)
def wrong_gap_sign(train_errors, validation_errors, tol=1e-9):
    answer = right_curve_shape(train_errors, validation_errors, tol)
    return answer | {"gap": -answer["gap"]}


@mistake(
    "curve_shape",
    "You call a U a double descent. To descend twice the curve must fall again after it has risen.",
)
def wrong_u_is_double(train_errors, validation_errors, tol=1e-9):
    answer = right_curve_shape(train_errors, validation_errors, tol)
    return answer | {"double_descent": len(answer["directions"]) > 1}


@mistake(
    "curve_shape",
    "Your best size is the one with the smallest training error, which larger models always win; use the validation "
    "error.",
)
def wrong_best_by_training_error(train_errors, validation_errors, tol=1e-9):
    answer = right_curve_shape(train_errors, validation_errors, tol)
    return answer | {"best": int(np.argmin(train_errors))}


@mistake(
    "curve_shape",
    "You count every rise, however small. Steps of absolute size <= tol are rounding: skip them.",
)
def wrong_steps_without_tol(train_errors, validation_errors, tol=1e-9):
    answer = right_curve_shape(train_errors, validation_errors, tol)
    exact = right_curve_shape(train_errors, validation_errors, 0.0)
    return answer | {key: exact[key] for key in ("directions", "double_descent")}


@mistake(
    "curve_shape",
    "A step of size 0 broke your run: 5, 3, 3, 2 falls once, not twice. Skip small steps before you merge equal signs.",
)
def wrong_flat_step_breaks_run(train_errors, validation_errors, tol=1e-9):
    answer = right_curve_shape(train_errors, validation_errors, tol)
    moves = np.diff(np.asarray(validation_errors, dtype=float))
    signs = [0 if abs(move) <= tol else int(np.sign(move)) for move in moves]
    merged = [sign for i, sign in enumerate(signs) if i == 0 or sign != signs[i - 1]]
    return answer | {"directions": [sign for sign in merged if sign != 0]}
