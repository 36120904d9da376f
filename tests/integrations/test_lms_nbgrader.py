"""nbgrader's own gradebook: written through its API, and read again by it."""

import contextlib
import json
import sqlite3
import subprocess
import sys

import pytest

pytest.importorskip("nbgrader", reason="nbgrader is an extra")

MAKE = """
import sys, warnings
warnings.simplefilter("ignore")
from nbgrader.api import Gradebook
with Gradebook("sqlite:///" + sys.argv[1]) as book:
    book.add_assignment("self_attention")
    book.add_notebook("attention", "self_attention")
    for step, points in (("embedding", 4), ("softmax", 14), ("quiz.answers", 6)):
        for name, kind in ((f"test_{step}", "code"), (step, "code")):
            book.add_source_cell(name, "attention", "self_attention", cell_type=kind, source=f'check("{step}")')
        book.add_grade_cell(f"test_{step}", "attention", "self_attention", max_score=points, cell_type="code")
        book.add_solution_cell(step, "attention", "self_attention")
    book.add_student("ben")
    book.add_submission("self_attention", "ben")
    for grade in book.find_submission("self_attention", "ben").notebooks[0].grades:
        grade.auto_score = 1.0
        grade.manual_score = 2.0 if grade.name == "test_softmax" else None
    book.db.commit()
"""
GRADES = """
SELECT a.student_id, n.late_submission_penalty, c.name, g.auto_score, g.manual_score, g.needs_manual_grade
FROM grade g JOIN base_cell c ON c.id = g.cell_id JOIN submitted_notebook n ON n.id = g.notebook_id
JOIN submitted_assignment a ON a.id = n.assignment_id
"""  # its tables, since its API takes seconds to import


def grades(path):
    """Student -> cell -> [auto score, a person's score, whether a person has to look]; "late" is the penalty."""
    found = {}
    with contextlib.closing(sqlite3.connect(path)) as book:
        for student, late, cell, auto, manual, look in book.execute(GRADES):
            found.setdefault(student, {"late": late})[cell] = [auto, manual, bool(look)]
    return found


def test_steps_go_into_their_test_cells_and_a_persons_score_stays(grader, gradebook, tmp_path, make):
    from grader.gradebook import Gradebook, Stored

    with Gradebook.open(gradebook) as book:  # steps of the real assignment, as the notebook has them
        for name, scores, quiz in (("ada", (4, 10), None), ("ben", (4, 0), "5/2")):
            report = make(name, scores, quiz=quiz)
            if quiz is not None:
                right = {"id": "q1", "title": {"en": "Q"}, "outcome": "partly", "score": report["quiz"]}
                report["quiz_answers"]["items"] = [right]
            report["steps"][0]["id"], report["steps"][1]["id"] = "embedding", "softmax"
            report["steps"][1]["score"]["possible"] = 14
            report["code"]["possible"], report["score"]["possible"] = 18, 24
            report["steps"][1]["checks"][0]["score"] = report["steps"][1]["score"]
            book.store("self_attention", name, f"{name}-2", "{}", Stored(f"{name}-2", json.dumps(report), "en", ""))
    database = tmp_path / "nb.db"
    subprocess.run([sys.executable, "-c", MAKE, str(database)], check=True, timeout=120)
    before = grades(database)
    shown = grader("export", gradebook, "--to", "nbgrader", "--into", database)
    assert shown.returncode == 0, shown.stderr
    assert "ben  4 -> 6.5" in shown.stdout
    assert "overrides have no place in nbgrader's cells; enter them there: cho" in shown.stdout
    assert "nothing written; --yes writes" in shown.stderr
    assert grades(database) == before
    done = grader("export", gradebook, "--to", "nbgrader", "--into", database, "--yes")
    assert done.stderr == f"3 learners' scores in {database}\n"
    found = grades(database)
    assert set(found) == {"ada", "ben", "cho"}
    assert found["ada"]["test_embedding"] == [4.0, None, False]
    assert found["ada"]["test_softmax"][0] == 10.0
    assert found["ben"]["test_softmax"] == [0.0, 2.0, True]  # a person has to look again
    assert found["ada"]["test_quiz.answers"] == [0.0, None, False]  # not handed in: 0 of its points
    assert found["ben"]["test_quiz.answers"] == [2.5, None, False]
    assert found["ben"]["late"] == 4.8  # two begun days of 10 % of 24 points, whether or not a quiz was handed in
    assert found["ada"]["late"] is None
    # the steps of this report are not the notebook's: no cell gets full marks for want of a number
    assert found["cho"]["test_embedding"] == [None, None, True]


def test_another_file_is_never_taken_for_nbgraders(grader, gradebook, tmp_path):
    (tmp_path / "notes.db").write_text("mine")
    before = gradebook.read_bytes()
    for path in (tmp_path / "notes.db", gradebook):
        done = grader("export", gradebook, "--to", "nbgrader", "--into", path, "--yes")
        assert done.returncode == 2
        assert "not a gradebook of nbgrader's" in done.stderr
    assert gradebook.read_bytes() == before
    missing = grader("export", gradebook, "--to", "nbgrader")
    assert missing.returncode == 2
    assert "needs --into FILE" in missing.stderr
