"""The numbers in the figures: the reference, run on one sentence of five random tokens."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

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


@functools.lru_cache(maxsize=4)
def numbers(reference: Any) -> ExampleNumbers:
    """The numbers that this reference computes."""

    def call(name: str, *args: Any) -> Any:
        return getattr(reference, name)(*args)

    rng = np.random.default_rng(_SEED)
    X = rng.standard_normal((N, D_MODEL))
    W_Q, W_K = (rng.standard_normal((D_MODEL, D_K)) / np.sqrt(D_MODEL) for _ in "QK")  # entries of Q, K spread by 1
    W_V = rng.standard_normal((D_MODEL, D_V))
    Q, K, V = call("project_qkv", X, W_Q, W_K, W_V)
    S = call("attention_scores", Q, K)
    scaled = call("scale_scores", S, D_K)
    O, A = call("self_attention", X, W_Q, W_K, W_V)
    return ExampleNumbers(call, X, W_Q, W_K, W_V, Q, K, V, S, scaled, A, O)
