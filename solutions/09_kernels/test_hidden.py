"""Hidden checks of kernels: printed and derived figures, identities between kernels and features, invariants, edges."""

import itertools
import math

import numpy as np
import pytest


def numbers(answer, *shape):
    """The answer as floats, once its shape is what the docstring promises."""
    values = np.asarray(answer, dtype=float)
    assert values.shape == shape, f"expected shape {shape}, got {values.shape}"
    return values


def agree(answer, expected, rel=1e-5, atol=1e-7):
    """Compare with a tolerance relative to the largest entry, so that a zero among large numbers is judged fairly."""
    expected = np.asarray(expected, dtype=float)
    values = numbers(answer, *expected.shape)
    return bool(np.abs(values - expected).max(initial=0) <= atol + rel * np.abs(expected).max(initial=0))


def verdict(answer):
    """A truth value, of Python or of numpy."""
    assert isinstance(answer, bool | np.bool_), f"expected True or False, got {type(answer).__name__}"
    return bool(answer)


def unchanged(before, after):
    return all(np.array_equal(old, new) for old, new in zip(before, after, strict=True))


def corners():
    """The four corners of XOR with y = -x1 x2."""
    return np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]), np.array([-1, 1, 1, -1])


def gaussian(X, Z, sigma):
    return np.exp(-((X[:, np.newaxis] - Z) ** 2).sum(axis=2) / (2 * sigma**2))


def threes_and_eights(dataset):
    """Images of 3 (-1) and 8 (+1) in file order, grey levels from 0 to 1."""
    X, digit, _ = dataset("digits")
    chosen = (digit == 3) | (digit == 8)
    return X[chosen] / 16, np.where(digit[chosen] == 8, 1, -1)


# ---------------------------------------------------------------- kernel_matrix


@pytest.mark.exercise("kernel_matrix")
def test_functions_of_inner_products(student):
    """linear, polynomial and power_sum are functions of x.z; row i belongs to X[i] and column j to Z[j]"""
    X, Z = np.array([[1, 2], [3, 4]]), np.array([[3, -1], [0, 1], [-1, 2]])
    assert agree(student.kernel_matrix(X, Z), [[1, 2, 3], [5, 4, 5]])
    assert agree(student.kernel_matrix(X, Z, "polynomial"), [[4, 9, 16], [36, 25, 36]])
    assert agree(student.kernel_matrix(X, Z, "power_sum", degree=3), [[4, 15, 40], [156, 85, 156]])
    assert agree(student.kernel_matrix(X, Z, "power_sum", degree=1), [[2, 3, 4], [6, 5, 6]])
    cubes = [[1.5**3, 2.5**3, 3.5**3], [5.5**3, 4.5**3, 5.5**3]]
    assert agree(student.kernel_matrix(X, Z, "polynomial", degree=3, offset=0.5), cubes)
    x, z = np.array([[1, 2, 3]]), np.array([[4, -1, 0.5]])
    assert agree(student.kernel_matrix(x, z, "polynomial", offset=0), [[12.25]])


@pytest.mark.exercise("kernel_matrix")
def test_gaussian_figures(student):
    """the Gaussian is exp of minus the SQUARED distance over TWO sigma SQUARED"""
    X, Z = np.array([[1, 2]]), np.array([[3, -1], [0, 1], [-1, 2]])
    assert agree(student.kernel_matrix(X, Z, "gaussian"), [[0.00150343919, 0.367879441, 0.135335283]])
    line = np.array([[0.0], [1.0], [math.sqrt(2)], [2.0]])
    expected = [[1, 0.606530660, 0.367879441, 0.135335283]]
    assert agree(student.kernel_matrix(line[:1], line, "gaussian"), expected)
    assert agree(student.kernel_matrix([[0, 0]], [[3, 4]], "gaussian", sigma=5), [[0.606530660]])
    assert agree(student.kernel_matrix([[1, 0.5]], [[-0.5, 2]], "gaussian", sigma=1.5), [[0.367879441]])


@pytest.mark.exercise("kernel_matrix")
def test_tanh_and_all_subsets(student):
    """tanh takes tanh(x.z + offset); all_subsets multiplies 1 + x_j z_j over the features"""
    X, Z = np.array([[1, 2], [3, 4]]), np.array([[3, -1], [0, 1], [-1, 2]])
    expected = [0.964027580, 0.995054754, 0.999329300]
    assert agree(numbers(student.kernel_matrix(X, Z, "tanh"), 2, 3)[0], expected)
    assert agree(student.kernel_matrix([[0.5]], [[1]], "tanh", offset=-0.25), [[0.244918662]])
    assert agree(student.kernel_matrix(X, Z, "all_subsets"), [[-4, 3, 0], [-30, 5, -18]])


@pytest.mark.exercise("kernel_matrix")
def test_empirical_kernel(student, rng):
    """the empirical kernel is the inner product of the vectors of distances, not squared, to the reference points"""
    answer = student.kernel_matrix([[0, 0], [3, 4]], [[0, 0]], "empirical", references=[[0, 0], [3, 0]])
    assert agree(answer, [[9], [12]])
    X, Z, R = rng.normal(size=(4, 3)), rng.normal(size=(5, 3)), rng.normal(size=(2, 3))
    to_X, to_Z = (np.linalg.norm(rows[:, np.newaxis] - R, axis=2) for rows in (X, Z))
    assert agree(student.kernel_matrix(X, Z, "empirical", references=R), to_X @ to_Z.T)
    assert agree(student.kernel_matrix(X, kind="empirical", references=R), to_X @ to_X.T)


@pytest.mark.exercise("kernel_matrix")
def test_corners_and_subsets(student):
    """the corners of XOR have 9 on the diagonal and 1 elsewhere; for 0/1 vectors all_subsets counts 2^(x.z) subsets"""
    X, _ = corners()
    assert agree(student.kernel_matrix(X, kind="polynomial"), np.ones((4, 4)) + 8 * np.eye(4))
    binary = np.array(list(itertools.product((0, 1), repeat=4)))
    assert agree(student.kernel_matrix(binary, kind="all_subsets"), 2.0 ** (binary @ binary.T))


@pytest.mark.exercise("kernel_matrix")
def test_kernel_matrix_on_random_data(student, reference, rng):
    """every kind with every parameter agrees with its formula on random data, and no argument is modified"""
    X, Z = rng.uniform(-1, 1, size=(5, 3)), rng.uniform(-1, 1, size=(4, 3))
    R = rng.uniform(-1, 1, size=(2, 3))
    before = X.copy(), Z.copy(), R.copy()
    setting = {"degree": 4, "offset": 0.7, "sigma": 0.6, "references": R}
    for kind in ("linear", "polynomial", "power_sum", "gaussian", "tanh", "all_subsets", "empirical"):
        assert agree(student.kernel_matrix(X, Z, kind, **setting), reference.kernel_matrix(X, Z, kind, **setting))
    assert unchanged(before, (X, Z, R))


@pytest.mark.exercise("kernel_matrix")
def test_gaussian_invariants(student, rng):
    """a Gaussian depends on distances only, is at most 1, and tends to the identity or to all ones with its width"""
    X = np.array([[0, 0], [1, 0], [0, 2], [3, 1]]) + rng.uniform(-0.2, 0.2, size=(4, 2))  # no two rows coincide
    angle = rng.uniform(0.5, 1.0)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    expected = gaussian(X, X, 1.3)
    assert agree(student.kernel_matrix(X @ turn + [5, -3], kind="gaussian", sigma=1.3), expected)
    assert agree(student.kernel_matrix(X, kind="gaussian", sigma=1e-3), np.eye(4), atol=1e-5)
    assert agree(student.kernel_matrix(X, kind="gaussian", sigma=1e6), np.ones((4, 4)))
    # 1/sigma^2 adds up when kernels are multiplied
    wide = numbers(student.kernel_matrix(X, kind="gaussian", sigma=2.0), 4, 4)
    narrow = numbers(student.kernel_matrix(X, kind="gaussian", sigma=1 / math.sqrt(1 / 1.3**2 - 1 / 2.0**2)), 4, 4)
    assert agree(wide * narrow, expected)


@pytest.mark.exercise("kernel_matrix")
def test_polynomial_identities(student, rng):
    """polynomial kernels of degree 2 and 3 multiply to degree 5; with offset 0 an odd degree is odd in x"""
    X, Z = rng.uniform(0.5, 1.5, size=(3, 2)), rng.uniform(0.5, 1.5, size=(4, 2))
    two, three, five = (
        numbers(student.kernel_matrix(X, Z, "polynomial", degree=q, offset=0.8), 3, 4) for q in (2, 3, 5)
    )
    assert agree(five, (X @ Z.T + 0.8) ** 5)
    assert agree(two * three, five)
    assert agree(student.kernel_matrix(-X, Z, "polynomial", degree=3, offset=0), -((X @ Z.T) ** 3))


@pytest.mark.exercise("kernel_matrix")
def test_far_and_near_points(student, rng):
    """far points have a Gaussian of 0, rounding lifts none above 1, integers do not overflow, no rows are allowed"""
    near = 1000 + rng.uniform(-1, 1, size=(30, 5))
    K = numbers(student.kernel_matrix(near, kind="gaussian", sigma=0.5), 30, 30)
    assert (K <= 1).all()
    assert agree(K, gaussian(near, near, 0.5))
    X = np.array([[10_000, 0, 0], [0, 10_000, 1], [10_000, 0, 0]])
    K = numbers(student.kernel_matrix(X, kind="gaussian"), 3, 3)
    assert (K <= 1).all()
    assert agree(K, [[1, 0, 1], [0, 1, 0], [1, 0, 1]])
    expected = (X.astype(float) @ X.T + 1) ** 6
    assert agree(student.kernel_matrix(X, kind="polynomial", degree=6), expected)
    for kind in ("linear", "gaussian", "all_subsets"):
        assert numbers(student.kernel_matrix(np.zeros((0, 3)), X, kind), 0, 3).size == 0


@pytest.mark.exercise("kernel_matrix")
def test_kernel_matrix_rejects(student):
    """bad shapes, unknown kinds and parameters that give no kernel raise ValueError, but only where they are used"""
    X = np.array([[1.0, 2.0], [3.0, 4.0]])
    unused = {"degree": 0, "sigma": -1.0}
    assert agree(student.kernel_matrix(X, kind="linear", offset=-3.0, **unused), [[5, 11], [11, 25]])
    assert agree(student.kernel_matrix(X / 10, kind="tanh", offset=-0.05, **unused), np.tanh(X @ X.T / 100 - 0.05))
    for setting in (
        {"kind": "sigmoid"},
        {"kind": "polynomial", "degree": 0},
        {"kind": "polynomial", "degree": 1.5},
        {"kind": "power_sum", "degree": 0},
        {"kind": "polynomial", "offset": -0.5},
        {"kind": "gaussian", "sigma": 0.0},
        {"kind": "gaussian", "sigma": -1.0},
        {"kind": "empirical"},
    ):
        with pytest.raises(ValueError):
            student.kernel_matrix(X, **setting)
    for first, second in ((X[0], X), (X, X[0]), (X, np.ones((2, 3))), (np.ones((2, 1)), X)):
        with pytest.raises(ValueError):
            student.kernel_matrix(first, second, "all_subsets")


# ---------------------------------------------------------------- feature_map


@pytest.mark.exercise("feature_map")
def test_map_of_one_two(student):
    """(1, 2) at degree 2: constant, linear block with sqrt(2 offset), then x1x1, x1x2, x2x1, x2x2"""
    x = np.array([[1, 2]])
    assert agree(student.feature_map(x), [[1, 1.41421356, 2.82842712, 1, 2, 2, 4]])
    assert agree(student.feature_map(x, offset=2), [[2, 2, 4, 1, 2, 2, 4]])
    assert agree(student.feature_map(x, 2, 0), [[0, 0, 0, 1, 2, 2, 4]])


@pytest.mark.exercise("feature_map")
def test_map_of_two(student):
    """one feature x = 2 at degree 3: unit gives 1, 2, 4, 8; binomial weights them by 1, sqrt 3, sqrt 3, 1"""
    assert agree(student.feature_map([[2]], 3, weights="unit"), [[1, 2, 4, 8]])
    assert agree(student.feature_map([[2]], 3), [[1, 3.46410162, 6.92820323, 8]])
    assert agree(student.feature_map([[2]], 3, 4), [[8, 4 * 3**0.5 * 2, 2 * 3**0.5 * 4, 8]])


@pytest.mark.exercise("feature_map")
def test_not_the_printed_map(student):
    """(1, 2) has the inner products 4 and 36 with (3, -1) and (3, 1); with 2 x in place of sqrt(2) x it has 6 and 46"""
    Phi = numbers(student.feature_map(np.array([[1, 2], [3, -1], [3, 1]])), 3, 7)
    assert agree(Phi[1:] @ Phi[0], [4, 36])


@pytest.mark.exercise("feature_map")
def test_ordered_monomials(student, rng):
    """block r has all d^r ordered products, constant first: d = 3 and degree 3 give 1 + 3 + 9 + 27 = 40 columns"""
    X = rng.uniform(0.5, 2, size=(2, 3))
    tuples = [t for r in range(4) for t in itertools.product(range(3), repeat=r)]
    expected = np.array([[math.prod(x[i] for i in t) for t in tuples] for x in X])
    assert expected.shape == (2, 40)
    assert agree(student.feature_map(X, 3, weights="unit"), expected)
    assert agree(student.feature_map(X, 1, 9.0), np.column_stack([[3, 3], X]))


@pytest.mark.exercise("feature_map")
def test_distinct_monomials(student):
    """of the ordered products of 2 features only 3, 6, 10 are different at degree 1, 2, 3, as C(d + q, q) says"""
    for degree, distinct, columns in ((1, 3, 3), (2, 6, 7), (3, 10, 15)):
        values = numbers(student.feature_map([[2, 3]], degree, weights="unit"), 1, columns)
        assert len(np.unique(values.round(3))) == distinct == math.comb(2 + degree, degree)


@pytest.mark.exercise("feature_map")
def test_circle_is_a_plane(student, rng):
    """a circle is a plane in the quadratic features; a turned ellipse is one that also needs the columns of x1 x2"""
    X = rng.uniform(-3, 3, size=(12, 2))
    a, b, r = 0.5, -1.0, 2.0
    Phi = numbers(student.feature_map(X, weights="unit"), 12, 7)
    inside = Phi @ [r**2 - a**2 - b**2, 2 * a, 2 * b, -1, 0, 0, -1]
    assert agree(inside, r**2 - (X[:, 0] - a) ** 2 - (X[:, 1] - b) ** 2)
    u, v = X[:, 0] + X[:, 1], X[:, 0] - X[:, 1]  # u^2 + 4 v^2 <= 9
    assert agree(Phi @ [9, 0, 0, -5, 3, 3, -5], 9 - u**2 - 4 * v**2)


@pytest.mark.exercise("feature_map")
def test_xor_needs_the_product(student):
    """on XOR with alpha = 1/(4 sqrt 2) the weight vector lives on the columns x1x2 and x2x1 only, for any offset"""
    X, y = corners()
    for offset in (0, 0.5, 2):
        Phi = numbers(student.feature_map(X, offset=offset), 4, 7)
        root = math.sqrt(0.5)
        assert agree(Phi.T @ (-y / (4 * math.sqrt(2))), [0, 0, 0, 0, root, root, 0])


@pytest.mark.exercise("feature_map")
def test_map_behind_the_kernel(student, rng):
    """Phi(X) Phi(Z)^T is (s + offset)^degree with binomial weights and 1 + s + ... + s^degree with unit weights"""
    X = rng.uniform(-1.5, 1.5, size=(6, 3))
    s = X[:4] @ X[4:].T
    for degree, offset in ((1, 2.0), (2, 0.5), (3, 0.0), (3, 2.0)):
        Phi = np.asarray(student.feature_map(X, degree, offset), dtype=float)
        assert agree(Phi[:4] @ Phi[4:].T, (s + offset) ** degree)
        Phi = np.asarray(student.feature_map(X, degree, offset, "unit"), dtype=float)
        assert agree(Phi[:4] @ Phi[4:].T, sum(s**k for k in range(degree + 1)))


@pytest.mark.exercise("feature_map")
def test_every_labelling_is_linear(student):
    """six points in the plane become separable in any of their 64 labellings: least squares on Phi reproduces each"""
    X = np.array([[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]])
    labellings = np.array(list(itertools.product((-1, 1), repeat=6))).T
    Phi = numbers(student.feature_map(X), 6, 7)
    assert agree(Phi @ (np.linalg.pinv(Phi) @ labellings), labellings)


@pytest.mark.exercise("feature_map")
def test_feature_map_rejects(student):
    """a vector for X, a degree that is no integer >= 1, other weights, or offset < 0 with binomial raise ValueError"""
    X = np.array([[1, 2]])
    before = X.copy()
    assert agree(student.feature_map(X, 1, -5.0, "unit"), [[1, 1, 2]])  # offset is ignored here
    assert unchanged([before], [X])
    for arguments in ((X[0],), (X, 0), (X, 1.5), (X, 2, -1.0), (X, 2, 1.0, "trinomial")):
        with pytest.raises(ValueError):
            student.feature_map(*arguments)


# ---------------------------------------------------------------- is_valid_gram


@pytest.mark.exercise("is_valid_gram")
def test_corners_are_valid(student):
    """the polynomial kernel on the corners of XOR is valid for any offset, even 0, where two eigenvalues are 0"""
    X, _ = corners()
    for offset in (0, 0.5, 1, 2):
        assert verdict(student.is_valid_gram((X @ X.T + offset) ** 2))


@pytest.mark.exercise("is_valid_gram")
def test_tanh_is_no_kernel(student):
    """tanh(1 + x z) on the points 1 and 2 has positive entries and still a negative eigenvalue"""
    s = np.array([[1, 2], [2, 4]])
    assert not verdict(student.is_valid_gram(np.tanh(s + 1)))
    assert verdict(student.is_valid_gram(np.array([[2, -1], [-1, 2]])))  # and negative entries do no harm


@pytest.mark.exercise("is_valid_gram")
def test_similarities_of_five_points(student):
    """of these similarities only the Gaussian is valid; 1 - (x - z)^2 is not, for all its ones on the diagonal"""
    x = np.array([-1, -0.5, 0, 0.5, 1])
    distance = np.abs(x[:, np.newaxis] - x)
    assert verdict(student.is_valid_gram(np.exp(-(distance**2) / 2)))
    assert not verdict(student.is_valid_gram(-distance))
    assert not verdict(student.is_valid_gram(1 - distance**2))
    assert not verdict(student.is_valid_gram(2 - distance**2 / 2))  # no negative entry at all: at least 0


@pytest.mark.exercise("is_valid_gram")
def test_zero_eigenvalues(student, rng):
    """zero eigenvalues are allowed: more points than features make the linear kernel singular, and it is valid"""
    assert verdict(student.is_valid_gram(np.zeros((3, 3))))
    assert verdict(student.is_valid_gram(np.diag([1.0, 0.0])))
    assert verdict(student.is_valid_gram(np.ones((4, 4))))
    X = rng.normal(size=(12, 2))
    assert verdict(student.is_valid_gram(X @ X.T))


@pytest.mark.exercise("is_valid_gram")
def test_symmetry_is_part_of_it(student):
    """a matrix that is not symmetric is no Gram matrix, whichever of its triangles looks fine"""
    assert not verdict(student.is_valid_gram([[1, 2], [0, 1]]))
    assert not verdict(student.is_valid_gram([[1, 0], [0.5, 1]]))
    assert not verdict(student.is_valid_gram([[1, 0.5], [0, 1]]))
    assert not verdict(student.is_valid_gram([[1, 0.5], [-0.5, 1]]))
    assert verdict(student.is_valid_gram([[1, 0.5 + 1e-12], [0.5, 1]]))


@pytest.mark.exercise("is_valid_gram")
def test_rounding_is_forgiven(student):
    """below zero, or not symmetric, by at most tol * max(1, largest |K_ij|) is rounding; by more than that it is not"""
    assert verdict(student.is_valid_gram(np.diag([1, 0])))
    assert verdict(student.is_valid_gram(np.diag([1, -1e-12])))
    assert verdict(student.is_valid_gram(np.diag([1e6, -1e-5])))
    assert verdict(student.is_valid_gram([[1e6, 1e-5], [0, 1e6]]))
    assert verdict(student.is_valid_gram(np.diag([1e-12, -1e-12])))  # the scale is never below 1
    assert not verdict(student.is_valid_gram(np.diag([1, -1e-6])))
    assert verdict(student.is_valid_gram(np.diag([1, -1e-6]), tol=1e-3))
    assert verdict(student.is_valid_gram(np.diag([0.5, -0.007]), tol=0.01))
    assert not verdict(student.is_valid_gram(np.diag([0.5, -0.015]), tol=0.01))
    assert not verdict(student.is_valid_gram(np.diag([1, -1e-12]), tol=1e-15))


@pytest.mark.exercise("is_valid_gram")
def test_gram_of_features(student, rng):
    """Phi Phi^T is valid, in any order of the points and on any subset of them; its negative is not"""
    Phi = rng.normal(size=(7, 4))
    K, order = Phi @ Phi.T, rng.permutation(7)
    before = K.copy()
    assert verdict(student.is_valid_gram(K))
    assert verdict(student.is_valid_gram(K[np.ix_(order, order)]))
    assert verdict(student.is_valid_gram(K[np.ix_(order[:3], order[:3])]))
    assert not verdict(student.is_valid_gram(-K))
    axes = np.linalg.qr(rng.normal(size=(7, 7)))[0]
    K2 = (axes * [5, 4, 3, 2, 1, 0.5, -0.1]) @ axes.T
    assert not verdict(student.is_valid_gram((K2 + K2.T) / 2))
    assert unchanged([before], [K])


@pytest.mark.exercise("is_valid_gram")
def test_edges_of_validity(student):
    """nan and inf are not valid, the empty matrix is; one number must not be negative; other shapes raise ValueError"""
    assert not verdict(student.is_valid_gram([[1, np.nan], [np.nan, 1]]))
    assert not verdict(student.is_valid_gram([[1, 0], [0, np.inf]]))
    assert not verdict(student.is_valid_gram([[1, np.inf], [0, 1]]))
    assert verdict(student.is_valid_gram(np.zeros((0, 0))))
    assert verdict(student.is_valid_gram([[0]]))
    assert not verdict(student.is_valid_gram([[-1]]))
    for bad in (np.ones((2, 3)), np.ones((3, 2)), np.ones(4), np.ones((2, 2, 2))):
        with pytest.raises(ValueError):
            student.is_valid_gram(bad)


# ---------------------------------------------------------------- combine_kernels

K_ONE, K_TWO = ((2, 1), (1, 2)), ((1, 0.5), (0.5, 3))  # tuples: nothing can change them


@pytest.mark.exercise("combine_kernels")
def test_sums(student):
    """a sum is weighted entry by entry, with weights of 1 if there are none; one matrix alone is scaled"""
    K1, K2 = np.array(K_ONE), np.array(K_TWO)
    before = K1.copy(), K2.copy()
    assert agree(student.combine_kernels(K1, K2), [[3, 1.5], [1.5, 5]])
    assert agree(student.combine_kernels(K1, K2, "sum", weights=(0.5, 2)), [[3, 1.5], [1.5, 7]])
    assert agree(student.combine_kernels(K1, weights=[3]), [[6, 3], [3, 6]])
    assert agree(student.combine_kernels(K1), K1)
    assert agree(student.combine_kernels(K1, K2, weights=(0, 1)), K2)
    assert unchanged(before, (K1, K2))


@pytest.mark.exercise("combine_kernels")
def test_products_and_series(student):
    """products and powers are taken entry by entry, and weights[0] is added to every entry"""
    K1, K2 = np.array(K_ONE), np.array(K_TWO)
    assert agree(student.combine_kernels(K1, K2, "product"), [[2, 0.5], [0.5, 6]])
    assert agree(student.combine_kernels(K1, operation="power_series", weights=(1, 2, 0.5)), [[7, 3.5], [3.5, 7]])
    assert agree(student.combine_kernels([[0, 2]], operation="power_series", weights=[3]), [[3, 3]])
    block = np.array([[1, 2, 3], [4, 5, 6]])
    assert agree(student.combine_kernels(block, 2 * block, "product"), 2 * block**2)
    assert agree(student.combine_kernels(block, operation="power_series", weights=(0, 0, 0, 1)), block**3)


@pytest.mark.exercise("combine_kernels")
def test_cosines(student):
    """the cosine divides by the square root of both self-similarities: 0.5 / sqrt(1 * 3) is 0.2887"""
    expected = [[1, 0.288675135], [0.288675135, 1]]
    assert agree(student.combine_kernels(np.array(K_TWO), operation="normalise"), expected)
    assert agree(student.combine_kernels([[4, -6], [-6, 9]], operation="normalise"), [[1, -1], [-1, 1]])


@pytest.mark.exercise("combine_kernels")
def test_cosines_of_a_test_block(student, rng):
    """a test-by-train block is divided by the k(x, x) of its own rows and columns, which do not stand in the block"""
    answer = student.combine_kernels([[3, 1], [1, 8]], operation="normalise", diagonals=([9, 16], [4, 25]))
    assert agree(answer, [[0.5, 1 / 15], [0.125, 0.4]])
    answer = student.combine_kernels([[2, 6]], operation="normalise", diagonals=(np.array([4]), np.array([1, 9])))
    assert agree(answer, [[1, 1]])
    X, Z = rng.uniform(0.5, 2, size=(3, 2)), rng.uniform(0.5, 2, size=(4, 2))
    cosine = (X / np.linalg.norm(X, axis=1, keepdims=True)) @ (Z / np.linalg.norm(Z, axis=1, keepdims=True)).T
    diagonals = ((X**2).sum(axis=1), (Z**2).sum(axis=1))
    assert agree(student.combine_kernels(X @ Z.T, operation="normalise", diagonals=diagonals), cosine)


@pytest.mark.exercise("combine_kernels")
def test_zero_vectors(student):
    """a point with k(x, x) = 0 is the zero vector, whose cosine with anything is set to 0, not nan"""
    K = np.array([[4, 0, 2], [0, 0, 0], [2, 0, 9]])
    assert agree(student.combine_kernels(K, operation="normalise"), [[1, 0, 1 / 3], [0, 0, 0], [1 / 3, 0, 1]])
    answer = student.combine_kernels([[0, 0], [1, 0]], operation="normalise", diagonals=([0, 1], [1, 0]))
    assert agree(answer, [[0, 0], [1, 0]])


@pytest.mark.exercise("combine_kernels")
def test_gaussian_is_a_normalised_exponential(student, rng):
    """the series with weights 1/k! of a linear kernel, normalised, is the Gaussian of width 1"""
    X = rng.uniform(-1.2, 1.2, size=(6, 3))
    weights = [1 / math.factorial(k) for k in range(60)]
    exponential = numbers(student.combine_kernels(X @ X.T, operation="power_series", weights=weights), 6, 6)
    assert agree(exponential, np.exp(X @ X.T))
    assert agree(student.combine_kernels(exponential, operation="normalise"), gaussian(X, X, 1))


@pytest.mark.exercise("combine_kernels")
def test_closure(student, reference, rng):
    """sums, products, power series and cosines of valid Gram matrices are valid, and a difference need not be"""
    X = rng.normal(size=(8, 3))
    K1, K2 = (1 + X @ X.T) ** 2, gaussian(X, X, 1.0)
    assert not reference.is_valid_gram(K2 - K1)
    for expected, arguments in (
        (0.5 * K1 + 4 * K2, {"K2": K2, "weights": (0.5, 4)}),
        (K1 * K2, {"K2": K2, "operation": "product"}),
        (0.1 + 0.2 * K1**2, {"operation": "power_series", "weights": (0.1, 0, 0.2)}),
        (reference.combine_kernels(K1, operation="normalise"), {"operation": "normalise"}),
    ):
        answer = numbers(student.combine_kernels(K1, **arguments), 8, 8)
        assert agree(answer, expected)
        assert reference.is_valid_gram(answer, tol=1e-5)


@pytest.mark.exercise("combine_kernels")
def test_cosine_is_a_distance_of_directions(student, rng):
    """2 (1 - cosine) is the squared distance of the points scaled to length 1, and normalising twice changes nothing"""
    X = rng.normal(size=(6, 3)) + [3, 0, 0]
    cosine = numbers(student.combine_kernels(X @ X.T, operation="normalise"), 6, 6)
    unit = X / np.linalg.norm(X, axis=1, keepdims=True)
    assert agree(2 * (1 - cosine), ((unit[:, np.newaxis] - unit) ** 2).sum(axis=2))
    assert agree(student.combine_kernels(cosine, operation="normalise"), cosine)


@pytest.mark.exercise("combine_kernels")
def test_combine_kernels_rejects(student):
    """unknown operations, other shapes, missing ingredients, negative weights or diagonals raise ValueError"""
    K, block = np.array([[2.0, 1.0], [1.0, 2.0]]), np.ones((2, 3))
    assert agree(student.combine_kernels(block, block, weights=(0, 2)), 2 * block)  # fine: a weight of 0
    for arguments in (
        {"operation": "difference", "K2": K},
        {"operation": "sum", "K2": block},
        {"operation": "product", "K2": block},
        {"operation": "product", "K2": np.ones((1, 2))},
        {"operation": "product"},
        {"operation": "power_series"},
        {"operation": "sum", "K2": K, "weights": (1, -1)},
        {"operation": "sum", "weights": (-0.5,)},
        {"operation": "power_series", "weights": (1, -0.1, 1)},
        {"operation": "normalise", "diagonals": ([-1, 1], [1, 1])},
        {"operation": "normalise", "diagonals": ([1, 1], [1, -1])},
    ):
        with pytest.raises(ValueError):
            student.combine_kernels(K, **arguments)
    with pytest.raises(ValueError):
        student.combine_kernels(np.ones((1, 2)), operation="normalise")
    with pytest.raises(ValueError):
        student.combine_kernels(np.diag([1, -2]), operation="normalise")


# ---------------------------------------------------------------- spectrum_kernel

# the two sequences of Aalto's lecture 6
DNA = (
    "AACAAATAAGTAACATAATCTTTAGGAAGAACGTTCAACCATTGAG",
    "TACCTAATTATGAAATTAAATTTCAGTGTGCTGATGGAAACGGAGAAGTC",
)


@pytest.mark.exercise("spectrum_kernel")
def test_banana_and_ananas(student):
    """banana and ananas have 8 pairs of equal windows of two letters, 5 of three letters, and 26 up to three"""
    fruit = ["banana", "ananas"]
    assert agree(student.spectrum_kernel(fruit, fruit, 2), [[9, 8], [8, 9]])
    assert agree(student.spectrum_kernel(fruit, fruit, 3), [[6, 5], [5, 6]])
    assert agree(student.spectrum_kernel(fruit[:1], fruit[1:], 3, "up_to"), [[26]])


@pytest.mark.exercise("spectrum_kernel")
def test_windows_overlap(student):
    """windows overlap: aaaa has three windows aa and aaa has two, so that there are six pairs"""
    assert agree(student.spectrum_kernel(["aaaa"], ["aaa"], 2), [[6]])
    assert agree(student.spectrum_kernel(["ababab"], ["baba", "aba"], 3), [[4, 2]])


@pytest.mark.exercise("spectrum_kernel")
def test_two_sequences(student):
    """two DNA sequences: the similarity falls from 662 for single letters to 9 for four letters and 0 for five"""
    table = ((662, 660, 706), (184, 199, 209), (45, 76, 86), (9, 47, 59), (0, 42, 50), (0, 41, 45))
    cosines = (0.969803330, 0.902231824, 0.556617033, 0.170910040, 0, 0)
    for length, ((cross, first, second), cosine) in enumerate(zip(table, cosines, strict=True), start=1):
        K = numbers(student.spectrum_kernel(list(DNA), list(DNA), length), 2, 2)
        assert agree(K, [[first, cross], [cross, second]])
        assert K[0, 1] / np.sqrt(K[0, 0] * K[1, 1]) == pytest.approx(cosine, rel=1e-5, abs=1e-7)


@pytest.mark.exercise("spectrum_kernel")
def test_lengths_add_up(student):
    """up_to is the sum over all lengths from 1: 662 + 184 + 45 = 891 for the two DNA sequences"""
    assert agree(student.spectrum_kernel([DNA[0]], [DNA[1]], 3, "up_to"), [[891]])
    assert agree(student.spectrum_kernel([DNA[0]], [DNA[1]], 1, "up_to"), [[662]])
    assert agree(student.spectrum_kernel(["ab"], ["abc", ""], 5, "up_to"), [[3, 0]])


@pytest.mark.exercise("spectrum_kernel")
def test_positions(student):
    """positional compares windows at the same place only, and both must be complete"""
    assert agree(student.spectrum_kernel(["abab"], ["abba"], 2, "positional"), [[1]])
    assert agree(student.spectrum_kernel(["banana"], ["bandana"], 2, "positional"), [[2]])
    assert agree(student.spectrum_kernel([DNA[0]], [DNA[1]], 1, "positional"), [[15]])
    assert agree(student.spectrum_kernel(["aab", "aa"], ["aab", "aabb", "a"], 2, "positional"), [[2, 2, 0], [1, 1, 0]])


@pytest.mark.exercise("spectrum_kernel")
def test_strings_at_random(student, reference, rng):
    """on random strings of any length, rows for S and columns for T; reversing every string changes nothing in exact"""
    S, T = (["".join(rng.choice(list("ab"), size=size)) for size in sizes] for sizes in ((9, 12, 1), (7, 0, 10, 8)))
    for length, mode in ((1, "exact"), (3, "exact"), (3, "up_to"), (2, "positional")):
        expected = reference.spectrum_kernel(S, T, length, mode)
        assert agree(student.spectrum_kernel(S, T, length, mode), expected)
    mirrored = student.spectrum_kernel([s[::-1] for s in S], [t[::-1] for t in T], 2)
    assert agree(mirrored, reference.spectrum_kernel(S, T, 2))


@pytest.mark.exercise("spectrum_kernel")
def test_strings_make_a_gram_matrix(student, reference, rng):
    """the Gram matrix of any strings is symmetric and positive semidefinite, in every mode"""
    S = ["".join(rng.choice(list("abc"), size=int(size))) for size in rng.integers(4, 12, size=6)]
    for mode in ("exact", "up_to", "positional"):
        K = numbers(student.spectrum_kernel(S, S, 2, mode), 6, 6)
        assert reference.is_valid_gram(K, tol=1e-6)
        assert agree(K, reference.spectrum_kernel(S, S, 2, mode))


@pytest.mark.exercise("spectrum_kernel")
def test_strings_without_anything_in_common(student):
    """short strings, other letters and other cases have nothing in common: 0, as for strings without windows"""
    assert agree(student.spectrum_kernel(["abc", "ab", ""], ["abc", "xyz", "ABC"], 3), np.diag([1, 0, 0]))
    assert agree(student.spectrum_kernel(["ab"], ["ab"], 3, "positional"), [[0]])
    assert agree(student.spectrum_kernel(["ab", "ba"], ["ab"], 2), [[1], [0]])


@pytest.mark.exercise("spectrum_kernel")
def test_spectrum_kernel_rejects(student):
    """a length below 1 and an unknown mode raise ValueError"""
    assert agree(student.spectrum_kernel(["a"], ["a"], 1), [[1]])
    for length, mode in ((0, "exact"), (-1, "up_to"), (0, "positional"), (2, "gapped")):
        with pytest.raises(ValueError):
            student.spectrum_kernel(["ab"], ["ab"], length, mode)


# ---------------------------------------------------------------- walk_kernel


def triangle_and_path():
    return np.ones((3, 3), dtype=int) - np.eye(3, dtype=int), np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])


def random_graph(rng, n, edges=0.5):
    """A symmetric 0/1 matrix with at least one path through all nodes, in random order."""
    upper = np.triu(rng.random((n, n)) < edges, k=1)
    upper[np.arange(n - 1), np.arange(1, n)] = True
    order = rng.permutation(n)
    return (upper | upper.T).astype(int)[np.ix_(order, order)]


@pytest.mark.exercise("walk_kernel")
def test_triangle_and_path(student):
    """triangle and path share 24, 72, 192, 576 pairs of walks of length 1 to 4; the capped sum starts with length 1"""
    triangle, path = triangle_and_path()
    totals = [student.walk_kernel(triangle, path, max_length=q) for q in (0, 1, 2, 3, 4)]
    assert agree(totals, [0, 24, 96, 288, 864])


@pytest.mark.exercise("walk_kernel")
def test_discounted_walks(student):
    """the discounted sum starts with length 0, one for each pair of nodes: 12.391 for triangle and path at 0.1"""
    triangle, path = triangle_and_path()
    assert student.walk_kernel(triangle, path, discount=0.1) == pytest.approx(12.3913043, rel=1e-5)
    assert student.walk_kernel(triangle, path, discount=0.35) == pytest.approx(870, rel=1e-4)


@pytest.mark.exercise("walk_kernel")
def test_labels_thin_out_the_product(student):
    """with labels only pairs of nodes with equal labels remain: 5 of 9, and 8, 28, 60 walks up to length 1, 2, 3"""
    triangle, path = triangle_and_path()
    totals = [student.walk_kernel(triangle, path, list("CCO"), list("COC"), max_length=q) for q in (1, 2, 3)]
    assert agree(totals, [8, 28, 60])
    value = student.walk_kernel(triangle, path, ["C", "C", "O"], ["C", "O", "C"], discount=0.1)
    assert value == pytest.approx(6.04166667, rel=1e-5)
    assert agree([student.walk_kernel(triangle, path, [1, 1, 1], [2, 2, 3], discount=0.5)], [0])
    assert agree([student.walk_kernel(triangle, path, [1, 1, 1], [2, 2, 3], max_length=3)], [0])


@pytest.mark.exercise("walk_kernel")
def test_divergence_is_refused(student):
    """discount times the largest eigenvalue of W must stay below 1: at 2.83 the discount 0.36 has no finite sum"""
    triangle, path = triangle_and_path()
    with pytest.raises(ValueError):
        student.walk_kernel(triangle, path, discount=0.36)
    with pytest.raises(ValueError):
        student.walk_kernel(triangle, triangle, discount=0.5)
    with pytest.raises(ValueError):
        student.walk_kernel([[2]], [[1]], discount=0.5)
    # with labels the product graph is smaller, and the same discount may be fine
    value = student.walk_kernel(triangle, triangle, [1, 2, 3], [1, 2, 3], discount=0.4)
    assert value == pytest.approx(15, rel=1e-5)


@pytest.mark.exercise("walk_kernel")
def test_unlabelled_counts_multiply(student, rng):
    """without labels the pairs of walks are all pairs: walks in A times walks in B; equal labels are like none"""
    A, B = random_graph(rng, 5), random_graph(rng, 4)

    def walks(M, length):
        return np.linalg.matrix_power(M, length).sum()

    expected = [sum(walks(A, k) * walks(B, k) for k in range(1, q + 1)) for q in (1, 3)]
    assert agree([student.walk_kernel(A, B, max_length=q) for q in (1, 3)], expected)
    assert student.walk_kernel(A, B, [7] * 5, [7] * 4, max_length=3) == pytest.approx(expected[1], rel=1e-5)
    assert student.walk_kernel(B, A, max_length=3) == pytest.approx(expected[1], rel=1e-5)


@pytest.mark.exercise("walk_kernel")
def test_renumbered_nodes(student, reference, rng):
    """numbering the nodes of a labelled graph in another order changes nothing"""
    A, B = random_graph(rng, 5), random_graph(rng, 4)
    a, b = np.array([0, 1, 0, 1, 0]), np.array([1, 0, 0, 1])
    before = A.copy(), B.copy()
    order = rng.permutation(5)
    turned = A[np.ix_(order, order)], B, a[order], b
    assert student.walk_kernel(*turned, max_length=4) == pytest.approx(reference.walk_kernel(A, B, a, b, max_length=4))
    expected = reference.walk_kernel(A, B, a, b, discount=0.05)  # W has no eigenvalue above 4 * 3
    assert student.walk_kernel(A, B, a, b, discount=0.05) == pytest.approx(expected, rel=1e-5)
    assert student.walk_kernel(*turned, discount=0.05) == pytest.approx(expected, rel=1e-5)
    assert unchanged(before, (A, B))


@pytest.mark.exercise("walk_kernel")
def test_directed_and_weighted_graphs(student):
    """a chain of arrows has 3, 2, 1 walks of length 0, 1, 2 and none beyond; weights multiply along a walk"""
    chain, loop = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[1]])
    assert student.walk_kernel(chain, loop, max_length=9) == pytest.approx(3, rel=1e-5)
    assert student.walk_kernel(chain, loop, discount=0.9) == pytest.approx(3 + 2 * 0.9 + 0.81, rel=1e-5)
    assert student.walk_kernel(chain, [[0.5]], max_length=2) == pytest.approx(2 * 0.5 + 0.25, rel=1e-5)
    assert student.walk_kernel([[1, 1], [0, 1]], [[1, 2], [0, 0]], max_length=2) == pytest.approx(3 * 3 + 4 * 3)


@pytest.mark.exercise("walk_kernel")
def test_graphs_make_a_gram_matrix(student, reference, rng):
    """the matrix of walk kernels of several graphs is symmetric and positive semidefinite"""
    graphs = [random_graph(rng, n) for n in (2, 3, 4)]
    K = np.array([[student.walk_kernel(A, B, discount=0.08) for A in graphs] for B in graphs])
    assert reference.is_valid_gram(K, tol=1e-5)
    assert agree(K, [[reference.walk_kernel(A, B, discount=0.08) for A in graphs] for B in graphs])


@pytest.mark.exercise("walk_kernel")
def test_walk_kernel_rejects(student):
    """both or neither sum, labels for one graph only, missing labels, and bad matrices or bounds raise ValueError"""
    A, B = triangle_and_path()
    assert agree([student.walk_kernel(A, B, max_length=0)], [0])
    for setting in (
        {},
        {"max_length": 2, "discount": 0.1},
        {"max_length": -1},
        {"discount": 0.0},
        {"discount": -0.1},
        {"labels_a": list("CCO"), "max_length": 1},
        {"labels_b": list("CCO"), "max_length": 1},
        {"labels_a": list("CC"), "labels_b": list("COC"), "max_length": 1},
        {"labels_a": list("CCO"), "labels_b": list("COCC"), "max_length": 1},
    ):
        with pytest.raises(ValueError):
            student.walk_kernel(A, B, **setting)
    with pytest.raises(ValueError):
        student.walk_kernel(np.zeros((3, 3)), B, discount=1.0)  # W = 0 always converges, but 1 is not allowed
    with pytest.raises(ValueError):
        student.walk_kernel(A[:2], B, max_length=1)
    with pytest.raises(ValueError):
        student.walk_kernel(A, B[:, :2], max_length=1)


# ---------------------------------------------------------------- kernel_perceptron


def is_run(answer, alpha, b, mistakes):
    """Whether (alpha, b, mistakes) is this run."""
    assert len(answer) == 3, "expected (alpha, b, mistakes)"
    return agree(answer[0], alpha) and agree(answer[1], b) and list(answer[2]) == list(mistakes)


def explicit_perceptron(Phi, y, n_epochs):
    """The same run with a weight vector: w, b, mistakes."""
    w, b, mistakes = np.zeros(Phi.shape[1]), 0, []
    for _ in range(n_epochs):
        mistakes.append(0)
        for row, label in zip(Phi, y, strict=True):
            if label * (row @ w + b) <= 0:
                w, b, mistakes[-1] = w + label * row, b + label, mistakes[-1] + 1
        if mistakes[-1] == 0:
            break
    return w, b, mistakes


@pytest.mark.exercise("kernel_perceptron")
def test_four_corners_in_three_epochs(student):
    """corners ++, --, +-, -+ with (1 + x.z)^2: three mistakes, then one, then none, and b returns to 0"""
    X, y = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]]), np.array([1, 1, -1, -1])
    K = (1 + X @ X.T) ** 2
    assert is_run(student.kernel_perceptron(K, y, 1), [1, 0, -1, -1], -1, [3])
    assert is_run(student.kernel_perceptron(K, y, 2), [1, 1, -1, -1], 0, [3, 1])
    assert is_run(student.kernel_perceptron(K, y, 10), [1, 1, -1, -1], 0, [3, 1, 0])


@pytest.mark.exercise("kernel_perceptron")
def test_weights_of_the_corners(student):
    """the weight vector Phi^T alpha that XOR ends with is 4 on both columns of the product x1 x2 and 0 elsewhere"""
    X, y = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]]), np.array([1, 1, -1, -1])
    products = (X[:, :, np.newaxis] * X[:, np.newaxis]).reshape(4, 4)
    Phi = np.hstack([np.ones((4, 1)), math.sqrt(2) * X, products])
    alpha, _, mistakes = student.kernel_perceptron(Phi @ Phi.T, y, 10)
    assert agree(Phi.T @ numbers(alpha, 4), [0, 0, 0, 0, 4, 4, 0])
    assert sum(mistakes) == 4


@pytest.mark.exercise("kernel_perceptron")
def test_kernels_on_xor(student):
    """XOR in another order: one epoch of mistakes for polynomial and Gaussian, and 4 mistakes for ever if linear"""
    X, y = corners()
    s = X @ X.T
    assert is_run(student.kernel_perceptron((1 + s) ** 2, y, 20), y, 0, [4, 0])
    assert is_run(student.kernel_perceptron(s**2, y, 20), [-1, 1, 0, 0], 0, [2, 0])
    K = gaussian(X, X, 1)
    alpha, b, mistakes = student.kernel_perceptron(K, y, 20)
    assert is_run((alpha, b, mistakes), y, 0, [4, 0])
    assert agree(K @ numbers(alpha, 4) + b, 0.747645072 * y)
    assert list(student.kernel_perceptron(s, y, 6)[2]) == [4] * 6


@pytest.mark.exercise("kernel_perceptron")
def test_digits_in_two_epochs(student, reference, dataset):
    """threes against eights with a Gaussian of width 2: 18 mistakes in the first epoch, none in the second"""
    X, y = threes_and_eights(dataset)
    X, y = X[:200], y[:200]
    K = reference.kernel_matrix(X, kind="gaussian", sigma=2.0)
    alpha, b, mistakes = student.kernel_perceptron(K, y, 10)
    assert list(mistakes) == [18, 0]
    alpha = numbers(alpha, 200)
    assert agree(b, 0)
    assert agree(alpha[alpha != 0], y[alpha != 0])
    assert np.count_nonzero(alpha) == 18


@pytest.mark.exercise("kernel_perceptron")
def test_same_as_with_features(student, rng):
    """with K = Phi Phi^T it makes the mistakes of the perceptron on Phi, epoch by epoch, and w = Phi^T alpha"""
    Phi = rng.integers(-4, 5, size=(14, 3))  # integers: every sum is exact, whatever its order
    y = np.where(np.arange(14) % 3 == 0, -1, 1)
    for n_epochs in (1, 2, 5):
        w, b, mistakes = explicit_perceptron(Phi, y, n_epochs)
        alpha, bias, counted = student.kernel_perceptron(Phi @ Phi.T, y, n_epochs)
        assert agree(Phi.T @ numbers(alpha, 14), w)
        assert agree(bias, b)
        assert list(counted) == mistakes


@pytest.mark.exercise("kernel_perceptron")
def test_invariants_of_a_run(student, rng):
    """b is the sum of the alphas, alpha_i has the sign of y_i, and the absolute values add up to the mistakes"""
    X = rng.integers(-3, 4, size=(12, 2))
    y = np.where(np.arange(12) % 2, 1, -1)
    K = (1 + X @ X.T) ** 2
    before = K.copy(), y.copy()
    alpha, b, mistakes = student.kernel_perceptron(K, y, 4)
    alpha = numbers(alpha, 12)
    assert unchanged(before, (K, y))
    assert sum(mistakes) > 0
    assert agree(alpha.sum(), b)
    assert (alpha * y >= 0).all()
    assert agree(np.abs(alpha).sum(), sum(mistakes))
    assert np.abs(alpha).max() <= len(mistakes)
    assert agree(alpha, alpha.round())


@pytest.mark.exercise("kernel_perceptron")
def test_small_runs(student):
    """no epochs give zeros and an empty list; a first activation of 0 is a mistake, even of a single example"""
    assert is_run(student.kernel_perceptron(np.eye(3), [1, -1, 1], 0), [0, 0, 0], 0, [])
    assert is_run(student.kernel_perceptron([[2]], [-1], 5), [-1], -1, [1, 0])
    assert is_run(student.kernel_perceptron(np.zeros((2, 2)), [1, 1], 5), [1, 0], 1, [1, 0])
    # after two of the three examples a is 1 - 1 = 0 exactly: the third is a mistake too
    assert is_run(student.kernel_perceptron(np.zeros((3, 3)), [1, -1, 1], 1), [1, -1, 1], 1, [3])


@pytest.mark.exercise("kernel_perceptron")
def test_kernel_perceptron_rejects(student):
    """labels other than -1 and +1, a K that is not (n, n), and a negative number of epochs raise ValueError"""
    assert list(student.kernel_perceptron(np.eye(2), [1, -1], 3)[2]) == [2, 0]
    for K, y, n_epochs in (
        (np.eye(2), [0, 1], 3),
        (np.eye(2), [1, 2], 3),
        (np.eye(3), [1, -1], 3),
        (np.eye(3), [1, -1], 0),
        (np.ones((2, 3)), [1, -1], 3),
        (np.ones((3, 2)), [1, -1], 3),
        (np.eye(2), [1, -1], -1),
    ):
        with pytest.raises(ValueError):
            student.kernel_perceptron(K, y, n_epochs)


# ---------------------------------------------------------------- kernel_least_squares


def cubic():
    """Five points of x^3 - x, the Gram matrix of 1 + s + s^2 + s^3, and its features 1, x, x^2, x^3."""
    x = np.array([-1, -0.5, 0, 0.5, 1])
    Phi = np.vander(x, 4, increasing=True)
    return Phi @ Phi.T, x**3 - x, Phi


def regression(rng, n=8, p=3, c=2):
    """Features with a well-conditioned Gram matrix of rank p, and c targets."""
    Phi = rng.normal(size=(n, p))
    return Phi @ Phi.T, rng.normal(size=(n, c)) + [[3, -3]], Phi


@pytest.mark.exercise("kernel_least_squares")
def test_first_steps(student):
    """two batch steps of 0.1 on five points of a cubic: all coefficients move together, by the sum and not the mean"""
    K, y, _ = cubic()
    expected = [0, 0.0375, 0, -0.0375, 0]
    assert agree(student.kernel_least_squares(K, y, learning_rate=0.1, n_steps=1), expected)
    expected = [-0.0046875, 0.0730078125, 0, -0.0730078125, 0.0046875]
    assert agree(student.kernel_least_squares(K, y, learning_rate=0.1, n_steps=2), expected)
    assert agree(student.kernel_least_squares(K, y, learning_rate=0.1), np.zeros(5))


@pytest.mark.exercise("kernel_least_squares")
def test_hundred_steps(student):
    """after 100 steps of 0.1 the cubic has the weights 0, -0.7395, 0, 0.7092 in the features 1, x, x^2, x^3"""
    K, y, Phi = cubic()
    alpha = numbers(student.kernel_least_squares(K, y, learning_rate=0.1, n_steps=100), 5)
    assert agree(Phi.T @ alpha, [0, -0.739508854, 0, 0.709198592])


@pytest.mark.exercise("kernel_least_squares")
def test_sweeps(student, rng):
    """a stochastic sweep changes one coefficient after the other, each with the newest values of all others"""
    K, y, _ = cubic()
    expected = [-0.00414916992, 0.0740219971, -0.00690620361, -0.0782755124, 0.0140723983]
    assert agree(student.kernel_least_squares(K, y, learning_rate=0.1, n_steps=2, stochastic=True), expected)
    K, y, Phi = regression(rng)
    w = np.zeros((3, 2))
    for _ in range(3):
        for row, target in zip(Phi, y, strict=True):
            w = w + 0.05 * np.outer(row, target - row @ w)
    alpha = numbers(student.kernel_least_squares(K, y, learning_rate=0.05, n_steps=3, stochastic=True), 8, 2)
    assert agree(Phi.T @ alpha, w)


@pytest.mark.exercise("kernel_least_squares")
def test_closed_form(student):
    """with penalty 0.5 the coefficients solve (K + 0.5 I) alpha = y, and Phi^T alpha are ridge weights"""
    K, y, Phi = cubic()
    alpha = numbers(student.kernel_least_squares(K, y, 0.5), 5)
    assert agree(alpha, [-0.152284264, 0.548223350, 0, -0.548223350, 0.152284264])
    assert agree(Phi.T @ alpha, [0, -0.243654822, 0, 0.167512690])
    assert agree(K @ alpha, [0.0761421320, 0.100888325, 0, -0.100888325, -0.0761421320])


@pytest.mark.exercise("kernel_least_squares")
def test_ridge_through_the_gram_matrix(student, rng):
    """Phi^T alpha is the ridge solution in the features, for one output and for several, which do not mix"""
    K, y, Phi = regression(rng)
    for penalty in (0.3, 2.0):
        expected = np.linalg.solve(Phi.T @ Phi + penalty * np.eye(3), Phi.T @ y)
        assert agree(Phi.T @ numbers(student.kernel_least_squares(K, y, penalty), 8, 2), expected)
        alone = student.kernel_least_squares(K, y[:, 1], penalty)
        assert agree(Phi.T @ numbers(alone, 8), expected[:, 1])


@pytest.mark.exercise("kernel_least_squares")
def test_descent_in_the_features(student, rng):
    """every batch step is a gradient step on the features, with and without penalty"""
    K, y, Phi = regression(rng)
    for penalty in (0.0, 1.5):
        w = np.zeros((3, 2))
        for _ in range(4):
            w = w + 0.02 * (Phi.T @ (y - Phi @ w) - penalty * w)
        alpha = student.kernel_least_squares(K, y, penalty, learning_rate=0.02, n_steps=4)
        assert agree(Phi.T @ numbers(alpha, 8, 2), w)


@pytest.mark.exercise("kernel_least_squares")
def test_steps_arrive(student, rng):
    """with a learning rate below 2 / (largest eigenvalue + penalty) the steps approach the closed form"""
    K, y, _ = regression(rng)
    largest = np.linalg.eigvalsh(K)[-1]
    expected = np.linalg.solve(K + largest * np.eye(8), y)
    alpha = student.kernel_least_squares(K, y, largest, learning_rate=0.6 / largest, n_steps=40)
    assert agree(alpha, expected)
    assert agree(student.kernel_least_squares(K, y, largest), expected)


@pytest.mark.exercise("kernel_least_squares")
def test_more_penalty_smaller_coefficients(student, rng):
    """the coefficients are linear in y and shrink as the penalty grows; integers will do, and nothing is modified"""
    K, y = np.array([[2, 1, 0], [1, 2, 1], [0, 1, 2]]), rng.integers(1, 9, size=3)
    before = K.copy(), y.copy()
    answers = [numbers(student.kernel_least_squares(K, y, penalty), 3) for penalty in (1, 2, 8)]
    assert np.all(np.diff([np.linalg.norm(answer) for answer in answers]) < 0)
    assert agree(answers[0], np.linalg.solve(K + np.eye(3), y))
    assert agree(student.kernel_least_squares(K, -3 * y, 1), -3 * answers[0])
    assert agree(student.kernel_least_squares(K, y, learning_rate=0.5, n_steps=1), y / 2)
    assert agree(student.kernel_least_squares(K, y, learning_rate=0.5, n_steps=1, stochastic=True)[0], y[0] / 2)
    assert unchanged(before, (K, y))


@pytest.mark.exercise("kernel_least_squares")
def test_kernel_least_squares_rejects(student):
    """shapes that disagree, a penalty or rate out of range, and a stochastic rule with penalty raise ValueError"""
    K, y = np.eye(3), np.array([1.0, 2.0, 3.0])
    assert agree(student.kernel_least_squares(K, y, 1.0), y / 2)
    for setting in (
        {},
        {"penalty": -0.1},
        {"penalty": -0.1, "learning_rate": 0.1, "n_steps": 1},
        {"learning_rate": 0.0, "n_steps": 1},
        {"learning_rate": -0.1, "n_steps": 1},
        {"penalty": 0.5, "learning_rate": 0.1, "n_steps": 1, "stochastic": True},
        {"penalty": 0.5, "n_steps": 1, "stochastic": True},
    ):
        with pytest.raises(ValueError):
            student.kernel_least_squares(K, y, **setting)
    for K, y in ((np.eye(3), np.ones(2)), (np.ones((3, 2)), np.ones(3)), (np.eye(2), np.ones((3, 2)))):
        with pytest.raises(ValueError):
            student.kernel_least_squares(K, y, 1.0)
        for n_steps in (0, 1):
            with pytest.raises(ValueError):
                student.kernel_least_squares(K, y, learning_rate=0.1, n_steps=n_steps)


# ---------------------------------------------------------------- kernel_kmeans


def seven_points():
    return np.array([-3, -2.5, -0.5, 0, 0.5, 2.5, 3]), np.array([0, 0, 1, 1, 1, 0, 1])


def lloyd(X, labels, n_clusters, n_iterations):
    """Ordinary k-means from an assignment; every cluster must keep members. Labels and squared distances."""
    for step in range(n_iterations + 1):
        means = np.array([X[labels == k].mean(axis=0) for k in range(n_clusters)])
        distances = ((X[:, np.newaxis] - means) ** 2).sum(axis=2)
        if step < n_iterations:
            labels = distances.argmin(axis=1)
    return labels, distances


@pytest.mark.exercise("kernel_kmeans")
def test_seven_points_by_size(student):
    """(1 + x z)^2 groups the seven points by |x|; the objective falls from 115.1 over 87.5 to 69.6"""
    x, start = seven_points()
    labels, D, history = student.kernel_kmeans((1 + np.outer(x, x)) ** 2, start, 2)
    assert agree(labels, [0, 0, 1, 1, 1, 0, 0])
    assert agree(history, [115.104167, 87.546875, 69.6041667])
    assert agree(numbers(D, 7, 2)[0], [19.890625, 96.0277778])


@pytest.mark.exercise("kernel_kmeans")
def test_seven_points_by_sign(student):
    """with the linear kernel the same start ends in left and right, with objective 10"""
    x, start = seven_points()
    labels, D, history = student.kernel_kmeans(np.outer(x, x), start, 2)
    assert agree(labels, [0, 0, 0, 1, 1, 1, 1])
    assert agree(history, [25.75, 10])
    assert agree(D, (x[:, np.newaxis] - [-2, 1.5]) ** 2)
    assert unchanged([[0, 0, 1, 1, 1, 0, 1]], [start])


@pytest.mark.exercise("kernel_kmeans")
def test_singletons_give_pairwise_distances(student, rng):
    """with one point in each cluster D[i, j] is the squared distance K_ii + K_jj - 2 K_ij of two points"""
    X = rng.normal(size=(5, 2))
    labels, D, history = student.kernel_kmeans(X @ X.T, np.arange(5), 5, 0)
    assert agree(D, ((X[:, np.newaxis] - X) ** 2).sum(axis=2))
    assert agree(labels, np.arange(5))
    assert agree(history, [0])
    K = gaussian(X, X, 1)
    _, D, _ = student.kernel_kmeans(K, np.arange(5), 5, max_iter=0)
    assert agree(D, 2 - 2 * K)


@pytest.mark.exercise("kernel_kmeans")
def test_empty_clusters(student):
    """a cluster without members is infinitely far away and stays empty"""
    x, _ = seven_points()
    labels, D, history = student.kernel_kmeans(np.outer(x, x), [0] * 7, 2)
    assert agree(labels, np.zeros(7))
    assert agree(history, [31])
    D = numbers(D, 7, 2)
    assert agree(D[:, 0], x**2)
    assert np.all(D[:, 1] == np.inf)


@pytest.mark.exercise("kernel_kmeans")
def test_linear_is_ordinary(student, rng):
    """with the linear kernel every iteration is one of ordinary k-means, cut off after max_iter iterations"""
    X = rng.normal(size=(18, 2)) / 2 + np.repeat([[0, 0], [4, 0], [0, 4]], 6, axis=0)
    start = np.array([0, 0, 0, 0, 1, 2, 1, 1, 1, 1, 2, 0, 2, 2, 2, 2, 0, 1])
    for max_iter in (0, 1, 2):
        labels, D, history = student.kernel_kmeans(X @ X.T, start, 3, max_iter)
        expected, distances = lloyd(X, start, 3, max_iter)
        assert agree(labels, expected)
        assert agree(D, distances)
        assert agree(history[-1], distances[np.arange(18), expected].sum())
        assert len(history) <= max_iter + 1


@pytest.mark.exercise("kernel_kmeans")
def test_species_as_a_start(student, dataset):
    """on iris, from the species themselves, the scatter falls from 89.30 to 78.86 and three versicolors change sides"""
    X, species, _ = dataset("iris")
    labels, _, history = student.kernel_kmeans(X @ X.T, species, 3)
    assert history[0] == pytest.approx(89.2974, rel=1e-5)
    assert history[-1] == pytest.approx(78.8556658, rel=1e-5)
    assert len(history) == 5
    assert agree(np.bincount(np.asarray(labels, dtype=int)), [50, 61, 39])
    assert np.sum(np.asarray(labels)[50:100] == 2) == 3


@pytest.mark.exercise("kernel_kmeans")
def test_objective_never_rises(student, reference, rng):
    """the objective never rises, distances are never negative, and a centred Gram matrix gives the same distances"""
    X = rng.normal(size=(15, 2))
    K, start = (1 + X @ X.T) ** 2, np.arange(15) % 3
    labels, D, history = student.kernel_kmeans(K, start, 3)
    D, slack = numbers(D, 15, 3), 1e-5 * np.diag(K).max()
    assert np.all(np.diff(history) <= 15 * slack)
    assert np.all(D + slack >= 0)
    assert agree(D[np.arange(15), np.asarray(labels, dtype=int)].sum(), history[-1])
    H = np.eye(15) - 1 / 15
    _, centred, _ = student.kernel_kmeans(H @ K @ H, start, 3, 0)
    _, expected, _ = reference.kernel_kmeans(K, start, 3, 0)
    assert agree(centred, expected)


@pytest.mark.exercise("kernel_kmeans")
def test_names_of_clusters(student, reference, rng):
    """calling the clusters of the start by other numbers only calls those of the result so"""
    X = rng.normal(size=(12, 2)) / 2 + 2 * np.array([[1, 1], [-1, 1], [0, -1]])[np.arange(12) % 3]
    K, start = gaussian(X, X, 1.5), np.array([1, 0, 2] + [0, 1, 2] * 3)
    expected, _, history = reference.kernel_kmeans(K, start, 3)
    rename = np.array([2, 0, 1])
    labels, _, renamed_history = student.kernel_kmeans(K, rename[start], 3)
    assert agree(labels, rename[expected])
    assert agree(renamed_history, history)


@pytest.mark.exercise("kernel_kmeans")
def test_ties_of_clusters(student):
    """a point halfway between two means goes to the cluster of lower number"""
    x = np.array([-3, -1, 1, 3, 0, 10])
    labels, _, history = student.kernel_kmeans(np.outer(x, x), [0, 0, 1, 1, 2, 2], 3, 1)
    assert agree(labels, [0, 0, 1, 1, 0, 2])
    assert agree(history, [54, 14 / 3 + 2])
    labels, _, _ = student.kernel_kmeans(np.outer(x, x), [1, 1, 0, 0, 2, 2], 3, 1)
    assert agree(labels, [1, 1, 0, 0, 0, 2])


@pytest.mark.exercise("kernel_kmeans")
def test_kernel_kmeans_rejects(student):
    """labels out of range, too few labels, and a K that is not square raise ValueError"""
    assert agree(student.kernel_kmeans(np.eye(3), [0, 1, 1], 2)[0], [0, 1, 1])
    for K, labels, n_clusters in (
        (np.eye(3), [0, 1, 2], 2),
        (np.eye(3), [0, -1, 1], 2),
        (np.eye(3), [0, 1], 2),
        (np.ones((3, 2)), [0, 1, 1], 2),
    ):
        with pytest.raises(ValueError):
            student.kernel_kmeans(K, labels, n_clusters)


# ---------------------------------------------------------------- kernel_predict


@pytest.mark.exercise("kernel_predict")
def test_support_vectors_of_xor(student):
    """XOR with alpha = 1/8 scores -1 and +1, with 1/(4 sqrt 2) it scores -+1.414 for any offset of the kernel"""
    X, y = corners()
    scores, labels = student.kernel_predict((X @ X.T + 1) ** 2, np.full(4, 1 / 8), y)
    assert agree(scores, y)
    assert agree(labels, y)
    for offset in (0, 1, 3):
        scores, labels = student.kernel_predict((X @ X.T + offset) ** 2, np.full(4, 1 / (4 * math.sqrt(2))), y)
        assert agree(scores, math.sqrt(2) * y)
        assert agree(labels, y)


@pytest.mark.exercise("kernel_predict")
def test_score_of_zero(student):
    """x = 2 (+) and x = 0 (-) with alpha = 1/2 and b = -1: x = 3 scores 2, and x = 1 scores 0, which is +1"""
    scores, labels = student.kernel_predict([[6, 0], [2, 0], [0, 0]], [0.5, 0.5], [1, -1], -1.0)
    assert agree(scores, [2, 0, -1])
    assert agree(labels, [1, 1, -1])


@pytest.mark.exercise("kernel_predict")
def test_rows_are_test_points(student, rng):
    """score t belongs to row t of K_test, whether the block is square or not; coefficients of 0 may be left out"""
    K, coefficients = np.array([[1, 2], [3, 5]]), np.array([1, -1])
    before = K.copy(), coefficients.copy()
    scores, labels = student.kernel_predict(K, coefficients, bias=1)
    assert agree(scores, [0, -1])
    assert agree(labels, [1, -1])
    assert unchanged(before, (K, coefficients))
    K, coefficients = rng.normal(size=(3, 6)), np.array([2.0, 0.0, -1.0, 0.0, 0.5, 0.0])
    expected = 2 * K[:, 0] - K[:, 2] + K[:, 4] / 2 + 0.25
    for kept in (slice(None), coefficients != 0):
        scores, labels = student.kernel_predict(K[:, kept], coefficients[kept], bias=0.25)
        assert agree(scores, expected)
        assert agree(labels, np.where(expected >= 0, 1, -1))


@pytest.mark.exercise("kernel_predict")
def test_scaled_coefficients(student, rng):
    """scores are linear in the coefficients and the bias, so multiplying both by 3 keeps every label"""
    K, alpha = rng.normal(size=(7, 5)), rng.uniform(0.1, 2, size=5)
    y = np.array([1, -1, -1, 1, -1])
    scores, labels = student.kernel_predict(K, alpha, y, -0.4)
    assert agree(scores, K @ (alpha * y) - 0.4)
    tripled, same = student.kernel_predict(K, 3 * alpha, y, -1.2)
    assert agree(tripled, 3 * (K @ (alpha * y) - 0.4))
    assert agree(labels, np.where(K @ (alpha * y) >= 0.4, 1, -1))
    assert agree(same, labels)


@pytest.mark.exercise("kernel_predict")
def test_several_outputs(student, rng):
    """with c columns the label is the index of the largest score, the lowest of equal ones; all columns get the bias"""
    K, coefficients = np.array([[1, 0], [0, 1], [1, 1]]), np.array([[0, 2, 2], [5, 1, 3]])
    scores, labels = student.kernel_predict(K, coefficients, bias=-10)
    assert agree(scores, [[-10, -8, -8], [-5, -9, -7], [-5, -7, -5]])
    assert agree(labels, [1, 0, 0])
    K, coefficients = rng.normal(size=(4, 6)), rng.normal(size=(6, 3))
    scores, labels = student.kernel_predict(K, coefficients, bias=0.5)
    assert agree(scores, K @ coefficients + 0.5)
    assert agree(labels, (K @ coefficients).argmax(axis=1))


@pytest.mark.exercise("kernel_predict")
def test_threes_and_eights(student, dataset):
    """your kernel_matrix, kernel_perceptron and kernel_predict together: 8 errors on 157 images of 3 and 8"""
    X, y = threes_and_eights(dataset)
    K = student.kernel_matrix(X[:200], kind="gaussian", sigma=2.0)
    alpha, b, _ = student.kernel_perceptron(K, y[:200], 10)
    scores, labels = student.kernel_predict(
        student.kernel_matrix(X[200:], X[:200], "gaussian", sigma=2.0), alpha, bias=b
    )
    assert np.sum(numbers(labels, 157) != y[200:]) == 8
    assert agree(np.where(numbers(scores, 157) >= 0, 1, -1), labels)


@pytest.mark.exercise("kernel_predict")
def test_ten_digits(student, dataset):
    """your kernel_matrix, kernel_least_squares and kernel_predict together: 15 errors on 200 digits after 200 others"""
    X, digit, _ = dataset("digits")
    X, one_hot = X / 16, np.eye(10)[digit]
    K = student.kernel_matrix(X[:200], kind="gaussian", sigma=2.0)
    alpha = student.kernel_least_squares(K, one_hot[:200], 0.1)
    K_test = student.kernel_matrix(X[200:400], X[:200], "gaussian", sigma=2.0)
    scores, labels = student.kernel_predict(K_test, alpha)
    assert np.sum(numbers(labels, 200) != digit[200:400]) == 15
    assert agree(numbers(scores, 200, 10).argmax(axis=1), labels)


@pytest.mark.exercise("kernel_predict")
def test_kernel_predict_rejects(student):
    """coefficients or labels that do not fit the columns of K_test, and labels with c columns, raise ValueError"""
    K, y = np.ones((2, 3)), np.array([1, -1, 1])
    assert agree(student.kernel_predict(K, [1, 1, 1], y)[0], [1, 1])
    for coefficients, labels in (
        ([1, 1], None),
        (np.ones((2, 3)), None),
        ([1, 1, 1], [1, -1]),
        ([1, 1, 1], [1]),
        (np.ones((3, 2)), y),
        (np.ones((3, 3)), y),
    ):
        with pytest.raises(ValueError):
            student.kernel_predict(K, coefficients, labels)
