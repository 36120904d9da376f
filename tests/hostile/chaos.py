"""Rounds of grading in trouble: every score is a calm run's, or its points are held and the report says why.

Shared by the test (`test_chaos.py`, one round) and the benchmark (`benchmarks/chaos.py`, a thousand).
"""

from __future__ import annotations

import dataclasses
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from trouble import Trouble

__all__ = ["JUMPS", "ChaosRound", "calm_reports", "round_of"]

ROOT = Path(__file__).resolve().parents[2]
RUNS = 12  # until the disk has room for all reports, at most
JUMPS = """
import random, time

_chance, _by, _real, _real_ns = random.Random(), [0.0], time.time, time.time_ns


def _jumped():
    if _chance.random() < 0.02:
        _by[0] = _chance.choice([-1, 1]) * 10 ** _chance.uniform(0, 7)
    return _by[0]


time.time = lambda: _real() + _jumped()
time.time_ns = lambda: _real_ns() + int(_jumped() * 1e9)
"""
Report = Mapping[str, Any]


@dataclasses.dataclass
class ChaosRound:
    """What came of a round."""

    done: Counter[str] = dataclasses.field(default_factory=Counter)  # what was done to it, in words -> how often
    runs: int = 0
    equal: int = 0
    held: int = 0  # submissions of which something is held
    wrong: list[str] = dataclasses.field(default_factory=list)  # lost or gained points, missing reports, odd exits


def _grading(place: Path, root: Path, out: Path, jumps: Path | None, jobs: int) -> subprocess.Popen[bytes]:
    """`grader grade`, started; with `jumps`, a folder with a sitecustomize.py, its clock jumps."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("GRADER_", "PYTEST_"))}
    path = [str(jumps) if jumps else "", str(ROOT), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    command = [sys.executable, "-m", "grader", "grade", str(place), "--course", str(root), "-o", str(out), "--quiet"]
    command += ["--jobs", str(jobs), "--seed", "7"]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def _reports(out: Path) -> dict[str, Report]:
    found = {}
    for path in sorted((out / "instructor").glob("*.json")):
        report = json.loads(path.read_text(encoding="utf-8"))
        found[report["submission"]["id"]] = report
    return found


def calm_reports(place: Path, root: Path, out: Path, jobs: int = 2) -> dict[str, Report]:
    """The reports of a run that nobody troubles, by submission."""
    run = _grading(place, root, out, None, jobs)
    _, said = run.communicate(timeout=600)
    assert run.returncode == 0, said
    return _reports(out)


def round_of(
    place: Path,
    root: Path,
    out: Path,
    calm: Mapping[str, Report],
    *,
    seed: int,
    jumps: Path | None = None,
    every: float = 0.12,
    disk: Callable[[bool], None] | None = None,
    jobs: int = 2,
) -> ChaosRound:
    """Grade in trouble, again until every submission has its report (a full disk ends a run), and compare."""
    result, chance = ChaosRound(), random.Random(seed)
    while result.runs < RUNS:
        result.runs += 1
        run = _grading(place, root, out, jumps, jobs)
        try:
            with Trouble(run.pid, chance.randrange(1 << 30), every=every, disk=disk) as trouble:
                _, said = run.communicate(timeout=240)
        finally:
            run.kill()
            run.wait()
        result.done.update(trouble.done)
        if run.returncode not in (0, 3) or b"Traceback" in said:
            result.wrong.append(f"exit {run.returncode}: {said[-300:].decode(errors='replace')}")
        if len(_reports(out)) == len(calm):
            break
    _compare(_reports(out), calm, result)
    return result


def _compare(found: Mapping[str, Report], calm: Mapping[str, Report], result: ChaosRound) -> None:
    for name, right in calm.items():
        report = found.get(name)
        if report is None:
            result.wrong.append(f"{name}: no report")
            continue
        wanted = {check["id"]: check["outcome"] for step in right["steps"] for check in step["checks"]}
        broken = [check for step in report["steps"] for check in step["checks"] if check["outcome"] == "broken"]
        same = report["score"] == right["score"]
        earned, held = (Fraction(report["score"][key]) for key in ("earned", "held"))
        most = Fraction(right["score"]["earned"])
        others = [
            f"{check['id']} {check['outcome']}"
            for step in report["steps"]
            for check in step["checks"]
            if check["outcome"] not in ("broken", "blocked") and check["outcome"] != wanted.get(check["id"])
        ]
        if others or not (
            same or (broken and all(check["message"] for check in broken) and earned <= most <= earned + held)
        ):
            result.wrong.append(f"{name}: {report['score']} for {right['score']}: {others}")
        result.equal += same and not broken
        result.held += bool(broken)
