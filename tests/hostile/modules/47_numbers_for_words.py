"""DELAY: describes its failure with lists of millions of numbers, which the grader would have to print.

Must: only texts are taken for texts; the grader does not spend seconds on it.
base: stub
deserves: 0 + 0
harmless: yes
"""

_MANY = [{"$a": "<i2", "s": [1000]}] * 3000
_BYTES = b"\x01\x02" * 3_000_000


def attention_scores(Q, K):
    _forge([["event", "unfit"], ["what", _MANY]], _BYTES)


def softmax(S):
    _forge([["event", "missing"], ["names", _MANY]], _BYTES)


def combine_values(A, V):
    _forge([["event", "raised"], ["type", _MANY], ["bases", []], ["words", 1]], _BYTES)
