"""The public Python API, as a script uses it."""

import subprocess
import sys

import pytest

import grader
from grader.core.errors import UsageError


def test_every_public_name_is_there_and_documented():
    assert sorted(grader.__all__) == list(grader.__all__)
    for name in grader.__all__:
        assert getattr(grader, name) is not None
        assert name == "__version__" or getattr(grader, name).__doc__
    with pytest.raises(AttributeError, match="no_such_name"):
        grader.no_such_name  # noqa: B018 # the access is the test


def test_importing_it_loads_nothing_heavy(root):
    code = "import sys, grader\nprint(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert {"numpy", "pytest", "yaml", "jinja2", "msgspec", "click", "nbgrader"}.isdisjoint(done.stdout.split())


def test_a_script_grades_a_cohort_with_a_callback(root, tmp_path):
    course = grader.load_course(root)
    assert "self_attention" in course.assignments
    assignment = course.assignment("self_attention")
    submissions = grader.find_submissions([root / "examples" / "cohort" / name for name in ("ada", "ben")], assignment)
    reports = []
    grader.grade(assignment, submissions, reports.append, only=("scaling",), isolation="process")
    assert [report.submission.id for report in reports] == ["ada", "ben"]
    worth = assignment.step("scaling").points
    assert [(report.score.earned, report.score.possible) for report in reports] == [(worth, worth), (0, worth)]
    assert all(isinstance(report, grader.Report) for report in reports)


def test_a_report_is_read_from_a_file_or_from_text(root, tmp_path, grade_all):
    from grader.reports.schema import report_json

    (report,) = grade_all([root / "examples" / "cohort" / "ada"], only=("scaling",)).values()
    path = tmp_path / "ada.json"
    path.write_text(report_json(report), encoding="utf-8")
    assert grader.read_report(path) == grader.read_report(path.read_bytes()) == report
    with pytest.raises(UsageError, match=r"nowhere\.json: cannot be read"):
        grader.read_report(tmp_path / "nowhere.json")
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match=r"ada\.json: not a report"):
        grader.read_report(path)


def test_a_course_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(UsageError):
        grader.load_course(tmp_path)


def test_a_gradebook_is_opened_for_reading(tmp_path):
    with pytest.raises(UsageError), grader.open_gradebook(tmp_path / "none.db"):
        pass
    with grader.Gradebook.open(tmp_path / "book.db", create=True) as book:
        book.add_assignment("self_attention", "Self-attention")
    with grader.open_gradebook(tmp_path / "book.db") as book:
        assert book.assignments() == ("self_attention",)
