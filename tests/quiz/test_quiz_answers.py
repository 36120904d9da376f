"""answers.yaml: what is read, with which line; what is written; nothing lost when killed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.core.atomic_write import write_whole as save
from grader.core.errors import MachineError, UsageError
from grader.quiz.answers import AnswerEntry, Answers, load_answers, read_answers, written
from grader.quiz.questions import Raw, is_blank
from grader.quiz.sheet import Sheet, answers_text, paper
from grader.quiz.variants import Draw

WORD = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
ANSWER = st.one_of(
    WORD,
    st.lists(WORD, min_size=1, max_size=4).map(tuple),
    st.dictionaries(st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True), WORD, min_size=1, max_size=4),
)


def test_words_stay_the_words_that_stand_there() -> None:
    text = "a: no\nb: 1_000\nc: 0.50\nd: 12:30\ne: [yes, 07]\nf: {truth: off}\ng:\nh: ~\ni: |\n  one\n  two\n"
    values = read_answers(text).values
    assert {name: entry.raw for name, entry in values.items()} == {
        "a": "no",
        "b": "1_000",
        "c": "0.50",
        "d": "12:30",
        "e": ("yes", "07"),
        "f": {"truth": "off"},
        "g": "",
        "h": "",
        "i": "one\ntwo\n",
    }
    assert [entry.line for entry in values.values()] == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_comments_do_not_move_lines() -> None:
    assert read_answers("# one\n\n# two\na: x\n").values["a"].line == 4


def test_the_header_is_the_draw() -> None:
    answers = read_answers("quiz: q\nlearner: kim\nattempt: 2\nseed: 7\na: x\n")
    assert answers.draw == Draw("q", "kim", 2, 7)
    assert list(answers.values) == ["a"]
    assert read_answers("attempt: many\nseed: [1]\n").draw == Draw("")


def test_what_is_no_answer_is_named() -> None:
    values = read_answers("a: [[x]]\nb: {c: {d: e}}\nc: x\nc: y\nd: {e: 1, e: 2}\n").values
    problems = {name: entry.problem["en"] for name, entry in values.items() if entry.problem}
    assert problems == {
        "a": "Lists inside lists are not allowed.",
        "b": "Lists inside lists are not allowed.",
        "c": "Answered twice, on lines 3, 4; keep one.",
        "d": "Named twice: e.",
    }


@pytest.mark.parametrize(
    "text", ["a: [x\nb: y", "- a\n- b", "just words", "a: 'x", "\tb: 1", "a: &x [*x]\n*y : z", "[" * 5000, "a: \x01"]
)
def test_a_file_that_is_no_answers_says_where(text: str) -> None:
    answers = read_answers(text)
    assert answers.problem is not None
    assert answers.where.count(":") == 1
    assert not answers.values


def test_an_empty_file_holds_no_answers() -> None:
    for text in ("", "\n", "# only a comment\n", "\ufeff"):
        assert read_answers(text) == Answers(Draw(""))


def test_aliases_do_not_explode() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"b{i}: [{', '.join(['*a'] * 9)}]\n" for i in range(9))
    assert all(read_answers(bomb).values[f"b{i}"].problem for i in range(9))


def test_a_huge_file_is_refused() -> None:
    assert read_answers("a: " + "x" * (1 << 20)).problem


@settings(max_examples=300)
@given(st.dictionaries(st.from_regex(r"m[0-9]-[a-z]{1,9}", fullmatch=True), ANSWER, max_size=5))
def test_what_is_written_is_read_back(values: dict[str, Raw]) -> None:
    text = "\n".join(written(name, raw) for name, raw in values.items())
    read = read_answers(text + "\n")
    assert read.problem is None, text
    for name, raw in values.items():
        assert read.values[name].raw == raw or (is_blank(raw) and is_blank(read.values[name].raw)), text


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "a: x",
                "b:",
                "  c: 1",
                "  d:",
                "e: [x, y]",
                "o: []",
                "f: |-",
                "  text",
                "",
                "    deep",
                "# no",
                "a: null",
                "g: -6",
                "h: 1/2",
                "i: [null]",
                "seed: 4",
                "j: x ",
                "k:  y",
                "l: |",
                "  : x",
                "m: no",
                "n: |-",
            ]
        ),
        st.text("abc:-|[],# \"'\t.~&*!%@`{}>?\\\r", max_size=8),
    ),
    max_size=8,
)


@settings(max_examples=1000)
@given(LINES)
def test_whatever_stands_there_is_read_or_refused(lines: list[str]) -> None:
    """Nothing raises; a comment is as good as an empty line."""
    text = "\n".join(lines)
    answers = read_answers(text)
    assert not (answers.problem and answers.values)
    assert bool(answers.where) == bool(answers.problem)
    assert answers == read_answers("\n".join("" if line.startswith("#") else line for line in lines))


@settings(max_examples=50)
@given(raw=ANSWER)
def test_the_whole_file_keeps_every_answer(sheet: Sheet, raw: Raw) -> None:
    draw = Draw(sheet.id, "kim", 1, 5)
    questions = paper(sheet, draw)
    answers = Answers(draw, {name: AnswerEntry(raw, 0) for name in ("m1-row", "m1-linear", "c1-open", "gone")})
    text = answers_text(sheet, questions, answers, ("en", "ko"))
    read = read_answers(text)
    assert read.draw == draw
    for name in answers.values:
        back = read.values[name].raw
        if isinstance(raw, dict) and name == "m1-linear":
            assert isinstance(back, dict)
            back = {slot: word for slot, word in back.items() if slot in raw}
        assert back == raw or (is_blank(raw) and is_blank(back))
    assert set(read.values) == {question.id for question in sheet.questions} | {"gone"}


def test_the_template_is_blank_everywhere(sheet: Sheet) -> None:
    text = answers_text(sheet, sheet.questions, Answers(Draw(sheet.id)), ("en", "ko"))
    read = read_answers(text)
    assert len(read.values) == 45
    assert all(is_blank(entry.raw) for entry in read.values.values())
    assert all(line.startswith("#") or len(line) < 30 for line in text.splitlines())


def test_one_language_or_both(sheet: Sheet) -> None:
    english = answers_text(sheet, paper(sheet, Draw("")), Answers(Draw(sheet.id)), ("en",))
    assert not [c for c in english if "가" <= c <= "힣"]


def test_save_replaces_whole_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "new" / "answers.yaml"
    save(path, "a: 1\n")
    save(path, "a: 2\n")
    assert path.read_text() == "a: 2\n"
    assert list(path.parent.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file where the folder should be")
    with pytest.raises(MachineError, match=r"file/answers.yaml: cannot be written: "):
        save(tmp_path / "file" / "answers.yaml", "a: 1\n")


def test_a_broken_file_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "answers.yaml"
    path.write_text("a: [x\n")
    with pytest.raises(UsageError, match=r"answers\.yaml:2:1"):
        load_answers(path)
    path.write_bytes("a: 값\n".encode("cp949"))
    with pytest.raises(UsageError, match="not UTF-8"):
        load_answers(path)
