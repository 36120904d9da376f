"""An author's figures: two names in a module, drawn from the reference, errors with the line to look at."""

import re

import pytest

from grader.authoring.figures import load_figures, reference_of
from grader.core.errors import SpecError, UsageError

DRAWS = '''"""A figure."""

NAMES = ("scale-line",)


def draw(name, language, reference):
    half = reference.halved(6)
    return f"<svg xmlns='http://www.w3.org/2000/svg'><text>{name} {language} {half}</text></svg>"
'''


@pytest.fixture
def lesson(tmp_path):
    (tmp_path / "answers.py").write_text("def halved(x):\n    return x / 2\n", encoding="utf-8")
    return tmp_path


def written(lesson, text, name="figures.py"):
    path = lesson / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return load_figures(lesson)


def test_an_author_need_not_draw(lesson):
    assert load_figures(lesson) is None


@pytest.mark.parametrize("name", ["figures.py", "figures/__init__.py"])
def test_a_figure_is_drawn_from_the_reference(lesson, name):
    figures = written(lesson, DRAWS, name)
    assert figures.names == ("scale-line",)
    assert "scale-line ko 3.0" in figures.draw("scale-line", "ko", reference_of(lesson / "answers.py"))
    assert not list(lesson.rglob("__pycache__"))


def test_a_package_may_have_modules_and_words(lesson):
    written(lesson, "words: {en: half}\n", "figures/words.yaml")
    written(lesson, "LETTERS = 'half'\n", "figures/letters.py")
    text = DRAWS.replace("NAMES =", "from .letters import LETTERS\n\nNAMES =").replace("{half}", "{LETTERS}")
    figures = written(lesson, text, "figures/__init__.py")
    assert "scale-line en half" in figures.draw("scale-line", "en", reference_of(lesson / "answers.py"))


def test_what_is_changed_is_read_again(lesson):
    written(lesson, DRAWS)
    assert written(lesson, DRAWS.replace("scale-line", "scale-curve")).names == ("scale-curve",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import nothing_of_that_name\n", r"figures\.py:1: ModuleNotFoundError"),
        ("NAMES = (\n", r"figures\.py:1: SyntaxError"),
        ("def draw(name, language, reference): ...\n", "NAMES has to be"),
        ("NAMES = 'scale-line'\n", "NAMES has to be"),
        ("NAMES = ()\n", r"no function draw\(name, language, reference\)"),
    ],
)
def test_a_module_that_cannot_be_used_is_named_with_its_line(lesson, text, message):
    with pytest.raises(SpecError, match=message):
        written(lesson, text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("halved(6)", "doubled(6)", r"answers\.py: no function 'doubled'"),
        ("halved(6)", "halved(None)", r"figures\.py:7: the figure 'scale-line' \(en\): TypeError"),
        ('f"<svg', 'f"<html', "has to return the text of an SVG"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_named_with_its_line(lesson, old, new, message):
    figures = written(lesson, DRAWS.replace(old, new))
    with pytest.raises(SpecError, match=message):
        figures.draw("scale-line", "en", reference_of(lesson / "answers.py"))


def test_a_name_that_is_no_figures_is_refused(lesson):
    with pytest.raises(UsageError, match="no figure 'other'; there are: scale-line"):
        written(lesson, DRAWS).draw("other", "en", reference_of(lesson / "answers.py"))


def test_the_figure_in_the_documentation_is_drawn_by_derive(root, copy):
    text = (root / "docs" / "pictures.md").read_text(encoding="utf-8")
    [example] = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "NAMES" in block]
    lesson = "# Layer norm: Standardise, standardize, layer_norm\n\n![After](images/standardize-line.en.svg)\n"
    course = copy({"figures.py": (None, example), "public/README.md": (None, lesson)}, derived=True)
    drawn = (course / "exercises" / "layer_norm" / "images" / "standardize-line.en.svg").read_text(encoding="utf-8")
    assert "after standardising: [-0.93, -0.46, 1.39]" in drawn
    shown = [path for path in (course / "exercises").rglob("*") if "figures" in path.name]
    assert shown == []
