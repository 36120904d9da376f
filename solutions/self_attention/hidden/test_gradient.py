"""Bonus step 11, gradient: the derivatives agree with central differences of the plain formula, in float64."""
import numpy as np
from pytest import mark

points = mark.points


def softmax(S):
    E = np.exp(S)
    return E / E.sum(axis=1, keepdims=True)


def attend(Q, K, V):
    return softmax(Q @ K.T / K.shape[1] ** 0.5) @ V


def sdpa_backward(parts, Q, K, V, dO):
    """The way back through combining, softmax, scaling and dot product, with the learner's own weights and scaling."""
    d_k = K.shape[1]
    A, dA = parts.softmax(parts.scale_scores(parts.attention_scores(Q, K), d_k)), dO @ V.T
    dS = parts.scale_scores(A * (dA - (A * dA).sum(axis=1, keepdims=True)), d_k)
    return dS @ K, dS.T @ Q, A.T @ dO


def slopes(f, weights, *inputs, h=1e-5):
    """The derivatives of sum(weights * f(*inputs)) with respect to each input, by small steps up and down."""
    found = []
    for i, M in enumerate(inputs):
        D = np.empty_like(M)
        for entry in np.ndindex(M.shape):
            step = np.zeros_like(M)
            step[entry] = h
            up, down = (f(*inputs[:i], M + s, *inputs[i + 1 :]) for s in (step, -step))
            D[entry] = (weights * (up - down)).sum() / (2 * h)
        found.append(D)
    return found


@points(3, core=True)
def test_softmax_gradient(learner, normal, approx):
    """dS holds the derivatives of the loss with respect to the scores.

    Raising one score raises its own weight and lowers the other weights of its row: add both effects.
    """
    for n_q, n_k in [(3, 5), (4, 4), (1, 6)]:
        S, dA = normal(n_q, n_k), normal(n_q, n_k)
        (dS,) = slopes(softmax, dA, S)
        assert learner.softmax_backward(softmax(S), dA) == approx(dS)


@points(1)
def test_softmax_gradient_rows_sum_to_zero(learner, normal, approx):
    """Each row of dS sums to 0, and no input is changed.

    Adding one number to a whole row of scores changes no weight, so the derivatives of a row sum to 0.
    """
    A = softmax(normal(3, 5))
    for dA in (normal(3, 5), 1 + normal(3, 5)):
        dS = learner.softmax_backward(A, dA)
        assert learner.last.changed == ()
        assert dS.shape == (3, 5)
        assert dS.sum(axis=1) == approx(np.zeros(3))
        assert abs(dS).max() > 1e-3


@points(2)
def test_value_gradient(learner, normal, approx):
    """dV holds the derivatives of the loss with respect to the values.

    Value j contributes to every output i with the weight A[i, j]: its gradient sums over all outputs.
    """
    for n_q, n_k, d_k, d_v in [(4, 5, 6, 3), (4, 4, 5, 4)]:
        Q, K, V, dO = normal(n_q, d_k), normal(n_k, d_k), normal(n_k, d_v), normal(n_q, d_v)
        _, _, dV = learner.sdpa_backward(Q, K, V, dO)
        assert dV == approx(slopes(attend, dO, Q, K, V)[2])


@points(4)
def test_query_and_key_gradients(learner, normal, approx):
    """dQ and dK hold the derivatives of the loss with respect to queries and keys.

    Go back step by step: combining, softmax, scaling, dot product. A constant factor means that a step is missing.
    """
    for n_q, n_k, d_k, d_v in [(4, 5, 6, 3), (4, 4, 5, 4)]:
        Q, K, V, dO = normal(n_q, d_k), normal(n_k, d_k), normal(n_k, d_v), normal(n_q, d_v)
        dQ, dK, _ = learner.sdpa_backward(Q, K, V, dO)
        assert learner.last.changed == ()
        expected = slopes(attend, dO, Q, K, V)
        assert dQ == approx(expected[0])
        assert dK == approx(expected[1])
