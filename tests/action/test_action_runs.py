"""The composite action and the kit's workflow, their bash steps run as a runner would, on kits of every kind."""

import base64
import json
import re

import pytest
import yaml

from grader.authoring.release.leaks import leaks, secrets

LINE = re.compile(r"^::(error|notice)( \w+=[^:,\n]*(,\w+=[^:,\n]*)*)?::[^\n]*$")
COLUMNS = "def softmax(S):\n    E = np.exp(S)\n    return E / E.sum(axis=0)"
ATTACK = (
    "::set-output name=score::70\\n::add-mask::70\\n::stop-commands::abc\\n##[error]no\\n\\x1b[31m<script>x</script>"
    " **bold** [a](http://evil.example) | @org/team `c` %0A::error::x"
)
HOSTILE = {
    "embed": f'def embed(token_ids, E):\n    print("{ATTACK}", flush=True)\n    raise ValueError("\\n{ATTACK}")',
    "softmax": (
        "def softmax(S):\n    import os, sys\n"
        f'    sys.stderr.write("\\n{ATTACK}\\n"); os.write(1, b"\\n::set-output name=score::70\\n")\n'
        f"    name = type('x', (Exception,), {{'__name__': '::add-mask::'}})\n    raise name(\"\"\"\n{ATTACK}\n\"\"\")"
    ),
    "scale_scores": (
        "def scale_scores(S, d_k):\n    import os\n"
        "    told = {k: v for k, v in os.environ.items() if 'TOKEN' in k or 'GITHUB' in k or 'RUNNER' in k}\n"
        "    raise RuntimeError('SEEN ' + repr(sorted(told.items())))"
    ),
}


@pytest.fixture
def action(root):
    return (root / "action.yml").read_text(encoding="utf-8")


def act(runner, action, workspace, **given):
    return runner(workspace).action(action, **given)


def sound(ran):
    """Whatever was run: every line of the log that looks like a command is one of ours, and the rest is harmless."""
    for line in ran.log.splitlines():
        if line.lstrip().startswith(("::", "##[")):
            assert LINE.fullmatch(line), line
    assert "\x1b" not in ran.log + ran.summary
    assert ran.log.count("::error") <= 8 + 1
    assert not re.search(r"^\s*(::|##\[)", ran.summary, re.MULTILINE)
    assert "<script" not in ran.summary


def result_of(ran):
    return json.loads(base64.b64decode(ran.outputs["result"]))


def test_a_failing_kit_fails_last_and_says_where(runner, action, workspace):
    place = workspace(softmax=COLUMNS)
    ran = act(runner, action, place)
    sound(ran)
    assert ran.failed
    assert list(ran.concluded.values())[-1] == "failure"
    assert [code for code in ran.codes.values() if code] == [1]
    assert (ran.outputs["score"], ran.outputs["max-score"], ran.outputs["status"]) == ("44", "70", "fail")
    assert ran.outputs["percent"] == "62"
    lines = (place / "exercises/self_attention/attention.py").read_text(encoding="utf-8").splitlines()
    told = re.search(r"^::error file=exercises/self_attention/attention\.py,line=(\d+),title=step 5", ran.log, re.M)
    assert "softmax" in lines[int(told[1]) - 1]
    assert "::notice title=Autograding complete::Points 44/70\n" in ran.log
    assert '::notice title=Autograding report::{"totalPoints":44,"maxPoints":70}\n' in ran.log
    assert "44 of 70 (62 %)" in ran.summary
    assert "not a grade" in ran.summary.lower()
    assert sum(test["score"] for test in result_of(ran)["tests"]) == 44
    (name, told) = ran.used[-1]
    assert name.startswith("actions/upload-artifact@")
    assert {path.name for path in (place / told["path"]).iterdir()} == {"report.html", "report.md", "report.json"}


def test_a_passing_kit_passes(runner, action, workspace):
    right = "def softmax(S):\n    E = np.exp(S - S.max(-1, keepdims=True))\n    return E / E.sum(-1, keepdims=True)"
    ran = act(runner, action, workspace(softmax=right))
    sound(ran)
    assert not ran.failed
    assert (ran.outputs["score"], ran.outputs["status"], ran.outputs["percent"]) == ("70", "pass", "100")
    assert "::error" not in ran.log


def test_an_untouched_kit_fails_without_annotations_and_may_be_let_pass(runner, action, workspace):
    place = workspace()
    ran = act(runner, action, place, fail_below="0", language="ko", report_folder="out/보고서")
    sound(ran)
    assert not ran.failed
    assert (ran.outputs["score"], ran.outputs["status"]) == ("0", "fail")
    assert "70점 중 0점" in ran.summary
    assert (place / "out/보고서/report.html").is_file()


@pytest.mark.parametrize(
    ("spoil", "code", "words"),
    [
        (lambda place: (place / "attention.py").write_text("def softmax(S:\n"), 1, "attention.py:1"),
        (lambda place: (place / "attention.py").write_text("import pandas\n"), 1, "Only numpy"),
        (lambda place: (place / "attention.py").unlink(), 2, "attention.py is missing"),
        (lambda place: (place / "attention.py").write_bytes(b"# \xff\xfe\n"), 2, "not UTF-8"),
        (lambda place: (place / "test_attention.py").unlink(), 2, "no visible checks"),
        (lambda place: (place / "assignment.yaml").write_text("id: [\n"), 2, "assignment.yaml"),
    ],
    ids=["syntax", "import", "missing", "bytes", "no checks", "manifest"],
)
def test_a_broken_kit_still_gets_its_summary_and_fails_last(runner, action, workspace, spoil, code, words):
    place = workspace()
    spoil(place / "exercises" / "self_attention")
    ran = act(runner, action, place)
    sound(ran)
    assert ran.failed
    assert [c for c in ran.codes.values() if c] == [code]
    assert words in ran.summary.replace("\\", "")
    assert "Traceback" not in ran.log
    assert (ran.outputs["score"], ran.outputs["status"]) == ("0", "error")
    assert result_of(ran)["status"] == "error"
    assert result_of(ran)["tests"]
    assert (place / "reports" / "report.md").is_file()


def test_hostile_code_commands_nothing_and_sees_no_token(runner, action, workspace):
    folder = "::set-output name=score::70,line=1"
    place = workspace(folder=folder, **HOSTILE)
    ran = act(runner, action, place, assignment=f"{folder}/exercises/self_attention")
    sound(ran)
    assert ran.failed
    assert int(ran.outputs["score"]) < 44
    assert "file=%3A%3Aset-output name=score%3A%3A70%2Cline=1/exercises/self_attention/attention.py" in ran.log
    assert "ghs_secret_token" not in ran.log + ran.summary
    assert "SEEN []" in ran.summary.replace("\\", "")


@pytest.mark.parametrize(
    "given",
    [
        {"assignment": "nowhere; exit 0"},
        {"assignment": "--help"},
        {"fail_below": "$(touch hacked)"},
        {"language": "en; touch hacked"},
        {"report_folder": "`touch hacked`"},
    ],
    ids=lambda given: "-".join(given),
)
def test_inputs_are_words_and_never_a_script(runner, action, workspace, given):
    place = workspace()
    ran = act(runner, action, place, **given)
    sound(ran)
    assert ran.failed
    assert ran.summary
    assert not list(place.rglob("hacked"))


def test_where_setting_up_fails_the_summary_says_so_and_the_job_fails(runner, action, workspace):
    runner.offline()
    ran = act(runner, action, workspace())
    assert ran.failed
    assert "did not run" in ran.summary
    assert ran.concluded["check"] == "skipped"
    assert ran.codes["The end"] == 3
    assert ran.outputs["score"] == ""


def test_it_installs_by_hash_and_without_dependencies_of_its_own(runner, action, workspace, root):
    act(runner, action, workspace(), fail_below="0")
    venv, packages, ours = runner.asked()
    assert venv.startswith("venv ")
    assert "--require-hashes" in packages
    assert "--no-deps" in ours
    assert ours.endswith(str(root))


def test_nothing_private_is_in_log_summary_or_report(runner, action, workspace, assignment):
    place = workspace(softmax=COLUMNS, embed="def embed(token_ids, E):\n    return E[token_ids + 1]")
    ran = act(runner, action, place)
    files = {"log.md": ran.log.encode(), "summary.md": ran.summary.encode()}
    files |= {path.name: path.read_bytes() for path in (place / "reports").iterdir()}
    assert leaks(files, secrets(assignment)) == []


def test_the_kits_own_workflow_does_the_same(runner, workspace, kit_bytes):
    place = workspace(softmax=COLUMNS)
    job = yaml.safe_load(kit_bytes[".github/workflows/check.yml"])["jobs"]["check"]
    made = runner(place)
    made.steps(job["steps"])
    sound(made.ran)
    assert made.ran.failed
    assert "44 of 70" in made.ran.summary
    assert (place / "reports" / "self_attention" / "report.html").is_file()
    assert made.ran.used[-1][0].startswith("actions/upload-artifact@")
