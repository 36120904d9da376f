"""Errors name paths that others chose: none of them moves a terminal's cursor, changes its title or turns its text."""

import unicodedata

import pytest

from grader.core.safe_text import visible

ODD = ["x\x1b]0;title\x07", "red\x1b[31m", "turn\u202etxt.ezam", "line\u2028break", "back\x08\x08", "bell\x07\x9b2J"]
CONTROLS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def harmless(text):
    """True where no sign but line breaks and tabs is one that a terminal acts on."""
    return all(c in "\n\t" or unicodedata.category(c) not in CONTROLS for c in text)


@pytest.mark.parametrize("name", ODD)
def test_a_path_in_an_error_is_shown_and_does_nothing(grader, root, tmp_path, name):
    (tmp_path / name).mkdir()
    for arguments in (
        ("grade", tmp_path / name),
        ("stats", tmp_path / name),
        ("export", tmp_path / name / "none", "--to", "canvas"),
    ):
        done = grader(*arguments, "--course", root) if arguments[0] == "grade" else grader(*arguments)
        assert done.returncode in (2, 3), (arguments, done.stdout)
        assert harmless(done.stderr), repr(done.stderr)
        assert visible(name) in done.stderr


@pytest.mark.parametrize("arguments", [["gra\x1b[31mde"], ["grade", "--only\x1b[2J"], ["check", "--lang", "\u202eko"]])
def test_so_are_words_of_a_command_line(grader, arguments):
    done = grader(*arguments)
    assert done.returncode == 2
    assert harmless(done.stderr), repr(done.stderr)


def test_what_is_harmless_stays_and_the_rest_can_be_told_apart():
    assert visible("a/b c.py: 한국어, é, ✓\n\tnext") == "a/b c.py: 한국어, é, ✓\n\tnext"
    assert visible("x\x1b\x07\u202e\U000e0001\ud800") == "x\\x1b\\x07\\u202e\\U000e0001\\ud800"
