"""How fast is `grader check`, against a cold `python -m pytest` of the same visible checks?

    python benchmarks/check_latency.py [--rounds N] [--json]

Three files: untouched, solved, one softmax over the wrong axis. The two commands take turns, so that a busy machine is
busy for both; the least figure of each is kept. CPU is the whole process tree's. `--watch` is timed from the key
to the last line on the screen, with a process that waits.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from grader.authoring import derive
from grader.course import loading, stubs

WRONG = ("E / np.where(total > 0, total, 1)", "E / E.sum(axis=0)")
LIMITS = {"wall": 1.0, "cpu": 0.4}
COMMAND = [sys.executable, "-m", "grader", "check"]
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "exercises"]


def kits(folder):
    """Three courses in `folder`, by the name of what the learner has done."""
    assignment = loading.load(ROOT, "self_attention")
    reference = (assignment.folder / assignment.file).read_text(encoding="utf-8")
    assert WRONG[0] in reference, "the reference's softmax has changed: adapt WRONG"
    stub = stubs.stub(reference, assignment.file)
    texts = {"untouched": stub, "solved": reference, "wrong": reference.replace(*WRONG)}
    for name, text in texts.items():
        derive.write(folder / name, derive.derive(ROOT, assignment))
        (folder / name / "exercises" / assignment.id / assignment.file).write_text(text, encoding="utf-8")
    return {name: folder / name for name in texts}


def once(command, where):
    """Wall and CPU seconds of a command and all it starts."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "GRADER_LANG": "en"}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True)
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 1), done.stderr.decode()
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def watched(where, rounds):
    """Wall seconds from the key r to the end of the screen, `rounds` times."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRADER_LANG": "en"}
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [*COMMAND, "--watch"], cwd=where, env=environment, stdin=pipe, stdout=pipe, text=True, encoding="utf-8"
    )

    def shown():
        for line in process.stdout:
            if line.startswith("Watching"):
                return

    shown()
    times = []
    for _ in range(rounds):
        time.sleep(1.0)  # a person thinks; meanwhile the next process gets ready
        began = time.perf_counter()
        process.stdin.write("r\n")
        process.stdin.flush()
        shown()
        times.append(time.perf_counter() - began)
    process.stdin.write("q\n")
    process.stdin.flush()
    process.wait(30)
    process.stdin.close()
    process.stdout.close()
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, where in kits(Path(folder)).items():
            once(COMMAND, where)  # byte code and disk cache, for both
            once(PYTEST, where)
            pairs = [(once(COMMAND, where), once(PYTEST, where)) for _ in range(options.rounds)]
            wall, cpu = (min(ours[i] for ours, _ in pairs) for i in (0, 1))
            its_wall, its_cpu = (min(theirs[i] for _, theirs in pairs) for i in (0, 1))
            key = min(watched(where, options.rounds))
            rows.append(
                {
                    "file": name,
                    "wall": wall,
                    "cpu": cpu,
                    "pytest_wall": its_wall,
                    "pytest_cpu": its_cpu,
                    "wall_ratio": wall / its_wall,
                    "cpu_ratio": cpu / its_cpu,
                    "watch_key_wall": key,
                }
            )
    if options.json:
        print(json.dumps({"rounds": options.rounds, "load": os.getloadavg()[0], "limits": LIMITS, "rows": rows}))
        return
    print("file       check wall    cpu  pytest wall    cpu  wall ratio  cpu ratio  watch r")
    for row in rows:
        print(
            f"{row['file']:<10} {row['wall']:>9.2f}s {row['cpu']:>5.2f}s {row['pytest_wall']:>10.2f}s "
            f"{row['pytest_cpu']:>5.2f}s {row['wall_ratio']:>11.2f} {row['cpu_ratio']:>10.2f} "
            f"{row['watch_key_wall']:>7.2f}s"
        )
    load = f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    print(f"{load}; aims: {LIMITS['wall']:g} s wall, {LIMITS['cpu']:g} s CPU")


if __name__ == "__main__":
    main()
