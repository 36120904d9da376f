"""What each step of the self-attention assignment makes, and its shape, in the letters of the lesson.

Mathematics, not numpy: the pipeline of a report may stand beside a learner who has not written the step yet.
An assignment that is not listed has a pipeline without shapes.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["made_by"]

_SHAPES: Mapping[str, Mapping[str, tuple[tuple[str, str], ...]]] = {
    "self_attention": {
        "embedding": (("X", "(n, d_model)"),),
        "projection": (("Q, K", "(n, d_k)"), ("V", "(n, d_v)")),
        "scores": (("S = QKᵀ", "(n, n)"),),
        "scaling": (("S′ = S/√d_k", "(n, n)"),),
        "softmax": (("A = softmax(S′)", "(n, n)"),),
        "combine": (("O = AV", "(n, d_v)"),),
        "attention": (("O", "(n, d_v)"), ("A", "(n, n)")),
        "complexity": (("n²d_k + n²d_v", "O(n²)"),),
        "mask": (("mask", "(n, n)"),),
        "multi_head": (("heads", "(h, n, d)"), ("O", "(n, d_model)")),
        "gradient": (("dQ, dK", "(n, d_k)"), ("dV", "(n, d_v)")),
        "batch": (("O", "(…, n, d_v)"),),
        "blockwise": (("O", "(n, d_v)"),),
    }
}


def made_by(assignment: str, step: str) -> tuple[tuple[str, str], ...]:
    """What the step makes, as pairs of a name and a shape; empty where nothing is known."""
    return _SHAPES.get(assignment, {}).get(step, ())
