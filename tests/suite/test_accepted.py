"""Other right ways to write the steps score in full: a grader that marks them wrong teaches the wrong thing."""

from pathlib import Path

import pytest

from grader.core.model import Outcome

ROOT = Path(__file__).resolve().parents[2]
CORPUS = sorted((ROOT / "solutions" / "self_attention" / "accepted").glob("*.py"))

VARIANTS = dict(
    part.split("\n", 1)
    for part in """
## embed_take
def embed(token_ids, E):
    return np.take(E, token_ids, axis=0)

## embed_one_hot
def embed(token_ids, E):
    return np.eye(len(E))[np.asarray(token_ids)] @ E

## project_stacked
def project_qkv(X, W_Q, W_K, W_V):
    P = X @ np.hstack([W_Q, W_K, W_V])
    d = W_Q.shape[1]
    return P[..., :d], P[..., d : 2 * d], P[..., 2 * d :]

## project_as_a_list
def project_qkv(X, W_Q, W_K, W_V):
    return [X.dot(W) for W in (W_Q, W_K, W_V)]

## scores_einsum
def attention_scores(Q, K):
    return np.einsum('...id,...jd->...ij', Q, K)

## scores_broadcast
def attention_scores(Q, K):
    return (Q[..., :, None, :] * K[..., None, :, :]).sum(-1)

## scale_power
def scale_scores(S, d_k):
    return np.asarray(S) * d_k ** -0.5

## scale_float32_root
def scale_scores(S, d_k):
    return S / np.sqrt(np.float32(d_k))

## softmax_log
def softmax(S):
    M = S.max(axis=-1, keepdims=True)
    return np.exp(S - M - np.log(np.exp(S - M).sum(axis=-1, keepdims=True)))

## softmax_loops
def softmax(S):
    if S.ndim > 2:
        return np.array([softmax(s) for s in S])
    A = np.zeros(S.shape)
    for i, row in enumerate(S):
        top = max(row)
        e = [math.exp(s - top) for s in row]
        total = sum(e)
        A[i] = [x / total for x in e]
    return A

## softmax_float32
def softmax(S):
    E = np.exp((S - S.max(axis=-1, keepdims=True)).astype(np.float32))
    return E / E.sum(axis=-1, keepdims=True)

## combine_tensordot
def combine_values(A, V):
    return np.einsum('...ij,...jc->...ic', A, V)

## attention_scales_the_queries
def scaled_dot_product_attention(Q, K, V, mask=None):
    S = attention_scores(Q / math.sqrt(Q.shape[-1]), K)
    A = softmax(S if mask is None else np.where(mask, S, -np.inf))
    return A @ V, A

## attention_merges_the_maps
def self_attention(X, W_Q, W_K, W_V, mask=None):
    S = X @ (W_Q @ W_K.T) @ np.swapaxes(X, -1, -2) / math.sqrt(W_K.shape[1])
    A = softmax(S if mask is None else np.where(mask, S, -np.inf))
    return A @ (X @ W_V), A

## macs_as_numpy
def attention_macs(n, d_k, d_v):
    return np.int64(n) ** 2 * (d_k + d_v)

## exponent_by_polyfit
def growth_exponent(ns, costs):
    return np.polyfit(np.log(ns), np.log(costs), 1)[0]

## mask_by_comparison
def causal_mask(n):
    return np.arange(n)[:, None] >= np.arange(n)

## heads_by_transpose
def split_heads(X, num_heads):
    return X.reshape(len(X), num_heads, -1).transpose(1, 0, 2)

## heads_by_stack
def merge_heads(H):
    return np.concatenate(list(H), axis=-1)

## gradient_by_jacobian
def softmax_backward(A, dA):
    return np.array([(np.diag(a) - np.outer(a, a)) @ d for a, d in zip(A, dA)])

## a_subclass_of_ndarray
class Mine(np.ndarray):
    pass

def combine_values(A, V):
    return (A @ V).view(Mine)

## helpers_and_prints
def _rows(S):
    return S - S.max(axis=-1, keepdims=True)

def softmax(S):
    print('shape', S.shape)
    E = np.exp(_rows(S))
    return E / E.sum(axis=-1, keepdims=True)
""".split("\n## ")[1:]
)


@pytest.fixture(scope="module")
def reports(tmp_path_factory, reference, grade_all):
    """All variants, ours and the corpus's, each behind the reference, graded in one session."""
    folder = tmp_path_factory.mktemp("accepted")
    extras = VARIANTS | {path.stem: path.read_text(encoding="utf-8") for path in CORPUS}
    for name, extra in extras.items():
        (folder / f"{name}.py").write_text(f"{reference}\n# %%\n{extra}\n", encoding="utf-8")
    return grade_all([folder])


@pytest.mark.parametrize("name", [*VARIANTS, *(path.stem for path in CORPUS)])
def test_another_right_way_scores_in_full(reports, name):
    checks = [check for step in reports[name].steps for check in step.checks]
    wrong = {check.id: check.message for check in checks if check.outcome is not Outcome.PASSED}
    assert wrong == {}
    assert (reports[name].code.earned, reports[name].bonus.earned) == (70, 40)
