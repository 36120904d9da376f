"""Each item type: a right answer, a wrong one, none, one that cannot be read; and what always holds."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.core.model import Text
from grader.quiz.items.arrange import Blank, Cloze, Matching, Mispair, Ordering, Swap
from grader.quiz.items.choice import SCORINGS, Multiple, Reason, Single, TrueFalse
from grader.quiz.items.essay import Criterion, Open
from grader.quiz.items.item import Item, Option, State
from grader.quiz.items.numeric import Near, Numeric
from grader.quiz.items.registry import KINDS
from grader.quiz.questions import Raw, Unreadable, read_number

T = Text({"en": "text", "ko": "글"})
BASE = {"id": "x", "title": T, "prompt": T, "about": ("M1",), "difficulty": 1}


def option(name: str) -> Option:
    return Option(
        text=Text({"en": name, "ko": name}),
        shows=f"D-{name.upper()}",
        why=Text({"en": f"why not {name}", "ko": f"{name} 이유"}),
    )


def options(*names: str) -> dict[str, Option]:
    return {name: option(name) for name in names}


SINGLE = Single(**BASE, options=options("one", "two", "three"), key="two")
MULTIPLE = Multiple(**BASE, options=options("a", "b", "c", "d", "e", "f"), key=("a", "b", "c", "d"))
STATEMENT = TrueFalse(
    **BASE,
    truth=False,
    key="right",
    options={
        "right": Reason(text=Text({"en": "r", "ko": "r"}), argues=False),
        "other": Reason(
            text=Text({"en": "o", "ko": "o"}), argues=False, shows="D-OTHER", why=Text({"en": "no", "ko": "아님"})
        ),
        "pro": Reason(text=Text({"en": "p", "ko": "p"}), argues=True, shows="D-PRO"),
    },
)
NUMERIC = Numeric(
    **BASE,
    unit=0.001,
    value=0.625,
    near={"half": Near(value=0.5, shows="D-HALF", why=Text({"en": "half", "ko": "반"}))},
)
ORDERING = Ordering(
    **BASE,
    options=options("mix", "scale", "softmax", "dot"),
    key=("dot", "scale", "softmax", "mix"),
    swaps=(Swap(first="softmax", then="scale", shows="D-STEPS"),),
)
MATCHING = Matching(
    **BASE,
    left={"q": T, "k": T},
    right={"seeks": T, "offers": T, "place": T},
    key={"q": "seeks", "k": "offers"},
    mispairs=(Mispair(left="q", right="place", shows="D-ORDER", why=Text({"en": "no place", "ko": "위치 아님"})),),
)
CLOZE = Cloze(
    **{**BASE, "prompt": Text({"en": "{{a}} and {{b}}", "ko": "{{b}}와 {{a}}"})},
    blanks={"a": Blank(options=options("one", "two"), key="one"), "b": Blank(options=options("x", "y"), key="y")},
)
OPEN = Open(**{**BASE, "points": 2}, rubric=(Criterion(id="c", points=2, text=T),))

ALL: dict[str, tuple[Item, Raw, Raw, Raw]] = {
    "single": (SINGLE, "two", "one", "four"),
    "multiple": (MULTIPLE, ("a", "b", "c", "d"), ("e",), ("a", "zz")),
    "true_false": (
        STATEMENT,
        {"truth": "no", "reason": "right"},
        {"truth": "yes", "reason": "pro"},
        {"truth": "maybe"},
    ),
    "numeric": (NUMERIC, "5/8", "0.7", "five eighths"),
    "ordering": (ORDERING, ("dot", "scale", "softmax", "mix"), ("mix", "softmax", "scale", "dot"), ("dot", "mix")),
    "matching": (MATCHING, {"q": "seeks", "k": "offers"}, {"q": "offers", "k": "seeks"}, {"z": "seeks"}),
    "cloze": (CLOZE, {"a": "one", "b": "y"}, {"a": "two", "b": "x"}, "one y"),
}


@pytest.mark.parametrize("kind", ALL)
def test_right_wrong_absent_and_unreadable(kind: str) -> None:
    item, right, wrong, nonsense = ALL[kind]
    assert item.mark(right).fraction == 1
    assert item.mark(wrong).fraction == 0
    assert item.mark(wrong).state is State.ANSWERED
    for blank in (None, "", (), {}, {"q": ""}, ("",)):
        assert item.mark(blank).state is State.UNANSWERED
    unreadable = item.mark(nonsense)
    assert unreadable.state is State.UNREADABLE
    assert unreadable.message["en"]
    assert unreadable.message["ko"]


def test_every_type_is_tested_and_registered() -> None:
    assert {*ALL, "open"} == set(KINDS)
    assert OPEN.mark("my words").state is State.MANUAL
    assert OPEN.mark(" ").state is State.UNANSWERED


def test_a_wrong_choice_is_explained_and_named() -> None:
    mark = SINGLE.mark("three")
    assert mark.message == Text({"en": "why not three", "ko": "three 이유"})
    assert mark.shows == ("D-THREE",)


def test_an_unreadable_answer_names_what_is_allowed_and_the_nearest() -> None:
    assert SINGLE.mark("thre").message["en"] == "'thre' is not one of: one, two, three; did you mean 'three'?"
    assert "one, two, three" in SINGLE.mark("zzz").message["ko"]


@pytest.mark.parametrize(
    ("scoring", "ticked", "fraction"),
    [
        ("balanced", ("a", "b", "c", "d"), Fraction(1)),
        ("balanced", ("a", "b", "c", "e"), Fraction(1, 4)),
        ("balanced", ("a", "b", "c"), Fraction(3, 4)),
        ("net", ("a", "b", "c", "e"), Fraction(1, 2)),
        ("net", ("a", "b", "c", "d", "e", "f"), Fraction(1, 2)),
        ("exact", ("a", "b", "c"), Fraction(0)),
    ],
)
def test_scoring_of_several(scoring: str, ticked: tuple[str, ...], fraction: Fraction) -> None:
    mark = dataclasses.replace(MULTIPLE, scoring=scoring).mark(ticked)
    assert mark.fraction == fraction
    assert mark.formula.endswith(str(fraction))


def test_several_names_what_is_extra_and_what_is_missed() -> None:
    mark = MULTIPLE.mark(("a", "e"))
    assert mark.formula == "max(0, 1/4 - 1/2) = 0"
    assert "Ticked, but not right: e" in mark.message["en"]
    assert "Right, but not ticked: b, c, d" in mark.message["en"]
    assert mark.shows == ("D-E", "D-B", "D-C", "D-D")


@given(st.sets(st.sampled_from("abcdefgh"), min_size=1, max_size=7), st.sets(st.sampled_from("abcdefgh")))
def test_marks_of_several_lie_between_0_and_1(key: set[str], ticked: set[str]) -> None:
    item = dataclasses.replace(MULTIPLE, options=options(*"abcdefgh"), key=tuple(sorted(key)))
    for scoring in SCORINGS:
        assert 0 <= dataclasses.replace(item, scoring=scoring).mark(tuple(ticked)).fraction <= 1
    assert item.mark(tuple("abcdefgh")).fraction == 0
    assert item.mark(()).fraction == 0
    assert item.mark(tuple(key)).fraction == 1


@given(st.permutations("abcdef"), st.sets(st.sampled_from("abcdef")))
def test_the_order_of_options_never_changes_a_mark(order: list[str], ticked: set[str]) -> None:
    moved = dataclasses.replace(MULTIPLE, options=options(*order))
    before, after = MULTIPLE.mark(tuple(ticked)), moved.mark(tuple(sorted(ticked)))
    assert (before.fraction, set(before.shows)) == (after.fraction, set(after.shows))


@given(st.permutations(["dot", "scale", "softmax", "mix"]))
def test_an_order_is_marked_by_its_pairs(order: list[str]) -> None:
    mark = ORDERING.mark(tuple(order))
    assert 0 <= mark.fraction <= 1
    assert (mark.fraction == 1) == (order == list(ORDERING.key))
    assert ("D-STEPS" in mark.shows) == (order.index("softmax") < order.index("scale"))


def test_a_swap_of_two_neighbours_costs_a_third_of_four() -> None:
    assert ORDERING.mark("dot scale mix softmax").fraction == Fraction(4, 6)


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("0.625", True),
        ("0.6255", True),
        ("62.5%", True),
        ("5/8", True),
        (".6241", True),
        ("0.63", False),
        ("0.5", False),
    ],
)
def test_numbers_within_the_unit_are_right(answer: str, right: bool) -> None:
    assert NUMERIC.mark(answer).fraction == right


def test_a_near_miss_has_its_own_words_and_no_points() -> None:
    mark = NUMERIC.mark("0.5")
    assert (mark.fraction, mark.message["en"], mark.shows) == (0, "half", ("D-HALF",))
    assert "round only at the end" in NUMERIC.mark("0.63").message["en"]


@given(st.integers(-(10**9), 10**9), st.integers(0, 6))
def test_decimals_are_read_exactly(value: int, places: int) -> None:
    number = Fraction(value, 10**places)
    sign, digits = ("-" if value < 0 else ""), str(abs(value)).rjust(places + 1, "0")
    text = sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)
    assert read_number(text) == number
    assert read_number(f"{text}%") == number / 100


@pytest.mark.parametrize("text", ["1,5", "1/0", "nan", "inf", "1e9999", "0x10", "3/4/5", "--1", "1_000", "१", "9" * 50])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_number(text)


def test_commas_at_thousands_and_a_minus_sign_are_read() -> None:
    assert read_number("12,345") == 12345
    with pytest.raises(Unreadable):
        read_number("0,625")  # a decimal comma is no mark of thousands: told, not marked as 625
    assert read_number("−0.5") == Fraction(-1, 2)


def test_a_truth_value_without_its_reason_earns_nothing_and_is_told_why() -> None:
    mark = STATEMENT.mark({"truth": "거짓"})
    assert (mark.fraction, mark.message["en"]) == (0, "The reason is missing.")
    assert STATEMENT.mark({"truth": "true", "reason": "right"}).fraction == 0


def test_parts_of_a_matching_and_a_cloze() -> None:
    mark = MATCHING.mark({"q": "place", "k": "offers"})
    assert (mark.fraction, mark.shows) == (Fraction(1, 2), ("D-ORDER",))
    assert CLOZE.mark({"a": "one"}).fraction == Fraction(1, 2)


@settings(max_examples=200)
@given(
    st.sampled_from([item for item, *_ in ALL.values()] + [OPEN]),
    st.one_of(
        st.none(),
        st.text(max_size=20),
        st.lists(st.sampled_from(["a", "b", "dot", "one", "?"]), max_size=6).map(tuple),
        st.dictionaries(st.sampled_from(["truth", "reason", "q", "k", "a", "b", "?"]), st.text(max_size=8), max_size=3),
    ),
)
def test_no_answer_whatever_breaks_a_mark(item: Item, raw: Raw) -> None:
    mark = item.mark(raw)
    assert 0 <= mark.fraction <= 1
    assert mark.message["en"]
    assert mark.message["ko"]
    assert mark.state is State.ANSWERED or mark.fraction == 0


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: dataclasses.replace(SINGLE, key="four"), "key 'four' is none of the options"),
        (lambda: dataclasses.replace(MULTIPLE, key=()), "at least one option"),
        (lambda: dataclasses.replace(MULTIPLE, scoring="each"), "scoring 'each'"),
        (lambda: dataclasses.replace(STATEMENT, key="pro"), "argues for the other"),
        (lambda: dataclasses.replace(NUMERIC, near={"close": Near(value=0.626)}), "within the tolerance"),
        (
            lambda: dataclasses.replace(NUMERIC, value=None, generator="softmax_of_log"),
            "did you mean 'softmax_of_logs'",
        ),
        (lambda: dataclasses.replace(ORDERING, key=("dot",)), "each option once"),
        (lambda: dataclasses.replace(MATCHING, key={"q": "seeks"}), "each on the left once"),
        (lambda: dataclasses.replace(CLOZE, prompt=T), "has the gaps"),
        (lambda: dataclasses.replace(OPEN, points=3), "rubric gives 2"),
        (lambda: dataclasses.replace(SINGLE, difficulty=4), "difficulty 4"),
    ],
)
def test_an_item_that_cannot_work_is_refused(make: object, complaint: str) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=complaint):
        make()
