"""Answers in a notebook's cells: read as text, joined with answers.yaml, and named where they cannot be read."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import quiz
from grader.core.model import Cell
from grader.quiz import Bank
from grader.quiz.notebook_cells import answered, read_cells
from grader.quiz.result import ItemResult


def cells(*statements: str) -> list[Cell]:
    return [Cell(text, f"attention.ipynb cell {i}", 2) for i, text in enumerate(statements, 3)]


@pytest.mark.parametrize(
    ("value", "raw"),
    [
        ('"computed"', "computed"),
        ("'computed'  # sure?", "computed"),
        ('("comp"\n "uted")', "computed"),
        ('["p1", "p4"]', ("p1", "p4")),
        ('("p1", "p4",)', ("p1", "p4")),
        ("[]", ()),
        ('{"truth": False, "reason": "hidden"}', {"truth": "false", "reason": "hidden"}),
        ("3/4", "3/4"),
        ("-0.50", "-0.50"),
        ("75%", "75%"),
        ("1_000", "1000"),
        ("1,000", "1,000"),
        ('"3/4"', "3/4"),
        ('r"""\nIn my own \\text{words}, # all of them\n"""', "\nIn my own \\text{words}, # all of them\n"),
        ("None", ""),
        ('""', ""),
        ("", None),
        ("# later", None),
    ],
)
def test_a_value_is_what_its_characters_say(value: str, raw: object) -> None:
    found, strays = read_cells(cells(f'answers["m1-row"] = {value}'))
    assert found["m1-row"].raw == raw and found["m1-row"].problem is None and not strays


@pytest.mark.parametrize(
    "value",
    [
        "computed",
        "f'{x}'",
        "b'x'",
        "__import__('os')",
        "[['p1']",
        "'a' if True else 'b'",
        "lambda: 1",
        "'open",
        "[p1]",
        "'a'; x = 1",
        "answers['other']",
        "[[[['a']]]]",
        "[" * 9999,
        "(" * 99 + ")" * 99,
        "'x'" * 700,
        "{**{}}",
        "1j",
        "{'truth': x}",
        "round(0.75, 2)",
        "'x' + 'y'",
        "\0",
        *(pytest.param("1" * n + end, id=f"{n} digits") for n, end in ((60_000, "x"), (500_000, "x"), (100_000, ""))),
    ],
)
def test_what_is_no_plain_value_is_named_with_cell_and_line_and_held(bank: Bank, value: str) -> None:
    result = quiz.mark(bank, None, "answers.yaml", learner="ben", cells=cells(f"answers['m1-row'] = {value}"))
    item = next(item for item in result.items if item.id == "m1-row")
    assert (item.outcome, item.where) == ("unreadable", "attention.ipynb cell 3:2")
    assert item.earned == 0 and item.possible <= result.pending
    assert "quotes" in item.message["en"] or "list" in item.message["en"]


@given(st.text(alphabet="'\"[]{}(),:-+/%#\\ \naT1.r_", max_size=50))
def test_reading_never_raises(value: str) -> None:
    found, strays = read_cells(cells(f'answers["m1-row"] = {value}'))
    assert strays or set(found) == {"m1-row"}


def placeless(items: tuple[ItemResult, ...]) -> list[ItemResult]:
    """The items, but for where their answers stand and in what words (6 or 12/2)."""
    return [dataclasses.replace(item, where="", answer=None) for item in items]


def test_marks_are_those_of_the_file(bank: Bank) -> None:
    """The same answers earn the same, wherever they stand."""
    text = "m1-row: computed\nm1-triangle: [p2, p5]\nm1-mix: 6\nm5-why: habit\n"
    text += "m1-linear: {truth: false, reason: learned}\n"
    same = cells(
        'answers["m1-row"] = "computed"',
        'answers["m1-triangle"] = ["p2", "p5"]',
        'answers["m1-mix"] = 12/2',
        'answers = {"m5-why": "habit", "m1-linear": {"truth": "false", "reason": "learned"}}',
    )
    written = quiz.mark(bank, text, "answers.yaml", learner="ben")
    typed = quiz.mark(bank, None, "answers.yaml", learner="ben", cells=same)
    assert written.earned > 0
    assert placeless(written.items) == placeless(typed.items)
    assert typed.in_notebook == {"m1-row", "m1-triangle", "m1-mix", "m5-why", "m1-linear"}
    assert dataclasses.replace(written, draw=typed.draw, items=typed.items, in_notebook=typed.in_notebook) == typed


def test_a_conflict_is_named_and_held(bank: Bank) -> None:
    text = "m1-row: stored\nm1-mix: 0.50\nm5-why:\n"
    typed = cells('answers["m1-row"] = "computed"', 'answers["m1-mix"] = 1/2', 'answers["m5-why"] = "spread"')
    result = {item.id: item for item in quiz.mark(bank, text, "a.yaml", learner="ben", cells=typed).items}
    assert result["m1-row"].outcome == "unreadable"
    assert "a.yaml:1" in result["m1-row"].message["en"] and "cell 3:2" in result["m1-row"].message["ko"]
    assert result["m1-mix"].outcome == "wrong"  # 0.50 and 1/2 say the same
    assert result["m5-why"].outcome == "right"  # blank there, answered here


def test_two_cells_with_different_answers_are_named(bank: Bank) -> None:
    typed = cells('answers["m1-row"] = ""', 'answers["m1-row"] = "computed"', 'answers["m1-row"] = "stored"')
    result = {item.id: item for item in quiz.mark(bank, None, "a.yaml", learner="ben", cells=typed).items}
    assert result["m1-row"].outcome == "unreadable" and "cell 4:2 and cell" not in result["m1-row"].message["en"]
    assert "cell 4:2" in result["m1-row"].message["en"] and "cell 5:2" in result["m1-row"].message["en"]
    again = quiz.mark(bank, None, "a.yaml", learner="ben", cells=[*typed[:2], typed[1]])
    assert again.items[0].outcome == "right"


def test_a_cell_is_asked_with_the_base_numbers(bank: Bank) -> None:
    """Whoever has numbers of one's own in answers.yaml sees the base numbers in the notebook."""
    text = "quiz: self_attention\nlearner: ben\nattempt: 1\nseed: 0\n"
    result = quiz.mark(bank, text, "a.yaml", learner="ben", cells=cells('answers["m1-mix"] = 6'))
    assert next(item for item in result.items if item.id == "m1-mix").outcome == "right"


def test_what_names_no_question_is_a_note(bank: Bank) -> None:
    typed = cells('answers["m1-rwo"] = "computed"', "answers.update(mine)", "answers[name] = 3")
    notes = quiz.mark(bank, None, "a.yaml", learner="ben", cells=typed).notes
    assert [note.where for note in notes] == [f"attention.ipynb cell {i}:2" for i in (3, 4, 5)]
    assert "(m1-row?)" in notes[0].text["en"] and "문항 id" in notes[1].text["ko"]


def test_blank_cells_are_no_answers() -> None:
    blank = ['answers["a"] = ""', "answers['b'] = []", 'answers["c"] = {"x": "", "y": None}', 'answers["d"] = None']
    assert not answered(cells(*blank, 'answers["e"] = r"""\n\n"""'))
    for statement in ("answers['a'] = wrong", "answers['a'] = 0", "answers.update(x)"):
        assert answered(cells(*blank, statement))
