"""DELAY: raises with a chain of 100,000 causes, a traceback of 100,000 frames and notes of 10 MB.

Must: a short message; the report stays small.
base: stub
deserves: 0 + 0
harmless: yes
"""


def embed(token_ids, E):
    error = None
    for i in range(100_000):
        previous, error = error, ValueError(i)
        error.__cause__ = previous
    raise error


def softmax(S):
    error = ValueError("w" * 1_000_000)
    for _ in range(100):
        error.add_note("n" * 100_000)
    raise error


def scale_scores(S, d_k):
    raise ExceptionGroup(
        "g" * 1000, [ExceptionGroup("h", [ValueError(i) for i in range(100)]) for _ in range(100)]
    )


def combine_values(A, V):
    def deeper(n):
        if n == 0:
            raise KeyError("bottom")
        deeper(n - 1)

    sys.setrecursionlimit(20_000)
    deeper(9_000)
