"""Hidden checks of generative models: figures, identities of probability, maximum likelihood, data sets, edges."""

import math
from itertools import product

import numpy as np
import pytest

from autograder.checks.shelf import given, leaves_alone, numbers, refuses, same, same_for_all_kinds, same_items

INF = np.inf


def random_table(rng, *shape):
    """Positive probabilities that sum to 1."""
    table = rng.uniform(0.2, 1, shape)
    return table / table.sum()


def random_rows(rng, *shape):
    """Positive probabilities that sum to 1 along the last axis."""
    table = rng.uniform(0.2, 1, shape)
    return table / table.sum(axis=-1, keepdims=True)


def random_classes(rng, n, K):
    """n labels, every class at least twice and the last one most often."""
    rest = np.full(n - 2 * K, K - 1)
    return rng.permutation(np.concatenate([np.arange(K), np.arange(K), rest]))


def random_covariance(rng, d):
    A = rng.normal(size=(d, d))
    return A @ A.T + np.eye(d)


def coin_data():
    """The five rows of 0 and 1 of the public check, with their classes."""
    X = np.array([[1, 1, 1, 0], [1, 1, 0, 0], [0, 1, 1, 0], [1, 0, 0, 0], [1, 0, 1, 0]])
    return X, np.array([1, 1, 1, 0, 0])


def count_data():
    return np.array([[1, 2, 1, 0], [0, 2, 0, 0], [1, 0, 1, 0], [1, 0, 0, 2]]), np.array([1, 1, 0, 0])


def three_bits():
    """Six rows, three of each class, on which maximum likelihood makes features certain."""
    X = np.array([[1, 0, 1], [1, 1, 0], [0, 1, 1], [0, 0, 1], [0, 0, 0], [1, 0, 0]])
    return X, np.array([1, 1, 1, 0, 0, 0])


def category_data():
    return np.array([[0, 2], [0, 1], [1, 2], [1, 0], [1, 0]]), np.array([0, 0, 0, 1, 1])


def normal_data():
    return np.array([[1, 2], [3, 6], [2, 4], [8, 1], [10, 3]]), np.array([0, 0, 0, 1, 1])


def gda_data():
    return np.array([[1, 2], [2, 1], [2, 3], [3, 2], [5, 6], [6, 5], [6, 7]]), np.array([0, 0, 0, 0, 1, 1, 1])


def mails():
    return ["Buy cheap pills", "buy now BUY", "meeting at noon", "cheap lunch meeting"]


def liked_courses(dataset):
    X, rating, _ = dataset("course_ratings")
    return np.asarray(X).astype(int), (np.asarray(rating) >= 0).astype(int)


def coded_restaurant(dataset):
    """Each column as numbers of its values in alphabetical order, the classes, and the number of values."""
    X, y, _ = dataset("restaurant")
    coded = [np.unique(column, return_inverse=True) for column in X.T]
    return (
        np.column_stack([codes for _, codes in coded]),
        (y == "Yes").astype(int),
        [len(values) for values, _ in coded],
    )


def posterior_of(student, log_likelihood, prior):
    """The student's posterior and log evidence; a prior in single precision must not fail for its sum."""
    prior = np.asarray(prior, dtype=float)
    return student.class_posterior(log_likelihood, prior / prior.sum())


def classify(student, fitted, X, model):
    """Posterior and log evidence of new rows, by the student's own functions."""
    prior, parameters = fitted
    return posterior_of(student, student.naive_bayes_log_likelihood(X, parameters, model), prior)


def errors(posterior, y):
    return int((np.argmax(posterior, axis=1) != y).sum())


# ---------------------------------------------------------------- conditional_table


@pytest.mark.exercise("conditional_table")
def test_tables_of_eighths(student):
    """marginals and conditionals of the table 1/36, ..., 8/36 come out as by hand, also with two things given"""
    joint = np.arange(1, 9).reshape(2, 2, 2) / 36
    same(student.conditional_table(joint, (0, 2)), [[0.111111111, 0.166666667], [0.333333333, 0.388888889]])
    same(student.conditional_table(joint, (0, 2), {1: 0}), [[0.0714285714, 0.142857143], [0.357142857, 0.428571429]])
    same(student.conditional_table(joint, (1,), {0: 1, 2: 0}), [0.416666667, 0.583333333])


@pytest.mark.exercise("conditional_table")
def test_chain_rule(student, rng):
    """P(a) P(b|a) and P(b) P(a|b) both rebuild the joint P(a, b), whatever else there is in the table"""
    joint = random_table(rng, 2, 3, 4)
    both = joint.sum(axis=1)
    first, last = student.conditional_table(joint, (0,)), student.conditional_table(joint, (2,))
    last_given_first = [student.conditional_table(joint, (2,), {0: a}) for a in range(2)]
    first_given_last = [student.conditional_table(joint, (0,), {2: b}) for b in range(4)]
    same(numbers(first, 2)[:, None] * numbers(last_given_first, 2, 4), both)
    same(numbers(last, 4) * numbers(first_given_last, 4, 2).T, both)


@pytest.mark.exercise("conditional_table")
def test_four_variables(student, reference, rng):
    """in a table of four variables the kept axes come in the order asked for, whichever are given or summed out"""
    joint = random_table(rng, 2, 3, 4, 5)
    for keep, known in (
        ((3, 0), {2: 1}),
        ((2, 3, 1), None),
        ((1, 3), {0: 1, 2: 3}),
        ([2], {3: 4, 1: 0}),
        ((3, 1, 0, 2), {}),
    ):
        same(student.conditional_table(joint, keep, known), reference.conditional_table(joint, keep, known))


@pytest.mark.exercise("conditional_table")
def test_independence(student, rng):
    """knowing an independent variable changes nothing, and summing the others out leaves its own distribution"""
    known, other = random_table(rng, 3), random_table(rng, 2, 4)
    joint = known[:, None, None] * other
    same(student.conditional_table(joint, (1, 2), {0: 2}), other)
    same(student.conditional_table(other.sum(axis=0)[:, None] * known, (1,)), known)


@pytest.mark.exercise("conditional_table")
def test_nothing_kept(student, rng):
    """with nothing kept the answer is the number 1, given nothing, something or everything; else it is a table"""
    joint = random_table(rng, 2, 3)
    for known in (None, {1: 2}, {0: 1, 1: 0}):
        same(student.conditional_table(joint, (), known), 1)
    same(student.conditional_table(joint, (1,)), joint.sum(axis=0))


@pytest.mark.exercise("conditional_table")
def test_tables_refused(student):
    """no distribution, an axis named twice, an axis or a value that does not exist, or a condition of probability 0"""
    joint = np.array([[0.5, 0.25], [0.25, 0.0]])
    refuses(
        student.conditional_table,
        given(np.array([[0.75, 0.5], [0.25, -0.5]]), (0,)),
        given(np.array([[0.5, 0.25], [0.125, 0.0]]), (0,)),
        given(joint, (0, 0)),
        given(joint, (0,), {0: 1}),
        given(joint, (2,)),
        given(joint, (-1,)),
        given(joint, (0,), {2: 0}),
        given(joint, (0,), {-1: 0}),
        given(joint, (0,), {1: 2}),
        given(joint, (0,), {1: -1}),
        given(joint, (), {0: 1, 1: 1}),
        but_takes=given(joint, (0,), {1: 1}),
    )
    same(student.conditional_table(joint, (0,), {1: 1}), [1, 0])


@pytest.mark.exercise("conditional_table")
def test_kinds_of_tables(student, rng):
    """lists and integers do as well, and neither the table nor the dict is changed"""
    same_for_all_kinds(student.conditional_table, np.array([[0, 1, 0], [0, 0, 0]]), (1,), {0: 0}, expected=[0, 1, 0])
    joint = random_table(rng, 3, 2)
    answer = leaves_alone(student.conditional_table, joint, [0], {1: 0})
    same(answer, joint[:, 0] / joint[:, 0].sum())


# ---------------------------------------------------------------- log_probability


@pytest.mark.exercise("log_probability")
def test_likelihood_of_four_throws(student):
    """heads, heads, tails, heads has likelihood .10546875 at theta = 3/4 in any order, and less at any other theta"""
    likelihood = {
        theta: np.exp(numbers(student.log_probability("bernoulli", np.array([1, 1, 0, 1]), theta=theta), 4).sum())
        for theta in (0.25, 0.5, 0.7, 0.75, 0.8)
    }
    same(likelihood[0.75], 0.10546875)
    assert max(likelihood, key=likelihood.get) == 0.75
    same(
        student.log_probability("bernoulli", np.array([[0, 1], [1, 1]]), theta=0.75),
        np.log([[0.25, 0.75], [0.75, 0.75]]),
    )


@pytest.mark.exercise("log_probability")
def test_figures_of_counts(student):
    """binomial, multinomial and Poisson probabilities come out as by hand"""
    same(
        np.exp(numbers(student.log_probability("binomial", np.array([0, 3, 10]), n=10, theta=0.3), 3)),
        [0.0282475249, 0.266827932, 5.9049e-6],
    )
    same(
        student.log_probability("multinomial", np.array([2, 1, 1]), theta=np.array([0.5, 0.25, 0.25])), math.log(0.1875)
    )
    same(student.log_probability("poisson", np.array([0, 2]), rate=3.0), [-3, -1.49592260])


@pytest.mark.exercise("log_probability")
def test_figures_of_densities(student):
    """the standard normal density is .398942 at its mean; a density may exceed 1, and the wider one is the lower one"""
    same(np.exp(numbers(student.log_probability("gaussian", np.array([0.0]), mean=0, variance=1), 1)), [0.398942280])
    same(student.log_probability("gaussian", np.array([0, 3]), mean=1, variance=4), [-1.73708571, -2.11208571])
    same(student.log_probability("gaussian", np.array([2.0]), mean=2, variance=0.01), [-0.918938533 + math.log(10)])
    same(
        student.log_probability("uniform", np.array([1, 3, 3.1, 0.9, 2]), low=1, high=3),
        [-math.log(2)] * 2 + [-INF] * 2 + [-math.log(2)],
    )
    same(student.log_probability("uniform", np.array([0.25]), low=0, high=0.5), [math.log(2)])


@pytest.mark.exercise("log_probability")
def test_probabilities_sum_to_one(student, rng):
    """summed over all that can happen, and over much that cannot, every probability is 1; so is the normal integral"""
    theta, rate, shares = rng.uniform(0.2, 0.8), rng.uniform(1, 6), random_table(rng, 3)
    grid = np.arange(-3, 61)
    counts = np.array([row for row in product(range(-1, 6), repeat=3) if sum(row) == 4])
    sums = [
        np.exp(student.log_probability("bernoulli", grid, theta=theta)).sum(),
        np.exp(student.log_probability("categorical", grid, theta=shares)).sum(),
        np.exp(student.log_probability("binomial", grid, n=12, theta=theta)).sum(),
        np.exp(student.log_probability("poisson", grid, rate=rate)).sum(),
        np.exp(student.log_probability("multinomial", counts, theta=shares)).sum(),
        np.exp(student.log_probability("gaussian", np.arange(-200, 201) / 10, mean=theta, variance=rate)).sum() / 10,
    ]
    same(sums, np.ones(6))


@pytest.mark.exercise("log_probability")
def test_families_that_are_one_family(student, rng):
    """a binomial of one throw is a coin, a multinomial of two is a binomial, and one of a single draw is a category"""
    theta, shares = rng.uniform(0.2, 0.8), random_table(rng, 4)
    coin = student.log_probability("bernoulli", np.array([0, 1]), theta=theta)
    same(coin, np.log([1 - theta, theta]))
    same(student.log_probability("binomial", np.array([0, 1]), n=1, theta=theta), coin)
    pairs = np.column_stack([np.arange(8), 7 - np.arange(8)])
    two = student.log_probability("multinomial", pairs, theta=np.array([theta, 1 - theta]))
    same(student.log_probability("binomial", np.arange(8), n=7, theta=theta), numbers(two, 8))
    same(student.log_probability("multinomial", np.eye(4, dtype=int), theta=shares), np.log(shares))
    same(student.log_probability("categorical", np.arange(4), theta=shares), np.log(shares))


@pytest.mark.exercise("log_probability")
def test_impossible_values(student):
    """values that cannot occur, fractions and negative ones among them, have log probability -inf"""
    never = [-INF] * 4
    same(student.log_probability("bernoulli", np.array([0.5, -1, 2, 0.25]), theta=0.5), never)
    same(student.log_probability("categorical", np.array([0.5, -1, 2, 1.5]), theta=np.array([0.5, 0.5])), never)
    same(student.log_probability("binomial", np.array([0.5, -1, 4, 2.5]), n=3, theta=0.5), never)
    same(student.log_probability("poisson", np.array([0.5, -1, -2, 2.5]), rate=2.0), never)
    counts = np.array([[0.5, 0.5], [-1, 2], [2, -1], [1.5, 1]])
    same(student.log_probability("multinomial", counts, theta=np.array([0.5, 0.5])), never)


@pytest.mark.exercise("log_probability")
def test_certain_and_impossible_parameters(student):
    """at probabilities of exactly 0 and 1, and at rate 0, some values are certain and the others impossible; no nan"""
    same(student.log_probability("bernoulli", np.array([0, 1]), theta=0), [0, -INF])
    same(student.log_probability("binomial", np.array([0, 1, 3]), n=3, theta=0), [0, -INF, -INF])
    same(student.log_probability("binomial", np.array([0, 1, 3]), n=3, theta=1), [-INF, -INF, 0])
    same(student.log_probability("binomial", np.array([0, 1]), n=0, theta=0.5), [0, -INF])
    same(student.log_probability("poisson", np.array([0, 1]), rate=0), [0, -INF])
    same(student.log_probability("categorical", np.array([0, 1]), theta=np.array([0, 1])), [-INF, 0])
    same(student.log_probability("categorical", np.array([0, 1, -1]), theta=np.array([1])), [0, -INF, -INF])
    counts = np.array([[2, 1, 0], [2, 0, 1], [0, 0, 0]])
    same(student.log_probability("multinomial", counts, theta=np.array([0.5, 0.5, 0])), [math.log(3 / 8), -INF, 0])


@pytest.mark.exercise("log_probability")
def test_thousands(student):
    """counts in the thousands are no problem, although their factorials are no floats"""
    k = [0, 400, 1000, 2000]
    exact = [math.log(math.comb(2000, i)) + i * math.log(0.3) + (2000 - i) * math.log(0.7) for i in k]
    same(student.log_probability("binomial", np.array(k), n=2000, theta=0.3), exact)
    ways = math.factorial(1000) // (math.factorial(400) * math.factorial(350) * math.factorial(250))
    exact = math.log(ways) + 400 * math.log(0.5) + 350 * math.log(0.2) + 250 * math.log(0.3)
    same(student.log_probability("multinomial", np.array([400, 350, 250]), theta=np.array([0.5, 0.2, 0.3])), exact)
    exact = 1000 * math.log(900) - 900 - math.log(math.factorial(1000))
    same(student.log_probability("poisson", np.array([1000]), rate=900), [exact])


@pytest.mark.exercise("log_probability")
def test_shapes_and_kinds_of_x(student, rng):
    """x may be a number, a list or a table, of floats or of integers; the answer has its shape, and x stays as it is"""
    same(student.log_probability("gaussian", 1.5, mean=1, variance=0.25), -0.918938533 + math.log(2) - 0.5)
    same(student.log_probability("binomial", 2, n=4, theta=0.5), math.log(6 / 16))
    table = np.array([[0, 1, 2], [3, 4, 5]])
    expected = table * math.log(2.0) - 2 - np.log([[1, 1, 2], [6, 24, 120]])
    same_for_all_kinds(student.log_probability, "poisson", table, rate=2.0, expected=expected)
    counts, shares = rng.integers(0, 4, (2, 3, 2)), random_table(rng, 2)
    lists = student.log_probability("multinomial", counts.tolist(), theta=shares.tolist())
    same(leaves_alone(student.log_probability, "multinomial", counts, theta=shares), numbers(lists, 2, 3))
    ways = [[math.comb(a + b, a) for a, b in row] for row in counts.tolist()]
    same(lists, np.log(ways) + (counts * np.log(shares)).sum(axis=-1))


@pytest.mark.exercise("log_probability")
def test_parameters_refused(student):
    """unknown families, missing parameters, probabilities that are none, an empty interval, a variance of 0"""
    x, pair = np.array([0, 1]), np.array([0.5, 0.5])
    refuses(
        student.log_probability,
        given("normal", x, mean=0, variance=1),
        given("gaussian", x, mean=0),
        given("binomial", x, theta=0.5),
        given("bernoulli", x),
        given("bernoulli", x, theta=1.5),
        given("bernoulli", x, theta=-0.5),
        given("binomial", x, n=3, theta=1.5),
        given("binomial", x, n=3, theta=-0.5),
        given("categorical", x, theta=np.array([0.5, 0.25])),
        given("categorical", x, theta=np.array([1.5, -0.5])),
        given("multinomial", x, theta=np.array([0.5, 0.25])),
        given("multinomial", x, theta=np.array([1.5, -0.5])),
        given("multinomial", np.array([[1, 2, 3]]), theta=pair),
        given("multinomial", np.array([[1]]), theta=pair),
        given("uniform", x, low=1, high=1),
        given("uniform", x, low=2, high=1),
        given("gaussian", x, mean=0, variance=0),
        given("gaussian", x, mean=0, variance=-1),
        given("poisson", x, rate=-1),
        but_takes=given("multinomial", x, theta=pair),
    )


# ---------------------------------------------------------------- category_frequencies


@pytest.mark.exercise("category_frequencies")
def test_living_areas(student):
    """between 400, 800, 1200 and 1600 the areas 399, 400, 890, 1200, 1600, 1700 fall into the bins 0, 1, 2, 3, 4, 4"""
    bins, frequencies = student.category_frequencies([399, 400, 890, 1200, 1600, 1700], [400, 800, 1200, 1600])
    same_items(bins, [0, 1, 2, 3, 4, 4])
    same(frequencies, np.array([1, 1, 1, 1, 2]) / 6)


@pytest.mark.exercise("category_frequencies")
def test_coins_and_laplace(student):
    """three heads of four are 3/4 and two of two are 1; with Laplace 0 of 3 becomes 1/5 and 3 of 3 becomes 4/5"""
    same(student.category_frequencies([1, 1, 0, 1], [1])[1], [0.25, 0.75])
    same(student.category_frequencies([1, 1], [1])[1], [0, 1])
    same(student.category_frequencies([0, 0, 0], [1], 1)[1], [0.8, 0.2])
    same(student.category_frequencies([1, 1, 1], [1], 1.0)[1], [0.2, 0.8])


@pytest.mark.exercise("category_frequencies")
def test_bins_of_random_values(student, reference, rng):
    """bins and frequencies are right for unsorted and negative values, many on an edge, and for any pseudo count"""
    edges = np.sort(rng.choice(np.arange(-9, 10), size=5, replace=False))
    values = rng.permutation(np.concatenate([np.arange(-12, 13), edges]))
    for pseudo_count in (0, 0.5, 3):
        bins, frequencies = student.category_frequencies(values, edges, pseudo_count)
        right_bins, right_frequencies = reference.category_frequencies(values, edges, pseudo_count)
        same_items(bins, right_bins)
        same(frequencies, right_frequencies)
    bins, _ = student.category_frequencies([0.5, -1.5, 0.25], [-0.5, 0.25])
    same_items(bins, [2, 0, 2])


@pytest.mark.exercise("category_frequencies")
def test_smoothing_pulls_to_the_middle(student, rng):
    """smoothed frequencies lie between the plain ones and 1/k; twice the data and the pseudo count change nothing"""
    counts = rng.integers(0, 9, 4)
    counts[rng.integers(4)] = 0
    counts[counts.argmax()] += 1
    values, a = np.repeat(np.arange(4), counts), rng.uniform(0.5, 2)
    plain = numbers(student.category_frequencies(values, [1, 2, 3])[1], 4)
    smoothed = numbers(student.category_frequencies(values, [1, 2, 3], a)[1], 4)
    n = counts.sum()
    same(plain, counts / n)
    same(smoothed, (n * plain + a) / (n + 4 * a))
    same(student.category_frequencies(np.tile(values, 2), [1, 2, 3], 2 * a)[1], smoothed)


@pytest.mark.exercise("category_frequencies")
def test_frequencies_are_most_likely(student, rng):
    """no other distribution gives the values a higher likelihood than their frequencies"""
    counts = rng.integers(1, 20, 5)
    frequencies = numbers(student.category_frequencies(np.repeat(np.arange(5), counts), [1, 2, 3, 4])[1], 5)
    others = rng.dirichlet(np.ones(5), 200)
    same(frequencies.sum(), 1)
    assert (np.log(others) @ counts).max() <= np.log(frequencies) @ counts + 1e-4


@pytest.mark.exercise("category_frequencies")
def test_few_bins_and_few_values(student):
    """without edges everything is in bin 0; without values a pseudo count makes all bins equally probable"""
    bins, frequencies = student.category_frequencies([5, -5, 0], [])
    same_items(bins, [0, 0, 0])
    same(frequencies, [1])
    bins, frequencies = student.category_frequencies([], [1, 2, 3], 0.5)
    assert len(bins) == 0
    same(frequencies, [0.25] * 4)
    bins, frequencies = student.category_frequencies([7], [1, 2, 3])
    same_items(bins, [3])
    same(frequencies, [0, 0, 0, 1])


@pytest.mark.exercise("category_frequencies")
def test_edges_refused(student):
    """edges that do not increase, a negative pseudo count, or nothing to count raise ValueError"""
    values = np.array([1, 2, 3])
    refuses(
        student.category_frequencies,
        given(values, [2, 1]),
        given(values, [1, 1]),
        given(values, [0, 5, 3]),
        given(values, [1], -0.5),
        given([], [1], 0),
        but_takes=given(values, [1, 2], 0.5),
    )


@pytest.mark.exercise("category_frequencies")
def test_kinds_of_values(student):
    """values and edges may be floats, integers, small unsigned ones or lists, and are not changed"""
    values, edges = np.array([200, 0, 100, 255, 101]), np.array([100, 201])
    same_for_all_kinds(student.category_frequencies, values, edges, expected=([1, 0, 1, 2, 1], [0.2, 0.6, 0.2]))
    _, frequencies = leaves_alone(student.category_frequencies, values, edges, 1)
    same(frequencies, [2 / 8, 4 / 8, 2 / 8])


# ---------------------------------------------------------------- class_posterior


@pytest.mark.exercise("class_posterior")
def test_posteriors_of_two_rows(student):
    """log likelihoods near -1000 and near -1 give the posteriors and the evidence that a pocket calculator gives"""
    posterior, evidence = student.class_posterior([[-1000, -1001], [-0.5, -3]], [0.3, 0.7])
    same(posterior, [[0.538101526, 0.461898474], [0.839255918, 0.160744082]])
    same(numbers(evidence, 2)[:1], [-1000.58426478])
    same(numbers(evidence, 2)[1:], [-1.52873321])


@pytest.mark.exercise("class_posterior")
def test_constants_change_the_evidence_only(student, rng):
    """a number added to a row, be it +1000 or -1000, is added to its log evidence and leaves its posterior"""
    L, prior = rng.normal(size=(3, 4)), random_table(rng, 4)
    posterior, evidence = student.class_posterior(L, prior)
    shift = np.array([1000.0, -1000.0, 0.0])
    shifted_posterior, shifted_evidence = student.class_posterior(L + shift[:, None], prior)
    same(posterior, prior * np.exp(L) / (np.exp(L) @ prior)[:, None])
    same(shifted_posterior, numbers(posterior, 3, 4))
    same(numbers(shifted_evidence, 3) - shift, numbers(evidence, 3), abs=1e-3)


@pytest.mark.exercise("class_posterior")
def test_order_of_classes(student, rng):
    """reordering the classes reorders the columns; the rows of a posterior sum to 1"""
    L, prior, order = 3 * rng.normal(size=(5, 4)), random_table(rng, 4), rng.permutation(4)
    posterior, evidence = student.class_posterior(L, prior)
    moved_posterior, moved_evidence = student.class_posterior(L[:, order], prior[order])
    same(numbers(posterior, 5, 4).sum(axis=1), np.ones(5))
    same(moved_posterior, np.asarray(posterior)[:, order])
    same(moved_evidence, numbers(evidence, 5))
    same(evidence, np.log(np.exp(L) @ prior))


@pytest.mark.exercise("class_posterior")
def test_classes_of_prior_zero(student):
    """a class of prior 0 has posterior 0, however well it explains the example"""
    posterior, evidence = student.class_posterior([[1000, 1, 1], [-INF, 0, -INF]], [0, 0.5, 0.5])
    same(posterior, [[0, 0.5, 0.5], [0, 1, 0]])
    same(evidence, [1, math.log(0.5)])


@pytest.mark.exercise("class_posterior")
def test_impossible_examples(student, rng):
    """impossible under all classes that have a prior: a row of nan and log evidence -inf, and other rows as ever"""
    L, prior = rng.normal(size=(4, 3)), np.array([0.25, 0.75, 0])
    L[1], L[3, :2] = -INF, -INF
    posterior, evidence = student.class_posterior(L, prior)
    joint = prior[:2] * np.exp(L[[0, 2], :2])
    expected = np.full((4, 3), np.nan)
    expected[[0, 2]] = np.column_stack([joint / joint.sum(axis=1, keepdims=True), [0, 0]])
    same(posterior, expected)
    same(evidence, [math.log(joint[0].sum()), -INF, math.log(joint[1].sum()), -INF])


@pytest.mark.exercise("class_posterior")
def test_one_class_or_one_example(student, rng):
    """a single class has posterior 1, and its likelihood is the evidence; a single example is a row"""
    L = 500 * rng.normal(size=(4, 1))
    posterior, evidence = student.class_posterior(L, [1])
    same(posterior, np.ones((4, 1)))
    same(evidence, L[:, 0])
    posterior, evidence = student.class_posterior([[0, 0, 0]], [0.5, 0.25, 0.25])
    same(posterior, [[0.5, 0.25, 0.25]])
    same(evidence, [0])


@pytest.mark.exercise("class_posterior")
def test_priors_refused(student):
    """a prior of another length, with a negative entry, or that does not sum to 1"""
    L = np.array([[-1.0, -2.0], [-3.0, 0.0]])
    refuses(
        student.class_posterior,
        given(L, np.array([0.5, 0.25, 0.25])),
        given(L, np.array([1.0])),
        given(L, np.array([1.5, -0.5])),
        given(L, np.array([0.5, 0.25])),
        given(L, np.array([0.75, 0.75])),
        but_takes=given(L, np.array([0.75, 0.25])),
    )


@pytest.mark.exercise("class_posterior")
def test_kinds_of_likelihoods(student):
    """integers and lists do as well, and the arguments stay as they are"""
    L, prior = np.array([[0, 1], [200, 198]]), [0.5, 0.5]
    odds = np.exp([1, -2])
    expected = (np.column_stack([1 / (1 + odds), odds / (1 + odds)]), np.log((1 + odds) / 2) + [0, 200])
    same_for_all_kinds(student.class_posterior, L, prior, expected=expected)
    answer = leaves_alone(student.class_posterior, L.astype(float), np.array(prior))
    same(answer, expected)


# ---------------------------------------------------------------- text_features


def texts_equal(answer, X, vocabulary):
    features, words = answer
    same_items(words, vocabulary, name="the vocabulary")
    same_items(features, X, name="X")


@pytest.mark.exercise("text_features")
def test_four_mails(student):
    """four mails have eight words; with counts, "buy" in the second mail is 2 and nothing else changes"""
    vocabulary = ["at", "buy", "cheap", "lunch", "meeting", "noon", "now", "pills"]
    X = np.array(
        [[0, 1, 1, 0, 0, 0, 0, 1], [0, 1, 0, 0, 0, 0, 1, 0], [1, 0, 0, 0, 1, 1, 0, 0], [0, 0, 1, 1, 1, 0, 0, 0]]
    )
    texts_equal(student.text_features(mails()), X, vocabulary)
    X[1, 1] = 2
    texts_equal(student.text_features(mails(), counts=True), X, vocabulary)


@pytest.mark.exercise("text_features")
def test_frequent_words(student):
    """rare words are not collected, but go to the unknown ones; stop words go nowhere"""
    options = {"counts": True, "stop_words": ["at"], "unknown": "<unk>"}
    X = [[1, 1, 0, 1], [2, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 1]]
    texts_equal(student.text_features(mails(), min_count=2, **options), X, ["buy", "cheap", "meeting", "<unk>"])
    texts_equal(
        student.text_features(mails(), min_count=3, **options), [[1, 2], [2, 1], [0, 2], [0, 3]], ["buy", "<unk>"]
    )
    texts_equal(
        student.text_features(mails(), min_count=3, unknown="?"), [[1, 1], [1, 1], [0, 1], [0, 1]], ["buy", "?"]
    )
    texts_equal(student.text_features(mails(), min_count=3), [[1], [1], [0], [0]], ["buy"])


@pytest.mark.exercise("text_features")
def test_new_mails_in_old_columns(student):
    """unknown words are counted only if `unknown` is passed and has a column, wherever that column is"""
    new, vocabulary = ["buy a cheap cheap boat"], ["buy", "cheap", "meeting", "<unk>"]
    texts_equal(student.text_features(new, vocabulary, counts=True, unknown="<unk>"), [[1, 2, 0, 2]], vocabulary)
    texts_equal(student.text_features(new, vocabulary, counts=True), [[1, 2, 0, 0]], vocabulary)
    texts_equal(student.text_features(new, vocabulary, unknown="<unk>"), [[1, 1, 0, 1]], vocabulary)
    texts_equal(student.text_features(new, ["cheap"], counts=True, unknown="<unk>"), [[2]], ["cheap"])
    columns = ["zebra", "<unk>", "buy"]
    texts_equal(student.text_features(new, columns, counts=True, unknown="<unk>", min_count=3), [[0, 4, 1]], columns)


@pytest.mark.exercise("text_features")
def test_stop_words(student):
    """stop words are dropped in upper case too, are never collected, and keep an empty column in a given vocabulary"""
    documents, options = ["The cat AND the dog", "and THE"], {"counts": True, "stop_words": ("the", "and")}
    texts_equal(student.text_features(documents, **options), [[1, 1], [0, 0]], ["cat", "dog"])
    columns = ["the", "cat", "?"]
    texts_equal(student.text_features(documents, columns, unknown="?", **options), [[0, 1, 1], [0, 0, 0]], columns)


@pytest.mark.exercise("text_features")
def test_words_are_what_white_space_leaves(student):
    """tabs, line ends and many blanks separate words; dots, commas and digits belong to them; texts may be empty"""
    documents = ["  one,\ttwo\n\nTWO ", "", "two. 2", " \n "]
    X = [[0, 1, 1, 0], [0, 0, 0, 0], [1, 0, 0, 1], [0, 0, 0, 0]]
    texts_equal(student.text_features(documents), X, ["2", "one,", "two", "two."])
    documents = ["art artist", "start smart Art"]
    texts_equal(student.text_features(documents, ["art", "mar"], counts=True), [[1, 0], [1, 0]], ["art", "mar"])


@pytest.mark.exercise("text_features")
def test_order_and_repetition(student, rng):
    """shuffling the words of a text changes nothing; writing it twice doubles its counts, but not its presences"""
    words = np.array(["ant", "bee", "cat", "dog", "eel"])
    texts = [list(words[rng.integers(0, 5, 12)]) for _ in range(3)]
    plain = [" ".join(text) for text in texts]
    shuffled = [" ".join(rng.permutation(text)) for text in texts]
    expected = np.array([[text.count(word) for word in words] for text in texts])
    doubled = [f"{text} {text}" for text in plain]
    vocabulary = list(words)
    texts_equal(student.text_features(plain, vocabulary, counts=True), expected, vocabulary)
    texts_equal(student.text_features(shuffled, vocabulary, counts=True), expected, vocabulary)
    texts_equal(student.text_features(doubled, vocabulary, counts=True), 2 * expected, vocabulary)
    texts_equal(student.text_features(doubled, vocabulary), expected > 0, vocabulary)


@pytest.mark.exercise("text_features")
def test_vocabularies_refused(student):
    """min_count 0, a word twice, or an unknown that is a word of the texts"""
    refuses(
        student.text_features,
        given(["a b"], min_count=0),
        given(["a b"], min_count=-1),
        given(["a b"], ["b", "a", "b"]),
        given(["a b"], unknown="b"),
        but_takes=given(["a b"], ["b", "a"], unknown="b"),
    )
    texts_equal(student.text_features(["a b b"], unknown="a", min_count=2), [[1, 1]], ["b", "a"])


@pytest.mark.exercise("text_features")
def test_texts_are_left_alone(student):
    """neither the documents nor the vocabulary nor the stop words are changed"""
    answer = leaves_alone(student.text_features, ["B a C"], ["c", "b"], stop_words=["b"], unknown="?", counts=True)
    texts_equal(answer, [[1, 0]], ["c", "b"])


# ---------------------------------------------------------------- fit_naive_bayes


@pytest.mark.exercise("fit_naive_bayes")
def test_courses_that_were_liked(student, dataset):
    """twelve of twenty courses were liked, and half of either kind are easy; the prior is not smoothed"""
    X, y = liked_courses(dataset)
    prior, theta = student.fit_naive_bayes(X, y, "bernoulli")
    same(prior, [0.4, 0.6])
    same(theta, [np.array([4, 2, 8, 2, 5]) / 8, np.array([6, 9, 2, 8, 4]) / 12])
    prior, theta = student.fit_naive_bayes(X, y, "bernoulli", pseudo_count=1)
    same(prior, [0.4, 0.6])
    same(theta, [[0.5, 0.3, 0.9, 0.3, 0.6], np.array([7, 10, 3, 9, 5]) / 14])


@pytest.mark.exercise("fit_naive_bayes")
def test_features_without_smoothing(student):
    """maximum likelihood takes what it saw for certain: features are 0 or 1 for sure if they always were"""
    prior, theta = student.fit_naive_bayes(*coin_data(), "bernoulli")
    same(prior, [0.4, 0.6])
    same(theta, [[1, 0, 0.5, 0], [2 / 3, 1, 2 / 3, 0]])
    prior, phi = student.fit_naive_bayes(*count_data(), "multinomial", pseudo_count=0.5)
    same(prior, [0.5, 0.5])
    same(phi, [np.array([2.5, 0.5, 1.5, 2.5]) / 7, np.array([1.5, 4.5, 1.5, 0.5]) / 8])


@pytest.mark.exercise("fit_naive_bayes")
def test_discrete_models_of_random_data(student, reference, rng):
    """three classes of different sizes: tables and rows of words sum to 1, and every share is right"""
    y, sizes = random_classes(rng, 30, 3), [2, 4, 3]
    X = np.column_stack([rng.integers(0, size, 30) for size in sizes])
    counts = rng.poisson(2, (30, 4)) + np.eye(4, dtype=int)[y]
    for a in (0, 0.5):
        for model, rows, more in (("categorical", X, {"n_values": sizes}), ("multinomial", counts, {})):
            expected = reference.fit_naive_bayes(rows, y, model, pseudo_count=a, **more)
            same(student.fit_naive_bayes(rows, y, model, pseudo_count=a, **more), expected)


@pytest.mark.exercise("fit_naive_bayes")
def test_coins_are_two_categories(student, rng):
    """a yes/no feature is a categorical one of two values, whose entry 1 is the bernoulli probability"""
    X, y = rng.integers(0, 2, (12, 3)), random_classes(rng, 12, 2)
    prior, theta = student.fit_naive_bayes(X, y, "bernoulli", pseudo_count=2)
    categorical_prior, table = student.fit_naive_bayes(X, y, "categorical", pseudo_count=2, n_values=[2, 2, 2])
    same(theta, [(X[y == k].sum(axis=0) + 2) / ((y == k).sum() + 4) for k in (0, 1)])
    table = numbers(table, 2, 3, 2)
    same(table[:, :, 1], numbers(theta, 2, 3))
    same(table.sum(axis=2), np.ones((2, 3)))
    same(categorical_prior, numbers(prior, 2))


@pytest.mark.exercise("fit_naive_bayes")
def test_normal_features_of_random_data(student, rng):
    """means and variances are those of each class with 1/N_k; tied ones are the means that the docstring says"""
    X, y = rng.normal(size=(20, 3)) * [1, 2, 3] + 1, random_classes(rng, 20, 3)
    shares = np.bincount(y) / 20
    means = np.array([X[y == k].mean(axis=0) for k in range(3)])
    variances = np.array([X[y == k].var(axis=0) for k in range(3)])
    same(student.fit_naive_bayes(X, y, "gaussian"), (shares, np.array([means, variances])))
    tied = np.repeat(variances.mean(axis=1, keepdims=True), 3, axis=1)
    same(student.fit_naive_bayes(X, y, "gaussian", tie="features"), (shares, np.array([means, tied])))
    tied = np.tile(shares @ variances, (3, 1))
    same(student.fit_naive_bayes(X, y, "gaussian", tie="classes"), (shares, np.array([means, tied])))


@pytest.mark.exercise("fit_naive_bayes")
def test_fit_is_most_likely(student, rng):
    """moving any of the fitted probabilities, means or variances a little never makes the training data more likely"""
    X, y = rng.integers(0, 2, (25, 4)), random_classes(rng, 25, 2)
    X[:4] = [[0] * 4, [1] * 4, [0] * 4, [1] * 4]
    y[:4] = [0, 0, 1, 1]
    theta = numbers(student.fit_naive_bayes(X, y, "bernoulli")[1], 2, 4)
    Z = rng.normal(size=(25, 4))
    means, variances = numbers(student.fit_naive_bayes(Z, y, "gaussian")[1], 2, 2, 4)

    def coins(p):
        return np.where(X == 1, np.log(p[y]), np.log(1 - p[y])).sum()

    def normals(m, v):
        return -(np.log(v[y]) + (Z - m[y]) ** 2 / v[y]).sum()

    assert ((theta > 0) & (theta < 1)).all()
    assert (variances > 0).all()
    for _ in range(20):
        moved = np.clip(theta + 0.05 * rng.normal(size=theta.shape), 0.01, 0.99)
        assert coins(moved) <= coins(theta) + 1e-4
        assert normals(means + 0.1 * rng.normal(size=means.shape), variances) <= normals(means, variances) + 1e-4
        assert normals(means, variances * rng.uniform(0.8, 1.25, means.shape)) <= normals(means, variances) + 1e-4


@pytest.mark.exercise("fit_naive_bayes")
def test_small_classes(student):
    """one class alone is plain estimation; one example makes variance 0, and so does a constant feature"""
    X = np.array([[1, 5], [4, 5], [1, 5]])
    same(student.fit_naive_bayes(X, [0, 0, 0], "gaussian"), ([1], np.array([[[2, 5]], [[2, 0]]])))
    _, parameters = student.fit_naive_bayes(X, [0, 1, 0], "gaussian")
    same(parameters, [[[1, 5], [4, 5]], [[0, 0], [0, 0]]])
    prior, phi = student.fit_naive_bayes([[0, 0], [3, 1]], [0, 1], "multinomial", pseudo_count=1)
    same(phi, [[0.5, 0.5], [4 / 6, 2 / 6]])
    same(prior, [0.5, 0.5])
    _, table = student.fit_naive_bayes([[0], [0]], [0, 0], "categorical", pseudo_count=1, n_values=[3])
    same(table, [[[0.6, 0.2, 0.2]]])


@pytest.mark.exercise("fit_naive_bayes")
def test_order_and_doubling(student, rng):
    """the order of the examples does not matter, that of the features is kept, and doubling the data leaves the fit"""
    X, y = rng.integers(0, 5, (14, 3)) + 1, random_classes(rng, 14, 2)
    rows, columns = rng.permutation(14), rng.permutation(3)
    for model in ("multinomial", "gaussian"):
        prior, parameters = student.fit_naive_bayes(X, y, model)
        same(student.fit_naive_bayes(X[rows], y[rows], model), (prior, numbers(parameters, *np.shape(parameters))))
        same(student.fit_naive_bayes(np.tile(X, (2, 1)), np.tile(y, 2), model)[1], parameters)
        same(student.fit_naive_bayes(X[:, columns], y, model)[1], np.asarray(parameters)[..., columns])
    same(parameters[0], [X[y == k].mean(axis=0) for k in (0, 1)])


@pytest.mark.exercise("fit_naive_bayes")
def test_fits_refused(student):
    """unknown models and ties, wrong lengths, empty classes, entries outside the model, missing or wrong n_values"""
    X, y = np.array([[0, 1], [1, 1], [1, 0]]), np.array([0, 1, 1])
    refuses(
        student.fit_naive_bayes,
        given(X, y, "binomial"),
        given(X, y, "Categorical", n_values=[2, 2]),
        given(X, y, "gaussian", tie="all"),
        given(X, np.array([0, 1]), "bernoulli"),
        given(X[:2], y, "gaussian"),
        given(X, np.array([0, 2, 2]), "bernoulli"),
        given(X, np.array([1, 1, 1]), "gaussian"),
        given(X, np.array([0, 2, 2]), "multinomial"),
        given(X, y, "bernoulli", pseudo_count=-0.5),
        given(X, y, "multinomial", pseudo_count=-0.5),
        given(X, y, "categorical", pseudo_count=-0.5, n_values=[2, 2]),
        given(X + 1, y, "bernoulli"),
        given(-X, y, "bernoulli"),
        given(-X, y, "multinomial"),
        given(-X, y, "categorical", n_values=[2, 2]),
        given(X, y, "categorical", n_values=[2, 1]),
        given(X, y, "categorical"),
        given(X, y, "categorical", n_values=[2]),
        given(X, y, "categorical", n_values=[2, 2, 2]),
        given(np.array([[0, 0], [1, 1], [1, 0]]), y, "multinomial"),
        but_takes=given(X, y, "categorical", n_values=[2, 3]),
    )


@pytest.mark.exercise("fit_naive_bayes")
def test_kinds_of_training_data(student):
    """integers, small unsigned ones and lists are fitted alike, and nothing is changed"""
    X, y = np.array([[200, 0], [100, 9], [0, 3]]), np.array([0, 0, 1])
    expected = ([2 / 3, 1 / 3], np.array([[[150, 4.5], [0, 3]], [[2500, 20.25], [0, 0]]]))
    for convert in (np.asarray, lambda a: a.astype(np.uint8), lambda a: a.tolist()):
        same(student.fit_naive_bayes(convert(X), convert(y), "gaussian"), expected)
        same(student.fit_naive_bayes(convert(X), convert(y), "multinomial")[1], [[300 / 309, 9 / 309], [0, 1]])
    same(leaves_alone(student.fit_naive_bayes, X.astype(float), y, "gaussian"), expected)


# ---------------------------------------------------------------- naive_bayes_log_likelihood


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_discrete_classifiers(student):
    """with Bayes' rule the discrete models give the posteriors that can be found by hand, 0/0 included"""
    X, y = coin_data()
    new = np.array([[1, 1, 0, 0], [0, 0, 1, 0], [1, 1, 0, 1]])
    posterior, _ = classify(student, student.fit_naive_bayes(X, y, "bernoulli", pseudo_count=1), new, "bernoulli")
    same(numbers(posterior, 3, 2)[:, 1], [0.766180322, 0.450307828, 0.710782045])
    posterior, _ = classify(student, student.fit_naive_bayes(X, y, "bernoulli"), new[:2], "bernoulli")
    same(posterior, [[0, 1], [np.nan, np.nan]])
    prior, theta = student.fit_naive_bayes(*three_bits(), "bernoulli", pseudo_count=1)
    log_likelihood = student.naive_bayes_log_likelihood(np.array([[1, 1, 1]]), theta, "bernoulli")
    same(numbers(log_likelihood, 1, 2) + np.log(prior), [[-4.13516656, -2.22562405]])
    same(posterior_of(student, log_likelihood, prior)[0], [[4 / 31, 27 / 31]])
    fitted = student.fit_naive_bayes(*count_data(), "multinomial", pseudo_count=1)
    posterior, _ = classify(student, fitted, np.array([[1, 1, 0, 1], [0, 0, 0, 0]]), "multinomial")
    same(numbers(posterior, 2, 2)[:, 1], [0.447513812, 0.5])
    fitted = student.fit_naive_bayes(*category_data(), "categorical", pseudo_count=1, n_values=[2, 3])
    posterior, _ = classify(student, fitted, np.array([[1, 0], [0, 2]]), "categorical")
    same(posterior, [[2 / 11, 9 / 11], [0.9, 0.1]])


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_classifiers_of_normal_features(student):
    """the log joints of the point (4, 3) are right with free variances and with both kinds of tied ones"""
    expected = {
        None: (-5.82388476, -15.7541678),
        "features": (-4.35952831, -15.7541678),
        "classes": (-5.33370450, -18.8641696),
    }
    for tie, joint in expected.items():
        prior, parameters = student.fit_naive_bayes(*normal_data(), "gaussian", tie=tie)
        log_likelihood = student.naive_bayes_log_likelihood(np.array([[4, 3]]), parameters, "gaussian")
        same(numbers(log_likelihood, 1, 2) + np.log(prior), [joint])


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_two_models_of_mail(student, reference):
    """on a mail of known words both models say 1/3 spam; a mail of none says .6 if absent words speak, and else .5"""
    posteriors = []
    for model, counts in (("bernoulli", False), ("multinomial", True)):
        X, vocabulary = reference.text_features(mails(), counts=counts)
        new, _ = reference.text_features(["cheap cheap pills at noon", "viagra"], vocabulary, counts=counts)
        fitted = student.fit_naive_bayes(X, np.array([1, 1, 0, 0]), model, pseudo_count=1)
        posteriors.append(numbers(classify(student, fitted, new, model)[0], 2, 2)[:, 1])
    same(posteriors, [[1 / 3, 0.6], [1 / 3, 0.5]])


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_courses_and_restaurants(student, dataset):
    """one of twenty courses and two of twelve restaurants are classified wrongly, with a pseudo count of 1"""
    X, y = liked_courses(dataset)
    posterior, _ = classify(student, student.fit_naive_bayes(X, y, "bernoulli", pseudo_count=1), X, "bernoulli")
    assert errors(numbers(posterior, 20, 2), y) == 1
    X, y, sizes = coded_restaurant(dataset)
    fitted = student.fit_naive_bayes(X, y, "categorical", pseudo_count=1, n_values=sizes)
    posterior, evidence = classify(student, fitted, X, "categorical")
    assert errors(numbers(posterior, 12, 2), y) == 2
    same(numbers(evidence, 12).sum(), -101.539122)


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_flowers_and_wines(student, dataset):
    """normal features classify most flowers and wines; one variance for all features suits flowers, not wines"""
    for name, wrong in (("iris", (6, 6, 12)), ("wine", (2, 6, 49))):
        X, y, _ = dataset(name)
        X, y = np.asarray(X, dtype=float), np.asarray(y).astype(int)
        for tie, expected in zip((None, "classes", "features"), wrong, strict=True):
            posterior, _ = classify(student, student.fit_naive_bayes(X, y, "gaussian", tie=tie), X, "gaussian")
            assert errors(numbers(posterior, len(y), 3), y) == expected


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_handwritten_digits(student, dataset):
    """trained on a thousand digits, one model misreads 5 of the next fifty and another 6 of the next hundred"""
    X, y, _ = dataset("digits")
    X, y = np.asarray(X)[:1100].astype(int), np.asarray(y)[:1100].astype(int)
    for model, pixels, n, wrong in (("bernoulli", (X >= 8).astype(int), 50, 5), ("multinomial", X, 100, 6)):
        new = slice(1000, 1000 + n)  # fifty are enough for those who look at one pixel and class at a time
        fitted = student.fit_naive_bayes(pixels[:1000], y[:1000], model, pseudo_count=1)
        posterior, _ = classify(student, fitted, pixels[new], model)
        assert errors(numbers(posterior, n, 10), y[new]) == wrong


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_likelihoods_of_random_data(student, reference, rng):
    """every model gives the reference's likelihoods, adds up over the features, and takes any number of classes"""
    sizes = [2, 4, 3]
    categories = np.column_stack([rng.integers(0, size, 6) for size in sizes])
    table = np.zeros((3, 3, 4))
    for j, size in enumerate(sizes):
        table[:, j, :size] = random_rows(rng, 3, size)
    normal = np.array([rng.normal(size=(3, 5)), rng.uniform(0.5, 4, (3, 5))])
    cases = (
        ("bernoulli", rng.integers(0, 2, (6, 5)), rng.uniform(0.2, 0.8, (3, 5))),
        ("multinomial", rng.integers(0, 4, (6, 5)), random_rows(rng, 3, 5)),
        ("categorical", categories, table),
        ("gaussian", rng.normal(size=(6, 5)), normal),
    )
    for model, X, parameters in cases:
        whole = reference.naive_bayes_log_likelihood(X, parameters, model)
        same(student.naive_bayes_log_likelihood(X, parameters, model), whole)
        left, right = (
            (parameters[:, :2], parameters[:, 2:]) if model != "gaussian" else np.split(parameters, [2], axis=2)
        )
        parts = [(X[:, :2], left), (X[:, 2:], right)]
        sums = [numbers(student.naive_bayes_log_likelihood(*part, model), 6, 3) for part in parts]
        same(sums[0] + sums[1], whole)


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_certainties(student):
    """probabilities of 0 and 1 make impossible examples -inf and never nan; what did not happen costs nothing"""
    X = np.array([[1, 0], [0, 1], [1, 1]])
    theta = np.array([[1, 0.5], [0, 0.5], [1, 1]])
    half = math.log(0.5)
    expected = [[half, -INF, -INF], [-INF, half, -INF], [half, -INF, 0]]
    same(student.naive_bayes_log_likelihood(X, theta, "bernoulli"), expected)
    phi = np.array([[1, 0], [0.5, 0.5]])
    same(student.naive_bayes_log_likelihood(X, phi, "multinomial"), [[0, half], [-INF, half], [-INF, 2 * half]])
    table = np.array([[[1, 0], [0.5, 0.5]], [[0.5, 0.5], [0, 1]]])
    same(student.naive_bayes_log_likelihood(X, table, "categorical"), [[-INF, -INF], [half, half], [-INF, half]])


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_likelihoods_refused_and_kinds(student):
    """unknown models, other numbers of features and variances of 0 are refused; lists, integers and bytes are taken"""
    X, theta = np.array([[1, 0], [0, 0]]), np.array([[0.5, 0.25]])
    normal = np.array([[[0.0, 1.0]], [[1.0, 4.0]]])
    refuses(
        student.naive_bayes_log_likelihood,
        given(X, theta, "binomial"),
        given(X[:, :1], theta, "bernoulli"),
        given(X, np.array([[0.5, 0.25, 0.25]]), "multinomial"),
        given(X[:, :1], np.full((1, 2, 2), 0.5), "categorical"),
        given(np.ones((2, 3)), normal, "gaussian"),
        given(X, np.array([[[0.0, 1.0]], [[1.0, 0.0]]]), "gaussian"),
        given(X, np.array([[[0.0, 1.0]], [[-1.0, 4.0]]]), "gaussian"),
        but_takes=given(X, normal, "gaussian"),
    )
    expected = np.log([[0.375], [0.375]])
    for convert in (np.asarray, lambda a: a.astype(np.uint8), lambda a: a.tolist()):
        same(student.naive_bayes_log_likelihood(convert(X), theta.tolist(), "bernoulli"), expected)
    answer = leaves_alone(student.naive_bayes_log_likelihood, X, normal, "gaussian")
    same(answer, -np.log(2 * np.pi) - math.log(4) / 2 - np.array([[0.5 + 1 / 8], [1 / 8]]))


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_thousands_of_features(student, rng):
    """with 5000 features the likelihoods are far below the smallest float, and yet their logarithms are right"""
    theta, x = rng.uniform(0.1, 0.9, (2, 5000)), rng.integers(0, 2, (1, 5000))
    expected = np.where(x == 1, np.log(theta), np.log(1 - theta)).sum(axis=1)
    same(student.naive_bayes_log_likelihood(x, theta, "bernoulli"), [expected])
    phi, counts = random_rows(rng, 2, 5000), rng.integers(0, 3, (1, 5000))
    same(student.naive_bayes_log_likelihood(counts, phi, "multinomial"), [np.log(phi) @ counts[0]])


# ---------------------------------------------------------------- multivariate_normal_log_density


@pytest.mark.exercise("multivariate_normal_log_density")
def test_densities_of_seven_covariances(student):
    """round, wide, narrow and slanted bells in two dimensions have the heights that can be computed by hand"""
    X = np.array([[0, 0], [1, 1], [1, -1]])
    cases = (
        ([[1, 0], [0, 1]], (0.159154943, 0.0585498315, 0.0585498315)),
        ([[0.6, 0], [0, 0.6]], (0.265258239, 0.0501008097, 0.0501008097)),
        ([[2, 0], [0, 2]], (0.0795774715, 0.0482661763, 0.0482661763)),
        ([[1, 0.5], [0.5, 1]], (0.183776298, 0.0943538977, 0.0248714174)),
        ([[1, 0.8], [0.8, 1]], (0.265258239, 0.152192822, 0.00178729595)),
        ([[1, -0.8], [-0.8, 1]], (0.265258239, 0.00178729595, 0.152192822)),
        ([[3, 0.8], [0.8, 1]], (0.103601044, 0.0623069407, 0.0316300218)),
    )
    for covariance, densities in cases:
        same(student.multivariate_normal_log_density(X, [0, 0], covariance), np.log(densities))


@pytest.mark.exercise("multivariate_normal_log_density")
def test_densities_of_moved_means(student, rng):
    """moving the mean away from the origin lowers the density there; moving points and mean together changes nothing"""
    for mean, density in (((1, 0), 0.0965323526), ((-0.5, 0), 0.140453744), ((-1, -1.5), 0.0313394665)):
        same(student.multivariate_normal_log_density([[0, 0]], mean, [[1, 0], [0, 1]]), [math.log(density)])
    X, mean, covariance, shift = (
        rng.normal(size=(4, 3)),
        rng.normal(size=3),
        random_covariance(rng, 3),
        rng.normal(size=3),
    )
    answer = numbers(student.multivariate_normal_log_density(X, mean, covariance), 4)
    same(student.multivariate_normal_log_density(X + shift, mean + shift, covariance), answer)


@pytest.mark.exercise("multivariate_normal_log_density")
def test_diagonal_covariance(student, rng):
    """without correlations the log density is the sum of those of the features; one feature alone will do"""
    X, mean, variance = rng.normal(size=(5, 3)), rng.normal(size=3), rng.uniform(0.2, 4, 3)
    single = -(np.log(2 * np.pi * variance) + (X - mean) ** 2 / variance) / 2
    same(student.multivariate_normal_log_density(X, mean, np.diag(variance)), single.sum(axis=1))
    same(student.multivariate_normal_log_density(X[:, 1:2], mean[1:2], [[variance[1]]]), single[:, 1])


@pytest.mark.exercise("multivariate_normal_log_density")
def test_change_of_coordinates(student, rng):
    """if every point x becomes Ax, the log density falls by log |det A|"""
    X, mean, covariance = rng.normal(size=(6, 3)), rng.normal(size=3), random_covariance(rng, 3)
    A = np.triu(rng.uniform(0.5, 2, (3, 3)))
    before = numbers(student.multivariate_normal_log_density(X, mean, covariance), 6)
    S = A @ covariance @ A.T
    after = student.multivariate_normal_log_density(X @ A.T, A @ mean, (S + S.T) / 2)
    same(after, before - np.log(np.diag(A)).sum())
    deviation = X - mean
    inverse, log_determinant = np.linalg.inv(covariance), np.linalg.slogdet(covariance)[1]
    quadratic = np.einsum("ij,jk,ik->i", deviation, inverse, deviation)
    same(before, -1.5 * np.log(2 * np.pi) - log_determinant / 2 - quadratic / 2)


@pytest.mark.exercise("multivariate_normal_log_density")
def test_density_integrates_to_one(student, rng):
    """summed over a fine grid, the density of two correlated features is 1"""
    width, slant = rng.uniform(0.8, 1.5), rng.uniform(-0.5, 0.5)
    ticks = np.arange(-15, 16) * 0.5
    X = np.array(list(product(ticks, ticks)))
    answer = student.multivariate_normal_log_density(X, [0.25, -0.25], [[width, slant], [slant, 1]])
    same(np.exp(numbers(answer, len(X))).sum() / 4, 1, abs=1e-4)


@pytest.mark.exercise("multivariate_normal_log_density")
def test_extreme_covariances(student):
    """determinants of 10^600 or 10^-300 are no problem, and small or unequal variances are no reason to refuse"""
    half = math.log(2 * np.pi) / 2
    answer = student.multivariate_normal_log_density(np.ones((1, 200)), np.zeros(200), 1000 * np.eye(200))
    same(answer, [-200 * half - 100 * math.log(1000) - 0.1])
    tiny = 1e-150 * np.eye(2)
    answer = student.multivariate_normal_log_density(np.array([[0, 0], [1e-75, 2e-75]]), np.zeros(2), tiny)
    same(answer, -2 * half + 150 * math.log(10) - np.array([0, 2.5]))
    scales = np.repeat([1e-3, 1e3], 60)
    same(student.multivariate_normal_log_density(np.sqrt([scales]), np.zeros(120), np.diag(scales)), [-120 * half - 60])


@pytest.mark.exercise("multivariate_normal_log_density")
def test_covariances_refused(student):
    """wrong shapes, lack of symmetry and of positive definiteness are refused, whatever the scale; rounding is not"""
    X, mean, S = np.array([[0.0, 0.0], [1.0, 2.0]]), np.zeros(2), np.array([[2.0, 1.0], [1.0, 3.0]])
    slanted = np.array([[2.0, 1.0], [1.01, 3.0]])
    almost = S + np.array([[0, 1e-10], [0, 0]])
    refuses(
        student.multivariate_normal_log_density,
        given(X, np.zeros(3), S),
        given(X, np.zeros(1), S),
        given(X, mean, np.eye(3)),
        given(X, mean, S[:1]),
        given(X, mean, slanted),
        given(X, mean, 1e-12 * slanted),
        given(X, mean, -S),
        given(X, mean, np.diag([1.0, -1.0])),
        given(X, mean, np.array([[1.0, 1.0], [1.0, 1.0]])),
        given(X, mean, np.diag([1.0, 0.0])),
        but_takes=given(X, mean, almost),
    )
    same(
        student.multivariate_normal_log_density(X, mean, almost),
        -math.log(2 * np.pi) - math.log(5) / 2 - np.array([0, 0.7]),
    )


@pytest.mark.exercise("multivariate_normal_log_density")
def test_kinds_of_points(student):
    """integers, small unsigned ones and lists are taken like floats, and left as they are"""
    X, mean, S = np.array([[0, 0], [1, 2], [200, 3]]), np.array([1, 2]), np.array([[2, 1], [1, 3]])
    deviation = X - mean
    quadratic = (3 * deviation[:, 0] ** 2 - 2 * deviation[:, 0] * deviation[:, 1] + 2 * deviation[:, 1] ** 2) / 5
    expected = -math.log(2 * np.pi) - math.log(5) / 2 - quadratic / 2
    same_for_all_kinds(student.multivariate_normal_log_density, X, mean, S, expected=expected)
    same(leaves_alone(student.multivariate_normal_log_density, X, mean, S), expected)


# ---------------------------------------------------------------- fit_gda


def log_densities(student, X, means, covariance):
    """(n, K) log densities under the fitted classes, by the student's own function."""
    covariances = covariance if np.ndim(covariance) == 3 else [covariance] * len(means)
    columns = [student.multivariate_normal_log_density(X, *pair) for pair in zip(means, covariances, strict=True)]
    return np.column_stack([numbers(column, len(X)) for column in columns])


@pytest.mark.exercise("fit_gda")
def test_seven_points(student):
    """seven points by hand: the covariances are diagonal, and (3.5, 4.2) is of class 1 with posterior .109"""
    prior, means, covariance = student.fit_gda(*gda_data())
    same((prior, means), ([4 / 7, 3 / 7], [[2, 2], [17 / 3, 6]]))
    same(covariance, np.diag([0.380952381, 0.571428571]))
    posterior, _ = posterior_of(student, log_densities(student, np.array([[3.5, 4.2]]), means, covariance), prior)
    same(numbers(posterior, 1, 2)[0, 1], 0.109484706)
    _, _, covariances = student.fit_gda(*gda_data(), shared=False)
    same(covariances, [np.diag([0.5, 0.5]), np.diag([0.222222222, 0.666666667])])


@pytest.mark.exercise("fit_gda")
@pytest.mark.parametrize("name, wrong", [("iris", (3, 3)), ("wine", (0, 1))])
def test_flowers_and_wines_with_correlations(student, dataset, name, wrong):
    """with correlations all but three flowers and at most one wine are classified rightly"""
    X, y, _ = dataset(name)
    X, y = np.asarray(X, dtype=float), np.asarray(y).astype(int)
    for shared, expected in zip((True, False), wrong, strict=True):
        prior, means, covariance = student.fit_gda(X, y, shared)
        if shared and name == "iris":
            same(numbers(covariance, 4, 4)[0], [0.259708, 0.0908666667, 0.164164, 0.0376333333])
        posterior, _ = posterior_of(student, log_densities(student, X, means, covariance), prior)
        assert errors(numbers(posterior, len(y), 3), y) == expected


@pytest.mark.exercise("fit_gda")
def test_fit_of_random_classes(student, reference, rng):
    """three classes of different sizes: the shared covariance is that of each class, weighted by its share"""
    X, y = rng.normal(size=(24, 3)) @ rng.normal(size=(3, 3)) + 2, random_classes(rng, 24, 3)
    X += 3 * y[:, None]
    prior, means, covariance = reference.fit_gda(X, y)
    same(student.fit_gda(X, y), (prior, means, covariance))
    separate = student.fit_gda(X, y, shared=False)
    same(separate, reference.fit_gda(X, y, shared=False))
    same(np.tensordot(numbers(separate[0], 3), numbers(separate[2], 3, 3, 3), axes=1), covariance)


@pytest.mark.exercise("fit_gda")
def test_covariances_are_covariances(student, rng):
    """covariances are symmetric without negative eigenvalues, also of dependent and of constant features"""
    X, y = rng.normal(size=(7, 5)), random_classes(rng, 7, 2)
    X[:, 2] = 4
    X[:, 3] = 2 * X[:, 0]
    for shared, shape in ((True, (5, 5)), (False, (2, 5, 5))):
        covariance = numbers(student.fit_gda(X, y, shared)[2], *shape)
        same(np.swapaxes(covariance, -1, -2), covariance)
        assert np.linalg.eigvalsh(covariance).min() > -1e-5
        same(covariance[..., 3, :], 2 * covariance[..., 0, :])
        same(covariance[..., 2, :], np.zeros(shape[:-1]), abs=1e-5)
        centred = X[y == 1, 0] - X[y == 1, 0].mean(), X[y == 0, 0] - X[y == 0, 0].mean()
        squares = [np.sum(part**2) for part in centred]
        expected = sum(squares) / 7 if shared else [squares[1] / (y == 0).sum(), squares[0] / (y == 1).sum()]
        same(covariance[..., 0, 0], expected)


@pytest.mark.exercise("fit_gda")
def test_fit_in_other_coordinates(student, rng):
    """if every x becomes Ax + c, so do the means, the covariance becomes A S A^T, and the prior stays"""
    X, y = rng.normal(size=(15, 2)), random_classes(rng, 15, 2)
    A, c = rng.uniform(0.5, 2, (2, 2)), rng.normal(size=2)
    prior, means, covariances = student.fit_gda(X, y, shared=False)
    moved = student.fit_gda(X @ A.T + c, y, shared=False)
    same(moved[0], np.bincount(y) / 15)
    same(moved[1], numbers(means, 2, 2) @ A.T + c)
    same(moved[2], A @ numbers(covariances, 2, 2, 2) @ A.T)
    order = rng.permutation(15)
    same(student.fit_gda(X[order], y[order], shared=False), (prior, np.asarray(means), np.asarray(covariances)))


@pytest.mark.exercise("fit_gda")
def test_gda_fit_is_most_likely(student, rng):
    """no small change of the means or of the shared covariance makes the examples more likely"""
    X, y = rng.normal(size=(20, 2)), random_classes(rng, 20, 2)
    _, means, covariance = student.fit_gda(X, y)
    means, covariance = numbers(means, 2, 2), numbers(covariance, 2, 2)

    def log_likelihood(m, S):
        R = X - m[y]
        return -20 * np.linalg.slogdet(S)[1] - np.sum((R @ np.linalg.inv(S)) * R)

    best = log_likelihood(means, covariance)
    for _ in range(20):
        A = np.eye(2) + 0.1 * rng.normal(size=(2, 2))
        assert log_likelihood(means + 0.1 * rng.normal(size=(2, 2)), covariance) <= best + 1e-3
        assert log_likelihood(means, A @ covariance @ A.T) <= best + 1e-3


@pytest.mark.exercise("fit_gda")
def test_small_problems(student):
    """one feature still makes matrices, one class is plain estimation, and one example has covariance 0"""
    X, y = np.array([[0], [4], [7]]), np.array([0, 0, 1])
    same(student.fit_gda(X, y), ([2 / 3, 1 / 3], [[2], [7]], [[8 / 3]]))
    same(student.fit_gda(X, y, shared=False), ([2 / 3, 1 / 3], [[2], [7]], [[[4]], [[0]]]))
    same(student.fit_gda([[0, 1], [2, 5]], [0, 0]), ([1], [[1, 3]], [[1, 2], [2, 4]]))
    same(student.fit_gda([[3, 1]], [0], shared=False), ([1], [[3, 1]], np.zeros((1, 2, 2))))


@pytest.mark.exercise("fit_gda")
def test_gda_refused_and_kinds(student):
    """wrong lengths and empty classes are refused; integers, small unsigned ones and lists are fitted like floats"""
    X, y = np.array([[0, 200], [4, 100], [7, 0], [1, 2]]), np.array([0, 0, 1, 1])
    refuses(
        student.fit_gda,
        given(X, y[:3]),
        given(X[:3], y),
        given(X, np.array([0, 0, 2, 2])),
        given(X, np.array([1, 1, 1, 1]), shared=False),
        but_takes=given(X, y),
    )
    expected = ([0.5, 0.5], [[2, 150], [4, 1]], [[6.5, -51.5], [-51.5, 1250.5]])
    for convert in (np.asarray, lambda a: a.astype(np.uint8), lambda a: a.tolist()):
        same(student.fit_gda(convert(X), convert(y)), expected)
    same(leaves_alone(student.fit_gda, X.astype(float), y), expected)


# ---------------------------------------------------------------- log_odds_line


def line_equals(answer, w, b):
    same(answer, (np.asarray(w, dtype=float), b), name="(w, b)")


@pytest.mark.exercise("log_odds_line")
def test_line_of_the_courses(student, reference, dataset):
    """liked courses: log 9 for AI, log 6 for theory, log .3 for mornings, and nothing for easy ones"""
    X, y = liked_courses(dataset)
    prior, theta = reference.fit_naive_bayes(X, y, "bernoulli")
    without_systems = theta[:, [0, 1, 3, 4]]
    line_equals(student.log_odds_line(prior, without_systems, "bernoulli"), np.log([1, 9, 6, 0.3]), math.log(32 / 81))
    refuses(student.log_odds_line, given(prior, theta, "bernoulli"))
    smoothed = reference.fit_naive_bayes(X, y, "bernoulli", pseudo_count=1)
    w = (0, 1.76358859, -3.49650756, 1.43508453, -0.993251773)
    line_equals(student.log_odds_line(*smoothed, "bernoulli"), w, 1.37231363)


@pytest.mark.exercise("log_odds_line")
def test_lines_of_three_toys(student, reference):
    """lines of yes/no features, words and counts come out as by hand"""
    fitted = reference.fit_naive_bayes(*three_bits(), "bernoulli", pseudo_count=1)
    line_equals(student.log_odds_line(*fitted, "bernoulli"), (0.810930216, 1.79175947, 0.810930216), -1.50407740)
    fitted = reference.fit_naive_bayes(*count_data(), "multinomial", pseudo_count=1)
    w = (-0.510825624, 1.50407740, -0.105360516, -1.20397280)
    line_equals(student.log_odds_line(*fitted, "multinomial"), w, 0)
    line_equals(student.log_odds_line([0.7, 0.3], [[2], [5]], "poisson"), [0.916290732], -3.84729786)


@pytest.mark.exercise("log_odds_line")
def test_lines_of_gaussians(student, reference, dataset):
    """the line between seven points cuts the way between the means at (3.85, 4.018); on irises it makes three errors"""
    prior, means, covariance = reference.fit_gda(*gda_data())
    w, b = student.log_odds_line(prior, (means, covariance), "gaussian")
    line_equals((w, b), (9.625, 7), -65.1835154)
    scores = means @ numbers(w, 2) + b
    crossing = means[0] - scores[0] / (scores[1] - scores[0]) * (means[1] - means[0])
    same(crossing, [3.84999958, 4.01818136])
    X, species, _ = dataset("iris")
    X, y = np.asarray(X, dtype=float)[50:], np.asarray(species)[50:].astype(int) - 1
    prior, means, covariance = reference.fit_gda(X, y)
    w, b = student.log_odds_line(prior, [means, covariance], "gaussian")
    line_equals((w, b), (-3.62888030, -5.69247004, 7.11237519, 12.6388175), -17.0031484)
    assert ((X @ w + b > 0) != (y == 1)).sum() == 3


@pytest.mark.exercise("log_odds_line")
def test_line_is_the_difference_of_log_joints(student, rng):
    """for random parameters x.w + b is log P(1, x) - log P(0, x), in every model and also for counts up to 2000"""
    q = rng.uniform(0.2, 0.8)
    prior, log_odds = np.array([1 - q, q]), math.log(q / (1 - q))
    theta, phi, rates = rng.uniform(0.1, 0.9, (2, 4)), random_rows(rng, 2, 4), rng.uniform(0.5, 9, (2, 4))
    bits, counts = rng.integers(0, 2, (5, 4)), rng.integers(0, 2000, (5, 4))
    each = [np.where(bits == 1, np.log(row), np.log(1 - row)).sum(axis=1) for row in theta]
    w, b = student.log_odds_line(prior, theta, "bernoulli")
    same(bits @ numbers(w, 4) + b, each[1] - each[0] + log_odds)
    w, b = student.log_odds_line(prior, phi, "multinomial")
    same(counts @ numbers(w, 4) + b, counts @ np.log(phi[1] / phi[0]) + log_odds)
    w, b = student.log_odds_line(prior, rates, "poisson")
    same(counts @ numbers(w, 4) + b, counts @ np.log(rates[1] / rates[0]) - (rates[1] - rates[0]).sum() + log_odds)
    same(b, -(rates[1] - rates[0]).sum() + log_odds)


@pytest.mark.exercise("log_odds_line")
def test_line_is_the_difference_of_gaussians(student, rng):
    """with a shared covariance the quadratic terms cancel: x.w + b is the difference of the log joints at any x"""
    means, S, X = 3 * rng.normal(size=(2, 3)) + 5, random_covariance(rng, 3), 10 * rng.normal(size=(6, 3))
    w, b = student.log_odds_line([0.3, 0.7], (means, S), "gaussian")
    quadratic = [np.einsum("ij,jk,ik->i", X - m, np.linalg.inv(S), X - m) for m in means]
    same(X @ numbers(w, 3) + b, (quadratic[0] - quadratic[1]) / 2 + math.log(7 / 3))
    same(means.mean(axis=0) @ w + b, math.log(7 / 3), abs=1e-3)


@pytest.mark.exercise("log_odds_line")
def test_swapping_the_classes(student, rng):
    """class 0 for class 1 turns the signs of w and b"""
    prior = np.array([0.2, 0.8])
    gaussian = (rng.normal(size=(2, 2)), random_covariance(rng, 2))
    cases = (
        ("bernoulli", rng.uniform(0.1, 0.9, (2, 3))),
        ("multinomial", random_rows(rng, 2, 3)),
        ("poisson", rng.uniform(0.5, 9, (2, 3))),
        ("gaussian", gaussian),
    )
    for model, parameters in cases:
        swapped = parameters[::-1] if model != "gaussian" else (gaussian[0][::-1], gaussian[1])
        w, b = student.log_odds_line(prior, parameters, model)
        line_equals(student.log_odds_line(prior[::-1], swapped, model), -numbers(w, len(swapped[0].T)), -numbers(b))
        assert np.abs(w).max() > 1e-3


@pytest.mark.exercise("log_odds_line")
def test_classes_that_do_not_differ(student, rng):
    """equal classes make w = 0, and b is the log prior odds"""
    theta, mean = rng.uniform(0.1, 0.4, 2), rng.normal(size=2)
    for model in ("bernoulli", "multinomial", "poisson"):
        line_equals(student.log_odds_line([0.2, 0.8], np.array([theta, theta]), model), [0, 0], math.log(4))
    line_equals(student.log_odds_line([0.2, 0.8], (np.array([mean, mean]), np.eye(2)), "gaussian"), [0, 0], math.log(4))


@pytest.mark.exercise("log_odds_line")
def test_lines_refused(student):
    """unknown models, three classes or one, and what would make the line infinite"""
    half, table = np.array([0.5, 0.5]), np.array([[0.25, 0.5], [0.5, 0.25]])
    three, S = np.array([0.5, 0.25, 0.25]), np.eye(2)
    refuses(
        student.log_odds_line,
        given(half, table, "categorical"),
        given(three, np.full((3, 2), 0.5), "bernoulli"),
        given(three, table, "multinomial"),
        given(half, np.full((3, 2), 0.5), "poisson"),
        given(half, table[:1], "bernoulli"),
        given(half, (np.eye(3)[:, :2], S), "gaussian"),
        given(three, (table, S), "gaussian"),
        given(np.array([0.0, 1.0]), table, "poisson"),
        given(np.array([1.0, 0.0]), (table, S), "gaussian"),
        given(half, np.array([[0.0, 0.5], [0.5, 0.5]]), "bernoulli"),
        given(half, np.array([[0.5, 0.5], [0.5, 1.0]]), "bernoulli"),
        given(half, np.array([[0.0, 1.0], [0.5, 0.5]]), "multinomial"),
        given(half, np.array([[1.0], [1.0]]), "multinomial"),
        given(half, np.array([[0.0, 2.0], [1.0, 1.0]]), "poisson"),
        given(half, np.array([[1.0, 2.0], [1.0, -1.0]]), "poisson"),
        but_takes=given(half, np.array([[1.0, 2.0], [3.0, 1.0]]), "poisson"),
    )


@pytest.mark.exercise("log_odds_line")
def test_kinds_of_parameters(student):
    """whole numbers and lists do as well, and nothing is changed"""
    prior, rates = [0.5, 0.5], np.array([[1, 200], [3, 100]])
    same_for_all_kinds(student.log_odds_line, prior, rates, "poisson", expected=(np.log([3, 0.5]), 98))
    means, S = np.array([[3, 0], [1, 200]]), np.array([[2, 0], [0, 100]])
    for convert in (np.asarray, lambda a: a.astype(np.uint8), lambda a: a.tolist()):
        line_equals(student.log_odds_line(prior, (convert(means), convert(S)), "gaussian"), [-1, 2], -198)
    answer = leaves_alone(student.log_odds_line, np.array(prior), (means.astype(float), S.astype(float)), "gaussian")
    line_equals(answer, [-1, 2], -198)
