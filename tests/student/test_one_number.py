"""One engine for visible checks: the same learner hears the same by `check`, in CI, from a bundle and in a notebook."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from kits import ROOT, learner

from grader.core.model import Outcome
from grader.course import loading
from grader.integrations.classroom50.autograde import SCHEMA, autograde
from grader.integrations.classroom50.visible_suite import suite_files
from grader.submissions import python_cells

COHORT = {
    path.name: next(path.glob("attention.*"))
    for path in sorted((ROOT / "examples" / "cohort").iterdir())
    if path.is_dir() and any(path.glob("attention.*"))
}
ENDLESS = {"farid"}  # a loop without end: in a kernel, its learner interrupts it
CHEATS = {"heidi"}  # changes numpy, which changes every check that runs in the same process

EDITS = {
    "columns": {"softmax": "def softmax(S):\n    E = np.exp(S)\n    return E / E.sum(axis=0)"},
    "list": {"embed": "def embed(token_ids, E):\n    return [list(E[i]) for i in token_ids]"},
    "two": {"project_qkv": "def project_qkv(X, W_Q, W_K, W_V):\n    return X @ W_Q, X @ W_K"},
    "nothing": {"scale_scores": "def scale_scores(S, d_k):\n    S / 2"},
    "crash": {"softmax": "def softmax(S):\n    half = S / 2\n    return half[0, 99]"},
    "warns": {"softmax": "def softmax(S):\n    E = np.exp(S)\n    return E / E.sum(axis=-1, keepdims=True)"},
    "signature": {"softmax": "def softmax(S, axis):\n    return S"},
    "in place": {"softmax": "def softmax(S):\n    S -= S.max(axis=-1, keepdims=True)\n    return S"},
    "memory": {"embed": "def embed(token_ids, E):\n    return np.ones((1 << 20, 1 << 20))"},
    "recursion": {"softmax": "def softmax(S):\n    return softmax(S)"},
    "not started": {"softmax": "def softmax(S):\n    raise NotImplementedError()"},
    "own assert": {"softmax": "def softmax(S):\n    assert False, 'mine'"},
    "exit": {"softmax": "def softmax(S):\n    raise SystemExit"},
}


@pytest.fixture
def routes(kit, learn, tmp_path):
    """`routes(text, name)`: check id -> (outcome, what is said) by `check`, `ci`, the bundle and the notebook panel."""

    def make(text, name="attention.py", kernel=True):
        root = kit()
        place = learner(root).parent
        (place / name).write_text(text, encoding="utf-8")
        checked = json.loads(learn(root, "check", "--json").stdout)
        learn(root, "ci", "-o", "out", "--json")
        in_ci = json.loads((root / "out" / "report.json").read_text("utf-8"))
        bundled, result = _bundled(tmp_path, place, {name: text})
        shown = {
            "check": {
                one["id"]: (one["outcome"], one.get("message", {}).get("text", ""))
                for step in checked["steps"]
                for one in step["checks"]
            },
            "ci": _of_report(in_ci),
            "bundle": _of_report(bundled),
        }
        if kernel:
            shown["panel"] = _in_kernel(place, text, name)
        return shown, (in_ci["score"], result)

    return make


def _bundled(folder, place, files):
    """What a bundle with these visible checks makes of a checkout: its report, and its points."""
    bundle, checkout = folder / "bundle", folder / "checkout"
    home = bundle / "course" / "exercises" / "self_attention"
    home.mkdir(parents=True)
    checkout.mkdir()
    shutil.copy(place / "assignment.yaml", home)
    public = loading.load(place.parents[1], "self_attention", public=True)
    for name, content in suite_files(place.parents[1], public).items():
        (home / name).write_bytes(content)
    told = {"schema": SCHEMA, "assignment": "self_attention", "kind": "visible", "language": "en", "possible": 70}
    (bundle / "bundle.json").write_text(json.dumps(told))
    for name, text in files.items():
        (checkout / name).write_text(text, encoding="utf-8")
    kept = []
    with pytest.MonkeyPatch.context() as patched:
        from grader.integrations.classroom50 import autograde as module

        whole = module.visible_report
        patched.setattr(module, "visible_report", lambda *a, **k: kept.append(whole(*a, **k)) or kept[0])
        assert autograde(bundle, checkout, {"OWNER": "ada"}) == 0
    from grader.reports.schema import report_json

    result = json.loads((checkout / "result.json").read_text())
    return json.loads(report_json(kept[0])), (result["score"], result["max-score"])


def _of_report(report):
    return {one["id"]: (one["outcome"], one.get("message", "")) for step in report["steps"] for one in step["checks"]}


KERNEL = """
import json
import sys
from pathlib import Path

from grader.course import loading
from grader.course.visible_checks import read_suite
from grader.student.notebook import check

space = {"__name__": "__main__", "check": check}
for cell in json.load(sys.stdin):
    try:
        exec(compile(cell, "cell", "exec"), space)
    except BaseException:  # a notebook goes on with the next cell
        pass
exec("def called(*a, **k):\\n    return check(*a, **k)", space)
root = Path.cwd().parents[1]
assignment = loading.load(root, "self_attention", public=True)
suite, found = read_suite(root, assignment), {}
for step in assignment.steps:
    panel = space["called"](step.id, lang="en")
    assert not panel.problem
    for one, line in zip(suite.of(step), panel.lines, strict=True):
        found[one.id] = (str(line.outcome), line.message)
Path("found.json").write_text(json.dumps(found))
"""


def _in_kernel(place, text, name):
    """The panel of every step, on a notebook that has run this code, in a process of its own as a kernel is."""
    cells = [cell.text for cell in python_cells(text, name)]  # as an editor runs a file with cells
    if name.endswith(".ipynb"):
        cells = ["".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    here = {"cwd": place, "env": {**os.environ, "PYTHONPATH": str(ROOT)}}
    subprocess.run([sys.executable, "-c", KERNEL], input=json.dumps(cells), text=True, check=True, **here)
    return {name: tuple(found) for name, found in json.loads((place / "found.json").read_text()).items()}


def passed(found):
    return sum(outcome == "passed" for outcome, _ in found.values())


@pytest.mark.parametrize("name", sorted(COHORT))
def test_a_learner_of_the_sample_cohort_has_one_number(routes, name):
    file = COHORT[name]
    shown, (in_ci, bundled) = routes(file.read_text("utf-8"), file.name, name not in ENDLESS)
    numbers = {route: passed(found) for route, found in shown.items()}
    if name in CHEATS:
        assert numbers.pop("bundle") == 0  # behind the sandbox nothing of it helps
    else:
        assert bundled == (float(in_ci["earned"]), float(in_ci["possible"]))
    assert len(set(numbers.values())) == 1, numbers


@pytest.mark.parametrize("name", sorted(EDITS))
def test_each_trouble_is_told_in_the_same_words_by_every_route(routes, reference, edited, name):
    shown, (in_ci, bundled) = routes(edited(reference, **EDITS[name]))
    outcomes = {
        route: {check: outcome for check, (outcome, _) in found.items() if outcome != Outcome.UNTOUCHED}
        for route, found in shown.items()
    }
    assert passed(shown["check"]) < len(shown["check"])
    assert outcomes["ci"] == outcomes["check"] == outcomes["bundle"]
    assert {k: v for k, v in outcomes["panel"].items() if v == "passed"} == {
        k: v for k, v in outcomes["check"].items() if v == "passed"
    }
    assert bundled == (float(in_ci["earned"]), float(in_ci["possible"]))
    assert shown["bundle"] == shown["ci"]
