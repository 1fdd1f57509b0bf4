"""Public checks of "What a hypothesis class can fit": small cases that you can work out by hand.

Run all of them with `pytest`, or those of one exercise with `pytest -k behaviours`. In the comments and sentences a row
of labels is written as signs: +-+ stands for 1, -1, 1.
"""

import math

import numpy as np
import pytest


def signs(*rows):
    """signs("+-", "++") is the array [[1, -1], [1, 1]]."""
    return np.array([[1 if sign == "+" else -1 for sign in row] for row in rows])


# behaviours


@pytest.mark.exercise("behaviours")
def test_behaviours_of_two_points(student):
    """the rows +-, +-, ++, -- are 3 behaviours, because two rows are alike; ++, -- are 2; all labellings would be 4"""
    three, shattered_by_three = student.behaviours(signs("+-", "+-", "++", "--"))
    two, shattered_by_two = student.behaviours(signs("++", "--"))
    assert (three, two) == (3, 2)
    assert (bool(shattered_by_three), bool(shattered_by_two)) == (False, False)


@pytest.mark.exercise("behaviours")
def test_behaviours_of_three_shattered_points(student):
    """all 8 labellings of three points, and the first of them once more: 8 behaviours, shattered"""
    count, shattered = student.behaviours(signs("---", "--+", "-+-", "-++", "+--", "+-+", "++-", "+++", "---"))
    assert count == 8
    assert bool(shattered) is True


@pytest.mark.exercise("behaviours")
def test_behaviours_needs_a_row(student):
    """a table without rows is refused with a ValueError"""
    with pytest.raises(ValueError):
        student.behaviours(np.ones((0, 3)))


# vc_dimension


@pytest.mark.exercise("vc_dimension")
def test_vc_dimension_with_a_constant_column(student):
    """three points of which one always gets the label +, and the other two all of --, -+, +-, ++: dimension 2"""
    first = student.vc_dimension(signs("+--", "+-+", "++-", "+++"))
    middle = student.vc_dimension(signs("-+-", "-++", "++-", "+++"))
    last = student.vc_dimension(signs("--+", "-++", "+-+", "+++"))
    assert (first, middle, last) == (2, 2, 2)


@pytest.mark.exercise("vc_dimension")
def test_vc_dimension_of_thresholds(student):
    """thresholds label three points on a line +++, -++, --+, ---: of two points the left one is never + alone, so 1"""
    assert student.vc_dimension(signs("+++", "-++", "--+", "---")) == 1


@pytest.mark.exercise("vc_dimension")
def test_vc_dimension_of_a_late_pair(student):
    """the rows +--, --+, -+-, -++: only columns 1 and 2 are shattered together; so are those of +--, +-+, ++-, +++"""
    late = student.vc_dimension(signs("+--", "--+", "-+-", "-++"))
    constant = student.vc_dimension(signs("+--", "+-+", "++-", "+++"))
    assert (late, constant) == (2, 2)


# linearly_separable


@pytest.mark.exercise("linearly_separable")
def test_separable_xor(student):
    """the corners of a square with equal labels along the diagonals are not separable; with a single - they are"""
    square = np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
    labels = ([-1, 1, 1, -1], [-1, 1, 1, 1])
    assert [student.linearly_separable(square, np.array(row)) for row in labels] == [False, True]


@pytest.mark.exercise("linearly_separable")
def test_separable_three_in_a_row(student):
    """(0, 0), (1, 1), (2, 2) with the labels +-+: the negative lies between the positives; with ++- it does not"""
    points = np.array([[0, 0], [1, 1], [2, 2]])
    labels = ([1, -1, 1], [1, 1, -1])
    assert [student.linearly_separable(points, np.array(row)) for row in labels] == [False, True]


@pytest.mark.exercise("linearly_separable")
def test_separable_far_from_the_origin(student):
    """on a line, - and +: 1 and 2 are separated by 1.5, 100 and 101 by 100.5; 100 with both labels by nothing"""
    labels = np.array([-1, 1])
    near = student.linearly_separable(np.array([[1], [2]]), labels)
    far = student.linearly_separable(np.array([[100], [101]]), labels)
    both = student.linearly_separable(np.array([[100], [101], [100]]), np.array([-1, 1, 1]))
    assert [near, far, both] == [True, True, False]


@pytest.mark.exercise("linearly_separable")
def test_separable_with_a_distant_point(student):
    """0, 1, 2, 20 with --++ are separated by 1.5, with -+-+ by nothing; four points in the plane by a slanted line"""
    points, labels = np.array([[0], [1], [2], [20]]), np.array([-1, -1, 1, 1])
    distant = student.linearly_separable(points, labels)
    mixed = student.linearly_separable(points, np.array([-1, 1, -1, 1]))
    slanted = student.linearly_separable(np.array([[0, 0], [4, 1], [0, 1], [4, 2]]), labels)
    assert [distant, mixed, slanted] == [True, False, True]


@pytest.mark.exercise("linearly_separable")
def test_separable_by_a_slanted_line(student):
    """(0, 0) and (4, 1) are below the line y = x/4 + 1/2, (0, 1) and (4, 2) above; nothing separates the diagonals"""
    points = np.array([[0, 0], [4, 1], [0, 1], [4, 2]])
    labels = ([-1, -1, 1, 1], [-1, 1, 1, -1])
    assert [student.linearly_separable(points, np.array(row)) for row in labels] == [True, False]


# realizable_labelings


@pytest.mark.exercise("realizable_labelings")
def test_realizable_intervals(student):
    """intervals on the points 0, 1, 2: all labellings but +-+, in lexicographic order"""
    labelings = student.realizable_labelings(np.array([[0], [1], [2]]), "boxes")
    np.testing.assert_array_equal(labelings, signs("---", "--+", "-+-", "-++", "+--", "++-", "+++"))


@pytest.mark.exercise("realizable_labelings")
def test_realizable_boxes_on_a_square(student):
    """boxes on the corners of a square: the empty set, 4 points, 4 sides, everything"""
    labelings = student.realizable_labelings(np.array([[0, 0], [1, 0], [0, 1], [1, 1]]), "boxes")
    assert np.asarray(labelings).shape == (10, 4)


@pytest.mark.exercise("realizable_labelings")
def test_realizable_halfplanes_on_a_square(student):
    """half-planes on the corners of a square: all 16 labellings but +--+ and -++-"""
    labelings = student.realizable_labelings(np.array([[0, 0], [1, 0], [0, 1], [1, 1]]), "halfspaces")
    assert np.asarray(labelings).shape == (14, 4)
    rows = np.asarray(labelings).tolist()
    assert [1, -1, -1, 1] not in rows
    assert [-1, 1, 1, -1] not in rows


@pytest.mark.exercise("realizable_labelings")
def test_realizable_convex_sets_on_a_square(student):
    """convex sets on the corners of a square: all 16, the diagonals too, which are segments"""
    labelings = student.realizable_labelings(np.array([[0, 0], [1, 0], [0, 1], [1, 1]]), "convex")
    assert np.asarray(labelings).shape == (16, 4)


# growth_function


@pytest.mark.exercise("growth_function")
def test_growth_of_half_planes(student):
    """half-planes on 4 points: 2 (C(3,0) + C(3,1) + C(3,2)) = 2 (1 + 3 + 3) = 14"""
    assert student.growth_function("halfspaces", 4, 2) == 14


@pytest.mark.exercise("growth_function")
def test_growth_on_a_line(student):
    """thresholds on 3 points: 4; intervals on 5 points: 15 that hold some point, and the empty one"""
    assert student.growth_function("thresholds", 3) == 4
    assert student.growth_function("intervals", 5) == 16


@pytest.mark.exercise("growth_function")
def test_growth_of_any_class_of_dimension_two(student):
    """Sauer's bound for 5 points and dimension 2: 1 + 5 + 10 = 16"""
    assert student.growth_function("sauer", 5, 2) == 16


@pytest.mark.exercise("growth_function")
def test_growth_with_many_digits(student):
    """half-spaces in 20 dimensions on 100 points: 1136077993394332931072, which no float is"""
    assert student.growth_function("halfspaces", 100, 20) == 1136077993394332931072


# empirical_rademacher


@pytest.mark.exercise("empirical_rademacher")
def test_rademacher_of_thresholds(student):
    """thresholds ++, -+, -- on two points: they fit the noise ++, +-, -+, -- up to 1, 0, 1, 1, on average 0.75"""
    assert student.empirical_rademacher(signs("++", "-+", "--")) == pytest.approx(0.75, rel=1e-5)


@pytest.mark.exercise("empirical_rademacher")
def test_rademacher_with_given_noise(student):
    """thresholds on four points and the noise ++--, +---: they fit up to 0 and 2/4, on average 0.25"""
    table, sigma = signs("++++", "-+++", "--++", "---+", "----"), signs("++--", "+---")
    assert student.empirical_rademacher(table, sigma) == pytest.approx(0.25, rel=1e-5)


@pytest.mark.exercise("empirical_rademacher")
def test_rademacher_of_one_hypothesis(student):
    """a class of one hypothesis fits some noise and misses as much: 0"""
    assert student.empirical_rademacher(signs("+++")) == pytest.approx(0, abs=1e-9)


# vc_formula


@pytest.mark.exercise("vc_formula")
def test_dimensions_in_the_plane(student):
    """in the plane: half-planes 3, boxes 4, polygons with 4 corners 9, all convex sets infinity"""
    assert student.vc_formula("halfspaces", d=2) == 3
    assert student.vc_formula("boxes", d=2) == 4
    assert student.vc_formula("polygons", d=4) == 9
    assert student.vc_formula("convex_sets") == math.inf


@pytest.mark.exercise("vc_formula")
def test_dimensions_of_boolean_classes(student):
    """three Boolean variables: conjunctions 3, all functions 2^3 = 8"""
    assert student.vc_formula("conjunctions", d=3) == 3
    assert student.vc_formula("boolean", d=3) == 8


@pytest.mark.exercise("vc_formula")
def test_finite_classes(student):
    """8 hypotheses shatter at most 3 points; for 10 hypotheses the bound is log2(10) = 3.3219, not rounded"""
    assert student.vc_formula("finite", size=8) == pytest.approx(3, rel=1e-5)
    assert student.vc_formula("finite", size=10) == pytest.approx(3.321928, rel=1e-5)


@pytest.mark.exercise("vc_formula")
def test_adaboost_after_one_round(student):
    """one round with base classifiers of dimension 1: 2 * 2 * 2 * log2(2e) = 8 * 2.442695"""
    assert student.vc_formula("adaboost", d=1, rounds=1) == pytest.approx(19.541560, rel=1e-5)


@pytest.mark.exercise("vc_formula")
def test_polygons_have_three_corners(student):
    """a polygon with 2 corners is refused with a ValueError"""
    with pytest.raises(ValueError):
        student.vc_formula("polygons", d=2)


# capacity_bound


@pytest.mark.exercise("capacity_bound")
def test_bound_by_vc_dimension(student):
    """0.1 + sqrt(8 ln(25e) / 100) + sqrt(ln(20) / 200) = 0.1 + 0.580956 + 0.122387"""
    assert student.capacity_bound(0.1, 100, 0.05, vc=4) == pytest.approx(0.803344, rel=1e-5)


@pytest.mark.exercise("capacity_bound")
def test_bound_without_complexity(student):
    """a class that fits no noise at all: 0.1 + 0 + 3 sqrt(ln(40) / 200)"""
    assert student.capacity_bound(0.1, 100, 0.05, rademacher=0) == pytest.approx(0.507430, rel=1e-5)


@pytest.mark.exercise("capacity_bound")
def test_bound_by_rademacher_complexity(student):
    """0.1 + 0.2 + 3 sqrt(ln(40) / 200): the complexity comes in as it is"""
    assert student.capacity_bound(0.1, 100, 0.05, rademacher=0.2) == pytest.approx(0.707430, rel=1e-5)


@pytest.mark.exercise("capacity_bound")
def test_bound_above_one(student):
    """as many examples as dimensions: 0.5 + sqrt(2 ln(e)) + sqrt(ln(20) / 16), which is above 1 and stays so"""
    assert student.capacity_bound(0.5, 8, 0.05, vc=8) == pytest.approx(2.346918, rel=1e-5)


@pytest.mark.exercise("capacity_bound")
def test_bound_needs_a_capacity(student):
    """without vc and without rademacher there is no bound: ValueError"""
    with pytest.raises(ValueError):
        student.capacity_bound(0.1, 100, 0.05)


# uv_classifier


@pytest.mark.exercise("uv_classifier")
def test_uv_of_a_line(student):
    """theta = (-1, 4, 0): u = (0, 2, 0) and v = (1, 0, 0); the scores -1, 0, 0.6 give the labels -, +, +"""
    u, v, labels = student.uv_classifier(np.array([-1, 4, 0]), np.array([[0, 0], [0.25, 7], [0.4, 1]]))
    assert np.shape(u) == np.shape(v) == np.shape(labels) == (3,)
    np.testing.assert_allclose(u, [0, 2, 0], atol=1e-6)
    np.testing.assert_allclose(v, [1, 0, 0], atol=1e-6)
    np.testing.assert_array_equal(labels, [-1, 1, 1])


@pytest.mark.exercise("uv_classifier")
def test_uv_with_negative_weights(student):
    """theta = (9, -4): u = (3, 0) and v = (0, 2); the scores 9 - 4 * 2 = 1 and 9 - 4 * 3 = -3 give the labels +, -"""
    u, v, labels = student.uv_classifier(np.array([9, -4]), np.array([[2], [3]]))
    np.testing.assert_allclose(u, [3, 0], atol=1e-6)
    np.testing.assert_allclose(v, [0, 2], atol=1e-6)
    np.testing.assert_array_equal(labels, [1, -1])


# margin_bounds: x = 3 with label + and x = -1 with label - on a line, alpha = (0, 0.5), so f(x) = 0.5 x


def two_on_a_line(student):
    K, alpha, y = np.array([[9, -3], [-3, 1]]), np.array([0, 0.5]), np.array([1, -1])
    return student.margin_bounds(K, alpha, y, 0.05)


@pytest.mark.exercise("margin_bounds")
def test_norm_and_radius(student):
    """f(x) = 0.5 x has norm 0.5; the longest example is 3; so the VC bound is (0.5 * 3)^2 = 2.25"""
    bounds = two_on_a_line(student)
    assert bounds["norm"] == pytest.approx(0.5, rel=1e-5)
    assert bounds["radius"] == pytest.approx(3, rel=1e-5)
    assert bounds["vc"] == pytest.approx(2.25, rel=1e-5)


@pytest.mark.exercise("margin_bounds")
def test_three_complexities(student):
    """exact (0.5/2) (2 + 4 + 4 + 2)/4 = 0.75; by the trace 0.5 sqrt(9 + 1)/2; by the radius 0.5 * 3/sqrt(2)"""
    bounds = two_on_a_line(student)
    assert bounds["rademacher"] == pytest.approx(0.75, rel=1e-5)
    assert bounds["trace_bound"] == pytest.approx(0.790569, rel=1e-5)
    assert bounds["radius_bound"] == pytest.approx(1.060660, rel=1e-5)


@pytest.mark.exercise("margin_bounds")
def test_margin_error_and_bound(student):
    """the margins are 1.5 and 0.5, so half of them are below 1; bound 0.5 + 2 * 0.790569 + 3 sqrt(ln(40)/4)"""
    bounds = two_on_a_line(student)
    assert bounds["margin_error"] == pytest.approx(0.5, rel=1e-5)
    assert bounds["bound"] == pytest.approx(4.962107, rel=1e-5)


@pytest.mark.exercise("margin_bounds")
def test_margin_complexity_with_given_noise(student):
    """alpha = (0.5, 0.5) has norm 2; for the noise ++ alone, sigma' K sigma = 9 - 3 - 3 + 1 = 4, so (2/2) * 2 = 2"""
    K, alpha, y = np.array([[9, -3], [-3, 1]]), np.array([0.5, 0.5]), np.array([1, -1])
    bounds = student.margin_bounds(K, alpha, y, 0.05, sigma=np.array([[1, 1]]))
    assert bounds["norm"] == pytest.approx(2, rel=1e-5)
    assert bounds["rademacher"] == pytest.approx(2, rel=1e-5)


@pytest.mark.exercise("margin_bounds")
def test_margins_of_exactly_one(student):
    """three orthogonal examples with margins 49 * (1/49), 4 * (1/4) and 1 * 1, all of them 1: no margin error"""
    K, alpha, y = np.diag([49, 4, 1]), np.array([1 / 49, 1 / 4, 1]), np.array([1, -1, -1])
    assert student.margin_bounds(K, alpha, y, 0.05)["margin_error"] == pytest.approx(0, abs=1e-9)
