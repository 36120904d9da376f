"""The files beside a notebook go into the graded copy, as far as a learner's folder is looked through."""

import os

from grader.integrations.nbgrader.grade_course import _copy


def test_a_deep_folder_ends_no_run_and_the_files_above_it_are_copied(tmp_path):
    source, master, target = (tmp_path / name for name in ("source", "master", "target"))
    for folder in (source / "data", master):
        folder.mkdir(parents=True)
    (source / "data" / "table.csv").write_text("1")
    (master / "facts.csv").write_text("2")
    here = str(source)
    for _ in range(900):
        here = f"{here}/a"
        os.mkdir(here)
    try:
        _copy(source, target, master)
    finally:
        while here != str(source):
            os.rmdir(here)
            here = os.path.dirname(here)
    assert sorted(path.name for path in target.rglob("*.csv")) == ["facts.csv", "table.csv"]


def test_a_folder_with_too_much_in_it_is_left_out(tmp_path):
    (tmp_path / "source").mkdir()
    for number in range(5001):
        (tmp_path / "source" / f"{number}.csv").touch()
    _copy(tmp_path / "source", tmp_path / "target", tmp_path / "none")
    assert list((tmp_path / "target").iterdir()) == []
