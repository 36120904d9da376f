"""The exported course under the real nbgrader: scores agree, odd notebooks cost nobody else, nothing leaks."""

import ast
import csv
import html
import json
import re

import pytest
from odd_notebooks import FULL, SOFTMAX_LOST, UNREADABLE

NAME = "self_attention"
QUIZ = "test_quiz-answers"


def code_score(row):
    """What counts of a gradebook's row without the open questions: auto scores and extra credit."""
    return sum((auto or 0) + (extra or 0) for auto, extra, _, _ in row["grades"].values())


def test_every_route_gives_exactly_the_same_scores(by_autograde, by_grade, alone, samples, mistakes):
    """grader grade, nbgrader autograde, grader nbgrader grade: step by step, to the last digit."""
    names = {*samples, *mistakes, "grace"}
    assert names <= set(by_autograde) & set(by_grade) & set(alone)
    for name in names:
        expected = {f"test_{step.id}": float(step.score.earned) for step in alone[name].steps}
        expected[QUIZ] = quiz = by_rule(alone[name])
        for rows in (by_autograde, by_grade):
            found = {
                key: (auto or 0) + (extra or 0)
                for key, (auto, extra, _, _) in rows[name]["grades"].items()
                if key in expected
            }
            assert found == expected, name
            assert code_score(rows[name]) == float(alone[name].code.earned + alone[name].bonus.earned) + quiz


def by_rule(report):
    """What the quiz's items that are marked by rule earned."""
    items = report.quiz_answers.items if report.quiz_answers else ()
    return float(sum(item.score.earned for item in items if not item.by_hand))


def test_the_quiz_counts_wherever_its_answers_stand(by_autograde, by_grade, alone, handed_in):
    for rows in (by_autograde, by_grade):
        assert rows["softmax-columns"]["grades"][QUIZ] == [4 / 3, None, None, True]  # 1/2 + 1/3 + 1/2; one is held
        assert rows["ada"]["grades"][QUIZ] == [1.0, None, None, True]
        assert rows["chloe"]["grades"][QUIZ] == [1.0, None, None, True]
        assert rows["ben"]["grades"][QUIZ] == [0.0, None, None, False]  # nothing handed in is no fault
        assert rows["odd-conflict"]["grades"][QUIZ] == [1.0, None, None, True]  # its answers could be read
    assert {item.id: item.outcome for item in alone["chloe"].quiz_answers.items}["m1-row"] == "unreadable"
    page = words((handed_in.folder / "feedback/softmax-columns" / NAME / "attention.html").read_text(encoding="utf-8"))
    assert "habit: not an answer that can be read" in page and "m1-triangle" in page
    assert "Quiz 1.33 of 20" in page


def test_the_mistakes_cost_something_and_the_sample_costs_nothing(by_autograde, mistakes):
    assert {name for name in mistakes if code_score(by_autograde[name]) >= 110} == set()
    assert code_score(by_autograde["ada"]) == 111 and by_autograde["ada"]["max"] == 100
    assert code_score(by_autograde["heidi"]) == 1


def test_both_routes_leave_the_same_gradebook(by_autograde, by_grade):
    for name, row in by_autograde.items():
        assert by_grade[name] == row, name


@pytest.mark.parametrize("name", sorted(FULL))
def test_a_notebook_with_every_function_gets_every_point(name, by_autograde, by_grade):
    assert code_score(by_autograde[name]) == code_score(by_grade[name]) == 110


@pytest.mark.parametrize("name", sorted(SOFTMAX_LOST))
def test_a_lost_function_costs_its_steps_and_is_named(name, by_autograde):
    row = by_autograde[name]
    assert row["grades"]["test_softmax"][0] == 0
    assert row["grades"]["test_scaling"][0] == 8
    assert 0 < code_score(row) < 110


@pytest.mark.parametrize("name", sorted(UNREADABLE))
def test_what_cannot_be_read_says_why_and_asks_for_a_person(name, by_autograde, by_grade):
    for rows in (by_autograde, by_grade):
        row = rows[name]
        assert code_score(row) == (1 if name == "odd-conflict" else 0)
        assert row["needs"] and all(needs for *_, needs in row["grades"].values())
        assert UNREADABLE[name] in row["comments"]["softmax"].replace("\\", "")


def test_nobody_stops_the_batch(handed_in, by_autograde):
    handed = {path.name for path in (handed_in.folder / "submitted").iterdir()}
    assert set(by_autograde) == handed
    assert "Traceback" not in handed_in.log


def test_the_command_names_every_state(handed_in, by_grade):
    lines = {line.split()[0]: line for line in handed_in.output.splitlines()}
    assert set(lines) == set(by_grade)
    assert lines["ada"].split()[1:] == ["70/70", "+40", "quiz", "1/30", "held"]
    assert lines["ben"].split()[1:] == ["0/70", "graded"]
    assert lines["odd-conflict"].endswith("unreadable")


def test_scores_on_disk_are_plain_floats(handed_in, by_autograde, by_grade):
    for path in (handed_in.folder / "autograded").rglob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            mark = cell["metadata"].get("nbgrader", {})
            if cell["cell_type"] == "code" and mark.get("grade"):
                last = cell["outputs"][-1]
                assert last["output_type"] == "execute_result"
                assert 0 <= float("".join(last["data"]["text/plain"])) <= mark["points"]


def words(page):
    return html.unescape(re.sub(r"<[^>]+>", "", page))


def test_feedback_has_our_words_and_no_hidden_source(handed_in, by_autograde, assignment, mistakes):
    page = (handed_in.folder / "feedback" / "softmax-columns" / NAME / "attention.html").read_text(encoding="utf-8")
    shown = words(page)
    assert "Row i of A is the softmax of row i of S." in shown
    for marker in ("HIDDEN TESTS", "MARK SCHEME", "grader.integrations.nbgrader.stock_execution"):
        assert marker not in shown
    squeezed, own = re.sub(r"\s+", "", shown), re.sub(r"\s+", "", mistakes["softmax-columns"])
    for line in hidden_lines(assignment):  # one that the learner wrote alike stands there as often as it was written
        wanted = re.sub(r"\s+", "", line)
        assert squeezed.count(wanted) == own.count(wanted), line


def hidden_lines(assignment):
    """Every line of the hidden suite that is long enough to be known again."""
    for path in sorted((assignment.folder / "hidden").glob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        titles = {
            ast.get_docstring(node, clean=False)
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.FunctionDef)
        }
        plain = source
        for title in filter(None, titles):
            plain = plain.replace(title, "")
        yield from (line.strip() for line in plain.splitlines() if len(line.strip()) > 30 and "import" not in line)


def test_the_release_holds_no_hidden_test_no_solution_and_no_key(released, assignment, reference):
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in (released.folder / "release").rglob("*") if path.is_file()
    )
    notebook = "\n\n".join("".join(cell["source"]) for cell in released.released["cells"])
    for line in hidden_lines(assignment):
        assert line not in text and line not in notebook
    for node in ast.parse(reference).body:
        if isinstance(node, ast.FunctionDef):
            for statement in node.body[1:]:
                assert ast.unparse(statement) not in notebook
    bank = (assignment.folder / "quiz.yaml").read_text(encoding="utf-8")
    rubric = re.findall(r"text: \{en: \"([^\"]+)\"", bank)
    assert len(rubric) > 20
    for key in rubric:
        assert key not in notebook
    for marker in ("BEGIN SOLUTION", "HIDDEN TESTS", "MARK SCHEME", "grader.integrations.nbgrader.stock_execution"):
        assert marker not in notebook


def test_the_release_is_still_the_exercise(released, untouched, assignment):
    """What a learner of nbgrader gets is what every other learner gets."""
    from grader.authoring.notebook.layout import layout

    text = "".join("".join(cell["source"]) for cell in released.released["cells"])
    pictures = set(re.findall(r"\]\((images/[^)]+)\)", text))
    assert pictures and all((released.folder / "release" / NAME / path).is_file() for path in pictures)
    assert text.count('answers["') == 45 + 2  # a cell each, and the example in both languages
    mine = {piece.id: piece.source for piece in layout(assignment, untouched) if piece.kind == "solution"}
    found = {
        cell["metadata"]["nbgrader"]["grade_id"]: "".join(cell["source"])
        for cell in released.released["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }
    assert found == mine


def test_export_names_everybody(handed_in, by_autograde):
    with (handed_in.folder / "grades.csv").open(encoding="utf-8") as stream:
        rows = {row["student_id"]: row for row in csv.DictReader(stream)}
    assert float(rows["ada"]["raw_score"]) == 111
    assert {float(row["max_score"]) for row in rows.values()} == {100.0}


def test_the_assignment_is_released_through_the_exchange(released):
    done = released.nbgrader("release_assignment", NAME)
    assert "Released" in done.stderr
