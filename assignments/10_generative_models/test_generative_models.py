"""Public checks of generative models: small examples that you can follow by hand. Hidden checks go further."""

import math

import numpy as np
import pytest

INF = math.inf


def agrees(answer, expected):
    """The same shape and, up to rounding, the same numbers; nan stands where nan is expected."""
    answer, expected = np.asarray(answer, dtype=float), np.array(expected, dtype=float)
    assert answer.shape == expected.shape
    assert answer == pytest.approx(expected, rel=1e-5, abs=1e-6, nan_ok=True)


def eighths():
    """P(A_0, A_1, A_2) is 1/36, ..., 8/36, in the order 000, 001, 010, ..., 111."""
    return np.arange(1, 9).reshape(2, 2, 2) / 36


# conditional_table


@pytest.mark.exercise("conditional_table")
def test_one_of_three_variables(student):
    """A_1 is 0 in the entries 1, 2, 5, 6 and 1 in the entries 3, 4, 7, 8: it is 0 with probability 14/36"""
    agrees(student.conditional_table(eighths(), (1,)), [14 / 36, 22 / 36])


@pytest.mark.exercise("conditional_table")
def test_two_variables_given_the_third(student):
    """once A_1 = 0 is known the entries 1, 2, 5, 6 are left, of 14; keep = (2, 0) asks for A_2 down and A_0 across"""
    agrees(student.conditional_table(eighths(), (2, 0), {1: 0}), [[1 / 14, 5 / 14], [2 / 14, 6 / 14]])


@pytest.mark.exercise("conditional_table")
def test_given_the_impossible(student):
    """A_0 = 1 has probability 0, so nothing can be said about A_1 then: ValueError"""
    with pytest.raises(ValueError):
        student.conditional_table(np.array([[0.5, 0.5], [0, 0]]), (1,), {0: 1})


# log_probability


@pytest.mark.exercise("log_probability")
def test_a_coin_with_two_heads(student):
    """a coin with theta = 1 always shows 1, with log probability 0; that it shows 0 is impossible, -inf"""
    agrees(student.log_probability("bernoulli", np.array([1, 1, 0]), theta=1.0), [0, 0, -INF])


@pytest.mark.exercise("log_probability")
def test_one_deviation_from_the_mean(student):
    """variance 4 and a distance of 2 from the mean: the logarithm of exp(-1/2) / sqrt(8 pi)"""
    agrees(student.log_probability("gaussian", np.array([3.0]), mean=1.0, variance=4.0), [-2.112086])


@pytest.mark.exercise("log_probability")
def test_heads_of_a_fair_coin(student):
    """2 heads in 4 throws can come in 6 of 16 orders; 1000 heads in 1000 throws have 1 order of 2^1000"""
    agrees(student.log_probability("binomial", np.array([2]), n=4, theta=0.5), [math.log(6 / 16)])
    agrees(student.log_probability("binomial", np.array([1000]), n=1000, theta=0.5), [-1000 * math.log(2)])


@pytest.mark.exercise("log_probability")
def test_uniform_with_its_ends(student):
    """on the interval from 1 to 3 the density is 1/2, at both ends too, and 0 outside"""
    agrees(student.log_probability("uniform", np.array([1, 3, 4]), low=1, high=3), [-math.log(2), -math.log(2), -INF])


@pytest.mark.exercise("log_probability")
def test_categories_and_calls(student):
    """there are no categories -1 and 2 here; and at a rate of 2 calls an hour, 3 calls have probability 8 e^-2 / 6"""
    answer = student.log_probability("categorical", np.array([0, 1, -1, 2]), theta=np.array([0.25, 0.75]))
    agrees(answer, [math.log(0.25), math.log(0.75), -INF, -INF])
    agrees(student.log_probability("poisson", np.array([3]), rate=2.0), [math.log(8 / 6) - 2])


# category_frequencies


@pytest.mark.exercise("category_frequencies")
def test_shares_of_four_bins(student):
    """the edges 2, 3, 4 make four bins; 1, 1 fall into bin 0, and 3, 3, 3, which are on an edge, into bin 2"""
    bins, frequencies = student.category_frequencies(np.array([1, 1, 3, 3, 3]), [2, 3, 4])
    agrees(bins, [0, 0, 2, 2, 2])
    agrees(frequencies, [0.4, 0, 0.6, 0])


@pytest.mark.exercise("category_frequencies")
def test_shares_with_a_pseudo_count(student):
    """with one more in each of the four bins, seen or not, there are 3, 1, 4, 1 of 9"""
    _, frequencies = student.category_frequencies(np.array([1, 1, 3, 3, 3]), [2, 3, 4], pseudo_count=1)
    agrees(frequencies, [3 / 9, 1 / 9, 4 / 9, 1 / 9])


@pytest.mark.exercise("category_frequencies")
def test_nothing_to_count(student):
    """no values and no pseudo count make 0/0: ValueError; with a pseudo count of 1 both bins get 1/2"""
    with pytest.raises(ValueError):
        student.category_frequencies(np.array([]), [1])
    agrees(student.category_frequencies(np.array([]), [1], pseudo_count=1)[1], [0.5, 0.5])


# class_posterior


@pytest.mark.exercise("class_posterior")
def test_bayes_rule_for_two_examples(student):
    """prior times likelihood is .05, .075 and .025, .225; divided by their sums .125 and .25 that is the posterior"""
    likelihood = np.array([[0.2, 0.1], [0.1, 0.3]])
    posterior, log_evidence = student.class_posterior(np.log(likelihood), np.array([0.25, 0.75]))
    agrees(posterior, [[0.4, 0.6], [0.1, 0.9]])
    agrees(log_evidence, [math.log(0.125), math.log(0.25)])


@pytest.mark.exercise("class_posterior")
def test_bayes_rule_of_tiny_likelihoods(student):
    """if both classes say exp(-1000), which is no float, the prior stays as it is and the log evidence is -1000"""
    posterior, log_evidence = student.class_posterior(np.array([[-1000.0, -1000.0]]), np.array([0.25, 0.75]))
    agrees(posterior, [[0.25, 0.75]])
    agrees(log_evidence, [-1000])


@pytest.mark.exercise("class_posterior")
def test_bayes_rule_of_the_impossible(student):
    """an example that no class can make is 0/0: nan in its row, log evidence -inf; other rows do not suffer"""
    log_likelihood = np.array([[-INF, -INF], [0, -INF]])
    posterior, log_evidence = student.class_posterior(log_likelihood, np.array([0.5, 0.5]))
    agrees(posterior, [[np.nan, np.nan], [1, 0]])
    agrees(log_evidence, [-INF, math.log(0.5)])


# text_features


@pytest.mark.exercise("text_features")
def test_words_of_two_mails(student):
    """the words in alphabetical order are buy, cheap, now, pills; the second mail has buy (twice) and now"""
    X, vocabulary = student.text_features(["Buy cheap pills", "buy now BUY"])
    assert list(vocabulary) == ["buy", "cheap", "now", "pills"]
    agrees(X, [[1, 1, 0, 1], [1, 0, 1, 0]])


@pytest.mark.exercise("text_features")
def test_frequent_words_of_two_mails(student):
    """only buy occurs three times in total; all other words are counted as unknown"""
    mails = ["buy cheap pills", "buy now buy"]
    X, vocabulary = student.text_features(mails, counts=True, min_count=3, unknown="<unk>")
    assert list(vocabulary) == ["buy", "<unk>"]
    agrees(X, [[1, 2], [2, 1]])


@pytest.mark.exercise("text_features")
def test_a_new_mail(student):
    """a new mail gets the columns of the old vocabulary, and three of its words are unknown"""
    X, vocabulary = student.text_features(["buy a cheap boat"], ["buy", "<unk>"], counts=True, unknown="<unk>")
    assert list(vocabulary) == ["buy", "<unk>"]
    agrees(X, [[1, 3]])


@pytest.mark.exercise("text_features")
def test_a_stop_word(student):
    """ "the" is dropped and so is no unknown word; "start" is one, although "art" is in it"""
    options = {"counts": True, "stop_words": ["the"], "unknown": "<unk>"}
    X, _ = student.text_features(["Start the art"], ["art", "<unk>"], **options)
    agrees(X, [[1, 1]])


# fit_naive_bayes


@pytest.mark.exercise("fit_naive_bayes")
def test_yes_no_features(student):
    """two of five examples are of class 0; both have feature 0, so with a = 1 its probability there is 3/4"""
    X = np.array([[1, 1, 1, 0], [1, 1, 0, 0], [0, 1, 1, 0], [1, 0, 0, 0], [1, 0, 1, 0]])
    prior, theta = student.fit_naive_bayes(X, np.array([1, 1, 1, 0, 0]), "bernoulli", pseudo_count=1)
    agrees(prior, [0.4, 0.6])
    agrees(theta, [[0.75, 0.25, 0.5, 0.25], [0.6, 0.8, 0.6, 0.2]])


@pytest.mark.exercise("fit_naive_bayes")
def test_words_of_two_classes(student):
    """class 0 has 5 words and class 1 has 6, of which 4 are word 1; with a = 1 that is (4 + 1) of (6 + 4)"""
    X, y = np.array([[1, 2, 1, 0], [0, 2, 0, 0], [1, 0, 1, 0], [1, 0, 0, 2]]), np.array([1, 1, 0, 0])
    _, phi = student.fit_naive_bayes(X, y, "multinomial")
    agrees(phi, [[0.4, 0, 0.2, 0.4], [1 / 6, 4 / 6, 1 / 6, 0]])
    _, phi = student.fit_naive_bayes(X, y, "multinomial", pseudo_count=1)
    agrees(phi, [[3 / 9, 1 / 9, 2 / 9, 3 / 9], [0.2, 0.5, 0.2, 0.1]])


@pytest.mark.exercise("fit_naive_bayes")
def test_two_and_three_categories(student):
    """feature 0 has two values and feature 1 three: 2 a and 3 a below; value 2 of feature 0 does not exist"""
    X, y = np.array([[0, 2], [0, 1], [1, 2], [1, 0], [1, 0]]), np.array([0, 0, 0, 1, 1])
    _, table = student.fit_naive_bayes(X, y, "categorical", pseudo_count=1, n_values=[2, 3])
    agrees(table, [[[0.6, 0.4, 0], [1 / 6, 2 / 6, 3 / 6]], [[0.25, 0.75, 0], [0.6, 0.2, 0.2]]])


@pytest.mark.exercise("fit_naive_bayes")
def test_means_and_variances(student):
    """feature 0 of class 0 is 1, 3, 2: mean 2, variance (1 + 1 + 0)/3"""
    X, y = np.array([[1, 2], [3, 6], [2, 4], [8, 1], [10, 3]]), np.array([0, 0, 0, 1, 1])
    prior, parameters = student.fit_naive_bayes(X, y, "gaussian")
    agrees(prior, [0.6, 0.4])
    agrees(parameters, [[[2, 4], [9, 2]], [[2 / 3, 8 / 3], [1, 1]]])


@pytest.mark.exercise("fit_naive_bayes")
def test_tied_variances(student):
    """tied over classes, feature 0 has (3 * 2/3 + 2 * 1)/5; tied over features, class 0 has (2/3 + 8/3)/2"""
    X, y = np.array([[1, 2], [3, 6], [2, 4], [8, 1], [10, 3]]), np.array([0, 0, 0, 1, 1])
    means = [[2, 4], [9, 2]]
    _, parameters = student.fit_naive_bayes(X, y, "gaussian", tie="classes")
    agrees(parameters, [means, [[0.8, 2], [0.8, 2]]])
    _, parameters = student.fit_naive_bayes(X, y, "gaussian", tie="features")
    agrees(parameters, [means, [[5 / 3, 5 / 3], [1, 1]]])


# naive_bayes_log_likelihood


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_present_and_absent_features(student):
    """class 0 makes (1, 0) with .5 * .8 and (0, 0) with .5 * .8; class 1 with .25 * .6 and .75 * .6"""
    theta = np.array([[0.5, 0.2], [0.25, 0.4]])
    answer = student.naive_bayes_log_likelihood(np.array([[1, 0], [0, 0]]), theta, "bernoulli")
    agrees(answer, np.log([[0.4, 0.15], [0.4, 0.45]]))


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_words_in_their_order(student):
    """a text of word 0 twice and word 1 once has .5^2 * .5 and .2^2 * .3; that word 2 is impossible in class 0 is no
    harm, as it does not occur"""
    phi = np.array([[0.5, 0.5, 0], [0.2, 0.3, 0.5]])
    answer = student.naive_bayes_log_likelihood(np.array([[2, 1, 0]]), phi, "multinomial")
    agrees(answer, np.log([[0.125, 0.012]]))


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_two_normal_classes(student):
    """at 2 the class of mean 0 and variance 1 has -log(2 pi)/2 - 2, that of mean 2 and variance 4 -log(8 pi)/2"""
    parameters = np.array([[[0], [2]], [[1], [4]]], dtype=float)
    answer = student.naive_bayes_log_likelihood(np.array([[2.0]]), parameters, "gaussian")
    agrees(answer, [[-2.918939, -1.612086]])


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_two_thousand_coins(student):
    """2000 throws of a fair coin have probability 2^-2000, which is no float; its logarithm is -2000 log 2"""
    answer = student.naive_bayes_log_likelihood(np.ones((1, 2000), dtype=int), np.full((1, 2000), 0.5), "bernoulli")
    agrees(answer, [[-2000 * math.log(2)]])


# multivariate_normal_log_density


@pytest.mark.exercise("multivariate_normal_log_density")
def test_two_correlated_features(student):
    """S = [[5, 4], [4, 5]] has determinant 9; its inverse is [[5, -4], [-4, 5]]/9, so the quadratic forms of (1, 1) and
    (1, -1) are 2/9 and 18/9"""
    covariance = np.array([[5.0, 4.0], [4.0, 5.0]])
    answer = student.multivariate_normal_log_density(np.array([[1.0, 1.0], [1.0, -1.0]]), np.zeros(2), covariance)
    constant = -math.log(2 * math.pi) - math.log(9) / 2
    agrees(answer, [constant - 1 / 9, constant - 1])


@pytest.mark.exercise("multivariate_normal_log_density")
def test_two_hundred_features(student):
    """200 features of variance 1/1000: |S| is 10^-600, which is no float, and the log density at the mean is 506.99"""
    answer = student.multivariate_normal_log_density(np.zeros((1, 200)), np.zeros(200), np.eye(200) / 1000)
    agrees(answer, [100 * math.log(1000) - 100 * math.log(2 * math.pi)])


@pytest.mark.exercise("multivariate_normal_log_density")
def test_no_covariance(student):
    """[[1, 2], [2, 1]] is symmetric, but would give x_0 - x_1 the variance -2: ValueError; [[2, 1], [0, 2]] is not"""
    for matrix in ([[1.0, 2.0], [2.0, 1.0]], [[2.0, 1.0], [0.0, 2.0]]):
        with pytest.raises(ValueError):
            student.multivariate_normal_log_density(np.zeros((1, 2)), np.zeros(2), np.array(matrix))


# fit_gda


def five_points():
    return np.array([[0, 0], [2, 2], [4, 0], [6, 0], [5, 3]]), np.array([0, 0, 1, 1, 1])


@pytest.mark.exercise("fit_gda")
def test_gaussians_with_a_shared_covariance(student):
    """seen from the class means (1, 1) and (5, 1) the points are +-(1, 1) and (-1, -1), (1, -1), (0, 2); the mean of
    their five products is S"""
    prior, means, covariance = student.fit_gda(*five_points())
    agrees(prior, [0.4, 0.6])
    agrees(means, [[1, 1], [5, 1]])
    agrees(covariance, [[0.8, 0.4], [0.4, 1.6]])


@pytest.mark.exercise("fit_gda")
def test_gaussians_with_their_own_covariances(student):
    """the two points of class 0 and the three of class 1 have one covariance each, with 1/2 and 1/3"""
    _, _, covariances = student.fit_gda(*five_points(), shared=False)
    agrees(covariances, [[[1, 1], [1, 1]], [[2 / 3, 0], [0, 2]]])


@pytest.mark.exercise("fit_gda")
def test_gaussians_need_examples(student):
    """with the classes 0 and 2 only there is nothing to fit class 1 to: ValueError"""
    with pytest.raises(ValueError):
        student.fit_gda(np.array([[0, 0], [2, 2], [4, 0]]), np.array([0, 2, 2]))


# log_odds_line


def prior():
    """Prior odds of 3."""
    return np.array([0.25, 0.75])


@pytest.mark.exercise("log_odds_line")
def test_line_of_yes_no_features(student):
    """feature 0 has the odds 1/4 and 1, so w_0 = log 4; the all-zero example has the odds (.5/.8) * (.5/.5) * 3"""
    w, b = student.log_odds_line(prior(), np.array([[0.2, 0.5], [0.5, 0.5]]), "bernoulli")
    agrees(w, [math.log(4), 0])
    agrees(b, math.log(0.625 * 3))


@pytest.mark.exercise("log_odds_line")
def test_line_of_words(student):
    """each word 0 multiplies the odds by .6/.2 and each word 1 by .4/.8; a text without words says nothing"""
    w, b = student.log_odds_line(prior(), np.array([[0.2, 0.8], [0.6, 0.4]]), "multinomial")
    agrees(w, [math.log(3), -math.log(2)])
    agrees(b, math.log(3))


@pytest.mark.exercise("log_odds_line")
def test_line_of_two_gaussians(student):
    """S^-1 = diag(1/2, 1) times (2, 2) is w = (1, 2); halfway, at (2, 1), where x.w = 4, only the prior decides"""
    means, covariance = np.array([[1.0, 0.0], [3.0, 2.0]]), np.diag([2.0, 1.0])
    w, b = student.log_odds_line(prior(), (means, covariance), "gaussian")
    agrees(w, [1, 2])
    agrees(b, -4 + math.log(3))


@pytest.mark.exercise("log_odds_line")
def test_line_of_counts(student):
    """the rates of feature 0 are 2 and 4: each count multiplies the odds by 2, and exp(-4)/exp(-2) comes first"""
    w, b = student.log_odds_line(prior(), np.array([[2.0, 1.0], [4.0, 1.0]]), "poisson")
    agrees(w, [math.log(2), 0])
    agrees(b, -2 + math.log(3))


@pytest.mark.exercise("log_odds_line")
def test_line_that_is_infinite(student):
    """a feature that class 1 always has decides alone if it is missing; no line can say so: ValueError"""
    with pytest.raises(ValueError):
        student.log_odds_line(prior(), np.array([[0.2, 0.5], [1.0, 0.5]]), "bernoulli")
