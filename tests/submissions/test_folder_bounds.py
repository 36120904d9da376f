"""Folders and notebooks with very much in them, and names that could speak for a whole class."""

import json
import os
import subprocess
import sys
from pathlib import PurePosixPath

import pytest

from grader import submissions
from grader.core.errors import UsageError
from grader.submissions.files import HandedIn
from grader.submissions.selection import choose

MIB = 1 << 20


def several(*names):
    return f"no attention.py, and several files could be meant ({', '.join(names)}); name yours attention.py"


@pytest.mark.parametrize("count", [17, 101])
def test_what_is_searched_is_bounded_in_number_and_size(tmp_path, read_within, zipped, reference, count):
    members = {f"a{i:03}.py": b"#" * (MIB if count == 17 else 10) for i in range(count - 1)}
    [(_, problem, _)] = read_within(zipped(tmp_path / "a.zip", {**members, "z.py": reference}), seconds=3)
    assert problem["en"] == several("a000.py", "a001.py", "a002.py", "a003.py")
    members.popitem()
    members.popitem()
    [(_, problem, cells)] = read_within(zipped(tmp_path / "a.zip", {**members, "z.py": reference}), seconds=3)
    assert problem is None
    assert cells > 15


def test_one_name_again_and_again_is_looked_at_some_times(assignment, untouched):
    """An archive may hold the usual name a thousand times, and each costs a MiB to unpack."""
    read = []

    def look(limit):
        read.append(limit)
        return untouched.encode()

    files = [HandedIn(PurePosixPath("attention.py"), len(untouched), look) for _ in range(1000)]
    assert choose(files, assignment).file is files[0]
    assert len(read) < 10


def test_folders_are_counted_as_files_are(tmp_path, read_within):
    for i in range(60):
        for j in range(100):
            (tmp_path / "c" / "bob" / str(i) / str(j)).mkdir(parents=True)
    [(_, problem, _)] = read_within(tmp_path / "c")
    assert problem["en"] == "more than 5000 files; hand in only the exercise's folder"


@pytest.mark.parametrize(
    ("cell", "count", "said"),
    [
        ("{}", 1_490_000, "4 MiB of JSON that is no notebook's."),
        ('{"cell_type":"markdown","source":"x"}', 150_000, "150001 cells; at most 10000 are read."),
        ('{"cell_type":"code","source":"x"}', 9_000, "9000 cells of code; at most 1000 are run."),
    ],
)
def test_a_notebook_of_very_many_small_cells_is_refused(tmp_path, read_within, cell, count, said):
    (tmp_path / "a.ipynb").write_text(f'{{"cells": [{f"{cell}," * count}{{}}], "nbformat": 4}}')
    [(_, problem, _)] = read_within(tmp_path / "a.ipynb", mib=300, seconds=3)
    assert problem["en"] == f"a.ipynb: {said} Is it the right file?"


def test_a_notebook_with_large_pictures_is_read(tmp_path, read_within):
    shown = [{"output_type": "display_data", "data": {"image/png": "A" * (4 * MIB), "x": list(range(100_000))}}]
    cell = {"cell_type": "code", "metadata": {}, "outputs": shown, "source": "def embed(x):\n    return x"}
    (tmp_path / "a.ipynb").write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}))
    assert read_within(tmp_path / "a.ipynb") == [("a", None, 1)]


# -- a learner's folder that is called like a part of a course -------------------------------------------------


@pytest.fixture
def cohort(tmp_path, reference):
    """`cohort("alice", "exercises/self_attention")`: a folder with the reference in each of those folders."""

    def make(*names):
        for name in names:
            (tmp_path / "c" / name).mkdir(parents=True)
            (tmp_path / "c" / name / "attention.py").write_text(reference)
        return tmp_path / "c"

    return make


@pytest.mark.parametrize("name", ["self_attention", "exercises/self_attention"])
def test_no_folders_name_makes_one_submission_of_a_class(cohort, assignment, name):
    """It would leave the others without a grade, and without a word."""
    folder = cohort("alice", "bob", name)
    for ask in (submissions.count, submissions.is_cohort, lambda *given: list(submissions.find(*given))):
        with pytest.raises(UsageError) as caught:
            ask([folder], assignment)
        assert str(caught.value) == (
            f"{folder}: one learner's folder, as {name.partition('/')[0]} in it says, or many, as alice, bob say? "
            f"Grade them by their own paths: grader grade {folder}/*"
        )
    ids = [one.id for one in submissions.find(sorted(folder.iterdir()), assignment)]
    assert ids == sorted(["alice", "bob", name.partition("/")[0]])
    assert submissions.count([folder], assignment, cohort=True) == 3


@pytest.mark.parametrize("name", [".grader", "answers.yaml", "assignment.yaml"])
def test_no_file_beside_a_class_makes_it_one_submission(cohort, assignment, name):
    folder = cohort("alice", "bob")
    (folder / name).mkdir()
    with pytest.raises(UsageError, match=f"as {name} in it says, or many, as alice, bob say"):
        submissions.count([folder], assignment)


def test_a_checkout_is_one_learners_whatever_lies_in_it(cohort, assignment):
    folder = cohort("exercises/self_attention", "backup", "old")
    (folder / "answers.yaml").write_text("")
    [submission] = submissions.find([folder], assignment, checkout=True)
    assert (submission.id, submission.problem) == ("c", None)


def test_names_that_are_no_text_end_no_run(tmp_path, assignment, reference):
    (tmp_path / "attention_of_bob.py").write_text(reference)
    (tmp_path / os.fsdecode(b"\xff\xfe.py")).write_text("x = 1")
    assert len(list(submissions.find([tmp_path], assignment))) == 2


def test_archives_beside_it_count_too(cohort, assignment, zipped, reference):
    folder = cohort("self_attention")
    for name in ("alice.zip", "bob.tar.gz"):
        zipped(folder / name, {"attention.py": reference})
    with pytest.raises(UsageError, match=r"or many, as alice.zip, bob.tar.gz say"):
        submissions.count([folder], assignment)


def test_one_learners_repository_is_still_one(cohort, assignment):
    folder = cohort("exercises/self_attention", "exercises/other", "quizzes", "docs")
    for name in ("quizzes", "docs"):
        (folder / name / "attention.py").unlink()
    (folder / "kit.zip").write_bytes(b"the kit, unpacked here")
    (folder / "answers.yaml").write_text("")
    [submission] = submissions.find([folder], assignment)
    assert (submission.id, submission.problem) == ("c", None)


# -- which submissions have changed ----------------------------------------------------------------------------


def deep(folder, levels):
    """Folders in folders, deeper than a recursion goes."""
    folder.mkdir(parents=True)
    here = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("a", dir_fd=here)
        there = os.open("a", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = there
    os.close(here)


@pytest.fixture
def graded_since(root, cohort):
    """`graded_since(moment)`: the ids that `grader grade --since` grades in the cohort's folder, with one step only."""

    def ask(moment):
        command = [sys.executable, "-m", "grader", "grade", str(cohort()), "--course", str(root), "--json", "--quiet"]
        command += ["--only", "embedding", "--since", moment, "--isolation", "process"]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return [json.loads(line)["submission"]["id"] for line in done.stdout.splitlines()]

    return ask


def test_a_deep_folder_ends_no_run_that_asks_for_what_changed(cohort, graded_since):
    folder = cohort("alice", "carol")
    os.utime(folder / "carol" / "attention.py", (0, 0))
    deep(folder / "bob", 1200)
    try:
        assert sorted(graded_since("2020-01-01T00:00")) == ["alice", "bob"]
    finally:
        subprocess.run(["rm", "-rf", str(folder / "bob")], check=True)
