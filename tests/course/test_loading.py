"""Where courses live, and what is wrong with an assignment that does not fit together."""

import re

import pytest

from grader.core.errors import SpecError, UsageError
from grader.course import loading

MANIFEST = """\
schema: grader/assignment/1
id: small
title: {en: Small, ko: 작은 것}
file: small.py
points: {code: 5}
steps:
  - {id: first, title: {en: First, ko: 첫째}, functions: [f], points: 2}
  - {id: second, title: {en: Second, ko: 둘째}, functions: [g], points: 3, needs: [first]}
private: {note: not for learners}
"""
SOURCE = "def f(a):\n    return a\n\ndef g(a: int) -> int:\n    return a\n"


@pytest.fixture
def place(tmp_path):
    """`place(manifest, source)`: a repository with one small assignment."""

    def make(manifest=MANIFEST, source=SOURCE, name="small"):
        folder = tmp_path / "solutions" / name
        folder.mkdir(parents=True)
        (folder / "assignment.yaml").write_text(manifest, encoding="utf-8")
        (folder / "small.py").write_text(source, encoding="utf-8")
        return tmp_path

    return make


def complaint(root, name="small"):
    with pytest.raises(SpecError) as caught:
        loading.load(root, name)
    return str(caught.value)


def test_an_assignment_is_read_whole(place):
    got = loading.load(place(), "small")
    assert [step.id for step in got.steps] == ["first", "second"]
    assert got.functions == ("f", "g")
    assert got.returns == {"g": "int"}
    assert got.steps[1].needs == ("first",)
    assert got.isolation == "confined"
    assert (got.points.code, got.points.quiz) == (5, 0)


def test_the_course_we_ship_is_worth_what_it_says(assignment):
    assert (assignment.points.code, assignment.points.quiz) == (70, 30)
    assert sum(step.points for step in assignment.steps if step.bonus) == 40


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        ("code: 5", "code: 6", "5:10", "the steps' points sum to 5, but points.code says 6"),
        ("points: 3", "points: three", "8:71", "steps[second].points: expected a whole number, got 'three'"),
        ("points: 3", "point: 3", "8:63", "steps[second]: unknown key 'point'; did you mean 'points'?"),
        ("file:", "fiel:", "4:1", "unknown key 'fiel'; did you mean 'file'?"),
        (
            "needs: [first]",
            "needs: [frist]",
            "8:82",
            "step 'second' needs 'frist', which is no earlier step; did you mean 'first'?",
        ),
        ("needs: [first]", "needs: [second]", "8:82", "step 'second' needs 'second', which is no earlier step"),
        ("id: second", "id: first", "8:6", "step 'first' stands twice"),
        ("points: 3", "points: 0", "8:63", "step 'second' has 0 points; it needs at least 1"),
        (
            "file: small.py",
            "file: small.py\nisolation: confind",
            "5:1",
            "isolation is 'confind'; did you mean 'confined'?",
        ),
        (
            "assignment/1",
            "assignment/9",
            "1:1",
            "schema is 'grader/assignment/9'; this version reads 'grader/assignment/1'",
        ),
        (
            "file: small.py",
            "file: small.py\nlimits: {call_seconds: 0}",
            "5:10",
            "limits.call_seconds is 0.0; it has to be a number above 0",
        ),
        (
            "file: small.py",
            "file: small.py\nlimits: {call_seconds: .nan}",
            "5:10",
            "limits.call_seconds is nan; it has to be a number above 0",
        ),
        (
            "file: small.py",
            "file: small.py\nlimits: {call_second: 3}",
            "5:10",
            "limits: unknown key 'call_second'; did you mean 'call_seconds'?",
        ),
        ("id: small", "id: smal", "2:1", "id is 'smal', but the folder is 'small'"),
    ],
)
def test_a_broken_assignment_is_named_with_file_line_and_column(place, old, new, where, said):
    words = complaint(place(MANIFEST.replace(old, new, 1)))
    found = re.match(r"solutions/small/assignment\.yaml:(\d+:\d+): ", words)
    assert found, words
    assert said in words
    assert "_File" not in words  # no name of ours in an author's complaint
    assert where == found[1]


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ("[axis]", ["6:13: kit_hints: no mistake 'axis' in mistakes/; did you mean 'axis0'?"]),
        ("[axis0, axis0]", ["6:20: kit_hints: 'axis0' stands twice"]),
        (
            "\n- axis0\n- root\n- axi",
            [
                "8:3: kit_hints: no mistake 'root' in mistakes/; known: axis0",
                "9:3: kit_hints: no mistake 'axi' in mistakes/; did you mean 'axis0'?",
            ],
        ),
        ("axis0", ["6:12: kit_hints: expected a list, got 'axis0'"]),
        ("[1]", ["6:13: kit_hints[0]: expected a text, got '1' (put it in quotes)"]),
    ],
)
def test_a_mistake_to_name_in_a_kit_is_one_of_the_mistakes(place, listed, said):
    lines = MANIFEST.splitlines()
    root = place("\n".join([*lines[:5], f"kit_hints: {listed}", *lines[5:]]) + "\n")
    mistakes = root / "solutions" / "small" / "mistakes"
    mistakes.mkdir()
    (mistakes / "axis0.py").write_text("", encoding="utf-8")
    assert complaint(root).splitlines() == [f"solutions/small/assignment.yaml:{line}" for line in said]


def test_a_function_that_the_reference_lacks_is_named(place):
    assert complaint(place(MANIFEST.replace("functions: [g]", "functions: [gg]"))) == (
        "solutions/small/assignment.yaml:8:59: step 'second' asks for gg(), which small.py does not define; "
        "did you mean 'g'?"
    )


def test_a_reference_that_is_no_python_is_named_with_its_line(place):
    assert re.fullmatch(r"solutions/small/small\.py:2: .+", complaint(place(source="def f(a):\nreturn a\n")))


def test_the_root_is_found_from_any_folder_below(place, tmp_path):
    root = place()
    assert loading.find_root(root / "solutions" / "small") == root
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    elsewhere.mkdir()
    with pytest.raises(UsageError) as caught:
        loading.find_root(elsewhere)
    assert str(caught.value) == (
        f"no course found: neither {elsewhere} nor a folder above it contains solutions/ or exercises/; "
        "run this inside the course's repository, or name it with --course FOLDER"
    )


def test_the_assignment_that_is_meant_is_picked_or_asked_for(place, tmp_path):
    root = place()
    assert loading.pick(root, None) == "small"
    place(name="other")
    assert loading.assignments(root) == ("other", "small")
    assert loading.pick(root, None, root / "exercises" / "other" / "x.py") == "other"
    said = {"smal": "no assignment 'smal'; did you mean 'small'?", "zzz": "no assignment 'zzz'; known: other, small"}
    said[None] = "several assignments here (other, small): name one, as in -a other"
    for wanted, words in said.items():
        with pytest.raises(UsageError) as caught:
            loading.pick(root, wanted)
        assert str(caught.value) == words


def test_the_hash_of_a_suite_changes_with_whatever_decides_a_grade_and_with_nothing_else(place):
    root = place()
    folder = root / "solutions" / "small"
    (folder / "hidden").mkdir()
    (folder / "hidden" / "test_first.py").write_text("a = 1\n")
    seen = [loading.suite_hash(loading.load(root, "small"))]
    (folder / "README.md").write_text("words")
    (folder / "hidden" / "__pycache__").mkdir()
    (folder / "hidden" / "__pycache__" / "x.pyc").write_bytes(b"x")
    assert loading.suite_hash(loading.load(root, "small")) == seen[0]
    for name, text in (
        ("hidden/test_first.py", "a = 2\n"),
        ("small.py", SOURCE + "# more\n"),
        ("assignment.yaml", MANIFEST + "\n"),
    ):
        (folder / name).write_text(text, encoding="utf-8")
        seen.append(loading.suite_hash(loading.load(root, "small")))
    assert len(set(seen)) == 4
    assert all(re.fullmatch(r"[0-9a-f]{16}", digest) for digest in seen)


def test_a_kit_says_that_the_command_is_the_instructors(tmp_path):
    (tmp_path / "exercises").mkdir()
    with pytest.raises(SpecError, match=r"no solutions/ here, so this is a learner's kit; .*--course FOLDER"):
        loading.load(tmp_path, "small")
