"""A cohort graded in one go: submissions a second, CPU, peak memory of each kind of process, cost of one submission.

    python benchmarks/cohort.py                               100, 300 and 3,000 submissions; half an hour on 2 cores
    python benchmarks/cohort.py --sizes 100 300 --no-growth   some minutes
    python benchmarks/cohort.py --neighbours                  what one that exhausts time or memory does to others
    python benchmarks/cohort.py --nbgrader 30 --otter /path/to/venv/bin/python    the same answers elsewhere

One in ten submissions is hostile or crashes, one in ten is a notebook, the others are accepted variants and known
mistakes over the reference, each a little different from all others. CPU seconds are those of the command and
everything it started; memory is the peak of each process as the kernel keeps it (VmHWM), read while it runs, so a
learner's process that lived for a few milliseconds may be missed. On a busy machine trust ratios of CPU.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COURSE = ROOT / "solutions" / "self_attention"
MODULES = sorted(path.stem for path in (ROOT / "tests" / "hostile" / "modules").glob("*.py"))
HOSTILE = tuple(MODULES[i * 37 % len(MODULES)] for i in range(len(MODULES)))  # all, neighbours by number far apart
EXHAUSTING = ("10_memory_bomb", "11_endless_loop", "26_swallow_signals")
CRASHING = ("\n# %%\nraise RuntimeError('no')\n", "\n# %%\ndef softmax(S:\n    return S\n")


# -- the cohort ------------------------------------------------------------------------------------------------


def body(path: Path) -> str:
    """A variant's own cell: what stands below its header."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    skip = tree.body[0].end_lineno or 0 if ast.get_docstring(tree) is not None else 0
    return "\n# %%\n" + "".join(lines[skip:])


def reference() -> str:
    return (COURSE / "attention.py").read_text(encoding="utf-8")


def hostile(name: str) -> str:
    """A hostile module over the reference, as tests/hostile assembles it."""
    folder = ROOT / "tests" / "hostile"
    functions = [node.name for node in ast.parse(reference()).body if isinstance(node, ast.FunctionDef)]
    text = (folder / "prelude.py").read_text(encoding="utf-8") + body(folder / "modules" / f"{name}.py")
    for word, filled in (("@FUNCTIONS@", " ".join(functions)), ("@PORT@", "9")):
        text = text.replace(word, filled)
    for word in ("@SECRET@", "@MARKER@", "@TOKEN@"):
        text = text.replace(word, "/nonexistent/none")
    return f"{reference()}\n# %%\n{text}"


def notebook(source: str) -> str:
    sys.path.insert(0, str(ROOT))
    from grader.submissions import python_cells

    cells = []
    for cell in python_cells(source, "attention.py"):
        head, _, text = cell.text.partition("\n")
        kind = "markdown" if "[markdown]" in head else "code"
        extra: dict[str, Any] = {"outputs": [], "execution_count": None} if kind == "code" else {}
        cells.append({"cell_type": kind, "metadata": {}, "source": text, **extra})
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})


def honest() -> Iterator[str]:
    """The reference, accepted variants and known mistakes in turn, for ever; no two texts are the same."""
    variants = [body(path) for path in sorted((COURSE / "accepted").glob("*.py"))]
    mistakes = [body(path) for path in sorted((COURSE / "mistakes").glob("*.py"))]
    rounds = itertools.cycle([*itertools.chain(*zip(itertools.cycle(["", *variants]), mistakes, strict=False))])
    for number, variant in enumerate(rounds):
        yield f"{reference()}{variant}\n# %%\n_learner = {number}\n"


def make(folder: Path, count: int, *, bad: tuple[str, ...] = HOSTILE, share: int = 10) -> Path:
    """`count` submissions: every `share`th is bad, every tenth of the others is a notebook."""
    texts, worse = honest(), itertools.cycle([*map(hostile, bad), *(reference() + text for text in CRASHING)])
    for i in range(count):
        place = folder / f"s{i:05}"
        place.mkdir(parents=True)
        if bad and i % share == share // 2:
            (place / "attention.py").write_text(f"{next(worse)}\n_learner = {i}\n", encoding="utf-8")
        elif i % 10 == 0:
            (place / "attention.ipynb").write_text(notebook(next(texts)), encoding="utf-8")
        else:
            (place / "attention.py").write_text(next(texts), encoding="utf-8")
    return folder


def without_growth() -> list[str]:
    """`--only` with every check that does not measure growth."""
    chosen = []
    for path in sorted((COURSE / "hidden").glob("test_*.py")):
        step = path.stem.removeprefix("test_")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            if "growth" not in {argument.arg for argument in node.args.args}:
                chosen += ["--only", f"{step}.{node.name.removeprefix('test_')}"]
    return chosen


# -- one run ---------------------------------------------------------------------------------------------------


def kind_of(pid: int) -> str:
    """What a process below the command is: a grader, its fork server, or a learner's process."""
    line = Path(f"/proc/{pid}/cmdline").read_bytes()
    if b"grader.batch.worker_main" in line:
        return "grader process"
    if b"forkserver.py" in line:
        parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        return "learner" if b"forkserver.py" in Path(f"/proc/{parent}/cmdline").read_bytes() else "fork server"
    return "command"


def peak(pid: int) -> int:
    """The most memory a process has had resident, KiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0])


def watch(root: int, peaks: dict[str, int], over: threading.Event) -> None:
    """Note the peaks of all processes at and below `root` until `over`."""
    while not over.wait(0.05):
        parents: dict[int, int] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
        below, todo = {root}, [root]
        while todo:
            now = todo.pop()
            fresh = [pid for pid, parent in parents.items() if parent == now and pid not in below]
            below.update(fresh)
            todo += fresh
        for pid in below:
            try:
                kind = kind_of(pid)
                peaks[kind] = max(peaks.get(kind, 0), peak(pid))
            except (OSError, ValueError, IndexError):
                continue


def grade(folder: Path, *arguments: str) -> dict[str, Any]:
    """Grade a cohort: wall and CPU seconds, the peaks, and the reports' own seconds by submission."""
    command = [sys.executable, "-m", "grader", "grade", str(folder), "--course", str(ROOT), "--json", "--quiet"]
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    run = subprocess.Popen(
        [*command, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    peaks: dict[str, int] = {}
    over = threading.Event()
    watcher = threading.Thread(target=watch, args=(run.pid, peaks, over))
    watcher.start()
    assert run.stdout is not None
    seconds: dict[str, float] = {}
    for line in run.stdout:
        report = json.loads(line)
        seconds[report["submission"]["id"]] = report["seconds"]
    said = run.communicate()[1].decode()
    over.set()
    watcher.join()
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - started
    if run.returncode not in (0, 3):
        raise SystemExit(f"{' '.join(command)}: exit code {run.returncode}\n{said}")
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"wall": wall, "cpu": used, "peaks": peaks, "seconds": seconds, "status": run.returncode}


def told(label: str, count: int, run: dict[str, Any]) -> None:
    peaks = "  ".join(f"{kind} {size / 1024:.0f} MiB" for kind, size in sorted(run["peaks"].items()))
    rate, each = count / run["wall"], run["cpu"] / count * 1000
    bad = [s for name, s in run["seconds"].items() if int(name[1:]) % 10 == 5]
    good = [s for name, s in run["seconds"].items() if int(name[1:]) % 10 != 5]
    peaks += (
        f"   honest: median {statistics.median(good) * 1000:.0f} ms, others: mean {statistics.mean(bad) * 1000:.0f} ms"
    )
    print(f"{label:<28} {count:>5}  {run['wall']:7.1f} s  {rate:6.1f}/s  {each:7.1f} ms CPU each   {peaks}", flush=True)


def sizes(options: argparse.Namespace, work: Path) -> None:
    """Cost and memory as the cohort grows."""
    ways = [("all checks", [])] if options.growth else []
    ways.append(("without growth", without_growth()))
    jobs = ["--jobs", str(options.jobs)] if options.jobs else []
    for label, only in ways:
        each: dict[int, float] = {}
        for count in options.sizes:
            folder = work / f"{count}"
            if not folder.exists():
                make(folder, count)
            run = grade(folder, *jobs, *only)
            told(label, count, run)
            each[count] = run["cpu"] / count
        least, most = min(each.values()), max(each.values())
        print(f"{label:<28} cost of one, dearest over cheapest size: {most / least:.2f}\n")
    folder, out = work / f"{options.sizes[0]}", str(work / "out")
    only = without_growth()
    told("with -o, gradebook", options.sizes[0], grade(folder, *jobs, *only, "-o", out))
    told("the same again, unchanged", options.sizes[0], grade(folder, *jobs, *only, "-o", out))


def neighbours(options: argparse.Namespace, work: Path) -> None:
    """The wall seconds of honest submissions beside exhausting ones, against the same ones among themselves."""
    count, jobs = options.sizes[0], ["--jobs", str(options.jobs or os.cpu_count() or 1)]
    only = without_growth()
    calm = grade(make(work / "calm", count, bad=()), *jobs, *only)
    beside = grade(make(work / "beside", count, bad=EXHAUSTING, share=5), *jobs, *only)
    bad = {f"s{i:05}" for i in range(count) if i % 5 == 2}
    quiet = list(calm["seconds"].values())
    loud = [s for name, s in beside["seconds"].items() if name not in bad]
    print(f"honest submissions among themselves: median {statistics.median(quiet) * 1000:.0f} ms")
    print(
        f"one in five exhausts time or memory: median {statistics.median(loud) * 1000:.0f} ms, "
        f"ratio {statistics.median(loud) / statistics.median(quiet):.2f}"
    )


# -- the same answers elsewhere --------------------------------------------------------------------------------


def with_nbgrader(count: int) -> None:
    """`benchmarks/nbgrader_cohort.py` on that many notebooks."""
    subprocess.run(
        [sys.executable, str(Path(__file__).with_name("nbgrader_cohort.py")), "--notebooks", str(count)], check=True
    )


OTTER_TEST = """
OK_FORMAT = True
test = {{"name": {step!r}, "points": 1, "suites": [{{"cases": [{{
    "code": ">>> from plain_checks import run_step\\n>>> run_step({hidden!r}, {step!r}, globals())\\n",
    "hidden": False, "locked": False}}], "scored": True, "setup": "", "teardown": "", "type": "doctest"}}]}}
"""


def with_otter(python: Path, count: int, work: Path) -> None:
    """`otter run` on that many notebooks: a test a step, which calls the same hidden checks in the kernel.

    `python` is that of an environment of its own with otter-grader, ipykernel, numpy and pytest. Checks that need
    measurements of growth are left out, in its favour.
    """
    sys.path.insert(0, str(Path(__file__).parent))
    from nbgrader_cohort import HELPER

    (work / "tests").mkdir()
    (work / "plain_checks.py").write_text(HELPER)
    for path in sorted((COURSE / "hidden").glob("test_*.py")):
        step = path.stem.removeprefix("test_")
        (work / "tests" / f"{step}.py").write_text(OTTER_TEST.format(step=step, hidden=str(COURSE / "hidden")))
    found = os.pathsep.join([str(ROOT), str(ROOT / "benchmarks"), str(work)])
    environment = {**os.environ, "PYTHONPATH": found}
    otter = [str(python), "-m", "otter"]
    subprocess.run(
        [*otter, "generate", "-t", "tests", "-o", "autograder.zip", "--no-environment"],
        cwd=work,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    texts = honest()
    books = []
    for i in range(count):
        books.append(work / f"s{i:03}.ipynb")
        books[-1].write_text(notebook(next(texts)), encoding="utf-8")
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    for book in books:
        (work / book.stem).mkdir()
        subprocess.run(
            [*otter, "run", "-a", "autograder.zip", "-o", str(work / book.stem), "--no-logo", str(book)],
            cwd=work,
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
        )
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - started
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    for book in books:
        said = (work / book.stem / "results.json").read_text(encoding="utf-8")
        if "Autograder Failed" in said:
            raise SystemExit(f"otter did not grade {book.name}: {said[:2000]}")
    print(f"{'otter run':<28} {count:>5}  {wall:7.1f} s  {count / wall:6.2f}/s  {used / count * 1000:7.0f} ms CPU each")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 300, 3000])
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--no-growth", dest="growth", action="store_false")
    parser.add_argument("--neighbours", action="store_true")
    parser.add_argument("--nbgrader", type=int, metavar="N")
    parser.add_argument("--otter", type=Path, metavar="PYTHON")
    parser.add_argument("--notebooks", type=int, default=10, help="for --otter")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cohort-") as name:
        work = Path(name)
        if options.neighbours:
            neighbours(options, work)
        else:
            sizes(options, work)
        if options.nbgrader:
            with_nbgrader(options.nbgrader)
        if options.otter:
            (work / "otter").mkdir()
            with_otter(options.otter, options.notebooks, work / "otter")


if __name__ == "__main__":
    main()
