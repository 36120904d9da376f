"""What every test of the grader needs: the course, the reference, submissions made from it, and their reports."""

import ast
import json
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import hypothesis
import pytest

from grader import submissions
from grader.core.model import Limits
from grader.course import loading, stubs
from grader.execution.executor import Executor
from grader.grading import run

ROOT = Path(__file__).resolve().parents[1]
pytest_plugins = ["browsing", "cohort_fixtures"]

# A busy machine is no failure, and the same commit is tried with the same examples everywhere. To look for new ones:
# HYPOTHESIS_PROFILE=search python -m pytest tests/...
hypothesis.settings.register_profile("tests", deadline=None, derandomize=True)
hypothesis.settings.register_profile("search", deadline=None, max_examples=2000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "tests"))


@pytest.fixture(scope="session")
def root():
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def assignment():
    return loading.load(ROOT, "self_attention")


@pytest.fixture(scope="session")
def reference(assignment):
    """The text of the reference solution."""
    return (assignment.folder / assignment.file).read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def untouched(reference):
    """The text of the stub that a learner starts from."""
    return stubs.stub(reference, "attention.py")


@pytest.fixture(scope="session")
def edited():
    """`edited(source, softmax="def softmax(S): ...")`: the source with whole functions replaced, in their places."""

    def make(source, **functions):
        lines = source.splitlines()
        nodes = [node for node in ast.parse(source).body if getattr(node, "name", None) in functions]
        assert {node.name for node in nodes} == set(functions)
        for node in sorted(nodes, key=lambda node: -node.lineno):
            lines[node.lineno - 1 : node.end_lineno] = functions[node.name].strip().splitlines()
        return "\n".join(lines) + "\n"

    return make


@pytest.fixture(scope="session")
def zeros(reference, edited):
    """The text of a solution whose every function answers with zeros of the right shape."""
    attended = "np.zeros((*Q.shape[:-1], V.shape[-1])), np.zeros((*Q.shape[:-1], K.shape[-2]))"
    shapes = {
        "embed": "np.zeros((len(token_ids), E.shape[1]))",
        "project_qkv": "tuple(np.zeros((len(X), W.shape[1])) for W in (W_Q, W_K, W_V))",
        "attention_scores": "np.zeros((*Q.shape[:-1], K.shape[-2]))",
        "scale_scores": "np.zeros(S.shape)",
        "softmax": "np.zeros(S.shape)",
        "combine_values": "np.zeros((*A.shape[:-1], V.shape[-1]))",
        "scaled_dot_product_attention": attended,
        "self_attention": "np.zeros((*X.shape[:-1], W_V.shape[1])), np.zeros((*X.shape[:-1], X.shape[-2]))",
        "attention_macs": "0",
        "growth_exponent": "0.0",
        "crossover_length": "0.0",
        "causal_mask": "np.zeros((n, n), dtype=bool)",
        "apply_mask": "np.zeros(S.shape)",
        "split_heads": "np.zeros((num_heads, len(X), X.shape[1] // num_heads))",
        "merge_heads": "np.zeros((H.shape[1], H.shape[0] * H.shape[2]))",
        "multi_head_self_attention": "np.zeros((len(X), W_O.shape[1]))",
        "softmax_backward": "np.zeros(A.shape)",
        "sdpa_backward": "np.zeros(Q.shape), np.zeros(K.shape), np.zeros(V.shape)",
        "blockwise_attention": "np.zeros((len(Q), V.shape[1]))",
    }
    functions = {node.name: ast.unparse(node.args) for node in ast.parse(reference).body if hasattr(node, "args")}
    return edited(reference, **{f: f"def {f}({functions[f]}):\n    return {shapes[f]}" for f in functions})


@pytest.fixture
def submit(tmp_path, reference, edited):
    """`submit("ada", softmax="def softmax(S): ...")`: a folder with the reference, some functions replaced.

    `text` hands in that text instead; `extra` is added as a last cell.
    """

    def make(name, text=None, extra="", **functions):
        folder = tmp_path / name
        folder.mkdir(parents=True)
        text = edited(reference, **functions) if text is None else text
        (folder / "attention.py").write_text(text + (f"\n# %%\n{extra}\n" if extra else ""), encoding="utf-8")
        return folder

    return make


@pytest.fixture(scope="session")
def notebook():
    """`notebook(source)`: a percent-format source as a notebook's JSON text, a cell a cell."""

    def make(source):
        cells = []
        for cell in submissions.python_cells(source, "attention.py"):
            head, _, body = cell.text.partition("\n")
            kind = "markdown" if "[markdown]" in head else "code"
            extra = {"outputs": [], "execution_count": None} if kind == "code" else {}
            cells.append({"cell_type": kind, "metadata": {}, "source": body.splitlines(keepends=True), **extra})
        return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})

    return make


@pytest.fixture(scope="session")
def zipped():
    """`zipped(path, {"attention.py": text})`: a ZIP archive of those members."""

    def make(path, members):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members.items():
                archive.writestr(name, content)
        return path

    return make


@pytest.fixture(scope="session")
def grade_all(assignment):
    """`grade_all([path, ...])`: many submissions in one session, of seed 1 unless another is given; reports by id."""

    def make(paths, of=assignment, **options):
        reports = {}

        def deliver(report):
            assert report.submission.id not in reports
            reports[report.submission.id] = report

        found = submissions.find([Path(path) for path in paths], of)
        run.grade(of, found, deliver, **{"seed": 1, **options})
        return reports

    return make


@pytest.fixture(scope="session")
def executor():
    """An executor with every layer on and short limits, so that endless loops end soon."""
    with Executor(Limits(call_seconds=0.4, load_seconds=0.6, memory_mib=512, result_mib=1)) as executor:
        yield executor


@pytest.fixture(scope="session")
def grader():
    """`grader("grade", path)`: the command as a person runs it, in a process of its own, its output in a pipe.

    Hidden data are those of seed 1, unless `GRADER_SEED=""` or another is given.
    """

    def make(*arguments, cwd=ROOT, before=(), **environment):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("GRADER_", "LC_", "PYTEST_"))}
        clean |= {"PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8", "GRADER_SEED": "1"}
        clean |= environment
        command = [*before, sys.executable, "-m", "grader", *map(str, arguments)]
        done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, timeout=60)
        encoding = clean["PYTHONIOENCODING"]
        done.stdout, done.stderr = done.stdout.decode(encoding), done.stderr.decode(encoding)
        return done

    return make


@pytest.fixture(scope="session")
def gone():
    """`gone(lambda pid, group: ...)`: True once no process of that kind runs any more, within ten seconds."""

    def look(wanted):
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, group = status.read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if state != "Z" and wanted(int(status.parent.name), int(group)):
                return True
        return False

    def wait(wanted):
        end = time.monotonic() + 10
        while look(wanted) and time.monotonic() < end:
            time.sleep(0.02)
        return not look(wanted)

    return wait


@pytest.fixture
def disk(tmp_path):
    """`disk("size=16k")`: a mounted file system with those options; skips where this user may not mount."""
    mounted = []

    def mount(options):
        place = tmp_path / f"disk{len(mounted)}"
        place.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        if sys.platform != "linux" or os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode:
            pytest.skip("only root may mount a small disk, and not in every container")
        mounted.append(place)
        return place

    yield mount
    for place in mounted:
        subprocess.run(["umount", str(place)], check=True)
