"""Measured, not assumed: which isolation level this machine gives, by trying the forbidden things.

A benign module runs in the very sandbox that will hold submissions and tries to read a planted file, write,
connect, fork, execute, signal the grader, open the grader's memory and start a thread. Where the grader can see
the result for itself (a file that appears, a connection that arrives, the capabilities that the kernel says the process
has) it believes its own eyes.
"""

from __future__ import annotations

import os
import socket
import sysconfig
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.core.errors import IsolationError, MachineError
from grader.core.model import LEVELS, Cell, Isolation, Limits
from grader.execution.client import CallFailed
from grader.execution.deaths import Disturbed
from grader.execution.executor import FULL_LAYERS, Executor, can_fork

__all__ = ["establish"]

_SECOND_USER = 65534  # "nobody" on Linux

_PROBE = """
import os, socket, errno

def tried(action):
    try:
        action()
        return "open"
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error.errno))
    except BaseException as error:
        return type(error).__name__

def probe(path, new, port, grader):
    def read():
        open(path).close()
    def write():
        open(new, "w").close()
    def network():
        socket.create_connection(("127.0.0.1", port), 1).close()
    def fork():
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
    def execute():
        os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)
    def signal():
        os.kill(grader, 0)
    def memory():
        open("/proc/%d/mem" % grader, "rb").close()
    def thread():
        import threading
        threading.Thread(target=int).start()
    def lazy_import():
        import colorsys
    actions = (read, write, network, fork, execute, signal, memory, thread, lazy_import)
    return {action.__name__: tried(action) for action in actions}
"""
_MUST_BE_CLOSED = ("read", "write", "network", "fork", "execute", "signal", "memory", "capabilities")
_TRIES = 3  # where somebody outside kills the probe's process, or the one it is forked from


def establish(limits: Limits, required: str, *, way: str | None = None) -> tuple[Executor, Isolation]:
    """An executor at the strongest level this machine offers, and the result of the probe.

    `required` is a level of `LEVELS`. "process" asks for no sandbox at all and gives practice, not a grade;
    the others raise IsolationError, naming the missing layer, where the machine does not reach them.
    `way` forces "fork" or "spawn" (for tests of the fallback).
    """
    way = way or ("fork" if can_fork() else "spawn")
    if required == "process":
        executor = Executor(limits, way=way, layers=("rlimits",) if way == "fork" else ())
        return executor, Isolation("process", required, {"rlimits": way == "fork"}, {}, ())
    missing: list[Mapping[str, str]] = []
    if way == "fork":
        for layers, uid in _attempts(missing):
            attempt = _attempted(Executor(limits, way=way, layers=layers, uid=uid), required, missing)
            if attempt is not None:
                return attempt
    else:
        missing.append({"layer": "landlock", "reason": "this system has no Landlock and no seccomp (they are Linux's)"})
    named = "; ".join(f"{m['layer']}: {m['reason']}" for m in missing)
    raise IsolationError(
        f"isolation {required!r} cannot be had on this machine ({named}). Grade on Linux 5.13 or later, or in its "
        f"container; `--isolation process` runs anyway and calls the result practice, not a grade"
    )


def _attempts(missing: list[Mapping[str, str]]) -> list[tuple[tuple[str, ...], int | None]]:
    """The layers to try, strongest first, each with its user id. Adds to `missing` why there is no second user."""
    from grader.execution import linux_sandbox  # Linux only: it needs `resource` and the C library's prctl

    linux_sandbox.undumpable()  # this process holds the answers: nobody of the same user may open its memory
    if os.geteuid() != 0:
        missing.append({"layer": "uid", "reason": "only root can give the learner's process a user of its own"})
    elif not _readable_by_all(sysconfig.get_path("stdlib")):
        missing.append({"layer": "uid", "reason": "the interpreter lies where another user may not read"})
    else:
        return [(("uid", *FULL_LAYERS), _SECOND_USER), (FULL_LAYERS, None)]
    return [(FULL_LAYERS, None)]


def _attempted(
    executor: Executor, required: str, missing: list[Mapping[str, str]]
) -> tuple[Executor, Isolation] | None:
    """The executor and what the probe saw, where that reaches `required`; None, and `missing` says why, elsewhere."""
    second_user = executor.uid is not None
    try:
        result, took = _tried(executor)
    except (MachineError, CallFailed) as error:
        executor.close()
        missing += _absent(executor.hello) or [{"layer": executor.layers[0], "reason": str(error)}]
        return None
    level = _level(result, second_user)
    if second_user and level != "confined+":
        executor.close()
        missing.append({"layer": "uid", "reason": "the standard library is not readable for another user"})
        return None
    isolation = Isolation(level, required, _layers(executor.hello, took), result, tuple(missing))
    if LEVELS.index(level) >= LEVELS.index(required):
        return executor, isolation
    executor.close()
    missing += [{"layer": name, "reason": "open to the learner"} for name in _MUST_BE_CLOSED if _open(result, name)]
    return None


def _tried(executor: Executor) -> tuple[dict[str, str], tuple[str, ...]]:
    """What `_run` finds. A probe that was disturbed from outside says nothing about the sandbox: it is asked again."""
    for left in reversed(range(_TRIES)):
        try:
            executor.start()
            return _run(executor)
        except Disturbed:
            if not left:
                raise
    raise AssertionError("the last try returns or raises")


def _readable_by_all(folder: str) -> bool:
    path = Path(folder).resolve()
    return all(p.stat().st_mode & 0o001 for p in (path, *path.parents))


def _run(executor: Executor) -> tuple[dict[str, str], tuple[str, ...]]:
    """What the probe found open or closed, corrected by what the grader observed; and the layers in effect."""
    with tempfile.TemporaryDirectory(prefix="grader-probe-") as name, socket.socket() as listener:
        folder = Path(name)
        folder.chmod(0o755)
        planted, new = folder / "planted.txt", folder / "new.txt"
        planted.write_text("planted", "ascii")
        listener.bind(("127.0.0.1", 0))
        listener.listen(4)
        listener.setblocking(False)
        with executor.worker([Cell(_PROBE, "probe.py")]) as worker:
            port = listener.getsockname()[1]
            value = worker.call("probe", str(planted), str(new), port, os.getpid()).value
            took, powers = worker.layers, _capabilities(worker.pid)
        result = {str(k): str(v) for k, v in value.items()} if isinstance(value, dict) else {}
        try:
            listener.accept()[0].close()
            result["network"] = "open"
        except OSError:
            pass
        if new.exists():
            result["write"] = "open"
    return {**result, **powers}, took


def _capabilities(pid: int) -> dict[str, str]:
    """`CapEff` of a process as the kernel tells it, and whether any set is left from which it may get one."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("ascii", errors="replace").splitlines()
        sets = {name: int(value, 16) for name, _, value in (line.partition(":") for line in lines) if name[:3] == "Cap"}
        effective = sets["CapEff"]
    except (OSError, ValueError, KeyError):
        return {"capabilities": "not told here"}
    some = any(sets.get(name) for name in ("CapEff", "CapPrm", "CapInh", "CapAmb"))
    return {"CapEff": f"{effective:016x}", "capabilities": "open" if some else "none"}


def _open(result: Mapping[str, str], name: str) -> bool:
    return result.get(name, "open") == "open"


def _level(result: Mapping[str, str], second_user: bool) -> str:
    if any(_open(result, name) for name in _MUST_BE_CLOSED):
        return "process"
    return "confined+" if second_user and result.get("lazy_import") == "open" else "confined"


def _absent(hello: Mapping[str, Any]) -> list[Mapping[str, str]]:
    absent = hello.get("missing")
    return [{"layer": str(k), "reason": str(v)} for k, v in absent.items()] if isinstance(absent, dict) else []


def _layers(hello: Mapping[str, Any], took: tuple[str, ...]) -> dict[str, object]:
    layers: dict[str, object] = {name: name in took for name in ("rlimits", "capabilities", "no_new_privs", "uid")}
    layers["landlock"] = dict(hello["landlock"], fs=True) if "landlock" in took else False
    layers["seccomp"] = {"allowed": hello["seccomp"], "default": "EPERM"} if "seccomp" in took else False
    return layers
