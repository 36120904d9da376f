"""Which of several files is graded, which answers are read, what can be imported, and what became of every file."""

import json
import os
import time

import pytest

from grader import submissions
from grader.grading.assemble import hand_in
from grader.reports.table import other_work

WORK = "def embed(token_ids, E):\n    return E[token_ids]\n"
MORE = WORK + "\n\ndef combine_values(A, V):\n    return A @ V\n"
STUB = 'def embed(token_ids, E):\n    """Rows of E."""\n    # YOUR CODE HERE\n    raise NotImplementedError()\n'
PASS = "def embed(token_ids, E):\n    pass\n"


def book(*sources):
    """A notebook's JSON text, a cell a source."""
    cells = [{"cell_type": "code", "metadata": {}, "source": source, "outputs": []} for source in sources]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})


@pytest.fixture
def handed(tmp_path, assignment):
    """`handed({"attention.py": text or bytes, ...}, ages={"attention.py": seconds})`: the one submission in them."""

    def make(files, ages=None, name="ada"):
        folder = tmp_path / name
        now = time.time()
        for path, content in files.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content if isinstance(content, bytes) else content.encode())
            stamp = now - (ages or {}).get(path, 0)
            os.utime(place, (stamp, stamp))
        return submissions.read_one(folder, name, assignment)

    return make


def changed(number):
    """The same work, written otherwise."""
    return WORK.replace("return", f"n = {number}\n    return")


def uses(submission):
    return {file.path: file.used_as for file in submission.files}


def graded(submission):
    return next(file.path for file in submission.files if file.used_as == "program")


def doubted(submission):
    return [file.path for file in submission.files if file.doubt]


# -- which file ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "meant"),
    [
        ({"attention.ipynb": book(STUB), "attention-Copy1.ipynb": book(WORK)}, "attention-Copy1.ipynb"),
        ({"attention.py": STUB, "hw/attention.py": WORK}, "hw/attention.py"),
        ({"attention.py": PASS, "attention (1).py": WORK}, "attention (1).py"),
        ({"attention.py": STUB, "my_solution.py": WORK}, "my_solution.py"),
        ({"attention.py": STUB, "attention.py.txt": WORK}, "attention.py.txt"),
        ({"attention.ipynb": book(STUB), "attention.ipynb.txt": book(WORK)}, "attention.ipynb.txt"),
        ({"attention - copy/attention.py": STUB, "attention/attention.py": WORK}, "attention/attention.py"),
        ({"attention.py": "def embed(:\n    raise NotImplementedError()\n", "b.py": WORK}, "b.py"),
        ({"attention.py": "embed = None\n", "attention-Copy2.py": WORK}, "attention-Copy2.py"),
        ({"attention.py": STUB.replace("raise NotImplementedError()", "..."), "x.ipynb": book(WORK)}, "x.ipynb"),
        ({"backup/attention.py": WORK, "homework/attention.py": MORE}, "homework/attention.py"),
        ({"attention.py": "x = 1\n", "old.py": WORK}, "old.py"),
    ],
)
def test_the_file_with_work_in_it_is_graded(handed, files, meant):
    one = handed(files)
    assert (graded(one), one.problem) == (meant, None)
    assert any(meant in note["en"] for note in one.notes)
    assert set(uses(one)) == set(files)


def test_a_half_edited_stub_is_work(handed):
    half = "def embed(token_ids, E):\n    raise NotImplementedError()\n    return E[token_ids]\n"
    assert graded(handed({"attention.py": half, "attention.ipynb": book(STUB)})) == "attention.py"


@pytest.mark.parametrize(
    ("files", "ages", "meant", "said"),
    [
        (("attention.py", "attention (1).py"), {"attention.py": 9000}, "attention (1).py", "the newest file"),
        (("attention.py", "attention (1).py"), {"attention (1).py": 9000}, "attention.py", "the newest file"),
        (("attention.py", "attention (2).py"), {}, "attention (2).py", "by its number"),
        (("attention-Copy1.py", "attention-Copy3.py", "attention.py"), {}, "attention-Copy3.py", "by its number"),
        (("attention.py", "attention - Copy.py"), {}, "attention.py", "was not read"),
        (("attention.py", "attention - 복사본 (2).py"), {}, "attention.py", "was not read"),
        (("attention.py", "old/attention.py"), {}, "attention.py", "was not read"),
        (("attention.py", "week3/attention.py"), {}, "attention.py", "was not read"),
        (("attention.py", "attention (1).py"), {"attention (1).py": 30}, "attention (1).py", "by its number"),
    ],
)
def test_of_several_with_as_much_work_the_newest_is_graded(handed, files, ages, meant, said):
    one = handed({name: changed(i) for i, name in enumerate(files)}, ages)
    assert graded(one) == meant
    assert said in one.notes[-1]["en"]
    assert sorted(doubted(one)) == sorted(set(files) - {meant})
    assert other_work(hand_in(one, "en"), "en").endswith("has other work")


def test_finished_work_comes_before_newer_work_that_is_not(handed, reference):
    one = handed({"attention.py": WORK, "attention-Copy1.py": reference}, {"attention-Copy1.py": 9000})
    assert graded(one) == "attention-Copy1.py"
    assert "the most functions" in one.notes[-1]["en"] and doubted(one) == ["attention.py"]


def test_the_same_work_twice_is_no_doubt(handed):
    one = handed({"attention.py": WORK, "attention.ipynb": book(WORK)})
    assert (graded(one), doubted(one), other_work(hand_in(one, "en"), "en")) == ("attention.py", [], "")


def test_times_in_an_archive_tell(tmp_path, assignment):
    import zipfile

    path = tmp_path / "ada.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, day in (("a/attention.py", 3), ("b/attention.py", 9)):
            archive.writestr(zipfile.ZipInfo(name, (2026, 11, day, 12, 0, 0)), changed(day))
    [one] = submissions.find([path], assignment)
    assert graded(one) == "b/attention.py"


def test_a_file_in_the_folder_of_another_assignment_is_not_meant(handed, monkeypatch):
    monkeypatch.setattr("grader.submissions.candidates.loading.assignments", lambda root: ["self_attention", "knn"])
    files = {"exercises/self_attention/attention.py": STUB, "exercises/knn/knn.py": WORK}
    assert graded(handed(files)) == "exercises/self_attention/attention.py"


def test_a_file_that_cannot_be_read_is_named(handed):
    one = handed({"attention.py": "x = '가'".encode("cp949"), "attention-Copy1.py": WORK})
    assert graded(one) == "attention-Copy1.py" and "attention.py:1: not UTF-8" in one.notes[0]["en"]
    [bad] = [file for file in one.files if file.used_as == "not opened"]
    assert bad.path == "attention.py" and "not UTF-8" in bad.why["en"]


# -- what is in it ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["attention.py", "ada.py", "attention.py.txt"])
def test_a_notebook_under_another_name_is_read_as_one(handed, name):
    one = handed({name: book("!pip install x", WORK)})
    assert one.notebook and "def embed" in one.cells[0].text and "holds a notebook" in one.notes[0]["en"]
    assert one.cells[0].name.endswith(" cell 2")


@pytest.mark.parametrize("name", ["attention.ipynb", "ada.ipynb", "attention.ipynb.txt"])
def test_python_under_a_notebooks_name_is_read_as_that(handed, name):
    one = handed({name: MORE})
    assert not one.notebook and one.cells[0].text == MORE and "holds Python code" in one.notes[0]["en"]


KOREAN = "가나다"


@pytest.mark.parametrize(
    "data",
    [
        f"# -*- coding: cp949 -*-\n# {KOREAN}\n{WORK}".encode("cp949"),
        f"#!/usr/bin/python\n# vim: set fileencoding=euc-kr :\n# {KOREAN}\n{WORK}".encode("euc-kr"),
        f"\n# coding=latin-1\n# é\n{WORK}".encode("latin-1"),
        f"# {KOREAN}\n{WORK}".encode("utf-16"),
        f"# {KOREAN}\n{WORK}".encode("utf-8-sig"),
        f"# coding: utf8\n# {KOREAN}\n{WORK}".encode(),
        f"# coding: johab\n# {KOREAN}\n{WORK}".encode("johab"),
        b"\xfe\xff" + f"# {KOREAN}\n{WORK}".encode("utf-16-be"),
        f"# -*- coding: cp949 -*-\r\n# {KOREAN}\r\n{WORK}".encode("cp949"),
    ],
)
def test_an_encoding_that_is_declared_is_the_files(handed, data):
    one = handed({"attention.py": data})
    assert (
        one.problem is None and WORK in one.cells[0].text and (KOREAN in one.cells[0].text or "é" in one.cells[0].text)
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (f"# {KOREAN}\n".encode("cp949"), "attention.py:1: not UTF-8; save the file again with the encoding UTF-8"),
        (b"x = 1\n# coding: cp949\n# " + KOREAN.encode("cp949"), "attention.py:3: not UTF-8; save the file again"),
        (b"# coding: klingon\n", "it declares the encoding klingon, which Python does not know"),
        (b"# coding: rot13\n", "it declares the encoding rot13, which Python does not know"),
        (b"# coding: punycode\n", "it declares the encoding punycode, which Python does not know"),
        (b"# coding: cp949\nx = 1\n# \xff\xff\n", "attention.py:3: it declares the encoding cp949, but this"),
    ],
)
def test_an_encoding_that_cannot_be_is_one_sentence(handed, data, said):
    assert said in handed({"attention.py": data}).problem["en"]


# -- helper modules --------------------------------------------------------------------------------------------


def test_modules_next_to_the_program_come_along(handed):
    files = {
        "attention.py": f"import utils\nfrom pkg.mod import (\n    f,\n)\n{WORK}",
        "utils.py": "from deep.er import g\n!pip install x\n",
        "pkg/__init__.py": "from . import other\n",
        "pkg/mod.py": "f = 1\n",
        "pkg/other.py": "h = 1\n",
        "deep/er.py": "# coding: cp949\ng = '가'\n".encode("cp949"),
        "unused.py": "x = 1\n",
        "test_attention.py": "def test(): pass\n",
        "README.md": "read me",
        ".git/config": "x",
    }
    one = handed(files)
    assert sorted(one.modules) == ["deep", "deep.er", "pkg", "pkg.mod", "pkg.other", "utils"]
    assert one.modules["deep"] == "" and "가" in one.modules["deep.er"] and "!pip" not in one.modules["utils"]
    used = uses(one)
    assert {path for path, use in used.items() if use == "module"} == {p for p in files if p.endswith(".py")} - {
        "attention.py",
        "unused.py",
        "test_attention.py",
    }
    assert (used["unused.py"], used["README.md"], used["test_attention.py"]) == ("not used", "not opened", "not used")
    assert ".git/config" not in used and all(f.why["en"] for f in one.files if f.used_as in ("not used", "not opened"))


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("import utils as u", ["utils"]),
        ("def f():\n    from utils import x", ["utils"]),
        ("u = __import__('utils')", ["utils"]),
        ('import importlib; u = importlib.import_module("utils")', ["utils"]),
        ("x = 1; import utils", ["utils"]),
        ("x = 'utils'", []),
        ("%run utils.py", ["utils"]),
        ("%run ./more.ipynb", ["more"]),
        ("%run -i 'utils.py'", ["utils"]),
        ("%load utils.py", ["utils"]),
        ("%run gone.py", []),
    ],
)
def test_what_the_program_imports_or_runs_comes_along(handed, line, names):
    one = handed({"attention.ipynb": book(line, WORK), "utils.py": "x = 1\n", "more.ipynb": book("y = 1\n")})
    assert sorted(one.modules) == names
    if line.startswith("%") and names:
        assert one.cells[0].text == f"from {names[0]} import *" and one.cells[0].shown == line
    if "gone" in line:
        assert one.notes[0]["en"] == "notebook commands left out: 1 (%run)"


def test_a_module_that_defines_a_function_is_no_rival(handed):
    files = {"attention.py": f"from mine import combine_values\n{WORK}", "mine.py": MORE.partition("\n\n\n")[2]}
    one = handed(files)
    assert (graded(one), sorted(one.modules), doubted(one)) == ("attention.py", ["mine"], [])


def test_a_cell_can_write_the_program_and_its_modules(handed):
    cells = [
        f"%%writefile attention.py\n{WORK}",
        "%%writefile utils.py\nx = 1\n",
        "%%writefile -a utils.py\ny = 2",
        "import utils",
    ]
    one = handed({"attention.ipynb": book(*cells)})
    assert one.modules == {"attention": WORK, "utils": "x = 1\ny = 2"}
    program = next(cell for cell in one.cells if "def embed" in cell.text)
    assert (program.name, program.line) == ("attention.ipynb cell 1", 2)


def test_a_download_of_colab_is_its_notebook(handed):
    text = (
        "# -*- coding: utf-8 -*-\n!pip install torch\n\n"
        "# Commented out IPython magic to ensure Python compatibility.\n"
        "# %%time\n# def embed(token_ids, E):\n#     return E[token_ids]\n# \n\nx = 1\n"
    )
    one = handed({"attention.py": text})
    assert one.notebook and any("\ndef embed(token_ids, E):\n    return" in cell.text for cell in one.cells)
    assert [note["en"] for note in one.notes] == ["notebook commands left out: 1 (!pip)"]


@pytest.mark.parametrize(
    ("text", "notebook"),
    [
        (f"# %%\n{WORK}", False),
        (f"# %%\n!ls\n# %%\n{WORK}", True),
        (f"{WORK}get_ipython().system('ls')\n", True),
        (f"# %%\n{WORK}display(1)\n", True),
        (f"{WORK}x = '''\n!ls\n'''\n", False),
    ],
)
def test_a_python_file_with_commands_is_a_notebooks_program(handed, text, notebook):
    one = handed({"attention.py": text})
    assert one.notebook is notebook
    assert one.notes == ()


# -- answers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "answers (1).yaml",
        "answers.yml",
        "answers.yaml.txt",
        "answers-Copy1.yaml",
        "answers - 복사본.yaml",
        "Answers.YAML",
    ],
)
def test_the_only_answers_are_read_whatever_they_are_called(handed, name):
    one = handed({"attention.py": WORK, name: "m1-row: computed\n"})
    assert (one.answers, uses(one)[name]) == ("m1-row: computed\n", "answers")
    assert [note["en"] for note in one.notes] == [f"quiz answers: {name}"]


@pytest.mark.parametrize("place", ["", "exercises/", "exercises/self_attention/more/", "other/"])
def test_answers_are_read_wherever_they_lie(handed, place):
    one = handed({"exercises/self_attention/attention.py": WORK, f"{place}answers.yaml": "m1-row: computed\n"})
    assert one.answers == "m1-row: computed\n"
    assert [note["en"] for note in one.notes] == [f"quiz answers: {place}answers.yaml"]


def test_answers_of_another_assignment_are_not_this_ones(handed, monkeypatch):
    monkeypatch.setattr("grader.submissions.candidates.loading.assignments", lambda root: ["self_attention", "knn"])
    one = handed({"exercises/self_attention/attention.py": WORK, "exercises/knn/answers.yaml": "a: b\n"})
    assert one.answers is None and uses(one)["exercises/knn/answers.yaml"] == "not used"


OLD, NEW = "a: one\nb: two\nc:\n", "a: other\nb: two\nc: three\n"


def test_the_newer_answers_are_read_where_they_say_as_much(handed):
    one = handed({"attention.py": WORK, "answers.yaml": OLD, "answers (1).yaml": NEW}, {"answers.yaml": 9000})
    assert one.answers == NEW and uses(one)["answers.yaml"] == "not used"
    assert [note["en"] for note in one.notes] == ["quiz answers: answers (1).yaml; not read: answers.yaml"]


@pytest.mark.parametrize("ages", [{}, {"answers (1).yaml": 9000}])
def test_where_nothing_tells_what_differs_is_held(handed, ages):
    from grader.quiz.answers import read_answers

    one = handed({"attention.py": WORK, "answers.yaml": OLD, "answers (1).yaml": NEW}, ages)
    found = read_answers(one.answers).values
    assert {name: bool(entry.problem) for name, entry in found.items()} == {"a": True, "b": False, "c": False}
    assert found["c"].raw == "three"
    assert "a question that they answer differently is held" in one.notes[0]["en"]


@pytest.mark.parametrize("blank", ["a:\nb:\nc:\n", "# nothing\n", 'a: ""\n'])
def test_a_blank_form_is_no_second_answer(handed, blank):
    one = handed({"attention.py": WORK, "answers.yaml": blank, "answers (1).yaml": NEW})
    assert one.answers == NEW


def test_answers_that_cannot_be_read_are_held(tmp_path, assignment):
    from grader.quiz.answers import read_answers

    folder = tmp_path / "ada"
    folder.mkdir()
    (folder / "attention.py").write_text(WORK)
    (tmp_path / "secret.yaml").write_text(NEW)
    (folder / "answers.yaml").write_bytes(b"PK\3\4\0\0 a word file: [")
    [one] = submissions.find([folder], assignment)
    assert one.problem is None and read_answers(one.answers).problem is not None


def test_answers_in_the_cells_of_a_python_file_are_read(handed):
    one = handed({"attention.py": f'# %%\n{WORK}\n# %%\nx = 1\nanswers["m1-row"] = "computed"\n'})
    assert [(cell.text, cell.line) for cell in one.answer_cells] == [('answers["m1-row"] = "computed"', 7)]
    assert "answers" not in one.cells[-1].text and one.cells[-1].shown is not None


# -- every file ------------------------------------------------------------------------------------------------


def test_very_many_files_are_counted(handed):
    one = handed({"attention.py": WORK, **{f"pictures/{i}.png": "x" for i in range(150)}})
    assert len(one.files) == 101
    assert (one.files[-1].path, one.files[-1].why["en"]) == ("...", "51 more files")


def test_a_file_that_lies_next_to_the_work_makes_no_new_attempt(handed):
    from grader.submissions.cache_key import GradingTask

    one, two = handed({"attention.py": WORK}, name="ada"), handed({"attention.py": WORK, "README.md": "x"}, name="ada")
    assert one.files != two.files
    assert GradingTask.of(0, one).digest == GradingTask.of(0, two).digest


@pytest.mark.parametrize(
    ("line", "python"),
    [
        ("get_ipython().run_line_magic('time', 'y = f(1)')", "y = f(1)"),
        ("    get_ipython().run_line_magic('time', 'y = f(1)')", "    y = f(1)"),
        ("get_ipython().run_line_magic('run', 'utils.py')", "from utils import *"),
        ("get_ipython().run_line_magic('cd', 'x')", "get_ipython().run_line_magic('cd', 'x')"),
        ("get_ipython().system('pip install x')", "get_ipython().system('pip install x')"),
        (
            "get_ipython().run_cell_magic('time', '', 'def f():\\n    return 1\\n')",
            "exec('def f():\\n    return 1\\n', globals())",
        ),
        ("get_ipython().run_cell_magic('bash', '', 'ls\\n')", "get_ipython().run_cell_magic('bash', '', 'ls\\n')"),
        ("get_ipython().run_cell_magic('time', x, y)", "get_ipython().run_cell_magic('time', x, y)"),
    ],
)
def test_a_script_that_a_notebook_was_converted_to_means_the_same(handed, line, python):
    one = handed({"attention.py": f"# In[1]:\n{WORK}if True:\n    pass\n{line}\n", "utils.py": "x = 1\n"})
    text = one.cells[0].text
    assert one.notebook and text.split("\n")[-2] == python
    assert (one.cells[0].shown is not None) is (python != line)


def test_two_hostile_files_of_answers_are_compared_in_a_moment(handed):
    many = "".join(f"q{i}:\n" for i in range(90_000))
    before = time.process_time()
    one = handed({"attention.py": WORK, "answers.yaml": many + "a: 1\n", "answers (1).yaml": many.replace(":", ": x")})
    assert one.problem is None and time.process_time() - before < 20
