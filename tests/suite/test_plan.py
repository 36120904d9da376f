"""The suite's plan: files of steps, points that can be meant, and what an author reads where they cannot."""

from types import SimpleNamespace

import pytest

from grader.core.errors import SpecError
from grader.course import loading
from grader.grading import run
from grader.submissions import find
from grader.suite.checks import Check

MANIFEST = """\
schema: grader/assignment/1
id: tiny
title: {en: Tiny, ko: 작은 것}
file: tiny.py
points: {code: 3}
steps:
- {id: double, title: {en: Double, ko: 두 배}, functions: [double], points: 3}
"""
TEST = """\
from pytest import mark

points = mark.points


@points(MARK)
def test_two(learner):
    assert learner.double(2) == 4
"""


@pytest.fixture
def graded(tmp_path):
    """`graded("3, core=True")`: the outcome of a right answer where the only check has these points."""

    def make(mark, file="test_double.py"):
        folder = tmp_path / "solutions" / "tiny"
        (folder / "hidden").mkdir(parents=True)
        (folder / "assignment.yaml").write_text(MANIFEST, encoding="utf-8")
        (folder / "tiny.py").write_text("def double(x):\n    return 2 * x\n", encoding="utf-8")
        (folder / "hidden" / file).write_text(TEST.replace("MARK", mark), encoding="utf-8")
        assignment, reports = loading.load(tmp_path, "tiny"), []
        run.grade(assignment, find([folder / "tiny.py"], assignment), reports.append, isolation="process")
        return reports[0].steps[0]

    return make


@pytest.mark.parametrize("mark", ["", "3", "3, core=True", "core=False"])
def test_points_that_can_be_meant(graded, mark):
    assert graded(mark).score.earned == 3


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("'1'", "@points('1'): expected one whole number above 0, as in @points(3, core=True)"),
        ("0", "@points(0): expected one whole number above 0, as in @points(3, core=True)"),
        ("True", "@points(True): expected one whole number above 0, as in @points(3, core=True)"),
        ("1, 2", "@points(1, 2): expected one whole number above 0, as in @points(3, core=True)"),
        ("1, cor=True", "@points(1, cor=True): unknown 'cor'; did you mean 'core'?"),
        ("1, core=1", "@points(1, core=1): core has to be True or False"),
    ],
)
def test_points_that_cannot_are_the_authors_to_mend(graded, mark, said):
    with pytest.raises(SpecError) as caught:
        graded(mark)
    assert str(caught.value) == f"solutions/tiny/hidden/test_double.py:6: {said}"


def test_a_file_of_no_step_is_the_authors_to_mend(graded):
    with pytest.raises(SpecError) as caught:
        graded("3", file="test_doubel.py")
    assert str(caught.value) == "solutions/tiny/hidden/test_doubel.py: belongs to no step; did you mean 'double'?"


def test_a_fixture_that_is_none_is_named(graded, monkeypatch):
    monkeypatch.setitem(globals(), "TEST", TEST.replace("(learner)", "(learner, normel)"))
    step = graded("3, core=True")
    assert step.score.held == 3
    assert "no fixture 'normel'; did you mean 'normal'?" in step.checks[0].message


def test_a_renamed_check_keeps_the_random_data_of_its_first_name():
    def check(name, *formerly):
        return Check(f"double.{name}", "double", "", "", 1, False, (), formerly)

    case = SimpleNamespace(name="test_two[3-4]")
    assert check("two").drawn_by(case) == "double.two/test_two[3-4]"
    assert check("two", "double.pair", "double.both").drawn_by(case) == "double.pair/test_pair[3-4]"


def test_a_check_is_named_by_its_step_its_id_or_an_earlier_one():
    check = Check("double.two", "double", "", "", 1, False, (), ("double.pair",))
    assert all(check.named([word]) for word in ("double", "double.two", "double.pair"))
    assert not any(check.named([word]) for word in ("double.tw", "two", "pair"))
