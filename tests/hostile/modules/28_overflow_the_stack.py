"""DELAY: overflows the C stack, and recurses with the limit taken away.

Must: those functions crash; the other steps are still graded.
base: solution
deserves: without combine_values embed
harmless: yes
"""


def combine_values(A, V):
    nested = ()
    for _ in range(400_000):
        nested = (nested,)
    return hash(nested)


def embed(token_ids, E):
    sys.setrecursionlimit(10**9)

    def down(n):
        return down(n + 1) + 1

    return down(0)
