"""A CSV of another system is read, or refused in one sentence, whatever is in it."""

import pytest

from grader.core.csv_files import read_sheet
from grader.core.errors import UsageError


@pytest.mark.parametrize(
    "text", ["Student,ID\n" + "x" * 200_000 + ",1\n", "," * 3 + "x" * 200_000, 'Student,ID\n"ada,1\n']
)
def test_what_is_no_csv_is_named(tmp_path, text):
    path = tmp_path / "grades.csv"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"grades\.csv:\d+: not CSV: "):
        read_sheet(path)
