"""The process in which a learner's visible checks run at home: the learner's own interpreter, folder and packages.

Started as `python -I -B -X utf8 visible_start.py CONFIG`, where CONFIG has the import path as JSON. Requests come on
standard input and answers go to what was standard output, in the frames of `wire.py`; whatever the learner prints is
kept apart, capped, and told with the check that printed it. What is checked is the learner's own, on the learner's own
machine (level `process`); where the kernel has Landlock, neither their file nor the file of checks can write, connect
or start a program. Time is watched from outside.

In: {"do": "open", "job": JSON} once, then {"do": "check", "name", "case"} and {"do": "explain"}. Out: one frame for
each, {"event", "told": JSON}, after a first one that says that numpy is loaded.
"""

from __future__ import annotations

import importlib.util
import io
import json
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

_LONGEST = 1 << 18  # characters of a record; what is longer goes without the values of its call


def beside(name: str) -> ModuleType:
    """The module of this folder, loaded by its path: the folder must not come onto `sys.path`."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def guard(memory_mib: int) -> None:
    """No more memory than the assignment allows, where the system can hold that."""
    try:
        import resource

        limit = memory_mib << 20
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    except (ImportError, ValueError, OSError):
        pass


def confine(scratch: str) -> None:
    """Let nothing be written but temporary files, nothing be started and nobody be reached, where Linux can hold that.

    The file of checks may be somebody else's: whoever looks at another's work runs it with this command.
    """
    os.environ.update(TMPDIR=scratch, TMP=scratch, TEMP=scratch)
    if sys.platform == "linux":
        beside("linux_sandbox").read_only(scratch)


def begin(job: dict[str, Any], runner_module: Any, printed: Any) -> Any:
    """The runner of a job, in a process that is where the learner's file is, with nobody at its input."""
    sys.stdin = io.StringIO()
    guard(job["memory_mib"])
    confine(job["scratch"])
    folder = os.path.dirname(job["learner"])
    sys.path[:0] = [folder]
    os.chdir(folder)
    code = runner_module.LearnerCode(job["learner"])
    code.take_printed = printed.take
    learner = beside("visible_program").AtHome(job, beside("loading").Program(), code)
    learner.take_place()
    return runner_module.CheckRunner(job, learner)


def main() -> None:
    """Load numpy first, while the grader reads the course; then the job."""
    sys.path[:] = json.loads(sys.argv[1])
    wire, runner_module = beside("wire"), beside("check_runner")
    requests, answers = os.dup(0), os.dup(1)  # nothing a learner opens or prints to is one of these
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(requests, os.O_BINARY)
        msvcrt.setmode(answers, os.O_BINARY)
    printed = runner_module.Capped()
    sys.stdout = sys.stderr = printed
    read, write = wire.exact_reader(requests), wire.full_writer(answers)

    def answer(record: dict[str, Any]) -> None:
        told = json.dumps(record)
        if len(told) > _LONGEST:
            told = json.dumps({**record, "calls": []})
        write(b"".join(wire.encode({"told": told}, 0)))

    try:
        import numpy  # noqa: F401  # the one costly import, before the clock of any check runs
    except ImportError as error:
        answer({"event": "no_numpy", "words": str(error)[:300]})
        return
    answer({"event": "ready"})
    job = json.loads(wire.received(read)["job"])
    runner = begin(job, runner_module, printed)

    def asked() -> None:
        serve(runner, answer, lambda: wire.received(read))

    if job["pytest"]:
        beside("check_runner_pytest").serve(runner, answer, asked)
    else:
        answer(runner.open())
        asked()


def serve(runner: Any, answer: Callable[[dict[str, Any]], None], next_request: Callable[[], Any]) -> None:
    """Answer until the grader closes the pipe, which ends the process."""
    while True:
        request = next_request()
        if request["do"] == "check":
            answer({"event": "checked", **runner.check(request["name"], request["case"])})
        else:
            answer({"event": "facts", "facts": runner.explain()})


if __name__ == "__main__":
    main()
