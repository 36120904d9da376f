"""A course's folders are those that nbgrader itself would take; grading in the background ends cleanly."""

import importlib.metadata
import json
import sys
import threading
from pathlib import Path

import pytest
from nbcourse import ran

from grader.core.errors import MachineError, UsageError
from grader.core.model import Submission
from grader.integrations.nbgrader.course_dir import read_places
from grader.integrations.nbgrader.grade_course import _Background
from grader.integrations.nbgrader.gradebook import library
from grader.submissions.cache_key import GradingTask

CONFIGS = [
    "",
    "c.CourseDirectory.course_id = 'a b'\nc.CourseDirectory.submitted_directory = 'handed in'",
    "c.CourseDirectory.directory_structure = '{nbgrader_step}/{assignment_id}/{student_id}'",
    "c.CourseDirectory.root = 'below'\nc.CourseDirectory.autograded_directory = 'graded'",
    "c.CourseDirectory.db_url = 'sqlite:///elsewhere.db'\nc.CourseDirectory.source_directory = 's[1]'",
]


@pytest.mark.parametrize("config", CONFIGS)
def test_folders_and_gradebook_are_nbgraders_own(tmp_path, monkeypatch, config, assignment):
    pytest.importorskip("nbgrader", reason="nbgrader is an extra")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nbgrader_config.py").write_text(f"c = get_config()\n{config}\n", encoding="utf-8")
    places = read_places(tmp_path)
    theirs = library("nbgrader.coursedir").CourseDirectory(config=places.config)
    assert (places.db_url, places.course_id) == (theirs.db_url, theirs.course_id)
    for mine, step in (
        (places.source, theirs.source_directory),
        (places.submitted, theirs.submitted_directory),
        (places.autograded, theirs.autograded_directory),
    ):
        assert mine == step
        assert str(places.folder(mine, "a.b-1", "ps 1")) == theirs.format_path(step, "a.b-1", "ps 1")
    for student in ("ben", "a.b-1", "이영희"):
        places.folder(places.submitted, student, assignment.id).mkdir(parents=True)
    places.folder(places.submitted, "ben", "another").mkdir(parents=True)
    (places.folder(places.submitted, "x", assignment.id).parent).mkdir(parents=True, exist_ok=True)
    assert list(places.handed_in(assignment)) == sorted(["ben", "a.b-1", "이영희"])
    assert list(places.handed_in(assignment, ["ben"])) == ["ben"]
    with pytest.raises(UsageError, match="bne"):
        places.handed_in(assignment, ["ben", "bne"])


def test_a_broken_configuration_is_a_sentence(tmp_path):
    (tmp_path / "nbgrader_config.py").write_text("c = get_config(\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"nbgrader_config\.py: SyntaxError"):
        read_places(tmp_path)


def test_an_empty_course_is_a_sentence(tmp_path, assignment):
    with pytest.raises(UsageError, match="nothing was handed in"):
        read_places(tmp_path).handed_in(assignment)


def test_the_gradebook_comes_with_nbgrader_as_it_is(tmp_path):
    """Whole: no module of it is a stand-in, none is marked as missing."""
    code = "import sys\nfrom grader.integrations.nbgrader.gradebook import library, load\nassert load().Gradebook\n"
    code += "assert library('nbgrader')._jupyter_server_extension_points\nassert None not in sys.modules.values()"
    ran(sys.executable, "-c", code, cwd=tmp_path)


def test_without_nbgrader_a_sentence_says_how_to_install_it(monkeypatch):
    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    with pytest.raises(MachineError) as told:
        read_places(Path())
    assert str(told.value) == 'nbgrader is not installed here: pip install "attention-grader[nbgrader]"'


def tasks(count):
    return (GradingTask.of(i, Submission(f"s{i}", "there")) for i in range(count))


def test_reports_come_in_the_order_of_the_run(monkeypatch):
    def engine(given, deliver):
        for task in reversed(list(given)):
            deliver(task, json.dumps(task.index))

    monkeypatch.setattr("grader.integrations.nbgrader.grade_course.read", json.loads)
    with _Background(engine, tasks(5)) as reports:
        assert list(reports) == [0, 1, 2, 3, 4]


def test_what_ends_grading_is_raised_where_the_reports_are_wanted():
    def engine(given, deliver):
        next(given)
        raise MachineError("no more room")

    with pytest.raises(MachineError, match="no more room"), _Background(engine, tasks(3)) as reports:
        list(reports)


def test_whoever_stops_asking_stops_the_grading():
    seen, never = [], threading.Event()

    def engine(given, deliver):
        for task in given:
            seen.append(task.index)
            never.wait(0.05)

    background = _Background(engine, tasks(1000))
    with background:
        pass
    assert len(seen) < 1000 and not background._thread.is_alive()
