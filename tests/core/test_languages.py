"""Two languages, one meaning: the same ids, the same placeholders, catalogues compiled from what is written."""

import ast
import io
import re
import string
from pathlib import Path

import pytest
from babel.messages import mofile, pofile

from grader.core.languages import LANGUAGES, both, choose, say
from grader.core.model import Outcome

PACKAGE = Path(__file__).resolve().parents[2] / "grader"


def path(language, ending):
    return PACKAGE / "core" / "locale" / language / "LC_MESSAGES" / f"grader.{ending}"


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


PARTICLE = re.compile(r"\}['\"]?(?:은|는|이|가|을|를|와|과|로|으로|이며|며|이다|예요|이에요)(?![가-힣])")


@pytest.mark.parametrize("message", [m for m in KOREAN if placeholders(KOREAN[m])])
def test_no_korean_particle_follows_a_substituted_word(message):
    """The form of a particle depends on the sound before it, and that is not known here."""
    assert not PARTICLE.search(KOREAN[message])


@pytest.mark.parametrize("message", [m for m in KOREAN if m.startswith(("growth.hint.", "growth.advice."))])
def test_korean_hints_are_polite(message):
    assert all(part.endswith("요") for part in re.split(r"[.](?:\s+|$)", KOREAN[message]) if part)


@pytest.mark.parametrize("message", [m for m in KOREAN if m.startswith(("kit.", "quiz.ui_", "quiz.type_"))])
def test_what_a_terminal_shows_can_be_written_in_the_koreans_consoles_encoding(message):
    ENGLISH[message].encode("cp949")
    KOREAN[message].encode("cp949")


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogues_are_current(language):
    fresh = io.BytesIO()
    mofile.write_mo(fresh, catalogue(language))
    fresh.seek(0)
    with open(path(language, "mo"), "rb") as stream:
        compiled = mofile.read_mo(stream)
    written = mofile.read_mo(fresh)
    assert {m.id: m.string for m in compiled if m.id} == {m.id: m.string for m in written if m.id}


FAMILIES = {message.partition(".")[0] for message in ENGLISH}
WHOLE = re.compile(rf"(?:{'|'.join(sorted(FAMILIES))})\.[a-z][\w.+-]*[\w+]")
BEGUN = re.compile(rf"(?:{'|'.join(sorted(FAMILIES))})\.[\w.-]*")
SPEAKERS = ("say", "both", "Message", "DoctorFinding", "Unusable")  # what is called with a message's id


def named_in_code():
    """Ids that are named whole, the (file, id) of those that are spoken, and the (file, pattern) of those completed."""
    mentioned, whole, begun = set(), set(), set()
    for file in sorted(PACKAGE.rglob("*.py")):
        if file.is_relative_to(PACKAGE / "authoring" / "template"):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        fragments = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in fragments:
                if WHOLE.fullmatch(node.value):
                    mentioned.add(node.value)
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                if BEGUN.fullmatch(parts[0]):
                    pattern = "".join(".+" if part is None else re.escape(part) for part in parts)
                    begun.add((file.name, pattern))
            elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in SPEAKERS:
                spoken = [one for arg in node.args for one in ast.walk(arg) if id(one) not in fragments]
                literals = [one.value for one in spoken if isinstance(one, ast.Constant)]
                whole |= {(file.name, one) for one in literals if isinstance(one, str) and WHOLE.fullmatch(one)}
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("CallFailed", "CheckRun"):
                place = 2 if node.func.id == "CheckRun" else 1
                if len(node.args) > place and isinstance(node.args[place], ast.Constant) and node.args[place].value:
                    whole.add((file.name, f"check.{node.args[place].value}"))
            elif isinstance(node, ast.Dict) and file.parent.name == "suite":
                keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
                if "id" in keys and isinstance(node.values[keys.index("id")], ast.Constant):
                    whole.add((file.name, f"check.{node.values[keys.index('id')].value}"))
    for file in sorted(PACKAGE.rglob("*.jinja")):
        text = file.read_text(encoding="utf-8")
        named = r"(?:html|stats|cohort|desk)\.[\w.]"
        whole |= {(file.name, found) for found in re.findall(rf"""["']({named}*\w)["']""", text)}
        begun |= {(file.name, re.escape(found) + ".+") for found in re.findall(rf"""["']({named}+\.)["']""", text)}
    return mentioned, whole, begun


MENTIONED, WHOLE_IDS, BEGUN_IDS = named_in_code()


def test_every_message_that_is_used_exists():
    assert len(WHOLE_IDS) > 200
    assert {(file, name) for file, name in WHOLE_IDS if name not in ENGLISH} == set()
    for file, pattern in BEGUN_IDS:
        assert any(re.fullmatch(pattern, message) for message in ENGLISH), (file, pattern)
    for outcome in Outcome:
        assert f"outcome.{outcome}" in ENGLISH


def spoken():
    """(file:line, id, names of what is filled in) of every call that names its message and all that goes into it."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func).rpartition(".")[2] not in ("say", "both"):
                continue
            if any(keyword.arg is None for keyword in node.keywords):
                continue
            for argument in node.args[:2]:
                parts = (argument.body, argument.orelse) if isinstance(argument, ast.IfExp) else (argument,)
                for part in parts:
                    if isinstance(part, ast.Constant) and part.value in ENGLISH:
                        yield f"{file.name}:{node.lineno}", part.value, {keyword.arg for keyword in node.keywords}


def test_every_call_fills_every_place():
    calls = list(spoken())
    assert len(calls) > 150
    for where, message, given in calls:
        assert placeholders(ENGLISH[message]) <= given or f"{message}_bare" in ENGLISH, (where, message)


def test_every_message_that_exists_is_used():
    """A message with the ending _bare is the short form of another; those of a check are named by what ran it."""
    whole = MENTIONED | {name for _, name in WHOLE_IDS}
    begun = [pattern for _, pattern in BEGUN_IDS if pattern != "check\\..+"]
    begun += [rf"check\.(?:{name})" for name in told_by_checks()]
    begun += [r"check\.(?:call|load)_(?:exit|signal)"]  # put together from two words in grader.execution.client
    wanted = {message.removesuffix("_bare") for message in ENGLISH} - whole
    assert {message for message in wanted if not any(re.fullmatch(pattern, message) for pattern in begun)} == set()


def told_by_checks():
    """Patterns of what may end a check: every word of the parts that run one, whole or completed by a field."""
    for part in ("execution", "suite", "submissions", "grading"):
        place = PACKAGE / part
        for file in [place] if place.is_file() else place.rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield re.escape(node.value)
                elif isinstance(node, ast.JoinedStr):
                    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                    if sum(len(part) for part in parts if part) > 4:
                        yield "".join(r"\w+" if part is None else re.escape(part) for part in parts)


def test_a_message_with_a_missing_placeholder_falls_back_to_its_short_form():
    assert say("en", "check.untouched", function="f") == "Not started yet: f() still raises NotImplementedError."
    assert say("en", "check.untouched") == "Not started yet."
    assert say("ko", "outcome.passed") == KOREAN["outcome.passed"]


def test_a_message_can_be_asked_for_in_both_languages_at_once():
    told = both("kit.attempt", number=3)
    assert (told["en"], told["ko"]) == ("attempt 3", "시도 3")


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
