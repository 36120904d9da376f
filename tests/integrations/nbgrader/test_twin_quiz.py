"""The quiz in the notebook twin: every question with a cell, in both languages, without a key, read back exactly."""

import html
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import quiz
from grader.authoring.notebook import builder as twin
from grader.core.model import Text
from grader.quiz import load_bank
from grader.quiz.answers import Answers
from grader.quiz.bank import sheet_of
from grader.quiz.notebook_cells import answered
from grader.quiz.questions import Question, Slot
from grader.quiz.sheet import answers_text, paper
from grader.quiz.variants import Draw
from grader.submissions.cells import plain_cells
from grader.submissions.program import notebook_program


@pytest.fixture(scope="module")
def bank(assignment):
    return load_bank(assignment.folder / "quiz.yaml")


@pytest.fixture(scope="module")
def text(assignment, untouched, bank):
    return twin.notebook_text(assignment, untouched, sheet_of(bank))


@pytest.fixture(scope="module")
def cells(text):
    return {cell["id"]: "".join(cell["source"]) for cell in json.loads(text)["cells"]}


def test_every_question_has_its_text_and_a_cell_below_it(cells, bank):
    ids = list(cells)
    for item in bank.items:
        assert ids.index(f"quiz-{item.id}-answer") == ids.index(f"quiz-{item.id}") + 1
        question = item.sheet().with_numbers(0)
        shown = html.unescape(cells[f"quiz-{item.id}"].replace("\\", ""))
        for language in ("en", "ko"):
            assert item.title[language] in shown
            words = question.prompt[language]
            for slot in question.slots:
                words = words.replace("{{" + slot + "}}", f"`{slot}`")
            assert words in shown
        assert all(f"`{name}`" in shown for name in (*question.options, *question.slots))


def test_jupyter_would_save_the_same_bytes(text):
    nbformat = pytest.importorskip("nbformat", reason="comes with nbgrader")
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert nbformat.writes(notebook).rstrip("\n") + "\n" == text


def test_it_runs_as_it_is_handed_out_and_needs_no_package(cells):
    names = {}
    for name, source in cells.items():
        if name == "quiz-answers" or name.endswith("-answer"):
            exec(compile(source, name, "exec"), names)
    assert len(names["answers"]) == 45 and set(names) - {"__builtins__"} == {"answers"}


def test_untouched_it_holds_no_answer(text, assignment):
    read = notebook_program(plain_cells(text, "attention.ipynb"), "attention.ipynb", assignment)
    code, answers = read.cells, read.answer_cells
    assert len(answers) == 45 and not answered(answers)
    assert not any("answers[" in cell.text for cell in code)


def test_it_holds_no_key_no_reason_and_no_rubric(text, bank):
    from grader.quiz.items.essay import Open

    secrets = [item.explanation for item in bank.items]
    secrets += [belief.view for belief in (*bank.misconceptions.values(), *bank.slips.values())]
    for item in bank.items:
        secrets += [one.text for one in (*item.rubric, *item.samples)] if isinstance(item, Open) else []
        options = getattr(item, "options", None) or getattr(item, "near", None) or {}
        secrets += [option.why for option in options.values() if option.why]
    assert len(secrets) > 200
    shown = html.unescape(text.replace("\\\\", ""))
    for secret in secrets:
        for language in ("en", "ko"):
            assert len(secret[language]) < 12 or secret[language] not in shown, secret[language]
    assert not [code for code in bank.slips if code in text]


def filled(text, values):
    """The notebook with Python values in its answer cells, as a learner types them."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        name = cell["id"].removeprefix("quiz-").removesuffix("-answer")
        if cell["id"].endswith("-answer") and name in values:
            cell["source"] = [f'answers["{name}"] = {values[name]!r}']
    return json.dumps(notebook)


def test_the_same_answers_earn_the_same_as_in_the_file(text, bank, assignment):
    """Right answers to every item: full marks by both ways, and the same draw."""
    right = {}
    for item in bank.items:
        key = getattr(item, "key", None)
        if item.type == "true_false":
            right[item.id] = {"truth": str(item.truth).lower(), "reason": key}
        elif item.type == "numeric":
            value = item.draws()[0].key
            right[item.id] = str(value)
        elif item.type == "multiple":
            right[item.id] = list(key)
        elif item.type == "single":
            right[item.id] = key
    sheet = sheet_of(bank)
    answers = Answers(Draw(sheet.id))
    for name, value in right.items():
        answers = answers.with_answer(name, tuple(value) if isinstance(value, list) else value)
    written = answers_text(sheet, paper(sheet, Draw(sheet.id)), answers, ("en", "ko"))
    answer_cells = notebook_program(plain_cells(filled(text, right), "a.ipynb"), "a.ipynb", assignment).answer_cells
    by_file = quiz.mark(bank, written, "answers.yaml", learner="ben")
    by_cells = quiz.mark(bank, None, "answers.yaml", learner="ben", cells=answer_cells)
    assert by_file.earned == by_cells.earned and by_file.earned >= 15
    assert [item.outcome for item in by_file.items] == [item.outcome for item in by_cells.items]
    assert {str(item.outcome) for item in by_cells.items if item.id in right} == {"right"}


@given(st.text(alphabet="ab_*`[]()<>#$|\\{} -\n", max_size=30))
def test_no_text_of_a_question_becomes_markup_or_a_second_cell(words):
    from grader.authoring.notebook.questions import question_pieces

    options = {"one": Text({"en": words, "ko": words}), "two": Text({"en": "x", "ko": "y"})}
    slots = {"gap": Slot(label=Text({"en": "[gap]", "ko": "[gap]"}), options=options)}
    question = Question(
        id="q",
        type="cloze",
        shape="slots",
        title=Text({"en": words, "ko": "가"}),
        prompt=Text({"en": words, "ko": words}),
        slots=slots,
    )
    shown, answer = question_pieces([question], languages=("en", "ko"), count=1)
    assert "<" not in shown.source.replace("&lt;", "") and "](" not in shown.source
    assert answer.source.count("\n") == 3 and shown.kind == "text"
