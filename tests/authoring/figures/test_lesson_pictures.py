"""The lesson and its pictures say the same: words for those who cannot see, tables, files that `derive` keeps."""

import importlib
import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from grader.authoring import derive
from grader.authoring.figures import load_figures, reference_of
from grader.core.errors import SpecError
from grader.course import loading

SVG = "{http://www.w3.org/2000/svg}"
LESSON = Path(__file__).resolve().parents[3] / "solutions" / "self_attention"
FIGURES = load_figures(LESSON)
NAMES = FIGURES.names
numbers, saturation = (importlib.import_module(f"{FIGURES.module.__name__}.{one}") for one in ("numbers", "saturation"))
TOKENS, WIDTHS = numbers.TOKENS, saturation.WIDTHS
LESSONS = {"en": "README.md", "ko": "README.ko.md"}
IMAGE = re.compile(r"!\[([^\]]*)\]\(images/([\w-]+)\.(\w+)\.svg\)")


@pytest.fixture(scope="module")
def public(root):
    return root / "solutions" / "self_attention" / "public"


@pytest.fixture(scope="module")
def found():
    return numbers.numbers(reference_of(LESSON / "attention.py"))


def words_of(picture, tag):
    return ET.fromstring(picture).find(f"{SVG}{tag}").text


@pytest.mark.parametrize("language", LESSONS)
def test_a_lesson_shows_every_picture_once_with_its_words(public, language):
    text = (public / LESSONS[language]).read_text("utf-8")
    shown = {name: alt for alt, name, its in IMAGE.findall(text) if its == language}
    assert len(IMAGE.findall(text)) == len(NAMES)
    assert set(shown) == set(NAMES)
    reference = reference_of(LESSON / "attention.py")
    for name, alt in shown.items():
        assert alt == words_of(FIGURES.draw(name, language, reference), "desc"), f"{LESSONS[language]}: {name}"


def test_the_notebook_shows_every_picture_in_both_languages(root):
    text = (root / "solutions" / "self_attention" / "attention.py").read_text("utf-8")
    shown = {(name, language): alt for alt, name, language in IMAGE.findall(text)}
    assert set(shown) == {(name, language) for name in NAMES for language in LESSONS}
    for (name, language), alt in shown.items():
        assert alt == words_of((root / f"exercises/self_attention/images/{name}.{language}.svg").read_text(), "title")


@pytest.mark.parametrize("language", LESSONS)
def test_the_lessons_table_of_weights_is_the_references(public, found, language):
    rows = re.findall(r"^\| (?:query|쿼리) (t\d) \|(.*)\|$", (public / LESSONS[language]).read_text("utf-8"), re.M)
    assert [token for token, _ in rows] == list(TOKENS)
    for (_, cells), row in zip(rows, found.A, strict=True):
        assert [cell.strip() for cell in cells.split("|")] == [*(f"{x:.2f}" for x in row), f"{row.sum():.2f}"]
    last = re.search(r"^\| (?:column sum|열의 합) \|(.*)\| \|$", (public / LESSONS[language]).read_text("utf-8"), re.M)
    assert [cell.strip() for cell in last[1].split("|")] == [f"{x:.2f}" for x in found.A.sum(axis=0)]


def test_the_sentence_under_the_table_is_true(public, found):
    most = found.A.argmax(axis=1) + 1
    assert (
        f"Token 1 takes most from token {most[0]}, but token {most[0]} takes most from token {most[most[0] - 1]}"
        in (public / "README.md").read_text("utf-8")
    )
    assert (
        f"1번 토큰은 {most[0]}번 토큰에서 가장 많이 가져오지만, {most[0]}번 토큰은 {most[most[0] - 1]}번 토큰에서"
        in (public / "README.ko.md").read_text("utf-8")
    )
    assert most[most[0] - 1] != 1


@pytest.mark.parametrize("language", LESSONS)
def test_the_lessons_table_of_saturation_is_what_the_picture_measures(public, found, language):
    seen = saturation.measured(found)
    rows = re.findall(r"^\| (\d+) \| (0\.\d\d) \| (0\.\d\d) \|$", (public / LESSONS[language]).read_text("utf-8"), re.M)
    assert [int(width) for width, _, _ in rows] == [4, 64, 1024]
    for width, raw, scaled in rows:
        place = WIDTHS.index(int(width))
        assert (raw, scaled) == (f"{seen['raw_top'][place]:.2f}", f"{seen['top'][place]:.2f}")


@pytest.fixture
def copied(root, tmp_path):
    shutil.copytree(root / "solutions", tmp_path / "solutions")
    return tmp_path


def test_pictures_are_drawn_from_the_assignments_own_reference(copied):
    assignment = loading.load(copied, "self_attention")
    files = derive.drawn(copied, assignment)
    assert len(files) == 2 * len(NAMES)
    place = Path("solutions/self_attention/public/images/softmax-rows.en.svg")
    assert derive.stale(copied, files) == []
    derived = derive.derive(copied, assignment)
    assert derived[Path("exercises/self_attention/images/softmax-rows.en.svg")] == files[place]
    assert not [path for path in derived if path.parts[0] == "solutions"]  # a kit is made of these
    (copied / place).write_text("<svg >drawn by hand</svg>", encoding="utf-8")
    assert derive.stale(copied, derive.drawn(copied, assignment)) == [place]
    assert (
        derive.derive(copied, assignment)[Path("exercises/self_attention/images/softmax-rows.en.svg")] == files[place]
    )


def test_only_what_the_lesson_shows_is_drawn_and_other_pictures_are_the_authors(copied):
    assignment = loading.load(copied, "self_attention")
    for name in LESSONS.values():
        (assignment.folder / "public" / name).write_text("![Mine](images/my-own.en.svg)\n", encoding="utf-8")
    source = assignment.folder / assignment.file
    text = source.read_text("utf-8")
    source.write_text(IMAGE.sub("", text) + "\n# ![x](images/softmax-rows.ko.svg)\n", encoding="utf-8")
    assert [path.name for path in derive.drawn(copied, assignment)] == ["softmax-rows.ko.svg"]
    source.write_text(IMAGE.sub("", text), encoding="utf-8")
    assert derive.drawn(copied, assignment) == {}


def test_a_reference_without_the_functions_is_named(copied):
    assignment = loading.load(copied, "self_attention")
    source = assignment.folder / assignment.file
    source.write_text(source.read_text("utf-8").replace("def project_qkv(", "def other("), encoding="utf-8")
    with pytest.raises(SpecError, match="no function 'project_qkv', so the pictures of the lesson cannot be drawn"):
        derive.drawn(copied, assignment)
