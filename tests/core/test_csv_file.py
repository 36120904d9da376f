"""CSV files as people and systems write them: marks, delimiters, quotes, and complaints with file and line."""

import csv
import io

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given

from grader.core.csv_files import Wanted, delimiter_of, read_csv, read_sheet
from grader.core.errors import UsageError
from grader.gradebook.roster_csv import read_table


@pytest.fixture
def file(tmp_path):
    def make(data):
        path = tmp_path / "some.csv"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    return make


@given(
    st.lists(st.lists(st.text("ab,;\t\"' é\n", max_size=6), min_size=2, max_size=4), min_size=1, max_size=5),
    st.sampled_from(",;\t"),
)
def test_the_sign_that_cuts_evenly_is_found(rows, sign):
    others = {",", ";", "\t"} - {sign}
    assume(len({len(row) for row in rows}) == 1)
    assume(not any(other in cell for other in others for row in rows for cell in row))
    out = io.StringIO()
    csv.writer(out, delimiter=sign).writerows(rows)
    assert delimiter_of(out.getvalue()) == sign


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("a,b,c\n1,2\n", ","),  # no sign cuts evenly: the one of the first line
        ("a\tb\n1\t2\n", "\t"),
        ("one column\nada\n", ","),
        ('a;b\n"x\ny, z";1\n', ";"),  # a cell of two lines
        ('"Lovelace, Ada";1\n"Kim, Min";2\n', ";"),
        ("", ","),
    ],
)
def test_a_sign_is_always_told(text, sign):
    assert delimiter_of(text) == sign


def test_a_row_knows_the_line_it_ends_on_and_a_mark_is_noticed(file):
    found = read_csv(file('\ufeffid,said\r\n\r\nada,"two\r\nlines"\r\nben,x\r\n'))
    assert found.rows == [(1, ["id", "said"]), (2, []), (4, ["ada", "two\r\nlines"]), (5, ["ben", "x"])]
    assert found.marked
    assert not read_csv(file("id\n")).marked


@pytest.mark.parametrize(
    ("data", "table", "sheet"),
    [
        (b"", ":1: empty; the first line has to name the columns", ":1: empty; export it again"),
        (b"\xef\xbb\xbf\r\n \r\n", ":1: empty; the first line has", ":1: empty; export it again"),
        (
            b"a,b\n1,\xe9\n",
            ":2: not UTF-8; save it again as CSV UTF-8",
            ":2: not UTF-8; export it again as CSV in UTF-8",
        ),
        ("a,b\n".encode("utf-16"), ":1: not UTF-8; save", ":1: not UTF-8; export"),
        (b'a,b\n1,"2\n', ":2: not CSV: unexpected end of data", ":2: not CSV: unexpected end of data"),
        (b'a,b\n1,"2" 3\n', ":2: not CSV: ", ":2: not CSV: "),
    ],
)
def test_each_use_says_in_its_own_words_what_to_do(file, data, table, sheet):
    path = file(data)
    for read, said in ((read_table, table), (read_sheet, sheet)):
        with pytest.raises(UsageError) as error:
            read(path)
        assert str(error.value).startswith(f"{path}{said}")


def test_what_is_too_large_is_not_read_whole(file, monkeypatch):
    monkeypatch.setattr("grader.core.csv_files._LARGEST", 8)
    with pytest.raises(UsageError, match=r"larger than 0 MiB, so no list of names"):
        read_csv(file("a,b,c,d,e\n"), Wanted("list of names"))


def test_a_folder_in_its_place_is_named(tmp_path):
    with pytest.raises(UsageError, match="cannot be read: Is a directory"):
        read_csv(tmp_path)
