"""BLAME: answers with the right call id, but with arrays where a word is due, so that a comparison raises
in the grader.

Must: a forged answer, never a fault of ours: no check is `broken`.
base: stub
deserves: 0 + 0
harmless: yes
"""

_TWO = {"$a": "<i8", "s": [2]}
_NONE = {"$a": "<i8", "s": [0]}


def embed(token_ids, E):
    server = _server()
    server["write"](_frame({"$d": [["id", _TWO], ["event", "value"], ["value", 1]]}, b"\0" * 16))
    while True:
        pass


def project_qkv(X, W_Q, W_K, W_V):
    _forge([["event", _TWO], ["value", 1]], b"\0" * 16)


def attention_scores(Q, K):
    _forge([["event", "missing"], ["bound", _TWO], ["names", [_NONE]]], b"\0" * 16)


def scale_scores(S, d_k):
    _forge(
        [["event", "raised"], ["type", _TWO], ["bases", [_NONE]], ["where", [_NONE, 1]], ["own", {"$d": []}]],
        b"\0" * 16,
    )


def softmax(S):
    _forge([["event", "value"], ["changed", _TWO], ["value", 1]], b"\0" * 16)


def combine_values(A, V):
    _forge([["event", "unfit"], ["what", _TWO]], b"\0" * 16)


def attention_macs(n, d_k, d_v):
    _forge(
        [
            ["event", "raised"],
            ["where", ["attention.py", 1 << 62]],
            ["words", {"$f": "nan"}],
            ["function", [1]],
        ]
    )


def growth_exponent(ns, costs):
    _forge([["event", "value"]])


def crossover_length(d_model, d_k, d_v):
    _forge([])
