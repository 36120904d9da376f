"""Questions are stored once for a class: every report comes back whole, and the files of a learner stay small."""

import json
import re

import msgspec
import pytest

from grader import quiz
from grader.batch.outputs import complete, write_reports
from grader.gradebook import Gradebook
from grader.gradebook.attempts import Stored
from grader.grading.quiz_answers import quiz_answers, quiz_score
from grader.quiz import load_bank
from grader.quiz.variants import Draw
from grader.reports.html import report_html
from grader.reports.html.compact import compact_css, compact_svg
from grader.reports.schema import read, report_json
from grader.reports.shared_questions import from_folder, joined, parted, to_folder
from grader.reports.stored_json import small_json
from grader.reports.views import for_learner, handed_back
from grader.submissions.cache_key import terms_of

ANSWERS = "m1-row: stored\nm1-linear: {truth: false}\nm1-mix: 6\nm1-triangle: [p2, p4]\nm2-roles: {query: asks}\n"


@pytest.fixture(scope="module")
def bank(assignment):
    return load_bank(assignment.folder / "quiz.yaml")


@pytest.fixture(scope="module")
def reports(mixed, bank):
    """Reports of one class: two without a draw, three with one each, and one without a quiz."""

    def handed_in(learner, answers):
        told = answers if not learner else f"learner: {learner}\n{answers}"
        marked = quiz.mark(bank, told, "answers.yaml", learner=learner or "x", points=30)
        assert (marked.draw.learner == learner) or not learner
        one = mixed["en"]["perfect"]
        one = msgspec.structs.replace(
            one, submission=msgspec.structs.replace(one.submission, id=learner or answers[:5])
        )
        return one.with_quiz(quiz_score(marked), quiz_answers(marked, bank))

    some = [handed_in("", ANSWERS), handed_in("", "m1-mix: 7\n" + ANSWERS[:13])]
    return [*some, *(handed_in(name, ANSWERS) for name in ("ada", "ben", "chloe")), mixed["en"]["perfect"]]


def test_every_report_comes_back_as_it_was(reports):
    for report in reports:
        kept, shared = parted(report)
        stored = read(small_json(kept))
        assert stored == kept
        assert joined(stored, shared.get) == report
    assert Draw("x").learner == ""


def test_a_class_without_draws_shares_every_question_and_one_with_draws_most(reports):
    keys = [set(parted(report)[1]) for report in reports]
    assert keys[0] and len(keys[0] | keys[1]) < 2 * len(keys[0])  # explanations stand where something was answered
    drawn = keys[2] | keys[3] | keys[4]
    assert len(drawn) < 1.6 * len(keys[2])  # numbers differ, and nothing else
    assert keys[5] == set()


def test_no_words_of_a_question_are_left_in_a_stored_report(reports):
    for report in reports[:5]:
        text = small_json(parted(report)[0])
        for item in report.quiz_answers.items:
            assert json.dumps(item.question.prompt["ko"], ensure_ascii=False)[1:-1] not in text
        assert len(text) < 0.55 * len(small_json(report))


def test_a_report_whose_questions_are_lost_can_be_read_and_shown(reports):
    kept, _ = parted(reports[0])
    lost = joined(kept, lambda key: None)
    assert [item.score for item in lost.quiz_answers.items] == [item.score for item in reports[0].quiz_answers.items]
    page = report_html(lost, "en", audience="instructor")
    assert "m1-triangle" in page


@pytest.mark.parametrize("damage", ["", "{}", "no JSON", '{"title": 1}', "\x00"])
def test_a_damaged_question_is_a_question_without_words(reports, tmp_path, damage):
    kept, shared = parted(reports[0])
    to_folder(shared, tmp_path)
    name = kept.quiz_answers.items[0].asked
    (tmp_path / "questions" / f"{name}.json").write_text(damage, encoding="utf-8")
    found = joined(kept, from_folder(tmp_path))
    assert found.quiz_answers.items[0].question is None
    assert found.quiz_answers.items[1:] == reports[0].quiz_answers.items[1:]


def test_a_gradebook_holds_each_question_once_and_gives_whole_reports(reports, tmp_path):
    with Gradebook.open(tmp_path / "book.db", create=True) as book:
        for i, report in enumerate(reports[:5]):
            book.store("self_attention", f"s{i}", f"d{i}", "{}", Stored(f"k{i}", report_json(report), "en", ""))
        assert [book.result(f"k{i}") for i in range(5)] == reports[:5]
        assert list(book.reports("self_attention")) == reports[:5]
        stored = [row[0] for row in book._store.rows("SELECT report FROM results")]
        assert all(len(text) < 0.55 * len(report_json(reports[0])) for text in stored)
        questions = book._store.rows("SELECT count(*) FROM questions")[0][0]
        assert questions == len(set().union(*(parted(report)[1] for report in reports[:5])))
        with Gradebook.open(tmp_path / "other.db", create=True) as other:
            other.merge(book, "Kim")
            assert list(other.reports("self_attention")) == reports[:5]


def test_the_files_of_a_learner_are_small_and_complete(reports, tmp_path, root, assignment):
    terms = terms_of(root, assignment, seed=1)
    for report in reports[:5]:
        name = report.submission.id
        write_reports(report, tmp_path, terms)
        own = [*tmp_path.glob(f"{name}.*"), *(tmp_path / "instructor").glob(f"{name}.*")]
        assert sorted(path.suffix for path in own) == [".html", ".json", ".json", ".txt"]
        assert sum(path.stat().st_size for path in own) < 120_000
        assert complete(report, tmp_path)
        assert read((tmp_path / f"{name}.json").read_bytes()) == handed_back(report)
        kept = read((tmp_path / "instructor" / f"{name}.json").read_bytes())
        assert joined(kept, from_folder(tmp_path / "instructor")) == report


def test_a_folder_that_lost_a_question_is_not_complete(reports, tmp_path, root, assignment):
    write_reports(reports[0], tmp_path, terms_of(root, assignment, seed=1))
    (_, *_), key = (tmp_path / "instructor" / "questions").glob("*.json"), next(iter(parted(reports[0])[1]))
    (tmp_path / "instructor" / "questions" / f"{key}.json").unlink()
    assert not complete(reports[0], tmp_path)


def test_what_a_learner_is_handed_stands_alone(reports):
    for report in reports[:5]:
        back = handed_back(report)
        assert back.score == for_learner(report).score
        for item, own in zip(report.quiz_answers.items, back.quiz_answers.items, strict=True):
            missed = item.outcome in ("wrong", "partly", "pending", "unreadable")
            assert (own.question is not None) is missed
            assert own.asked == ""
            assert set(own.title) == {"en"}
            assert not missed or set(own.question.prompt) == {"en"}


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9">\n'
    "<style>svg:root{--text:#000}@media (prefers-color-scheme:dark){svg:root{--text:#fff}}</style>\n"
    + '<text x="1" y="2" text-anchor="middle" font-size="12" fill="var(--muted)">a &lt; b</text>\n' * 5
    + '<rect x="1" y="2" width="44" height="44" fill="red" fill-opacity="0.0437" rx="4"/>\n' * 2
    + "</svg>\n"
)


def test_a_compact_picture_says_and_looks_the_same():
    small = compact_svg(SVG, "p")
    assert len(small) < 0.75 * len(SVG)
    assert small.count("a &lt; b</text>") == 5
    assert small.count('class="p0"') == 5
    assert ".p0{text-anchor:middle;font-size:12px;fill:var(--muted)}" in small
    assert small.count('<rect x="1" y="2" width="44" height="44" fill="red" fill-opacity="0.04" rx="4"/>') == 2
    assert 'viewBox="0 0 9 9" width="9" height="9">' in small
    assert compact_svg(SVG.replace("<text", '<text class="own"'), "p") == SVG.replace("<text", '<text class="own"')
    assert compact_svg("", "p") == ""


def test_a_compact_style_has_the_same_rules():
    css = 'a {\n  color: red;  /* why */\n}\n@media (x: y) { b > c { font: 1rem "No to", serif; } }\n'
    assert compact_css(css) == 'a{color:red}@media (x:y){b > c{font:1rem "No to",serif}}'
    assert re.sub(r"\s", "", compact_css(css)) == 'a{color:red}@media(x:y){b>c{font:1rem"Noto",serif}}'
