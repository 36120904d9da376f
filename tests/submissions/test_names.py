"""Nobody's report or grade goes to another, whatever folders are called and whatever a disk takes for one name."""

from hypothesis import given
from hypothesis import strategies as st

from grader import submissions
from grader.core.safe_text import file_name
from grader.submissions.files import distinct


def test_a_number_never_makes_a_name_that_somebody_has_by_nature():
    assert distinct(["A", "a", "a-2"]) == ["A", "a-3", "a-2"]
    assert distinct(["a-2", "a", "a"]) == ["a-2", "a", "a-3"]
    assert distinct(["x", "x", "X-2", "x_3", "x"]) == ["x", "x-3", "X-2", "x_3", "x-4"]
    assert distinct(["kim lee", "kim_lee", "kim lee-2"]) == ["kim lee", "kim_lee-3", "kim lee-2"]


def test_many_of_one_name_are_numbered_at_once():
    assert distinct(["ada"] * 3000)[-1] == "ada-3000"


NAMES = st.lists(st.sampled_from(["a", "A", "a-2", "A-2", "a-3", "a 2", "a_2", "\uac00", "\u1100\u1161", "ｘ" * 80]))


@given(NAMES)
def test_every_name_is_ones_own_and_the_first_to_bear_it_keeps_it(names):
    found = distinct(names)
    assert len({file_name(name).casefold() for name in found}) == len(names)
    first = {}
    for name, given_name in zip(names, found, strict=True):
        assert first.setdefault(name, given_name) == given_name or given_name not in names


def test_folders_that_a_disk_takes_for_one(tmp_path, reference, untouched, assignment):
    for name, text in (("A", reference), ("a", untouched), ("a-2", reference)):
        (tmp_path / name / "work").mkdir(parents=True)
        (tmp_path / name / "attention.py").write_text(text)
    by_path = {one.path.rpartition("/")[2]: one.id for one in submissions.find([tmp_path], assignment)}
    assert by_path == {"A": "A", "a": "a-3", "a-2": "a-2"}
