"""What a learner reads in Korean speaks in one voice, 해요체: lesson, notes in the cells, reasons and hints."""

import ast
import re

import pytest
import yaml

PLAIN = re.compile(r"[가-힣]다(?=[.(]|\)\.)(?!\.[\"”])")  # ...한다. and ...이다(; a quoted claim keeps its own voice
STIFF = re.compile(r"니다(?=[.(]|$)")


def prose(text):
    """The lines of a Markdown text that are sentences: no code, no table."""
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("|"):
            yield line


def notes(source):
    """The Korean lines of a file's Markdown cells."""
    yield from (line for line in source.splitlines() if line.startswith("# ") and "![" not in line)


def korean(value, keys, inside=False):
    """The Korean texts under any of these keys, at any depth."""
    if isinstance(value, list):
        for one in value:
            yield from korean(one, keys, inside)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key == "ko" and isinstance(one, str) and inside:
                yield one
            yield from korean(one, keys, inside or key in keys)


def texts(folder):
    """(place, text) of all that an assignment's folder tells a learner in sentences."""
    for path in (folder / "public" / "README.ko.md", *folder.glob("*.py")):
        lines = prose(path.read_text("utf-8")) if path.suffix == ".md" else notes(path.read_text("utf-8"))
        yield from ((path.name, line) for line in lines if re.search("[가-힣]", line))
    for path in (folder / "misconceptions.yaml", folder / "public" / "checks.yaml"):
        if path.is_file():
            data = yaml.safe_load(path.read_text("utf-8"))
            yield from ((path.name, text) for text in korean(data, ("why", "view")))
    for path in folder.glob("mistakes/*.py"):
        head = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "{}"
        yield from ((path.name, text) for text in korean(yaml.safe_load(head), ("why", "hints")))


@pytest.mark.parametrize(("folder", "least"), [("solutions/self_attention", 600), ("grader/authoring/template", 15)])
def test_a_learner_is_spoken_to_in_one_voice(root, folder, least):
    told = list(texts(root / folder))
    assert len(told) >= least
    assert [(place, text) for place, text in told if PLAIN.search(text) or STIFF.search(text)] == []


@pytest.mark.parametrize("text", ["행의 합은 1이다.", "값이다(행마다).", "(여기서 다룬다).", "채점합니다."])
def test_another_voice_is_heard(text):
    assert PLAIN.search(text) or STIFF.search(text)


@pytest.mark.parametrize("text", ['**M1. "단순히 가중합이다."** 틀렸어요.', "행의 합은 1이에요.", "다시 봐요."])
def test_a_quoted_claim_keeps_its_voice(text):
    assert not PLAIN.search(text) and not STIFF.search(text)
