"""A second submission, lateness, a person's marks, and what happens where our own side fails."""

import json
import shutil

import pytest
from nbcourse import Course, ran

NAME = "self_attention"


@pytest.fixture(scope="module")
def course(released, tmp_path_factory):
    """A released course of its own, in which nobody has handed in yet."""
    folder = tmp_path_factory.mktemp("again") / "course"
    shutil.copytree(released.folder, folder, ignore=shutil.ignore_patterns("submitted", "autograded", "feedback"))
    repository = released.folder.joinpath(
        json.loads((released.folder / "grader_course.json").read_text())["course"]
    ).resolve()
    away = json.loads((folder / "grader_course.json").read_text()) | {"course": str(repository)}
    (folder / "grader_course.json").write_text(json.dumps(away))
    made = Course(folder)
    made.repository = repository
    return made


def test_no_old_score_survives(course, answered, reference, edited):
    full = answered(reference)
    exits = answered(edited(reference, embed="def embed(token_ids, E):\n    import os\n    os._exit(0)"))
    for student in ("auto", "ours", "late", "gone"):
        course.submit(student, full)
    course.grader("grade", course.folder)
    before = course.dump()
    assert {before[student]["score"] for student in ("auto", "ours", "late", "gone")} == {110}

    course.submit("auto", exits)
    course.submit("ours", "<<<<<<< HEAD")
    notebook = course.submit("gone", full)
    notebook.unlink()
    (course.folder / "submitted/late" / NAME / "timestamp.txt").write_text("2026-12-02 00:00:00 UTC")
    code = "from grader.integrations.nbgrader.gradebook import load\nGradebook = load().Gradebook\n"
    code += "gb = Gradebook('sqlite:///gradebook.db')\n"
    code += f"gb.update_or_create_assignment({NAME!r}, duedate='2026-12-01 00:00:00 UTC')\n"
    code += f"grade = gb.find_grade('c1-open', 'attention', {NAME!r}, 'late')\n"
    code += "grade.manual_score, grade.needs_manual_grade = 3.0, False\n"
    code += f"grade = gb.find_grade('test_softmax', 'attention', {NAME!r}, 'late')\n"
    code += "grade.manual_score, grade.needs_manual_grade = 12.0, False\ngb.db.commit(); gb.close()"
    run_python(course, code)
    with (course.folder / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write("c.AssignLatePenalties.plugin_class = 'nbgrader.plugins.LateSubmissionPlugin'\n")
        config.write("c.LateSubmissionPlugin.penalty_method = 'zero'\n")
    (course.folder / "submitted/ours" / NAME / "timestamp.txt").write_text("yesterday evening")
    said = course.grader("grade", course.folder, "--jobs", "2").stdout
    assert "ours" in said and "timestamp.txt holds no time" in said
    after = course.dump()
    assert after["auto"]["grades"]["test_embedding"][0] == 0
    assert after["ours"]["score"] == 0 and "Git conflict" in after["ours"]["comments"]["softmax"]
    assert after["gone"]["score"] == 0 and after["gone"]["needs"]
    late = after["late"]
    assert late["late"] == late["score"] == 110 - 14 + 12 + 3  # the plug-in takes all of it
    assert late["grades"]["test_softmax"] == [14.0, None, 12.0, True]  # a person's mark stays, and is asked about
    assert late["grades"]["c1-open"] == [None, None, 3.0, True]


def test_autograde_forgets_the_old_score_too(course, answered, reference, edited):
    course.submit("auto", answered(reference))
    course.grader("grade", course.folder, "--student", "auto")
    assert course.dump()["auto"]["score"] == 110
    course.submit("auto", answered(edited(reference, softmax="def softmax(S):\n    import os\n    os._exit(0)")))
    course.nbgrader("autograde", NAME, "--student", "auto", "--force")
    row = course.dump()["auto"]
    assert row["grades"]["test_softmax"][0] == 0 and row["score"] < 110


def test_a_fault_of_ours_is_held_and_never_a_score(course, answered, reference):
    """The hidden suite is gone: nothing is scored, the old score is not left either, and it says so."""
    course.submit("auto", answered(reference))
    shutil.move(course.repository / "solutions" / NAME / "hidden", course.folder / "hidden")
    try:
        done = course.nbgrader("autograde", NAME, "--student", "auto", "--force")
        ours = course.grader("grade", course.folder, "--student", "auto", check=False)
    finally:
        shutil.move(course.folder / "hidden", course.repository / "solutions" / NAME / "hidden")
    row = course.dump()["auto"]
    assert row["score"] == 0 and row["needs"]
    assert all(auto is None and needs for auto, _, _, needs in row["grades"].values())
    assert "Internal error" in row["comments"]["softmax"]
    assert "not scored" in done.stderr
    assert ours.returncode == 3 and "no hidden suite" in ours.stderr


def test_a_test_cell_of_somebody_elses_is_never_full_marks(course, answered, reference):
    code = "from grader.integrations.nbgrader.gradebook import load\ngb = load().Gradebook('sqlite:///gradebook.db')\n"
    code += f"gb.add_grade_cell('extra', 'attention', {NAME!r}, max_score=5, cell_type='code')\n"
    code += f"gb.add_source_cell('extra', 'attention', {NAME!r}, cell_type='code', source='assert True', "
    code += "locked=True, checksum='0' * 32)\n"
    code += "gb.close()"
    run_python(course, code)
    course.submit("added", answered(reference))
    course.nbgrader("autograde", NAME, "--student", "added")
    row = course.dump()["added"]
    assert row["grades"]["extra"] == [None, None, None, True]
    assert row["score"] == 110


def test_nobody_is_named_who_did_not_hand_in(course):
    done = course.grader("grade", course.folder, "--student", "nobody", check=False)
    assert done.returncode == 2 and "nobody" in done.stderr and "Traceback" not in done.stderr


def run_python(course, code):
    import sys

    return ran(sys.executable, "-c", code, cwd=course.folder)
