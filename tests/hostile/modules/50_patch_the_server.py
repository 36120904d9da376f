"""CHEAT: replaces the worker's own functions: what it encodes, what it sends, how it looks for changes.

Must: whatever a worker says is only the learner's answer: nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

_home = _server()
_home["wire"].WireError = Exception
_home["wire"].MAX_NODES = _home["wire"].MAX_TEXT = 1 << 60
_globals = _home["learner"].call.__func__.__globals__
_globals["_fingerprint"] = lambda argument: 0
type(_home["learner"])._describe = lambda self, error: {"event": "value", "value": True, "passed": True}
_home["learner"].call = lambda *args: {"event": "value", "value": True, "changed": [], "outcome": "passed"}
