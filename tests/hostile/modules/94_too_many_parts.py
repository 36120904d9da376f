"""DELAY: answers with lists of 100,000 numbers, dicts of 100,000 keys, and lists that hold themselves.

Must: refused by the caps; no RecursionError reaches the grader.
base: stub
deserves: 0 + 0
harmless: yes
"""

_loop = []
_loop.append(_loop)


def embed(token_ids, E):
    return list(range(100_000))


def attention_scores(Q, K):
    return {str(i): i for i in range(100_000)}


def softmax(S):
    return _loop


def scale_scores(S, d_k):
    deep = S
    for _ in range(10_000):
        deep = [deep]
    return deep


def combine_values(A, V):
    return "x" * 10_000_000


def project_qkv(X, W_Q, W_K, W_V):
    return tuple([X] * 4000)
