"""The perceptron: learning a linear separator by correcting mistakes, one example at a time.

Conventions of the whole module
- X has shape (n, d), one example per row. The labels y are -1 or +1; any other label raises ValueError.
- A linear classifier is a weight vector w, shape (d,), and a separate bias b, one number. d = 0 is allowed: then the
  bias alone decides.
- A *mistake* is y * activation <= 0. An activation of exactly 0 is therefore a mistake for either label.
- Training starts from w = 0, b = 0. A *step* looks at one example, an *update* is a step that changes w and b, and a
  *pass* is one step for each of the n examples.
- Arguments may be lists or arrays of any integer or float type. Compute in floats (float64): in the small integer
  types 200 + 100 can come out as 44. Arrays that are passed in are never changed.
- Where a list of ValueErrors stands, what else may be wrong with the input is not tested.
- "Note:" marks remarks on the sources, which you need not own: CIML is Daumé's A Course in Machine Learning, AIMA is
  Russell and Norvig's Artificial Intelligence, CS229, CS480 and Aalto are lecture notes.
"""

import numpy as np


def activation(X: np.ndarray, w: np.ndarray, b: float) -> np.ndarray:
    """The score of each example: how strongly, and for which side, the features speak.

        a_n = w_1 X_n1 + w_2 X_n2 + ... + w_d X_nd + b

    Parameters: X of shape (n, d), w of shape (d,), b a number.
    Returns: the n activations, an array of shape (n,); no rows give shape (0,).

    The bias is *added*: to ask whether w.x exceeds a threshold theta, use b = -theta.

    Raises ValueError if X does not have two axes, or if w is not a vector with one weight for each column of X.

    Note: some of the Aalto slides write the boundary as w.x - b = 0; here it is always w.x + b = 0.
    """
    raise NotImplementedError


def predict(X: np.ndarray, w: np.ndarray, b: float) -> np.ndarray:
    """The predicted label of each example: +1 where its activation is above 0, and -1 everywhere else.

    Parameters: as for `activation`.
    Returns: an integer array of shape (n,) that holds only -1 and +1.

    An activation of exactly 0, a point on the boundary, is answered with -1: ties go to the smaller label. So the
    untrained classifier w = 0, b = 0 says -1 to everything. There is no tolerance: 1e-12 is above 0.

    Raises ValueError where `activation` does.

    Note: so does CIML (not its program); AIMA, CS229, CS480 and Aalto put the boundary on the positive side.
    """
    raise NotImplementedError


def perceptron_step(
    w: np.ndarray, b: float, x: np.ndarray, y: int, rate: float = 1.0
) -> tuple[np.ndarray, float, bool]:
    """Look at one example, and correct the classifier if it got that example wrong.

    With the activation a = w.x + b, the step is

        if y a <= 0 (a mistake):   w + rate y x   and   b + rate y
        otherwise:                 w and b as they are

    Parameters: w and x of shape (d,), b a number, y the label of x (-1 or +1), rate > 0 the size of a correction.
    Returns: (new w as a float array, new b, whether it was a mistake). The w passed in stays as it is, and an integer w
    is no obstacle to a fractional update.

    Why it helps: with rate 1 an update turns y a into y a + |x|^2 + 1, so the example moves at least 1 towards its
    right side. One update need not be enough: w = (10, 0), b = 0 is still wrong about x = (1, 0), y = -1 afterwards.

    Why "<=": at the start every activation is 0. If 0 counted as right, nothing would ever be learned. It counts as
    wrong for *both* labels, although `predict` answers -1 there: a point on the boundary has no side yet.

    Raises ValueError if y is not -1 or +1, if w and x are not vectors of the same length, or if rate <= 0.

    Note: CS480 says that an update always repairs its example; AIMA and CS229 leave positives at activation 0 alone.
    """
    raise NotImplementedError


def train_perceptron(
    X: np.ndarray, y: np.ndarray, max_passes: int, shuffle: str = "none", rng: np.random.Generator | None = None
) -> dict:
    """Train a perceptron: go through the examples again and again until a whole pass needs no correction.

        start with w = 0, b = 0
        repeat for at most max_passes passes:
            for each example, in the order of this pass:
                apply perceptron_step with rate 1; the next example meets the new w and b
            stop if the pass made no update

    Parameters: X of shape (n, d) with n >= 1, y of shape (n,) with labels -1 and +1, max_passes >= 1.
    shuffle says in which order a pass visits the rows:
        "none"   0, 1, ..., n-1 in every pass (rng is ignored);
        "once"   one rng.permutation(n), drawn before the first pass and used in all of them;
        "each"   a new rng.permutation(n), drawn at the start of every pass.
    These are the only draws from rng, so the same seed gives the same result.

    Returns: a dict with
        "w"          the final weights, shape (d,);
        "b"          the final bias;
        "updates"    a list with the number of updates in each pass made; a clean pass that ended training is its last
                     entry, 0;
        "converged"  True if the last pass was clean, False if training ended because max_passes were used up.

    If some (w, b) separates the classes, training converges for every order of the rows (see `mistake_bound`), but
    which separator it finds depends on the order. If none does, it never converges.

    Raises ValueError if X is not two-dimensional or has no rows, if X and y differ in length, if a label is not -1 or
    +1, if max_passes < 1, if shuffle is none of the three words, or if rng is missing when shuffling.
    """
    raise NotImplementedError


def training_curve(
    X: np.ndarray,
    y: np.ndarray,
    order: np.ndarray,
    rates: np.ndarray | None = None,
    X_eval: np.ndarray | None = None,
    y_eval: np.ndarray | None = None,
) -> np.ndarray:
    """Watch a perceptron learn: its accuracy after every single step.

    Training starts from w = 0, b = 0. Step t = 0, 1, 2, ... applies perceptron_step to example order[t] with rate
    rates[t]; a step counts, and uses up its rate, whether or not it changes anything. Entry t of the curve is the share
    of the evaluation rows whose label `predict` gets right *after* step t.

    Parameters:
        X, y            training examples, shape (n, d) with n >= 1, and their labels -1 and +1, shape (n,);
        order           row numbers from 0 to n-1, of any length, in any order, repeated or left out at will, for
                        example rng.integers(0, n, steps);
        rates           one number > 0 for each step, same length as order; None means rate 1 in every step;
        X_eval, y_eval  the evaluation rows and their labels, at least one; None for both means all of X and y. With
                        held-out rows the curve tells when to stop: where it is highest.
    Returns: an array of shape (len(order),) with values from 0 to 1; an empty order gives an empty curve.

    The curve is not monotone: to correct one example may break others. On classes that no line separates it never
    settles at a fixed rate; rates that decay, such as 1000/(1000 + t), calm it down.

    Raises ValueError if an entry of order is not one of 0, ..., n-1 (negative ones too), if rates has another length
    than order or an entry that is not above 0, if only one of X_eval and y_eval is given, or if (X, y) or
    (X_eval, y_eval) are not examples as `train_perceptron` wants them.

    Note: random order and decaying rates are AIMA's.
    """
    raise NotImplementedError


def project_to_boundary(X: np.ndarray, w: np.ndarray, b: float) -> tuple[np.ndarray, np.ndarray]:
    """How far each point is from the boundary, and where on the boundary it is nearest.

    The boundary is the set of all x with w.x + b = 0: a line in the plane, a plane in space. The vector w is
    perpendicular to it and points to the +1 side, so the shortest way to the boundary runs along w:

        distance_n = (w.x_n + b) / |w|                 |w| = sqrt(w_1^2 + ... + w_d^2), without b
        foot_n     = x_n - distance_n * w / |w|

    Parameters: X of shape (n, d), w of shape (d,) and not 0, b a number.
    Returns: (distances, feet) of shapes (n,) and (n, d). Distances are signed: positive on the +1 side, negative on the
    other. The origin has distance b/|w|, so a bias shifts the boundary by -b/|w| along w.

    With b = 0 and |w| = 1 the distance w.x is the length of x *along* w, and the foot is the part of x perpendicular to
    w.

    Raises ValueError if w = 0, and where `activation` does.

    Note: in its example of a projection CIML calls the length along w that of the perpendicular part.
    """
    raise NotImplementedError


def mistake_bound(X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float) -> dict:
    """What a separator (w, b) proves about training: how many updates `train_perceptron` can make at most.

    Write every example as (x, 1) and a classifier as (w, b): then the bias is a weight like any other. Let R be the
    length of the longest (x, 1), and gamma the margin with which the unit vector along (w, b) separates them. Each
    update raises the training vector's component along that unit vector by at least gamma, but its squared length by at
    most R^2. So after k updates k gamma <= length <= sqrt(k) R, and hence k <= (R/gamma)^2: for every order of the
    examples, in all passes together. (w, b) is any separator; training need not find that one.

    Parameters: X of shape (n, d) with n >= 1, y of shape (n,) with labels -1 and +1, w of shape (d,) and not 0, b.
    Returns: a dict of floats with
        "margin"            min over n of y_n (w.x_n + b) / |w|, the distance of the nearest example in the space of x;
        "augmented_margin"  gamma = min over n of y_n (w.x_n + b) / sqrt(|w|^2 + b^2), the same in the space of (x, 1);
        "radius"            R = max over n of sqrt(|x_n|^2 + 1);
        "bound"             (R / gamma)^2.
    If (w, b) does not separate the examples, that is if y_n (w.x_n + b) <= 0 for some n, it proves nothing: both
    margins are -inf and the bound is inf (the radius stays as it is).

    Raises ValueError if w = 0, if there are no rows, if X and y differ in length, if a label is not -1 or +1, and where
    `activation` does.

    Note: the 1/gamma^2 of CIML and CS480 for |x| <= 1 is true without a bias only; Aalto's (2R/gamma)^2 is true, but
    four times too large.
    """
    raise NotImplementedError


class VotedPerceptron:
    """A perceptron that remembers every classifier it ever was and lets them vote.

    The last w of a perceptron may owe its existence to one odd example. A w that got hundreds of examples right
    deserves more trust, so each vector gets as many votes as examples it survived.

    fit(X, y) makes max_passes passes in the order 0, 1, ..., n-1 from w = 0, b = 0, all of them even if a pass is
    clean: a survivor goes on collecting votes. Every (w, b) made by an update is kept with its survival count, 1 for
    the example it was made on and 1 more for each following example that does not change it (across the ends of passes
    too). The zero start is not kept; the first example replaces it at once. Every fit begins afresh. It returns self,
    with the K kept vectors, oldest first, in
        weights_  shape (K, d)
        biases_   shape (K,)
        counts_   shape (K,), whole numbers that sum to n * max_passes

    predict(X) returns an array of n labels: +1 where

        counts_1 p_1(x) + counts_2 p_2(x) + ... + counts_K p_K(x) > 0,     p_k(x) = -1 or +1 as vector k predicts x,

    and -1 elsewhere, also at a tied vote. p_k follows the rule of the function `predict`. Only the signs of the
    activations count.

    Raises ValueError if max_passes < 1 (in fit; in the constructor will do as well), if fit's (X, y) are not examples
    as `train_perceptron` wants them, and if predict is called before fit.

    Note: CS480 describes the vote as a sum of weight vectors: that is the averaged perceptron.
    """

    def __init__(self, max_passes: int = 10):
        self.max_passes = max_passes

    def fit(self, X: np.ndarray, y: np.ndarray) -> "VotedPerceptron":
        """Train on X of shape (n, d) and y of shape (n,), set weights_, biases_ and counts_, and return self."""
        raise NotImplementedError

    def predict(self, X: np.ndarray) -> np.ndarray:
        """The labels, -1 or +1, that the kept vectors elect for the rows of X: shape (n,)."""
        raise NotImplementedError


def train_averaged(X: np.ndarray, y: np.ndarray, max_passes: int) -> tuple[np.ndarray, float]:
    """The averaged perceptron: train as ever, but return the mean of all the classifiers held on the way.

    Make max_passes passes in the order 0, 1, ..., n-1 from w = 0, b = 0, all of them even if a pass is clean. After
    each of the T = n * max_passes steps note the pair (w, b), changed or not. Return the mean of the T pairs:

        w_avg = (w^(1) + ... + w^(T)) / T        b_avg = (b^(1) + ... + b^(T)) / T

    So a pair weighs as much as the number of examples it survived, and the result is sum_k counts_k (w_k, b_k) / T of
    the voted perceptron: nearly as steady as the vote, at the price of a single classifier. The average is only
    returned; whether a step is a mistake is decided by the current w and b.

    Parameters: X of shape (n, d) with n >= 1, y of shape (n,) with labels -1 and +1, max_passes >= 1.
    Returns: (w_avg of shape (d,), b_avg).

    Raises ValueError if max_passes < 1, or if (X, y) are not examples as `train_perceptron` wants them.

    Note: CIML's faster listing (counter from 1) averages in the zero start, that is, it divides by T + 1.
    """
    raise NotImplementedError


def combine_features(X: np.ndarray, degree: int = 2, squares: bool = False) -> np.ndarray:
    """New features from products of old ones, so that a linear classifier can draw curved boundaries.

    The result holds the columns of X, then the products of 2 columns, then of 3, ..., up to `degree` columns. Within
    one number of factors the products stand in lexicographic order of their column numbers.

        squares=False  factors are different columns, each set of columns once: for d = 3 and degree = 2 the columns are
                       x0, x1, x2, x0 x1, x0 x2, x1 x2. Of features that are 0 or 1 the products are conjunctions
                       ("x0 and x1"). More factors than columns: no such product, so nothing is added.
        squares=True   a column may repeat: for d = 2 and degree = 2 they are x0, x1, x0 x0, x0 x1, x1 x1. These are
                       all the monomials up to that degree, each once.

    Parameters: X of shape (n, d), degree >= 1.
    Returns: a new array of floats with n rows and, without squares, d + C(d,2) + ... + C(d,degree) columns; degree 1
    gives a copy of X.

    Raises ValueError if degree < 1 or if X does not have two axes.

    Note: Aalto lists x0 x1 and x1 x0 as two features; that adds columns, but no new functions.
    """
    raise NotImplementedError
