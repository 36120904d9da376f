"""Open answers of the quiz: the sheet that a person marks, the marks coming back, and the grade they are laid over."""

import contextlib
import csv
import io
import json
import sqlite3
from fractions import Fraction

import pytest
from cohorts import RIGHT

from grader.core.errors import UsageError
from grader.gradebook import Gradebook, database

BANK = """
schema: grader/quiz/1
id: tiny
title: {en: "Tiny quiz", ko: "작은 퀴즈"}
points: 8
questions:
  C1: {en: "Why?", ko: "왜?"}
items:
- id: sum
  type: single
  about: [C1]
  difficulty: 1
  points: 2
  title: {en: "Sum", ko: "합"}
  prompt: {en: "The sum?", ko: "합은?"}
  options: {zero: {en: "0", ko: "0"}, one: {en: "1", ko: "1"}, two: {en: "2", ko: "2"}}
  key: zero
  explanation: {en: "It is 0.", ko: "0이다."}
- id: why
  type: open
  about: [C1]
  difficulty: 2
  points: 4
  title: {en: "Why", ko: "이유"}
  prompt: {en: "Why is it centred?", ko: "왜 중심을 맞추는가?"}
  rubric:
  - {id: mean, points: 3, text: {en: "names the mean", ko: "평균을 말한다"}}
  - {id: row, points: 1, text: {en: "of each row", ko: "각 행의"}}
- id: how
  type: open
  about: [C1]
  difficulty: 2
  points: 2
  title: {en: "How", ko: "방법"}
  prompt: {en: "How?", ko: "어떻게?"}
  rubric:
  - {id: all, points: 2, text: {en: "by subtraction", ko: "빼서"}}
"""
ANSWERS = {
    "ada": "sum: zero\nwhy: |\n  The mean of each row\n  is taken away.\nhow: =1+1 is how\n",
    "ben": "sum: one\nwhy: no idea\n",
    "chloe": "sum: zero\n",
}
OPEN = {("ada", "why"), ("ada", "how"), ("ben", "why")}


@pytest.fixture
def course(small):
    """The small course with a quiz worth 4: each point of the bank is half a point."""
    root = small()
    folder = root / "solutions" / "tiny"
    manifest = (folder / "assignment.yaml").read_text(encoding="utf-8")
    (folder / "assignment.yaml").write_text(manifest.replace("{code: 10}", "{code: 10, quiz: 4}"), encoding="utf-8")
    (folder / "quiz.yaml").write_text(BANK.lstrip(), encoding="utf-8")
    return root


@pytest.fixture
def book(course, grader, tmp_path):
    """`book("show")`: a gradebook command; the gradebook is that of three graded submissions."""
    place, file = tmp_path / "submissions", tmp_path / "g.db"

    def hand_in(**answers):
        for name, text in answers.items():
            (place / name).mkdir(parents=True, exist_ok=True)
            (place / name / "tiny.py").write_text(RIGHT, encoding="utf-8")
            (place / name / "answers.yaml").write_text(text, encoding="utf-8")
        done = grader("grade", place, "--course", course, "--gradebook", file, "--quiet")
        assert done.returncode == 0, done.stderr

    def run(*arguments, fails=False):
        where = ("--course", course) if arguments[0] == "marking-sheet" else ()
        done = grader("gradebook", *arguments, "--gradebook", file, *where)
        assert done.returncode == (2 if fails else 0), done.stderr
        return done

    hand_in(**ANSWERS)
    run.hand_in, run.file, run.place = hand_in, file, place
    return run


def table(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        text = file.read()
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=";" if text.startswith("item;") else ","))


def fill(path, points, **changes):
    """Write points into the lines (learner or code, item) -> points, and anything else into all of them."""
    rows = table(path)
    for row in rows:
        row["points"] = points.get((row["learner"] or row["code"], row["item"]), "")
        row.update(changes)
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, list(rows[0]), delimiter=";")  # as many spreadsheets save it
        out.writeheader()
        out.writerows(rows)


def shown(book):
    people = [json.loads(line) for line in book("show", "--json").stdout.splitlines()]
    return {one["learner"]: (one["raw"], one["pending"], one["total"], one["waiting"]) for one in people}


def test_an_assignment_without_a_quiz_has_nothing_to_mark(small, grader, cohort, tmp_path):
    root, file = small(), tmp_path / "g.db"
    assert grader("grade", cohort(1), "--course", root, "--gradebook", file, "--quiet").returncode == 0
    done = grader("gradebook", "marking-sheet", "--gradebook", file, "--course", root)
    assert (done.returncode, done.stderr) == (2, "Error: tiny has no quiz, so there is nothing to mark\n")


BEFORE = {"ada": (11, 3, 11, 2), "ben": (10, 2, 10, 1), "chloe": (11, 0, 11, 0)}


def test_answers_to_one_question_stand_together_and_no_cell_runs(book, tmp_path):
    sheet = tmp_path / "sheet.csv"
    done = book("marking-sheet", "-o", sheet)
    assert (done.stdout, done.stderr) == ("", f"{sheet}: 3 open answers to mark, 0 marked already\n")
    rows = table(sheet)
    assert [(row["item"], row["learner"]) for row in rows] == [("why", "ada"), ("why", "ben"), ("how", "ada")]
    assert rows[0]["answer"] == "The mean of each row is taken away."
    assert rows[2]["answer"] == "'=1+1 is how"
    assert (rows[0]["question"], rows[0]["rubric"], rows[0]["possible"]) == (
        "Why is it centred?",
        "1.5: names the mean; 0.5: of each row",
        "2",
    )
    assert {(row["points"], row["note"]) for row in rows} == {("", "")}
    assert "이유" not in sheet.read_text(encoding="utf-8")
    assert "왜 중심을 맞추는가?" in book("marking-sheet", "tiny", "--lang", "ko").stdout
    before = sheet.read_bytes()
    assert f"{sheet}: exists already" in book("marking-sheet", "-o", sheet, fails=True).stderr
    assert sheet.read_bytes() == before


def test_marks_become_earned_points_and_the_stored_report_stays(book, tmp_path):
    sheet = tmp_path / "sheet.csv"
    with Gradebook.open(book.file) as open_book:
        reports = list(open_book.reports("tiny"))
    assert shown(book) == BEFORE
    assert "3 open answers to mark" in book("show").stdout
    book("marking-sheet", "-o", sheet)
    fill(sheet, {("ada", "why"): "1,5", ("ben", "why"): "0"}, note="read twice")
    done = book("import-marks", sheet, "--author", "Kim")
    assert done.stderr == f"{sheet}: 2 new marks for tiny, 0 unchanged, 1 rows without points; 1 open answers left\n"
    assert shown(book) == {"ada": ("25/2", 1, "25/2", 1), "ben": (10, 0, 10, 0), "chloe": (11, 0, 11, 0)}
    again = book("import-marks", sheet, "--author", "Kim").stderr
    assert "0 new marks for tiny, 2 unchanged" in again
    fill(sheet, {("ada", "why"): "2"})
    assert "1 new marks" in book("import-marks", sheet, "--author", "Lee").stderr
    assert shown(book)["ada"] == (13, 1, 13, 1)
    with Gradebook.open(book.file) as open_book:
        assert list(open_book.reports("tiny")) == reports
        marked = {one.submission.id: one for one in open_book.reports("tiny", marked=True)}
        ada, ben = marked["ada"].quiz, marked["ben"].quiz
        assert (ada.earned, ada.held, ben.held) == (3, 1, 0)
        assert marked["ada"].score == marked["ada"].code + ada
        assert {one.id: one.outcome for one in marked["ada"].quiz_answers.items} == {
            "sum": "right",
            "why": "right",
            "how": "pending",
        }
        trail = [(one["author"], one["action"], one["learner"], one["detail"]) for one in open_book.audit_log()]
    assert trail[0] == ("Kim", "mark", "ada", {"item": "why", "points": "3/2", "possible": "2", "note": "read twice"})
    assert [one[0] for one in trail] == ["Kim", "Kim", "Lee"]
    rest = tmp_path / "rest.csv"
    assert "1 open answers to mark, 2 marked already" in book("marking-sheet", "-o", rest).stderr
    assert [row["item"] for row in table(rest)] == ["how"]


def test_an_export_adds_up_with_the_marks_in_it(book, grader, tmp_path):
    sheet, out = tmp_path / "sheet.csv", tmp_path / "grades.csv"
    book("marking-sheet", "-o", sheet)
    fill(sheet, {("ada", "why"): "1.5", ("ada", "how"): "1"})
    book("import-marks", sheet)
    assert grader("export", book.file, "--to", "csv", "-o", out).returncode == 0
    ada, ben, _ = table(out)
    assert [ada[name] for name in ("status", "quiz", "score", "held", "total")] == [
        "graded",
        "3.5",
        "13.5",
        "0",
        "13.5",
    ]
    assert [ben[name] for name in ("status", "quiz", "score", "held", "total")] == ["held", "0", "10", "2", ""]


def test_without_names_a_sheet_has_codes_that_come_back(book, tmp_path):
    sheet, other = tmp_path / "sheet.csv", tmp_path / "other.csv"
    for path in (sheet, other):
        book("marking-sheet", "--anonymous", "-o", path)
    text = sheet.read_text(encoding="utf-8")
    assert text == other.read_text(encoding="utf-8")
    assert "ada" not in text
    assert "ben" not in text
    rows = table(sheet)
    assert len({row["code"] for row in rows}) == 2
    mine = next(row["code"] for row in rows if row["answer"] == "no idea")
    fill(sheet, {(mine, "why"): "2"})
    book("import-marks", sheet)
    assert shown(book) == {**BEFORE, "ben": (12, 0, 12, 0)}


def test_other_words_wait_again_and_new_code_beside_the_same_words_does_not(book, tmp_path):
    sheet = tmp_path / "sheet.csv"
    book("marking-sheet", "-o", sheet)
    book.hand_in(ben="sum: one\nwhy: I know now\n")
    fill(sheet, {("ada", "why"): "2", ("ben", "why"): "1"})
    done = book("import-marks", sheet)
    stale = f"{sheet}:3: the answer of ben to why has changed since the sheet was written"
    assert done.stderr.startswith(f"{stale}: its mark was not imported; the next sheet has the new answer\n")
    assert "1 new marks for tiny" in done.stderr
    assert shown(book)["ben"] == BEFORE["ben"]
    book.hand_in(ada=ANSWERS["ada"].replace("zero", "one"))
    assert shown(book)["ada"] == (12, 1, 12, 1)
    book.hand_in(ada="sum: one\nwhy: something else\n")
    assert shown(book)["ada"] == (10, 2, 10, 1)
    book.hand_in(ada=ANSWERS["ada"])
    assert shown(book)["ada"] == (13, 1, 13, 1)
    book.hand_in(ada="sum: one\n", ben="sum: one\n")
    done = book("import-marks", sheet)
    assert f"{sheet}:2: the answer of ada to why has changed" in done.stderr
    assert "0 new marks for tiny" in done.stderr


def test_an_answer_in_a_notebook_is_marked_as_one_in_the_file(book, tmp_path):
    (book.place / "dora").mkdir()
    sources = [RIGHT, 'answers["why"] = """The mean\nof each row"""']
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": text}
        for text in sources
    ]
    notebook = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}
    (book.place / "dora" / "tiny.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    book.hand_in()
    sheet = tmp_path / "sheet.csv"
    book("marking-sheet", "-o", sheet)
    assert [row["answer"] for row in table(sheet) if row["learner"] == "dora"] == ["The mean of each row"]
    fill(sheet, {("dora", "why"): "1"})
    book("import-marks", sheet)
    assert shown(book)["dora"] == (11, 0, 11, 0)


def test_a_mark_counts_for_the_same_part_where_the_quiz_is_worth_more(book, course, tmp_path):
    sheet = tmp_path / "sheet.csv"
    book("marking-sheet", "-o", sheet)
    fill(sheet, {("ada", "why"): "1.5"})
    book("import-marks", sheet)
    manifest = course / "solutions" / "tiny" / "assignment.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("quiz: 4", "quiz: 8"), encoding="utf-8")
    book.hand_in()
    assert shown(book)["ada"] == (15, 2, 15, 1)  # 10 code, 2 sum, 3 of 4 why; 2 held


@pytest.mark.parametrize(
    ("points", "changes", "said"),
    [
        ("-1", {}, "2: points '-1': write a number from 0 on, such as 2, 1.5 or 3/2"),
        ("two", {}, "2: points 'two': write a number"),
        ("nan", {}, "2: points 'nan': write a number"),
        ("1/0", {}, "2: points '1/0': write a number"),
        ("2.5", {}, "2: 2.5 points, but why is worth 2"),
        ("1", {"item": "whi"}, "2: no open question 'whi'; did you mean 'why'?"),
        ("1", {"code": "x"}, "2: no submission of a learner with the code 'x'"),
        ("1", {"code": "", "learner": "bea"}, "2: no submission of a learner with the id 'bea'; did you mean 'ben'?"),
        ("1", {"learner": "ben"}, "is not that of 'ben'; were columns sorted apart?"),
        ("1", {"version": ""}, "2: no version, so nobody knows which answer was marked"),
    ],
)
def test_one_line_that_is_off_is_named_and_nothing_is_stored(book, tmp_path, points, changes, said):
    sheet = tmp_path / "sheet.csv"
    book("marking-sheet", "-o", sheet)
    fill(sheet, {("ada", "why"): points, ("ada", "how"): "1"}, **changes)
    done = book("import-marks", sheet, fails=True)
    assert said in done.stderr
    assert f"{sheet}:2: " in done.stderr
    assert f"{sheet}: nothing of it was stored" in done.stderr
    assert shown(book) == BEFORE


def test_a_line_given_twice_and_a_table_of_another_kind_are_refused(book, tmp_path):
    sheet = tmp_path / "sheet.csv"
    book("marking-sheet", "-o", sheet)
    fill(sheet, {("ada", "why"): "1"})
    lines = sheet.read_text(encoding="utf-8").splitlines()
    sheet.write_text("\n".join([*lines, lines[1]]) + "\n", encoding="utf-8")
    assert f"{sheet}:5: this answer has points in {sheet}:2 already" in book("import-marks", sheet, fails=True).stderr
    sheet.write_text("learner,points\nada,1\n", encoding="utf-8")
    assert f"{sheet}:1: no column 'item'" in book("import-marks", sheet, fails=True).stderr
    assert shown(book) == BEFORE


def test_marks_are_a_trail_with_an_author(book):
    with Gradebook.open(book.file) as open_book:
        answers = list(open_book.open_answers("tiny"))
        assert {(one.learner, one.item) for one in answers} == OPEN
        with pytest.raises(UsageError, match="a mark needs its author"):
            open_book.mark("tiny", [(answers[0], Fraction(1), "")], " ")
        assert open_book.mark("tiny", [(answers[0], Fraction(1), "")], "Kim") == 1
    for change in ("UPDATE marks SET points = '2'", "DELETE FROM marks"):
        with contextlib.closing(sqlite3.connect(book.file)) as file, pytest.raises(sqlite3.IntegrityError):
            file.execute(change)


def test_a_gradebook_from_before_there_were_marks_is_copied_and_migrated(book, tmp_path):
    old = tmp_path / "old.db"
    with contextlib.closing(sqlite3.connect(old)) as file, contextlib.closing(sqlite3.connect(book.file)) as now:
        file.executescript(database.MIGRATIONS[0])
        for name in ("assignments", "submissions", "attempts", "results"):
            rows = now.execute(f"SELECT * FROM {name}").fetchall()
            file.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        file.execute(f"PRAGMA application_id = {database.APPLICATION}")
        file.execute("PRAGMA user_version = 1")
        file.commit()
    with Gradebook.open(old) as migrated:
        assert migrated.integrity() == []
        answers = list(migrated.open_answers("tiny"))
        assert {(one.learner, one.item) for one in answers} == OPEN
        migrated.mark("tiny", [(one, one.possible, "") for one in answers], "Kim")
        assert [(final.raw, final.pending, final.waiting) for final in migrated.final_grades("tiny")] == [
            (14, 0, 0),
            (12, 0, 0),
            (11, 0, 0),
        ]
    with contextlib.closing(sqlite3.connect(tmp_path / "old.db.v1.bak")) as kept:
        assert kept.execute("PRAGMA user_version").fetchone() == (1,)
        assert kept.execute("SELECT count(*) FROM results").fetchone() == (3,)
        assert kept.execute("SELECT count(*) FROM sqlite_master WHERE name = 'marks'").fetchone() == (0,)
