"""Help and usage errors of a learner's commands, in English and Korean: whole, by cells, in the console's encoding."""

import ast
import gettext
import inspect
import io
import os
import re
import shutil
import string
from pathlib import Path

import click
import pytest
from babel.messages import mofile, pofile
from click.testing import CliRunner

from grader.cli import COMMANDS, IN_A_KIT, LEARNERS, main
from grader.core.safe_text import cells

PACKAGE = Path(__file__).resolve().parents[2] / "grader"
KOREAN = PACKAGE / "core" / "locale" / "ko" / "LC_MESSAGES" / "commands.po"
EARLIER = {"No such option: {name}"}  # how older releases of click say it
HANGUL = re.compile("[가-힣]")


def catalogue():
    with open(KOREAN, "rb") as stream:
        return [message for message in pofile.read_po(stream) if message.id]


def forms(message):
    """The message's English and its Korean, each a tuple of what it says of one and of several."""
    return tuple(words if isinstance(words, tuple) else (words,) for words in (message.id, message.string))


ENTRIES = catalogue()
KNOWN = {forms(message)[0][0] for message in ENTRIES}


def paragraphs(text):
    for part in inspect.cleandoc(text).split("\n\n"):
        yield part[2:] if part.startswith("\b\n") else " ".join(part.split())


def shown(command):
    """Every English text that the help of a command, and of those in it, is made of."""
    for text in filter(None, (command.help, command.epilog)):
        yield from paragraphs(text)
    yield from filter(None, (getattr(parameter, "help", None) for parameter in command.params))
    for inner in getattr(command, "commands", {}).values():
        yield inner.get_short_help_str(200)
        yield from shown(inner)


def learners():
    return {name: main.get_command(click.Context(main), name) for name in LEARNERS}


OURS = {text for command in (main, *learners().values()) for text in shown(command)}
OURS |= {*paragraphs(IN_A_KIT), *(short for _, short in COMMANDS.values())}


def said():
    """The English of every sentence that the command line says in passing."""
    for file in (PACKAGE / "cli").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("said", "spoken.said"):
                yield from (one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant))


def clicks():
    """Every text in click's own source."""
    for file in Path(inspect.getfile(click)).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_every_sentence_of_a_learners_command_has_its_korean():
    assert len(OURS) > 80
    sentences = OURS | {text for text in said() if isinstance(text, str)}
    assert sentences - KNOWN == set()
    assert KNOWN - sentences - set(clicks()) == EARLIER


@pytest.mark.parametrize("message", ENTRIES, ids=lambda message: forms(message)[0][0][:40])
def test_the_korean_fits_its_english(message):
    english, korean = forms(message)
    fields = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in english]
    for text in korean:
        text.encode("cp949")
        assert text
        assert {name for _, name, _, _ in string.Formatter().parse(text) if name} <= set.union(*fields)
        assert not re.search(r"\}['\"]?(?:은|는|이|가|을|를|와|과|로|으로|예요|이에요)(?![가-힣])", text)
        examples = re.findall(r"^  (grader .*?)(?:   |$)", text, re.MULTILINE)
        assert examples == re.findall(r"^  (grader .*?)(?:   |$)", english[0], re.MULTILINE)


def test_the_compiled_catalogue_is_current():
    fresh = io.BytesIO()
    with open(KOREAN, "rb") as stream:
        mofile.write_mo(fresh, pofile.read_po(stream))
    fresh.seek(0)
    with open(KOREAN.with_suffix(".mo"), "rb") as stream:
        compiled, written = mofile.read_mo(stream), mofile.read_mo(fresh)
    assert [forms(message) for message in compiled if message.id] == [forms(one) for one in written if one.id]


@pytest.mark.parametrize("name", ["", *LEARNERS, "quiz page", "quiz template"])
def test_help_in_korean_is_korean_and_fits(grader, name):
    for columns in ("60", "80", "200"):
        done = grader(*name.split(), "--help", GRADER_LANG="ko", PYTHONIOENCODING="cp949", COLUMNS=columns)
        assert (done.returncode, done.stderr) == (0, "")
        lines = done.stdout.splitlines()
        assert lines[0].startswith("사용법: ")
        assert "옵션:" in lines
        assert "?" * 3 not in done.stdout
        wide = [line for line in lines if cells(line) > min(80, int(columns)) and "  grader " not in line]
        assert wide == []
        assert [line for line in lines if cells(line) > 80] == []
        english = [text for text in OURS if HANGUL.search(text) is None and len(text) > 20 and text in done.stdout]
        assert [text for text in english if not text.startswith("Examples")] == []


TYPOS = [
    (("chek",), "no command 'chek'; did you mean 'check'?", "'chek': 없는 명령이에요. 혹시 이것인가요? 'check'"),
    (("check", "--watsh"), "Did you mean '--watch'?", "'--watsh': 없는 옵션이에요. 혹시 이것인가요? '--watch'"),
    (("check", "softmx"), "did you mean 'softmax'?", "없는 단계예요. 혹시 이것인가요? 'softmax'"),
    (("hint", "--reprot"), "Did you mean '--report'?", "'--reprot': 없는 옵션이에요. 혹시 이것인가요? '--report'"),
    (("repro", "softmax.by_hnd"), "did you mean 'softmax.by_hand'?", "혹시 이것인가요? 'softmax.by_hand'"),
    (("quiz", "tempalte"), "did you mean 'template'?", "'tempalte': 없는 문항이에요. 혹시 이것인가요? 'template'"),
    (("status", "-a", "self_atention"), "did you mean 'self_attention'?", "혹시 이것인가요? 'self_attention'"),
    (("repro",), "Missing argument 'CHECK'.", "빠진 인자: 'CHECK'."),
    (("status", "more"), "Got unexpected extra argument (more)", "인자가 너무 많아요: more"),
    (("check", "--lang", "kr"), "'kr' is not one of 'en', 'ko'.", "'kr' 대신 이 가운데 하나를 쓰세요: 'en', 'ko'"),
    (("check", "--json=1"), "Option '--json' does not take a value.", "'--json' 옵션에는 값을 쓰지 않아요."),
    (("hint", "--report"), "Option '--report' requires an argument.", "'--report' 옵션 뒤에 값을 쓰세요."),
    (("quiz", "--attempt", "0"), "0 is not in the range x>=1.", "0: 범위 x>=1 밖이에요."),
]


@pytest.mark.parametrize(("words", "english", "korean"), TYPOS, ids=[" ".join(words) for words, _, _ in TYPOS])
def test_a_wrong_command_line_is_explained_in_both_languages(grader, words, english, korean):
    for language, said, mark in (("en", english, "Error: "), ("ko", korean, "오류: ")):
        done = grader(*words, GRADER_LANG=language, PYTHONIOENCODING="cp949")
        assert (done.returncode, done.stdout) == (2, "")
        assert said in " ".join(done.stderr.split())
        assert done.stderr.splitlines()[-1].startswith(mark) or cells(done.stderr.replace("\n", " ")) > 80
        assert language == "en" or all(cells(line) <= 80 for line in done.stderr.splitlines())
        assert not HANGUL.search(done.stderr) or language == "ko"


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        (("check", "--lang", "ko", "--help"), {}),
        (("check", "--help", "--lang=ko"), {}),
        (("--lang", "ko", "check", "--help"), {}),
        (("--lang", "ko", "quiz", "page", "--help"), {}),
        (("check", "--help"), {"LANG": "ko_KR.UTF-8"}),
        (("check", "--lang", "ko", "--help"), {"GRADER_LANG": "en"}),
        (("--lang", "en", "check", "--lang", "ko", "--help"), {}),
    ],
)
def test_the_language_is_named_anywhere(grader, words, environment):
    assert grader(*words, **environment).stdout.startswith("사용법: ")


def test_a_language_in_front_is_the_commands_too(grader, root, tmp_path):
    shutil.copytree(root / "exercises", tmp_path / "exercises")
    assert HANGUL.search(grader("--lang", "ko", "hint", "softmax", cwd=tmp_path).stdout)


def test_a_language_leaves_nothing_behind(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "fr")
    domain = gettext.textdomain()
    english = CliRunner().invoke(main, ["check", "--help", "--lang", "en"]).output
    assert CliRunner().invoke(main, ["check", "--help", "--lang", "ko"]).output.startswith("사용법")
    assert (os.environ["LANGUAGE"], gettext.textdomain()) == ("fr", domain)
    assert CliRunner().invoke(main, ["check", "--help", "--lang", "en"]).output == english
