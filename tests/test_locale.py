"""Two languages, one meaning: the same ids, the same placeholders, catalogues compiled from what is written."""

import ast
import io
import string
from pathlib import Path

import pytest
from babel.messages import mofile, pofile

from grader.locale import LANGUAGES, choose, say
from grader.model import Outcome

PACKAGE = Path(__file__).resolve().parents[1] / "grader"


def path(language, ending):
    return PACKAGE / "locale" / language / "LC_MESSAGES" / f"grader.{ending}"


def catalogue(language):
    with open(path(language, "po"), "rb") as stream:
        return pofile.read_po(stream, locale=language)


def messages(language):
    return {message.id: message.string for message in catalogue(language) if message.id}


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


ENGLISH, KOREAN = messages("en"), messages("ko")


def test_both_languages_say_the_same_messages():
    assert list(ENGLISH) == list(KOREAN)
    assert set(LANGUAGES) == {"en", "ko"}
    assert all(ENGLISH.values())
    assert all(KOREAN.values())


@pytest.mark.parametrize("message", ENGLISH)
def test_both_languages_fill_the_same_placeholders(message):
    assert placeholders(ENGLISH[message]) == placeholders(KOREAN[message])
    assert "" not in placeholders(ENGLISH[message])


@pytest.mark.parametrize("message", [m for m in KOREAN if placeholders(KOREAN[m])])
def test_no_korean_particle_follows_a_substituted_word(message):
    text = KOREAN[message]
    for name in placeholders(text):
        after = text.split("{" + name + "}", 1)[1]
        assert not after.startswith(("은", "는", "이 ", "가 ", "을", "를", "와 ", "과 ", "으로", "로 ")), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogues_are_current(language):
    fresh = io.BytesIO()
    mofile.write_mo(fresh, catalogue(language))
    fresh.seek(0)
    with open(path(language, "mo"), "rb") as stream:
        compiled = mofile.read_mo(stream)
    written = mofile.read_mo(fresh)
    assert {m.id: m.string for m in compiled if m.id} == {m.id: m.string for m in written if m.id}


def used_ids():
    """(file, id) of every message that the code names by a literal: in say(), CallFailed, CheckRun and facts."""
    out = set()
    for file in sorted(PACKAGE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        ours = "from grader.locale import say" in text  # the quiz and the growth check have words of their own
        for node in ast.walk(ast.parse(text)):
            if ours and isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and len(node.args) > 1:
                literal = node.args[1]
                if isinstance(literal, ast.Constant):
                    out.add((file.name, literal.value))
            named = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("CallFailed", "CheckRun")
            if named and len(node.args) > (2 if node.func.id == "CheckRun" else 1):
                literal = node.args[2 if node.func.id == "CheckRun" else 1]
                if isinstance(literal, ast.Constant) and literal.value:
                    out.add((file.name, f"check.{literal.value}"))
            if isinstance(node, ast.Dict):
                keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
                if "id" in keys and file.parent.name == "suite":
                    value = node.values[keys.index("id")]
                    if isinstance(value, ast.Constant):
                        out.add((file.name, f"check.{value.value}"))
    return out


def test_every_message_that_is_used_exists():
    used = {(file, name) for file, name in used_ids() if name != "check.told"}  # "told" brings its own text
    assert len(used) > 30
    assert {(file, name) for file, name in used if name not in ENGLISH} == set()
    for outcome in Outcome:
        assert f"outcome.{outcome}" in ENGLISH


def test_a_message_with_a_missing_placeholder_falls_back_to_its_short_form():
    assert say("en", "check.untouched", function="f") == "Not started yet: f() still raises NotImplementedError."
    assert say("en", "check.untouched") == "Not started yet."
    assert say("ko", "outcome.passed") == KOREAN["outcome.passed"]


def test_braces_in_a_learners_words_are_only_words():
    assert say("en", "check.raised", where="a.py:1", type="KeyError", words="{x} {0}") == "a.py:1: KeyError: {x} {0}"


@pytest.mark.parametrize(
    ("wanted", "environment", "language"),
    [
        ("ko", {"GRADER_LANG": "en"}, "ko"),
        (None, {"GRADER_LANG": "ko", "LANG": "en_US.UTF-8"}, "ko"),
        (None, {"LC_ALL": "ko_KR.UTF-8", "LANG": "en_US.UTF-8"}, "ko"),
        (None, {"LANG": "ko_KR.EUC-KR"}, "ko"),
        (None, {"LANG": "fr_FR.UTF-8"}, "en"),
        (None, {}, "en"),
    ],
)
def test_the_language_is_the_one_asked_for_then_the_environments(monkeypatch, wanted, environment, language):
    for name in ("GRADER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert choose(wanted) == language
