"""The examples of the author's guide are what the readers read, and the guide names every file of a new assignment."""

import re

import pytest

from grader.authoring import scaffold
from grader.course import hints, loading, predictions
from grader.course.visible_checks import read_suite
from grader.quiz.bank import load_bank
from grader.quiz.items.registry import KINDS
from grader.quiz.misconceptions import load_beliefs


@pytest.fixture
def examples(root):
    """Schema -> the example of a file of it, from the two guides."""
    text = "".join((root / "docs" / name).read_text(encoding="utf-8") for name in ("author.md", "quiz.md"))
    blocks = re.findall(r"```yaml\n(schema: (grader/\w+/1)\n.*?)```", text, re.DOTALL)
    return {schema: block for block, schema in blocks}


def test_the_examples_can_be_read(examples, tmp_path):
    scaffold.scaffold(tmp_path, "layer_norm", ("en", "ko"))
    home = tmp_path / "solutions" / "layer_norm"
    files = {
        "checks": "public/checks.yaml",
        "hints": "public/hints.yaml",
        "predict": "public/predict.yaml",
        "misconceptions": "misconceptions.yaml",
        "quiz": "quiz.yaml",
    }
    for kind, name in files.items():
        (home / name).write_text(examples[f"grader/{kind}/1"], encoding="utf-8")
    public = home.rename(tmp_path / "other") / "public"  # readers of a kit look in exercises/
    (tmp_path / "exercises").mkdir()
    place = public.rename(tmp_path / "exercises" / "layer_norm")
    (place / "assignment.yaml").write_bytes((tmp_path / "other" / "assignment.yaml").read_bytes())
    assignment = loading.load(tmp_path, "layer_norm", public=True)
    step = assignment.step("standardize")
    assert len(hints.hints_of(place, step, "ko", None)) == 3
    (question,) = predictions.questions_of(assignment, step)
    assert predictions.slip(question, "yes").about == "ACROSS"
    assert read_suite(tmp_path, assignment).checks[0].title["ko"].startswith("행 1, 3의")
    assert load_beliefs(tmp_path / "other" / "misconceptions.yaml").slips["BATCH-NORM"].of == "ACROSS"
    assert load_bank(tmp_path / "other" / "quiz.yaml").items[0].key == "rows"


def test_every_file_of_a_new_assignment_and_every_type_of_item_is_explained(root, tmp_path):
    author = (root / "docs" / "author.md").read_text(encoding="utf-8")
    for path in scaffold.scaffold(tmp_path, "NAME", ("en", "ko")):
        inside = "/".join(path.parts[2:])
        inside = re.sub(r"^(mistakes|accepted)/\w+", r"\1/<id>", re.sub(r"test_(?!NAME)\w+", "test_<step>", inside))
        assert f"`{inside}`" in author, inside
    quiz = (root / "docs" / "quiz.md").read_text(encoding="utf-8")
    assert all(re.search(rf"^\| `{kind}` \| `\w+`", quiz, re.MULTILINE) for kind in KINDS)
