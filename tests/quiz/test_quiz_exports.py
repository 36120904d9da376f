"""Each export re-read: stems and keys are the bank's, in both languages; what cannot be held is named."""

from __future__ import annotations

import dataclasses
import html
import io
import json
import re
import xml.etree.ElementTree as ET
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.core.errors import UsageError
from grader.core.model import Text
from grader.quiz.bank import Bank
from grader.quiz.exports import EXPORTS, without
from grader.quiz.exports.common import number, prompt, rows
from grader.quiz.exports.gift import gift
from grader.quiz.exports.jupyterquiz import jupyterquiz, nbgrader
from grader.quiz.exports.moodle_xml import moodle
from grader.quiz.exports.qti import qti_text
from grader.quiz.items.choice import Multiple, Single, TrueFalse
from grader.quiz.items.item import Item, Option
from grader.quiz.items.numeric import Numeric

LANGUAGES = pytest.mark.parametrize("language", ["en", "ko"])
CHOICES = ("single", "multiple", "true_false")


@pytest.fixture(scope="module")
def plain(bank: Bank) -> Bank:
    """The part of the bank that every format holds."""
    return without(bank, ["cloze", "ordering", "matching", "open"])


def expected(item: Item, language: str) -> list[tuple[str, bool]]:
    return [(row.text, row.right) for row in rows(item, language)]


@pytest.mark.parametrize(
    ("target", "refused"),
    [
        ("gift", ["c1-steps", "m5-variance", "c1-idea", "c5-cost"]),
        ("jupyterquiz", ["m2-roles", "c2-shapes", "c1-steps", "c1-idea", "c1-open"]),
        ("nbgrader", ["m2-roles", "c1-open"]),
        ("qti", ["m2-roles", "c1-steps", "c5-cost"]),
    ],
)
def test_what_a_format_cannot_hold_is_an_error_that_names_the_items(
    bank: Bank, target: str, refused: list[str]
) -> None:
    with pytest.raises(UsageError) as caught:
        EXPORTS[target](bank, "en")
    for name in refused:
        assert name in str(caught.value)


def test_exact_scoring_does_not_fit_into_fractions(plain: Bank) -> None:
    items = tuple(
        dataclasses.replace(item, scoring="exact") if isinstance(item, Multiple) else item for item in plain.items
    )
    for target in ("moodle", "gift"):
        with pytest.raises(UsageError, match=r"m1-triangle \(multiple\)"):
            EXPORTS[target](dataclasses.replace(plain, items=items), "en")


def test_leaving_out_takes_ids_and_types_and_nothing_else(bank: Bank) -> None:
    assert len(without(bank, ["open", "m1-row"]).items) == 39
    with pytest.raises(UsageError, match="did you mean 'm1-row'"):
        without(bank, ["m1-rwo"])
    with pytest.raises(UsageError, match="leaves nothing"):
        without(bank, list({item.type for item in bank.items}))


# -- Moodle XML ---------------------------------------------------------------------------------------------


def inner(element: ET.Element | None) -> str:
    assert element is not None
    return html.unescape(re.sub(r"</?p>", "", element.findtext("text") or ""))


@LANGUAGES
def test_moodle_holds_every_item(bank: Bank, language: str) -> None:
    root = ET.fromstring(moodle(bank, language))
    questions = {question.findtext("idnumber"): question for question in root.findall("question[idnumber]")}
    assert set(questions) == {item.id for item in bank.items}
    for item in bank.items:
        question, one = questions[item.id], item.variant(0)
        if item.type != "cloze":
            assert inner(question.find("questiontext")) == prompt(one, language)
            assert question.findtext("defaultgrade") == str(item.points)
        if item.type in CHOICES:
            answers = [(inner(answer), float(answer.get("fraction", "")) > 0) for answer in question.findall("answer")]
            assert answers == expected(one, language)
        if isinstance(one, Numeric):
            right = [answer for answer in question.findall("answer") if answer.get("fraction") == "100"]
            assert [float(answer.findtext("text") or "") for answer in right] == pytest.approx([one.value or 0.0])
            assert float(right[0].findtext("tolerance") or "") == pytest.approx(float(one.allowed))


def test_moodle_fractions_are_our_default_rule(bank: Bank) -> None:
    root = ET.fromstring(moodle(bank, "en"))
    question = next(one for one in root.findall("question") if one.findtext("idnumber") == "m2-change")
    assert [answer.get("fraction") for answer in question.findall("answer")] == ["-50", "25", "25", "-50", "25", "25"]


@LANGUAGES
def test_moodle_is_read_by_a_public_reader(bank: Bank, language: str) -> None:
    reader = pytest.importorskip("moodle_xml_parser.parser", reason="moodle-xml-parser is not installed")
    found = reader.parse_string(moodle(bank, language))
    choices = {question.name: question for question in found["multichoice"]}
    for item in bank.items:
        if item.type in CHOICES:
            question = choices[item.title[language]]
            assert html.unescape(re.sub("</?p>", "", question.text_pre_parse)) == prompt(item, language)
            assert question.single == (item.type != "multiple")
            read = [(html.unescape(re.sub("</?p>", "", o.answer)), o.score_fraction > 0) for o in question.options]
            assert read == expected(item, language)
    gaps = [gap for question in found["cloze"] for gap in question.gaps]
    assert len(gaps) == sum(len(getattr(item, "blanks", ())) for item in bank.items)
    assert all(sum(option.score == 100 for option in gap.options) == 1 for gap in gaps)


# -- GIFT ---------------------------------------------------------------------------------------------------


def read_gift(text: str) -> list[tuple[str, str, list[tuple[str, bool]]]]:
    """Title, stem and options of every choice of a GIFT text: a small reader of our own."""
    found = []
    for block in text.split("\n\n"):
        match = re.search(r"^::(.*?)(?<!\\)::(.*?)(?<!\\)\{(.*)\}$", block, re.S | re.M)
        if not match or match[3].startswith("#"):
            continue
        body = re.split(r"(?<!\\)####", match[3])[0]
        options = []
        for part in re.findall(r"\n\t([=~])(%-?[\d.]+%)?((?:\\.|[^\\\n#])*)", body):
            weight = float(part[1].strip("%")) if part[1] else 100.0 * (part[0] == "=")
            options.append((plain_gift(part[2]), weight > 0))
        found.append((plain_gift(match[1]), plain_gift(match[2]).strip(), options))
    return found


def plain_gift(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


@LANGUAGES
def test_gift_keeps_stems_and_keys(bank: Bank, language: str) -> None:
    some = without(bank, ["cloze", "ordering"])
    read = {title: (stem, options) for title, stem, options in read_gift(gift(some, language))}
    for item in some.items:
        if item.type in CHOICES:
            assert read[item.title[language]] == (prompt(item, language), expected(item, language))


# -- notebooks ----------------------------------------------------------------------------------------------


@LANGUAGES
def test_jupyterquiz_keeps_stems_and_keys(plain: Bank, language: str) -> None:
    questions = json.loads(jupyterquiz(plain, language))
    assert len(questions) == len(plain.items)
    for item, question in zip(plain.items, questions, strict=True):
        one = item.variant(0)
        assert question["question"] == prompt(one, language)
        if isinstance(one, Numeric):
            right = [answer for answer in question["answers"] if answer.get("correct")]
            assert len(right) == 1
            low, high = right[0].get("range") or (right[0]["value"],) * 2
            assert low <= (one.value or 0.0) <= high
        else:
            assert [(answer["answer"], answer["correct"]) for answer in question["answers"]] == expected(item, language)


@LANGUAGES
def test_nbgrader_markdown_keeps_stems_and_keys(plain: Bank, language: str) -> None:
    lines = nbgrader(plain, language).splitlines()
    assert (lines[0], lines[-1]) == ("#### Quiz", "#### End Quiz")
    stems = [read_quoted(line) for line in lines if line.startswith("* (")]
    assert stems == [prompt(item.variant(0), language) for item in plain.items]
    for line in lines:
        assert line.count("(") - line.count(")") == 0 or '"' in line


@LANGUAGES
def test_nbgrader_markdown_is_read_by_its_own_parser(plain: Bank, language: str) -> None:
    parse = pytest.importorskip("nbgrader_jupyterquiz.grader.parse", reason="nbgrader-jupyterquiz is not installed")
    (quiz,), _ = parse.parse_cell(nbgrader(plain, language))
    assert quiz.warnings == []
    for item, question in zip(plain.items, quiz.questions, strict=True):
        assert question["question"] == prompt(item.variant(0), language)
        if not isinstance(item, Numeric):
            assert [(answer["answer"], answer["correct"]) for answer in question["answers"]] == expected(item, language)


def read_quoted(line: str) -> str:
    found = re.search(r'"((?:\\.|[^"\\])*)"', line)
    assert found is not None
    return re.sub(r"\\(.)", r"\1", found[1])


# -- QTI ----------------------------------------------------------------------------------------------------


@LANGUAGES
def test_qti_holds_stems_and_keys(bank: Bank, language: str) -> None:
    pytest.importorskip("text2qti", reason="text2qti is not installed")
    some = without(bank, ["cloze", "ordering", "matching"])
    made = EXPORTS["qti"](some, language)
    assert isinstance(made, bytes)
    space = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.testzip() is None
        assert "imsmanifest.xml" in archive.namelist()
        roots = [ET.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith(".xml")]
    items = [item for root in roots for item in root.iter(f"{space}item")]
    assert [item.get("title") for item in items] == [item.title[language] for item in some.items]
    for item, found in zip(some.items, items, strict=True):
        texts = [flat(one.text or "") for one in found.iter(f"{space}mattext")]
        assert prompt(item.variant(0), language) in texts
        if item.type in ("single", "true_false"):
            labels = {
                label.get("ident"): flat(label.findtext(f".//{space}mattext") or "")
                for label in found.iter(f"{space}response_label")
            }
            full = [c for c in found.iter(f"{space}respcondition") if c.findtext(f"{space}setvar") == "100"]
            right = [one.text for c in full for one in c.iter(f"{space}varequal")]
            assert [labels[name] for name in right] == [text for text, good in expected(item, language) if good]


def flat(text: str) -> str:
    """Words without markup; Markdown's typographer has turned apostrophes."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).replace("\u2019", "'").split())


def test_qti_without_text2qti_says_what_to_install(plain: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "text2qti.config", None)
    with pytest.raises(UsageError, match=r'not installed: pip install "attention-grader\[qti\]"'):
        EXPORTS["qti"](plain, "en")


def test_qti_numbers_have_their_tolerance(plain: Bank) -> None:
    text = qti_text(plain, "en")
    assert "\n= 6 +- 0.01\n" in text
    assert "\n= 112\n" in text
    assert "\n= 0.625 +- 0.001\n" in text


# -- any text -----------------------------------------------------------------------------------------------

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=20)


@settings(max_examples=100)
@given(stem=TEXT, options=st.lists(TEXT, min_size=3, max_size=5, unique=True), key=st.integers(0, 2))
def test_any_stem_and_any_options_survive(plain: Bank, stem: str, options: list[str], key: int) -> None:
    made = {f"o{i}": Option(text=Text({"en": text, "ko": text})) for i, text in enumerate(options)}
    text = Text({"en": stem, "ko": stem})
    item = Single(
        id="x", title=Text({"en": "T", "ko": "T"}), prompt=text, about=(), difficulty=1, options=made, key=f"o{key}"
    )
    one = dataclasses.replace(plain, items=(item,))
    wanted = [(text, i == key) for i, text in enumerate(options)]
    question = ET.fromstring(moodle(one, "en")).findall("question")[1]
    assert html.unescape(question.findtext("questiontext/text") or "") == f"<p>{stem}</p>"
    read = [
        (html.unescape(a.findtext("text") or "")[3:-4], a.get("fraction") == "100") for a in question.findall("answer")
    ]
    assert read == wanted
    assert read_gift(gift(one, "en")) == [("T", stem, wanted)]
    (asked,) = json.loads(jupyterquiz(one, "en"))
    assert (asked["question"], [(a["answer"], a["correct"]) for a in asked["answers"]]) == (stem, wanted)
    lines = nbgrader(one, "en").splitlines()
    assert [read_quoted(line) for line in lines[1:-1]] == [stem, *options]


def test_numbers_are_written_in_decimals() -> None:
    assert [number(value) for value in (6.0, 0.625, 1e-5, 1234567.0, -0.5)] == [
        "6",
        "0.625",
        "0.00001",
        "1234567",
        "-0.5",
    ]


def test_a_statement_is_asked_with_the_reasons_verdict(bank: Bank) -> None:
    item = bank.item("m4-meaning")
    assert isinstance(item, TrueFalse)
    assert [row.text.split(":")[0] for row in rows(item, "en")] == ["False", "True", "False", "True"]
    assert prompt(item, "ko").startswith("참인가 거짓인가")
