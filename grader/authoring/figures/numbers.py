"""The numbers in the pictures: the author's reference, run here, on one sentence of five random tokens.

The reference is the instructor's own code (`solutions/self_attention/attention.py`) and is trusted; a learner's
file never comes here. numpy is imported when a picture is drawn.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grader.core.errors import UsageError

__all__ = ["D_K", "D_MODEL", "D_V", "N", "TOKENS", "ExampleNumbers", "numbers"]

N, D_MODEL, D_K, D_V = 5, 7, 6, 3  # the lesson's running sizes, all different
TOKENS = ("t1", "t2", "t3", "t4", "t5")
_SEED = 253  # its rows still sum to 1.00 when every weight is rounded to two places


@dataclasses.dataclass(frozen=True)
class ExampleNumbers:
    """One pass through self-attention, array by array, and the reference's functions by name."""

    call: Callable[..., Any]  # call("softmax", S)
    X: Any
    W_Q: Any
    W_K: Any
    W_V: Any
    Q: Any
    K: Any
    V: Any
    S: Any
    scaled: Any
    A: Any
    O: Any


def numbers(source: Path | None = None) -> ExampleNumbers:
    """The numbers by the reference in the file `source`; by default the one of the course around this place."""
    path = source if source is not None else _found()
    if not path.is_file():
        raise UsageError(f"{path}: no reference there; the pictures are drawn from its own numbers")
    return _numbers(path)


def _found() -> Path:
    """The reference of the course around the working folder, or around this package."""
    for start in (Path.cwd(), Path(__file__).resolve()):
        for folder in (start, *start.parents):
            path = folder / "solutions" / "self_attention" / "attention.py"
            if path.is_file():
                return path
    return Path.cwd() / "solutions" / "self_attention" / "attention.py"


@functools.lru_cache(maxsize=4)
def _numbers(path: Path) -> ExampleNumbers:
    import numpy as np

    from grader.diagnosis.known_mistakes import KnownMistakes, Outline

    space = KnownMistakes((), Outline(path.read_text(encoding="utf-8"))).space()

    def call(name: str, *args: Any) -> Any:
        return space[name](*args)

    rng = np.random.default_rng(_SEED)
    X = rng.standard_normal((N, D_MODEL))
    W_Q, W_K = (rng.standard_normal((D_MODEL, D_K)) / np.sqrt(D_MODEL) for _ in "QK")  # entries of Q, K spread by 1
    W_V = rng.standard_normal((D_MODEL, D_V))
    Q, K, V = call("project_qkv", X, W_Q, W_K, W_V)
    S = call("attention_scores", Q, K)
    scaled = call("scale_scores", S, D_K)
    O, A = call("self_attention", X, W_Q, W_K, W_V)
    return ExampleNumbers(call, X, W_Q, W_K, W_V, Q, K, V, S, scaled, A, O)
