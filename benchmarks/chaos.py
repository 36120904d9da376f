"""Does a grade survive the machine? Cohorts graded while their processes are killed, stopped and squeezed at random.

    python benchmarks/chaos.py                      1,000 rounds of 40 submissions
    python benchmarks/chaos.py --minutes 10         as many as go into ten minutes
    python benchmarks/chaos.py --rounds 1 --seed 77 that round again

Each round grades a small course of two steps, 40 submissions, in two grader processes, while about eight times a second
something happens to a worker, a fork server or a grader: SIGKILL, SIGTERM, SIGSTOP for up to 1.2 s, one core and the
least of it for up to a second, a full disk (or a limit on file sizes, for who may not mount one); the clock that the
graders see jumps by up to four months. What a full disk has ended is run again. A round is right if each score is that
of a calm run, or its points are held and the report says why. Exit code 1 where a point was lost or gained.
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "hostile")]

from chaos import JUMPS, calm_reports, round_of  # of tests/hostile, once its folder is on the path
from cohort_fixtures import CENTRE, MANIFEST, SPREAD
from cohorts import COLUMNS, RIGHT, STEEP

SUBMISSIONS = 40


def course(folder: Path) -> Path:
    """The small course of the tests, in `folder`."""
    place = folder / "course" / "solutions" / "tiny"
    (place / "hidden").mkdir(parents=True)
    (place / "assignment.yaml").write_text(MANIFEST.lstrip(), encoding="utf-8")
    (place / "tiny.py").write_text(RIGHT, encoding="utf-8")
    (place / "hidden" / "test_centre.py").write_text(CENTRE.replace("FAULT", "pass"), encoding="utf-8")
    (place / "hidden" / "test_spread.py").write_text(SPREAD, encoding="utf-8")
    return folder / "course"


def cohort(folder: Path) -> Path:
    """Right, wrong and half right answers of 40 learners."""
    for number in range(SUBMISSIONS):
        place = folder / "submissions" / f"s{number:03}"
        place.mkdir(parents=True)
        text = (RIGHT, COLUMNS, STEEP)[number % 3]
        (place / "tiny.py").write_text(f"# {place.name}\n{text}", encoding="utf-8")
    return folder / "submissions"


@contextlib.contextmanager
def disk(place: Path) -> Iterator[Callable[[bool], None] | None]:
    """A small disk at `place`: what fills and empties it. None where this user may not mount one."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        yield None
        return

    def fill(full: bool) -> None:
        if not full:
            (place / "filler").unlink(missing_ok=True)
            return
        with (place / "filler").open("wb", buffering=0) as stream:
            while stream.write(bytes(1 << 16)):
                pass

    try:
        yield fill
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def main() -> int:
    """Run the rounds and print what came of them."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=1000)
    options.add_argument("--minutes", type=float, default=float("inf"))
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    end, done, equal, held, runs, wrong = time.monotonic() + 60 * asked.minutes, Counter[str](), 0, 0, 0, list[str]()
    with tempfile.TemporaryDirectory(prefix="chaos-") as name:
        folder = Path(name)
        root, place = course(folder), cohort(folder)
        (folder / "jumps").mkdir()
        (folder / "jumps" / "sitecustomize.py").write_text(JUMPS, encoding="utf-8")
        calm = calm_reports(place, root, folder / "calm")
        rounds = 0
        while rounds < asked.rounds and time.monotonic() < end:
            seed = asked.seed + rounds
            with disk(folder / f"disk{rounds}") as fill:
                out = folder / f"disk{rounds}" / "out"
                seen = round_of(place, root, out, calm, seed=seed, jumps=folder / "jumps", disk=fill)
            rounds += 1
            done.update(seen.done)
            equal, held, runs = equal + seen.equal, held + seen.held, runs + seen.runs
            wrong += [f"seed {seed}: {line}" for line in seen.wrong]
            if seen.wrong or rounds % 10 == 0:
                print(f"{rounds} rounds: {equal} equal, {held} with held points, {len(wrong)} wrong", flush=True)
    print(f"\n{rounds} rounds of {SUBMISSIONS}, {runs} runs; scores equal to a calm run's: {equal}, held: {held}")
    print("\n".join(f"  {count:6} {what}" for what, count in done.most_common()))
    print("\n".join(wrong) or "no point lost, none gained")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
