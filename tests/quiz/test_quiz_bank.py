"""The course's bank: coverage, both languages, no habit to guess by, and a sheet that gives nothing away."""

from __future__ import annotations

import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from grader.core.errors import SpecError
from grader.core.model import Text
from grader.quiz.bank import Bank, load_bank, parse_bank, sheet_of, sheet_text
from grader.quiz.items.essay import Open
from grader.quiz.items.numeric import Numeric
from grader.quiz.lint import lint, lint_text
from grader.quiz.questions import Numbers, Question, Slot
from grader.quiz.sheet import QuizPolicy, Sheet, parse_sheet


def test_the_bank_is_large_enough(bank: Bank) -> None:
    marked = [item for item in bank.items if not isinstance(item, Open)]
    asked = Counter(topic for item in marked for topic in item.about)
    assert all(asked[name] >= 6 for name in bank.misconceptions), asked
    assert all(asked[name] >= 3 for name in bank.questions), asked
    assert len(bank.items) - len(marked) == 5
    assert {item.type for item in bank.items} == {
        "single",
        "multiple",
        "true_false",
        "numeric",
        "ordering",
        "matching",
        "cloze",
        "open",
    }


def test_a_marked_item_is_worth_half_a_point_and_an_open_one_two(bank: Bank) -> None:
    assert bank.points == 30
    assert sum(item.points for item in bank.items) == 60
    assert {item.points for item in bank.items if isinstance(item, Open)} == {4}


def test_lint_finds_nothing_in_the_bank(bank_path: Path) -> None:
    assert [str(finding) for finding in lint(bank_path)] == []


def test_every_misconception_can_be_shown(bank: Bank) -> None:
    shown = Counter(name for item in bank.items for name in bank.misconceptions_of(tuple(item.codes())))
    assert all(shown[name] >= 4 for name in bank.misconceptions), shown


def test_prompts_are_short(bank: Bank) -> None:
    assert all(len(item.prompt["en"]) < 280 and len(item.prompt["ko"]) < 200 for item in bank.items)


# -- the sheet ----------------------------------------------------------------------------------------------


def test_the_sheet_has_no_field_that_could_hold_a_key() -> None:
    fields = {
        field.name for kind in (Question, Slot, Numbers, Sheet, QuizPolicy, Text) for field in dataclasses.fields(kind)
    }
    assert fields == {
        "id",
        "type",
        "shape",
        "title",
        "prompt",
        "about",
        "points",
        "options",
        "slots",
        "unit",
        "numbers",
        "label",
        "names",
        "rows",
        "schema",
        "questions",
        "policy",
        "own",
        "feedback",
        "attempts",
        "draw",
        "seed",
        "words",
    }


def test_the_text_of_the_sheet_holds_none_of_what_the_bank_keeps(bank: Bank) -> None:
    text = sheet_text(bank)
    data = yaml.safe_load(text)
    assert text.splitlines()[0] == "# Made from solutions/self_attention/quiz.yaml by `grader derive`; edit it there."

    def keys(value: object) -> set[str]:
        if isinstance(value, dict):
            return set(map(str, value)).union(*map(keys, value.values()))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    banned = {
        "why",
        "shows",
        "explanation",
        "rubric",
        "samples",
        "near",
        "generator",
        "truth_is",
        "argues",
        "scoring",
        "tolerance",
        "relative",
        "correct",
        "diagnose",
        "mispairs",
        "swaps",
        "base",
        "vary",
    }
    assert keys(data) & banned == set()
    assert all("key" not in question for question in data["questions"])
    secrets = [one.why for item in bank.items for one in _whys(item)]
    secrets += [item.explanation for item in bank.items]
    secrets += [slip.view for slip in bank.slips.values()]
    secrets += [belief.view for belief in bank.misconceptions.values()]
    secrets += [one.text for item in bank.items if isinstance(item, Open) for one in (*item.rubric, *item.samples)]
    for secret in secrets:
        for language in ("en", "ko"):
            words = secret[language]
            assert len(words) < 12 or words not in text, words
    assert not [code for code in bank.slips if code in text]


def _whys(item: object) -> list[object]:
    found: list[object] = []
    stack = [item]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            stack += value.values()
        elif isinstance(value, tuple):
            stack += value
        elif dataclasses.is_dataclass(value):
            if getattr(value, "why", None) is not None:
                found.append(value)
            stack += [getattr(value, field.name) for field in dataclasses.fields(value)]
    return found


def test_the_sheet_of_a_numeric_item_does_not_hold_its_key(bank: Bank) -> None:
    for item in bank.items:
        if isinstance(item, Numeric):
            question = item.sheet()
            assert question.numbers is not None
            assert set(question.numbers.names) == set(item.draws()[0].given)


def test_an_order_is_not_given_away_by_the_sheet(bank: Bank) -> None:
    item = bank.item("c1-steps")
    assert item is not None
    assert item.mark(tuple(item.sheet().options)).fraction < 1


def test_the_sheet_reads_back_as_it_was(bank: Bank) -> None:
    assert parse_sheet(sheet_text(bank), "sheet.yaml") == sheet_of(bank)


# -- what an author is told ---------------------------------------------------------------------------------

GOOD = """\
schema: grader/quiz/1
id: small
title: {en: "Small", ko: "작은 퀴즈"}
points: 6
misconceptions:
  M1: {claim: {en: "c", ko: "ㄷ"}, view: {en: "v", ko: "ㅂ"}}
questions: {}
slips:
  D-ONE: {of: M1, claim: {en: "d", ko: "ㅈ"}, view: {en: "v", ko: "ㅂ"}}
items:
- id: first
  type: single
  about: [M1]
  difficulty: 1
  title: {en: "First", ko: "첫째"}
  prompt: {en: "Which?", ko: "어느 것?"}
  options:
    right: {en: "right one", ko: "맞는 것"}
    left: {en: "left one", ko: "왼쪽 것", shows: D-ONE, why: {en: "no", ko: "아님"}}
    other: {en: "other one", ko: "다른 것", shows: D-ONE, why: {en: "no", ko: "아님"}}
  key: right
  explanation: {en: "e", ko: "ㅅ"}
"""
WANTING = GOOD.replace("points: 6\n", "points: 6\ncoverage: {items_each: 6, questions_each: 3}\n")
SECOND = GOOD[GOOD.index("- id") :].replace("first", "second")


def test_the_small_bank_is_fine_but_thin() -> None:
    assert parse_bank(GOOD, "q.yaml").item("first") is not None
    assert [finding.rule for finding in lint_text(WANTING, "q.yaml")] == ["thin"]


def test_how_many_items_are_wanted_is_the_author_s_to_say() -> None:
    assert lint_text(GOOD, "q.yaml") == []
    assert lint_text(GOOD.replace("points: 6", "points: 6\ncoverage: {items_each: 1}"), "q.yaml") == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "key: right",
            "key: rigth",
            "q.yaml:11:3: items[first]: key 'rigth' is none of the options: right, left, other",
        ),
        ("  key: right\n", "", "q.yaml:11:3: items[first]: missing key 'key'"),
        ("type: single", "type: singel", "q.yaml:12:9: items[first]: unknown type 'singel'; did you mean 'single'?"),
        ("about: [M1]", "about: [M7]", "q.yaml:13:10: first: about 'M7': no misconception or question; known: M1"),
        ('ko: "첫째"', "", "q.yaml:15:10: items[first].title: no text in ko (the course's languages are en and ko)"),
        ("shows: D-ONE", "shows: D-ON", "q.yaml:11:3: first: shows 'D-ON': no slip; did you mean 'D-ONE'?"),
        ("of: M1", "of: M9", "q.yaml:9:10: D-ONE: of 'M9': no misconception; known: M1"),
        ("    left:", "    right:", "items[first].options: key 'right' stands twice (first on line 18)"),
        ("difficulty: 1", "dificulty: 1", "unknown key 'dificulty'; did you mean 'difficulty'?"),
        ("id: first", "id: seed", "the id 'seed': letters"),
        ('en: "right one"', "en: yes", "put it in quotes"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, complaint: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(SpecError) as caught:
        parse_bank(text, "q.yaml")
    assert complaint in str(caught.value)
    assert any(finding.error and finding.place != (0, 0) for finding in lint_text(text, "q.yaml"))


def test_codes_have_one_source(tmp_path: Path) -> None:
    """Beside misconceptions.yaml a quiz has no codes of its own, and what is wrong there is named there."""
    shared = "schema: grader/misconceptions/1\n" + GOOD[GOOD.index("misconceptions:") : GOOD.index("questions:")]
    shared += GOOD[GOOD.index("slips:") : GOOD.index("items:")]
    path = tmp_path / "quiz.yaml"
    (tmp_path / "misconceptions.yaml").write_text(shared, encoding="utf-8")
    path.write_text(GOOD, encoding="utf-8")
    with pytest.raises(SpecError, match="take them out of here"):
        load_bank(path)
    without = GOOD[: GOOD.index("misconceptions:")] + "questions: {}\n" + GOOD[GOOD.index("items:") :]
    path.write_text(without, encoding="utf-8")
    assert load_bank(path).misconceptions_of(("D-ONE",)) == ("M1",)
    (tmp_path / "misconceptions.yaml").write_text(shared.replace("of: M1", "of: M2"), encoding="utf-8")
    with pytest.raises(SpecError, match=r"misconceptions\.yaml:.*D-ONE: of 'M2': no misconception"):
        load_bank(path)


def test_an_id_twice_is_named() -> None:
    with pytest.raises(SpecError, match=r"q\.yaml:\d+:3: first: the id 'first' stands twice|stands twice"):
        parse_bank(GOOD + GOOD[GOOD.index("- id") :], "q.yaml")


@pytest.mark.parametrize(
    ("old", "new", "rule", "place"),
    [
        (', why: {en: "no", ko: "아님"}', "", "no-reason", (19, 11)),
        ("shows: D-ONE, ", "", "no-diagnosis", (19, 11)),
        ('ko: "왼쪽 것"', 'ko: " "', "no-language", (19, 11)),
        ('en: "left one"', 'en: "왼쪽"', "wrong-language", (19, 11)),
        ('en: "Which?"', 'en: "Which is not?"', "negative-stem", (16, 11)),
        ('en: "left one"', 'en: "all of the above"', "all-of-the-above", (19, 11)),
        ("    left: {", "    no: {", "bare-boolean", (19, 5)),
        ('  explanation: {en: "e", ko: "ㅅ"}\n', "", "no-explanation", (11, 3)),
        ("  D-ONE: {", "  D-TWO: {claim: {en: d, ko: d}, view: {en: d, ko: d}}\n  D-ONE: {", "unused-slip", (9, 10)),
    ],
)
def test_lint_names_rule_and_place(old: str, new: str, rule: str, place: tuple[int, int]) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    assert (rule, place) in [(finding.rule, finding.place) for finding in lint_text(text, "q.yaml")]


def test_lint_sees_habits() -> None:
    many = GOOD + "".join(
        SECOND.replace("second", f"s{i}").replace("right one", "the right one, longest") for i in range(7)
    )
    rules = {finding.rule for finding in lint_text(many, "q.yaml")}
    assert {"longest-is-right", "same-place"} <= rules


def test_findings_read_as_a_compiler_s_do() -> None:
    finding = lint_text(WANTING, "q.yaml")[0]
    assert str(finding) == "q.yaml:7:7: thin: M1: 1 items; 6 are wanted"
    assert json.dumps(dataclasses.asdict(finding))


def korean_of(value: object, inside: bool = False) -> Iterator[str]:
    """Every Korean text inside a reason or an explanation, at any depth."""
    if isinstance(value, list):
        for one in value:
            yield from korean_of(one, inside)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key == "ko" and isinstance(one, str) and inside:
                yield one
            yield from korean_of(one, inside or key in ("why", "explanation"))


def test_reasons_and_explanations_speak_politely_in_korean(bank_path: Path) -> None:
    """해요체 throughout, as everything else that a learner is told; a calculation may stand behind a colon."""
    told = list(korean_of(yaml.safe_load(bank_path.read_text(encoding="utf-8"))["items"]))
    assert len(told) > 200
    for text in told:
        assert not re.search(r"(?<!요)\.(?= |$)", re.sub(r": [^가-힣]*\.(?= |$)", ".", text)), text
        assert "니다" not in text
