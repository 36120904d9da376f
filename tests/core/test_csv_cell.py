"""No spreadsheet takes a learner's text for a formula, whichever sign it cuts the lines at."""

import csv
import io
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.core.csv_files import plain, safe, would_run

FORMULAS = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "＝1+1", " =1", "\u00a0=1", "-3+cmd|' /C calc'!A0"]
HARMLESS = ["", "-", "-2.5", "+3", "-50%", "김민수", "a=b", "x; y", "1;-2.5;+3", "f(x), -3 and -4", "a - b", "mail@x"]


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_cell_that_would_run_becomes_text(cell):
    assert would_run(cell)
    assert safe(cell) == "'" + cell
    assert plain(safe(cell)) == cell


@pytest.mark.parametrize("cell", HARMLESS)
def test_other_text_and_numbers_stay_as_they_are(cell):
    assert not would_run(cell)
    assert safe(cell) == plain(cell) == cell


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("x;=1", "x;'=1"),
        ("x\t=1", "x\t'=1"),
        ("x, @SUM(A1)", "x, '@SUM(A1)"),
        ("x|+1+1", "x|'+1+1"),
        ("x\n=1", "x\n'=1"),
        ('x;"=1"', 'x;"\'=1"'),
        ("\t=1", "'\t'=1"),
        ("=1;=2", "'=1;'=2"),
        ("x;-3+cmd|' /C calc'!A0", "x;'-3+cmd|' /C calc'!A0"),
        ("x;＝1", "x;'＝1"),
        ("x;;=1", "x;;'=1"),
    ],
)
def test_a_piece_of_a_cell_that_would_run_becomes_text(cell, written):
    assert would_run(cell)
    assert safe(cell) == written


HARMLESS_START = re.compile(r"[+-]?[0-9]+|-|(?:[+-]?[0-9]+|-)[\s\";,|].*")  # a number or a dash, and cut there
PIECES = st.lists(st.sampled_from(["=", "+", "-", "@", ";", ",", "\t", "|", "\n", "\r", '"', " ", "a", "1", "'"]))


@given(st.lists(PIECES.map("".join), min_size=1, max_size=3), st.sampled_from(",;\t"))
@example(["x;=cmd|' /C calc'!A0;"], ",")
@example(['x;"=1"'], ",")
@example(['"='], ",")
def test_whichever_sign_a_spreadsheet_cuts_at(row, delimiter):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerow([safe(cell) for cell in row])
    assert not any(would_run(safe(cell)) for cell in row)
    for sign in ",;\t|":
        for piece in re.split(rf"[\r\n{re.escape(sign)}]", out.getvalue()):
            text = piece.strip(' "')
            assert text[:1] not in tuple("=+-@") or HARMLESS_START.fullmatch(text), piece
