"""GitHub Classroom's reporter, its arithmetic written again: both totals that it shows are ours."""

import base64
import json
from fractions import Fraction

import msgspec
import pytest
from format_samples import MORE, check, report, step
from hypothesis import given
from hypothesis import strategies as st

from grader.core.model import Outcome
from grader.reports.formats import classroom, classroom50, github
from grader.reports.formats.transcript import transcript
from grader.reports.schema import Score


def reporter(encoded):
    """What the reporter shows of one runner's result: its table's row, the line above, the two notices, its end.

    JavaScript's numbers are Python's floats. The table divides passed by all tests and multiplies by the maximum; the
    notices add up the tests' scores, and there are none where the maximum is 0.
    """
    result = json.loads(base64.b64decode(encoded))
    tests, most = result["tests"], result["max_score"] or 0
    for test in tests:
        assert isinstance(test["name"], str)
        assert isinstance(test["score"], int)
        assert test["line_no"] == 0 or (isinstance(test["line_no"], int) and test["filename"])
        assert "\n" not in test["name"] + test["message"]
    table = sum(test["status"] == "pass" for test in tests) / len(tests) * most
    points, maximum = (sum(test["score"] for test in tests), most) if most else (0, 0)
    notices = [f"Points {points}/{maximum}", f'{{"totalPoints":{points},"maxPoints":{maximum}}}'] if maximum else []
    return {
        "table": table,
        "line": f"{table:.2f}/{most}",
        "notices": notices,
        "fails": result["status"] in ("fail", "error"),
    }


def agrees(grade, write):
    encoded = write(grade, {})
    assert encoded.count("\n") == 1
    assert len(encoded) < 128 * 1024  # one variable of the environment
    seen, (earned, possible) = reporter(encoded), grade.rounded()
    assert seen["line"] == f"{earned:.2f}/{possible}"
    assert round(seen["table"], 9) == earned
    assert seen["table"] == (earned / possible * possible if possible else 0)  # not an ulp from what a division gives
    assert seen["notices"] == [told.rpartition("::")[2] for told in github.notices(grade)]
    assert seen["fails"] == (grade.status != "pass")


@pytest.mark.parametrize("write", [classroom.write, classroom.write_v1])
@pytest.mark.parametrize("sample", MORE)
def test_both_totals_are_ours(graded, sample, write):
    agrees(graded(sample), write)


def steps_of(points):
    """A report of steps worth `points`, each with two checks, of which `earned` thirds of the second are lost."""
    made = []
    for number, (possible, thirds) in enumerate(points, 1):
        most = Fraction(possible)
        one = step(number, f"s{number}", f"Step {number}", check(f"s{number}.a", "a", possible=most))
        outcome = Outcome.PASSED if thirds == 3 else Outcome.FAILED
        made.append(msgspec.structs.replace(one, score=Score(most * thirds / 3, most), outcome=outcome))
    return transcript(report("ada", *made), "en")


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 3)), max_size=12))
def test_any_points_agree_in_both_displays(points):
    grade = steps_of(points)
    agrees(grade, classroom.write)
    result = classroom50.of(grade, {})
    assert sum(test["score"] for test in result["tests"]) == result["score"] == grade.rounded()[0]


def test_of_71_possible_scores_of_70_the_table_prints_68_without_a_tail():
    """29/70*70 is 28.999999999999996 in binary, whoever sends it; the notice and the line above have 29."""
    assert [e for e in range(71) if e / 70 * 70 != e] == [29, 47, 58]


def test_a_thousand_points_still_fit_and_add_up():
    grade = steps_of([(997, 2), (3, 3)])
    result = classroom.of(grade)
    assert len(result["tests"]) == 2
    assert sum(test["score"] for test in result["tests"]) == grade.rounded()[0]
    assert len(classroom.write(grade, {})) < 128 * 1024


def test_only_the_first_missing_point_of_a_step_carries_the_message(graded):
    tests = [test for test in classroom.of(graded("failing"))["tests"] if test["task_id"] == "scores"]
    assert [test["status"] for test in tests] == ["pass"] * 7 + ["fail"] * 3
    assert [bool(test["message"]) for test in tests] == [False] * 7 + [True, False, False]
    assert tests[7]["filename"] == "attention.py"
    assert tests[7]["line_no"] == 41
    assert all(len(test["output"]) <= 500 for test in tests)
