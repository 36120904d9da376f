"""Rosters of Canvas, Moodle, Classroom 50 and plain ones; complaints with file and line."""

import pytest

from grader.core.errors import UsageError
from grader.gradebook.roster import Person
from grader.gradebook.roster_csv import read_roster

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (8123),Final Score
    Points Possible,,,,,100,(read only)
"Lovelace, Ada",901,U-1,ada,"Monday, A1",77,77
"Student, Test",999,,,Monday,,
"김, 유진",902,U-2,eunji,Tuesday,,
"""
MOODLE = """First name\tSurname\tID number\tEmail address\tGroups
Ada\tLovelace\t2026001\tada@example.org\tA
유진\t김\t\teunji@example.org\t
"""
WORKSHEET = """Identifier,"Full name","Email address",Status,Grade,"Maximum Grade"
"Participant 4711","Ada Lovelace",ada@example.org,"Submitted for grading",,100
"""
CLASSROOM = "username,first_name,last_name,email,section,github_id\nal-gh,Ada,Lovelace,ada@example.org,1,123\n"
PLAIN = "\ufeffid;name;e-mail;github\r\nada;Ada Lovelace;ada@example.org;al-gh\r\n\r\nben;;;\r\n"


@pytest.mark.parametrize(
    ("text", "kind", "people"),
    [
        (
            CANVAS,
            "canvas",
            (
                Person("ada", "Lovelace, Ada", "Monday, A1", "", {"canvas": "901", "sis": "U-1", "login": "ada"}),
                Person("eunji", "김, 유진", "Tuesday", "", {"canvas": "902", "sis": "U-2", "login": "eunji"}),
            ),
        ),
        (
            MOODLE,
            "moodle",
            (
                Person("2026001", "Ada Lovelace", "A", "ada@example.org", {"idnumber": "2026001"}),
                Person("eunji@example.org", "유진 김", "", "eunji@example.org"),
            ),
        ),
        (
            WORKSHEET,
            "worksheet",
            (Person("ada@example.org", "Ada Lovelace", "", "ada@example.org", {"moodle": "4711"}),),
        ),
        (
            CLASSROOM,
            "classroom50",
            (Person("al-gh", "Ada Lovelace", "1", "ada@example.org", {"github": "al-gh", "github_id": "123"}),),
        ),
        (PLAIN, "plain", (Person("ada", "Ada Lovelace", "", "ada@example.org", {"github": "al-gh"}), Person("ben"))),
    ],
    ids=["canvas", "moodle", "worksheet", "classroom50", "plain"],
)
def test_each_kind_is_told_by_its_header(tmp_path, text, kind, people):
    path = tmp_path / "roster.csv"
    path.write_bytes(text.encode())
    found, read = read_roster(path)
    assert found == kind
    assert [(one.id, one.name, one.section, one.email) for one in read] == [
        (one.id, one.name, one.section, one.email) for one in people
    ]
    for one, wanted in zip(read, people, strict=True):
        assert wanted.external.items() <= one.external.items()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", ":1: empty; the first line has to name the columns"),
        (b"id,name\n", ": a header and nobody under it"),
        (b"naam,klas\nada,1\n", ":1: no roster that is known here: it needs a column 'id'"),
        (b"id,id\nada,ada\n", ":1: two columns are called 'id'"),
        (b"id,name\nada,A\nben,B\nada,C\n", ":4: 'ada' stands in {path}:2 already"),
        (b"id,name\nada,A\n,B\n", ":3: no id in this line; a plain roster has it in 'id'"),
        (b"id,name\nada,A,1\n", ":2: 3 cells, but the header names 2 columns"),
        (b'id,name\nada,"A\n', ":2: not CSV: unexpected end of data"),
        ("id,name\nada,A\nben,é\n".encode("latin-1"), ":3: not UTF-8; save it again as CSV UTF-8"),
    ],
)
def test_a_mistake_is_named_with_file_and_line(tmp_path, text, said):
    path = tmp_path / "roster.csv"
    path.write_bytes(text)
    with pytest.raises(UsageError) as error:
        read_roster(path)
    assert str(error.value).startswith(f"{path}{said.format(path=path)}")


def test_a_kind_that_is_asked_for_has_to_fit(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text(PLAIN)
    with pytest.raises(UsageError, match="a canvas roster has the column 'student'; this one has: id, name"):
        read_roster(path, "canvas")
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_roster(tmp_path / "none.csv")


def test_a_name_cannot_command_a_terminal(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text("id,name\nada,\x1b[2J::error::x\n")
    assert read_roster(path)[1][0].name == "[2J: :error: :x"
