"""HARM: asks whether it could kill its parent, the grader, its siblings and process 1 (signal 0 only).

Must: every signal is refused.
base: stub
deserves: 0 + 0
harmless: no
"""

import signal

for _who, _pid in (
    ("the parent", os.getppid()),
    ("the grader", int("@PID@")),
    ("process 1", 1),
    ("everybody", -1),
):
    _try(f"may signal {_who}", os.kill, _pid, 0)
for _near in range(max(2, os.getpid() - 40), os.getpid() + 40):
    if _near != os.getpid():
        _try("may signal a neighbour", os.kill, _near, 0)
_try("may signal its group", os.killpg, 0, 0)
_try(
    "may send to the grader by tgkill",
    _syscall,
    234 if os.uname().machine == "x86_64" else 131,
    int("@PID@"),
    int("@PID@"),
    0,
)
_tell_all()
