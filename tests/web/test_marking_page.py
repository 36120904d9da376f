"""Marking: equal answers together, points from a rubric that may change later, undone, shared, and compared."""

import html
import re
from fractions import Fraction

import pytest

from grader.gradebook import Gradebook
from grader.gradebook.manual_marks import OpenAnswer
from grader.web.answer_groups import groups_of, near

A = "self_attention"
ITEM = "/a/self_attention/marking/c1-open"


def answer(text, learner="x"):
    return OpenAnswer(learner, learner, "q", text, Fraction(2))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Softmax over rows.", "softmax  over rows"),
        ("the row sums to 1", "The row sums to 1!"),
        ("ｓｏｆｔｍａｘ", "softmax"),
        ("각 행의 합은 1", "각 행의 합은  1."),
        ("Q·Kᵀ / √d_k", "q·kᵀ / √d_k"),
    ],
)
def test_spelling_alone_parts_no_answers(one, other):
    assert len(groups_of([answer(one), answer(other)])) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("n", "n²"), ("a + b", "a - b"), ("rows", "columns"), ("1", "-1"), ("x < y", "x > y"), ("", "nothing")],
)
def test_what_differs_in_meaning_stays_apart(one, other):
    assert len(groups_of([answer(one), answer(other)])) == 2


def test_near_answers_are_suggested_and_marked_ones_are_not():
    texts = ["every token looks at all other tokens", "each token looks at all other tokens", "softmax"]
    groups = groups_of([answer(text) for text in texts])
    first = next(group for group in groups if group.text.startswith("every"))
    assert [group.text for group in near(first, groups)] == ["each token looks at all other tokens"]


def form(text):
    """The fields of the judging form: group, what was seen, and the criteria."""
    hidden = {name: re.search(rf'name="{name}" value="([^"]*)"', text)[1] for name in ("group", "seen")}
    criteria = re.findall(r'name="criterion" value="([^"]+)"', text)
    return {key: html.unescape(value) for key, value in hidden.items()}, criteria


@pytest.fixture
def rubric(desk):
    """The question's page with the rubric of the quiz's own file."""
    desk.post(f"{ITEM}/starter", {"back": ITEM})
    return desk.get(ITEM).text


def marks(desk):
    with desk.book() as book:
        return {
            (one.learner, one.item): (one.mark.points, one.mark.author)
            for one in book.open_answers(A)
            if one.mark is not None
        }


def test_a_group_is_marked_at_once_and_the_points_reach_report_and_grade(desk, rubric):
    hidden, criteria = form(rubric)
    assert len(criteria) == 4
    before = desk.get(ITEM).text.count("×")
    answered = desk.post(ITEM, {**hidden, "criterion": criteria[:3], "comment": "Say <why>."})
    assert (answered.status_code, answered.headers["location"]) == (303, ITEM)
    found = marks(desk)
    assert len(found) > 1
    assert set(found.values()) == {(Fraction(3, 2), "kim")}
    learner = next(iter(found))[0]
    with desk.book() as book:
        report = next(one for one in book.reports(A, marked=True) if one.submission.id == learner)
        item = next(one for one in report.quiz_answers.items if one.id == "c1-open")
        assert (item.score.earned, item.score.held) == (Fraction(3, 2), 0)
        assert "Say <why>." in item.message["en"]
    assert "Say &lt;why&gt;." in desk.get(f"/a/{A}/person/{learner}/preview").text
    assert before >= 0


def test_the_next_group_is_another_one(desk, rubric):
    hidden, criteria = form(rubric)
    desk.post(ITEM, {**hidden, "criterion": criteria[:1]})
    assert form(desk.get(ITEM).text)[0]["group"] != hidden["group"]


def test_a_mark_that_was_made_meanwhile_is_not_overwritten_unseen(desk, rubric):
    hidden, criteria = form(rubric)
    desk.post(ITEM, {**hidden, "criterion": criteria[:1]})
    again = desk.post(ITEM, {**hidden, "criterion": criteria[:4]})
    assert again.status_code == 409
    assert "somebody marked this answer meanwhile" in again.text
    assert {points for points, _ in marks(desk).values()} == {Fraction(1, 2)}


def test_a_changed_rubric_changes_all_marks_after_a_preview(desk, rubric):
    hidden, criteria = form(rubric)
    desk.post(ITEM, {**hidden, "criterion": criteria[:1]})
    change = {"name": criteria[0], "text": "worth more", "points": "1,5", "back": ITEM}
    shown = desk.post(f"{ITEM}/criterion", change)
    assert shown.status_code == 200
    assert "worth more" in shown.text
    assert {points for points, _ in marks(desk).values()} == {Fraction(1, 2)}
    desk.post(f"{ITEM}/criterion", {**change, "sure": "1"})
    assert {points for points, _ in marks(desk).values()} == {Fraction(3, 2)}
    desk.post(f"{ITEM}/criterion", {**change, "gone": "1", "sure": "1"})
    assert {points for points, _ in marks(desk).values()} == {Fraction(0)}


@pytest.mark.parametrize("points", ["", "x", "1/0", "nan", "1e400", "--1", "9999999"])
def test_points_that_are_none_are_named(desk, rubric, points):
    answered = desk.post(f"{ITEM}/criterion", {"name": "", "text": "t", "points": points, "back": ITEM})
    assert answered.status_code == 409
    assert "write points such as" in answered.text


def test_a_mark_is_taken_back_and_the_one_before_holds(desk, rubric):
    hidden, criteria = form(rubric)
    desk.post(ITEM, {**hidden, "criterion": criteria[:1]})
    first = marks(desk)
    page = desk.get(ITEM, params={"group": hidden["group"]}).text
    desk.post(ITEM, {**form(page)[0], "criterion": criteria})
    assert {points for points, _ in marks(desk).values()} == {Fraction(2)}
    undone = desk.post(f"{ITEM}/undo")
    assert undone.status_code == 303
    assert marks(desk) == first
    desk.post(f"{ITEM}/undo")
    assert marks(desk) == {}
    assert desk.post(f"{ITEM}/undo").status_code == 409
    with desk.book() as book:
        assert [entry["action"] for entry in book.audit_log(A)].count("mark taken back") == 2 * len(first)


def test_shares_are_disjoint_and_whole(desk):
    def groups(query):
        return int(re.search(r"(\d+) different ones", desk.get(f"{ITEM}{query}").text)[1])

    assert groups("?part=1&parts=3") + groups("?part=2&parts=3") + groups("?part=3&parts=3") == groups("")


def test_a_second_marker_changes_no_mark_and_the_agreement_is_shown(desk, rubric):
    hidden, criteria = form(rubric)
    desk.post(ITEM, {**hidden, "criterion": criteria[:1]})
    held = marks(desk)
    page = desk.get(ITEM, params={"second": "1", "group": hidden["group"]}).text
    assert "checked" not in re.search(r"<form id=\"judge\".*?</form>", page, re.DOTALL)[0]
    answered = desk.post(f"{ITEM}?second=1", {**form(page)[0], "criterion": criteria[:2]})
    assert answered.headers["location"] == f"{ITEM}?second=1"
    assert marks(desk) == held
    assert f"judged twice: {len(held)}, alike 0 %" in desk.get(ITEM).text


def test_no_name_stands_on_the_page_that_is_marked(desk, rubric):
    text = desk.get(ITEM).text
    assert "Müller" not in text
    assert not re.search(r"\bs00\d\d\b", text)


def test_a_ruling_on_a_question_is_previewed_and_reaches_everybody(desk):
    with desk.book() as book:
        before = {grade.learner: grade.quiz for grade in book.final_grades(A)}
    ruling = {"item": "m4-rows", "kind": "all", "reason": "the key was wrong", "back": "/"}
    shown = desk.post(f"/a/{A}/items/rule", ruling)
    changed = int(re.search(r"the quiz of (\d+) people", shown.text)[1])
    with desk.book() as book:
        assert {grade.learner: grade.quiz for grade in book.final_grades(A)} == before
    desk.post(f"/a/{A}/items/rule", {**ruling, "sure": "1"})
    with desk.book() as book:
        after = {grade.learner: grade.quiz for grade in book.final_grades(A)}
        assert sum(before[name] != after[name] for name in before) == changed > 0
        assert all(after[name] >= before[name] for name in before if before[name] is not None)
    desk.post(f"/a/{A}/items/rule", {**ruling, "kind": "drop", "sure": "1"})
    with desk.book() as book:
        assert all(report.quiz.possible == 30 for report in book.reports(A, marked=True))
    desk.post(f"/a/{A}/items/rule", {**ruling, "kind": "", "sure": "1"})
    with desk.book() as book:
        assert {grade.learner: grade.quiz for grade in book.final_grades(A)} == before


def test_a_second_key_is_for_those_who_gave_that_answer(desk):
    with desk.book() as book:
        answers = {}
        for report in book.reports(A):
            for one in report.quiz_answers.items if report.quiz_answers is not None else ():
                if (
                    one.answer
                    and isinstance(one.answer, str)
                    and one.score.possible > one.score.earned
                    and not one.by_hand
                ):
                    answers.setdefault((one.id, one.answer), []).append(report.submission.id)
    (item, given), who = max(answers.items(), key=lambda pair: len(pair[1]))
    ruling = {"item": item, "kind": "accept", "answer": given, "reason": "also right", "back": "/"}
    shown = desk.post(f"/a/{A}/items/rule", ruling)
    assert int(re.search(r"the quiz of (\d+) people", shown.text)[1]) == len(who)


def test_questions_of_learners_are_taken_once_and_the_answer_reaches_them(desk, grader, tmp_path):
    table = tmp_path / "q.csv"
    table.write_text("learner,step,text\ns0001,softmax,Why 0 <points>?\ns0002,,All fine?\n", encoding="utf-8")
    for new in (2, 0):
        done = grader("gradebook", "requests", table, "--gradebook", desk.file)
        assert (done.returncode, done.stderr) == (0, f"{table}: 2 questions, {new} new\n")
    page = desk.get(f"/a/{A}/requests/").text
    assert "Why 0 &lt;points&gt;?" in page
    number = re.search(r'name="request" value="(\d+)"', page)[1]
    desk.post(f"/a/{A}/requests/reply", {"request": number, "text": "Look at the axis.", "back": "/"})
    with Gradebook.open(desk.file, reading=True) as book:
        report = next(one for one in book.reports(A, marked=True) if one.submission.id == "s0001")
    assert any("Look at the axis." in note for note in report.notes)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("who,text\na,b\n", "it needs the columns"),
        ("learner,text\nnobody,b\n", "nobody"),
        ("learner,text\ns0001,\n", ":2: a question needs"),
    ],
)
def test_a_file_of_questions_that_cannot_be_taken_takes_nothing(desk, grader, tmp_path, text, why):
    table = tmp_path / "q.csv"
    table.write_text(text, encoding="utf-8")
    done = grader("gradebook", "requests", table, "--gradebook", desk.file)
    assert done.returncode == 2
    assert why in done.stderr
    with desk.book() as book:
        assert book.requests(A) == ()
