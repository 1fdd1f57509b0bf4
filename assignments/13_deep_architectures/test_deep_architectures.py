"""Public checks of deep architectures: small examples that you can follow by hand. Hidden checks go further."""

import numpy as np
import pytest

LN2, LN3 = np.log(2), np.log(3)


def close(expected, abs=1e-6):
    """The same shape, and the same numbers up to rounding."""
    if isinstance(expected, list):
        expected = np.array(expected, dtype=float)
    return pytest.approx(expected, rel=1e-5, abs=abs)


def array(*rows):
    return np.array(rows, dtype=float)


def image(*rows):
    """One image of one channel: (1, H, W, 1)."""
    return array(*rows)[None, :, :, None]


def one_filter(*rows):
    """One filter for one channel: (kh, kw, 1, 1)."""
    return array(*rows)[:, :, None, None]


def pixels(answer):
    """The rows of an answer that is one image of one channel."""
    answer = np.asarray(answer)
    assert answer.ndim == 4 and answer.shape[0] == answer.shape[3] == 1, f"the shape should not be {answer.shape}"
    return answer[0, :, :, 0]


def weights(answer):
    """The rows of an answer that belongs to one filter for one channel."""
    answer = np.asarray(answer)
    assert answer.ndim == 4 and answer.shape[2:] == (1, 1), f"the shape should not be {answer.shape}"
    return answer[:, :, 0, 0]


def sixteen():
    """The numbers 0 to 15 as a 4 x 4 image."""
    return np.arange(16.0).reshape(1, 4, 4, 1)


# encode


@pytest.mark.exercise("encode")
def test_bits_of_bins(student):
    """with edges 1, 2, 3 the values 0, 1, 2.5 and 99 are in the bins 0, 1, 2 and 3: an edge begins the bin above it"""
    bits = student.encode(array(0, 1, 2.5, 99), array(1, 2, 3), "one_to_n")
    assert np.asarray(bits) == close([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


@pytest.mark.exercise("encode")
def test_thermometer(student):
    """as thermometers they read 1000, 1100, 1110 and 1111: filled up to and including the bit of the bin"""
    bits = student.encode(array(0, 1, 2.5, 99), array(1, 2, 3), "thermometer")
    assert np.asarray(bits) == close([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]])


@pytest.mark.exercise("encode")
def test_targets_of_classes(student):
    """the labels 0, 2, 1 with edges 1 and 2 become the rows 100, 001, 010"""
    bits = student.encode(np.array([0, 2, 1]), np.array([1, 2]), "one_to_n")
    assert np.asarray(bits) == close([[1, 0, 0], [0, 0, 1], [0, 1, 0]])


@pytest.mark.exercise("encode")
def test_edges_must_ascend(student):
    """edges 2, 1 raise ValueError, and so do edges 1, 1"""
    with pytest.raises(ValueError):
        student.encode(array(0, 1.5), array(2, 1), "one_to_n")
    with pytest.raises(ValueError):
        student.encode(array(0, 1.5), array(1, 1), "one_to_n")


@pytest.mark.exercise("encode")
def test_nan_has_no_bin(student):
    """a value that is nan raises ValueError"""
    with pytest.raises(ValueError):
        student.encode(array(0, np.nan), array(1, 2), "thermometer")


# softmax_head


@pytest.mark.exercise("softmax_head")
def test_two_examples(student):
    """scores (0, ln 3) are P = (1/4, 3/4), scores (0, 0) are (1/2, 1/2); labels 0, 1 cost ln 4 and ln 2"""
    P, loss, dC, dW, db = student.softmax_head(array([1], [0]), array([0], [LN3]), array(0, 0), np.array([0, 1]))
    assert np.asarray(P) == close([[0.25, 0.75], [0.5, 0.5]])
    assert loss == close((2 * LN2 + LN2) / 2)
    assert np.asarray(dC) == close([[0.375 * LN3], [-0.25 * LN3]])
    assert np.asarray(dW) == close([[-0.375], [0.375]])
    assert np.asarray(db) == close([-0.125, 0.125])


@pytest.mark.exercise("softmax_head")
def test_scores_of_a_thousand(student):
    """scores 1000 and -1000 with label 1: P = (1, 0), and the loss is the difference, 2000"""
    P, loss, dC, dW, db = student.softmax_head(array([1000]), array([1], [-1]), array(0, 0), np.array([1]))
    assert np.asarray(P) == close([[1, 0]])
    assert loss == close(2000)
    assert np.asarray(dC) == close([[2]])
    assert np.asarray(dW) == close([[1000], [-1000]])
    assert np.asarray(db) == close([1, -1])


@pytest.mark.exercise("softmax_head")
def test_no_negative_label(student):
    """label -1 raises ValueError"""
    with pytest.raises(ValueError):
        student.softmax_head(array([1], [0]), array([0], [1]), array(0, 0), np.array([0, -1]))


# convolve


@pytest.mark.exercise("convolve")
def test_difference_filter(student):
    """in the numbers 0..15 in four rows, a pixel minus the one below and to the right of it is -5, at 9 places"""
    answer = student.convolve(sixteen(), one_filter([1, 0], [0, -1]), array(0))
    assert pixels(answer) == close(np.full((3, 3), -5.0))


@pytest.mark.exercise("convolve")
def test_stride_of_two(student):
    """with stride 2 only four windows are left, and their top left pixels are 0, 2, 8, 10"""
    answer = student.convolve(sixteen(), one_filter([1, 0], [0, 0]), array(0), stride=2)
    assert pixels(answer) == close(array([0, 2], [8, 10]))


@pytest.mark.exercise("convolve")
def test_a_frame_of_zeros(student):
    """a 2 x 2 image with a frame of zeros has nine windows; the first holds only the pixel 1, under the weight 1000"""
    answer = student.convolve(image([1, 2], [3, 4]), one_filter([1, 10], [100, 1000]), array(0.5), pad=1)
    assert pixels(answer) == close(array([1000.5, 2100.5, 200.5], [3010.5, 4321.5, 402.5], [30.5, 43.5, 4.5]))


@pytest.mark.exercise("convolve")
def test_channels_add_up(student):
    """channels (1 2 / 3 4) and ones: the first filter makes 10 + 10*4 + 1/2, the second 1 + 10 - 1/2"""
    X = np.stack([array([1, 2], [3, 4]), np.ones((2, 2))], axis=-1)[None]
    filters = np.zeros((2, 2, 2, 2))
    filters[:, :, 0, 0], filters[:, :, 1, 0] = 1, 10
    filters[0, 0, 0, 1], filters[1, 1, 1, 1] = 1, 10
    answer = student.convolve(X, filters, array(0.5, -0.5))
    assert np.asarray(answer) == close([[[[50.5, 10.5]]]])


@pytest.mark.exercise("convolve")
def test_channels_must_agree(student):
    """an image of one channel and a filter for two raise ValueError"""
    with pytest.raises(ValueError):
        student.convolve(sixteen(), np.ones((2, 2, 2, 1)), array(0))


# convolve_backward


@pytest.mark.exercise("convolve_backward")
def test_every_place_adds(student):
    """filter (1 0 / 0 -1), dY all 1: a pixel in the middle meets the weights 1, 0, 0 and -1, which add up to 0"""
    dX, dfilters, dbias = student.convolve_backward(np.ones((1, 3, 3, 1)), sixteen(), one_filter([1, 0], [0, -1]))
    assert pixels(dX) == close(array([1, 1, 1, 0], [1, 0, 0, -1], [1, 0, 0, -1], [0, -1, -1, -1]))
    assert weights(dfilters) == close(array([45, 54], [81, 90]))
    assert np.asarray(dbias) == close([9])


@pytest.mark.exercise("convolve_backward")
def test_backward_with_stride(student):
    """with stride 2 the windows do not overlap: each writes its dY times the filter into its own four pixels"""
    answer = student.convolve_backward(image([1, 2], [3, 4]), sixteen(), one_filter([1, 0], [0, -1]), stride=2)
    dX, dfilters, dbias = answer
    assert pixels(dX) == close(array([1, 0, 2, 0], [0, -1, 0, -2], [3, 0, 4, 0], [0, -3, 0, -4]))
    assert weights(dfilters) == close(array([68, 78], [108, 118]))
    assert np.asarray(dbias) == close([10])


@pytest.mark.exercise("convolve_backward")
def test_backward_with_padding(student):
    """one pixel 3 in a frame of zeros: dY = 1 met it with the weight 4, dY = 10 with the weight 1, so dX = 14"""
    filters = one_filter([1, 2], [3, 4])
    dX, dfilters, dbias = student.convolve_backward(image([1, 0], [0, 10]), image([3]), filters, pad=1)
    assert pixels(dX) == close(array([14]))
    assert weights(dfilters) == close(array([30, 0], [0, 3]))
    assert np.asarray(dbias) == close([11])


@pytest.mark.exercise("convolve_backward")
def test_two_images_two_filters(student):
    """two images of one window each: a pixel gets dY times its weight of each filter, a weight gets from both images"""
    X, dY = array([5, 7], [1, 1]).reshape(2, 2, 1, 1), array([1, 10], [1, 0]).reshape(2, 1, 1, 2)
    dX, dfilters, dbias = student.convolve_backward(dY, X, array([1, 2], [3, 4]).reshape(2, 1, 1, 2))
    assert np.asarray(dX) == close(array([1 + 20, 3 + 40], [1, 3]).reshape(2, 2, 1, 1))
    assert np.asarray(dfilters) == close(array([5 + 1, 50], [7 + 1, 70]).reshape(2, 1, 1, 2))
    assert np.asarray(dbias) == close([2, 10])


# pool


@pytest.mark.exercise("pool")
def test_largest_of_four(student):
    """the largest of 1, 5, 3, 4 is 5, and of four equal pixels the first one has the share"""
    Y, share = student.pool(image([1, 5, 2, 2], [3, 4, 2, 2]), 2)
    assert pixels(Y) == close(array([5, 2]))
    assert pixels(share) == close(array([0, 1, 1, 0], [0, 0, 0, 0]))


@pytest.mark.exercise("pool")
def test_mean_of_four(student):
    """the means of 1, 5, 3, 3 and of 2, 2, 2, 2 are 3 and 2, and every pixel has a share of 1/4"""
    Y, share = student.pool(image([1, 5, 2, 2], [3, 3, 2, 2]), 2, "mean")
    assert pixels(Y) == close(array([3, 2]))
    assert pixels(share) == close(np.full((2, 4), 0.25))


@pytest.mark.exercise("pool")
def test_each_channel_by_itself(student):
    """channels (1 2 / 3 4) and (-8 -7 / -6 -5) have the maxima 4 and -5, both at the bottom right"""
    X = np.stack([array([1, 2], [3, 4]), array([-8, -7], [-6, -5])], axis=-1)[None]
    Y, share = student.pool(X, 2)
    assert np.asarray(Y) == close([[[[4, -5]]]])
    assert np.asarray(share) == close([[[[0, 0], [0, 0]], [[0, 0], [1, 1]]]])


@pytest.mark.exercise("pool")
def test_windows_of_nine(student):
    """windows of 3 x 3 pixels: the largest of 0..8 is in the bottom right corner"""
    Y, share = student.pool(np.arange(9.0).reshape(1, 3, 3, 1), 3)
    assert pixels(Y) == close(array([8]))
    assert pixels(share) == close(array([0, 0, 0], [0, 0, 0], [0, 0, 1]))


@pytest.mark.exercise("pool")
def test_windows_must_fill_the_image(student):
    """three rows do not divide into windows of two: ValueError"""
    with pytest.raises(ValueError):
        student.pool(np.zeros((1, 3, 4, 1)), 2)


# recurrent_forward


@pytest.mark.exercise("recurrent_forward")
def test_three_steps_of_one_unit(student):
    """from state 0 the inputs 1, -2, 0 lead to the scores ln 3, ln 3, 3 ln 3, and so to the states 3/4, 3/4, 27/28"""
    H = student.recurrent_forward(array([1], [-2], [0]), array([LN3]), array([4 * LN3]), array(0))
    assert np.asarray(H) == close([[0.75], [0.75], [27 / 28]])


@pytest.mark.exercise("recurrent_forward")
def test_one_unit_reads_the_other(student):
    """unit 0 adds 2 ln 3 times the state of unit 1, which is 1/2 for ever; unit 0 goes to 3/4"""
    Wh = array([0, 2 * LN3], [0, 0])
    H = student.recurrent_forward(array([0], [0]), array([1], [1]), Wh, array(0, 0), array(0, 0.5))
    assert np.asarray(H) == close([[0.75, 0.5], [0.75, 0.5]])


# recurrent_backward


@pytest.mark.exercise("recurrent_backward")
def test_two_steps_back(student):
    """states 3/4 and 1/2, dH = (0, 1): the scores of the last step have the derivative 1/4, those before 3/16"""
    X, H, dH = array([LN3], [-3]), array([0.75], [0.5]), array([0], [1])
    dWx, dWh, db, dh0, dX = student.recurrent_backward(X, H, array(0), dH, array([1]), array([4]))
    assert np.asarray(dWx) == close([[-0.75 + 0.1875 * LN3]])
    assert np.asarray(dWh) == close([[0.25 * 0.75]])
    assert np.asarray(db) == close([0.4375])
    assert np.asarray(dh0) == close([0.75])
    assert np.asarray(dX) == close([[0.1875], [0.25]])


@pytest.mark.exercise("recurrent_backward")
def test_back_from_one_unit_to_the_other(student):
    """unit 0 reads itself with weight 2 and unit 1 with weight 4: its last derivative, 1/4, goes back to both"""
    half, dH = np.full((2, 2), 0.5), array([0, 0], [1, 0])
    Wx, Wh = array([1], [1]), array([2, 4], [0, 0])
    dWx, dWh, db, dh0, dX = student.recurrent_backward(array([0], [0]), half, array(0.5, 0.5), dH, Wx, Wh)
    before = [2 / 4 * 1 / 4, 4 / 4 * 1 / 4]
    assert np.asarray(dWx) == close([[0], [0]])
    assert np.asarray(db) == close([before[0] + 1 / 4, before[1]])
    assert np.asarray(dWh) == close([[0.1875, 0.1875], [0.125, 0.125]])
    assert np.asarray(dh0) == close([2 * before[0], 4 * before[0]])
    assert np.asarray(dX) == close([[0.375], [0.25]])


@pytest.mark.exercise("recurrent_backward")
def test_both_states_are_outputs(student):
    """with h0 = 1, states 1/2 and 1/2 and dH = (1, 1): the last step has 1/4, the first (1 + 2 * 1/4) * 1/4 = 3/8"""
    X, H = array([1], [2]), array([0.5], [0.5])
    dWx, dWh, db, dh0, dX = student.recurrent_backward(X, H, array(1), array([1], [1]), array([1]), array([2]))
    assert np.asarray(dWx) == close([[0.375 * 1 + 0.25 * 2]])
    assert np.asarray(dWh) == close([[0.375 * 1 + 0.25 * 0.5]])
    assert np.asarray(db) == close([0.625])
    assert np.asarray(dh0) == close([0.75])
    assert np.asarray(dX) == close([[0.375], [0.25]])


# lstm_forward


@pytest.mark.exercise("lstm_forward")
def test_gates_by_biases(student):
    """gates 1/2, 3/4 and 1/4, candidate 3/5: a cell of 0.2 becomes 0.75*0.2 + 0.5*0.6 = 0.45, and then 0.6375"""
    biases = {"write": 0, "keep": LN3, "read": -LN3, "cell": LN2}
    params = {part: (array([0]), array([0]), array(bias)) for part, bias in biases.items()}
    H, C = student.lstm_forward(array([0], [0]), params, array(0), array(0.2))
    assert np.asarray(C) == close([[0.45], [0.6375]])
    assert np.asarray(H) == close([[np.tanh(0.45) / 4], [np.tanh(0.6375) / 4]])


@pytest.mark.exercise("lstm_forward")
def test_three_steps_of_one_cell(student):
    """one unit without biases, by its weights: h = 0.5 and c = -0.2 become 0.1496 and 0.3261 for the input 1"""
    weights = {"write": (0.5, 0.1), "keep": (-0.3, 0.4), "read": (0.2, -0.6), "cell": (0.7, 0.2)}
    params = {part: (array([Wx]), array([Wh]), array(0)) for part, (Wx, Wh) in weights.items()}
    H, C = student.lstm_forward(array([1], [0], [-1]), params, array(0.5), array(-0.2))
    assert np.asarray(C) == close([[0.3260851873], [0.1829909254], [-0.1185338934]])
    assert np.asarray(H) == close([[0.1496309715], [0.0864284939], [-0.0516013041]])


@pytest.mark.exercise("lstm_forward")
def test_all_four_parts_are_needed(student):
    """params without "cell" raise ValueError"""
    params = {part: (array([0]), array([0]), array(0)) for part in ("write", "keep", "read")}
    with pytest.raises(ValueError):
        student.lstm_forward(array([0]), params, array(0), array(0))


# gan_round


@pytest.mark.exercise("gan_round")
def test_best_discriminator_and_a_step(student):
    """p_g = (1/2, 1/2) against p_data = (3/4, 1/4): D is 3/5 and 1/3, and the generator moves towards outcome 0"""
    V, D, theta = student.gan_round(array(0, 0), array(0.75, 0.25), 1.0)
    assert np.asarray(D) == close([3 / 5, 1 / 3])
    assert close(0.75 * np.log(3 / 5) + 0.25 * np.log(1 / 3) + 0.5 * np.log(2 / 5) + 0.5 * np.log(2 / 3)) == V
    assert np.asarray(theta) == close([-np.log(0.6) / 4, np.log(0.6) / 4])


@pytest.mark.exercise("gan_round")
def test_an_outcome_that_is_never_real(student):
    """p_data = (1, 0): D = (2/3, 0), and 0 log 0 adds nothing to V = ln(2/3) + ln(1/3)/2; here eta = 2"""
    V, D, theta = student.gan_round(array(0, 0), array(1, 0), 2.0)
    assert np.asarray(D) == close([2 / 3, 0])
    assert close(np.log(2 / 3) - LN3 / 2) == V
    assert np.asarray(theta) == close([LN3 / 2, -LN3 / 2])


@pytest.mark.exercise("gan_round")
def test_a_discriminator_that_only_guesses(student):
    """if D is 1/2 everywhere, V is -ln 4 and the generator has no reason to move, be it far from zero"""
    V, D, theta = student.gan_round(array(1000, 1000), array(0.75, 0.25), 1.0, array(0.5, 0.5))
    assert np.asarray(D) == close([0.5, 0.5])
    assert close(-2 * LN2) == V
    assert np.asarray(theta) == close([1000, 1000])


@pytest.mark.exercise("gan_round")
def test_p_data_must_sum_to_one(student):
    """p_data = (1/2, 1/4) raises ValueError"""
    with pytest.raises(ValueError):
        student.gan_round(array(0, 0), array(0.5, 0.25), 1.0)


# train_convnet


def diagonal_detector():
    """A filter that adds a pixel and its neighbour at the lower right, and a head that reads one number."""
    return one_filter([1, 0], [0, 1]), array(0), array([0], [LN3 / 2]), array(0, 0)


@pytest.mark.exercise("train_convnet")
def test_one_update_by_hand(student):
    """scores 2, 0, 0, 1 pool to 2, so P = (1/4, 3/4); only the window that won teaches the filter"""
    X = image([1, 0, 0], [0, 1, 0], [0, 0, 0])
    params, losses = student.train_convnet(diagonal_detector(), X, np.array([0]), [np.array([0])], 1.0)
    filters, filter_bias, W, b = params
    step = 0.75 * LN3 / 2
    assert np.asarray(losses) == close([2 * LN2])
    assert np.asarray(W) == close([[1.5], [LN3 / 2 - 1.5]])
    assert np.asarray(b) == close([0.75, -0.75])
    assert weights(filters) == close(array([1 - step, 0], [0, 1 - step]))
    assert np.asarray(filter_bias) == close([-step])


@pytest.mark.exercise("train_convnet")
def test_a_filter_that_is_shut(student):
    """where all scores are -2 relu is flat: the head learns, the filter and its bias stay"""
    params = (-diagonal_detector()[0], *diagonal_detector()[1:])
    new, losses = student.train_convnet(params, np.ones((1, 3, 3, 1)), np.array([0]), [np.array([0])], 1.0)
    filters, filter_bias, W, b = new
    assert np.asarray(losses) == close([LN2])
    assert weights(filters) == close(array([-1, 0], [0, -1]))
    assert np.asarray(filter_bias) == close([0])
    assert np.asarray(W) == close([[0], [LN3 / 2]])
    assert np.asarray(b) == close([0.5, -0.5])


@pytest.mark.exercise("train_convnet")
def test_places_before_channels(student):
    """two windows with two channels each flatten to (0, 1, 2, 0); the head looks at the second number: loss ln 4"""
    X = image([-1, 0, 2, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0])
    filters = np.concatenate([one_filter([1, 0], [0, 0]), one_filter([-1, 0], [0, 0])], axis=3)
    W = array([0, 0, 0, 0], [0, LN3, 0, 0])
    params = (filters, array(0, 0), W, array(0, 0))
    new, losses = student.train_convnet(params, X, np.array([0]), [np.array([0])], 1.0)
    assert np.asarray(losses) == close([2 * LN2])
    assert np.asarray(new[2]) == close([[0, 0.75, 1.5, 0], [0, LN3 - 0.75, -1.5, 0]])


@pytest.mark.exercise("train_convnet")
def test_a_blank_image_twice(student):
    """scores 0 and -1 pool to 0, where relu is flat: only b learns, from loss ln 2 to ln 4/3; image 0 has no part"""
    filters = np.concatenate([one_filter([1, 2], [3, 4]), one_filter([5, 6], [7, 8])], axis=3)
    params = [filters, array(0, -1), array([1, 1], [-1, -1]), array(0, 0)]
    batches = [np.array([1]), np.array([1])]
    new, losses = student.train_convnet(params, np.zeros((2, 3, 3, 1)), np.array([0, 1]), batches, LN3)
    assert np.asarray(losses) == close([LN2, 2 * LN2 - LN3])
    assert np.asarray(new[3]) == close([-0.75 * LN3, 0.75 * LN3])
    assert np.asarray(new[1]) == close([0, -1])
    assert np.asarray(new[2]) == close([[1, 1], [-1, -1]])
    assert np.asarray(new[0])[:, :, 0, 0] == close([[1, 2], [3, 4]])
    assert params[3] == close([0, 0]), "the b that was passed in has changed"
