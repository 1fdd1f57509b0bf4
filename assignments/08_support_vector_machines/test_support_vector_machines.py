"""Public checks of support vector machines: small examples that you can follow by hand. Hidden checks go further."""

import numpy as np
import pytest


def close(expected, abs=1e-6):
    if isinstance(expected, list):
        expected = np.array(expected, dtype=float)
    return pytest.approx(expected, rel=1e-5, abs=abs)


def array(*rows):
    return np.array(rows, dtype=float)


def on_the_line(*x):
    """Gram matrix of numbers on the line: K_ij = x_i x_j."""
    return np.outer(x, x).astype(float)


# margins


@pytest.mark.exercise("margins")
def test_margins_of_two_examples(student):
    """with w = (3, 4), of length 5, and b = -5 the scores 20 and -5 are the distances 4 and 1"""
    answer = student.margins(array(3, 4), -5.0, array([3, 4], [0, 0]), array(1, -1))
    assert np.asarray(answer["functional"]) == close([20, 5])
    assert np.asarray(answer["geometric"]) == close([4, 1])
    assert answer["margin"] == close(1)


@pytest.mark.exercise("margins")
def test_bounds_of_two_examples(student):
    """there B^2 = (3^2 + 4^2 + 5^2)/5^2 = 2 and R^2 = 3^2 + 4^2 + 1 = 26, so the bounds are 52 and sqrt(52)/sqrt(2)"""
    answer = student.margins(array(3, 4), -5.0, array([3, 4], [0, 0]), array(1, -1))
    assert answer["vc_bound"] == close(52)
    assert answer["rademacher_bound"] == close(26**0.5)


@pytest.mark.exercise("margins")
def test_margin_on_the_wrong_side(student):
    """on the wrong side of the plane a margin is negative, and the bounds are infinite"""
    answer = student.margins(array(3, 4), -5.0, array([3, 4], [0, 0]), array(1, 1))
    assert np.asarray(answer["geometric"]) == close([4, -1])
    assert answer["margin"] == close(-1)
    assert answer["vc_bound"] == np.inf
    assert answer["rademacher_bound"] == np.inf


@pytest.mark.exercise("margins")
def test_margins_need_a_plane(student):
    """w = 0 is no plane: ValueError"""
    with pytest.raises(ValueError):
        student.margins(array(0, 0), 1.0, array([3, 4]), array(1))


# soft_margin_objective


@pytest.mark.exercise("soft_margin_objective")
def test_three_slacks(student):
    """positive examples with scores 2, 1/2 and -1 need the slacks 0, 1/2 and 2"""
    value, slacks = student.soft_margin_objective(array(1), 0.0, array([2], [0.5], [-1]), array(1, 1, 1), 2.0)
    assert np.asarray(slacks) == close([0, 0.5, 2])
    assert value == close(0.5 + 2 * 2.5)


@pytest.mark.exercise("soft_margin_objective")
def test_slacks_use_labels_and_bias(student):
    """with b = -1 the negative example at 0 is exactly on its margin, the one at 1 is on the plane"""
    value, slacks = student.soft_margin_objective(array(1), -1.0, array([0], [1]), array(-1, -1), 3.0)
    assert np.asarray(slacks) == close([0, 1])
    assert value == close(0.5 + 3)


@pytest.mark.exercise("soft_margin_objective")
def test_slack_must_cost_something(student):
    """C = 0 raises ValueError, and so do labels 0 and 1"""
    with pytest.raises(ValueError):
        student.soft_margin_objective(array(1), 0.0, array([2], [1]), array(1, -1), 0.0)
    with pytest.raises(ValueError):
        student.soft_margin_objective(array(1), 0.0, array([2], [1]), array(1, 0), 1.0)


# pegasos


@pytest.mark.exercise("pegasos")
def test_pegasos_on_one_example(student):
    """x = 2, lam = 1: the first step goes to 2, then the margin is more than 1 and w shrinks to 1 and 2/3"""
    path = student.pegasos(array([2]), array(1), 1.0, np.array([0, 0, 0]))
    assert np.asarray(path) == close([[0], [2], [1], [2 / 3]])


@pytest.mark.exercise("pegasos")
def test_pegasos_on_two_examples(student):
    """the third step meets a margin of exactly 1, so it adds nothing"""
    path = student.pegasos(array([1, 0], [0, 1]), array(1, -1), 0.5, np.array([0, 1, 0]))
    assert np.asarray(path) == close([[0, 0], [2, 0], [1, -1], [2 / 3, -2 / 3]])


@pytest.mark.exercise("pegasos")
def test_pegasos_needs_a_penalty(student):
    """lam = 0 raises ValueError"""
    with pytest.raises(ValueError):
        student.pegasos(array([1, 0]), array(1), 0.0, np.array([0]))


# lagrangian_dual


@pytest.mark.exercise("lagrangian_dual")
def test_dual_of_half_a_square(student):
    """x^2/2 with x >= 2 has the dual function 2m - m^2/2, which reaches the optimum 2 at m = 2"""
    for m, value, x in ((0, 0, 0), (1, 1.5, 1), (2, 2, 2), (4, 0, 4)):
        theta, minimiser = student.lagrangian_dual(array([1]), array(0), array([-1]), array(-2), array(m))
        assert theta == close(value)
        assert np.asarray(minimiser) == close([x])


@pytest.mark.exercise("lagrangian_dual")
def test_dual_of_an_equality(student):
    """(x1^2 + x2^2)/2 with x1 + x2 = 2 is solved by the multiplier -1: x = (1, 1), value 1"""
    theta, x = student.lagrangian_dual(np.eye(2), array(0, 0), array([1, 1]), array(2), array(-1), 1)
    assert theta == close(1)
    assert np.asarray(x) == close([1, 1])


@pytest.mark.exercise("lagrangian_dual")
def test_dual_of_an_inequality_with_a_negative_price(student):
    """a negative multiplier of an inequality raises ValueError"""
    with pytest.raises(ValueError):
        student.lagrangian_dual(np.eye(2), array(0, 0), array([1, 1]), array(2), array(-1))


# dual_objective


@pytest.mark.exercise("dual_objective")
def test_dual_objective_of_orthogonal_examples(student):
    """with K = I, W is 1 + 2 - (1 + 4)/2 = 1/2 at alpha = (1, 2)"""
    value, gradient = student.dual_objective(array(1, 2), array(1, -1), np.eye(2))
    assert value == close(0.5)
    assert np.asarray(gradient) == close([0, -1])


@pytest.mark.exercise("dual_objective")
def test_dual_objective_of_equal_examples(student):
    """two examples at the same place: with equal labels they add up, with different ones they cancel"""
    value, gradient = student.dual_objective(array(1, 2), array(1, 1), np.ones((2, 2)))
    assert value == close(3 - 9 / 2)
    assert np.asarray(gradient) == close([-2, -2])
    value, gradient = student.dual_objective(array(1, 2), array(1, -1), np.ones((2, 2)))
    assert value == close(3 - 1 / 2)
    assert np.asarray(gradient) == close([2, 0])


# projected_gradient


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_on_one_example(student):
    """alpha climbs 0, 0.25, 0.375, 0.4375 towards 1/2, where the gradient 1 - 2 alpha is zero"""
    path = student.projected_gradient(array([2]), array(1), 10.0, 0.25, 3)
    assert np.asarray(path) == close([[0], [0.25], [0.375], [0.4375]])


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_meets_the_ceiling(student):
    """with C = 0.3 it stops there"""
    path = student.projected_gradient(array([2]), array(1), 0.3, 0.25, 3)
    assert np.asarray(path) == close([[0], [0.25], [0.3], [0.3]])


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_meets_the_floor(student):
    """from (1, 0) the gradient is (-1, 2): the first alpha stops at 0, the second at C = 1"""
    K = array([2, 1], [1, 2])
    path = student.projected_gradient(K, array(1, -1), 1.0, 1.5, 1, array(1, 0))
    assert np.asarray(path) == close([[1, 0], [0, 1]])


# coordinate_ascent


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_by_hand(student):
    """each step solves one equation of H a = q for its own unknown: 3/2, then (3 - 3/2)/2, then (3 - 3/4)/2"""
    path = student.coordinate_ascent(array([2, 1], [1, 2]), array(3, 3), np.array([0, 1, 0]))
    assert np.asarray(path) == close([[0, 0], [1.5, 0], [1.5, 0.75], [1.125, 0.75]])


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_in_the_unit_box(student):
    """between 0 and 1 both coordinates end at 1"""
    path = student.coordinate_ascent(array([2, 1], [1, 2]), array(3, 3), np.array([0, 1, 0]), 0.0, 1.0)
    assert np.asarray(path) == close([[0, 0], [1, 0], [1, 1], [1, 1]])


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_up_a_line(student):
    """with H = 0 the objective is a line: go to the bound, and raise ValueError if there is none"""
    path = student.coordinate_ascent(array([0]), array(1), np.array([0]), 0.0, 5.0)
    assert np.asarray(path) == close([[0], [5]])
    with pytest.raises(ValueError):
        student.coordinate_ascent(array([0]), array(1), np.array([0]))


# kkt_check: x = 2 (+1) and x = 0 (-1), whose best plane is w = 1, b = -1


@pytest.mark.exercise("kkt_check")
def test_kkt_at_the_optimum(student):
    """alpha = (1/2, 1/2) gives w = 1 and b = -1, and breaks nothing"""
    b, violations = student.kkt_check(array(0.5, 0.5), array(1, -1), on_the_line(2, 0), 10.0)
    assert b == close(-1)
    assert np.asarray(violations) == close([0, 0])


@pytest.mark.exercise("kkt_check")
def test_kkt_on_the_way(student):
    """alpha = (1/4, 1/4) gives w = 1/2 and b = -1/2: both examples are free, and have margin 1/2 instead of 1"""
    b, violations = student.kkt_check(array(0.25, 0.25), array(1, -1), on_the_line(2, 0), 10.0)
    assert b == close(-0.5)
    assert np.asarray(violations) == close([0.5, 0.5])


@pytest.mark.exercise("kkt_check")
def test_kkt_with_both_at_C(student):
    """with C = 0.1 both are at C, where a small margin is no violation; b is the middle of [-1, 0.6]"""
    b, violations = student.kkt_check(array(0.1, 0.1), array(1, -1), on_the_line(2, 0), 0.1)
    assert b == close(-0.2)
    assert np.asarray(violations) == close([0, 0])


@pytest.mark.exercise("kkt_check")
def test_kkt_at_the_start(student):
    """alpha = 0 leaves b between 1 and -1, and both examples one short of margin 1"""
    b, violations = student.kkt_check(array(0, 0), array(1, -1), on_the_line(2, 0), 10.0)
    assert b == close(0)
    assert np.asarray(violations) == close([1, 1])


# smo_step


@pytest.mark.exercise("smo_step")
def test_smo_step_with_different_labels(student):
    """x = 2 (+1) and x = 0 (-1): from 0 both alphas rise to 1/2, or to C"""
    assert np.asarray(student.smo_step(array(0, 0), array(1, -1), on_the_line(2, 0), 10.0, 0, 1)) == close([0.5, 0.5])
    assert np.asarray(student.smo_step(array(0, 0), array(1, -1), on_the_line(2, 0), 0.1, 0, 1)) == close([0.1, 0.1])


@pytest.mark.exercise("smo_step")
def test_smo_step_with_equal_labels(student):
    """x = 1 and x = 2, both +1: the nearer to the other class takes over all of the weight"""
    alpha = array(0.5, 0.5, 1)
    new = student.smo_step(alpha, array(1, 1, -1), on_the_line(1, 2, 0), 2.0, 0, 1)
    assert np.asarray(new) == close([1, 0, 1])
    assert alpha == close([0.5, 0.5, 1])


@pytest.mark.exercise("smo_step")
def test_smo_step_ends_where_one_of_the_pair_does(student):
    """the same pair with C = 0.75: as soon as the first reaches C, the second must stop"""
    new = student.smo_step(array(0.5, 0.5, 0.75), array(1, 1, -1), on_the_line(1, 2, 0), 0.75, 0, 1)
    assert np.asarray(new) == close([0.75, 0.25, 0.75])


@pytest.mark.exercise("smo_step")
def test_smo_step_needs_a_finite_C(student):
    """C = inf raises ValueError"""
    with pytest.raises(ValueError):
        student.smo_step(array(0, 0), array(1, -1), on_the_line(2, 0), np.inf, 0, 1)


# smo


@pytest.mark.exercise("smo")
def test_smo_on_two_points(student):
    """x = 2 (+1) and x = 0 (-1): alpha = (1/2, 1/2), b = -1"""
    alpha, b = student.smo(on_the_line(2, 0), array(1, -1), 10.0)
    assert np.asarray(alpha) == close([0.5, 0.5], abs=1e-3)
    assert b == close(-1, abs=5e-3)


@pytest.mark.exercise("smo")
def test_smo_on_five_points(student):
    """of -3, -1, 1, 2, 4 only the two in the middle support the plane at 0"""
    alpha, b = student.smo(on_the_line(-3, -1, 1, 2, 4), array(-1, -1, 1, 1, 1), 10.0)
    assert np.asarray(alpha) == close([0, 0.5, 0.5, 0, 0], abs=2e-3)
    assert b == close(0, abs=5e-3)


@pytest.mark.exercise("smo")
def test_smo_with_one_example_on_the_wrong_side(student):
    """0 (-), 1 (+), 2 (-), 3 (+) with C = 1: the inner two are at C, the outer two at 5/9 on their margins"""
    alpha, b = student.smo(on_the_line(0, 1, 2, 3), array(-1, 1, -1, 1), 1.0)
    assert np.asarray(alpha) == close([5 / 9, 1, 1, 5 / 9], abs=2e-3)
    assert b == close(-1, abs=5e-3)


@pytest.mark.exercise("smo")
def test_smo_needs_two_classes(student):
    """one class alone raises ValueError"""
    with pytest.raises(ValueError):
        student.smo(on_the_line(1, 2), array(1, 1), 1.0)
