"""The languages that a course declares, and what is said where its texts do not have them."""

import pytest

from grader.core.errors import SpecError, UsageError
from grader.course import loading
from grader.course.languages import languages_beside, languages_in, spoken_in
from grader.course.visible_checks import read_suite

MANIFEST = """\
schema: grader/assignment/1
id: one
{languages}title: {title}
file: one.py
points: {{code: 1}}
steps:
  - id: first
    title: {step}
    functions: [first]
    points: 1
"""


@pytest.fixture
def course(tmp_path):
    """`course(title, step, languages)`: a public assignment of one step, loaded."""

    def load(title, step="First", languages=None):
        folder = tmp_path / "exercises" / "one"
        folder.mkdir(parents=True, exist_ok=True)
        listed = "" if languages is None else f"languages: {languages}\n"
        text = MANIFEST.format(title=title, step=step, languages=listed)
        (folder / "assignment.yaml").write_text(text, encoding="utf-8")
        return loading.load(tmp_path, "one", public=True)

    load.folder = tmp_path / "exercises" / "one"
    load.root = tmp_path
    return load


def test_they_are_those_of_the_key_or_of_the_title_or_english(course):
    assert course("Rows").languages == ("en",)
    assert course("{ko: 행, en: Rows}", "{en: First, ko: 하나}").languages == ("ko", "en")
    german = course("Zeilen", "Erstens", "[de]")
    assert (german.languages, german.title.data, german.steps[0].title["de"]) == (("de",), {"de": "Zeilen"}, "Erstens")
    assert course("{de: Zeilen}", "{de: Erstens}", "[de]").title["de"] == "Zeilen"


@pytest.mark.parametrize(
    ("title", "step", "languages", "said"),
    [
        ("{en: Rows}", "First", "[en, ko]", "4:8: title: no text in ko (the course's languages are en and ko)"),
        ("{en: R, ko: ㅎ}", "{ko: ㅎ}", "[en, ko]", "9:12: steps[first].title: no text in en (the course's languages"),
        (
            "{en: R, ko: ㅎ}",
            "First",
            None,
            "8:12: steps[first].title: one text for en and ko; write {en: ..., ko: ...}",
        ),
        ("Rows", "{en: F, ko: ㅎ}", None, "8:20: steps[first].title: unknown key 'ko', no language of this course"),
        (
            "{en: R, kr: ㅎ}",
            "F",
            "[en]",
            "4:16: title: unknown key 'kr', no language of this course (the course's are en)",
        ),
        ("Rows", "First", "[]", "3:1: assignment: languages is empty; name at least one, as in [en]"),
        ("Rows", "First", "[english]", "3:13: assignment: 'english' is no code of a language, such as en, de or pt-BR"),
        ("{en: R}", "{en: F}", "[en, en]", "3:17: assignment: language 'en' stands twice"),
        ("Rows", "First", "[id]", "3:13: assignment: 'id' names an option in reports; use the code id-ID"),
        ("Rows", "First", "en", "3:12: languages: expected a list, got 'en'"),
    ],
)
def test_what_is_missing_is_named_with_its_place(course, title, step, languages, said):
    with pytest.raises(SpecError) as caught:
        course(title, step, languages)
    assert f"exercises/one/assignment.yaml:{said}" in str(caught.value)


def test_files_beside_a_manifest_go_by_its_languages(course):
    assignment = course("{de: Zeilen, fr: Lignes}", "{de: Erstens, fr: Un}", "[de, fr]")
    assert languages_beside(course.folder) == languages_beside(course.folder / "public") == ("de", "fr")
    (course.folder / "test_one.py").write_text('def test_first_works():\n    """Es geht.\n\n    Und wie?\n    """\n')
    [check] = read_suite(course.root, assignment).checks
    assert (check.title.data, check.why["fr"]) == ({"de": "Es geht."}, "Und wie?")
    checks = course.folder / "checks.yaml"
    checks.write_text("schema: grader/checks/1\nchecks:\n  first_works: {fr: Ça va., why: {de: Weil., fr: Car.}}\n")
    [check] = read_suite(course.root, assignment).checks
    assert (check.title.data, check.why["fr"]) == ({"de": "Es geht.", "fr": "Ça va."}, "Car.")
    checks.write_text("schema: grader/checks/1\nchecks:\n  first_works: {de: Nein., why: {de: Weil.}}\n")
    with pytest.raises(SpecError) as caught:
        read_suite(course.root, assignment)
    assert str(caught.value).splitlines() == [
        "exercises/one/checks.yaml:3:33: checks.first_works.why: no text in fr (the course's languages are de and fr)",
        "exercises/one/checks.yaml:3:17: checks.first_works: only the languages after 'de', the first, stand here",
    ]


def test_a_file_without_a_manifest_has_none(tmp_path):
    assert languages_beside(tmp_path) == ()
    assert languages_in("{") == languages_in("languages: [") == ()
    assert languages_in("points: 1") == languages_in("[a]") == ("en",)


def test_a_language_that_is_asked_for_has_to_be_there(monkeypatch):
    monkeypatch.setenv("GRADER_LANG", "ko")
    assert spoken_in(("de", "fr"), None) == "de"
    assert spoken_in(("de", "fr"), "fr") == "fr"
    with pytest.raises(UsageError) as caught:
        spoken_in(("de", "fr"), "ko")
    assert caught.value.words("en") == "no language 'ko' in this course; its languages: de, fr"
    assert "de, fr" in caught.value.words("ko")
