"""No space left at every single write of a run, one after another: the next run ends as if nothing had happened."""

import errno
import json
import os
import stat

import pytest
from cohorts import expected, scores

from grader import submissions as intake
from grader.batch.cohort import grade_cohort
from grader.batch.outputs import write_reports
from grader.core.errors import MachineError
from grader.gradebook import Gradebook
from grader.grading import run
from grader.reports.schema import from_data, report_json


@pytest.fixture
def canned(terms, cohort):
    """A cohort of three, and an engine that knows their reports already."""
    assignment, agreed = terms
    submissions = list(intake.find([cohort(3)], assignment))
    reports = {}
    run.grade(assignment, submissions, lambda one: reports.update({one.submission.id: report_json(one)}), seed=1)

    def engine_into(output):
        def engine(tasks, deliver):
            for task in tasks:
                report = from_data(json.loads(reports[task.submission.id]))
                deliver(task, write_reports(report, output, agreed))

        return engine

    return agreed, submissions, engine_into


def test_no_space_at_each_write_in_turn(canned, tmp_path, monkeypatch):
    terms, submissions, engine_into = canned
    real, fails_at, calls = os.fsync, None, 0

    def fsync(descriptor):
        nonlocal calls
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):  # by then the file is whole and in its place
            return
        calls += 1
        if calls - 1 == fails_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(descriptor)

    monkeypatch.setattr("grader.core.atomic_write.os.fsync", fsync)

    def grade(folder):
        delivered = []
        folder.mkdir(exist_ok=True)
        with Gradebook.open(folder / "g.db", create=True) as book:
            work = engine_into(folder / "out")
            grade_cohort(terms, submissions, work, delivered.append, book=book, output=folder / "out")
        return [one.submission.id for one in delivered]

    def files(folder):
        found = (folder / "out").rglob("*")
        return {path.relative_to(folder): path.read_bytes() for path in found if path.is_file()}

    assert grade(tmp_path / "undisturbed") == list(expected(3))
    writes, whole = calls, files(tmp_path / "undisturbed")
    assert writes == len(whole) >= 12
    for number in range(writes):
        folder, fails_at, calls = tmp_path / f"run{number}", number, 0
        with pytest.raises(MachineError, match="cannot be written: No space left on device; nothing was saved"):
            grade(folder)
        assert calls == number + 1
        assert not list(folder.rglob(".grader-*"))
        assert files(folder).items() <= whole.items()
        with Gradebook.open(folder / "g.db") as book:
            assert scores(book).items() <= expected(3).items()
        fails_at = None
        assert grade(folder) == list(expected(3))
        assert files(folder) == whole
        with Gradebook.open(folder / "g.db") as book:
            assert scores(book) == expected(3)
            assert book.integrity() == []
            assert book._store.rows("SELECT count(*) FROM results")[0][0] == 3
