"""Mutated notebooks and sources: read without an exception, in a moment, and alike by every way that they come.

200 of them; GRADER_FUZZ=20000 tries as many as that.
"""

import io
import json
import os
import random
import tarfile
import time
import zipfile

from grader.submissions import read_one

COUNT = int(os.environ.get("GRADER_FUZZ", "200"))
SECONDS = 5  # CPU, of one that is a few kilobytes: it takes some milliseconds
PARTS = '''%|!|?|%%time~|%%writefile attention.py~|%%writefile u.py~|%run u.py~|!ls \\~|x?|x = !ls~|"""|'|"|(|)|[|{|\\|~
|\t|    |#|=|\0|\ufeff|\r|\u2028|가|\ud7a3|# %%~|# coding: cp949~|# -*- coding: utf-16 -*-~|from u import *~|pass~
|import attention~|raise NotImplementedError()~|answers["m1-row"] = "x"~|answers = {|>>> x = 1~|In [1]: x~|/f a b~
|<<<<<<< HEAD~|if x:~|def softmax(S):~|class A:~|@d~|type X = int~|f"{d["a"]}"|%time y = f()~
|# Commented out IPython magic to ensure Python compatibility.~# %%time~# x = 1~'''
PARTS = [part.replace("~", "\n") for part in PARTS.replace("\n", "").split("|")]
JSON = '"code" "markdown" null [] {} 1e999 "\\ud800" "source" "cells" , : - "input" NaN'.split()


def mutated(text, parts, chance):
    """The text after a few changes: pieces put in, taken out, doubled or moved."""
    for _ in range(chance.randint(1, 6)):
        at, size = chance.randint(0, len(text)), chance.choice((1, 2, 5, 40, 400))
        piece = text[at : at + size]
        how = chance.randrange(4)
        if how == 0:
            text = text[:at] + chance.choice(parts) + text[at:]
        elif how == 1:
            text = text[:at] + text[at + size :]
        elif how == 2:
            text = text[:at] + piece + text[at:]
        else:
            to = chance.randint(0, len(text))
            text = text[:to] + piece + text[to:]
    return text


def case(number, source, notebook):
    """The files of one hand-in: name -> bytes."""
    chance = random.Random(number)
    lines = source.split("\n")
    first = chance.randrange(max(1, len(lines) - 60))
    small = "\n".join(lines[first : first + 60])
    files = {"u.py": b"y = 1\n"} if chance.random() < 0.3 else {}
    if chance.random() < 0.5:
        text = notebook(mutated(small, PARTS, chance))
        if chance.random() < 0.4:
            text = mutated(text, JSON, chance)
        name = chance.choice(("attention.ipynb", "attention.ipynb", "attention.py", "attention-Copy1.ipynb"))
    else:
        text = mutated(small, PARTS, chance)
        name = chance.choice(("attention.py", "attention.py", "attention.ipynb", "attention.py.txt"))
    data = text.encode(chance.choice(("utf-8", "utf-8", "utf-8", "utf-16", "cp949")), errors="replace")
    if chance.random() < 0.1:
        at = chance.randint(0, len(data))
        data = data[:at] + bytes(chance.randrange(256) for _ in range(3)) + data[at:]
    files[name] = data
    if chance.random() < 0.2:
        files["attention (1).py"] = mutated(small, PARTS, chance).encode(errors="replace")
    if chance.random() < 0.2:
        files[chance.choice(("answers.yaml", "answers (1).yml"))] = mutated("a: 1\nb: [x, y]\n", PARTS, chance).encode(
            errors="replace"
        )
    return files


def ways(files, folder):
    """The same hand-in as a folder, a ZIP and a TAR."""
    place = folder / "ada"
    place.mkdir()
    with zipfile.ZipFile(folder / "ada.zip", "w") as packed, tarfile.open(folder / "ada.tar", "w") as tar:
        for name, data in files.items():
            (place / name).write_bytes(data)
            packed.writestr(zipfile.ZipInfo(name), data)
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return place, folder / "ada.zip", folder / "ada.tar"


def what(submission):
    """What a grade depends on."""
    return (
        submission.cells,
        submission.problem,
        submission.answers,
        submission.answer_cells,
        dict(submission.modules),
        submission.notebook,
        [(file.path, file.used_as) for file in submission.files],
    )


def test_whatever_is_handed_in_is_read_alike_by_every_way(tmp_path, assignment, reference, notebook):
    for number in range(COUNT):
        files = case(number, reference, notebook)
        folder = tmp_path / str(number)
        folder.mkdir()
        before = time.process_time()
        found = [read_one(path, "ada", assignment) for path in ways(files, folder)]
        assert time.process_time() - before < SECONDS, number
        assert what(found[0]) == what(found[1]) == what(found[2]), number
        problem = found[0].problem
        assert problem is None or "cannot be read (" not in problem["en"], (number, problem["en"])
        json.dumps([[cell.text, cell.name, cell.line] for cell in found[0].cells])
        for cell in found[0].cells:
            assert cell.shown is None or cell.shown.count("\n") == cell.text.count("\n"), number
        if COUNT > 1000:
            for path in (*(folder / "ada").iterdir(), folder / "ada", folder / "ada.zip", folder / "ada.tar"):
                path.rmdir() if path.is_dir() else path.unlink()
