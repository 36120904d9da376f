"""Canvas: merged into the instructor's own export, and read again by the importer's rules.

`Importer` follows instructure/canvas-lms lib/gradebook_importer.rb, written anew: head, who is who, what changes.
"""

import csv
import io
import re

import pytest

SCORES = {101: "12.5", 102: "", 103: "EX", 104: "3", 999: ""}
LOGINS = {"ada@uni.example": 101, "ben@uni.example": 102, "cho@uni.example": 103, "dan@uni.example": 104}
ASSIGNMENTS = {77: "Self-attention in numpy", 55: "Essay"}


class Importer:
    """What Canvas would do with a file: user id -> (old score, new score), or why it refuses the file."""

    def __init__(self, rows):
        head, *rest = rows
        assert len(head) > 3
        assert "Student" in head[0]
        assert "ID" in head[1]
        people = 3
        if re.search(r"SIS\s+Login\s+ID", head[2]):
            people += 1
        elif re.search(r"SIS\s+User\s+ID", head[2]) and re.search(r"SIS\s+Login\s+ID", head[3]):
            people += 2
        assert "Section" in head[people - 1]
        figures = "Current Score|Final Score|Override Score"
        self.columns = {}
        for name in [name for name in head[people:] if not re.search(figures, name)]:
            found = re.fullmatch(r"(.*) \((\d+)\)", name)
            assert found, f"{name!r} would become a new assignment"
            assert int(found[2]) in ASSIGNMENTS
            self.columns[int(found[2])] = head.index(name)
        self.changes, self.possible = {}, {}
        for row in rest:
            if "Points Possible" in row[0]:
                self.possible = {ident: row[i] for ident, i in self.columns.items()}
                continue
            if all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", cell, re.IGNORECASE) for cell in row):
                continue
            user = int(row[1]) if row[1] else LOGINS[row[3]]
            new, old = row[self.columns[77]].strip(), SCORES[user]
            blank = [value in ("", "-") for value in (old, new)]
            if all(blank) or old == new:
                continue
            if not any(blank) and "EX" not in (old, new) and round(float(old), 2) == round(float(new), 2):
                continue
            self.changes[user] = (old, new)


def test_grades_go_into_the_instructors_own_file(grader, gradebook, canvas, tmp_path, rows):
    done = grader("export", gradebook, "--to", "canvas", "--into", canvas, "-o", tmp_path / "new.csv")
    assert done.returncode == 0, done.stderr
    read = Importer(rows((tmp_path / "new.csv").read_text(encoding="utf-8")))
    # ada: 14 + 3.5 + bonus 5; ben: 7 1/3 + 5 less two begun days of 10 % of 20; cho is excused; dan handed in nothing
    assert read.changes == {101: ("12.5", "22.5"), 102: ("", "8.33")}
    assert set(read.columns) == {77}
    assert read.possible == {77: "20"}


def test_what_would_happen_is_shown_first_and_nothing_is_written(grader, gradebook, canvas, tmp_path):
    before = sorted(path.name for path in tmp_path.iterdir())
    text = canvas.read_bytes()
    done = grader("export", gradebook, "--to", "canvas", "--into", canvas)
    assert done.returncode == 0
    assert "ada  12.5 -> 22.5" in done.stdout
    assert "ben  8.33" in done.stdout
    assert "skipped, excused in Canvas: cho" in done.stdout
    assert "skipped, no submission with a result: dan" in done.stdout
    assert "Rounding: two decimals, half up" in done.stdout
    assert "nothing written; -o PATH writes" in done.stderr
    assert canvas.read_bytes() == text
    assert [name for name in sorted(path.name for path in tmp_path.iterdir()) if "gradebook" not in name] == [
        name for name in before if "gradebook" not in name
    ]


def test_a_file_that_is_there_is_never_overwritten(grader, gradebook, canvas):
    text = canvas.read_bytes()
    done = grader("export", gradebook, "--to", "canvas", "--into", canvas, "-o", canvas)
    assert done.returncode == 2
    assert "exists and is never overwritten" in done.stderr
    assert canvas.read_bytes() == text


def test_other_students_and_rows_stay_as_they_are_and_no_cell_runs(grader, gradebook, canvas, tmp_path, rows):
    grader("export", gradebook, "--to", "canvas", "--into", canvas, "-o", tmp_path / "new.csv")
    table = rows((tmp_path / "new.csv").read_text(encoding="utf-8"))
    assert table[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Self-attention in numpy (77)"]
    assert [row[1] for row in table] == ["ID", "", "", "101", "102", "103", "104", "999"]
    assert [row[-1] for row in table[5:]] == ["EX", "3", ""]
    assert table[5][0] == '\'=HYPERLINK("http://evil")'


def test_semicolons_a_mark_and_the_columns_of_first_and_last_names(grader, gradebook, tmp_path):
    text = "\ufeffLastName;FirstName;ID;SIS User ID;SIS Login ID;Section;Attention (77);Final Score\n"
    text += "    Points Possible;;;;;;20;(read only)\nLovelace;Ada;101;u1;ada@uni.example;A;1,5;3\n"
    (tmp_path / "split.csv").write_text(text, encoding="utf-8")
    done = grader(
        "export",
        gradebook,
        "--to",
        "canvas",
        "--into",
        tmp_path / "split.csv",
        "--column",
        "77",
        "-o",
        tmp_path / "new.csv",
    )
    assert done.returncode == 0, done.stderr
    made = (tmp_path / "new.csv").read_text(encoding="utf-8")
    assert made.startswith("\ufeffLastName;FirstName;ID;")
    assert "Lovelace;Ada;101;u1;ada@uni.example;A;22.5" in made


@pytest.mark.parametrize(
    ("change", "options", "said"),
    [
        (("Student,ID", "Name,Number"), (), "canvas.csv:1: not a Canvas gradebook export"),
        (("Self-attention in numpy (77)", "Homework 3 (77)"), (), "no column is called like this assignment"),
        (("Essay (55)", "Self-attention in numpy (78)"), (), "several columns fit"),
        (("10,20,", "10,(read only),"), (), "canvas.csv:3: Canvas says '(read only)'"),
        (("10,20,", "10,100,"), (), "the column is out of 100, these grades are out of 20"),
        (
            ("10,20,", "10,100,"),
            ("--scale",),
            "change the column in Canvas to 20 points, since no grade is ever scaled",
        ),
        (
            ("10,20,", "10,14,"),
            (),
            "the column is out of 14, these grades are out of 20; change it in Canvas, or --scale",
        ),
        (("", ""), ("--column", "Self-atention in numpy (77)"), "did you mean 'Self-attention in numpy (77)'?"),
    ],
)
def test_what_canvas_would_not_take_is_said_with_the_line(grader, gradebook, canvas, change, options, said):
    canvas.write_text(canvas.read_text(encoding="utf-8").replace(*change, 1), encoding="utf-8")
    done = grader("export", gradebook, "--to", "canvas", "--into", canvas, *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_scale_shrinks_grades_to_what_canvas_has(grader, gradebook, canvas, tmp_path, rows):
    canvas.write_text(canvas.read_text(encoding="utf-8").replace("10,20,", "10,8,"), encoding="utf-8")
    grader("export", gradebook, "--to", "canvas", "--into", canvas, "--scale", "-o", tmp_path / "new.csv")
    read = Importer(rows((tmp_path / "new.csv").read_text(encoding="utf-8")))
    assert read.changes == {101: ("12.5", "9"), 102: ("", "3.33")}  # 8 1/3 of 20 is 3 1/3 of 8


def test_held_points_are_no_zeros(grader, folder, make, canvas, tmp_path, rows):
    place = folder(make("101", (4, 0), held=10), make("102", (4, 10), quiz=6))
    done = grader("export", place, "--to", "canvas", "--into", canvas, "-o", tmp_path / "one.csv")
    assert "skipped, 10 points are held for a person; --with-held sends what is earned so far: 101" in done.stdout
    assert Importer(rows((tmp_path / "one.csv").read_text())).changes == {102: ("", "20")}
    grader("export", place, "--to", "canvas", "--into", canvas, "--with-held", "-o", tmp_path / "two.csv")
    assert Importer(rows((tmp_path / "two.csv").read_text())).changes == {101: ("12.5", "4"), 102: ("", "20")}


def test_practice_is_no_grade(grader, folder, make, canvas):
    done = grader("export", folder(make("101", quiz=6, grade=False)), "--to", "canvas", "--into", canvas)
    assert "skipped, practice, not a grade" in done.stdout
    assert done.stdout.startswith("0 grades")


def test_a_partial_run_is_no_grade_in_any_format(grader, folder, make, canvas, tmp_path):
    place = folder(make("101", quiz=6) | {"only": ["one"]}, make("102", quiz=6))
    done = grader("export", place, "--to", "canvas", "--into", canvas)
    assert "skipped, a partial run (only one), not a grade: grade it again without --only: 101" in done.stdout
    assert done.stdout.startswith("1 grades")
    grader("export", place, "--to", "csv", "-o", tmp_path / "all.csv")
    row = next(csv.DictReader(io.StringIO((tmp_path / "all.csv").read_text(encoding="utf-8-sig"))))
    assert (row["learner"], row["status"], row["total"], row["total_exact"]) == ("101", "partial", "", "")


def test_two_submissions_of_one_student_are_not_both_taken(grader, folder, make, canvas):
    place = folder(make("101", quiz=6), make("ada", quiz=1))
    done = grader("export", place, "--to", "canvas", "--into", canvas)
    assert "skipped, fits the same student as 101: ada" in done.stdout


def test_an_export_in_another_encoding_is_named(grader, gradebook, canvas):
    canvas.write_bytes(canvas.read_text(encoding="utf-8").replace("Noshow", "조").encode("cp949"))
    done = grader("export", gradebook, "--to", "canvas", "--into", canvas)
    assert done.returncode == 2
    assert "canvas.csv:7: not UTF-8" in done.stderr
