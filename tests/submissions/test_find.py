"""Whatever is handed in becomes text to grade, or one sentence that says why not; nothing else is read."""

import dataclasses
import io
import json
import os
import shutil
import struct
import tarfile
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import submissions
from grader.core.errors import UsageError
from grader.core.model import Cell, FileUse, Submission, Text
from grader.core.safe_text import file_name
from grader.submissions.cache_key import content_of, submission_of
from grader.submissions.cells import plain_cells
from grader.submissions.program import notebook_program
from grader.submissions.side_files import split_answers


@pytest.fixture
def found(assignment):
    """`found(path, ...)`: the submissions there."""
    return lambda *paths: list(submissions.find(paths, assignment))


@pytest.fixture
def problem(found):
    """`problem(path)`: why the one submission there cannot be graded."""

    def ask(path):
        [submission] = found(path)
        assert submission.cells == ()
        return submission.problem["en"]

    return ask


def told(submission):
    """The notes in English."""
    return [note["en"] for note in submission.notes]


def tarred(path, members, **changes):
    """A tar archive; `changes` are set on every member."""
    with tarfile.open(path, "w:gz") as archive:
        for name, text in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            for key, value in changes.items():
                setattr(info, key, value)
            archive.addfile(info, io.BytesIO(text.encode()))
    return path


# -- what is found ---------------------------------------------------------------------------------------------


def test_a_folder_a_file_a_notebook_and_two_archives_are_the_same_submission(
    tmp_path, reference, notebook, zipped, found
):
    for name in ("folder", "file", "book"):
        (tmp_path / name).mkdir()
    (tmp_path / "folder" / "attention.py").write_text(reference)
    (tmp_path / "file" / "ada.py").write_text(reference)
    (tmp_path / "book" / "attention.ipynb").write_text(notebook(reference))
    zipped(tmp_path / "zip.zip", {"sent/attention.py": reference, "__MACOSX/attention.py": "junk"})
    tarred(tmp_path / "tar.tar.gz", {"./attention.py": reference})
    one = found(*(tmp_path / p for p in ("folder", "file/ada.py", "book", "zip.zip", "tar.tar.gz")))
    assert [submission.id for submission in one] == ["folder", "ada", "book", "zip", "tar"]
    assert [submission.problem for submission in one] == [None] * 5
    functions = [[line for cell in s.cells for line in cell.text.splitlines() if line.startswith("def ")] for s in one]
    assert functions == [functions[0]] * 5
    assert len(functions[0]) > 15


def test_a_folder_of_submissions_is_a_cohort_in_the_order_of_its_names(submit, tmp_path, found, reference):
    for name in ("mia", "ben", "exercises_of_ada"):
        submit(name)
    (tmp_path / "zoe.py").write_text(reference)
    (tmp_path / "notes.txt").write_text("not a submission")
    (tmp_path / ".git").mkdir()
    assert [s.id for s in found(tmp_path)] == ["ben", "exercises_of_ada", "mia", "zoe"]
    assert found(tmp_path)[0].path == str(tmp_path / "ben")


def test_a_whole_repository_is_one_submission(tmp_path, reference, found):
    place = tmp_path / "ada" / "exercises" / "self_attention"
    place.mkdir(parents=True)
    (place / "attention.py").write_text(reference)
    (place / "test_attention.py").write_text("def test(): pass")
    [submission] = found(tmp_path / "ada")
    assert (submission.id, submission.problem) == ("ada", None)


def test_two_submissions_never_share_an_id_or_a_report(tmp_path, reference, found):
    places = [tmp_path / p for p in ("a/x", "b/x", "x-2", "kim lee", "kim_lee", "Kim_Lee")]
    for place in places:
        place.mkdir(parents=True)
        (place / "attention.py").write_text(reference)
    ids = [submission.id for submission in found(*places)]
    assert len(set(ids)) == 6
    assert len({file_name(name).casefold() for name in ids}) == 6


def test_names_that_a_disk_takes_for_one_have_two_reports(tmp_path, reference, found):
    for name in ("\uac00", "\u1100\u1161"):  # one syllable, and the same in two letters
        (tmp_path / name).mkdir()
        (tmp_path / name / "attention.py").write_text(reference)
    if len(os.listdir(tmp_path)) < 2:
        pytest.skip("this disk takes them for one")
    names = [file_name(submission.id) for submission in found(tmp_path)]
    assert len({unicodedata.normalize("NFC", name) for name in names}) == 2


@pytest.mark.parametrize("name", ["exercises/self_attention", "self_attention", "."])
def test_no_learners_folder_makes_one_submission_of_a_cohort(tmp_path, reference, assignment, name):
    for place in ("ada", name):
        (tmp_path / place).mkdir(parents=True, exist_ok=True)
        (tmp_path / place / "attention.py").write_text(reference)
    found = [submission.id for submission in submissions.find([tmp_path], assignment, cohort=True)]
    assert "ada" in found and len(found) == 2
    assert submissions.count([tmp_path], assignment, cohort=True) == 2


def test_text_that_turns_out_to_be_code_is_bounded_as_code_is(tmp_path, problem):
    long = 'answers["m1-row"] = "computed"\n' + "#" * (1 << 19)
    cells = [{"cell_type": "markdown", "metadata": {}, "source": long} for _ in range(3)]
    (tmp_path / "attention.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4}))
    assert problem(tmp_path) == "attention.ipynb: more than 1 MiB of code. Is it the right file?"


def test_a_state_that_is_a_link_says_nothing_and_costs_nothing(tmp_path, reference, assignment):
    folder, secret = tmp_path / "ada", tmp_path / "secret.json"
    (folder / ".grader").mkdir(parents=True)
    (folder / "attention.py").write_text(reference)
    secret.write_text('{"hints": {"self_attention.softmax": 3}}')
    (folder / ".grader" / "state.json").symlink_to(secret)
    costly = dataclasses.replace(assignment, hint_cost=1)
    [submission] = submissions.find([folder], costly)
    assert (submission.problem, dict(submission.hints)) == (None, {})
    (folder / ".grader" / "state.json").unlink()
    (folder / ".grader" / "state.json").write_text(secret.read_text())
    [submission] = submissions.find([folder], costly)
    assert dict(submission.hints) == {"softmax": 3}


def test_the_file_that_was_worked_on_is_graded_and_the_report_says_which(
    tmp_path, reference, untouched, notebook, found
):
    (tmp_path / "attention.py").write_text(untouched)
    (tmp_path / "attention.ipynb").write_text(notebook(reference))
    [submission] = found(tmp_path)
    assert submission.cells[0].name.startswith("attention.ipynb cell ")
    assert told(submission) == ["graded attention.ipynb; attention.py is still the empty exercise"]
    (tmp_path / "attention.py").write_text(reference)
    [submission] = found(tmp_path)
    assert submission.cells[0].name == "attention.py"
    assert told(submission) == ["graded attention.py; attention.ipynb was not read"]


def test_another_name_is_taken_where_only_one_file_can_be_meant(tmp_path, reference, found):
    folder = tmp_path / "cohort" / "ada"
    folder.mkdir(parents=True)
    (folder / "my_attention.py").write_text(reference)
    (folder / "helper.py").write_text("x = 1")
    [submission] = found(tmp_path / "cohort")
    assert told(submission) == ["graded my_attention.py; the usual name is attention.py"]
    (folder / "old.py").write_text(reference)
    [submission] = found(tmp_path / "cohort")
    assert told(submission) == [
        "graded my_attention.py; the usual name is attention.py",
        "graded my_attention.py; old.py was not read",
    ]
    for name in ("my_attention.py", "old.py"):
        (folder / name).write_text("x = 1")
    [submission] = found(tmp_path / "cohort")
    assert submission.problem["en"] == (
        "no attention.py, and several files could be meant (helper.py, my_attention.py, old.py); "
        "name yours attention.py"
    )


@pytest.mark.parametrize("beside", [(), ("test_attention.py",), ("answers.yaml",), ("answers.yaml", "old_notes.py")])
def test_a_learners_folder_with_one_file_of_another_name_bears_the_folders_name(tmp_path, reference, found, beside):
    folder = tmp_path / "kim"
    folder.mkdir()
    (folder / "solution.py").write_text(reference)
    for name in beside:
        (folder / name).write_text("")
    [submission] = found(folder)
    assert (submission.id, submission.problem) == ("kim", None)
    assert told(submission) == ["graded solution.py; the usual name is attention.py"]
    assert submission.notes[0]["ko"] == "채점한 파일: solution.py. 원래 이름: attention.py"


def test_a_file_that_imports_the_one_beside_it_is_one_learners(tmp_path, reference, found):
    folder = tmp_path / "kim"
    folder.mkdir()
    (folder / "solution.py").write_text("from helper import x\n" + reference)
    (folder / "helper.py").write_text("x = 1\n")
    assert [submission.id for submission in found(folder)] == ["kim"]
    (folder / "solution.py").write_text(reference)
    assert [submission.id for submission in found(folder)] == ["helper", "solution"]


def test_a_folder_of_submissions_may_hold_one_alone(tmp_path, reference, found):
    folder = tmp_path / "submissions"
    folder.mkdir()
    (folder / "ada.py").write_text(reference)
    assert [submission.id for submission in found(folder)] == ["ada"]


def test_one_archive_in_a_learners_folder_bears_the_folders_name(tmp_path, reference, zipped, found):
    (tmp_path / "kim").mkdir()
    zipped(tmp_path / "kim" / "sub.zip", {"attention.py": reference})
    assert [(one.id, one.problem) for one in found(tmp_path / "kim")] == [("kim", None)]


def test_the_untouched_notebook_of_the_kit_is_not_worth_a_word(tmp_path, reference, untouched, notebook, found):
    (tmp_path / "attention.py").write_text(reference)
    (tmp_path / "attention.ipynb").write_text(notebook(untouched))
    assert found(tmp_path)[0].notes == ()


def test_the_work_of_another_assignment_is_called_that(tmp_path, reference, assignment):
    """Graded with the wrong name of the assignment, it was "not started": nobody saw why."""
    root = tmp_path / "course"
    shutil.copytree(assignment.folder, root / "solutions" / "self_attention")
    folder = root / "solutions" / "knn"
    folder.mkdir()
    (folder / "assignment.yaml").write_text("broken: [")
    functions = ("distances", "majority")
    knn = dataclasses.replace(
        assignment,
        id="knn",
        file="knn.py",
        folder=folder,
        steps=(dataclasses.replace(assignment.steps[0], id="vote", functions=functions),),
    )
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "attention.py").write_text(reference)
    [submission] = submissions.find([tmp_path / "ada"], knn)
    said = "attention.py defines none of the functions of knn; it looks like the assignment self_attention"
    assert submission.problem["en"] == said
    for kept in ("def majority(x):\n    return x\n", "def mean(x):\n    return x\n", ""):
        (tmp_path / "ada" / "attention.py").write_text(kept)
        assert next(submissions.find([tmp_path / "ada"], knn)).problem is None


def test_answers_come_along(submit, found):
    folder = submit("ada")
    (folder / "answers.yaml").write_text("a: 1\n")
    assert found(folder)[0].answers == "a: 1\n"


def test_answers_are_read_where_the_code_cannot_be(tmp_path, found):
    folder = tmp_path / "ben"
    folder.mkdir()
    (folder / "attention.ipynb").write_text("<<<<<<< HEAD")
    (folder / "answers.yaml").write_bytes("# 질문\nm1-row: computed\n".encode("cp949"))
    [submission] = found(folder)
    assert "Git conflict" in submission.problem["en"] and "m1-row: computed" in submission.answers


def notebook(*cells):
    made = [{"cell_type": kind, "source": source, "metadata": {}} for kind, source in cells]
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made}


def test_answers_in_cells_are_text_and_never_code(tmp_path, found):
    """Answers lose no function beside them, and a dictionary of them does no harm as code."""
    folder = tmp_path / "ben"
    folder.mkdir()
    cells = [
        ("code", "answers = {}"),
        ("code", 'answers["m1-row"] = "computed"  # sure\n\nanswers["m1-mix"] = (\n    3/4\n)'),
        ("code", "x = 1\nanswers['c1-open'] = r\"\"\"\nanswers['m2-in'] = 'no answer'\n\"\"\"\ny = 2"),
        ("markdown", 'answers["m2-row"] = "same"'),
        ("code", "def broken(:\n    pass\nanswers['m3-row'] = it's"),
        ("code", 'print(answers["m1-row"])'),
    ]
    (folder / "attention.ipynb").write_text(json.dumps(notebook(*cells)))
    [submission] = found(folder)
    assert [(cell.text, cell.name, cell.line) for cell in submission.answer_cells] == [
        ('answers["m1-row"] = "computed"  # sure', "attention.ipynb cell 2", 1),
        ('answers["m1-mix"] = (\n    3/4\n)', "attention.ipynb cell 2", 3),
        ("answers['c1-open'] = r\"\"\"\nanswers['m2-in'] = 'no answer'\n\"\"\"", "attention.ipynb cell 3", 2),
        ('answers["m2-row"] = "same"', "attention.ipynb cell 4", 1),
        ("answers['m3-row'] = it's", "attention.ipynb cell 5", 3),
    ]
    assert [cell.text for cell in submission.cells] == [
        "answers = {}",
        "x = 1\n\n\n\ny = 2",
        "def broken(:\n    pass\n",
        'print(answers["m1-row"])',
    ]


def test_another_process_gets_all_of_it():
    """A grader process is told every field of a submission: one that is left out would be lost without a word."""
    whole = Submission(
        "ben",
        "there",
        (Cell("x", "a.ipynb cell 1", 2, "%x"),),
        None,
        (Text({"en": "note", "ko": "알림"}),),
        "m1: x",
        (Cell("answers", "a cell 2", 3),),
        {"softmax": 2},
        {"utils": "x = 1\n"},
        True,
        (FileUse("old.py", "not used", Text({"en": "a copy", "ko": "사본"})),),
    )
    assert all(getattr(whole, field.name) for field in dataclasses.fields(whole) if field.name != "problem")
    assert submission_of("ben", "there", content_of(whole)) == whole
    for problem in (Text({"en": "no", "ko": "안 돼요"}), None):
        told = dataclasses.replace(whole, problem=problem)
        assert submission_of("ben", "there", content_of(told)) == told
    older = '{"problem": "no", "notes": ["one"]}'  # a gradebook of an earlier version
    assert submission_of("ben", "there", older) == Submission("ben", "there", problem=Text("no"), notes=(Text("one"),))


@given(st.text(alphabet="ans[]=\"'{}()\\ \n#we.r|", max_size=60))
def test_cutting_answers_out_never_raises_and_keeps_the_lines(text):
    code, answers = split_answers("answers[" + text)
    assert code.count("\n") == text.count("\n") and all(line >= 1 for _, line in answers)


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_code_that_became_text_is_code_again_for_everybody(tmp_path, found, kind):
    folder = tmp_path / "ben"
    folder.mkdir()
    cells = [(kind, "def softmax(S):\n    return S"), ("markdown", "# def is a word")]
    (folder / "attention.ipynb").write_text(json.dumps(notebook(*cells)))
    [submission] = found(folder)
    assert [cell.text for cell in submission.cells] == ["def softmax(S):\n    return S"]


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path, reference, found):
    (tmp_path / "a.py").write_text(reference)
    (tmp_path / "b.py").write_bytes(b"\xef\xbb\xbf" + reference.replace("\n", "\r\n").encode())
    plain, windows = found(tmp_path / "a.py", tmp_path / "b.py")
    assert [cell.text for cell in windows.cells] == [cell.text for cell in plain.cells]


# -- archives in a folder --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sub.zip", "deep/er/hw.tar.gz", "hw.tar"])
def test_an_archive_in_a_learners_folder_is_opened(tmp_path, reference, zipped, found, name):
    """Moodle delivers a folder for each learner, with whatever was uploaded in it."""
    folder = tmp_path / "cohort" / "Kim Min_12345_assignsubmission_file_"
    (folder / name).parent.mkdir(parents=True)
    members = {"work/attention.py": reference, "work/answers.yaml": "m1-row: computed\n"}
    (zipped if name.endswith("zip") else tarred)(folder / name, members)
    [submission] = found(tmp_path / "cohort")
    assert (submission.id, submission.problem, told(submission)) == (folder.name, None, [])
    assert submission.cells[0].name == "attention.py"
    assert submission.answers == "m1-row: computed\n"


def test_answers_and_hints_beside_an_archive_come_along(tmp_path, reference, zipped, assignment):
    folder = tmp_path / "cohort" / "kim"
    (folder / ".grader").mkdir(parents=True)
    zipped(folder / "sub.zip", {"attention.py": reference})
    (folder / "answers.yaml").write_text("m1-row: computed\n")
    (folder / ".grader" / "state.json").write_text('{"hints": {"self_attention.softmax": 2}}')
    costly = dataclasses.replace(assignment, hint_cost=1)
    [submission] = submissions.find([tmp_path / "cohort"], costly)
    assert submission.answers == "m1-row: computed\n"
    assert dict(submission.hints) == {"softmax": 2}


def test_an_archive_beside_the_file_stays_closed_and_a_note_says_so(tmp_path, reference, untouched, zipped, found):
    folder = tmp_path / "cohort" / "kim"
    folder.mkdir(parents=True)
    zipped(folder / "sub.zip", {"attention.py": reference})
    (folder / "attention.py").write_text(reference + "\nhere = 1\n")
    [submission] = found(tmp_path / "cohort")
    assert "here = 1" in submission.cells[-1].text
    assert told(submission) == ["graded attention.py; not opened: sub.zip"]
    assert submission.notes[0]["ko"] == "채점한 파일: attention.py. 열지 않은 것: sub.zip"
    (folder / "attention.py").write_text(untouched)
    [submission] = found(tmp_path / "cohort")
    assert told(submission) == ["graded sub.zip; attention.py is still the empty exercise"]
    assert submission.cells and not any("NotImplementedError()" in cell.text for cell in submission.cells)
    (folder / "attention.py").rename(folder / "helper.py")
    (folder / "helper.py").write_text("x = 1\n")
    [submission] = found(tmp_path / "cohort")
    assert "def softmax" in "".join(cell.text for cell in submission.cells)


def test_several_archives_and_one_inside_another_are_named(tmp_path, reference, zipped, found):
    kim, lee = tmp_path / "cohort" / "kim", tmp_path / "cohort" / "lee"
    for folder in (kim, lee):
        folder.mkdir(parents=True)
        zipped(folder / "sub.zip", {"attention.py": reference})
    zipped(kim / "old.zip", {"attention.py": reference})
    (lee / "sub.zip").rename(tmp_path / "inner.zip")
    zipped(lee / "outer.zip", {"a/inner.zip": (tmp_path / "inner.zip").read_bytes()})
    several, nested = found(tmp_path / "cohort")
    assert several.problem["en"] == (
        "several archives (old.zip, sub.zip) and no attention.py next to them; hand in one archive, or the file itself"
    )
    said = "inner.zip: an archive inside an archive, which is not opened; pack the exercise's folder itself"
    assert nested.problem["en"] == said
    assert found(lee / "outer.zip")[0].problem["en"] == said


def test_an_archive_in_a_folder_has_the_limits_of_one_alone(tmp_path, zipped, reference, found):
    bombs = {
        "a.zip": (zipped, {"attention.py": b"\0" * (50 << 20)}, "attention.py: 50 MiB; at most 1 MiB is read"),
        "b.zip": (zipped, {"../attention.py": reference}, "../attention.py: a path out of the archive"),
        "c.zip": (zipped, {f"f{i}.py": "" for i in range(5002)}, "more than 5000 files"),
        "d.tar.gz": (tarred, {"zeros.bin": "\0" * (65 << 20)}, "d.tar.gz: unpacks to more than 64 MiB"),
    }
    for name, (pack, members, _) in bombs.items():
        (tmp_path / "cohort" / name[0]).mkdir(parents=True)
        pack(tmp_path / "cohort" / name[0] / name, members)
    problems = [submission.problem["en"] for submission in found(tmp_path / "cohort")]
    assert all(problem.startswith(said) for problem, (_, _, said) in zip(problems, bombs.values(), strict=True))
    (tmp_path / "secret.zip").write_bytes(zipped(tmp_path / "x.zip", {"attention.py": reference}).read_bytes())
    (tmp_path / "links" / "eve").mkdir(parents=True)
    (tmp_path / "links" / "eve" / "sub.zip").symlink_to(tmp_path / "secret.zip")
    assert "a link to a place outside" in found(tmp_path / "links")[0].problem["en"]


# -- what cannot be graded: one sentence each ------------------------------------------------------------------


def test_a_missing_folder_is_named_with_the_nearest(submit, tmp_path, found):
    submit("alice")
    with pytest.raises(UsageError) as caught:
        found(tmp_path / "alise")
    assert str(caught.value) == f"{tmp_path}/alise: no such file or folder; did you mean {tmp_path}/alice?"
    with pytest.raises(UsageError) as caught:
        found(tmp_path / "zzzzzzz")
    assert str(caught.value) == f"{tmp_path}/zzzzzzz: no such file or folder"


def test_an_empty_folder_has_nothing_to_grade(tmp_path, found):
    with pytest.raises(UsageError) as caught:
        found(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: nothing to grade here; expected attention.py, attention.ipynb, "
        "or a folder with one submission for each learner"
    )


def test_an_empty_folder_in_a_cohort_is_that_learners_alone(submit, tmp_path, found):
    submit("ada")
    (tmp_path / "ben").mkdir()
    ada, ben = found(tmp_path)
    assert (ada.problem, ben.problem["en"]) == (None, "no attention.py and no attention.ipynb in it")
    assert ben.problem["ko"] == "attention.py 파일도 attention.ipynb 파일도 없어요"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (
            "attention.py",
            "x = 1\ny = '가'\n".encode("cp949"),
            "attention.py:2: not UTF-8; save the file again with the encoding UTF-8",
        ),
        (
            "attention.py",
            "x".encode("utf-16")[:-1],
            "attention.py:1: not UTF-8; save the file again with the encoding UTF-8",
        ),
        (
            "attention.ipynb",
            b"{\n'cells': []}",
            "attention.ipynb:2: not a notebook (no JSON); save it again from Jupyter",
        ),
        ("attention.ipynb", b"", "attention.ipynb: the file is empty (0 bytes); save it again and hand it in"),
        ("attention.ipynb", b"[" * 100_000, "attention.ipynb:1: not a notebook (no JSON); save it again from Jupyter"),
        (
            "attention.ipynb",
            b'{"cells": [\n<<<<<<< HEAD\n"a"\n=======\n"b"\n>>>>>>> x\n]}',
            "attention.ipynb:2: an unresolved Git conflict; choose one side and save again",
        ),
        ("attention.ipynb", b"[]", "attention.ipynb: JSON, but no notebook: it has no list of cells"),
        ("attention.ipynb", b'{"cells": 3}', "attention.ipynb: JSON, but no notebook: it has no list of cells"),
        ("a.zip", b"PK\3\4 no", "a.zip: not a ZIP archive that can be read"),
        ("a.tar.gz", b"\x1f\x8b no", "a.tar.gz: not a TAR archive that can be read"),
        ("a.tgz", b"", "a.tgz: not a TAR archive that can be read"),
        ("a.docx", b"PK", "a.docx: not a .py, .ipynb, .zip or .tar.gz file"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_and_where(tmp_path, problem, name, content, said):
    (tmp_path / name).write_bytes(content)
    assert problem(tmp_path / name) == said


@pytest.mark.parametrize(("name", "cap"), [("attention.py", 1), ("attention.ipynb", 100)])
def test_a_file_of_200_megabytes_is_not_read(tmp_path, problem, name, cap):
    with open(tmp_path / name, "wb") as stream:
        stream.truncate(200 << 20)
    assert problem(tmp_path) == f"{name}: 200 MiB; at most {cap} MiB is read. Is it the right file?"


def test_a_zip_bomb_stays_packed(tmp_path, problem, zipped):
    bomb = zipped(tmp_path / "bomb.zip", {"attention.py": b"\0" * (50 << 20)})
    assert bomb.stat().st_size < 1 << 17
    assert problem(bomb) == "attention.py: 50 MiB; at most 1 MiB is read. Is it the right file?"


def test_a_zip_that_lies_about_its_size_is_read_up_to_the_cap(tmp_path, problem, zipped):
    bomb = zipped(tmp_path / "bomb.zip", {"attention.py": b"#" * (50 << 20)})
    data = bytearray(bomb.read_bytes())
    at = data.index(b"PK\1\2") + 24
    data[at : at + 4] = struct.pack("<I", 1000)  # the central directory's uncompressed size
    bomb.write_bytes(data)
    assert problem(bomb) == "attention.py: cannot be read (BadZipFile)"


def test_an_archive_of_very_many_files_is_not_looked_through(tmp_path, problem, zipped):
    names = {f"f{i}.py": "" for i in range(5002)}
    said = "more than 5000 files; hand in only the exercise's folder"
    assert problem(zipped(tmp_path / "many.zip", names)) == said
    assert problem(tarred(tmp_path / "many.tar.gz", names)) == said
    (tmp_path / "c" / "many").mkdir(parents=True)
    for name in names:
        (tmp_path / "c" / "many" / name).touch()
    assert problem(tmp_path / "c") == said


@pytest.mark.parametrize(
    "name", ["../attention.py", "a/../../attention.py", "/etc/attention.py", "C:\\attention.py", "..\\attention.py"]
)
def test_a_path_out_of_the_archive_is_refused(tmp_path, problem, zipped, reference, name):
    said = f"{name}: a path out of the archive; pack the exercise's folder again"
    assert problem(tarred(tmp_path / "a.tar.gz", {name: reference})) == said
    assert problem(zipped(tmp_path / "a.zip", {name: reference})) == said
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.tar.gz", "a.zip"]


def test_an_encrypted_zip_is_named(tmp_path, problem, zipped, reference):
    path = zipped(tmp_path / "a.zip", {"attention.py": reference})
    data = bytearray(path.read_bytes())
    for magic, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(magic) + offset] |= 1
    path.write_bytes(data)
    assert problem(path) == "attention.py: is encrypted"


def test_a_zip_with_damaged_data_costs_that_submission_alone(tmp_path, found, zipped, reference):
    path = zipped(tmp_path / "a.zip", {"attention.py": reference})
    data = bytearray(path.read_bytes())
    data[60:400] = b"\xff" * 340
    path.write_bytes(data)
    (tmp_path / "b.py").write_text(reference)
    broken, good = found(tmp_path)
    assert broken.problem["en"] == "attention.py: cannot be read (error)"
    assert good.problem is None


@pytest.mark.parametrize("ending", ["zip", "tar", "tar.gz"])
def test_an_archive_that_was_cut_or_damaged_anywhere_is_a_problem_and_no_crash(
    tmp_path, assignment, zipped, reference, ending
):
    path = tmp_path / f"a.{ending}"
    if ending == "zip":
        zipped(path, {"attention.py": reference})
    else:
        with tarfile.open(path, "w:gz" if ending == "tar.gz" else "w") as archive:
            info = tarfile.TarInfo("attention.py")
            info.size = len(reference.encode())
            archive.addfile(info, io.BytesIO(reference.encode()))
    whole = path.read_bytes()

    @given(st.integers(0, len(whole) - 1), st.binary(max_size=40), st.booleans())
    def damaged(at, junk, cut):
        path.write_bytes(whole[:at] + junk + (b"" if cut else whole[at + len(junk) :]))
        [submission] = submissions.find([path], assignment)
        assert submission.problem is None or "\n" not in submission.problem["en"]

    damaged()


def test_a_symlink_out_of_the_submission_is_not_followed(submit, tmp_path, assignment, problem, found):
    said = "attention.py: a link to a place outside the submission; hand in the file itself"
    ada = tmp_path / "cohort" / "ada"
    ada.mkdir(parents=True)
    (ada / "attention.py").symlink_to(assignment.folder / assignment.file)
    assert problem(tmp_path / "cohort") == said
    assert problem(ada) == said


def test_a_symlink_as_a_submission_of_a_cohort_is_not_followed(tmp_path, assignment, found, reference):
    (tmp_path / "ben.py").write_text(reference)
    (tmp_path / "zoe.py").symlink_to(assignment.folder / assignment.file)
    ben, zoe = found(tmp_path)
    assert (ben.id, ben.problem) == ("ben", None)
    assert (zoe.id, zoe.problem["en"]) == (
        "zoe",
        "zoe.py: a link to a place outside the submission; hand in the file itself",
    )


def test_a_symlink_inside_the_submission_is_fine(submit, found):
    folder = submit("ada")
    (folder / "attention.py").rename(folder / "mine.txt")
    (folder / "attention.py").symlink_to("mine.txt")
    assert found(folder)[0].problem is None


def test_a_link_in_a_tar_is_refused(tmp_path, problem):
    path = tarred(tmp_path / "a.tar.gz", {"attention.py": ""}, type=tarfile.SYMTYPE, linkname="/etc/passwd")
    assert problem(path) == "attention.py: a link; hand in the file itself"


def test_a_pipe_in_place_of_a_file_does_not_hold_the_grader_up(tmp_path, problem):
    os.mkfifo(tmp_path / "attention.py")
    assert problem(tmp_path / "attention.py") == "attention.py: not a regular file"


def test_names_of_files_cannot_speak_to_a_terminal(tmp_path, reference, found):
    folder = tmp_path / "a\x1b[31m\n::error::b"
    folder.mkdir()
    (folder / "attention.py").write_text(reference)
    [submission] = found(folder)
    assert submission.id == "a [31m : :error: :b"
    assert "\x1b" not in submission.path


def test_no_archive_stays_open(tmp_path, zipped, reference, found):
    zipped(tmp_path / "a.zip", {"attention.py": reference})
    tarred(tmp_path / "b.tar.gz", {"attention.py": reference})
    before = len(os.listdir("/proc/self/fd"))
    kept = found(tmp_path)
    assert [submission.problem for submission in kept] == [None, None]
    assert len(os.listdir("/proc/self/fd")) == before


# -- text and cells --------------------------------------------------------------------------------------------


@given(
    st.lists(
        st.sampled_from(["# %%", "#%% title", "# %% [markdown]", "x = 1", "", "def f():", "    pass"]), max_size=12
    )
)
def test_cells_together_are_the_file_and_know_their_lines(lines):
    text = "\n".join(lines)
    cells = submissions.python_cells(text, "a.py")
    source = text.split("\n")
    for cell in cells:
        body = cell.text.split("\n")
        assert source[cell.line - 1 : cell.line - 1 + len(body)] == body or cell.text.endswith("\n")
        assert source[cell.line - 1] == body[0]
    assert "".join("".join(cell.text for cell in cells).split()) == "".join(text.split())


def code_of(value, assignment, name="a.ipynb"):
    return notebook_program(plain_cells(json.dumps(value), name), name, assignment).cells


def test_notebook_cells_carry_their_number_and_lose_their_magics(assignment):
    cells = [
        {"cell_type": "markdown", "source": "# title"},
        {
            "cell_type": "code",
            "source": ["%matplotlib inline\n", "!pip install numpy\n", "x = 5 % 3\n", "if x:\n", "    !ls"],
        },
        {"cell_type": "code", "source": "%%bash\nrm -rf /"},
        {"cell_type": "code", "source": "%%time\ny = 2"},
    ]
    got = code_of({"cells": cells}, assignment)
    assert [cell.name for cell in got] == ["a.ipynb cell 2", "a.ipynb cell 3", "a.ipynb cell 4"]
    for cell in got:
        compile(cell.text, cell.name, "exec")
    names = {}
    exec("\n".join(cell.text for cell in got), names)
    assert (names["x"], names["y"]) == (2, 2)


def test_old_notebooks_are_read_too(assignment):
    old = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"]}]}]}
    assert code_of(old, assignment)[0].text == "x = 1"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cells", "cell_type", "source", "worksheets", "input", "x"]), inner, max_size=3
        )
    ),
    max_leaves=10,
)
CELLS = st.lists(st.fixed_dictionaries({"cell_type": st.just("code"), "source": JSON}), max_size=3)


@given(value=st.fixed_dictionaries({"cells": CELLS}) | JSON)
def test_any_json_is_a_notebook_or_a_sentence(assignment, value):
    listed = value.get("cells") if isinstance(value, dict) else None
    try:
        cells = code_of(value, assignment)
    except submissions.Unusable:
        assert not isinstance(listed, list)
    else:
        assert all(cell.text.strip() for cell in cells)


def test_the_place_of_a_function_is_found_by_text_alone():
    cells = (Cell("def f():\n    pass\n", "a.py", 1), Cell("x = 1\n\ndef f(a):\n    pass\nfoo = 1\n", "a.py", 10))
    assert submissions.locate(Submission("a", "a", cells), "f") == ("a.py", 12)
    assert submissions.locate(Submission("a", "a", cells), "foo") == ("a.py", 14)
    assert submissions.locate(Submission("a", "a", cells), "g") is None
