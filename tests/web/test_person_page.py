"""A person: code beside its checks, decisions that reach grade and report, comments that reach the learner."""

import re
from fractions import Fraction

import pytest

from grader.gradebook import Gradebook
from grader.gradebook.attempts import Stored
from grader.reports.schema import report_json

A = "self_attention"
PERSON = "/a/self_attention/person/s0002"


def final(desk, learner="s0002"):
    with desk.book() as book:
        return book.final_grade(A, learner)


def report(desk, learner="s0002"):
    with desk.book() as book:
        return next(one for one in book.reports(A, marked=True) if one.submission.id == learner)


def test_the_code_is_shown_with_its_lines_and_failing_checks_at_their_function(desk):
    with desk.book() as book:
        learner = next(
            one.submission.id
            for one in book.reports(A)
            for step in one.steps
            if step.id == "softmax" and step.outcome == "failed"
        )
    text = desk.get(f"/a/{A}/person/{learner}").text
    assert text.count('<button type="button" class="line"') > 50
    row = re.search(r"<tr[^>]*marked[^>]*>.*?</tr>", text, re.DOTALL)[0]
    assert "softmax" in row
    assert "#check-softmax." in text
    assert '<span class="k">def</span>' in text


def test_points_of_a_step_are_adjusted_with_a_reason_that_the_learner_reads(desk):
    before = final(desk)
    step = next(one for one in report(desk).steps if not one.bonus and not one.score.full and one.score.possible >= 2)
    form = {"step": step.id, "points": "1,5", "reason": "right by another convention", "back": PERSON}
    assert desk.post(f"{PERSON}/adjust", form).status_code == 303
    assert final(desk).total == before.total + Fraction(3, 2)
    assert any("right by another convention" in note for note in report(desk).notes)
    assert "right by another convention" in desk.get(f"{PERSON}/preview").text
    desk.post(f"{PERSON}/adjust", {**form, "points": "100"})
    adjusted = next(one for one in report(desk).steps if one.id == step.id)
    assert adjusted.score.earned == step.score.possible
    desk.post(f"{PERSON}/adjust", {**form, "clear": "1"})
    assert final(desk).total == before.total


@pytest.mark.parametrize("change", [{"reason": ""}, {"step": "nothing"}, {"points": "many"}])
def test_an_adjustment_that_cannot_be_made_changes_nothing(desk, change):
    before = final(desk).total
    form = {"step": "softmax", "points": "1", "reason": "r", "back": PERSON, **change}
    assert desk.post(f"{PERSON}/adjust", form).status_code == 409
    assert final(desk).total == before


def test_a_comment_on_a_line_reaches_the_learner_and_is_taken_back(desk):
    form = {"cell": "attention.py", "line": "12", "attempt": "1", "text": "Use <axis=-1>.", "back": PERSON}
    desk.post(f"{PERSON}/comment", form)
    assert "Your instructor on attention.py:12: Use <axis=-1>." in report(desk).notes
    assert "Use &lt;axis=-1&gt;." in desk.get(PERSON).text
    assert "Use &lt;axis=-1&gt;." in desk.get(f"{PERSON}/preview").text
    desk.post(f"{PERSON}/comment", {**form, "text": ""})
    assert not [note for note in report(desk).notes if "axis=-1" in note]


def test_override_and_extension_are_set_and_taken_back(desk):
    before = final(desk).total
    desk.post(f"{PERSON}/override", {"points": "61.5", "reason": "oral exam", "back": PERSON})
    assert final(desk).total == Fraction(123, 2)
    desk.post(f"{PERSON}/override", {"clear": "1", "reason": "a slip", "back": PERSON})
    assert final(desk).total == before
    due = {"due": "2026-12-24T12:00+09:00", "reason": "ill", "back": PERSON}
    assert desk.post(f"{PERSON}/extend", due).status_code == 303
    assert final(desk).late.due_at.isoformat() == "2026-12-24T03:00:00+00:00"
    with desk.book() as book:
        made = [entry for entry in book.audit_log(A) if entry["author"] == "kim"]
    assert [entry["action"] for entry in made] == ["override", "override", "extension"]


@pytest.mark.parametrize("points", ["-1", "x", "", "1e9"])
def test_an_override_that_is_none_is_refused(desk, points):
    assert desk.post(f"{PERSON}/override", {"points": points, "reason": "r", "back": PERSON}).status_code == 409
    assert final(desk).override is None


def test_attempts_stand_side_by_side(desk):
    with Gradebook.open(desk.file) as book:
        attempt = book.attempt(A, "s0002")
        content = attempt.content.replace("import numpy as np", "import numpy as np  # a second try")
        text = report_json(book.report(A, "s0002"))
        book.store(A, "s0002", "0" * 64, content, Stored("f" * 32, text, "en", ""))
    text = desk.get(f"{PERSON}?attempt=2&against=1").text
    assert '<span class="plus">+import numpy as np  # a second try' in text
    assert '<span class="minus">-import numpy as np' in text
    assert desk.get(f"{PERSON}?attempt=9").status_code == 409


def test_who_handed_in_nothing_has_a_page(desk):
    text = desk.get(f"/a/{A}/person/absent").text
    assert "Nothing was handed in." in text
    assert desk.post(f"/a/{A}/person/absent/comment", {"text": "x", "attempt": "1", "back": "/"}).status_code == 409
    assert desk.get(f"/a/{A}/person/nobody-at-all").status_code == 409


def test_the_neighbours_follow_the_filter(desk):
    text = desk.get(f"/a/{A}/person/s0003?sort=name&section=section+2").text
    after = re.search(r'rel="next" href="[^"]*/person/(\w+)', text)[1]
    assert (int(after[1:]) - 1) % 3 == 2


def test_a_run_is_started_and_its_words_are_shown(desk, untouched, tmp_path):
    import time

    folder = tmp_path / "in" / "newcomer"
    folder.mkdir(parents=True)
    (folder / "attention.py").write_text(untouched, encoding="utf-8")
    assert desk.post(f"/a/{A}/run", {"path": str(tmp_path / "nowhere"), "back": "/"}).status_code == 409
    desk.post(f"/a/{A}/run", {"path": str(tmp_path / "in"), "back": "/"})
    assert desk.post(f"/a/{A}/run", {"path": str(tmp_path), "back": "/"}).status_code == 409
    for _ in range(600):
        if not desk.app.app.state.desk.run.running:
            break
        time.sleep(0.1)
    assert "Ended with exit code 0" in desk.get(f"/a/{A}/run").text
    assert "newcomer" in desk.get(f"/a/{A}/").text
