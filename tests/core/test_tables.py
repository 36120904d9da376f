"""Tables of figures in a terminal: nothing is cut off, and what is too long for its column goes on in a line below."""

from hypothesis import given
from hypothesis import strategies as st

from grader.core.safe_text import cells
from grader.core.tables import table

HEAD = ("check", "passed", "mean", "look at")
NAMES = st.text(st.sampled_from("abc_.가나"), min_size=1, max_size=40)
ROWS = st.lists(st.tuples(NAMES, st.integers(0, 999).map(str), st.integers(0, 99).map(str), NAMES), max_size=5)


def test_a_row_that_fits_is_one_line():
    assert table(HEAD, [("softmax.rows", "7", "1.5", "-")], (0, 3), 60) == [
        "check         passed  mean  look at",
        "softmax.rows       7   1.5  -",
    ]


def test_a_long_name_gets_a_line_of_its_own_where_the_table_is_too_wide():
    assert table(HEAD, [("softmax.each_row_is_a_softmax", "7", "1.5", "-")], (0, 3), 40) == [
        "check",
        "   passed  mean  look at",
        "softmax.each_row_is_a_softmax",
        "        7   1.5  -",
    ]


@given(ROWS, st.integers(45, 120))
def test_no_line_is_too_wide_and_every_figure_and_name_is_there(rows, width):
    lines = table(HEAD, rows, (0, 3), width)
    assert max(map(cells, lines)) <= width
    written = "".join("".join(lines).split())
    for name, passed, mean, _ in rows:
        assert passed in written and mean in written
        if cells(name) >= 24 and any(line == name for line in lines):
            below = lines[lines.index(name) + 1]
            assert below.startswith(" ")
    if rows and not any(len(line.split()) < 4 for line in lines):
        assert [line.split() for line in lines[1:]] == [list(row) for row in rows]
