"""Public checks of kernels: small examples that you can follow by hand."""

import numpy as np
import pytest

# ---------------------------------------------------------------- kernel_matrix


@pytest.mark.exercise("kernel_matrix")
def test_one_pair_of_points(student):
    """x = (1, 2) and z = (3, 1) have x.z = 5: linear 5, polynomial 6^2, power_sum 1 + 5 + 25"""
    x, z = np.array([[1, 2]]), np.array([[3, 1]])
    np.testing.assert_allclose(student.kernel_matrix(x, z), [[5]], rtol=1e-5)
    np.testing.assert_allclose(student.kernel_matrix(x, z, "polynomial"), [[36]], rtol=1e-5)
    np.testing.assert_allclose(student.kernel_matrix(x, z, "power_sum"), [[31]], rtol=1e-5)


@pytest.mark.exercise("kernel_matrix")
def test_gaussian_of_three_points(student):
    """points 0, 2 and 4 with sigma = 2: one step apart exp(-4 / 8), two steps apart exp(-16 / 8)"""
    X = np.array([[0], [2], [4]])
    near, far = np.exp(-0.5), np.exp(-2)
    expected = [[1, near, far], [near, 1, near], [far, near, 1]]
    np.testing.assert_allclose(student.kernel_matrix(X, kind="gaussian", sigma=2.0), expected, rtol=1e-5)


@pytest.mark.exercise("kernel_matrix")
def test_rows_and_columns(student):
    """two rows in X and three in Z give a matrix with two rows and three columns"""
    X, Z = np.array([[1, 0], [0, 2]]), np.array([[1, 1], [2, 0], [0, 3]])
    np.testing.assert_allclose(student.kernel_matrix(X, Z), [[1, 2, 0], [2, 0, 6]], atol=1e-9)
    np.testing.assert_allclose(student.kernel_matrix(X, Z, "all_subsets"), [[2, 3, 1], [3, 1, 7]], rtol=1e-5)


@pytest.mark.exercise("kernel_matrix")
def test_kinds_that_do_not_exist(student):
    """an unknown kind and a width of zero are refused with a ValueError"""
    X = np.array([[1.0, 2.0]])
    assert np.shape(student.kernel_matrix(X, kind="tanh")) == (1, 1)
    with pytest.raises(ValueError):
        student.kernel_matrix(X, kind="cubic")
    with pytest.raises(ValueError):
        student.kernel_matrix(X, kind="gaussian", sigma=0)


# ---------------------------------------------------------------- feature_map


@pytest.mark.exercise("feature_map")
def test_unit_features(student):
    """(2, 3) up to degree 2: constant, both features, then 2*2, 2*3, 3*2, 3*3"""
    expected = [[1, 2, 3, 4, 6, 6, 9]]
    np.testing.assert_allclose(student.feature_map(np.array([[2, 3]]), weights="unit"), expected, rtol=1e-5)


@pytest.mark.exercise("feature_map")
def test_binomial_features(student):
    """(2, 3) with offset 2: the constant becomes 2 and the linear block gets the factor sqrt(2 * 2) = 2"""
    expected = [[2, 4, 6, 4, 6, 6, 9]]
    np.testing.assert_allclose(student.feature_map(np.array([[2, 3]]), offset=2), expected, rtol=1e-5)


@pytest.mark.exercise("feature_map")
def test_inner_product_of_features(student):
    """(2, 3) and (1, -1) have x.z = -1: with offset 3 the inner product of their features is (3 - 1)^2 = 4"""
    Phi = np.asarray(student.feature_map(np.array([[2, 3], [1, -1]]), offset=3.0))
    assert Phi[0] @ Phi[1] == pytest.approx(4, rel=1e-5)
    assert Phi[0] @ Phi[0] == pytest.approx((13 + 3) ** 2, rel=1e-5)


# ---------------------------------------------------------------- is_valid_gram


@pytest.mark.exercise("is_valid_gram")
def test_two_by_two(student):
    """[[2, 1], [1, 2]] has the eigenvalues 1 and 3: valid; [[1, 2], [2, 1]] has -1 and 3: not valid"""
    assert bool(student.is_valid_gram(np.array([[2, 1], [1, 2]]))) is True
    assert bool(student.is_valid_gram(np.array([[1, 2], [2, 1]]))) is False


@pytest.mark.exercise("is_valid_gram")
def test_points_on_a_line(student):
    """the points 1, 2, 3 with the linear kernel: two of the three eigenvalues are 0, and that is fine"""
    x = np.array([1, 2, 3])
    assert bool(student.is_valid_gram(np.outer(x, x))) is True
    assert bool(student.is_valid_gram(-np.outer(x, x))) is False


@pytest.mark.exercise("is_valid_gram")
def test_rectangle(student):
    """a matrix that is not square is refused with a ValueError"""
    assert bool(student.is_valid_gram(np.eye(2))) is True
    with pytest.raises(ValueError):
        student.is_valid_gram(np.ones((2, 3)))


# ---------------------------------------------------------------- combine_kernels


@pytest.mark.exercise("combine_kernels")
def test_sum_and_product(student):
    """sum and product work entry by entry"""
    K1, K2 = np.array([[4, 2], [2, 9]]), np.array([[1, 3], [3, 10]])
    np.testing.assert_allclose(student.combine_kernels(K1, K2), [[5, 5], [5, 19]], rtol=1e-5)
    np.testing.assert_allclose(student.combine_kernels(K1, K2, "product"), [[4, 6], [6, 90]], rtol=1e-5)


@pytest.mark.exercise("combine_kernels")
def test_series_by_hand(student):
    """weights 5, 0, 1 give 5 + K^2 in every entry"""
    K = np.array([[4, 2], [2, 9]])
    series = student.combine_kernels(K, operation="power_series", weights=[5, 0, 1])
    np.testing.assert_allclose(series, [[21, 9], [9, 86]], rtol=1e-5)


@pytest.mark.exercise("combine_kernels")
def test_cosine_by_hand(student):
    """lengths 2 and 3 and inner product 2: the cosine is 2 / (2 * 3)"""
    K = np.array([[4, 2], [2, 9]])
    np.testing.assert_allclose(student.combine_kernels(K, operation="normalise"), [[1, 1 / 3], [1 / 3, 1]], rtol=1e-5)


@pytest.mark.exercise("combine_kernels")
def test_negative_weight(student):
    """a negative weight is refused with a ValueError"""
    K = np.eye(2)
    assert np.shape(student.combine_kernels(K, K, weights=(1, 0))) == (2, 2)
    with pytest.raises(ValueError):
        student.combine_kernels(K, K, weights=(1, -1))


# ---------------------------------------------------------------- spectrum_kernel


@pytest.mark.exercise("spectrum_kernel")
def test_anna_and_nana(student):
    """windows of two letters: anna has an, nn, na; nana has na twice and an once, so 1 * 1 + 1 * 2 = 3"""
    np.testing.assert_allclose(student.spectrum_kernel(["anna"], ["nana"], 2), [[3]], rtol=1e-5)


@pytest.mark.exercise("spectrum_kernel")
def test_modes(student):
    """anna and nana: 8 + 3 pairs of equal windows of one and two letters; at the same place only their ends agree"""
    np.testing.assert_allclose(student.spectrum_kernel(["anna"], ["nana"], 2, "up_to"), [[11]], rtol=1e-5)
    np.testing.assert_allclose(student.spectrum_kernel(["anna"], ["nana"], 1, "positional"), [[2]], rtol=1e-5)
    np.testing.assert_allclose(student.spectrum_kernel(["anna"], ["nana"], 2, "positional"), [[1]], rtol=1e-5)


@pytest.mark.exercise("spectrum_kernel")
def test_short_strings(student):
    """two strings by three; a string of one letter has no windows of two"""
    expected = [[1, 0, 2], [0, 0, 0]]
    np.testing.assert_allclose(student.spectrum_kernel(["abc", "a"], ["ab", "b", "abbc"], 2), expected, atol=1e-9)


# ---------------------------------------------------------------- walk_kernel


@pytest.mark.exercise("walk_kernel")
def test_two_edges(student):
    """two graphs of a single edge: each has 2 walks of every length, so 4 pairs of length 1 and 4 of length 2"""
    edge = np.array([[0, 1], [1, 0]])
    assert student.walk_kernel(edge, edge, max_length=1) == pytest.approx(4, rel=1e-5)
    assert student.walk_kernel(edge, edge, max_length=2) == pytest.approx(8, rel=1e-5)


@pytest.mark.exercise("walk_kernel")
def test_discounted_edges(student):
    """the same with discount 1/2: 4 + 4/2 + 4/4 + ... = 8"""
    edge = np.array([[0, 1], [1, 0]])
    assert student.walk_kernel(edge, edge, discount=0.5) == pytest.approx(8, rel=1e-5)


@pytest.mark.exercise("walk_kernel")
def test_labelled_edges(student):
    """with the labels C-O on both, only the pairs (C, C) and (O, O) are left: 2 pairs of walks of every length"""
    edge = np.array([[0, 1], [1, 0]])
    assert student.walk_kernel(edge, edge, ["C", "O"], ["C", "O"], max_length=3) == pytest.approx(6, rel=1e-5)
    with pytest.raises(ValueError):
        student.walk_kernel(edge, edge, ["C", "O"], max_length=3)


# ---------------------------------------------------------------- kernel_perceptron


@pytest.mark.exercise("kernel_perceptron")
def test_two_points_on_a_line(student):
    """x = 1 (+) and x = 2 (-), linear: both are mistakes in the first epoch; later the bias is what parts them"""
    K, y = np.array([[1, 2], [2, 4]]), np.array([1, -1])
    alpha, b, mistakes = student.kernel_perceptron(K, y, 1)
    np.testing.assert_allclose(alpha, [1, -1], atol=1e-9)
    assert b == pytest.approx(0, abs=1e-9)
    assert list(mistakes) == [2]
    assert list(student.kernel_perceptron(K, y, 100)[2])[-1] == 0


@pytest.mark.exercise("kernel_perceptron")
def test_orthogonal_points(student):
    """K = identity, labels +, +, -: the second is right in the first epoch thanks to b = 1, and wrong in the second"""
    K, y = np.eye(3), np.array([1, 1, -1])
    for n_epochs, coefficients, counts in ((1, [1, 0, -1], [2]), (10, [1, 1, -2], [2, 2, 0])):
        alpha, b, mistakes = student.kernel_perceptron(K, y, n_epochs)
        np.testing.assert_allclose(alpha, coefficients, atol=1e-9)
        assert b == pytest.approx(0, abs=1e-9)
        assert list(mistakes) == counts


@pytest.mark.exercise("kernel_perceptron")
def test_zero_one_labels(student):
    """labels 0 and 1 are refused with a ValueError"""
    assert len(student.kernel_perceptron(np.eye(2), np.array([-1, 1]), 1)) == 3
    with pytest.raises(ValueError):
        student.kernel_perceptron(np.eye(2), np.array([0, 1]), 1)


# ---------------------------------------------------------------- kernel_least_squares


@pytest.mark.exercise("kernel_least_squares")
def test_ridge_by_hand(student):
    """K = diag(1, 3) and penalty 1: the coefficients are y / 2 and y / 4, for one output and for two"""
    K = np.diag([1.0, 3.0])
    np.testing.assert_allclose(student.kernel_least_squares(K, np.array([6, 8]), 1.0), [3, 2], rtol=1e-5)
    y = np.array([[6, 2], [8, 4]])
    np.testing.assert_allclose(student.kernel_least_squares(K, y, 1.0), [[3, 1], [2, 1]], rtol=1e-5)


@pytest.mark.exercise("kernel_least_squares")
def test_two_batch_steps(student):
    """x = 1, 2 with the linear kernel, y = (1, 2), rate 0.1: (0.1, 0.2), then + 0.1 * (1 - 0.5, 2 - 1)"""
    K, y = np.array([[1, 2], [2, 4]]), np.array([1, 2])
    np.testing.assert_allclose(student.kernel_least_squares(K, y, learning_rate=0.1, n_steps=1), [0.1, 0.2], rtol=1e-5)
    np.testing.assert_allclose(student.kernel_least_squares(K, y, learning_rate=0.1, n_steps=2), [0.15, 0.3], rtol=1e-5)


@pytest.mark.exercise("kernel_least_squares")
def test_one_sweep(student):
    """the same, one example at a time: the second error, 2 - 0.2, already knows of the first step"""
    K, y = np.array([[1, 2], [2, 4]]), np.array([1, 2])
    alpha = student.kernel_least_squares(K, y, learning_rate=0.1, n_steps=1, stochastic=True)
    np.testing.assert_allclose(alpha, [0.1, 0.18], rtol=1e-5)


# ---------------------------------------------------------------- kernel_kmeans


@pytest.mark.exercise("kernel_kmeans")
def test_distances_to_means(student):
    """0, 2 | 6 on a line: the means are 1 and 6, and max_iter = 0 returns the start with its squared distances"""
    x = np.array([0, 2, 6])
    labels, D, history = student.kernel_kmeans(np.outer(x, x), np.array([0, 0, 1]), 2, max_iter=0)
    np.testing.assert_array_equal(labels, [0, 0, 1])
    np.testing.assert_allclose(D, [[1, 36], [1, 16], [25, 0]], atol=1e-9)
    np.testing.assert_allclose(history, [2], rtol=1e-5)


@pytest.mark.exercise("kernel_kmeans")
def test_a_point_changes_sides(student):
    """0, 1, 4, 5 with the 4 on the wrong side: means 5/3 and 5, so the 4 changes sides and then all is well"""
    x = np.array([0, 1, 4, 5])
    labels, _, history = student.kernel_kmeans(np.outer(x, x), np.array([0, 0, 0, 1]), 2)
    np.testing.assert_array_equal(labels, [0, 0, 1, 1])
    np.testing.assert_allclose(history, [26 / 3, 1], rtol=1e-5)


@pytest.mark.exercise("kernel_kmeans")
def test_unknown_cluster(student):
    """with two clusters the labels are 0 and 1; a label 2 is refused with a ValueError"""
    assert len(student.kernel_kmeans(np.eye(2), np.array([0, 1]), 2)) == 3
    with pytest.raises(ValueError):
        student.kernel_kmeans(np.eye(2), np.array([0, 2]), 2)


# ---------------------------------------------------------------- kernel_predict


@pytest.mark.exercise("kernel_predict")
def test_signed_coefficients(student):
    """signed coefficients (2, -1) and bias 1: the row (1, 4) scores 2 - 4 + 1 = -1, the row (3, 2) scores 5"""
    scores, labels = student.kernel_predict(np.array([[1, 4], [3, 2]]), np.array([2, -1]), bias=1.0)
    np.testing.assert_allclose(scores, [-1, 5], rtol=1e-5)
    np.testing.assert_array_equal(labels, [-1, 1])


@pytest.mark.exercise("kernel_predict")
def test_alphas_need_their_labels(student):
    """alphas (2, 1) with labels (+, -) are the coefficients (2, -1)"""
    scores, labels = student.kernel_predict(np.array([[1, 4]]), np.array([2, 1]), np.array([1, -1]))
    np.testing.assert_allclose(scores, [-2], rtol=1e-5)
    np.testing.assert_array_equal(labels, [-1])


@pytest.mark.exercise("kernel_predict")
def test_three_classes(student):
    """three columns of coefficients: three scores for each point, and the label is where the largest stands"""
    K, coefficients = np.array([[1, 0], [1, 2]]), np.array([[1, 5, 2], [3, 0, 1]])
    scores, labels = student.kernel_predict(K, coefficients)
    np.testing.assert_allclose(scores, [[1, 5, 2], [7, 5, 4]], rtol=1e-5)
    np.testing.assert_array_equal(labels, [1, 0])
