"""CHEAT: says `ready` with better layers and `loaded` itself, again and again, while the file is run.

Must: `ready` counts once and before any learner's line; what follows is a frame too many.
base: stub
deserves: 0 + 0
harmless: yes
"""

_write = _server()["write"]
_write(_frame({"$d": [["event", "ready"], ["layers", ["uid", "vm", "moon"]]]}))
_write(_frame({"$d": [["event", "loaded"], ["problems", []]]}))
_write(_frame({"$d": [["event", "loaded"], ["problems", []]]}))
