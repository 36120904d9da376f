"""`grader stats` as a person runs it."""

import json
import re

import pytest
from made_reports import typed, without_answers

from grader.analytics.text import stats_text
from grader.core.safe_text import cells
from grader.course.renamed_checks import renamed_checks
from grader.reports.views import under_present_ids


@pytest.fixture(scope="module")
def folder(reports, tmp_path_factory):
    place = tmp_path_factory.mktemp("reports")
    for report in reports:
        (place / f"{report['submission']['id']}.json").write_text(json.dumps(report), encoding="utf-8")
    return place


def test_the_screen_says_what_the_class_knows(grader, folder):
    done = grader("stats", folder, COLUMNS="120")
    assert (done.returncode, done.stderr) == (0, "")
    assert "150 learners" in done.stdout
    assert "An attention score is a probability." in done.stdout
    assert "softmax over axis 0" in done.stdout
    assert "alpha" in done.stdout
    assert max(map(cells, done.stdout.splitlines())) <= 120


def test_in_korean_with_the_same_numbers(grader, folder):
    asked = ("stats", folder, "--full")
    english, korean = (grader(*asked, *more, COLUMNS="80").stdout for more in ((), ("--lang", "ko")))
    assert "어텐션 스코어는 확률이다." in korean
    assert "도움이 필요한 학습자" in korean
    rows = []
    for text in (english, korean):
        lines = iter(text.splitlines())  # the figures of a check are on the line below its id
        rows.append([[line, *next(lines).split()[:9]] for line in lines if line.startswith("softmax.")])
    assert len(rows[0]) == 6
    assert rows[0] == rows[1]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_message_is_in_words_and_not_its_id(summary, language):
    for full in (True, False):
        assert re.findall(r"\b(?:stats|outcome)\.[a-z_.]+", stats_text(summary, language, full=full)) == []


def test_json_holds_every_figure(grader, folder, summary):
    done = grader("stats", folder, "--json")
    told = json.loads(done.stdout)
    assert (told["schema"], told["learners"]) == ("grader/stats/1", 150)
    assert [step["points"]["mean"] for step in told["steps"]] == [step.points.mean for step in summary.steps]
    assert told["item_analysis"]["quiz"]["alpha"] == summary.quiz_test.alpha
    assert told["misconceptions"][0]["code"] == summary.beliefs[0].code


def test_a_small_class_gets_no_item_statistics_and_is_told_why(grader, folder, tmp_path):
    for name in ("s0001", "s0002", "s0003"):
        (tmp_path / f"{name}.json").write_text((folder / f"{name}.json").read_text())
    done = grader("stats", tmp_path)
    assert "Item statistics need at least 30" in done.stdout
    assert "alpha" not in done.stdout


def test_json_lines_are_read_as_well(grader, folder, tmp_path):
    lines = [path.read_text() for path in sorted(folder.glob("*.json"))]
    (tmp_path / "all.jsonl").write_text("\n".join(lines) + "\n")
    assert grader("stats", tmp_path / "all.jsonl").stdout == grader("stats", folder).stdout


@pytest.mark.parametrize(
    ("files", "said"),
    [({}, "no report in it"), ({"a.json": "{"}, "a.json: not JSON"), ({"a.json": "{}"}, "a.json: not a report")],
)
def test_what_is_no_report_is_named(grader, tmp_path, files, said):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    done = grader("stats", tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_whole_reports_of_the_instructor_are_preferred(grader, folder, tmp_path):
    (tmp_path / "instructor").mkdir()
    for name in ("s0001", "s0002"):
        report = json.loads((folder / f"{name}.json").read_text())
        (tmp_path / "instructor" / f"{name}.json").write_text(json.dumps(report))
        (tmp_path / f"{name}.json").write_text(json.dumps(without_answers(report)))  # a learner's copy
    whole = json.loads(grader("stats", tmp_path, "--json").stdout)
    assert whole["learners"] == 2
    assert whole["quiz"]["n"] == 2


def test_two_reports_of_one_submission_are_refused(grader, folder, tmp_path):
    text = (folder / "s0001.json").read_text()
    (tmp_path / "a.json").write_text(text)
    (tmp_path / "b.json").write_text(text)
    done = grader("stats", tmp_path)
    assert done.returncode == 2
    assert "b.json: a second report of 's0001'" in done.stderr


def test_no_folder_there(grader, tmp_path):
    done = grader("stats", tmp_path / "nowhere")
    assert done.returncode == 2
    assert "no such file or folder" in done.stderr


def test_the_example_in_docs_runs(folder, root, monkeypatch, capsys):
    text = (root / "docs" / "statistics.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]
    monkeypatch.chdir(folder.parent)
    exec(compile(example.replace('"reports"', repr(folder.name)), "docs/statistics.md", "exec"), {})
    code, share, alpha = capsys.readouterr().out.split()
    assert (code, float(share) > 0.5, float(alpha) > 0.5) == ("M4", True, True)


def under_earlier_ids(report, renamed):
    """The report as a suite wrote it whose checks had the earlier ids."""
    text = json.dumps(report)
    for old, present in renamed.items():
        text = text.replace(f'"{present}"', f'"{old}"')
    return json.loads(text)


def test_reports_of_checks_that_were_renamed_stand_in_one_column(grader, folder, reports, assignment, tmp_path):
    renamed = renamed_checks(assignment.folder)
    for place, report in enumerate(reports):
        shown = under_earlier_ids(report, renamed) if place % 2 else report
        (tmp_path / f"{report['submission']['id']}.json").write_text(json.dumps(shown), encoding="utf-8")
    assert "softmax.a_thousand_is_harmless" in (tmp_path / f"{reports[1]['submission']['id']}.json").read_text("utf-8")
    old, new = (json.loads(grader("stats", place, "--json").stdout) for place in (tmp_path, folder))
    assert {check["id"] for check in old["checks"]} == {check["id"] for check in new["checks"]}
    assert old == new


def test_only_ids_that_were_renamed_are_touched(reports, assignment):
    renamed = renamed_checks(assignment.folder)
    some = typed(reports[:3])
    earlier = typed([under_earlier_ids(one, renamed) for one in reports[:3]])
    assert earlier != some
    assert [under_present_ids(one, renamed) for one in earlier] == some
    assert [under_present_ids(one, renamed) for one in some] == some
