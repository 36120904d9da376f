"""Answers that are long to read or say very much: the time is that of reading them once, and a report stays small."""

import itertools
import json
import string

import pytest

FIRST = 'answers["m1-row"] = "x"\n'
QUOTES = "'" + "\\'" * 250_000
DIGITS = string.ascii_letters + string.digits


def book(folder, *sources, name="attention.ipynb"):
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": source} for source in sources]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}))
    return folder


def listed(entries, length=148):
    """Dictionaries of answers to questions of all names, each short enough to be read."""
    names = map("".join, itertools.product(DIGITS, repeat=3))
    for _ in range(entries // length):
        yield "answers = {" + ", ".join(f"'{name}': 1" for name in itertools.islice(names, length)) + "}\n"


@pytest.mark.parametrize(
    "source",
    [
        FIRST + QUOTES,
        FIRST + "'" + "\\" * 900_000,
        FIRST + "'''" + "\n" * 900_000,
        FIRST + '"' * 900_000,
        FIRST + "(" * 900_000,
        FIRST + "\\\n" * 400_000,
        "answers" + " " * 900_000,
    ],
    ids=["quotes", "backslashes", "lines", "empty texts", "brackets", "continued", "blanks"],
)
def test_answers_are_cut_out_of_a_cell_in_one_pass(tmp_path, read_within, source):
    """Python 3.11's tokenizer looks at the rest of a line for each quote that is left open in it."""
    [(_, problem, _)] = read_within(book(tmp_path / "bob", source, "def embed(x):\n    return x\n"))
    assert problem is None


@pytest.mark.parametrize(
    "value",
    [
        "'" + "\\'" * 32_000,
        '"""' + '"\\"' * 16_000,
        "{" + ", ".join(f"'{i}': '{'y' * 400}'" for i in range(148)) + "}",
        "-" * 65_000 + "1",
        "[" * 65_000,
        "9" * 65_000,
        "''" * 32_000,
    ],
    ids=["quotes", "three quotes", "dictionary", "signs", "brackets", "digits", "empty texts"],
)
def test_an_answers_value_is_read_in_one_pass(tmp_path, marked_within, value):
    sources = [f'answers["m{number}-row"] = {value}\n' for number in range(15)]
    marked = marked_within(book(tmp_path / "bob", *sources), seconds=5)
    assert marked["items"]


def test_a_report_tells_twenty_notes_and_counts_the_others(tmp_path, marked_within):
    """With one for each of a hundred thousand it is twenty-five megabytes, and statistics of the class stop at it."""
    folder = book(tmp_path / "bob", *listed(100_000), name="attention" + "x" * 230 + ".ipynb")
    marked = marked_within(folder)
    first, last = marked["notes"][0], marked["notes"][-1]
    assert len(marked["notes"]) == 21
    assert first["text"]["en"] == "'aaa' is not a question of this quiz; it was not marked."
    assert first["where"] == f"attention{'x' * 48}... cell 1:1"
    assert last["text"] == {"en": "and 99880 more of this kind.", "ko": "이런 것이 99880개 더 있어요."}
    assert len(json.dumps(marked)) < 64 << 10


def test_a_long_word_in_a_note_is_cut(tmp_path, marked_within, reference):
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob" / "attention.py").write_text(reference)
    (tmp_path / "bob" / "answers.yaml").write_text(f"{'k' * 900}: 1\n")
    [note] = marked_within(tmp_path / "bob")["notes"]
    assert note["text"]["en"] == f"'{'k' * 57}...' is not a question of this quiz; it was not marked."


def test_an_option_that_is_named_very_often_is_counted_once(tmp_path, marked_within, assignment, reference):
    from grader import quiz

    bank = quiz.load_bank(assignment.folder / "quiz.yaml")
    several = next(item for item in bank.items if item.shape == "many")
    word = next(iter(several.sheet().options))
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob" / "attention.py").write_text(reference)
    (tmp_path / "bob" / "answers.yaml").write_text(f"{several.id}: {','.join([word] * (120_000 // (len(word) + 1)))}")
    marked = marked_within(tmp_path / "bob", seconds=3)
    [item] = [item for item in marked["items"] if item["id"] == several.id]
    assert item["message"]["en"].startswith(f"Named twice: {word}.")
