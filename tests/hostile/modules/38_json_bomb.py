"""DELAY: answers with frames of nested lists, numbers of a million digits and keys that are no texts.

Must: refused by the caps of the wire; no RecursionError in the grader.
base: stub
deserves: 0 + 0
harmless: yes
"""

import struct


def _raw(header):
    server = _server()
    server["write"](struct.pack("<4sIQ", b"AGR1", len(header), 0) + header)
    while True:
        pass


def embed(token_ids, E):
    _raw(b"[" * 500_000)


def project_qkv(X, W_Q, W_K, W_V):
    _raw(b'{"$d":[["id",' + b"9" * 900_000 + b"]]}")


def attention_scores(Q, K):
    return {1: 10 ** (10**5)}


def scale_scores(S, d_k):
    return 10 ** (10**5)


def softmax(S):
    _raw(b'{"$a":' * 1000 + b"1" + b"}" * 1000)


def combine_values(A, V):
    _raw(b'{"$d":[["id",NaN],["event",Infinity]]}')


def attention_macs(n, d_k, d_v):
    _raw(b'{"$d":[' + b'["a",[]],' * 100_000 + b'["b",1]]}')


def causal_mask(n):
    _raw(b"\xff\xfe" * 100)
