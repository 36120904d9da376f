"""Words that the product does not use: in help, in the messages of the catalogues, and in the docs."""

import ast
import re
from pathlib import Path

import click
import pytest
from babel.messages import pofile

from grader.cli import COMMANDS, EXIT_CODES, IN_A_KIT, main

ROOT = Path(__file__).resolve().parents[1]
CATALOGUE = ROOT / "grader" / "core" / "locale" / "en" / "LC_MESSAGES" / "grader.po"
GLOSSARY = ROOT / "docs" / "glossary.md"
DOCS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
DOCS += [path for path in sorted((ROOT / "docs").glob("*.md")) if path != GLOSSARY]

BANNED = {
    r"mend(s|ed|ing)?": "fix",
    r"(is|are) off": "is invalid, is wrong",
    r"laid over": "applied",
    r"our (own )?faults?|faults? of ours|(for )?our reasons|the machine's fault": "internal error",
    r"told": "reported, shown, distinguished",
    r"whoever": "anyone who, the learner",
    r"one's own": "individual",
    r"side by side": "in parallel",
    r"beside": "next to, with",
    r"right but for": "right except for",
    r"counted apart": "counted separately",
    r"zygote": "fork server",
}
WORDS = re.compile(rf"\b({'|'.join(BANNED)})\b", re.IGNORECASE)
ALLOWED = re.compile(r"off by (a|one)\b", re.IGNORECASE)  # "is off by a constant" is what a numpy user says


def found(text):
    return [match[0] for match in WORDS.finditer(text) if not ALLOWED.match(text, match.end() - len("off"))]


def helps(command, name="grader"):
    """Every text of a command's help, and of those in it."""
    yield name, " ".join(filter(None, (command.help, command.epilog, command.short_help)))
    for parameter in command.params:
        yield f"{name} {parameter.name}", getattr(parameter, "help", None) or ""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for inner in command.list_commands(context):
            yield from helps(command.get_command(context, inner), f"{name} {inner}")


def test_the_list_finds_what_it_bans():
    for sentence in ("something is to be mended", "its files are off", "our own fault", "laid over them", "zygote"):
        assert found(sentence)
    for sentence in ("the answer is off by a constant", "recommended", "besides", "is official"):
        assert found(sentence) == []


def test_help_is_plain():
    texts = dict(helps(main))
    assert len(texts) > 150
    texts["short helps"] = " ".join([*(short for _, short in COMMANDS.values()), EXIT_CODES, IN_A_KIT])
    assert {name: words for name, text in texts.items() if (words := found(text))} == {}


def test_messages_are_plain():
    with open(CATALOGUE, "rb") as stream:
        messages = {message.id: message.string for message in pofile.read_po(stream) if message.id}
    assert len(messages) > 500
    assert {name: words for name, text in messages.items() if (words := found(text))} == {}


def test_sentences_of_the_commands_are_plain():
    """What `grader/cli` says itself: errors and notes, not its code."""
    said = {}
    for path in sorted((ROOT / "grader" / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                said[f"{path.name}:{node.lineno}"] = node.value
    assert {where: words for where, text in said.items() if (words := found(text))} == {}


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_docs_are_plain(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert {number: words for number, line in enumerate(lines, 1) if (words := found(line))} == {}


def rows():
    """Word, definition, Korean, words not used: the rows of the glossary's tables."""
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0] not in ("word", "---"):
            yield cells


def test_the_glossary_has_one_word_for_one_thing():
    entries = list(rows())
    words, korean = [row[0] for row in entries], [row[2] for row in entries]
    assert len(words) >= 40
    assert len(set(words)) == len(words)
    assert len(set(korean)) == len(korean)
    assert all(re.search("[가-힣]", word) for word in korean)
    assert all(definition for _, definition, _, _ in entries)
