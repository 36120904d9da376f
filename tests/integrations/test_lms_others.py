"""Moodle, the spreadsheet and Gradescope, each read again by the rules of the format."""

import datetime
import json
import re
from fractions import Fraction

import pytest

from grader.gradebook import Gradebook
from grader.gradebook.roster import Person


def moodle_import(rows, users, limit=100):
    """What Moodle's CSV import would store: user -> grade; raises where it would stop the whole import.

    After grade/import/csv/classes/load_data.php: one unknown user stops it, "-" and "" are no grade.
    """
    head, *rest = rows
    assert head[0] in ("Username", "ID number", "Email address")
    stored = {}
    for row in rest:
        if len(row) <= 1:
            continue
        if row[0].strip() not in users:
            raise LookupError(row[0])
        value = row[1].strip()
        grade = None if value in ("", "-") else float(value)
        if grade is not None and grade > limit:
            raise OverflowError(value)
        stored[row[0].strip()] = grade
    return stored


def test_moodle_gets_a_row_for_everybody_with_a_grade(grader, gradebook, tmp_path, rows):
    done = grader("export", gradebook, "--to", "moodle", "--key", "email", "-o", tmp_path / "m.csv")
    assert done.returncode == 0, done.stderr
    read = moodle_import(rows((tmp_path / "m.csv").read_text()), {f"{n}@uni.example" for n in ("ada", "ben", "cho")})
    assert read == {"ada@uni.example": 22.5, "ben@uni.example": 8.33, "cho@uni.example": 12.0}
    assert "skipped, no submission with a result: dan" in done.stdout  # a "-" would take an old grade away


def test_moodle_with_its_participants_leaves_strangers_out(grader, gradebook, tmp_path, rows):
    text = "First name,Last name,ID number,Email address\nAda,L,7001,ADA@uni.example\nBen,B,7002,ben@uni.example\n"
    (tmp_path / "people.csv").write_text(text)
    done = grader(
        "export",
        gradebook,
        "--to",
        "moodle",
        "--key",
        "idnumber",
        "--into",
        tmp_path / "people.csv",
        "-o",
        tmp_path / "m.csv",
    )
    assert "skipped, no ID number in the list of participants: cho" in done.stdout
    assert moodle_import(rows((tmp_path / "m.csv").read_text()), {"7001", "7002"}) == {"7001": 22.5, "7002": 8.33}


def test_moodle_says_what_its_list_lacks(grader, gradebook, tmp_path):
    (tmp_path / "people.csv").write_text("First name,Email address\nAda,ada@uni.example\n")
    done = grader("export", gradebook, "--to", "moodle", "--into", tmp_path / "people.csv")
    assert done.returncode == 2
    assert "people.csv:1: no column 'Username'" in done.stderr


def test_moodle_names_as_above_100_only_whom_it_gets(grader, gradebook):
    with Gradebook.open(gradebook) as book:
        book.import_roster((Person("eve"),), "test", "kim")  # without an e-mail
        book.receive("self_attention", [("eve", datetime.datetime(2026, 12, 1, tzinfo=datetime.UTC))])
        for name in ("cho", "eve"):
            book.override("self_attention", name, Fraction(120), "kim", "a mistake")
    done = grader("export", gradebook, "--to", "moodle", "--key", "email")
    assert "skipped, no Email address here: eve" in done.stdout
    assert "above 100, which Moodle refuses unless it allows unlimited grades: cho\n" in done.stdout


@pytest.mark.parametrize(
    ("report", "said", "option", "status"),
    [
        (
            {"held": 10},
            "10 points are held for a person; --with-held sends what is earned so far",
            "--with-held",
            "held",
        ),
        (
            {"grade": False},
            "practice, not a grade: weaker isolation; --practice sends it all the same",
            "--practice",
            "practice",
        ),
    ],
)
def test_the_spreadsheet_has_a_total_for_those_alone_whose_grade_goes_out(
    grader, folder, make, tmp_path, rows, report, said, option, status
):
    place = folder(make("ada", (4, 0), quiz=6, **report), make("ben", quiz=6))
    done = grader("export", place, "--to", "csv", "-o", tmp_path / "one.csv")
    assert done.stdout.startswith("1 grades: 1 changed, 0 unchanged, 1 skipped\n")
    assert f"skipped, {said}: ada" in done.stdout
    head, ada, ben = rows((tmp_path / "one.csv").read_text(encoding="utf-8"))
    told = dict(zip(head, ada, strict=True))
    assert (told["status"], told["score"], told["total"], told["total_exact"]) == (status, "10", "", "")
    assert dict(zip(head, ben, strict=True))["total"] == "20"
    done = grader("export", place, "--to", "csv", option, "-o", tmp_path / "two.csv")
    assert done.stdout.startswith("2 grades: 2 changed, 0 unchanged, 0 skipped\n")
    told = dict(zip(head, rows((tmp_path / "two.csv").read_text(encoding="utf-8"))[1], strict=True))
    assert (told["status"], told["total"], told["total_exact"]) == (status, "10", "10")


def test_moodle_never_gets_an_id_that_would_run(grader, folder, make):
    done = grader("export", folder(make("=cmd|' /C calc'!A0", quiz=6)), "--to", "moodle")
    assert "the id begins like a formula" in done.stdout


def test_the_spreadsheet_holds_everybody_and_everything_that_went_into_the_total(grader, gradebook, tmp_path, rows):
    done = grader("export", gradebook, "--to", "csv", "-o", tmp_path / "g.csv")
    assert done.returncode == 0, done.stderr
    raw = (tmp_path / "g.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    head, *rest = rows(raw.decode("utf-8-sig"))
    found = {row[0]: dict(zip(head, row, strict=True)) for row in rest}
    assert list(found) == ["ada", "ben", "cho", "dan"]
    assert {name: one["status"] for name, one in found.items()} == {
        "ada": "graded",
        "ben": "late",
        "cho": "override",
        "dan": "missing",
    }
    for one in found.values():
        if one["total"]:
            parts = [Fraction(one[name]) for name in ("one", "two", "quiz") if one[name]]
            assert sum(parts) == Fraction(one["score"])
            before = Fraction(one["override"]) if one["override"] else Fraction(one["score"]) + Fraction(one["bonus"])
            assert Fraction(one["total"]) == before - Fraction(one["deduction"])
    assert (found["ben"]["two"], found["ben"]["score"], found["ben"]["total_exact"]) == ("3.33", "12.33", "25/3")
    assert (found["dan"]["total"], found["dan"]["held"], found["cho"]["held"]) == ("", "0", "10")
    assert found["cho"]["name"] == "조민지"


def test_parts_are_rounded_together_so_that_they_add_up(grader, folder, make, tmp_path, rows):
    place = folder(make("x", (Fraction(10, 3), Fraction(10, 3)), quiz="10/3"))
    grader("export", place, "--to", "csv", "-o", tmp_path / "two.csv")
    grader("export", place, "--to", "csv", "--whole", "-o", tmp_path / "none.csv")
    for name, score in (("two.csv", "10"), ("none.csv", "10")):
        head, row = rows((tmp_path / name).read_text(encoding="utf-8"))
        one = dict(zip(head, row, strict=True))
        assert one["score"] == score
        assert Fraction(one["one"]) + Fraction(one["two"]) + Fraction(one["quiz"]) == 10


def test_names_that_would_run_are_text_in_the_spreadsheet(grader, folder, make, tmp_path, rows):
    grader("export", folder(make("=1+1"), make("@x")), "--to", "csv", "-o", tmp_path / "g.csv")
    assert [row[0] for row in rows((tmp_path / "g.csv").read_text(encoding="utf-8-sig"))] == ["learner", "'=1+1", "'@x"]


def test_gradescope_gets_a_results_file_for_each_learner(grader, folder, make, tmp_path):
    place = folder(make("ada", (4, Fraction(10, 3)), bonus=5, quiz=6), make("ADA"), make("b/c", (0, 0)))
    done = grader("export", place, "--to", "gradescope", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    names = sorted(path.parent.name for path in (tmp_path / "out").rglob("results.json"))
    assert len({name.casefold() for name in names}) == 3
    for name, score in (("ada", 13.33), ("b_c", 0)):
        told = json.loads((tmp_path / "out" / name / "results.json").read_text(encoding="utf-8"))
        assert told["score"] == score
        counted = [test for test in told["tests"] if "max_score" in test]
        assert sum(test["score"] for test in counted) == pytest.approx(score)
        assert all(test["score"] <= test["max_score"] for test in counted)
        assert all(test["status"] in ("passed", "failed") for test in told["tests"])
    again = grader("export", place, "--to", "gradescope", "-o", tmp_path / "out")
    assert again.returncode == 2
    assert "exists already" in again.stderr


def test_json_says_who_gets_what_and_who_is_left_out(grader, gradebook):
    told = json.loads(grader("export", gradebook, "--to", "moodle", "--json").stdout)
    assert (told["schema"], told["to"], told["written"]) == ("grader/export/1", "moodle", False)
    assert [grade["new"] for grade in told["grades"]] == ["22.5", "8.33", "12"]
    assert told["left_out"] == [{"learner": "dan", "reason": "no submission with a result"}]


def test_a_gradebook_with_several_assignments_asks_which(grader, gradebook):
    from grader.gradebook import Gradebook

    with Gradebook.open(gradebook) as book:
        book.add_assignment("layer_norm", "Layer norm")
    done = grader("export", gradebook, "--to", "csv")
    assert done.returncode == 2
    assert "which assignment? --assignment NAME (it has: " in done.stderr
    assert grader("export", gradebook, "--to", "csv", "-a", "self_attention").returncode == 0


def test_statistics_and_pages_come_from_a_gradebook_too(grader, gradebook, tmp_path):
    assert "3 learners" in grader("stats", gradebook).stdout
    done = grader("cohort-report", gradebook, tmp_path / "site")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "learners" / "ada.html").is_file()
    rows = re.findall(r'<tr data-name="(\w+)".*?</tr>', (tmp_path / "site" / "index.html").read_text(), re.DOTALL)
    assert rows == ["ada", "ben", "cho"]
    found = dict(
        re.findall(r'<tr data-name="(\w+)"(.*?)</tr>', (tmp_path / "site" / "index.html").read_text(), re.DOTALL)
    )
    cells = {name: re.findall(r"<td[^>]*>([^<]*)</td>", row)[1:] for name, row in found.items()}  # without the status
    assert cells["ben"][4:7] == ["1", "2", "8.33"]  # attempt, days late, grade
    assert cells["cho"][4:7] == ["1", "", "12"]


def test_an_empty_folder_is_no_export(grader, tmp_path):
    (tmp_path / "empty").mkdir()
    done = grader("export", tmp_path / "empty", "--to", "csv")
    assert done.returncode == 2
    assert "no report in it" in done.stderr
