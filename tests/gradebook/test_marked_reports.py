"""After a person has marked open answers: statistics, the class's page and learners' pages have the points."""

import html
import json
import re

import pytest
from test_marking import book, course, fill  # noqa: F401  fixtures

from grader.gradebook import Gradebook
from grader.reports.totals import totals_of


def words(path):
    """What a page says, without markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", path.read_text(encoding="utf-8"))).split())


@pytest.fixture
def marked(book, tmp_path):  # noqa: F811
    """The gradebook of three learners with every open answer marked."""
    sheet = tmp_path / "sheet.csv"
    book("marking-sheet", "-o", sheet)
    fill(sheet, {("ada", "why"): "1.5", ("ada", "how"): "1", ("ben", "why"): "0"}, note="between us")
    book("import-marks", sheet, "--author", "Kim")
    return book


def figures(grader, file, course):  # noqa: F811
    done = grader("stats", file, "--course", course, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_statistics_count_a_marked_answer_and_hold_no_other(book, course, grader, tmp_path):  # noqa: F811
    before = figures(grader, book.file, course)
    assert before["marked_by_hand"] == ["why", "how"]
    assert (before["quiz"]["n"], before["quiz"]["possible"]) == (3, 1.0)
    sheet = tmp_path / "sheet.csv"
    book("marking-sheet", "-o", sheet)
    fill(sheet, {("ada", "why"): "1.5", ("ben", "why"): "0"})
    book("import-marks", sheet, "--author", "Kim")
    half = figures(grader, book.file, course)
    assert half["marked_by_hand"] == ["how"]  # ada's other answer still waits
    assert (half["quiz"]["n"], half["quiz"]["possible"], half["quiz"]["high"]) == (3, 3.0, 2.5)
    fill(sheet, {("ada", "how"): "1"})
    book("import-marks", sheet, "--author", "Kim")
    after = figures(grader, book.file, course)
    assert after["marked_by_hand"] == []
    assert (after["quiz"]["n"], after["quiz"]["held"], after["quiz"]["possible"]) == (3, 0, 4.0)
    assert after["quiz"]["mean"] == pytest.approx((3.5 + 0 + 1) / 3)  # ada 1 + 1.5 + 1, ben 0, chloe 1
    why = next(table for table in after["distractors"] if table["item"] == "why")
    assert {row["kind"]: row["learners"] for row in why["answers"]} == {
        "right": 0,
        "partly": 1,
        "wrong": 1,
        "unanswered": 1,
    }


def test_the_class_page_and_its_learners_have_the_marks(marked, course, grader, tmp_path):  # noqa: F811
    done = grader("cohort-report", marked.file, tmp_path / "site", "--course", course)
    assert done.returncode == 0, done.stderr
    ada = words(tmp_path / "site" / "learners" / "ada.html")
    assert "partly right 1.5 of 2" in ada and "A person has marked this." in ada
    assert "Quiz 3.5 of 4" in ada
    assert "to be marked by a person" not in ada
    index = words(tmp_path / "site" / "index.html")
    assert "marked by a person" not in index


@pytest.mark.parametrize(("language", "said"), [("en", "A person has marked this."), ("ko", "사람이 채점했어요.")])
def test_a_learners_page_is_made_again_with_the_marks(marked, grader, tmp_path, language, said):
    done = grader("report", marked.file, "-o", tmp_path / "pages", "--lang", language)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["ada.html", "ben.html", "chloe.html"]
    page = words(tmp_path / "pages" / "ada.html")
    assert said in page
    assert "=1+1 is how" in page  # the answer in the learner's own words
    for private in ("between us", "Kim", "names the mean", "평균을 말한다"):  # the note is for the trail
        assert private not in page


def test_marks_stay_back_where_the_policy_holds_results_back(marked, course, grader, tmp_path):  # noqa: F811
    bank = course / "solutions" / "tiny" / "quiz.yaml"
    text = bank.read_text(encoding="utf-8")
    bank.write_text(text.replace("points: 8\n", "points: 8\npolicy: {feedback: never}\n", 1), encoding="utf-8")
    marked.hand_in(ada="sum: zero\nwhy: |\n  The mean of each row\n  is taken away.\nhow: =1+1 is how\n")
    done = grader("report", marked.file, "-o", tmp_path / "pages")
    assert done.returncode == 0, done.stderr
    page = words(tmp_path / "pages" / "ada.html")
    assert "The mean of each row" in page
    for told in ("partly right", "A person has marked this.", "1.5 of 2", "Quiz 3.5"):
        assert told not in page


def test_every_format_has_the_marks_too(marked, grader, tmp_path):
    done = grader("report", marked.file, "--to", "markdown", "-o", tmp_path / "pages")
    assert done.returncode == 0, done.stderr
    assert "3.5/4" in (tmp_path / "pages" / "ada.md").read_text(encoding="utf-8")


def test_of_several_assignments_one_is_named(marked, grader, tmp_path):
    done = grader("report", marked.file, "--assignment", "other", "-o", tmp_path / "pages")
    assert done.returncode == 2
    assert "no assignment 'other' in it (it has: tiny)" in done.stderr


@pytest.mark.parametrize("attempts", ["last", "first", "best"])
def test_the_points_of_marked_reports_are_those_of_the_reports_themselves(marked, attempts):
    with Gradebook.open(marked.file, reading=True) as opened:
        (assignment,) = opened.assignments()
        whole = {one.submission.id: one for one in opened.reports(assignment, marked=True, attempts=attempts)}
        finals = [final for final in opened.final_grades(assignment, attempts=attempts) if final.totals is not None]
        assert {final.totals.submission.id for final in finals} == set(whole) != set()
        for final in finals:
            report = whole[final.totals.submission.id]
            assert final.totals == totals_of(report).without_answers()
            assert opened.marked_report(assignment, final) == report
            assert final.raw == report.score.earned
