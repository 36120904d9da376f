"""What this machine offers, one thing a line, each with what to do where it is wanting.

A `Finding` is ok, advice (everything works, something could be better) or bad (a check cannot run here). Isolation
below `confined` is advice for a learner and bad where hidden suites are kept, since those refuse to run without it.
"""

from __future__ import annotations

import dataclasses
import importlib.metadata
import os
import platform
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.core import terminal
from grader.core.errors import GraderError, MachineError, UsageError
from grader.core.model import Assignment, Limits
from grader.core.safe_text import cells, pad
from grader.core.terminal import ASCII, TerminalStyle
from grader.course import loading as courses
from grader.course import predictions, visible_checks
from grader.course.hints import hints_of
from grader.course.kit_hashes import KIT, changed_files
from grader.execution.visible_process import VisibleProcess
from grader.quiz.sheet import load_sheet
from grader.submissions.working_file import read_learner

__all__ = ["DoctorFinding", "examine", "screen"]

OLDEST, NEWEST, NUMPY = (3, 11), (3, 13), (2, 0)


@dataclasses.dataclass(frozen=True)
class DoctorFinding:
    """One thing looked at. `fix` is a message id with its parameters, where there is something to do."""

    id: str
    state: str  # ok, advice, bad
    found: str
    fix: str = ""
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)


def examine(where: Path, encoding: str | None, look: TerminalStyle) -> tuple[list[DoctorFinding], dict[str, Any]]:
    """All findings, and the isolation's details for JSON."""
    root: Path | None
    try:
        root = courses.find_root(where)
    except UsageError:
        root = None
    author = root is not None and (root / "solutions").is_dir()
    isolation, details = _isolation(author)
    details["hidden_suites"] = author  # where there are none, nothing is said about grading
    return [
        _python(),
        *_numpy(),
        _threads(look),
        _encoding(encoding, look),
        _language(look),
        *_course(root, look),
        isolation,
    ], details


def _python() -> DoctorFinding:
    found = f"{platform.python_version()}, {platform.system()} {platform.release()}"
    here = sys.version_info[:2]
    if here < OLDEST:
        return DoctorFinding("python", "bad", found, "kit.fix_python")
    return DoctorFinding(
        "python", "advice" if here > NEWEST else "ok", found, "kit.fix_python" if here > NEWEST else ""
    )


def _version(name: str) -> tuple[str, tuple[int, ...]]:
    try:
        text = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "", ()
    return text, tuple(int(part) for part in text.split(".")[:2] if part.isdigit())


def _numpy() -> list[DoctorFinding]:
    """Is it there, new enough, and does the learner's process start with it?"""
    text, version = _version("numpy")
    if not text:
        return [DoctorFinding("numpy", "bad", "-", "kit.fix_numpy")]
    process = VisibleProcess()
    try:
        process.ready()
    except MachineError as error:
        return [DoctorFinding("numpy", "bad", f"{text}: {error}", "kit.fix_numpy")]
    finally:
        process.close()
    found = [
        DoctorFinding("numpy", "ok" if version >= NUMPY else "bad", text, "" if version >= NUMPY else "kit.fix_numpy")
    ]
    pytest = _version("pytest")[0]
    return [
        *found,
        DoctorFinding("pytest", "ok" if pytest else "advice", pytest or "-", "" if pytest else "kit.fix_pytest"),
    ]


def _threads(look: TerminalStyle) -> DoctorFinding:
    """Checks always run with one thread; what is set outside only matters for the learner's own scripts."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    given = next(
        (
            f"{key}={os.environ[key]}"
            for key in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
            if os.environ.get(key)
        ),
        "",
    )
    return DoctorFinding("threads", "ok", look.say("kit.threads_found", cores=cores) + (f" ({given})" if given else ""))


def _encoding(encoding: str | None, look: TerminalStyle) -> DoctorFinding:
    name = encoding or "ascii"
    try:
        "한글".encode(name)
    except (UnicodeEncodeError, LookupError):
        return DoctorFinding("encoding", "advice", name, "kit.fix_hangul")
    if look.glyphs == ASCII:
        return DoctorFinding("encoding", "advice", name, "kit.fix_signs")
    return DoctorFinding("encoding", "ok", name)


def _language(look: TerminalStyle) -> DoctorFinding:
    return DoctorFinding("language", "ok", look.language)


def _course(root: Path | None, look: TerminalStyle) -> list[DoctorFinding]:
    """The course, the learner's files in it, and whether notes can be kept."""
    if root is None:
        return [DoctorFinding("course", "bad", "-", "kit.fix_course")]
    names = courses.assignments(root)
    if not names:
        return [DoctorFinding("course", "bad", str(root), "kit.fix_course")]
    out = [DoctorFinding("course", "ok", ", ".join(names)), *_kit(root, look)]
    for name in names:
        if not (root / "exercises" / name).is_dir():
            continue
        try:
            assignment = courses.load(root, name, public=True)
        except GraderError as error:
            out.append(_unusable("lesson", error, look, "kit.fix_lesson"))
            continue
        own = look if len(names) == 1 else dataclasses.replace(look, meant=f"-a {name}")
        out += [_own_file(assignment, own), _lesson(root, assignment, own)]
    folder = root / ".grader"
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-"):
            pass
        out.append(DoctorFinding("writing", "ok", ".grader/"))
    except OSError as error:
        out.append(DoctorFinding("writing", "advice", f".grader/: {error.strerror}", "kit.fix_writing"))
    return out


def _kit(root: Path, look: TerminalStyle) -> list[DoctorFinding]:
    """The kit's own files, where it remembers what they were."""
    found = changed_files(root)
    if found:
        files = ", ".join(look.say(f"kit.how_{one.how}", file=one.path) for one in found)
        return [DoctorFinding("kit", "bad", files, "kit.fix_kit", {"command": look.run("reset", "--kit")})]
    return [DoctorFinding("kit", "ok", look.say("kit.kit_found"))] if (root / KIT).is_file() else []


def _own_file(assignment: Assignment, look: TerminalStyle) -> DoctorFinding:
    """The file that the learner edits."""
    try:
        return DoctorFinding("file", "ok", f"exercises/{assignment.id}/{read_learner(assignment).file}")
    except GraderError as error:
        return _unusable("file", error, look, "kit.fix_file", command=look.run("reset", "--all"))


def _lesson(root: Path, assignment: Assignment, look: TerminalStyle) -> DoctorFinding:
    """What the commands read beside the learner's file: the visible checks, and hints, predictions, questions."""
    try:
        checks = visible_checks.read_suite(root, assignment).checks
        for step in assignment.steps:
            hints_of(assignment.folder, step, look.language, None)
            predictions.questions_of(assignment, step)
        sheet = root / "quizzes" / f"{assignment.id}.yaml"
        if sheet.is_file():
            load_sheet(sheet)
    except GraderError as error:
        return _unusable("lesson", error, look, "kit.fix_lesson")
    return DoctorFinding("lesson", "ok", look.say("kit.lesson_found", name=assignment.id, count=len(checks)))


def _unusable(kind: str, error: GraderError, look: TerminalStyle, fix: str, **params: object) -> DoctorFinding:
    return DoctorFinding(kind, "bad", error.words(look.language).splitlines()[0], fix, params)


def _isolation(author: bool) -> tuple[DoctorFinding, dict[str, Any]]:
    """The level that the probe measures here."""
    from grader.execution.probe import establish

    try:
        executor, isolation = establish(Limits(), "confined")
    except MachineError as error:
        details: dict[str, Any] = {"isolation": "process", "why": str(error)}
        return DoctorFinding("isolation", "bad" if author else "advice", "process", "kit.fix_isolation"), details
    numpy = executor.hello.get("numpy")
    executor.close()
    details = {
        "isolation": isolation.level,
        "layers": dict(isolation.layers),
        "probe": dict(isolation.probe),
        "missing": [dict(missing) for missing in isolation.missing],
        "numpy": numpy,
    }
    return DoctorFinding("isolation", "ok", isolation.level), details


def screen(findings: list[DoctorFinding], look: TerminalStyle, hidden_suites: bool) -> list[str]:
    """The findings, one a line (its fix may take another), and what they add up to."""
    signs = {"ok": look.glyphs.passed, "advice": look.glyphs.held, "bad": look.glyphs.failed}
    names = {finding.id: look.say(f"kit.doctor_{finding.id}") for finding in findings}
    column = max(cells(name) for name in names.values()) + 2
    states = {state: look.say(f"kit.{state}") for state in signs}
    wide = max(cells(word) for word in states.values()) + 2
    out = [f"{look.command} doctor", ""]
    for finding in findings:
        head = f"{signs[finding.state]} {pad(states[finding.state], wide)}{pad(names[finding.id], column)}"
        fix = look.say(finding.fix, **finding.params) if finding.fix else ""
        line = f"{head}{finding.found}" + (f"  {fix}" if fix else "")
        hanging = 2 + wide + column
        out += terminal.wrapped(line.replace("  ", "\u00a0\u00a0"), look.width, hanging)
    bad = sum(finding.state == "bad" for finding in findings)
    out.append("")
    if bad:
        out.append(look.say("kit.doctor_not", count=bad))
    else:
        out.append(look.say("kit.doctor_ready", command=look.run("check")))
        if hidden_suites and any(finding.id == "isolation" and finding.state == "ok" for finding in findings):
            out.append(look.say("kit.doctor_grades"))
    return terminal.indented(out)
