"""How often the growth check is wrong: a zoo of honest and bad implementations, each in a fresh process.

    python benchmarks/growth_error_rates.py --short              every implementation once; for tox, no clock
    python benchmarks/growth_error_rates.py --runs 36 --bad-runs 4   36 of each honest one: 2,052 runs, half under load
    python benchmarks/growth_error_rates.py --witness ...       with the clock as a witness, as in the product
    python benchmarks/growth_error_rates.py --clock              the CPU clock too, for the table in docs/growth.md
    python benchmarks/growth_error_rates.py --counts FILE        write all counts, to compare versions of Python

Exit code 0 where no honest run failed, no bad one passed as quadratic, and all counts of an implementation agree.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import pickle
import sys
import time
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

# As the product's door does: one thread, and memory that is kept. glibc reads its settings at the start.
_SETTINGS = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_SETTINGS |= dict.fromkeys(("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"), str(4 << 30))
if __name__ == "__main__" and any(os.environ.get(name) != value for name, value in _SETTINGS.items()):
    os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | _SETTINGS)
os.environ |= _SETTINGS

import numpy as np  # after the number of threads is fixed

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from grader.complexity import (
    Clocked,
    GrowthKind,
    GrowthVerdict,
    Stopped,
    WrongValues,
    ask_the_clock,
    examine,
    time_growth,
)
from grader.complexity.counter import install

ZOO = Path(__file__).with_name("growth_zoo")
D_MODEL, D_K, D_V = 4, 4, 4


def softmax(S: np.ndarray) -> np.ndarray:
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def reference(X: np.ndarray, W_Q: np.ndarray, W_K: np.ndarray, W_V: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    A = softmax((X @ W_Q) @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
    return A @ (X @ W_V), A


def make_inputs(n: int, rng: np.random.RandomState, d: int = D_MODEL) -> tuple[np.ndarray, ...]:
    return (rng.normal(size=(n, d)), *(rng.normal(size=(d, d)) / np.sqrt(d) for _ in range(3)))


def right(args: tuple[Any, ...], value: Any) -> bool:
    wanted = reference(*args)
    if not isinstance(value, tuple) or len(value) != 2:
        return False
    return all(
        np.shape(g) == w.shape and np.allclose(g, w, rtol=1e-4, atol=1e-5) for g, w in zip(value, wanted, strict=True)
    )


def least(n: int) -> float:
    """Operations of the two products, without which nobody has the values."""
    return 2 * n * n * (D_K + D_V)


# -- a minimal door: replace `Child` to measure through another one -------------------------------------------


class Child:
    """A forked process that has run one source file and answers calls; its CPU clock is read from here."""

    def __init__(self, path: Path, counting: bool) -> None:
        to_child, from_parent = os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(to_child[1])
            os.close(from_parent[0])
            _serve(path, counting, os.fdopen(to_child[0], "rb"), os.fdopen(from_parent[1], "wb"))
        os.close(to_child[0])
        os.close(from_parent[1])
        self.send, self.receive = os.fdopen(to_child[1], "wb"), os.fdopen(from_parent[0], "rb")

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.send.close()
        self.receive.close()
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)

    def cpu(self) -> float:
        return time.clock_gettime((~self.pid << 3) | 2)

    def __call__(self, args: tuple[Any, ...]) -> dict[str, Any]:
        pickle.dump(args, self.send)
        self.send.flush()
        answer = pickle.load(self.receive)  # our own zoo; the product's door knows no pickle
        if "raised" in answer:
            raise RuntimeError(answer["raised"])
        return dict(answer)

    def timed(self, args: tuple[Any, ...]) -> Clocked:
        wall, cpu = time.perf_counter(), self.cpu()
        self(args)
        return Clocked(self.cpu() - cpu, time.perf_counter() - wall)


def _serve(path: Path, counting: bool, requests: Any, answers: Any) -> None:
    """The child: run the file, answer calls, end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the zoo may print
        # What the zoo patches must not reach our own plumbing: it holds on to what it needs.
        load, dump = pickle.load, pickle.dump
        counter = install() if counting else None
        if counter is not None:
            counter.watch("attention.py")
        space: dict[str, Any] = {"__name__": "submission"}
        exec(compile(path.read_text(), "attention.py", "exec"), space)
        while True:
            args = load(requests)
            try:
                if counter is not None:
                    answer = counter.measure(space["self_attention"], args)
                else:
                    space["self_attention"](*args)
                    answer = {}
            except Exception as error:
                answer = {"raised": f"{type(error).__name__}: {error}"}
            dump(answer, answers)
            answers.flush()
    except EOFError:
        pass
    finally:
        os._exit(0)


# -- one run --------------------------------------------------------------------------------------------------


def run_once(path: Path, seed: int, witness: bool = False) -> tuple[str, GrowthVerdict | None, float]:
    """(outcome, verdict, CPU seconds of the child) of one implementation; with `witness`, the clock has its say."""
    with Child(path, counting=True) as child:
        try:
            verdict = examine(child, make_inputs, 2, right=right, seed=seed, least=least, largest=lambda n: 2 * n * n)
            outcome = verdict.kind.value
        except WrongValues:
            verdict, outcome = None, "wrong values"
        except Stopped as stopped:
            verdict, outcome = None, f"stopped at {stopped.n}: {stopped.cause}"
        used = child.cpu()
    if not witness or verdict is None or not verdict.kind.passed:
        return outcome, verdict, used
    with Child(path, counting=False) as learner, Child(ZOO / "honest" / "textbook.py", counting=False) as beside:
        said = ask_the_clock(learner.timed, beside.timed, make_inputs, seed=seed, largest=1411)
        if said is not None and said.contradicts:
            outcome = "contradicted by the clock"
        return outcome, verdict, used + learner.cpu()


def clock_once(path: Path, seed: int, budget: float) -> Any:
    with Child(path, counting=False) as learner, Child(ZOO / "honest" / "textbook.py", counting=False) as beside:
        return time_growth(
            learner.timed, beside.timed, lambda n, rng: make_inputs(n, rng, 16), budget=budget, seed=seed, largest=1024
        )


def burn() -> None:
    """A busy neighbour: Python, products and memory traffic in turn, until it is ended."""
    A = np.random.RandomState(0).normal(size=(300, 300))
    parent = os.getppid()
    while os.getppid() == parent:
        sum(i * i for i in range(50_000))
        A @ A
        np.copyto(np.empty_like(A), A)


def under_load(work: Callable[[], None], processes: int) -> None:
    neighbours = [multiprocessing.Process(target=burn, daemon=True) for _ in range(processes)]
    for neighbour in neighbours:
        neighbour.start()
    try:
        work()
    finally:
        for neighbour in neighbours:
            neighbour.terminate()
            neighbour.join()


def expectation(path: Path) -> str:
    """What the docstring of a bad implementation says after "Expected:"."""
    head = path.read_text().split('"""')[1]
    return head.partition("Expected:")[2].strip().rstrip(".")


def acceptable(path: Path, outcome: str, verdict: GrowthVerdict | None) -> bool:
    if path.parent.name == "honest":
        return outcome == GrowthKind.EXPECTED
    wanted = expectation(path)
    if wanted == "not expected":
        return outcome not in (GrowthKind.EXPECTED, GrowthKind.SLOWER)
    if wanted == "wrong values":
        return outcome == wanted
    kind, _, culprit = wanted.partition(" ")
    return outcome == kind and (not culprit or (verdict is not None and verdict.culprit == culprit))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=2, help="runs of each implementation; every second one under load")
    parser.add_argument("--bad-runs", type=int, help="the same for the bad ones, if another number")
    parser.add_argument("--load", type=int, default=2, help="busy processes beside the runs under load")
    parser.add_argument(
        "--seed", type=int, default=1, help="the first seed; each is used once quiet and once under load"
    )
    parser.add_argument("--short", action="store_true", help="one quiet run of each")
    parser.add_argument("--only", default="", help="implementations whose name contains this")
    parser.add_argument("--witness", action="store_true", help="ask the clock too whether it contradicts the counts")
    parser.add_argument("--clock", type=float, default=0.0, metavar="SECONDS", help="measure CPU time too")
    parser.add_argument("--counts", type=Path, help="write all counts to this JSON file")
    options = parser.parse_args()
    paths = [p for kind in ("honest", "bad") for p in sorted((ZOO / kind).glob("*.py")) if options.only in p.stem]
    results: dict[Path, list[tuple[bool, str, GrowthVerdict | None, float, int]]] = defaultdict(list)
    clocks: dict[Path, list[tuple[bool, Any]]] = defaultdict(list)
    loads: dict[bool, list[float]] = defaultdict(list)

    def sweep(runs: range, loaded: bool) -> None:
        for run in runs:
            for path in paths:
                if path.parent.name == "bad" and run % max(quiet, 1) >= bad_quiet:
                    continue
                # Each seed once quiet and once under load: the counts have to be the same.
                seed = options.seed + run % max(quiet, 1)
                loads[loaded].append(os.getloadavg()[0])
                results[path].append((loaded, *run_once(path, seed, options.witness), seed))
                if options.clock and path.stem not in ("busy_wait", "exec_text"):
                    clocks[path].append((loaded, clock_once(path, run, options.clock)))

    quiet = 1 if options.short else (options.runs + 1) // 2
    bad_quiet = quiet if options.bad_runs is None else (options.bad_runs + 1) // 2
    sweep(range(quiet), False)
    if not options.short and options.runs > 1:
        under_load(lambda: sweep(range(quiet, options.runs), True), options.load)
    code = report(paths, results, clocks, options.counts)
    for loaded, row in loads.items():
        low, middle, high = (np.percentile(row, q) for q in (5, 50, 95))
        kind = f"with {options.load} busy processes beside" if loaded else "without"
        print(f"Load average, {kind}: median {middle:.1f}, 5 to 95 %: {low:.1f} to {high:.1f}; {os.cpu_count()} cores.")
    return code


def report(paths: list[Path], results: dict[Path, Any], clocks: dict[Path, Any], counts: Path | None) -> int:
    """Print the table, in Markdown, and say whether all is well."""
    print(f"Python {sys.version.split()[0]}, numpy {np.__version__}\n")
    print(
        "| | implementation | verdict | exponent | culprit | advice | counts repeat | CPU s | clock: pass / ? / fail |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    wrong, total = Tally[str](), Tally[str]()
    kept: dict[str, Any] = {}
    for path in paths:
        kind, rows = path.parent.name, results[path]
        outcomes = Tally(outcome for _, outcome, _, _, _ in rows)
        for loaded, outcome, verdict, _, _ in rows:
            total[f"{kind} {'loaded' if loaded else 'quiet'}"] += 1
            wrong[kind] += not acceptable(path, outcome, verdict)
            if kind == "honest":
                wrong["honest failed"] += outcome in (GrowthKind.FASTER, GrowthKind.LOOPS) or " " in outcome
                wrong["honest undecided"] += outcome == GrowthKind.UNDECIDED
        work: dict[int, set[str]] = defaultdict(set)
        for _, _, verdict, _, seed in rows:
            if verdict is not None:
                work[seed].add(json.dumps([[c.n, c.work, c.largest, c.blind] for c in verdict.evidence]))
        most = max(map(len, work.values()), default=0)
        timed = path.stem == "busy_wait"  # its steps depend on the clock; that is how it is found out
        wrong["counts"] += most > 1 and not timed
        verdict = rows[0][2]
        if verdict is not None and not timed:
            kept[f"{kind}/{path.stem}"] = [c.as_data() for c in verdict.evidence]
        exponent = "" if verdict is None or verdict.exponent is None else f"{verdict.exponent:.2f}"
        said = ", ".join(f"{o} {times}" if len(outcomes) > 1 else o for o, times in outcomes.items())
        more = "" if verdict is None else ", ".join(filter(None, [verdict.reason, *verdict.unseen, *verdict.advice]))
        said_by_clock = Tally(timing.outcome for _, timing in clocks[path])
        clock = " / ".join(str(said_by_clock[k]) for k in ("pass", "inconclusive", "fail")) if clocks[path] else ""
        same = "" if not work else "yes" if most == 1 else f"{most} variants"
        culprit = "" if verdict is None or verdict.culprit is None else verdict.culprit
        cpu = f"{max(row[3] for row in rows):.2f}"
        print("|", " | ".join((kind, path.stem, said, exponent, culprit, more, same, cpu, clock)), "|")
    n = total["honest quiet"] + total["honest loaded"]
    print(
        f"\nHonest runs: {n} ({total['honest loaded']} under load); failed: {wrong['honest failed']}, "
        f"undecided: {wrong['honest undecided']}."
    )
    if n and not wrong["honest failed"]:
        bound = 100 * (1 - 0.05 ** (1 / n))
        print(f"No failure in {n} runs: at most {bound:.2f} % of runs of this zoo fail, with 95 % confidence.")
    print(f"Bad runs: {total['bad quiet'] + total['bad loaded']}; with another verdict than expected: {wrong['bad']}.")
    print(f"Implementations whose counts differed between repetitions: {wrong['counts']}.")
    if counts:
        counts.write_text(json.dumps(kept, indent=1, sort_keys=True))
    return 1 if wrong["honest"] or wrong["bad"] or wrong["counts"] else 0


if __name__ == "__main__":
    sys.exit(main())
