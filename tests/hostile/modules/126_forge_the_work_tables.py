"""BLAME: forges the evidence of the growth check: tables of a hundred long names, and counts of 2^62 at every size.

Must: counts that nobody can have counted are not believed, and the report stays small.
base: solution
deserves: at most 68 + 40
harmless: no
"""

_counter = (_server() or {}).get("counter")
if _counter is not None:

    def _claim(function, args, memory=False):
        names = {("\ud800\u202e|<b>`$" + str(i)) * 9: (1 << 62) - i for i in range(100)}
        return {
            "work": dict(list(names.items())[:9]),
            "largest": 1 << 62,
            "output": 1 << 62,
            "peak": None,
            "calls": 1 << 62,
            "blind": {f"{i:03d}" + "x" * 70: 1 for i in range(100)},
            "errors": {},
            "value": function(*args),
        }

    _counter.measure = _claim
