"""Every known mistake loses points in its own step; other steps lose points only as blocked, never as wrong."""

import ast
import re
from pathlib import Path

import pytest

from grader.core.model import Outcome
from grader.grading.score import check_words

ROOT = Path(__file__).resolve().parents[2]
CORPUS = sorted((ROOT / "solutions" / "self_attention" / "mistakes").glob("[!_]*.py"))

OWN = dict(
    part.split("\n", 1)
    for part in """
## embed_from_one
def embed(token_ids, E):
    return E[token_ids - 1]

## keys_are_queries
def project_qkv(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_Q, X @ W_V

## scores_cosine
def attention_scores(Q, K):
    n = np.linalg.norm
    return Q @ K.T / n(Q, axis=1)[:, None] / n(K, axis=1)

## no_scaling
def scale_scores(S, d_k):
    return S

## root_of_the_number_of_tokens
def scale_scores(S, d_k):
    return S / math.sqrt(S.shape[-1])

## softmax_columns
def softmax(S):
    E = np.exp(S - S.max())
    return E / E.sum(axis=0)

## softmax_everything
def softmax(S):
    E = np.exp(S - S.max())
    return E / E.sum()

## best_value_only
def combine_values(A, V):
    return V[A.argmax(axis=-1)]

## scaled_after_softmax
def scaled_dot_product_attention(Q, K, V, mask=None):
    A = softmax(attention_scores(Q, K)) / math.sqrt(Q.shape[-1])
    return combine_values(A, V), A

## causal_always
def self_attention(X, W_Q, W_K, W_V, mask=None):
    return scaled_dot_product_attention(*project_qkv(X, W_Q, W_K, W_V), np.tril(np.ones((len(X), len(X)), bool)))

## one_product_counted
def attention_macs(n, d_k, d_v):
    return n * n * d_k

## mask_upside_down
def causal_mask(n):
    return np.triu(np.ones((n, n), dtype=bool))

## heads_cut_rows
def split_heads(X, num_heads):
    return X.reshape(num_heads, len(X), -1)

## gradient_without_the_sum
def softmax_backward(A, dA):
    return A * (1 - A) * dA
""".split("\n## ")[1:]
)


def step_of(text, assignment):
    """The step a mistake belongs to: its header says so, or the function it defines does."""
    said = re.search(r"^\W*step:\s*(\w+)", text, re.MULTILINE)
    if said and said[1] in [step.id for step in assignment.steps]:
        return said[1]
    names = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return next(assignment.step_of(name).id for name in names if assignment.step_of(name))


def is_growth(text):
    """True where only the growth of the work is wrong, which the value checks cannot see."""
    return re.search(r"^\W*growth:\s*true", text, re.MULTILINE | re.IGNORECASE) is not None


TEXTS = OWN | {path.stem: path.read_text(encoding="utf-8") for path in CORPUS}
GRADED = [name for name in TEXTS if not is_growth(TEXTS[name])]


@pytest.fixture(scope="module")
def reports(tmp_path_factory, assignment, reference, grade_all):
    """All mistakes, each behind the reference, graded in one session."""
    folder = tmp_path_factory.mktemp("mistakes")
    for name in GRADED:
        (folder / f"{name}.py").write_text(f"{reference}\n# %%\n{TEXTS[name]}\n", encoding="utf-8")
    # By check, so that growth is left out: it is half the time, and its own tests measure it.
    checks = check_words(assignment, "ko")
    return grade_all([folder], only=tuple(name for name in checks if "growth" not in name))


@pytest.mark.parametrize("name", GRADED)
def test_a_mistake_costs_its_own_step(reports, assignment, name):
    own = step_of(TEXTS[name], assignment)
    [step] = [step for step in reports[name].steps if step.id == own]
    assert step.score.earned < step.score.possible
    assert step.score.held == 0


# right on matrices and wrong on batches: one row at a time, or a buffer for one matrix; the batch step asks for both
MATRICES_ALONE = {"p11_int_buffer", "x48_shift_in_place_by_row", "x53_like_s"}


@pytest.mark.parametrize("name", GRADED)
def test_a_mistake_costs_other_steps_only_as_blocked(reports, assignment, name):
    own = step_of(TEXTS[name], assignment)
    steps = [step for step in reports[name].steps if step.id != own]
    if name in MATRICES_ALONE:
        steps = [step for step in steps if step.id != "batch"]
    outcomes = {c.id: str(c.outcome) for step in steps for c in step.checks}
    assert {name: outcome for name, outcome in outcomes.items() if outcome not in ("passed", "blocked")} == {}
    assert Outcome.BROKEN not in {check.outcome for step in reports[name].steps for check in step.checks}
