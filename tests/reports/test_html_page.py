"""The page of a report: what stands in it and in which order, for whom, and that words stay words."""

import ast
import dataclasses
import html
import json
import re
import subprocess
import sys
from fractions import Fraction
from html.parser import HTMLParser

import msgspec
import pytest
from changing import with_check, with_code, with_step
from hypothesis import given
from hypothesis import strategies as st

from grader.core.languages import say
from grader.core.model import Outcome, QuizOutcome
from grader.course.lesson_parts import LessonParts, lesson_parts
from grader.reports.html import report_html
from grader.reports.html.figures import heatmap_svg
from grader.reports.html.page import POLICY
from grader.reports.html.view import exactly, written_in
from grader.reports.schema import (
    Diagnosed,
    HandIn,
    MisconceptionCount,
    QuizAnswers,
    QuizItem,
    QuizNote,
    Score,
    read,
    report_json,
)

VOID = {"meta", "link", "br", "img", "hr", "input", "path", "rect", "circle"}
EVIL = "<script>alert('x')</script> \"onload='y' & {{ 7 * 7 }} </style></svg>"


class Page(HTMLParser):
    """A page as a tree that was looked at: tags, attributes, text, and whether every tag was closed."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.open, self.words, self.attributes = [], [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def seen(report, language="en", **options):
    page = Page(report_html(report, language, **options))
    style = page.text.index("}", page.text.rindex("break-after")) if "break-after" in page.text else 0
    return page.text[style:]


QUIZ = QuizAnswers(
    items=(
        QuizItem(
            "m1",
            {"en": "Mixing", "ko": "섞기"},
            QuizOutcome.WRONG,
            Score(Fraction(0), Fraction(1, 2)),
            about=("M1",),
            message={"en": "Columns were summed.", "ko": "열을 더했습니다."},
            formula="1/3",
            diagnoses=("D",),
            misconceptions=("M1",),
            explanation={"en": "Because rows sum.", "ko": "행의 합이다."},
        ),
        QuizItem(
            "m2",
            {"en": "Open", "ko": "서술"},
            QuizOutcome.PENDING,
            Score(Fraction(0), Fraction(4), Fraction(4)),
            about=("C1",),
            message={"en": "Marked by a person.", "ko": "사람이 채점합니다."},
        ),
        QuizItem(
            "m3",
            {"en": "The rest", "ko": "나머지"},
            QuizOutcome.PARTLY,
            Score(Fraction(7, 2), Fraction(51, 2)),
            ("C2",),
        ),
    ),
    feedback="after_submission",
    learner="a",
    attempt=2,
    seed=5,
    misconceptions={
        "M1": MisconceptionCount({"en": "A mere sum.", "ko": "단순한 합."}, 2, 1),
        "M2": MisconceptionCount({"en": "Never asked.", "ko": "묻지 않음."}, 0, 0),
    },
    notes=(QuizNote("answers.yaml:3", {"en": "No such question.", "ko": "그런 문항이 없습니다."}),),
)
MARKS = Score(Fraction(7, 2), Fraction(30), Fraction(4))


def with_quiz(report, **changes):
    """The report with that quiz handed in."""
    return report.with_quiz(MARKS, msgspec.structs.replace(QUIZ, **changes))


EVIDENCE = {
    "kind": "expected",
    "exponent": 1.99,
    "spread": [1.9, 2.0],
    "evidence": [{"n": n, "work": {"matmul": 3 * n * n, "python": 20}} for n in (8, 16, 32)],
}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("audience", ["learner", "instructor"])
def test_a_page_is_well_formed_and_stands_alone(mixed, language, audience):
    for report in mixed[language].values():
        text = report_html(report, language, audience=audience)
        page = Page(text)
        assert text.startswith(f'<!doctype html>\n<html lang="{language}">')
        assert page.tags.count("h1") == 1
        for landmark in ("header", "main", "footer"):
            assert page.tags.count(landmark) == 1
        assert len(page.ids) == len(set(page.ids))
        assert "script" not in page.tags
        assert not [name for _, name, _ in page.attributes if name.startswith("on")]
        assert ("meta", "content", POLICY) in page.attributes
        asked = [value for _, name, value in page.attributes if name in ("src", "href", "srcset", "action", "data")]
        assert [link for link in asked if not link.startswith("#")] == ["data:,"]
        assert set(re.findall(r"https?://[^\s\"'<)]*", text)) <= {"http://www.w3.org/2000/svg"}
        assert "@import" not in text
        assert "url(" not in re.sub(r"url\(#[\w.-]+\)", "", text)
        for link in asked:
            assert not link.startswith("#") or link[1:] in page.ids


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_order_is_next_score_way_steps_and_the_foot(mixed, language):
    text = report_html(with_quiz(mixed[language]["wrong"]), language)
    ids = ["next", "score", "way", "steps", "quiz", "beliefs"]
    places = [text.index(f'id="h-{name}"') for name in ids] + [text.index("<footer>")]
    assert places == sorted(places)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_step_and_every_check_is_there_with_its_state_in_words(mixed, language):
    for name in ("wrong", "perfect", "untouched", "everything_raises"):
        report = mixed[language][name]
        text = seen(report, language)
        for step in report.steps:
            assert step.title in text
            for check in step.checks:
                assert " ".join(check.title.split()) in text
                assert say(language, f"outcome.{check.outcome}") in text
                assert " ".join(check.message.split()) in text
                assert " ".join(check.hint.split()) in text


def test_what_to_do_next_is_the_first_step_one_can_work_on(mixed):
    text = seen(mixed["en"]["wrong"])
    assert "Do this next Step 5, Softmax Make this true Row i of A is the softmax of row i of S." in text
    assert "grader hint softmax" in text
    text = seen(mixed["en"]["untouched"])
    assert "Do this next Step 1, Embedding Start here: fill in this step. Not started yet: embed()" in text
    assert "Next is the quiz" in seen(mixed["en"]["perfect"])
    waiting = seen(with_quiz(mixed["en"]["perfect"]))
    held = "Every step is done and the quiz is handed in. The held answers are marked by a person"
    assert f"Do this next {held}" in waiting
    done = with_quiz(mixed["en"]["perfect"], items=(QUIZ.items[0], QUIZ.items[2]))
    assert "Do this next Everything is done." in seen(done)


def test_held_points_are_not_the_learners_turn(mixed):
    held = with_check(mixed["en"]["perfect"], 4, outcome=Outcome.BROKEN, score=Score(Fraction(0), Fraction(4)))
    held = with_step(held, 4, outcome=Outcome.BROKEN, score=Score(Fraction(0), Fraction(14), Fraction(14)))
    text = seen(held)
    assert "Do this next Nothing to fix" in text
    assert "14 points are held" in text
    assert "? internal error, points held" in text


def test_a_file_that_cannot_be_graded_says_so_once(mixed):
    text = seen(mixed["en"]["unreadable"])
    message = mixed["en"]["unreadable"].steps[0].checks[0].message
    assert text.count(message) == 1
    assert f"A problem with the whole file: {message}" in text


def test_the_arithmetic_of_the_score_is_shown_and_right(mixed):
    report = with_quiz(mixed["en"]["wrong"])
    text = seen(report)
    earned = [exactly(step.score.earned) for step in report.steps if not step.bonus]
    assert f"Steps 1 to 8 {' + '.join(earned)} {exactly(report.code.earned)} of 70" in text
    assert "Quiz 3.5 of 30" in text
    assert f"Total {exactly(report.code.earned)} + 3.5 {exactly(report.code.earned + Fraction(7, 2))} of 100" in text
    assert "4 points are held" in text
    thirds = with_code(report, earned=Fraction(130, 3))
    assert "43 1⁄3 of 70" in seen(thirds)


@pytest.mark.parametrize("audience", ["learner", "instructor"])
def test_a_perfect_code_without_a_quiz_is_no_full_bar(mixed, audience):
    report = mixed["en"]["perfect"]
    text = report_html(report, "en", audience=audience)
    assert '<p class="big"><b>70</b> <span>/ 100</span></p>' in text
    assert '<div class="bar" aria-hidden="true"><i style="width:70%"></i></div>' in text
    told = seen(report, audience=audience)
    assert "Quiz not handed in 0 of 30 Total 70 + 0 70 of 100 Bonus" in told
    everything = report.with_quiz(Score(Fraction(30), Fraction(30)), msgspec.structs.replace(QUIZ, items=()))
    assert "width:100%" in report_html(everything, "en", audience=audience)
    other = msgspec.structs.replace(report, score=report.code, quiz=None)  # of an assignment that has no quiz
    assert "width:100%" in report_html(other, "en", audience=audience)


@given(st.fractions(min_value=0, max_value=100, max_denominator=997))
def test_points_are_told_without_rounding(value):
    told = exactly(value)
    whole, _, part = told.rpartition(" ")
    if "⁄" in part:
        top, bottom = part.split("⁄")
        assert int(whole or 0) + Fraction(int(top), int(bottom)) == value
    else:
        assert Fraction(told) == value


@pytest.mark.parametrize("audience", ["learner", "instructor"])
def test_whatever_a_learner_writes_stays_words(mixed, audience):
    report = mixed["en"]["wrong"]
    named = Diagnosed(mistake=EVIL, misconception=EVIL, title=EVIL, why=EVIL, hints=(EVIL,), facts=(EVIL,))
    report = with_check(
        report, 4, title=EVIL, message=EVIL, hint=EVIL, diagnosis=named, evidence={EVIL: [EVIL]}, id=EVIL
    )
    quiz = msgspec.json.encode(QUIZ, enc_hook=str).decode()
    for words in ("Columns were summed.", "1/3", "M1"):
        quiz = quiz.replace(f'"{words}"', json.dumps(EVIL))
    quiz = msgspec.json.decode(quiz, type=QuizAnswers, dec_hook=lambda kind, value: Fraction(value))
    assert (quiz.items[0].formula, next(iter(quiz.misconceptions))) == (EVIL, EVIL)
    report = report.with_quiz(MARKS, quiz)
    report = msgspec.structs.replace(
        report,
        submission=HandIn(EVIL, EVIL),
        notes=(EVIL,),
        title=EVIL,
        isolation=dataclasses.replace(
            report.isolation, probe={EVIL: EVIL}, layers={EVIL: {EVIL: EVIL}}, missing=({"layer": EVIL},)
        ),
        provenance=dataclasses.replace(report.provenance, suite=EVIL, engine=EVIL, python=EVIL, graded_at=EVIL),
    )
    report = with_step(report, 3, id=EVIL, title=EVIL)
    text = report_html(report, "en", audience=audience)
    page = Page(text)
    assert "script" not in page.tags
    assert page.tags.count("style") == 1
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert "<script" not in text
    assert "{{ 7 * 7 }}" in html.unescape(text)
    assert " 49 " not in page.text
    assert page.text.count("<script>alert('x')</script>") > 10


@given(st.text(max_size=60))
def test_no_name_breaks_the_page(mixed, name):
    named = msgspec.structs.replace(mixed["ko"]["wrong"], submission=HandIn(name, name), notes=(name,))
    Page(report_html(named, "ko"))


def test_the_instructors_page_adds_what_a_learner_does_not_see(mixed):
    found = Diagnosed(
        mistake="x01_axis0",
        misconception="D-COLSUM",
        title="softmax over axis 0",
        why="Columns sum to 1.",
        hints=("First hint.", "Third, the formula."),
        facts=("Every column sums to 1.",),
    )
    report = with_check(mixed["en"]["wrong"], 4, diagnosis=found, evidence={"measured": 271828})
    learner, instructor = seen(report), seen(report, audience="instructor")
    assert "Looks like softmax over axis 0" in learner
    assert "Why it matters: Columns sum to 1." in learner
    assert "Every column sums to 1." in learner
    for private in ("x01_axis0", "Third, the formula.", "271828", report.submission.path, "EPERM", "softmax.rows_are"):
        assert private not in learner
        assert private in instructor
    assert "seed 1" in instructor and "seed 1" not in learner  # all hidden inputs follow from it
    for page in (learner, instructor):
        for fact in (report.isolation.level, report.provenance.suite, report.provenance.numpy):
            assert fact in page
    assert "Instructor's copy" in instructor
    assert "Instructor's copy" not in learner


def test_practice_is_said_where_the_level_is_no_grade(mixed):
    report = mixed["en"]["perfect"]
    loose = msgspec.structs.replace(report, isolation=dataclasses.replace(report.isolation, level="process"))
    assert "Practice, not a grade" in seen(loose)
    assert "연습이며 성적이 아니에요" in seen(loose, "ko")
    assert "Practice, not a grade" not in seen(report)


@pytest.mark.parametrize(
    ("feedback", "options", "shown"),
    [
        ("after_submission", {}, True),
        ("after_deadline", {}, False),
        ("never", {}, False),
        ("", {}, False),
        ("after_deadline", {"reveal_quiz": True}, True),
        ("never", {"audience": "instructor"}, True),
    ],
)
def test_the_quiz_is_shown_as_far_as_its_policy_allows(mixed, feedback, options, shown):
    text = seen(with_quiz(mixed["en"]["perfect"], feedback=feedback), **options)
    for told in ("Columns were summed.", "Because rows sum.", "Quiz 3.5 of 30", "to be marked by a person"):
        assert (told in text) is shown
    assert ("is shown once the assignment allows it" in text) is not shown
    assert "answers.yaml:3: No such question." in text


def test_a_quiz_that_was_not_handed_in_is_named_with_its_points_and_only_where_there_is_one(mixed):
    report = mixed["en"]["wrong"]
    assert "The quiz was not handed in: 0 of 30 points." in seen(report)
    assert "not handed in" not in seen(msgspec.structs.replace(report, score=report.code, quiz=None))
    nothing = msgspec.structs.replace(report, score=report.code, quiz=Score(Fraction(0), Fraction(0)))
    assert "not handed in" not in seen(nothing)


def test_misconceptions_of_quiz_and_code_stand_in_one_table(mixed):
    report = with_quiz(mixed["en"]["wrong"], diagnoses={"D-COLSUM": {"of": "M1"}})
    report = with_check(report, 4, diagnosis=Diagnosed(misconception="D-COLSUM", title="softmax over axis 0"))
    report = with_check(report, 2, diagnosis=Diagnosed(misconception="D-OTHER", title="another slip"))
    text = seen(report)
    assert "M1 A mere sum. 2 1 step 5" in text
    assert "another slip step 3" in text
    assert "Never asked." not in text
    held = seen(with_quiz(report, feedback="never", diagnoses={"D-COLSUM": {"of": "M1"}}))
    assert "A mere sum. – not yet step 5" in held


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_growth_plot_stands_where_its_evidence_is(mixed, language):
    report = with_check(mixed[language]["perfect"], 7, evidence=EVIDENCE)
    page = Page(report_html(report, language))
    assert page.tags.count("svg") >= 1
    assert "1.99" in page.text
    assert "3,092" in page.text  # 3 x 32 x 32 + 20
    assert "svg" not in Page(report_html(with_check(mixed[language]["untouched"], 7, evidence={}), language)).tags


@pytest.mark.parametrize(
    "evidence",
    [
        {"evidence": None},
        {"evidence": "text"},
        {"evidence": [1, None, {"n": 3}]},
        {"evidence": [{"n": "x", "work": {}}] * 3},
        {"evidence": [{"n": 8, "work": {"a": float("nan")}}, {"n": 16, "work": {"a": "b"}}]},
        {**EVIDENCE, "spread": "wide", "exponent": "two"},
        {"kind": "heatmap", "visible": True, "values": [[1, "x"]]},
        {"kind": "heatmap", "visible": True, "values": [[1], [1, 2]]},
        {"kind": "heatmap", "visible": True, "values": [[1, 2]], "rows_sum_to": "one", "title": None, "row": 3},
        {"kind": "heatmap", "visible": True},
    ],
)
def test_odd_evidence_makes_no_odd_page(mixed, evidence):
    Page(report_html(with_check(mixed["en"]["wrong"], 4, evidence=evidence), "en", audience="instructor"))


def test_a_heat_map_is_drawn_for_a_visible_example_only(mixed):
    shares = {
        "kind": "heatmap",
        "title": "Attention weights",
        "rows_sum_to": 1,
        "row": "q",
        "column": "차",
        "values": [[0.5, 0.25, 0.25], [1, 0, 0], [0.7, 0.7, 0.1]],
    }
    hidden = with_check(mixed["en"]["wrong"], 4, evidence=shares)
    assert "Attention weights" not in seen(hidden)
    text = seen(with_check(mixed["en"]["wrong"], 4, evidence={**shares, "visible": True}))
    assert "Attention weights: yours" in text
    assert "Row sums: 1.00, 1.00, 1.50." in text
    assert "1.50" in text
    assert "차3" in text
    unsummed = {**shares, "visible": True, "rows_sum_to": None, "values": [[-4, 2], [1, 0]]}
    text = seen(with_check(mixed["en"]["wrong"], 4, evidence=unsummed))
    assert "q1 -4.00 2.00" in text
    assert "Row sums" not in text


def test_a_heat_map_has_title_description_text_and_row_sums():
    A, names = [[0.75, 0.25], [0.4, 0.4]], ["<a>", "b"]
    svg = heatmap_svg(A, names, "Weights & more", "Rows <sum>", rows_sum_to=1, ident="w1")
    page = Page(svg)
    assert '<title id="w1-title">Weights &amp; more</title>' in svg
    assert '<desc id="w1-desc">Rows &lt;sum&gt;</desc>' in svg
    assert 'role="img"' in svg
    assert page.tags.count("text") == 1 + 2 + 1 + 2 + 4 + 2
    assert "1.00" in svg
    assert "0.80" in svg


def test_pictures_stand_with_the_step_that_is_worked_on_only(mixed):
    pictures = {step.id: f'<svg id="p-{step.id}"></svg>' for step in mixed["en"]["wrong"].steps}
    lesson = LessonParts(figures=pictures)
    text = report_html(mixed["en"]["wrong"], "en", lesson=lesson)
    assert re.findall(r'<svg id="p-(\w+)">', text) == ["softmax"]
    assert 'id="p-' not in report_html(mixed["en"]["perfect"], "en", lesson=lesson)


def test_a_page_in_the_other_language_marks_the_words_it_could_not_translate(mixed):
    report = mixed["ko"]["wrong"]
    assert written_in(report) == "ko"
    assert written_in(mixed["en"]["wrong"]) == "en"
    text = report_html(report, "en")
    assert '<html lang="en">' in text
    assert '<h4 lang="ko">' in text
    assert ' lang="en"' not in report_html(report, "ko")


def test_the_same_report_gives_the_same_bytes(mixed):
    report = mixed["ko"]["wrong"]
    again = read(report_json(report))
    assert report_html(again, "ko") == report_html(report, "ko") == report_html(report, "ko")


def test_no_expected_value_of_a_hidden_check_is_shown(mixed):
    import numpy as np

    hidden = np.exp([[3, 1, -2, 0], [0, 2, 2, -1], [1, 0, 4, 2]])
    hidden /= hidden.sum(axis=1, keepdims=True)
    shown = report_html(mixed["en"]["wrong"], "en")
    assert not [value for value in hidden.flat if f"{value:.4g}" in shown]


def test_a_page_is_made_without_numpy_pytest_or_yaml(mixed, root, tmp_path):
    report = mixed["en"]["unreadable"]  # it has no growth to plot, which takes numpy
    (tmp_path / "r.json").write_text(report_json(report), encoding="utf-8")
    code = (
        "import sys\nfrom grader.reports.html import report_html\nfrom grader.reports.schema import read\n"
        "assert 'jinja2' not in sys.modules\n"
        "report_html(read(open(sys.argv[1], 'rb').read()), 'en')\nprint(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "r.json")], cwd=root, capture_output=True, text=True, check=True
    )
    assert {"numpy", "pytest", "yaml", "nbgrader"}.isdisjoint(done.stdout.split())


def test_templates_call_nothing_that_marks_text_as_safe(root):
    folder = root / "grader" / "reports" / "html"
    for path in folder.glob("*.jinja"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\|\s*safe\b|autoescape", text)
    marked = set()
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Markup":
                marked.add(ast.unparse(node.args[0]))
    assert marked == {"svg", "compact_css(_file('page.css'))"}


@pytest.mark.parametrize(("language", "letters"), [("en", "d_k a query or key"), ("ko", "d_k 쿼리와 키의 차원")])
def test_what_a_step_makes_is_shown_where_the_course_says_it(root, mixed, language, letters):
    report = mixed[language]["perfect"]
    for folder in ("exercises", "solutions"):
        lesson = lesson_parts(root / folder / "self_attention", language)
        text = " ".join(Page(report_html(report, language, lesson=lesson)).text.split())
        assert "Q, K (n, d_k) V (n, d_v)" in text
        assert letters in text
    assert letters not in " ".join(Page(report_html(report, language)).text.split())


def test_a_manifest_that_cannot_be_read_has_no_shapes(tmp_path):
    folder = tmp_path / "exercises" / "self_attention"
    (folder / "images").mkdir(parents=True)
    (folder / "images" / "softmax-rows.en.svg").write_text("<svg ></svg>", encoding="utf-8")
    (folder / "assignment.yaml").write_text("id: [", encoding="utf-8")
    assert lesson_parts(folder, "en") == LessonParts({"softmax": "<svg ></svg>"})
