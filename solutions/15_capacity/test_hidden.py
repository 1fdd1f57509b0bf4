"""Hidden checks of 15_capacity: textbook dimensions, printed and derived figures, invariants, brute force, edges."""

import math
from itertools import combinations, product

import numpy as np
import pytest

from autograder.checks.shelf import given, leaves_alone, numbers, refuses, same, same_for_all_kinds, same_items, says

SQUARE = ((0, 0), (1, 0), (0, 1), (1, 1))
IN_A_ROW = ((0, 0), (1, 1), (2, 2))
TRIANGLE = ((0, 0), (1, 0), (0, 1))
INSIDE = ((0, 0), (4, 0), (0, 4), (1, 1))  # the last point lies in the triangle of the others
DIAMOND = ((1, 0), (-1, 0), (0, 1), (0, -1))
SIMPLEX = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
PENTAGON = ((0, 2), (2, 0), (5, 1), (4, 4), (1, 5))
ON_A_CIRCLE = ((5, 0), (3, 4), (-3, 4), (-5, 0), (-4, -3), (3, -4))


def cube(n):
    """All 2^n labellings of n points, in lexicographic order."""
    return np.array(list(product((-1, 1), repeat=n)))


def thresholds(n):
    """The n + 1 one-sided thresholds on n points of a line."""
    return np.where(np.arange(n) >= np.arange(n + 1)[:, np.newaxis], 1, -1)


def half_lines(n):
    return np.vstack([thresholds(n), -thresholds(n)])


def intervals(n):
    """Every interval on n points of a line, from end to end: the empty one occurs several times."""
    ends = [(a, b) for a in range(n + 1) for b in range(a, n + 1)]
    return np.array([np.where((np.arange(n) >= a) & (np.arange(n) < b), 1, -1) for a, b in ends])


def constants(n):
    return np.array([[1] * n, [-1] * n])


def conjunctions(d):
    """All 3^d conjunctions of d variables (1 plain, 0 negated, None left out), on all 2^d inputs."""
    inputs = list(product((0, 1), repeat=d))
    rules = product((0, 1, None), repeat=d)
    return np.array(
        [[1 if all(v in (None, b) for v, b in zip(r, x, strict=True)) else -1 for x in inputs] for r in rules]
    )


def boxes_on_a_grid():
    """All boxes on the 3 x 3 grid that hold a point, and the empty one."""
    grid, ends = np.array(list(product(range(3), repeat=2))), [(a, b) for a in range(3) for b in range(a, 3)]
    rows = [
        np.where((grid[:, 0] >= a) & (grid[:, 0] <= b) & (grid[:, 1] >= c) & (grid[:, 1] <= d), 1, -1)
        for a, b in ends
        for c, d in ends
    ]
    return np.array([*rows, [-1] * 9])


def random_signs(rng, *shape):
    return rng.choice([-1, 1], size=shape)


def random_rotation(rng, d):
    return np.linalg.qr(rng.normal(size=(d, d)))[0]


def separated(rng, n, d):
    """Random points in two classes whose hulls miss each other by 0.12 at least."""
    w = random_rotation(rng, d)[0]
    points = rng.uniform(-2, 2, (n, d))
    scores = points @ w - rng.uniform(-1, 1)
    labels = np.where(scores > 0, 1, -1)
    return points + 0.06 * labels[:, np.newaxis] * w, labels


def overlapping(rng, n, d):
    """n points, n > 2d: the first 2d, all positive, are the corners of a rotated cross around the next, a negative."""
    rotation = random_rotation(rng, d)
    corners = np.vstack([rotation, -rotation])
    points = np.vstack([corners, rng.uniform(-0.15, 0.15, d), rng.uniform(-3, 3, (n - 2 * d - 1, d))])
    labels = np.concatenate([np.ones(2 * d, dtype=int), [-1], random_signs(rng, n - 2 * d - 1)])
    order = rng.permutation(n)
    return points[order] + rng.uniform(-5, 5, d), labels[order]


def in_general_position(rng, n, d):
    """Whole-number points such that no d + 1 of them lie in one hyperplane."""
    while True:
        points = rng.integers(-9, 10, (n, d))
        lifted = np.column_stack([points, np.ones(n)])
        if all(abs(np.linalg.det(lifted[list(some)])) > 0.5 for some in combinations(range(n), d + 1)):
            return points


def unimodular(rng, d):
    """A whole-number matrix with a whole-number inverse, and small entries."""
    upper, lower = (np.eye(d, dtype=int) + np.triu(rng.integers(-1, 2, (d, d)), 1) for _ in range(2))
    return upper @ lower.T


def random_kernel(rng, n):
    X = rng.normal(size=(n, 3))
    return X @ X.T


# ---------------------------------------------------------------- behaviours


@pytest.mark.exercise("behaviours")
def test_thresholds_on_two_points(student):
    """on the points 0 and 1, x < 0.12 and x < 0.77 are one behaviour; with rules in both directions all four occur"""
    table = [[1 if x < a else -1 for x in (0, 1)] for a in (0.12, 0.77, 2, -1)]
    count, shattered = student.behaviours(np.array(table))
    assert count == 3
    says(shattered, False)
    count, shattered = student.behaviours(np.vstack([table, np.negative(table)]))
    assert count == 4
    says(shattered, True)


@pytest.mark.exercise("behaviours")
def test_intervals_on_a_line(student):
    """intervals label 1, 2, 3, 4, 5 points of a line in 2, 4, 7, 11, 16 ways; up to two points are shattered"""
    for n, expected in enumerate((2, 4, 7, 11, 16), 1):
        count, shattered = student.behaviours(intervals(n))
        assert count == expected
        says(shattered, n <= 2)


@pytest.mark.exercise("behaviours")
def test_no_points_and_one_hypothesis(student):
    """no points have one labelling, the empty one, so they are shattered; one hypothesis shatters nothing else"""
    count, shattered = student.behaviours(np.ones((3, 0)))
    assert count == 1
    says(shattered, True)
    count, shattered = student.behaviours([[1, -1]])
    assert count == 1
    says(shattered, False)
    count, shattered = student.behaviours([[1], [-1], [1]])
    assert count == 2
    says(shattered, True)


@pytest.mark.exercise("behaviours")
def test_order_and_repetition(student, rng):
    """the order of rows and of columns does not matter, nor how often a row occurs"""
    table = random_signs(rng, 12, 4)
    expected = len({tuple(row) for row in table.tolist()})
    again = np.vstack([table, table])[rng.permutation(24)][:, rng.permutation(4)]
    for variant in (table, again):
        count, shattered = student.behaviours(variant)
        assert count == expected
        says(shattered, False)


@pytest.mark.exercise("behaviours")
def test_almost_shattered(student, rng):
    """16 rows on four points of which two are equal do not shatter them; a part of shattered points is shattered"""
    table = cube(4)[rng.permutation(16)]
    count, shattered = student.behaviours(table)
    assert count == 16
    says(shattered, True)
    count, shattered = student.behaviours(np.vstack([table[1:], table[1]]))
    assert count == 15
    says(shattered, False)
    count, shattered = student.behaviours(np.delete(table, rng.integers(4), axis=1))
    assert count == 8
    says(shattered, True)


@pytest.mark.exercise("behaviours")
def test_twenty_points(student, rng):
    """on twenty points: rows that differ at the first point only, or at the last only, are different behaviours"""
    row = random_signs(rng, 20).astype(np.int8)
    table = np.tile(row, (5, 1))
    table[1, 0] *= -1
    table[2, -1] *= -1
    table[3] *= -1
    count, shattered = student.behaviours(table)
    assert count == 4
    says(shattered, False)


@pytest.mark.exercise("behaviours")
def test_kinds_of_tables(student):
    """tables of floats, of integers and lists are answered alike, and left as they are"""
    same_for_all_kinds(student.behaviours, np.array([[1, -1, 1], [1, -1, 1], [-1, -1, 1]]), expected=(2, False))
    leaves_alone(student.behaviours, np.array([[1, -1], [-1, 1], [1, -1]]))


@pytest.mark.exercise("behaviours")
def test_bad_tables(student):
    """a table without rows, or not of two dimensions, is refused"""
    refuses(student.behaviours, given(np.ones((0, 2))), given(np.ones(3)), but_takes=given(np.ones((1, 2))))


# ---------------------------------------------------------------- vc_dimension


@pytest.mark.exercise("vc_dimension")
def test_conjunctions(student):
    """conjunctions of d = 1, 2, 3 variables have dimension d, as a class on the 2^d inputs"""
    for d in (1, 2, 3):
        assert student.vc_dimension(conjunctions(d)) == d


@pytest.mark.exercise("vc_dimension")
def test_conjunctions_of_four_variables(student):
    """the 81 conjunctions of four variables, on nine inputs with the four among them that have a single 0: 4"""
    table = conjunctions(4)
    assert student.vc_dimension(table[:, [0, 3, 7, 8, 11, 12, 13, 14, 15]]) == 4


@pytest.mark.exercise("vc_dimension")
def test_classes_on_a_line(student):
    """on six points of a line: thresholds 1, half-lines 2, intervals 2, the two constants 1, one hypothesis 0"""
    answers = [student.vc_dimension(family(6)) for family in (thresholds, half_lines, intervals, constants)]
    same_items(answers, [1, 2, 2, 1])
    assert student.vc_dimension(np.array([[1, -1, 1, 1, -1, -1]])) == 0


@pytest.mark.exercise("vc_dimension")
def test_boxes_and_all_functions(student):
    """boxes on the 3 x 3 grid have dimension 4, and so have all 16 functions of two bits"""
    assert student.vc_dimension(boxes_on_a_grid()) == 4
    assert student.vc_dimension(cube(4)) == 4


@pytest.mark.exercise("vc_dimension")
def test_hidden_columns(student, rng):
    """three shattered columns are found wherever they stand among columns that add nothing"""
    table = np.ones((8, 7), dtype=int)
    places = rng.permutation(7)
    table[:, places[:3]] = cube(3)[rng.permutation(8)]
    table[:, places[3]] = -table[:, places[0]]
    table[:, places[4]] = -1
    assert student.vc_dimension(table) == 3


@pytest.mark.exercise("vc_dimension")
def test_invariants_of_the_dimension(student, reference, rng):
    """the order of rows and columns, repeated rows and columns, and flipped columns change nothing"""
    table = random_signs(rng, 14, 7)
    expected = reference.vc_dimension(table)
    moved = np.vstack([table, table[:3]])[rng.permutation(17)][:, rng.permutation(7)] * random_signs(rng, 7)
    for variant in (table, moved, np.hstack([table, table[:, :2]])):
        assert student.vc_dimension(variant) == expected


@pytest.mark.exercise("vc_dimension")
def test_random_classes(student, reference, rng):
    """random classes of 3 to 20 hypotheses on 2 to 8 points have the dimension that listing all sets gives"""
    for m, n in ((3, 5), (5, 2), (9, 8), (20, 6)):
        table = random_signs(rng, m, n)
        assert student.vc_dimension(table) == reference.vc_dimension(table)


@pytest.mark.exercise("vc_dimension")
def test_small_and_other_tables(student):
    """equal rows, no points and one point; lists and floats are answered as arrays of integers are"""
    assert student.vc_dimension([[1, -1], [1, -1]]) == 0
    assert student.vc_dimension(np.ones((2, 0))) == 0
    assert student.vc_dimension([[1], [-1]]) == 1
    same_for_all_kinds(student.vc_dimension, np.array([[1, -1, 1], [1, -1, -1], [1, 1, 1], [1, 1, -1]]), expected=2)
    leaves_alone(student.vc_dimension, thresholds(3))


@pytest.mark.exercise("vc_dimension")
def test_bad_tables_have_no_dimension(student):
    """a table without rows, or not of two dimensions, is refused"""
    refuses(student.vc_dimension, given(np.ones((0, 2))), given(np.ones(3)), but_takes=given(np.ones((1, 2))))


# ---------------------------------------------------------------- linearly_separable


def judge_labelings(student, points, impossible):
    """All labellings of the points are separable, except for those that are listed."""
    for labels in product((-1, 1), repeat=len(points)):
        expected = "".join("-+"[label > 0] for label in labels) not in impossible
        says(student.linearly_separable(np.array(points), np.array(labels)), expected)


@pytest.mark.exercise("linearly_separable")
def test_square(student):
    """of the 16 labellings of a square only the two with equal labels along the diagonals are not separable"""
    judge_labelings(student, SQUARE, ("-++-", "+--+"))


@pytest.mark.exercise("linearly_separable")
def test_three_in_a_row(student):
    """of three points in a row, the middle one cannot be separated from both of the others"""
    judge_labelings(student, IN_A_ROW, ("-+-", "+-+"))


@pytest.mark.exercise("linearly_separable")
def test_point_in_a_triangle(student):
    """a point inside a triangle cannot be separated from its corners; all else can"""
    judge_labelings(student, INSIDE, ("---+", "+++-"))


@pytest.mark.exercise("linearly_separable")
def test_touching_hulls(student):
    """a point on an edge or a corner of the other class, crossing segments, and one point with both labels: no"""
    says(student.linearly_separable([[0, 0], [4, 0], [0, 4], [2, 2]], [1, 1, 1, -1]), False)
    says(student.linearly_separable([[0, 0], [2, 0], [1, 0], [3, 0]], [1, 1, -1, -1]), False)
    says(student.linearly_separable([[0, 0], [2, 0], [1, 0], [1, 5]], [1, 1, -1, -1]), False)
    says(student.linearly_separable([[3, 7], [3, 7]], [1, -1]), False)
    says(student.linearly_separable([[3], [3], [9]], [1, -1, 1]), False)
    says(student.linearly_separable([[-1, 0], [2, 0], [-2, 0], [-2, 0]], [-1, -1, 1, -1]), False)
    says(student.linearly_separable([[0, 0, 0], [2, 2, 2], [0, 2, 1], [2, 0, 1]], [1, 1, -1, -1]), False)
    says(student.linearly_separable([[3, 7], [3, 7], [3, 8]], [1, 1, -1]), True)


@pytest.mark.exercise("linearly_separable")
def test_one_class(student):
    """points of one class only, even one point or equal points, are separable; one point with both labels is not"""
    says(student.linearly_separable([[2, 5], [2, 5]], [1, -1]), False)
    for label in (-1, 1):
        says(student.linearly_separable([[2, 5]], [label]), True)
        says(student.linearly_separable([[0, 0], [1, 1], [2, 2], [1, 1]], [label] * 4), True)
    says(student.linearly_separable([[0], [0], [0]], [1, 1, 1]), True)


@pytest.mark.exercise("linearly_separable")
@pytest.mark.parametrize("d", [1, 2, 3])
def test_general_position(student, rng, d):
    """d + 1 points in general position are separable for every labelling, unless one of them has both labels"""
    points = in_general_position(rng, d + 1, d)
    says(student.linearly_separable([*points.tolist(), points[0].tolist()], [1] * (d + 1) + [-1]), False)
    judge_labelings(student, points, ())


@pytest.mark.exercise("linearly_separable")
def test_clear_gap(student, rng):
    """random classes with a gap between their hulls are separable, and stay so when a point is taken away"""
    for n, d in ((9, 3), (12, 2), (10, 1), (4, 3)):
        points, labels = separated(rng, n, d)
        says(student.linearly_separable(points, labels), True)
        says(student.linearly_separable(points[1:], labels[1:]), True)
        says(student.linearly_separable([*points.tolist(), points[0].tolist()], [*labels.tolist(), -labels[0]]), False)


@pytest.mark.exercise("linearly_separable")
def test_clear_overlap(student, rng):
    """a negative point deep inside the hull of the positives makes it impossible, whatever the other points are"""
    for n, d in ((10, 3), (7, 3), (12, 2), (5, 2), (3, 1), (8, 1)):
        points, labels = overlapping(rng, n, d)
        says(student.linearly_separable(points, labels), False)
        says(student.linearly_separable(points, -labels), False)


@pytest.mark.exercise("linearly_separable")
def test_narrow_gap(student):
    """narrow gaps between whole-number points are gaps; in the middle of a gap one point more closes it"""
    says(student.linearly_separable([[18], [20], [19], [17]], [1, 1, -1, -1]), False)
    says(student.linearly_separable([[20], [19]], [1, -1]), True)
    says(student.linearly_separable([[0, 0], [19, 18], [1, 1], [20, 19]], [-1, -1, 1, 1]), True)
    says(student.linearly_separable([[0, 0], [19, 18], [1, 1], [20, 19], [18, 17]], [-1, -1, 1, 1, 1]), False)
    says(student.linearly_separable([[0, 0], [20, 19], [1, 1], [20, 18]], [-1, -1, 1, 1]), False)
    below = [[5, 3, 15], [8, 3, 6], [9, 3, 3], [18, 13, 10]]  # in one plane, the others in the next one
    above = [[1, 0, 17], [20, 15, 11], [0, 0, 20], [2, 0, 14]]
    says(student.linearly_separable(below + above, [-1] * 4 + [1] * 4), True)


@pytest.mark.exercise("linearly_separable")
def test_no_obvious_direction(student):
    """separable, though neither the means nor the scatter nor the nearest points of the classes show how"""
    points = [[0, 3], [1, 3], [1, 2], [0, 2], [4, 2], [11, 9], [0, 2], [16, 20]]
    says(student.linearly_separable(points, [-1, 1, -1, -1, -1, 1, -1, 1]), True)
    points = [[1, 3, 1], [3, 0, 5], [19, 3, 18], [3, 3, 3], [1, 1, 2], [0, 4, 4], [20, 14, 5], [17, 20, 18], [3, 4, 4]]
    says(student.linearly_separable(points, [-1, 1, 1, -1, -1, 1, -1, 1, 1]), True)
    says(student.linearly_separable(points, [1, 1, 1, -1, -1, 1, 1, 1, 1]), False)


@pytest.mark.exercise("linearly_separable")
@pytest.mark.parametrize("d", [2, 3])
def test_moved_and_flipped(student, reference, rng, d):
    """flipping all labels, shifting the points or mapping them one to one onto whole numbers changes nothing"""
    says(student.linearly_separable(np.vstack([np.eye(d), np.full(d, 1 / d)]) * 6 - 5, [1] * d + [-1]), False)
    for _ in range(4):
        points, labels = rng.integers(-2, 3, (d + 4, d)), random_signs(rng, d + 4)
        expected = reference.linearly_separable(points, labels)
        says(student.linearly_separable(points, labels), expected)
        says(student.linearly_separable(points, -labels), expected)
        moved = points @ unimodular(rng, d) + rng.integers(-6, 7, d)
        says(student.linearly_separable(moved, labels), expected)


@pytest.mark.exercise("linearly_separable")
def test_far_away_and_far_apart(student, reference, rng):
    """points that are shifted by 2^20, or multiplied or divided by it, are separable if they were before"""
    for d in (2, 3):
        for points, labels in ((rng.integers(-2, 3, (d + 4, d)), random_signs(rng, d + 4)) for _ in range(3)):
            expected = reference.linearly_separable(points, labels)
            for moved in (points + 2**20, points * 2**20, points / 2**20):
                says(student.linearly_separable(moved, labels), expected)
    says(student.linearly_separable(np.add(IN_A_ROW, 2**20), [1, 1, -1]), True)
    says(student.linearly_separable(np.add(SQUARE, 2**20), [1, -1, 1, 1]), True)
    says(student.linearly_separable(np.add(SQUARE, 2**20), [1, -1, -1, 1]), False)
    says(student.linearly_separable(np.divide(SQUARE, 2**20), [1, -1, 1, 1]), True)
    says(student.linearly_separable(np.divide(SQUARE, 2**20), [1, -1, -1, 1]), False)
    says(student.linearly_separable(np.multiply(INSIDE, 2**20), [1, 1, 1, -1]), False)


@pytest.mark.exercise("linearly_separable")
def test_kinds_of_points(student):
    """integers, small unsigned ones among them, floats and lists are answered alike, and left as they are"""
    points = np.array([[0, 0], [3, 3], [3, 0], [0, 3]])
    same_for_all_kinds(student.linearly_separable, points, np.array([1, 1, -1, -1]), expected=False)
    same_for_all_kinds(student.linearly_separable, points, np.array([1, -1, 1, 1]), expected=True)
    leaves_alone(student.linearly_separable, points.astype(float), np.array([1.0, -1.0, 1.0, 1.0]))


@pytest.mark.exercise("linearly_separable")
def test_bad_labels(student):
    """labels other than -1 and +1, or too few or too many of them, are refused"""
    points = np.array([[0, 1], [2, 3], [1, 1]])
    refuses(
        student.linearly_separable,
        given(points, np.array([0, 1, 1])),
        given(points, np.array([1, 2, -1])),
        given(points, np.array([1, -1])),
        given(points, np.array([1, -1, 1, -1])),
        given(points, np.array([1])),
        given(points[:1], np.array([1, -1, 1])),
        but_takes=given(points, np.array([1, -1, 1])),
    )


# ---------------------------------------------------------------- realizable_labelings


FAMILIES = ("boxes", "halfspaces", "convex")


def judge_counts(student, points, expected):
    """So many labellings by boxes, half-spaces and convex sets."""
    for family, count in zip(FAMILIES, expected, strict=True):
        answer = student.realizable_labelings(np.array(points), family)
        numbers(answer, count, len(points), name=f"the answer for {family}")


@pytest.mark.exercise("realizable_labelings")
def test_three_points(student):
    """a triangle: boxes 7, half-planes 8, convex sets 8; three points in a row: 7, 6, 7"""
    judge_counts(student, TRIANGLE, (7, 8, 8))
    judge_counts(student, IN_A_ROW, (7, 6, 7))


@pytest.mark.exercise("realizable_labelings")
def test_four_points(student):
    """a square 10, 14, 16; a point in a triangle 13, 14, 15; a diamond 16, 14, 16: boxes, half-planes, convex sets"""
    judge_counts(student, SQUARE, (10, 14, 16))
    judge_counts(student, INSIDE, (13, 14, 15))
    judge_counts(student, DIAMOND, (16, 14, 16))


@pytest.mark.exercise("realizable_labelings")
def test_simplex_and_pentagon(student):
    """four corners of a cube, in three dimensions: 12, 16, 16; a pentagon: 28, 22, 32"""
    judge_counts(student, SIMPLEX, (12, 16, 16))
    judge_counts(student, PENTAGON, (28, 22, 32))


@pytest.mark.exercise("realizable_labelings")
def test_points_in_and_on_hulls(student):
    """a point on the side of a triangle: 13, 12, 14; a point inside a pyramid, in three dimensions: 23, 30, 31"""
    judge_counts(student, ((0, 0), (4, 0), (0, 4), (1, 3)), (13, 12, 14))
    judge_counts(student, ((0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4), (1, 1, 1)), (23, 30, 31))


@pytest.mark.exercise("realizable_labelings")
def test_points_on_a_line(student):
    """on 1 to 6 points of a line boxes and convex sets are intervals, 2, 4, 7, 11, 16, 22; half-lines 2, 4, ..., 12"""
    for n, count in enumerate((2, 4, 7, 11, 16, 22), 1):
        points = np.arange(n)[:, np.newaxis]
        same_items(student.realizable_labelings(points, "boxes"), np.unique(intervals(n), axis=0))
        if n < 6:
            numbers(student.realizable_labelings(points, "halfspaces"), 2 * n, n)
        if n < 5:
            numbers(student.realizable_labelings(points, "convex"), count, n)


@pytest.mark.exercise("realizable_labelings")
def test_points_on_a_circle(student):
    """convex sets label six points on a circle in all 64 ways"""
    same_items(student.realizable_labelings(np.array(ON_A_CIRCLE), "convex"), cube(6))


@pytest.mark.exercise("realizable_labelings")
def test_rows_of_the_families(student, rng):
    """every row of boxes and of half-spaces is one of convex sets; half-spaces have with a row the opposite one"""
    points = rng.integers(0, 4, (5, 2))
    boxes, halfspaces, convex = (
        {tuple(row) for row in np.asarray(student.realizable_labelings(points, family)).tolist()} for family in FAMILIES
    )
    assert boxes <= convex, "a box is a convex set, so its labelling belongs to both families"
    assert halfspaces <= convex, "a half-space is a convex set, so its labelling belongs to both families"
    assert halfspaces == {tuple(-label for label in row) for row in halfspaces}
    assert {(1,) * 5, (-1,) * 5} <= boxes & halfspaces


@pytest.mark.exercise("realizable_labelings")
@pytest.mark.parametrize("family", FAMILIES)
def test_every_labelling_in_order(student, reference, rng, family):
    """exactly the possible labellings, each once, in lexicographic order, also where points coincide or are in line"""
    for n, d in ((4, 1), (5, 2), (4, 3)):
        points = rng.integers(0, 4, (n, d))
        points[-1] = points[0]
        same_items(student.realizable_labelings(points, family), reference.realizable_labelings(points, family))
    points = in_general_position(rng, 4, 2)
    same_items(student.realizable_labelings(points, family), reference.realizable_labelings(points, family))


@pytest.mark.exercise("realizable_labelings")
@pytest.mark.parametrize("family", FAMILIES)
def test_stretched_and_shifted(student, reference, rng, family):
    """stretching an axis and shifting all points changes no labelling"""
    points = rng.integers(-3, 4, (4, 2))
    moved = points * np.array([4, 0.5]) + np.array([6, -8])
    expected = reference.realizable_labelings(points, family)
    same_items(student.realizable_labelings(points, family), expected)
    same_items(student.realizable_labelings(moved, family), expected)


@pytest.mark.exercise("realizable_labelings")
def test_one_point_and_kinds_of_points(student):
    """one point has both labels in every family; integers, floats and lists are answered alike, and left as they are"""
    for family in FAMILIES:
        same_items(student.realizable_labelings([[3, 4]], family), [[-1], [1]])
        expected = [[-1, -1], [1, 1]]
        same_for_all_kinds(student.realizable_labelings, np.array([[2, 1], [2, 1]]), family, expected=expected)
        leaves_alone(student.realizable_labelings, np.array([[0.0, 2.0], [1.0, 5.0], [2.0, 0.0]]), family)


@pytest.mark.exercise("realizable_labelings")
def test_bad_families(student):
    """an unknown family is refused, and so are no points at all"""
    points = np.array([[0, 1], [2, 3]])
    refuses(
        student.realizable_labelings,
        given(points, "circles"),
        given(np.ones((0, 2)), "boxes"),
        given(np.ones((0, 2)), "halfspaces"),
        given(np.ones((0, 2)), "convex"),
        but_takes=given(points, "boxes"),
    )


# ---------------------------------------------------------------- growth_function


@pytest.mark.exercise("growth_function")
def test_half_spaces_in_twenty_dimensions(student):
    """half-spaces in 20 dimensions show all labellings of 21 points, exactly half of those of 42, few of 100"""
    fractions = {20: 1, 21: 1, 22: 0.9999995232, 42: 0.5, 50: 0.1264348651, 100: 8.962075e-10}
    counts = {n: student.growth_function("halfspaces", n, 20) for n in fractions}
    for n, fraction in fractions.items():
        same(counts[n] / 2**n, fraction, rel=1e-9 if n < 100 else 1e-6, abs=0)
    assert counts[42] == 2**41
    assert counts[100] == 1136077993394332931072


@pytest.mark.exercise("growth_function")
def test_small_counts(student):
    """half-planes on 4 and 5 points: 14, 22; intervals on 5: 16; Sauer's bounds 16, 176, 15, 4087976"""
    halves = [student.growth_function("halfspaces", n, 2) for n in (4, 5)]
    sauer = [student.growth_function("sauer", n, d) for n, d in ((5, 2), (10, 3), (4, 3), (100, 4))]
    same_items(halves, [14, 22])
    same_items(sauer, [16, 176, 15, 4087976])
    assert student.growth_function("intervals", 5) == 16


@pytest.mark.exercise("growth_function")
def test_up_to_the_dimension(student):
    """all 2^n labellings occur up to the VC dimension, and fewer beyond it"""
    for d in (1, 3, 6):
        for n in (1, d, d + 1, d + 2):
            halfspaces, sauer = (student.growth_function(family, n, d) for family in ("halfspaces", "sauer"))
            assert (halfspaces == 2**n) == (n <= d + 1)
            assert (sauer == 2**n) == (n <= d)
            assert max(halfspaces, sauer) <= 2**n


@pytest.mark.exercise("growth_function")
def test_sauer_is_reached(student):
    """thresholds and intervals reach Sauer's bound for dimension 1 and 2; half-spaces stay below theirs"""
    for n in (1, 2, 5, 30):
        assert student.growth_function("thresholds", n) == student.growth_function("sauer", n, 1)
        assert student.growth_function("intervals", n) == student.growth_function("sauer", n, 2)
        assert student.growth_function("halfspaces", n, 1) == 2 * n
        assert student.growth_function("halfspaces", n, 4) <= student.growth_function("sauer", n, 5)


@pytest.mark.exercise("growth_function")
def test_brute_force_agrees(student, reference, rng):
    """the counts are those of listing the labellings of points in general position"""
    for n, d in ((3, 1), (5, 2), (5, 3)):
        listed = reference.realizable_labelings(in_general_position(rng, n, d), "halfspaces")
        assert student.growth_function("halfspaces", n, d) == len(listed)
    assert student.growth_function("intervals", 4) == 11


@pytest.mark.exercise("growth_function")
def test_exact_large_counts(student, rng):
    """counts with thirty digits and more are exact, for any number of points"""
    n, d = int(rng.integers(120, 200)), int(rng.integers(30, 60))
    choose = [math.comb(n, k) for k in range(d + 1)]
    assert student.growth_function("sauer", n, d) == sum(choose)
    # C(n-1, k) + C(n-1, k-1) = C(n, k): Cover's counts for d and d - 1 add up to twice Sauer's sum
    both = student.growth_function("halfspaces", n, d) + student.growth_function("halfspaces", n, d - 1)
    assert both == 2 * sum(choose)


@pytest.mark.exercise("growth_function")
def test_one_point_and_dimension_zero(student):
    """one point has two labels in every family; a class of dimension 0 has one behaviour on any number of points"""
    for family in ("thresholds", "intervals", "halfspaces", "sauer"):
        assert student.growth_function(family, 1) == 2
    same_items([student.growth_function("sauer", n, 0) for n in (1, 7)], [1, 1])


@pytest.mark.exercise("growth_function")
def test_bad_counts(student):
    """an unknown family, no points, and dimensions that do not exist are refused"""
    refuses(
        student.growth_function,
        given("boxes", 4, 2),
        given("thresholds", 0),
        given("intervals", 0),
        given("halfspaces", 0, 2),
        given("sauer", 0, 2),
        given("halfspaces", 4, 0),
        given("sauer", 4, -1),
        but_takes=given("sauer", 4, 0),
    )


# ---------------------------------------------------------------- empirical_rademacher


COMPLEXITIES = (
    (constants, (1, 0.5, 0.5, 0.375, 0.375, 0.3125)),
    (thresholds, (1, 0.75, 0.6666666667, 0.59375, 0.55, 0.5104166667)),
    (half_lines, (1, 1, 0.8333333333, 0.75, 0.7, 0.6458333333)),
    (intervals, (1, 1, 0.9166666667, 0.84375, 0.7875, 0.7395833333)),
)


@pytest.mark.exercise("empirical_rademacher")
def test_complexities_on_a_line(student):
    """the two constants, thresholds, half-lines and intervals on 1 to 6 points of a line"""
    for family, expected in COMPLEXITIES:
        same([student.empirical_rademacher(family(n)) for n in range(1, 7)], expected)


@pytest.mark.exercise("empirical_rademacher")
def test_eight_points(student):
    """on 8 points: one hypothesis 0, two constants 0.2734375, thresholds 0.4560546875; on 12: two constants 0.2256"""
    answers = [student.empirical_rademacher(table) for table in (cube(8)[77:78], constants(8), thresholds(8))]
    same(answers, [0, 0.2734375, 0.4560546875])
    same(student.empirical_rademacher(constants(12)), math.comb(11, 5) / 2**11)


@pytest.mark.exercise("empirical_rademacher")
def test_half_planes_on_a_square(student, rng):
    """half-planes fit all noise on a triangle, complexity 1, and on a square all but two in 16: 0.9375"""
    same(student.empirical_rademacher(cube(3)[rng.permutation(8)]), 1)
    possible = np.delete(cube(4), [6, 9], axis=0)  # without -++- and +--+
    same(student.empirical_rademacher(possible), 0.9375)


@pytest.mark.exercise("empirical_rademacher")
def test_noise_that_is_given(student):
    """for the noise ++--, +-+-, --++ thresholds reach 1/3 and half-lines 5/6; for ++--, +--- thresholds reach 1/4"""
    sigma = np.array([[1, 1, -1, -1], [1, -1, 1, -1], [-1, -1, 1, 1]])
    same(student.empirical_rademacher(thresholds(4), sigma), 1 / 3)
    same(student.empirical_rademacher(half_lines(4), sigma), 5 / 6)
    same(student.empirical_rademacher(thresholds(4), [[1, 1, -1, -1], [1, -1, -1, -1]]), 0.25)
    same(student.empirical_rademacher([[1, 1, 1]], [[-1, -1, -1]]), -1)


@pytest.mark.exercise("empirical_rademacher")
def test_smallest_disagreement(student, rng):
    """the complexity is 1 - 2 e, where e is the mean over the noise of the smallest fraction of wrong labels"""
    table = random_signs(rng, 6, 5)
    disagreements = np.mean(cube(5)[:, np.newaxis, :] != table, axis=2)
    same(student.empirical_rademacher(table), 1 - 2 * disagreements.min(axis=1).mean())


@pytest.mark.exercise("empirical_rademacher")
def test_invariants_of_the_complexity(student, rng):
    """flipped columns and repeated rows change nothing; more rows never lower it; Massart's lemma bounds it"""
    table = np.vstack([cube(6)[rng.choice(64, 9, replace=False)]])
    value = float(numbers(student.empirical_rademacher(table)))
    variant = np.vstack([table, table[2:5]]) * random_signs(rng, 6)
    same(student.empirical_rademacher(variant), value)
    assert float(numbers(student.empirical_rademacher(table[:5]))) <= value + 1e-9
    assert 0 < value <= math.sqrt(2 * math.log(9) / 6)


@pytest.mark.exercise("empirical_rademacher")
def test_many_points(student, reference, rng):
    """forty points with thirty noise vectors that are given"""
    table, sigma = random_signs(rng, 15, 40), random_signs(rng, 30, 40)
    same(student.empirical_rademacher(table, sigma), reference.empirical_rademacher(table, sigma))


@pytest.mark.exercise("empirical_rademacher")
def test_kinds_of_tables_and_noise(student):
    """integers, floats and lists are answered alike, and left as they are; one point is enough"""
    table, sigma = thresholds(4), np.array([[1, 1, -1, -1], [1, -1, -1, -1], [1, 1, 1, 1]])
    same_for_all_kinds(student.empirical_rademacher, table, sigma, expected=0.5)
    same(student.empirical_rademacher([[1], [-1]]), 1)
    leaves_alone(student.empirical_rademacher, table.astype(float), sigma.astype(float))
    leaves_alone(student.empirical_rademacher, table.astype(float))


@pytest.mark.exercise("empirical_rademacher")
def test_bad_tables_have_no_complexity(student):
    """a table that is none, has no row or no column is refused, and so are 13 points without noise"""
    refuses(
        student.empirical_rademacher,
        given(np.ones(3)),
        given(np.ones((0, 3))),
        given(np.ones((2, 0))),
        given(np.ones((2, 13))),
        but_takes=given(np.ones((2, 13)), np.ones((1, 13))),
    )


# ---------------------------------------------------------------- vc_formula


@pytest.mark.exercise("vc_formula")
def test_known_dimensions(student):
    """half-spaces d + 1 (d without a bias), boxes 2d, polygons 2d + 1, conjunctions d, all functions 2^d"""
    assert student.vc_formula("halfspaces", d=20) == 21
    assert student.vc_formula("origin_halfspaces", d=20) == 20
    same_items([student.vc_formula("boxes", d=d) for d in (1, 2, 7)], [2, 4, 14])
    same_items([student.vc_formula("polygons", d=d) for d in (3, 4, 10)], [7, 9, 21])
    same_items([student.vc_formula("conjunctions", d=d) for d in (2, 6)], [2, 6])
    same_items([student.vc_formula("boolean", d=d) for d in (2, 6, 30)], [4, 64, 2**30])
    assert student.vc_formula("convex_sets") == math.inf


@pytest.mark.exercise("vc_formula")
def test_finite_class_bound(student, rng):
    """a class of 729 shatters at most 9.51 points, and at least as many as conjunctions of 6 variables"""
    same(student.vc_formula("finite", size=729), 9.5097750043)
    assert student.vc_formula("finite", size=729) >= student.vc_formula("conjunctions", d=6)
    assert student.vc_formula("finite", size=1) == 0
    size = int(rng.integers(3, 10**6))
    same(student.vc_formula("finite", size=size), math.log(size) / math.log(2))


@pytest.mark.exercise("vc_formula")
def test_adaboost_figures(student):
    """the bound for (d, rounds) = (1, 1), (2, 10), (2, 100), (3, 50)"""
    cases = ((1, 1, 19.5415603271), (2, 10, 323.5403595287), (2, 100, 4909.1493533263), (3, 50, 2902.9691162071))
    for d, rounds, expected in cases:
        same(student.vc_formula("adaboost", d=d, rounds=rounds), expected)


@pytest.mark.exercise("vc_formula")
def test_adaboost_grows(student, rng):
    """the bound is proportional to d + 1, and grows faster than rounds + 1"""
    d, rounds = int(rng.integers(2, 30)), int(rng.integers(2, 300))
    value = student.vc_formula("adaboost", d=d, rounds=rounds)
    same(student.vc_formula("adaboost", d=2 * d + 1, rounds=rounds), 2 * value)
    assert student.vc_formula("adaboost", d=d, rounds=2 * rounds + 1) > 2.01 * value


@pytest.mark.exercise("vc_formula")
def test_brute_force_has_the_same_dimensions(student, reference):
    """the formulas agree with listing all sets of points: intervals, half-lines, conjunctions, Boolean functions"""
    assert student.vc_formula("boxes") == reference.vc_dimension(intervals(6))
    assert student.vc_formula("halfspaces") == reference.vc_dimension(half_lines(6))
    assert student.vc_formula("conjunctions", d=3) == reference.vc_dimension(conjunctions(3))
    assert student.vc_formula("boolean", d=2) == reference.vc_dimension(cube(4))


@pytest.mark.exercise("vc_formula")
def test_bad_families_have_no_formula(student):
    """an unknown family, polygons with two corners, and d, size or rounds below 1 (used or not) are refused"""
    refuses(
        student.vc_formula,
        given("circles"),
        given("polygons"),
        given("polygons", d=2),
        given("boxes", d=0),
        given("boxes", d=2, size=0),
        given("halfspaces", d=2, rounds=0),
        given("finite", size=0),
        given("finite", d=0, size=9),
        given("convex_sets", d=-1),
        given("adaboost", d=2, rounds=0),
        but_takes=given("polygons", d=3),
    )


# ---------------------------------------------------------------- capacity_bound


@pytest.mark.exercise("capacity_bound")
def test_vc_figures(student):
    """21 dimensions: still above 1/2 with 500 and nearly with 1000 examples; 0.19 with 10,000"""
    cases = ((500, 21, 0.6465839361), (1000, 21, 0.4906489310), (500, 3, 0.3256427693), (10000, 21, 0.1857219764))
    for n, vc, expected in cases:
        same(student.capacity_bound(0, n, 0.05, vc=vc), expected)
    same(student.capacity_bound(0.1, 1000, 0.05, vc=3), 0.3408281224)


@pytest.mark.exercise("capacity_bound")
def test_rademacher_figures(student):
    """the price for certainty alone with 500 examples, and a complexity of 0.25 with 1000"""
    same(student.capacity_bound(0, 500, 0.05, rademacher=0), 0.1822084386)
    same(student.capacity_bound(0.1, 1000, 0.05, rademacher=0.25), 0.4788408225)


@pytest.mark.exercise("capacity_bound")
def test_random_bounds(student, rng):
    """any error, number of examples, delta and capacity; vc need not be whole, and the bound may exceed 1"""
    for _ in range(3):
        error, delta, n = rng.uniform(0, 1), rng.uniform(0.001, 0.999), int(rng.integers(30, 5000))
        certainty = math.sqrt(math.log(1 / delta) / (2 * n))
        vc, complexity = rng.uniform(1, 30), rng.uniform(0.01, 1)
        expected = error + math.sqrt(2 * vc * (1 + math.log(n) - math.log(vc)) / n) + certainty
        same(student.capacity_bound(error, n, delta, vc=vc), expected)
        expected = error + complexity + 3 * math.sqrt((math.log(2) - math.log(delta)) / n / 2)
        same(student.capacity_bound(error, n, delta, rademacher=complexity), expected)


@pytest.mark.exercise("capacity_bound")
def test_ratio_of_examples_to_dimension(student):
    """the price for the VC dimension depends on n / vc alone"""
    prices = [
        student.capacity_bound(0, n, 0.1, vc=vc) - math.sqrt(math.log(10) / (2 * n))
        for n, vc in ((60, 2), (300, 10), (3000, 100))
    ]
    same(prices, [prices[0]] * 3)
    same(prices[0], math.sqrt((1 + math.log(30)) / 15))


@pytest.mark.exercise("capacity_bound")
def test_directions(student):
    """the bound falls with n, rises with vc, the complexity and certainty, and adds to the error"""
    base = student.capacity_bound(0.2, 200, 0.1, vc=5)
    assert student.capacity_bound(0.2, 400, 0.1, vc=5) < base
    assert student.capacity_bound(0.2, 200, 0.1, vc=6) > base
    assert student.capacity_bound(0.2, 200, 0.05, vc=5) > base
    same(student.capacity_bound(0.3, 200, 0.1, vc=5) - base, 0.1)
    base = student.capacity_bound(0.2, 200, 0.1, rademacher=0.1)
    assert student.capacity_bound(0.2, 400, 0.1, rademacher=0.1) < base
    same(student.capacity_bound(0.2, 200, 0.1, rademacher=0.3) - base, 0.2)


@pytest.mark.exercise("capacity_bound")
def test_ends_of_the_ranges(student):
    """error 0 and 1, one example, and a VC dimension of 1 or n are allowed"""
    same(student.capacity_bound(1, 1, 0.5, vc=1), 1 + math.sqrt(2) + math.sqrt(math.log(2) / 2))
    same(student.capacity_bound(0, 50, 0.5, vc=50), math.sqrt(2) + math.sqrt(math.log(2) / 100))
    same(student.capacity_bound(1, 1, 0.5, rademacher=1), 2 + 3 * math.sqrt(math.log(4) / 2))


@pytest.mark.exercise("capacity_bound")
def test_bad_arguments_of_the_bound(student):
    """both capacities or none, and everything out of its range, is refused"""
    refuses(
        student.capacity_bound,
        given(0.1, 100, 0.05),
        given(0.1, 100, 0.05, vc=3, rademacher=0.1),
        given(0.1, 100, 0.05, vc=3, rademacher=0),
        given(-0.1, 100, 0.05, vc=3),
        given(1.1, 100, 0.05, rademacher=0.1),
        given(0.1, 0, 0.05, rademacher=0.1),
        given(0.1, 100, 0, vc=3),
        given(0.1, 100, 1, vc=3),
        given(0.1, 100, 0, rademacher=0.1),
        given(0.1, 100, 1, rademacher=0.1),
        given(0.1, 100, 0.05, vc=101),
        given(0.1, 100, 0.05, vc=0.5),
        given(0.1, 100, 0.05, vc=0),
        but_takes=given(0.1, 100, 0.05, vc=100),
    )


# ---------------------------------------------------------------- uv_classifier


@pytest.mark.exercise("uv_classifier")
def test_uv_figure(student):
    """theta = (-1, 4, 0) labels (0, 0), (0.25, 7), (1, 1) with -, +, +; the second score is exactly 0"""
    answer = student.uv_classifier(np.array([-1.0, 4.0, 0.0]), np.array([[0, 0], [0.25, 7], [1, 1]]))
    same(answer, ([0, 2, 0], [1, 0, 0], [-1, 1, 1]))


@pytest.mark.exercise("uv_classifier")
def test_squares_make_theta(student, rng):
    """u^2 - v^2 is theta, one of u_j and v_j is 0, and none is negative; also for weights of a million"""
    for scale in (1, 1e6):
        theta = scale * rng.normal(size=6)
        u, v, _ = student.uv_classifier(theta, rng.normal(size=(3, 5)))
        u, v = numbers(u, 6, name="u"), numbers(v, 6, name="v")
        same(u**2 - v**2, theta)
        same(u * v, np.zeros(6))
        assert min(u.min(), v.min()) >= 0, "u and v are square roots, so they are not negative"


@pytest.mark.exercise("uv_classifier")
def test_labels_of_the_linear_classifier(student, rng):
    """the labels are those of the linear classifier with weights theta, the intercept first"""
    theta, X = rng.normal(size=4), rng.normal(size=(60, 3))
    scores = theta[0] + X @ theta[1:]
    clear = np.abs(scores) > 1e-3
    _, _, labels = student.uv_classifier(theta, X[clear])
    same_items(labels, np.where(scores[clear] > 0, 1, -1))


@pytest.mark.exercise("uv_classifier")
def test_scores_of_zero(student):
    """a score of exactly 0 gets the label +1: on the boundary of theta = (-4, 1, 9), and everywhere for theta = 0"""
    _, _, labels = student.uv_classifier(np.array([-4, 1, 9]), np.array([[4, 0], [-5, 1], [3, 0], [0, 1]]))
    same_items(labels, [1, 1, -1, 1])
    u, v, labels = student.uv_classifier(np.zeros(3), np.array([[1, 2], [-3, 4]]))
    same((u, v), (np.zeros(3), np.zeros(3)))
    same_items(labels, [1, 1])


@pytest.mark.exercise("uv_classifier")
def test_kinds_of_theta(student):
    """integers, floats and lists are answered alike, one example is enough, and the arguments stay as they are"""
    theta, X = np.array([4, -9]), np.array([[1], [0]])
    same_for_all_kinds(student.uv_classifier, theta, X, expected=([2, 0], [0, 3], [-1, 1]))
    same(student.uv_classifier([1, 16, -4], [[1, 2]]), ([1, 4, 0], [0, 0, 2], [1]))
    leaves_alone(student.uv_classifier, np.array([1.5, -2.5]), np.array([[0.5], [1.5]]))


@pytest.mark.exercise("uv_classifier")
def test_bad_theta(student):
    """theta needs one entry more than there are columns"""
    X = np.ones((2, 3))
    refuses(student.uv_classifier, given(np.ones(3), X), given(np.ones(5), X), but_takes=given(np.ones(4), X))


# ---------------------------------------------------------------- margin_bounds


def and_gate():
    """The rows of AND with a column of ones, and the alpha of its separator (2, 2, -3): K, alpha, y."""
    X = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]])
    return X @ X.T, np.array([0, 5, 5, 7]), np.array([-1, -1, -1, 1])


@pytest.mark.exercise("margin_bounds")
def test_and_gate(student):
    """AND: the separator (2, 2, -3) has norm sqrt(17), so the VC bound is 17 * 3 = 51; no margin is below 1"""
    expected = {
        "norm": 4.1231056256,
        "radius": 1.7320508076,
        "vc": 51,
        "radius_bound": 3.5707142143,
        "trace_bound": 2.9154759474,
        "rademacher": 2.5795096271,
        "margin_error": 0,
        "bound": 7.8681041685,
    }
    same(student.margin_bounds(*and_gate(), 0.05), expected)


@pytest.mark.exercise("margin_bounds")
def test_xor(student):
    """XOR with the kernel (x.z + 1)^2 and alpha = 1/8: norm sqrt(1/2), radius 3, dimension 4.5"""
    X = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    K, y = (X @ X.T + 1) ** 2, np.array([-1, 1, 1, -1])
    expected = {"norm": 0.7071067812, "radius": 3, "vc": 4.5, "margin_error": 0}
    expected |= {"trace_bound": 1.0606601718, "rademacher": 1.0584231948, "bound": 4.1584726172}
    same(student.margin_bounds(K, np.full(4, 1 / 8), y, 0.05), expected)


@pytest.mark.exercise("margin_bounds")
def test_orthogonal_pair(student):
    """(1, 2) against (2, -1) with alpha = 0.2: norm sqrt(0.4), dimension 2, and all noise is fitted equally well"""
    K = np.array([[5, 0], [0, 5]])
    expected = {"norm": 0.6324555320, "vc": 2, "trace_bound": 1, "rademacher": 1, "margin_error": 0}
    same(student.margin_bounds(K, np.array([0.2, 0.2]), np.array([1, -1]), 0.05), expected)


@pytest.mark.exercise("margin_bounds")
def test_versicolor_and_virginica(student, dataset):
    """100 irises with an RBF kernel and alpha = 0.1: norm 3.65, dimension 13.3, margin error 0.29, bound 1.43"""
    X = dataset("iris")[0][50:150]
    K = np.exp(-((X[:, np.newaxis] - X) ** 2).sum(axis=2))
    y = np.where(np.arange(100) < 50, 1, -1)
    sigma = np.array([(-1) ** (np.arange(100) // (t + 1)) for t in range(10)])
    expected = {"norm": 3.648337853, "vc": 13.31036909, "trace_bound": 0.3648337853, "radius_bound": 0.3648337853}
    expected |= {"rademacher": 0.3187307471, "margin_error": 0.29, "bound": 1.427098025}
    same(student.margin_bounds(K, np.full(100, 0.1), y, 0.05, sigma), expected)


@pytest.mark.exercise("margin_bounds")
def test_order_of_the_complexities(student, rng):
    """the exact complexity is at most its bound by the trace, which is at most that by the radius"""
    K, alpha, y = random_kernel(rng, 7), rng.uniform(0.1, 1, 7), random_signs(rng, 7)
    bounds = student.margin_bounds(K, alpha, y, 0.1)
    exact, trace, radius = (
        float(numbers(bounds[name], name=name)) for name in ("rademacher", "trace_bound", "radius_bound")
    )
    assert 0 < exact <= trace * (1 + 1e-9)
    assert trace < radius
    lengths = np.sqrt([s @ K @ s for s in cube(7)])
    same(exact, np.sqrt((alpha * y) @ K @ (alpha * y)) / 7 * lengths.mean(), rel=1e-5)


@pytest.mark.exercise("margin_bounds")
def test_unit_diagonal(student, rng):
    """if all examples have norm 1, as with an RBF kernel, both bounds of the complexity are norm / sqrt(n)"""
    X = rng.normal(size=(9, 2))
    K = np.exp(-((X[:, np.newaxis] - X) ** 2).sum(axis=2))
    bounds = student.margin_bounds(K, rng.uniform(0.1, 1, 9), random_signs(rng, 9), 0.1, random_signs(rng, 5, 9))
    same(bounds["radius"], 1)
    same(bounds["trace_bound"], float(numbers(bounds["norm"])) / 3)
    same(bounds["radius_bound"], float(numbers(bounds["norm"])) / 3)


@pytest.mark.exercise("margin_bounds")
def test_scaled_classifier(student, rng):
    """alpha times 3 means norm and complexities times 3, and vc times 9"""
    K, alpha, y = random_kernel(rng, 6), rng.uniform(0.1, 1, 6), random_signs(rng, 6)
    once, thrice = (student.margin_bounds(K, c * alpha, y, 0.1) for c in (1, 3))
    for name, factor in (("norm", 3), ("rademacher", 3), ("trace_bound", 3), ("radius_bound", 3), ("vc", 9)):
        same(thrice[name], factor * float(numbers(once[name], name=name)), name=name)
    same(thrice["radius"], once["radius"])


@pytest.mark.exercise("margin_bounds")
def test_order_of_the_examples(student, rng):
    """the order of the examples does not matter; sigma is rearranged with them"""
    K, alpha, y = random_kernel(rng, 8), rng.uniform(0.1, 1, 8), random_signs(rng, 8)
    sigma, order = random_signs(rng, 4, 8), rng.permutation(8)
    moved = student.margin_bounds(K[np.ix_(order, order)], alpha[order], y[order], 0.2, sigma[:, order])
    expected = student.margin_bounds(K, alpha, y, 0.2, sigma)
    same(moved, {name: float(numbers(expected[name], name=name)) for name in ("norm", "vc", "rademacher", "bound")})


@pytest.mark.exercise("margin_bounds")
def test_margins_and_errors(student, rng):
    """examples inside the margin count as well as those on the wrong side, and those at a margin of 1 do not"""
    # Five examples that are orthogonal to all others have margins K_ii alpha_i, which is 1 up to rounding for the last
    # of them; a pair with product 0.9, labelled apart, has margins 2 - 0.9 * 0.5 and 0.5 - 0.9 * 2.
    K, alpha, y = np.eye(7), np.array([1, 0.999, 0.5, 1.25, 1 / 49, 2, 0.5]), random_signs(rng, 7)
    K[4, 4], K[5, 6], K[6, 5] = 49, 0.9, 0.9
    y[6] = -y[5]
    order = rng.permutation(7)
    bounds = student.margin_bounds(K[np.ix_(order, order)], alpha[order], y[order], 0.3)
    same(bounds["margin_error"], 3 / 7)


@pytest.mark.exercise("margin_bounds")
def test_no_support(student):
    """alpha = 0 is the class of the zero function: norm and complexities are 0, and every margin is violated"""
    K, _, y = and_gate()
    bounds = student.margin_bounds(K, np.zeros(4), y, 0.5)
    expected = {"norm": 0, "vc": 0, "rademacher": 0, "trace_bound": 0, "radius_bound": 0, "margin_error": 1}
    same(bounds, expected | {"bound": 1 + 3 * math.sqrt(math.log(4) / 8)})


@pytest.mark.exercise("margin_bounds")
def test_noise_that_cancels(student):
    """on a line, examples 0.1, 0.2, 0.3 cancel for some noise; rounding there must not make the answer nan"""
    x = np.array([0.1, 0.2, 0.3])
    bounds = student.margin_bounds(np.outer(x, x), np.array([1, 1, 1]), np.array([1, 1, -1]), 0.5)
    same(bounds["norm"], 0, abs=1e-3)
    bounds = student.margin_bounds(np.outer(x, x), np.array([0, 0, 10]), np.array([1, 1, 1]), 0.5)
    same(bounds["rademacher"], 3 / 3 * 0.3, rel=1e-5)


@pytest.mark.exercise("margin_bounds")
def test_kinds_of_kernels(student):
    """integers, floats and lists are answered alike, and left as they are"""
    K, alpha, y = and_gate()
    same_for_all_kinds(student.margin_bounds, K, alpha, y, 0.05, expected={"vc": 51, "bound": 7.8681041685})
    leaves_alone(student.margin_bounds, K.astype(float), alpha.astype(float), y.astype(float), 0.05)


@pytest.mark.exercise("margin_bounds")
def test_bad_arguments_of_margin_bounds(student):
    """delta outside of (0, 1), and 13 examples without noise, are refused"""
    K, alpha, y = np.eye(13), np.ones(13), np.ones(13)
    refuses(
        student.margin_bounds,
        given(K, alpha, y, 0.05),
        given(K, alpha, y, 0, np.ones((1, 13))),
        given(K, alpha, y, 1, np.ones((1, 13))),
        but_takes=given(K, alpha, y, 0.05, np.ones((1, 13))),
    )
