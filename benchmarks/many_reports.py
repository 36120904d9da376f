"""What the commands that read a whole class cost: CPU and peak memory of each, at some thousand learners.

    python benchmarks/many_reports.py                            5,000 learners; some minutes
    python benchmarks/many_reports.py --learners 1000 5000       more sizes, to see what grows
    python benchmarks/many_reports.py --only "export csv" stats  some of the commands

The sample cohort is graded once, as `grader grade -o` does it. Its reports are then copied under other ids into a
gradebook and into a folder of reports, so every learner has a report of ordinary size, most of them with a quiz. CPU is
that of the command alone (user and system), memory the largest resident size that the kernel noted for it.
"""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("submissions", "attempts", "results")
CANVAS = "Student,ID,SIS Login ID,Section,Self-attention in numpy (1)\nPoints Possible,,,,100\n"


def sample(place: Path) -> Path:
    """The sample cohort, graded into a folder: reports for learners, and those in instructor/ with the gradebook."""
    out = place / "sample"
    command = [sys.executable, "-m", "grader", "grade", str(ROOT / "examples" / "cohort"), "-o", str(out), "--quiet"]
    subprocess.run([*command, "--course", str(ROOT)], check=False, stdout=subprocess.DEVNULL, cwd=ROOT)
    return out


def cloned_folder(out: Path, target: Path, learners: int) -> None:
    """A folder of whole reports, `learners` of them under ids of their own."""
    inside = target / "instructor"
    inside.mkdir(parents=True)
    for path in (out / "instructor").iterdir():
        if path.suffix == ".json" and not (out / path.name).is_file():  # what the reports share
            shutil.copy(path, inside / path.name)
    originals = [path for path in sorted((out / "instructor").glob("*.json")) if (out / path.name).is_file()]
    for i, path in zip(range(learners), itertools.cycle(originals)):
        text = path.read_text(encoding="utf-8")
        name = f'"id":"{path.stem}"' if f'"id":"{path.stem}"' in text else f'"id": "{path.stem}"'
        (inside / f"s{i:05}.json").write_text(text.replace(name, f'"id":"s{i:05}"', 1), encoding="utf-8")


def cloned_gradebook(book: Path, target: Path, learners: int) -> None:
    """A gradebook with the results of `book` over and over, each under a learner of its own."""
    shutil.copy(book, target)
    with sqlite3.connect(target) as db:
        db.row_factory = sqlite3.Row
        rows = db.execute(
            "SELECT s.id, s.assignment, s.name, a.id AS attempt, a.counted FROM submissions s "
            "JOIN attempts a ON a.submission = s.id WHERE a.counted IS NOT NULL ORDER BY s.name"
        ).fetchall()
        for i, row in zip(range(learners), itertools.cycle(rows)):
            name = f"s{i:05}"
            owner = _copied(db, "submissions", row["id"], {"name": name})
            attempt = _copied(db, "attempts", row["attempt"], {"submission": owner, "counted": None})
            report = db.execute("SELECT report FROM results WHERE id = ?", (row["counted"],)).fetchone()[0]
            for old in (f'"id": "{row["name"]}"', f'"id":"{row["name"]}"'):
                report = report.replace(old, f'"id":"{name}"', 1)
            changed = {"attempt": attempt, "report": report, "key": f"{i:064x}"}
            result = _copied(db, "results", row["counted"], changed)
            db.execute("UPDATE attempts SET counted = ? WHERE id = ?", (result, attempt))
        ours = tuple(row["id"] for row in rows)
        marks = ",".join("?" * len(ours))
        db.execute(f"UPDATE attempts SET counted = NULL WHERE submission IN ({marks})", ours)


def _copied(db: sqlite3.Connection, table: str, ident: int, changed: dict[str, object]) -> int:
    """A row again, with other values in some columns. -> its id."""
    row = dict(db.execute(f"SELECT * FROM {table} WHERE id = ?", (ident,)).fetchone())
    row = {**row, **changed, "id": None}
    names, places = ", ".join(row), ", ".join("?" * len(row))
    added = db.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", tuple(row.values()))
    assert added.lastrowid is not None
    return added.lastrowid


def canvas_export(path: Path, learners: int) -> Path:
    """A Canvas export with a row for each learner."""
    rows = "".join(f"Learner {i},{i},s{i:05},One,\n" for i in range(learners))
    path.write_text(CANVAS + rows, encoding="utf-8")
    return path


def measured(arguments: list[str], place: Path) -> tuple[float, float, float, int]:
    """Wall seconds, CPU seconds, MiB at most, and exit code of a command."""
    began = time.perf_counter()
    with (place / "said.txt").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "grader", *arguments], stdout=said, stderr=subprocess.STDOUT, cwd=ROOT
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - began
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode


def commands(book: Path, folder: Path, canvas: Path, place: Path) -> dict[str, list[str]]:
    """Name -> arguments of each command that reads a class."""
    course = ["--course", str(ROOT)]
    return {
        "export csv": ["export", str(book), "--to", "csv", "-o", str(place / "a.csv"), *course],
        "export csv, folder": ["export", str(folder), "--to", "csv", "-o", str(place / "b.csv"), *course],
        "export canvas": [
            *("export", str(book), "--to", "canvas", "--into", str(canvas), "-o", str(place / "c.csv")),
            *course,
        ],
        "export moodle": ["export", str(book), "--to", "moodle", "-o", str(place / "d.csv"), *course],
        "export gradescope": ["export", str(book), "--to", "gradescope", "-o", str(place / "gradescope"), *course],
        "report": ["report", str(book), "-o", str(place / "pages"), *course],
        "report --to csv": ["report", str(book), "--to", "csv", "-o", str(place / "csvs"), *course],
        "stats": ["stats", str(book), *course],
        "stats, folder": ["stats", str(folder), *course],
        "cohort-report": ["cohort-report", str(book), str(place / "site"), *course],
        "gradebook show": ["gradebook", "show", "--gradebook", str(book)],
        "marking-sheet": ["gradebook", "marking-sheet", "--gradebook", str(book), "-o", str(place / "m.csv"), *course],
    }


def main() -> None:
    """Measure and print a table for each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learners", type=int, nargs="+", default=[5000])
    parser.add_argument(
        "--only", nargs="+", metavar="COMMAND", help="some of the commands, by their names in the table"
    )
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        out = sample(Path(temporary))
        for learners in chosen.learners:
            place = Path(temporary) / str(learners)
            place.mkdir()
            book, folder = place / "gradebook.db", place / "reports"
            cloned_gradebook(out / "instructor" / "gradebook.db", book, learners)
            cloned_folder(out, folder, learners)
            canvas = canvas_export(place / "canvas.csv", learners)
            size = sum(path.stat().st_size for path in (folder / "instructor").iterdir()) / learners / 1024
            print(
                f"\n{learners:,} learners, gradebook {book.stat().st_size / learners / 1024:.0f} KiB a learner, "
                f"a whole report {size:.0f} KiB, load average {os.getloadavg()[0]:.1f}"
            )
            print(f"{'command':20} {'wall s':>8} {'CPU s':>8} {'peak MiB':>9}  exit")
            for name, arguments in commands(book, folder, canvas, place).items():
                if chosen.only and name not in chosen.only:
                    continue
                wall, cpu, peak, code = measured(arguments, place)
                print(f"{name:20} {wall:8.1f} {cpu:8.1f} {peak:9.0f}  {code}", flush=True)
                if code:
                    print((place / "said.txt").read_text(encoding="utf-8")[-400:])
            shutil.rmtree(place)


if __name__ == "__main__":
    main()
