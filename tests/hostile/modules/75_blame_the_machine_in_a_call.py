"""BLAME: closes its descriptors, kills the answer pipe, or leaves as the worker does, in the middle of a
call.

Must: crashed, never `broken`; the other steps are graded.
base: solution
deserves: without softmax embed combine_values
harmless: yes
"""


def softmax(S):
    os.write(2, b"worker: MemoryError: \n")
    os._exit(97)


def embed(token_ids, E):
    os.closerange(0, 64)
    return E[token_ids]


def combine_values(A, V):
    os.abort()
