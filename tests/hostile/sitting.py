"""One grader session over many submissions, in a process of its own, watched from inside it.

    python sitting.py JOB.json     one JSON line a report on standard output

Run by test_hostile.py: a grader that hangs, crashes, prints or grows shows there and takes nothing along.
"""

from __future__ import annotations

import ctypes
import dataclasses
import gc
import json
import os
import sys
import time
from pathlib import Path


def status(pid: int | str, key: str) -> int:
    with open(f"/proc/{pid}/status") as stream:
        return next((int(line.split()[1]) for line in stream if line.startswith(f"{key}:")), 0)


def forget_peak() -> bool:
    """Start the count of this process's highest memory anew, where the system lets us."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def tidy() -> None:
    """Give back what the allocator only keeps, so that what is counted is what the grader holds."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, task.read_text().split())
        except OSError:
            pass
    return found


def strays(mark: str) -> list[int]:
    """Processes of this session's interpreters that are no longer below us."""
    ours = {os.getpid()}
    fresh = {os.getpid()}
    while fresh:
        fresh = {child for pid in fresh for child in children(pid)} - ours
        ours |= fresh
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if mark in line and "forkserver.py" in line and int(folder.name) not in ours:
            found.append(int(folder.name))
    return found


def main() -> None:
    job = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)  # whatever is printed by accident belongs to what the test looks at

    from grader import submissions as intake
    from grader.course import loading, stubs
    from grader.execution import client
    from grader.grading.run import grade
    from grader.reports.html import report_html
    from grader.reports.schema import Report, report_json
    from grader.reports.table import table_text
    from grader.reports.text import report_text

    assignment = loading.load(Path(job["root"]), "self_attention")
    assignment = dataclasses.replace(assignment, limits=dataclasses.replace(assignment.limits, **job["limits"]))
    solution = (assignment.folder / assignment.file).read_text(encoding="utf-8")
    bases = {"solution": solution, "stub": stubs.stub(solution, assignment.file)}
    told: list[str] = []  # what this submission's exceptions said; a report does not show it for hidden checks
    failure_of = client.failure_of

    def noted(function: str, record: dict[str, object], *more: object) -> client.CallFailed:
        told.append(str(record.get("words"))[:200])
        return failure_of(function, record, *more)  # type: ignore[arg-type]  # passed on as they come

    client.failure_of = noted  # type: ignore[assignment]  # the grader's own function, noted in passing
    mark = f'"memory_bytes": {assignment.limits.memory_mib << 20}'
    started = time.monotonic()
    folder = Path(sys.argv[1]).parent / "submissions"
    folder.mkdir()

    def submissions():  # type: ignore[no-untyped-def]  # a generator of Submission
        nonlocal started
        for one in job["submissions"]:
            text = bases[one["base"]] + ("\n# %%\n" + one["text"] if one["text"] else "")
            for name, value in {"FUNCTIONS": " ".join(assignment.functions), "PID": str(os.getpid())}.items():
                text = text.replace(f"@{name}@", value)
            path = folder / f"{one['id']}.py"
            path.write_text(text, encoding="utf-8")
            forget_peak()
            told.clear()
            started = time.monotonic()
            yield from intake.find([path], assignment)

    def deliver(report: Report) -> None:
        tidy()
        below = [(pid, children(pid)) for pid in children(os.getpid())]
        seen = {
            "id": report.submission.id,
            "json": report_json(report),
            "text": report_text(report, full=True),
            "table": table_text([report]),
            "html": report_html(report, "en"),
            "earned": str(report.score.earned),
            "bonus": str(report.bonus.earned),
            "pending": str(report.score.held),
            "level": report.isolation.level,
            "seconds": time.monotonic() - started,
            "rss": status("self", "VmRSS"),
            "peak": status("self", "VmHWM"),
            "descriptors": len(os.listdir("/proc/self/fd")),
            "threads": status("self", "Threads"),
            "children": below,
            "strays": strays(mark),
            "told": sorted(set(told)),
        }
        out.write(json.dumps(seen) + "\n")

    grade(
        assignment,
        submissions(),
        deliver,
        isolation=job["isolation"],
        way=job["way"],
        only=tuple(job["only"]),
        seed=job["seed"],
    )
    out.write(json.dumps({"id": "", "strays": strays(mark), "children": children(os.getpid())}) + "\n")
    out.close()


if __name__ == "__main__":
    main()
