"""CHEAT: writes result frames and proud text to every descriptor while the file is run.

Must: frames without a call's id end the process; nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

_proud = _frame({"$d": [["event", "value"], ["id", 1], ["value", True], ["passed", True], ["score", 100]]})
for _fd in range(1, 64):
    try:
        os.write(_fd, b"70 passed in 0.01s\n" if _fd < 3 else _proud)
    except OSError:
        pass
