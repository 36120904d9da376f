"""The process that learners' processes are forked from: a bare interpreter with numpy warm and no secrets.

Started as `python -I -X utf8 forkserver.py CONFIG` with an environment made from nothing. Two ways to serve:

fork   (Linux) answers on descriptor 3, a unix SOCK_SEQPACKET socket. A job message carries three descriptors
       (requests in, answers out, printed text out); the answer is the child's pid. {"reap": pid, "patience": seconds}
       kills the child's whole process group and answers with its status. A child not reaped keeps its pid, so a pid
       never means another process.
spawn  (where fork is unsafe or missing) becomes one worker itself: requests on standard input, answers on
       what was standard output; whatever the learner prints goes to standard error.

Nothing of the grader's package is imported: the files it needs are loaded by path.
"""

from __future__ import annotations

import array
import gc
import importlib.util
import json
import os
import signal
import socket
import sys
import sysconfig
import time
from pathlib import Path
from types import ModuleType
from typing import Any

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"  # two BLAS threads and a refused thread hang for ever


def searched(path: list[str], folders: list[str]) -> list[str]:
    """An import path that has `folders` too, before other installed packages: the numpy in them is the grader's."""
    new = [folder for folder in folders if folder not in path]
    first = next((i for i, entry in enumerate(path) if entry.endswith("-packages")), len(path))
    return [*path[:first], *new, *path[first:]]


if __name__ == "__main__":
    sys.path[:] = searched(sys.path, json.loads(sys.argv[1]).get("packages", []))

import collections
import dataclasses
import functools
import itertools
import math
import operator
import random
import statistics
import typing

import numpy as np
import numpy.fft
import numpy.linalg
import numpy.random

_WARM = (collections, dataclasses, functools, itertools, math, operator, random, statistics, typing)


def _load(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


_HERE = Path(__file__).resolve().parent
wire = _load("_wire", _HERE / "wire.py")
worker = _load("_worker", _HERE / "worker.py")
loading = _load("_loading", _HERE / "loading.py")
counting = _load("_complexity_counter", _HERE.parent / "complexity" / "counter.py")


def warm_up() -> None:
    """Touch the code paths of numpy that allocate on first use, and turn the collector off."""
    a = np.ones((4, 4))
    np.exp(a @ a).sum(axis=-1)
    np.random.default_rng(0).normal(size=2)
    gc.collect()
    gc.freeze()
    gc.disable()


def only_numpy() -> None:
    """Take every folder of installed packages off the import path; numpy is in memory already."""
    library = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    sys.path[:] = [p for p in sys.path if p in library or (os.path.dirname(p) in library and "packages" not in p)]


def settle() -> None:
    """Ready for a learner: our own files have no names here, nothing but numpy can be imported, all is warm."""
    for name in [
        name for name in sys.modules if name.startswith(("_wire", "_worker", "_loading", "_linux", "_complexity"))
    ]:
        del sys.modules[name]
    only_numpy()
    warm_up()


def readable_paths() -> list[str]:
    """What a learner's process may read: numpy, the standard library child by child, shared libraries.

    Never a folder that holds installed packages: `site-packages` lies inside the standard library's folder
    for many interpreters, so that folder is opened child by child without it.
    """
    paths = []
    for library in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}:
        with os.scandir(library) as entries:
            paths += [e.path for e in entries if e.name not in ("site-packages", "dist-packages", "test", "idlelib")]
    package = os.path.dirname(np.__file__)
    paths += [package, os.path.join(os.path.dirname(package), "numpy.libs")]
    triplet = sysconfig.get_config_var("MULTIARCH") or ""
    for folder in ("/lib64", "/usr/lib64", f"/lib/{triplet}", f"/usr/lib/{triplet}"):
        if triplet or folder.endswith("64"):
            held = os.listdir(folder) if os.path.isdir(folder) else ["python"]
            paths += [] if any(name.startswith("python") for name in held) else [folder]
    paths += ["/dev/null", "/dev/urandom", "/etc/ld.so.cache", "/usr/share/zoneinfo"]
    return [path for path in paths if os.path.exists(path)]


def threads() -> int:
    """Threads of this process by the kernel's count."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("Threads:"))


def become_worker(descriptors: list[int], config: dict[str, Any], job: dict[str, Any], held: dict[str, Any]) -> None:
    """The child's side of a fork: cut every tie, lock the process, serve."""
    requests, answers, printed = descriptors
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    os.dup2(printed, 1)
    os.dup2(printed, 2)
    locked = "landlock" in job["layers"] and held["ruleset"] is not None  # nobody else may hold the ruleset open
    keep = {requests, answers} | ({held["ruleset"].fd} if locked else set())
    previous = 3
    for fd in sorted(keep):
        os.closerange(previous, fd)
        previous = fd + 1
    os.closerange(previous, 65536)
    linux = held["linux"]
    linux.die_with_parent()
    loading.start_ticks(config["load_seconds"])  # a process that is locked can set no timer
    layers = linux.apply(
        job["layers"],
        cpu_seconds=config["cpu_seconds"],
        memory_bytes=config["memory_bytes"],
        uid=config["uid"],
        ruleset=held["ruleset"],
        program=held["program"],
    )
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # a text stream in this interpreter
    write = wire.full_writer(answers)
    write(b"".join(wire.encode({"event": "ready", "layers": layers}, 0)))
    worker.serve(wire.exact_reader(requests), write, wire, config["max_payload"], counting, loading)


def serve_forks(config: dict[str, Any]) -> None:
    """The fork server's loop; ends when the grader closes the socket, and takes its children along."""
    linux = _load("_linux", _HERE / "linux_sandbox.py")
    linux.undumpable()
    held: dict[str, Any] = {"linux": linux, "ruleset": None, "program": None}
    missing: dict[str, str] = {}
    for layer, build in (("ruleset", lambda: linux.Ruleset(readable_paths())), ("program", linux.seccomp_program)):
        try:
            held[layer] = build()
        except OSError as error:
            missing["landlock" if layer == "ruleset" else "seccomp"] = error.strerror or str(error)
    settle()
    control = socket.socket(fileno=os.dup(0))
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    ruleset = held["ruleset"]
    hello = {
        "threads": threads(),
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "missing": missing,
        "landlock": {"abi": ruleset.abi, "tcp": ruleset.tcp, "scope": ruleset.scope} if ruleset else None,
        "seccomp": linux.allowed_calls() if held["program"] else 0,
    }
    control.send(json.dumps(hello).encode())
    children: set[int] = set()
    while True:
        message, ancillary, _, _ = control.recvmsg(1 << 16, socket.CMSG_SPACE(16 * 4))
        if not message:
            for pid in children:
                kill(pid)
            os._exit(0)
        descriptors = array.array("i")
        for _, _, data in ancillary:
            descriptors.frombytes(data[: len(data) - len(data) % 4])
        job = json.loads(message)
        if "reap" in job:
            answer = reap(job["reap"], job["patience"], children)
        else:
            answer = fork(list(descriptors), config, job, held, children)
        control.send(json.dumps(answer).encode())


def reap(pid: int, patience: float, children: set[int]) -> dict[str, Any]:
    """End a child: its wait status, whether it had ended `alone` (within `patience` seconds, before it was killed
    here), its CPU seconds and peak memory. {} for a child of an earlier fork server.
    """
    if pid not in children:
        return {}
    alone = ended(pid, patience)
    kill(pid)
    _, status, usage = os.wait4(pid, 0)
    children.discard(pid)
    cpu = usage.ru_utime + usage.ru_stime
    return {"status": status, "alone": alone, "cpu": cpu, "peak_kib": usage.ru_maxrss}


def ended(pid: int, patience: float) -> bool:
    """True once a child has ended by itself. Its pipes close a little before that; on a busy machine, long before.

    One that has closed its pipes and is not about to end (by the kernel's flag PF_EXITING) has not ended.
    """
    late = time.monotonic() + patience
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() >= late or not exiting(pid):
            return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        time.sleep(0.002)
    return True


def exiting(pid: int) -> bool:
    """True where the kernel has begun to end a process, or does not tell."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stream:
            return bool(int(stream.read().rpartition(b") ")[2].split()[6]) & 0x4)
    except (OSError, ValueError, IndexError):
        return True


def fork(
    descriptors: list[int], config: dict[str, Any], job: dict[str, Any], held: dict[str, Any], children: set[int]
) -> dict[str, Any]:
    """Fork a worker that serves on the descriptors; its pid. The child never returns."""
    pid = os.fork()
    if pid == 0:
        try:
            become_worker(descriptors, config, job, held)
        except BaseException as error:
            os.write(2, f"worker: {type(error).__name__}: {error}\n".encode(errors="replace"))
        os._exit(97)
    children.add(pid)
    for fd in descriptors:
        os.close(fd)
    return {"pid": pid}


def kill(pid: int) -> None:
    """End a child and everything in its process group."""
    for end in (os.killpg, os.kill):
        try:
            end(pid, signal.SIGKILL)
        except OSError:
            pass


def serve_one(config: dict[str, Any]) -> None:
    """The spawn way: this process is the worker. No layers here; the report calls that level `process`."""
    answers = os.dup(1)
    os.dup2(2, 1)
    requests = os.dup(0)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(requests, os.O_BINARY)
        msvcrt.setmode(answers, os.O_BINARY)
    settle()
    write = wire.full_writer(answers)
    hello = {"event": "ready", "layers": [], "python": sys.version.split()[0], "numpy": np.__version__}
    write(b"".join(wire.encode(hello, 0)))
    worker.serve(wire.exact_reader(requests), write, wire, config["max_payload"], counting, loading)


if __name__ == "__main__":
    _config = json.loads(sys.argv[1])
    sys.argv[:] = ["submission"]
    worker.quiet_builtins()
    os.chdir("/")
    if _config["way"] == "fork":
        serve_forks(_config)
    else:
        serve_one(_config)
