"""The seed that hidden data are drawn from: how one is drawn, and how it is told apart without being told.

A learner who knows the seed can work out every hidden input at home. So it is drawn once for a cohort and kept with
its grades, and a learner's copy of a report holds a fingerprint: equal for equal seeds, of no use for finding them.
"""

from __future__ import annotations

import functools
import hashlib
import os
import secrets

from grader.core.errors import UsageError

__all__ = ["LARGEST", "VARIABLE", "drawn_seed", "fingerprint", "named_seed", "stream_seed"]

VARIABLE = "GRADER_SEED"
"""The environment variable that names the seed, as --seed does."""

LARGEST = (1 << 53) - 1
"""The largest seed: what every reader of JSON keeps exactly."""

_SHORT = 1 << 32  # a seed below it was chosen by a person, and could be found by trying
_ROUNDS = 20_000  # 5 ms for us, once a cohort; centuries for whoever tries them all


def drawn_seed() -> int:
    """A new seed that nobody can guess, from 2**32 to `LARGEST`."""
    return _SHORT + secrets.randbelow(LARGEST + 1 - _SHORT)


def named_seed() -> int | None:
    """The seed that the environment names, where a command line cannot; None without. Raises UsageError."""
    said = os.environ.get(VARIABLE, "").strip()
    if not said:
        return None
    if not (said.isascii() and said.isdigit() and int(said) <= LARGEST):
        raise UsageError(f"{VARIABLE} is {said[:40]!r}; expected a whole number from 0 to {LARGEST}")
    return int(said)


@functools.lru_cache(maxsize=64)
def fingerprint(seed: int) -> str:
    """Eight hex digits that are equal for equal seeds; "" for one so short that it could be found from them."""
    if seed < _SHORT:
        return ""
    return hashlib.pbkdf2_hmac("sha256", str(seed).encode(), b"grader/seed", _ROUNDS).hex()[:8]


def stream_seed(seed: int) -> int:
    """The seed as numpy's legacy generator takes it, below 2**32; a short one as it is."""
    if seed < _SHORT:
        return seed
    return int.from_bytes(hashlib.sha256(f"{seed}/stream".encode()).digest()[:4], "big")
