"""Learner text made safe: one line, nothing that a terminal or a CI runner would obey."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.safe_text import _SUBSTITUTES, cells, clip, encodable, file_name, one_line, pad

PIECES = [
    "::",
    ":",
    ":::",
    "##[",
    "###[",
    "\x1b[31m",
    "\r",
    "\n",
    "\u2028",
    "\u202e",
    "\0",
    "error",
    " ",
    "가",
    "\ud800",
]
hostile = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=12).map("".join)


@given(hostile, st.integers(8, 60))
def test_nothing_is_left_that_a_terminal_or_a_runner_obeys(text, limit):
    line = one_line(text, limit)
    assert "::" not in line
    assert "##[" not in line
    assert not {unicodedata.category(c) for c in line} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert line.splitlines() in ([line], [])
    assert len(line) <= limit
    line.encode()


@given(hostile)
def test_what_is_harmless_already_stays_as_it_is(text):
    line = one_line(text, 60)
    assert one_line(line, 60) == line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "[31mred [0m"),
        ("a\n::error file=x::you passed", "a : :error file=x: :you passed"),
        ("##[error]no", "# #[error]no"),
        ("\u202egnp.exe", "gnp.exe"),
        ("점수 100점", "점수 100점"),
    ],
)
def test_words_stay_readable(text, shown):
    assert one_line(text, 80) == shown


@pytest.mark.parametrize("name", ["con", "CON", "aux.txt", "nul", "Com1", "lpt9.tar.gz"])
def test_a_name_that_windows_keeps_for_a_device_is_no_file_name(name):
    assert file_name(name) == f"_{name}"
    assert file_name(f"{name[:3]}rad") == f"{name[:3]}rad"


def test_long_text_ends_in_an_ellipsis():
    assert clip("abcdefghij", 8) == "abcde..."
    assert clip("abcdefgh", 8) == "abcdefgh"


def test_hangul_takes_two_columns_and_a_combining_mark_none():
    assert cells("softmax") == 7
    assert cells("소프트맥스") == 10
    assert cells("e\u0301") == 1
    assert pad("행", 5) == "행   "
    assert pad("행", 5, right=True) == "   행"


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("\u22125", "ascii", "-5"),
        ("√d_k · 2", "ascii", "sqrt d_k * 2"),
        ("QKᵀ, θ → x²", "ascii", "QK^T, theta -> x^2"),
        ("QKᵀ, θ → x²", "cp949", "QK^T, θ → x²"),
        ("n ≤ 5 ≠ ∞…", "ascii", "n <= 5 != inf..."),
        ("점수 é", "ascii", "?? ?"),
        ("점수", "cp949", "점수"),
        ("\u22125", None, "-5"),
        ("θ\u2212", "utf-8", "θ\u2212"),
    ],
)
def test_a_sign_that_an_encoding_lacks_is_written_with_its_letters(text, encoding, shown):
    assert encodable(text, encoding) == shown


def test_all_that_stands_for_a_sign_is_ascii():
    for sign, letters in _SUBSTITUTES.items():
        assert letters.isascii(), sign
        assert encodable(sign, "ascii") == letters
