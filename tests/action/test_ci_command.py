"""`grader ci` without a runner: what it writes, where, and how it ends."""

import json
import shutil

import pytest


def test_outputs_as_json_and_files_without_any_runner(grader, workspace):
    place = workspace()
    done = grader("ci", "--json", cwd=place)
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert set(told) == {"score", "max-score", "percent", "status", "result"}
    assert (told["score"], told["max-score"], told["status"]) == ("0", "70", "fail")
    assert "0 %" in done.stderr
    assert "100 %" in done.stderr
    report = json.loads((place / "reports" / "report.json").read_text(encoding="utf-8"))
    assert (report["schema"], report["grade"], report["score"]["possible"]) == ("grader/report/2", False, 70)
    assert not (place / ".grader" / "state.json").exists()  # a job is no attempt of the learner's


def test_its_report_is_a_report_like_any_other(grader, workspace, root):
    import jsonschema

    place = workspace(softmax="def softmax(S):\n    return S")
    assert grader("ci", "-o", "out", "--fail-below", "50", cwd=place).returncode == 0
    schema = json.loads((root / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    data = json.loads((place / "out" / "report.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, schema)
    done = grader("report", place / "out" / "report.json", "--to", "gradescope")
    assert json.loads(done.stdout)["score"] == 44


@pytest.mark.parametrize(("below", "code"), [("62.857", 0), ("62.858", 1)])
def test_the_share_is_compared_exactly(grader, workspace, below, code):
    place = workspace(softmax="def softmax(S):\n    return S")  # 44 of 70 are 62.857142 %
    assert grader("ci", "--fail-below", below, cwd=place).returncode == code


def test_of_several_assignments_one_is_named_by_its_folder(grader, workspace):
    place = workspace()
    other = place / "exercises" / "other"
    shutil.copytree(place / "exercises" / "self_attention", other)
    text = (other / "assignment.yaml").read_text(encoding="utf-8").replace("id: self_attention", "id: other")
    (other / "assignment.yaml").write_text(text, encoding="utf-8")
    done = grader("ci", cwd=place)
    assert done.returncode == 2
    assert "grader ci exercises/other" in done.stdout
    done = grader("ci", "exercises/other", "--fail-below", "0", cwd=place)
    assert done.returncode == 0
    assert "Points 0/70" in done.stdout


def test_a_file_of_the_runner_that_cannot_be_written_is_the_machines_fault(grader, workspace, tmp_path):
    done = grader("ci", cwd=workspace(), GITHUB_STEP_SUMMARY=str(tmp_path / "no" / "folder"))
    assert done.returncode == 3
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
