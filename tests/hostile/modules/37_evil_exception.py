"""DELAY: raises an exception whose words never end and whose class has a name of 100 kB.

Must: time limit or cap; the report stays small.
base: solution
deserves: without softmax embed
harmless: yes
"""


def _loop(self):
    while True:
        pass


_Evil = type("X" * 100_000, (Exception,), {"__str__": _loop, "__repr__": _loop})
_Long = type("Y" * 100_000, (Exception,), {"__str__": lambda self: "z" * 5_000_000})


def softmax(S):
    raise _Evil


def embed(token_ids, E):
    raise _Long
