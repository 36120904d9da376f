"""BLAME: answers with arrays whose shape no array can have, and with sizes that do not add up.

Must: refused by the wire; no check is `broken`.
base: stub
deserves: 0 + 0
harmless: yes
"""


def embed(token_ids, E):
    _forge([["event", "value"], ["value", {"$a": "<i8", "s": [0] + [1 << 31] * 7}]])


def project_qkv(X, W_Q, W_K, W_V):
    _forge([["event", "value"], ["value", {"$a": "<i8", "s": [-1, -1]}]], b"\0" * 8)


def attention_scores(Q, K):
    _forge([["event", "value"], ["value", {"$a": "<i8", "s": [True]}]], b"\0" * 8)


def scale_scores(S, d_k):
    _forge([["event", "value"], ["value", {"$a": "|O", "s": [1]}]], b"\0" * 8)


def softmax(S):
    _forge([["event", "value"], ["value", {"$a": "<f8", "s": [1] * 40}]], b"\0" * 8)


def combine_values(A, V):
    _forge([["event", "value"], ["value", {"$a": "<f8", "s": [1], "c": "x" * 5000}]], b"\0" * 8)


def attention_macs(n, d_k, d_v):
    _forge([["event", "value"], ["value", {"$a": "<f8", "s": [1], "g": 1}]], b"\0" * 8)


def growth_exponent(ns, costs):
    _forge([["event", "value"], ["value", {"$f": "1e999"}]])


def crossover_length(d_model, d_k, d_v):
    _forge([["event", "value"], ["value", {"$d": [["a"]]}]])


def causal_mask(n):
    _forge([["event", "value"], ["value", {"$a": "|b1", "s": [n, n]}]], bytes([2]) * (n * n))
