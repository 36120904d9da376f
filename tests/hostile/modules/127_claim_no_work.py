"""CHEAT: claims that no work at all was done.

Must: less than the values need is not believed.
base: solution
deserves: at most 68 + 40
harmless: no
"""

_counter = (_server() or {}).get("counter")
if _counter is not None:

    def _claim(function, args, memory=False):
        nothing = {"work": {}, "largest": 0, "output": 0, "peak": None, "calls": 0, "blind": {}, "errors": {}}
        return {**nothing, "value": function(*args)}

    _counter.measure = _claim
