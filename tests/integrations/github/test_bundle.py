"""The Classroom 50 bundle under an emulator of its runner: honest points for right, wrong and hostile code."""

import json
import re
import subprocess
import sys
import venv

import pytest
from classroom50_runner import LARGEST, Runner, complaint, extract

from grader.authoring.release.leaks import secrets
from grader.cli import main
from grader.core.errors import SpecError
from grader.integrations.classroom50.bundle import bundle_files, packed
from grader.integrations.classroom50.visible_suite import suite_files

TOP = "self-attention"


@pytest.fixture(scope="module")
def files(root):
    return bundle_files(root, "self_attention")


@pytest.fixture(scope="module")
def archive(files):
    return packed(files, TOP)


@pytest.fixture
def graded(archive, tmp_path):
    """`graded({name: text}, ...)`: what the runner makes of a checkout with these files."""

    def run(handed_in, bundle=archive, **options):
        told = options.pop("bundle_dir_is_told", True)
        runner = Runner(tmp_path / "runner", bundle, **options)
        for name, text in handed_in.items():
            path = runner.checkout / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return runner.run(told)

    return run


def points(outcome):
    return outcome.result["score"], outcome.result["max-score"]


# -- what is in it ----------------------------------------------------------------------------------------------------


def test_an_interpreter_is_taken_only_with_all_that_is_required(files):
    needed = re.search(r'^NEEDED = "import (.*)"$', files["autograder.py"].decode(), re.MULTILINE)[1]
    required = re.findall(r"^[a-z0-9]+", files["requirements.txt"].decode(), re.MULTILINE)
    assert sorted(needed.replace("yaml", "pyyaml").split(", ")) == required


def test_it_holds_nothing_private_and_fits(root, assignment, files, archive):
    assert len(archive) < LARGEST / 4
    assert {path.split("/")[0] for path in files} == {
        "README.md",
        "autograder.py",
        "bundle.json",
        "course",
        "lib",
        "requirements.txt",
    }
    assert not [path for path in files if "solutions" in path or "hidden" in path.split("/")]
    everything = b"\n".join(files.values()).decode(errors="replace")
    told = [secret.text for secret in secrets(assignment) if not secret.statement]
    assert len(told) > 100
    assert [text for text in told if text in everything] == []
    reference = (root / "solutions/self_attention/attention.py").read_text()
    assert "import numpy" in everything
    assert reference.split("# BEGIN SOLUTION")[1].split("# END SOLUTION")[0].strip() not in everything


def test_the_runner_can_unpack_it(archive, tmp_path):
    extract(archive, tmp_path)
    assert (tmp_path / TOP / "autograder.py").is_file()
    assert not [path for path in tmp_path.rglob("*") if path.is_symlink()]


def test_hidden_material_needs_the_right_words(root, tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        main(["bundle", "classroom50", str(tmp_path / "b"), "--course", str(root), "--hidden"])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert "Pages are public" in said
    assert "--i-know-pages-are-public" in said
    assert not (tmp_path / "b").exists()


def test_the_command_writes_the_folder(root, tmp_path, capsys, files):
    out = tmp_path / "autograders" / TOP
    with pytest.raises(SystemExit) as end:
        main(["bundle", "classroom50", str(out), "--course", str(root), "--json"])
    assert end.value.code == 0
    told = json.loads(capsys.readouterr().out)
    written = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert told["files"] == sorted(written)
    ours = [path for path in files if not path.startswith("lib/")]  # the tool itself may be edited meanwhile
    assert {path: written[path] for path in ours} == {path: files[path] for path in ours}  # the same bytes each time
    with pytest.raises(SystemExit) as end:
        main(["bundle", "classroom50", str(out), "--course", str(root)])
    assert end.value.code == 2
    assert "is there already" in capsys.readouterr().err


def test_visible_checks_that_need_pytest_are_refused(tmp_path, assignment, root):
    from grader.authoring import derive
    from grader.course import loading

    derive.write(tmp_path, derive.derive(root, assignment))
    tests = tmp_path / "exercises/self_attention/test_attention.py"
    tests.write_text(tests.read_text() + "\n\ndef test_softmax_with_a_fixture(tmp_path):\n    pass\n")
    with pytest.raises(SpecError, match="plain functions without fixtures"):
        suite_files(tmp_path, loading.load(tmp_path, "self_attention", public=True))


# -- what it says of a submission -------------------------------------------------------------------------------------


def test_right_work_gets_everything(graded, reference):
    outcome = graded({"attention.py": reference}, bundle_dir_is_told=False)
    assert (points(outcome), outcome.status, outcome.released) == ((70, 70), "success", True)
    assert outcome.summary == "70/70"
    assert all(test["passed"] for test in outcome.result["tests"])
    assert "Feedback, not a grade" in outcome.body


def test_wrong_work_gets_what_is_right(graded, root):
    text = (root / "examples/cohort/chloe/attention.py").read_text()
    outcome = graded({"exercises/self_attention/attention.py": text})
    assert (points(outcome), outcome.status) == ((44, 70), "failure")  # as `grader ci` counts it
    assert sum(test["score"] for test in outcome.result["tests"]) == 44
    assert outcome.result["owner"] == "ada"
    # what the visible check says at home, it says here
    assert "expected: \\[\\[0.125 0.25 0.625\\] \\[0.3 0.1 0.6" in outcome.body


@pytest.mark.parametrize(
    ("handed_in", "words"),
    [
        ({"attention.py": "import os\nos._exit(0)\n"}, "ends the whole process"),
        ({"attention.py": "def softmax(:\n"}, "SyntaxError"),
        ({"README.md": "nothing yet"}, "no attention.py in it"),
    ],
)
def test_what_cannot_run_is_zero_and_handed_in(graded, handed_in, words):
    outcome = graded(handed_in)
    assert (points(outcome), outcome.status, outcome.released) == ((0, 70), "failure", True)
    assert words in outcome.body


HOSTILE = """
import os, sys
import numpy as np

def embed(ids, E):
    return E[ids]

def tried(action):
    try:
        action()
    except BaseException:
        pass

def leak():
    for module in list(sys.modules.values()):
        name = getattr(module, "__file__", "") or ""
        if "test_" in name or "hosting" in name:
            with open(os.environ.get("GITHUB_STEP_SUMMARY", "HERE/summary"), "a") as out:
                out.write(open(name).read())

def later():
    if os.fork() == 0:
        import time
        os.setsid()
        time.sleep(1)
        open("HERE/checkout/result.json", "w").write('{"score": 70}')
        os._exit(0)

def forge():
    with open("HERE/github_output", "a") as out:
        out.write("status=success\\nsummary=70/70\\n")

for attack in (leak, later, forge):
    tried(attack)
print("status=success")
print("::set-output name=status::success")
np.allclose = lambda *a, **k: True
np.asarray = lambda value, *a, **k: value

class Liar(np.ndarray):
    def __eq__(self, other):
        return np.bool_(True)
    def all(self, *a, **k):
        return True

def softmax(S):
    return np.zeros_like(S).view(Liar)

scale_scores = attention_scores = combine_values = causal_mask = softmax
"""


def test_hostile_work_gets_what_is_right_in_it(graded, tmp_path):
    here = str(tmp_path / "runner")
    poison = "import numpy as np\nnp.allclose = lambda *a, **k: True\nprint('POISON')\n"
    outcome = graded(
        {
            "attention.py": HOSTILE.replace("HERE", here),
            "pytest.py": poison,
            "numpy.py": poison,
            "click.py": poison,
            "sitecustomize.py": poison,
            "conftest.py": poison,
            "grader/__init__.py": poison,
            "result.json/attention.py": "a folder where the result belongs",
            "release-body.md": "forged",
        }
    )
    assert (points(outcome), outcome.status, outcome.summary) == ((4, 70), "failure", "4/70")
    assert "forged" not in outcome.body
    assert "POISON" not in outcome.log
    assert not (tmp_path / "runner/summary").exists()
    import time

    time.sleep(1.5)  # a child that was left behind would have written by now
    assert json.loads((tmp_path / "runner/checkout/result.json").read_text())["score"] == 4


# -- what is not the learner's fault ----------------------------------------------------------------------------------


def broken_bundle(files, **changes):
    kept = {path: content for path, content in files.items() if changes.get(path, content) is not None}
    return packed({**kept, **{path: content for path, content in changes.items() if content is not None}}, TOP)


def test_a_fault_of_ours_is_no_zero(graded, files, reference):
    lame = broken_bundle(files, **{"lib/grader/grading/run.py": b"raise RuntimeError('ours')\n"})
    outcome = graded({"attention.py": reference}, bundle=lame)
    assert (outcome.status, outcome.released) == ("error", False)


@pytest.mark.parametrize("rest", [False, True], ids=["alone", "before the checks"])
def test_a_suite_that_cannot_run_is_no_zero(graded, files, reference, rest):
    path = "course/exercises/self_attention/test_attention.py"
    lame = broken_bundle(files, **{path: b"import not_there\n" + files[path] * rest})
    outcome = graded({"attention.py": reference}, bundle=lame)
    assert (outcome.status, outcome.released) == ("error", False)
    assert "exited 3" in outcome.summary


def test_another_python_is_named(graded, files, reference):
    text = files["autograder.py"].replace(b"OLDEST, NEWEST = (3, 11), (3, 13)", b"OLDEST, NEWEST = (3, 99), (3, 99)")
    assert text != files["autograder.py"]
    outcome = graded({"attention.py": reference}, bundle=broken_bundle(files, **{"autograder.py": text}))
    assert not outcome.released
    assert '"runtime": {"python": "3.12"}' in outcome.log


def test_packages_that_cannot_be_installed_are_no_zero(graded, reference, tmp_path):
    venv.create(tmp_path / "bare", with_pip=False)
    offline = {"UV_OFFLINE": "1", "UV_CACHE_DIR": str(tmp_path / "cache"), "PIP_NO_INDEX": "1"}
    outcome = graded({"attention.py": reference}, python=str(tmp_path / "bare/bin/python"), environment=offline)
    assert not outcome.released
    assert "requirements.txt cannot be installed" in outcome.log


# -- with everything in it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quiz", [True, False])
def test_with_the_hidden_suite_the_hidden_suite_grades(root, graded, grade_all, quiz):
    bundle = packed(bundle_files(root, "self_attention", hidden=True), TOP)
    assert len(bundle) < LARGEST
    names = ("attention.py", "answers.yaml") if quiz else ("attention.py",)
    files = {name: (root / "examples/cohort/chloe" / name).read_text() for name in names}
    report = grade_all([root / "examples/cohort/chloe"])["chloe"]
    assert 0 < report.code.earned < report.score.earned < report.score.possible == 100
    outcome = graded(files, bundle=bundle)
    earned = round(report.score.earned) if quiz else report.code.earned  # a quiz that is not there is 0 of its points
    assert (points(outcome), outcome.released) == ((earned, 100), True)
    assert "Row i of A is the softmax of row i of S" in outcome.body
    told = json.loads(bundle_files(root, "self_attention", hidden=True)["bundle.json"])
    assert told["possible"] == 100  # also where nothing can be graded at all


# -- the emulator itself ----------------------------------------------------------------------------------------------

OKAY = """
import json, os
told = {key: os.environ[name] for key, name in dict(classroom="CLASSROOM", assignment="ASSIGNMENT",
        submission="SUBMISSION_TAG", commit="COMMIT_URL", release="RELEASE_URL", review="REVIEW_URL").items()}
test = {"test-name": "t", "passed": True, "score": 1, "max-score": 1}
result = {"schema": "classroom50/result/v1", **told, "owner": "eve", "score": 1, "max-score": 1, "tests": [test]}
open("result.json", "w").write(json.dumps(result))
"""


def test_the_runner_looks_in_four_places_in_order(tmp_path):
    both = {"autograder.py": OKAY.encode(), "tests.json": b"{}"}
    runs = [
        Runner(tmp_path / "1", packed(both, TOP), OKAY),
        Runner(tmp_path / "2", packed({"tests.json": b"{}"}, TOP), OKAY),
        Runner(tmp_path / "3", None, OKAY),
        Runner(tmp_path / "4"),
        Runner(tmp_path / "5", packed({"tests.json": b"[]"}, TOP), OKAY),
    ]
    outcomes = [run.run() for run in runs]
    assert [one.source for one in outcomes] == [
        "bundle autograder.py",
        "bundle tests.json",
        "classroom autograder.py",
        "none",
        "bundle tests.json",
    ]
    assert [one.status for one in outcomes] == ["success", "success", "success", "success", "error"]
    assert outcomes[0].result["owner"] == "ada"  # a forged owner is replaced


def test_the_runner_refuses_what_its_contract_refuses(tmp_path):
    good = {
        "schema": "classroom50/result/v1",
        "classroom": "cs1",
        "assignment": "self-attention",
        "submission": "submit/1",
        "commit": "c",
        "release": "r",
        "review": "v",
        "datetime": "2026-11-30T08:00:00Z",
        "score": 4,
        "max-score": 6,
        "tests": [{"test-name": "t", "passed": True, "score": 4, "max-score": 6}],
    }
    assert complaint(good) == ""
    for change in (
        {"score": 4.5},
        {"score": True},
        {"score": 7},
        {"classroom": "cs2"},
        {"submission": "x"},
        {"tests": [{"passed": True, "score": 0, "max-score": 0}]},
    ):
        assert complaint({**good, **change})


def test_the_bootstrap_is_python_for_every_version_it_may_meet(files):
    for feature in ((3, 8), (3, 14)):
        code = f"import ast, sys; ast.parse(sys.stdin.read(), feature_version={feature})"
        subprocess.run([sys.executable, "-c", code], input=files["autograder.py"], check=True)
