"""YAML into dataclasses: every complaint has file:line:column and says what is right; nothing else is ever raised."""

import dataclasses
import re
from collections.abc import Mapping

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from grader.core import yaml_reader
from grader.core.errors import SpecError
from grader.core.model import Text


@dataclasses.dataclass(frozen=True)
class Leaf:
    name: str
    weight: int = 1


@dataclasses.dataclass(frozen=True)
class Round:
    radius: float

    def __post_init__(self):
        if self.radius < 0:
            raise ValueError(f"radius is {self.radius:g}; it has to be 0 or more")


@dataclasses.dataclass(frozen=True)
class Square:
    side: int


@dataclasses.dataclass(frozen=True)
class Row:
    id: str
    cells: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class Table:
    rows: tuple[Row, ...]
    width: int = 0

    def __post_init__(self):
        found = [(("rows", i, "cells"), f"{row.id} is long") for i, row in enumerate(self.rows) if len(row.cells) > 2]
        found += [
            (("rows", i, "cells", 0), f"{row.id} starts at 9")
            for i, row in enumerate(self.rows)
            if row.cells[:1] == (9,)
        ]
        if self.width < 0:
            found.append((("width",), "width is below 0"))
        if found:
            raise yaml_reader.Amiss(*found)


class Form:
    """Stands in annotations for Round or Square."""


@dataclasses.dataclass(frozen=True)
class Tree:
    title: Text
    open: bool = False
    size: float = 0.0
    limit: int | None = None
    answer: int | float | str = 0
    leaves: tuple[Leaf, ...] = ()
    by_name: Mapping[str, Leaf] = dataclasses.field(default_factory=dict)
    forms: tuple[Form, ...] = ()
    private: Mapping[str, object] = dataclasses.field(default_factory=dict)


KINDS = {Form: {"round": Round, "square": Square}}
TITLE = "title: {en: A, ko: 가}\n"


def read(text):
    return yaml_reader.parse(text, Tree, "t.yaml", kinds=KINDS)


def complaints(text):
    with pytest.raises(SpecError) as caught:
        read(text)
    return str(caught.value).splitlines()


def test_a_file_becomes_what_its_annotations_say():
    got = read(
        TITLE + "open: true\nsize: 2\nlimit: null\nanswer: 'no'\n"
        "leaves:\n  - {name: a}\n  - {name: b, weight: 3}\nby_name: {x: {name: c}}\n"
        "forms: [{type: round, radius: 1.5}, {side: 2, type: square}]\nprivate: {any: [1, {thing: here}]}\n"
    )
    assert got == Tree(
        title=Text({"en": "A", "ko": "가"}),
        open=True,
        size=2.0,
        limit=None,
        answer="no",
        leaves=(Leaf("a"), Leaf("b", 3)),
        by_name={"x": Leaf("c")},
        forms=(Round(1.5), Square(2)),
        private={"any": [1, {"thing": "here"}]},
    )
    assert type(got.size) is float


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "titel: {en: A, ko: B}\n",
            ["t.yaml:1:1: tree: unknown key 'titel'; did you mean 'title'?", "t.yaml:1:1: tree: missing key 'title'"],
        ),
        (
            TITLE + "colour: 3\n",
            [
                "t.yaml:2:1: tree: unknown key 'colour'; known: title, open, size, limit, answer, leaves, "
                "by_name, forms, private"
            ],
        ),
        ("title: {}\n", ["t.yaml:1:8: title: expected a text, got an empty record"]),
        ("title: [A]\n", ["t.yaml:1:8: title: expected a text, got a list"]),
        ("title: 7\n", ["t.yaml:1:8: title: expected a text, got '7' (put it in quotes)"]),
        (
            "title: {English: A}\n",
            ["t.yaml:1:9: title: 'English' is no language; a text is a string, or strings by language"],
        ),
        ("title: {en: 7}\n", ["t.yaml:1:13: title.en: expected a text, got '7' (put it in quotes)"]),
        (
            TITLE + "leaves:\n  - {name: no}\n",
            [
                "t.yaml:3:12: leaves[0].name: expected a text, got 'no' "
                "(YAML reads a bare yes, no, on or off as a boolean: put it in quotes)"
            ],
        ),
        (
            TITLE + "leaves:\n  - {name: 3}\n",
            ["t.yaml:3:12: leaves[0].name: expected a text, got '3' (put it in quotes)"],
        ),
        (TITLE + "leaves: {name: a}\n", ["t.yaml:2:9: leaves: expected a list, got a record with keys"]),
        (TITLE + "by_name: [a]\n", ["t.yaml:2:10: by_name: expected a record with keys, got a list"]),
        (TITLE + "open: 1\n", ["t.yaml:2:7: open: expected true or false, got '1'"]),
        (TITLE + "size: big\n", ["t.yaml:2:7: size: expected a number, got 'big'"]),
        (TITLE + "limit: 1.5\n", ["t.yaml:2:8: limit: expected a whole number, got '1.5'"]),
        (TITLE + "answer: [1]\n", ["t.yaml:2:9: answer: expected a whole number or a number or a text, got a list"]),
        (TITLE + "size: 1\nsize: 2\n", ["t.yaml:3:1: : key 'size' stands twice (first on line 2)"]),
        (
            TITLE + "forms: [{type: ruond, radius: 1}]\n",
            ["t.yaml:2:16: forms[0]: unknown type 'ruond'; did you mean 'round'?"],
        ),
        (TITLE + "forms: [{radius: 1}]\n", ["t.yaml:2:9: forms[0]: missing key 'type'; known: round, square"]),
        (TITLE + "forms: [3]\n", ["t.yaml:2:9: forms[0]: expected a record with a 'type', got '3'"]),
        (
            TITLE + "forms: [{type: round, radius: -1}]\n",
            ["t.yaml:2:9: forms[0]: radius is -1; it has to be 0 or more"],
        ),
        ("", ["t.yaml:1:1: the file is empty"]),
        ("# only a comment\n", ["t.yaml:1:1: the file is empty"]),
        ("title: {en: A\n", ["t.yaml:2:1: not valid YAML: did not find expected ',' or '}'"]),
        ("title: *nobody\n", ["t.yaml:1:8: not valid YAML: found undefined alias"]),
        ("a: 1\n---\nb: 2\n", ["t.yaml:2:1: not valid YAML: but found another document"]),
        ("- a\n", ["t.yaml:1:1: tree: expected a record with keys, got a list"]),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, str) else "",
)
def test_each_complaint_has_its_place_and_says_what_is_right(text, said):
    assert complaints(text) == said


def test_all_complaints_come_at_once():
    assert [line.split(":")[1] for line in complaints("open: 1\nsize: big\nleaves: [{nam: a}]\n")] == [
        "1",
        "2",
        "3",
        "3",
        "1",
    ]


@pytest.mark.parametrize(
    "value",
    [
        "!!python/object:os.system x",
        "!!python/name:os.system",
        "&a [*a]",
        "{[1]: 2}",
        "2026-13-45",
        "!!int x",
        "[" * 900 + "]" * 900,
    ],
    ids=lambda value: value[:20],
)
@pytest.mark.parametrize("key", ["private", "limit", "answer", "title", "leaves"])
def test_a_value_that_yaml_cannot_make_is_a_complaint_with_a_place(key, value):
    body = f"{{x: {value}}}" if key == "private" else value
    for line in complaints((TITLE if key != "title" else "") + f"{key}: {body}\n"):
        assert re.match(r"t\.yaml:\d+:\d+: ", line), line


SNIPPETS = [
    "title",
    "leaves",
    ": ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    "\n",
    "  ",
    "&a ",
    "*a",
    "!!int ",
    "'",
    '"',
    "yes",
    "1.5",
    "2026-02-30",
    "? ",
    "|",
    "<<",
    "\0",
    "\t",
    ",",
]


@given(st.lists(st.sampled_from(SNIPPETS), max_size=14).map("".join) | st.text(max_size=30))
@example("private: {x: 2026-13-45}")
def test_any_text_is_read_or_complained_about_with_a_place(text):
    try:
        assert isinstance(read(text), Tree)
    except SpecError as error:
        for line in str(error).splitlines():
            assert re.match(r"t\.yaml:\d+:\d+: ", line), line


@given(
    st.dictionaries(
        st.sampled_from(["title", "open", "size", "limit", "leaves", "forms", "private", "sise"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
            lambda inner: (
                st.lists(inner, max_size=2)
                | st.dictionaries(st.sampled_from(["en", "ko", "name", "type"]), inner, max_size=2)
            ),
            max_leaves=5,
        ),
    )
)
def test_any_yaml_is_read_or_complained_about_with_a_place(value):
    try:
        read(yaml.safe_dump(value, allow_unicode=True))
    except SpecError as error:
        for line in str(error).splitlines():
            assert re.match(r"t\.yaml:\d+:\d+: ", line), line


def test_files_that_cannot_be_read_are_named_as_seen_from_the_root(tmp_path):
    (tmp_path / "bad.yaml").write_bytes(b"title: \xff")
    with open(tmp_path / "big.yaml", "wb") as stream:
        stream.truncate(5 << 20)
    said = {
        "none.yaml": "none.yaml: no such file",
        "bad.yaml": "bad.yaml: not UTF-8 (byte 7); save the file as UTF-8",
        "big.yaml": "big.yaml: larger than 4 MiB; a file for people to write is far smaller",
        "": ".: cannot be read: Is a directory",
    }
    for name, words in said.items():
        with pytest.raises(SpecError) as caught:
            yaml_reader.read(tmp_path / name, Tree, root=tmp_path)
        assert str(caught.value) == words


def test_a_mapping_file_is_read_by_its_values(tmp_path):
    (tmp_path / "m.yaml").write_text("a: {name: x}\nb: {name: y, weight: 2}\n")
    assert yaml_reader.read_mapping(tmp_path / "m.yaml", Leaf) == {"a": Leaf("x"), "b": Leaf("y", 2)}


def test_a_record_says_where_inside_it_something_is_amiss():
    text = "width: -1\nrows:\n- {id: a, cells: [1]}\n- id: b\n  cells:\n  - 9\n  - 1\n  - 1\n"
    with pytest.raises(SpecError) as caught:
        yaml_reader.parse(text, Table, "t.yaml")
    assert str(caught.value).splitlines() == [
        "t.yaml:5:3: table: b is long",
        "t.yaml:6:5: table: b starts at 9",
        "t.yaml:1:1: table: width is below 0",
    ]


def test_items_with_an_id_are_called_by_it():
    with pytest.raises(SpecError, match=r"t.yaml:2:19: rows\[b\].cells\[0\]: expected a whole number, got 'x'"):
        yaml_reader.parse("rows:\n- {id: b, cells: [x]}\n", Table, "t.yaml")


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (("a",), "1:1"),
        (("a", "b"), "2:3"),
        (("a", "b", 1), "2:10"),
        (("a", "c"), "1:1"),
        (("a", "b", 7), "2:3"),
        ((), "1:1"),
    ],
)
def test_a_place_is_found_by_keys_as_far_as_they_go(keys, place):
    assert yaml_reader.place("a:\n  b: [1, 2]\n", keys) == place
