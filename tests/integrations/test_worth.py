"""What an assignment is worth is the manifest's, whatever anybody handed in: in exports, for lateness, in scores.json.

The cases began as a report: with no quiz handed in, grades went out "out of 70" and as full marks, a day late cost
less than with a quiz, and the quiz of one classmate changed what everybody else got.
"""

import csv
import datetime
import io
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_reports import as_schema_1

from grader.core.errors import UsageError
from grader.gradebook import Gradebook, Stored
from grader.gradebook.late_policy import LatePolicy
from grader.integrations import grades_of
from grader.integrations.canvas import merge
from grader.integrations.github.repos_csv import RepositoryRow
from grader.integrations.github.scores import with_overrides
from grader.integrations.gradescope import gradescope_plan
from grader.integrations.moodle import moodle_plan
from grader.integrations.spreadsheet import spreadsheet_plan
from grader.reports.schema import from_data

DUE = datetime.datetime(2026, 12, 1, tzinfo=datetime.UTC)
TITLE = "Self-attention in numpy"
CODES = [(4, 10), (4, Fraction(10, 3)), (0, 10), (0, 0)]
QUIZZES = ["1/2", 3, "17/3", 6]
points = st.fractions(min_value=0, max_value=1, max_denominator=12)


def grades(*reports):
    return list(grades_of(map(from_data, reports)))


def told(grades):
    """Learner -> what each system gets, of a class of these."""
    sheet = spreadsheet_plan(grades, max(grade.possible for grade in grades)).files[""]
    found = {row["learner"]: [row] for row in csv.DictReader(io.StringIO(sheet.removeprefix("\ufeff"), newline=""))}
    for change in moodle_plan(grades, Fraction(20), TITLE).changes:
        found[change.learner].append(change.new)
    for change in gradescope_plan(grades).changes:
        found[change.learner].append(change.new)
    return found


@given(st.lists(st.tuples(points, points, points, st.none() | points), min_size=1, max_size=4))
def test_a_grade_is_out_of_everything_and_no_classmate_changes_it(make, learners):
    data = [
        make(f"s{i}", (4 * one, 10 * two), 5 * bonus, None if quiz is None else 6 * quiz)
        for i, (one, two, bonus, quiz) in enumerate(learners)
    ]
    whole = told(grades(*data))
    for i, (one, two, bonus, quiz) in enumerate(learners):
        mine = whole[f"s{i}"]
        assert told(grades(data[i]))[f"s{i}"] == mine
        assert told(grades(as_schema_1(data[i])))[f"s{i}"] == mine
        assert mine[0]["possible"] == "20"
        assert Fraction(mine[0]["total_exact"]) == 4 * one + 10 * two + 5 * bonus + 6 * (quiz or 0)
        assert mine[0]["quiz"] == ("0" if not quiz else mine[0]["quiz"])


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("quiz", QUIZZES)
def test_whoever_leaves_the_quiz_out_never_has_more_than_with_one_right_answer(make, code, quiz):
    without, some = make("ada", code), make("ada", code, quiz=quiz)
    for plain, answered in ((without, some), (as_schema_1(without), as_schema_1(some))):
        less, more = grades(plain)[0], grades(answered)[0]
        assert (less.possible, more.possible) == (20, 20)
        assert more.total == less.total + Fraction(quiz)
        for plan in (gradescope_plan([less]), gradescope_plan([more])):
            tests = json.loads(plan.files["ada/results.json"])["tests"]
            assert sum(test["max_score"] for test in tests if "max_score" in test) == 20
        scores = {"schema": "classroom50/scores/v1", "assignments": {"a": {"type": "individual", "entries": []}}}
        row = RepositoryRow("ada", "course/a-ada", "fetched", "0" * 40)
        pair = [with_overrides(scores, "cs1", "a", [(row, from_data(one))]) for one in (plain, answered)]
        records = [data["assignments"]["a"]["entries"][0]["submissions"][0] for data, _ in pair]
        assert [record["max-score"] for record in records] == [20, 20]
        assert [sum(test["max-score"] for test in record["tests"]) for record in records] == [20, 20]
        assert records[0]["score"] <= records[1]["score"] <= 20
        assert records[0]["score"] < 20


@pytest.mark.parametrize(("per_day", "days"), [("1/10", 1), ("1/10", 3), ("1/4", 2), ("1/3", 9)])
@pytest.mark.parametrize("schema", [2, 1])
def test_a_day_late_costs_the_same_with_and_without_a_quiz(grader, make, tmp_path, rows, per_day, days, schema):
    path, cap = tmp_path / "gradebook.db", Fraction(1, 2)
    learners = {"noquiz": None, "little": "1/2", "some": 3, "all": 6}
    with Gradebook.open(path, create=True) as book:
        book.add_assignment("self_attention", TITLE)
        book.set_policy("self_attention", LatePolicy(DUE, 0, Fraction(per_day), cap), "kim")
        for name, quiz in learners.items():
            report = make(name, bonus=5, quiz=quiz) if schema == 2 else as_schema_1(make(name, bonus=5, quiz=quiz))
            book.store("self_attention", name, name, "{}", Stored(name, json.dumps(report), "en", ""))
        book.receive("self_attention", [(name, DUE + datetime.timedelta(days=days)) for name in learners])
    assert grader("export", path, "--to", "csv", "-o", tmp_path / "out.csv").returncode == 0
    head, *rest = rows((tmp_path / "out.csv").read_text(encoding="utf-8"))
    found = {row[0]: dict(zip(head, row, strict=True)) for row in rest}
    cost = min(days * Fraction(per_day), cap) * 20
    for name, quiz in learners.items():
        assert Fraction(found[name]["total_exact"]) == 14 + 5 + Fraction(quiz or 0) - cost
        assert (found[name]["days_late"], found[name]["possible"]) == (str(days), "20")
    assert len({row["deduction"] for row in found.values()}) == 1


CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section,Self-attention in numpy (77)\n    Points Possible,,,,,{worth}\n"


def into_canvas(path, reports, worth, possible=Fraction(20), **options):
    """Learner -> what Canvas gets in a column of that worth."""
    students = "".join(
        f"{one['submission']['id']},{i},,{one['submission']['id']},A,\n" for i, one in enumerate(reports)
    )
    path.write_text(CANVAS.format(worth=worth) + students, encoding="utf-8")
    plan = merge(path, grades(*reports), possible, titles=[TITLE], **options)
    assert plan.left_out == ()
    return {change.learner: Fraction(change.new) for change in plan.changes}


@pytest.mark.parametrize("others", [[], [None], [3], [None, 6, "1/2"]])
def test_in_canvas_a_column_of_the_manifests_points_fits_whoever_handed_in(tmp_path, make, others):
    mine = [make("kim", (4, 4)), make("lee", (4, 10), bonus=5)]
    rest = [make(f"s{i}", quiz=quiz) for i, quiz in enumerate(others)]
    found = into_canvas(tmp_path / "canvas.csv", [*mine, *rest], 20)
    assert (found["kim"], found["lee"]) == (8, 19)


@pytest.mark.parametrize("worth", ["20.01", "21", "70", "100", "1000"])
@pytest.mark.parametrize("scale", [False, True])
def test_a_column_worth_more_is_refused_since_no_grade_is_scaled_up(tmp_path, make, worth, scale):
    with pytest.raises(UsageError) as raised:
        into_canvas(tmp_path / "canvas.csv", [make("kim", bonus=5), make("lee", (4, 0))], worth, scale=scale)
    assert str(raised.value) == (
        f"{tmp_path / 'canvas.csv'}:2: the column is out of {worth}, these grades are out of 20; "
        "change the column in Canvas to 20 points, since no grade is ever scaled up"
    )


@pytest.mark.parametrize("worth", ["19.99", "14", "10", "1"])
def test_a_column_worth_less_is_scaled_to_only_where_that_is_asked_for(tmp_path, make, worth):
    with pytest.raises(
        UsageError, match=f"out of {worth}, these grades are out of 20; change it in Canvas, or --scale"
    ):
        into_canvas(tmp_path / "canvas.csv", [make("kim")], worth)
    found = into_canvas(tmp_path / "canvas.csv", [make("kim", (4, 4)), make("lee", bonus=5, quiz=6)], worth, scale=True)
    assert found["lee"] == round(Fraction(worth) * 25 / 20, 2)
    assert abs(found["kim"] - Fraction(worth) * 8 / 20) <= Fraction(1, 200)


@pytest.mark.parametrize("worth", ["0", "-5"])
def test_a_column_worth_nothing_makes_no_zeros_of_grades(tmp_path, make, worth):
    with pytest.raises(
        UsageError, match=f"the column is out of {worth}, these grades are out of 20; change the column"
    ):
        into_canvas(tmp_path / "canvas.csv", [make("kim")], worth, scale=True)


@given(
    one=points,
    bonus=points,
    quiz=st.none() | points,
    worth=st.integers(-500, 12000).map(lambda n: Fraction(n, 100)),
    scale=st.booleans(),
    unit=st.sampled_from([1, 100]),
)
def test_nobody_ever_gets_more_than_was_earned(tmp_path_factory, make, one, bonus, quiz, worth, scale, unit):
    report = make("kim", (4, 10 * one), 5 * bonus, None if quiz is None else 6 * quiz)
    path = tmp_path_factory.getbasetemp() / "worth.csv"
    try:
        found = into_canvas(path, [report], f"{float(worth):.2f}", scale=scale, unit=unit)
    except UsageError:
        assert worth != 20
        assert not (scale and 0 < worth < 20)
        return
    [earned] = [grade.total for grade in grades(report)]
    assert found["kim"] <= earned + Fraction(1, 2 * unit)  # rounded half up, as everywhere
    if worth < 20:
        assert abs(found["kim"] - earned * worth / 20) <= Fraction(1, unit)


def test_the_command_refuses_with_one_sentence_and_writes_nothing(grader, folder, make, tmp_path):
    place = folder(make("kim", (4, 4)), make("lee"))
    (tmp_path / "canvas.csv").write_text(CANVAS.format(worth=100) + "Kim,1,,kim,A,\nLee,2,,lee,A,\n")
    for words in ((), ("--scale",)):
        done = grader(
            "export", place, "--to", "canvas", "--into", tmp_path / "canvas.csv", *words, "-o", tmp_path / "o"
        )
        assert done.returncode == 2
        assert done.stderr == (
            f"Error: {tmp_path / 'canvas.csv'}:2: the column is out of 100, these grades are out of 20; "
            "change the column in Canvas to 20 points, since no grade is ever scaled up\n"
        )
    assert not (tmp_path / "o").exists()
