"""The template of `grader new` in the languages of a course: its own texts are English and Korean.

Where a course has another language, the English text stands in its place, with a comment that asks for a translation.
The texts of a course with one language are plain strings.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from grader.core.languages import LANGUAGES, english_name, name_of, of_catalogue

__all__ = ["template_files"]

_TEXT = r'"(?:[^"\\]|\\.)*"'
_RECORD = re.compile(rf"\{{en: ({_TEXT}), ko: ({_TEXT})\}}")
_PAIR = re.compile(rf"\ben: ({_TEXT}), ko: ({_TEXT})")
_HANGUL = re.compile(r"[가-힣]")
_LINK = re.compile(r"\[[^\]]+\]\(README(?:\.ko)?\.md\)\n\n")

Words = Mapping[str, Mapping[str, str]]  # language of the template -> title and advice


def template_files(template: Path, languages: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The template's files in these languages: the path inside the template, and the text."""
    hidden, visible = _hidden_words(template), _visible_words(template)
    for source in sorted(template.rglob("*")):
        inside = source.relative_to(template).as_posix()
        if not source.is_file() or "__pycache__" in source.parts:
            continue
        if inside == "hidden/ko.yaml":
            for language in languages[1:]:
                yield f"hidden/{language}.yaml", _checks(hidden, language)
        elif inside == "public/README.md":
            for language in languages:
                name = "README.md" if language == languages[0] else f"README.{language}.md"
                yield f"public/{name}", _lesson(template, languages, language)
        elif inside != "public/README.ko.md":
            words = visible if inside.startswith("public/") else hidden
            yield inside, _file(inside, source.read_text(encoding="utf-8"), languages, words)


def _file(inside: str, text: str, languages: Sequence[str], words: Mapping[str, Words]) -> str:
    """One file of the template, neither a lesson nor the words of hidden checks, in these languages."""
    if inside == "public/checks.yaml":
        text = _titles(text, languages, words)
    if Path(inside).name.startswith("test_"):
        return _docstrings(text, words) if of_catalogue(languages[0]) == "ko" else text
    if inside == "NAME.py":
        return _cells(text, languages)
    if inside == "assignment.yaml":
        text = text.replace("id: NAME\n", f"id: NAME\nlanguages: [{', '.join(languages)}]\n")
    made = _PAIR.sub(
        lambda found: _beside(found, languages), _RECORD.sub(lambda found: _record(found, languages), text)
    )
    if made == text:
        return made
    head = '"""\n' if made.startswith('"""\n') else ""
    return head + _to_translate(languages, "# {}\n") + made.removeprefix(head)


def _said(found: re.Match[str], language: str) -> str:
    """The text of a match in the language, quoted as it stands in the template."""
    return found[2] if of_catalogue(language) == "ko" else found[1]


def _record(found: re.Match[str], languages: Sequence[str]) -> str:
    """A text: a plain string in one language, a record of texts in several."""
    return _said(found, languages[0]) if len(languages) == 1 else "{" + _pairs(found, languages) + "}"


def _beside(found: re.Match[str], languages: Sequence[str]) -> str:
    """An option's text, which stands among its other keys."""
    return f"text: {_said(found, languages[0])}" if len(languages) == 1 else _pairs(found, languages)


def _pairs(found: re.Match[str], languages: Sequence[str]) -> str:
    return ", ".join(f"{language}: {_said(found, language)}" for language in languages)


def _to_translate(languages: Sequence[str], form: str) -> str:
    """A comment where texts of the template stand for a translation; "" where there is nothing to translate."""
    missing = [f"{english_name(language)} ({language})" for language in languages if language not in LANGUAGES]
    return form.format(f"To be translated into {' and '.join(missing)}: the texts are English.") if missing else ""


def _hidden_words(template: Path) -> dict[str, Words]:
    """Check of a hidden suite -> language -> title and advice."""
    korean = _yaml(template / "hidden" / "ko.yaml")
    english: dict[str, Mapping[str, str]] = {}
    for path in sorted((template / "hidden").glob("test_*.py")):
        step = path.stem.removeprefix("test_")
        for name, docstring in _tests(path.read_text(encoding="utf-8")):
            title, _, advice = (" ".join(part.split()) for part in docstring.partition("\n\n"))
            english[f"{step}.{name}"] = {"title": title, "advice": advice}
    return {check: {"en": english[check], "ko": said} for check, said in korean.items()}


def _visible_words(template: Path) -> dict[str, Words]:
    """Visible check -> language -> title."""
    korean = _yaml(template / "public" / "checks.yaml")["checks"]
    tests = _tests((template / "public" / "test_NAME.py").read_text(encoding="utf-8"))
    return {name: {"en": {"title": docstring}, "ko": {"title": korean[name]["ko"]}} for name, docstring in tests}


def _yaml(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def _tests(source: str) -> Iterator[tuple[str, str]]:
    """The test functions of a source, without test_, and their docstrings."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name.removeprefix("test_"), ast.get_docstring(node) or ""


def _checks(words: Mapping[str, Words], language: str) -> str:
    """The file with the words of the hidden checks in a language after the first."""
    lines = [f"# The checks in {english_name(language)}, by check id.", *_to_translate([language], "# {}").splitlines()]
    for check, said in words.items():
        lines += [f"{check}:", *(f"  {key}: {_quoted(text)}" for key, text in said[of_catalogue(language)].items())]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _titles(text: str, languages: Sequence[str], words: Mapping[str, Words]) -> str:
    """checks.yaml with the titles of the visible checks in the languages after the first."""

    def said(found: re.Match[str]) -> str:
        titles = words[found[1]]
        lines = [f"    {one}: {_quoted(titles[of_catalogue(one)]['title'])}\n" for one in languages[1:]]
        return f"  {found[1]}:\n" + "".join(lines)

    return re.sub(rf"(?m)^  (\w+):\n    ko: {_TEXT}\n", said, text)


def _docstrings(source: str, words: Mapping[str, Words]) -> str:
    """A file of checks whose docstrings are Korean: the language of the course that comes first."""
    lines = source.splitlines()
    for node in reversed(ast.parse(source).body):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        name, docstring = node.name.removeprefix("test_"), node.body[0]
        said = next(one["ko"] for check, one in words.items() if check == name or check.partition(".")[2] == name)
        parts = [f'    """{said["title"]}', "", f"    {said['advice']}", '    """'] if "advice" in said else []
        made = parts or [f'    """{said["title"]}"""']
        lines[docstring.lineno - 1 : docstring.end_lineno] = made
    return "\n".join(lines) + "\n"


def _cells(source: str, languages: Sequence[str]) -> str:
    """The exercise, whose markdown cells have a block of text in each of the template's languages under a heading."""
    wanted = {of_catalogue(language) for language in languages}
    if "ko" not in wanted:
        return re.sub(r"(?m)^#\n((?:# .*[가-힣].*\n)+)", "", source)
    if "en" not in wanted:
        return re.sub(r"(?m)^#\n((?:# (?!#)(?!.*[가-힣]).*\n)+)(?=#\n# .*[가-힣])", "", source)
    return source


def _lesson(template: Path, languages: Sequence[str], language: str) -> str:
    """The lesson in a language, with a line of links to the others."""
    name = "README.ko.md" if of_catalogue(language) == "ko" else "README.md"
    text = (template / "public" / name).read_text(encoding="utf-8")
    others = [one for one in languages if one != language]
    links = " · ".join(f"[{name_of(one)}](README{'' if one == languages[0] else f'.{one}'}.md)" for one in others)
    linked = _LINK.sub(f"{links}\n\n" if links else "", text)
    return linked + _to_translate([language], "\n<!-- {} -->\n")
