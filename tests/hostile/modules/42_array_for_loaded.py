"""BLAME: sends its own `loaded` record, whose words are arrays, while the file is run.

Must: a forged answer, never a fault of ours.
base: stub
deserves: 0 + 0
harmless: yes
"""

_server()["write"](_frame({"$d": [["event", {"$a": "<i8", "s": [2]}], ["problems", []]]}, b"\0" * 16))
while True:
    pass
