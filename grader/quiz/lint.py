"""What a bank's author should look at again: `lint(path)` -> findings with file, line and column.

The reader and the item types refuse what cannot work; this looks for what works badly: options without a
reason, a right option that gives itself away by its length or place, a misconception that is hardly asked for.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.core.errors import SpecError
from grader.core.languages import english_name
from grader.core.model import Text
from grader.quiz.bank import Bank, Place, boolean_keys, parse_bank, places
from grader.quiz.items.arrange import Cloze, Matching, Ordering
from grader.quiz.items.choice import Multiple, Single, TrueFalse
from grader.quiz.items.essay import Open
from grader.quiz.items.item import Item, Option
from grader.quiz.items.numeric import Numeric, load_generators

__all__ = ["LintFinding", "lint", "lint_text"]

_FEW_DRAWS = 4


@dataclasses.dataclass(frozen=True, slots=True)
class LintFinding:
    """One thing to look at. `error` where the bank cannot be used as it is."""

    file: str
    place: Place
    rule: str
    text: str
    error: bool = False

    def __str__(self) -> str:
        return f"{self.file}:{self.place[0]}:{self.place[1]}: {self.rule}: {self.text}"


def lint(path: Path) -> list[LintFinding]:
    """The findings about the bank in a file, in the order of the file. Raises SpecError if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SpecError(f"{path}: not UTF-8 (byte {error.start}); save the file as UTF-8") from None
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror}") from None
    return lint_text(text, str(path))


def lint_text(text: str, file: str) -> list[LintFinding]:
    """As `lint`, from a text that findings call `file`."""
    try:
        load_generators(Path(file).with_name("generators.py"))
        bank = parse_bank(text, file)
    except SpecError as problem:
        return [_broken(line, file) for line in str(problem).splitlines()]
    at = places(text)
    found = [
        LintFinding(file, at.get(path, (1, 1)), rule, sentence)
        for rule, path, sentence in (*_options(bank), *_languages(bank), *_habits(bank), *_coverage(bank))
        if path in at or rule != "unused-slip"  # those of the shared file may be a program's
    ]
    found += [
        LintFinding(file, place, "bare-boolean", f"{key!r} is a boolean in YAML 1.1: put it in quotes, or rename it")
        for key, place in boolean_keys(text)
    ]
    return sorted(found, key=lambda finding: (finding.place, finding.rule))


_Found = Iterator[tuple[str, tuple[str, ...], str]]


def _broken(line: str, file: str) -> LintFinding:
    found = re.match(r"(.+?):(\d+)(?::(\d+))?: (.*)", line)
    if found is None:
        return LintFinding(file, (1, 1), "unusable", line, error=True)
    return LintFinding(found[1], (int(found[2]), int(found[3] or 1)), "unusable", found[4], error=True)


def _sets(item: Item) -> Iterator[tuple[tuple[str, ...], Mapping[str, Option], set[str]]]:
    """Every set of options of an item: where it stands, the options, the right ones."""
    here = ("items", item.id)
    if isinstance(item, Single | TrueFalse):
        yield (*here, "options"), item.options, {item.key}
    elif isinstance(item, Multiple):
        yield (*here, "options"), item.options, set(item.key)
    elif isinstance(item, Cloze):
        for name, blank in item.blanks.items():
            yield (*here, "blanks", name, "options"), blank.options, {blank.key}


def _slips(item: Item) -> Iterator[tuple[tuple[str, ...], str, Text | None]]:
    """Every way to be wrong that an item names: where, the code, the reason."""
    here = ("items", item.id)
    for path, options, right in _sets(item):
        for name, option in options.items():
            if name not in right or isinstance(item, Multiple):
                yield (*path, name), option.shows, option.why
    if isinstance(item, Numeric):
        for name, near in item.near.items():
            yield (*here, "near", name), near.shows, near.why
    if isinstance(item, Ordering):
        for i, swap in enumerate(item.swaps):
            yield (*here, "swaps", str(i)), swap.shows, swap.why
    if isinstance(item, Matching):
        for i, pair in enumerate(item.mispairs):
            yield (*here, "mispairs", str(i)), pair.shows, pair.why


def _options(bank: Bank) -> _Found:
    for item in bank.items:
        here = ("items", item.id)
        slips = list(_slips(item))
        for path, code, why in slips:
            if why is None:
                yield "no-reason", path, f"{path[-1]}: no `why`; a learner who chooses it learns nothing"
            if not code:
                yield "no-diagnosis", path, f"{path[-1]}: no `shows`; the mistake will not be counted"
        if not slips and not isinstance(item, Open):
            yield "no-reason", here, "no wrong answer is explained"
        if isinstance(item, Ordering) and item.key == tuple(item.options):
            yield "given-away", here, "the options are listed in the right order"
        if isinstance(item, Numeric) and item.generator and len(item.draws()) < _FEW_DRAWS:
            yield "few-draws", here, f"only {len(item.draws())} draws keep the key apart from the near misses"
        if not any(words.strip() for _, words in item.explanation.words):
            yield "no-explanation", here, "no explanation"
        if isinstance(item, Single | Multiple) and re.search(
            r"\b(not|never|except|false)\b", dict(item.prompt.words).get("en", ""), re.I
        ):
            yield "negative-stem", (*here, "prompt"), "the prompt is negative; ask for what is the case"
        for path, options, _ in _sets(item):
            for name, option in options.items():
                said = " ".join(words for _, words in option.text.words)
                if re.search(r"(all|none) of the (above|others)|위의? 모두|모두 정답", said, re.I):
                    yield "all-of-the-above", (*path, name), f"{name}: name the idea instead"


def _texts(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Text]]:
    """Every text inside a value, with where it stands."""
    if isinstance(value, Text):
        yield path, value
    elif isinstance(value, Option):
        yield path, value.text
        if value.why is not None:
            yield (*path, "why"), value.why
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(inner, (*path, name))
    elif isinstance(value, tuple):
        for i, inner in enumerate(value):
            yield from _texts(inner, (*path, getattr(inner, "id", str(i))))
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _texts(getattr(value, field.name), (*path, field.name))


def _languages(bank: Bank) -> _Found:
    for path, text in _texts(bank, ()):
        said = dict(text.words)
        empty = [language for language, words in said.items() if not words.strip()]
        names = {language: set(re.findall(r"\{[\w-]+\}", words)) for language, words in said.items()}
        if empty:
            if path[-1] != "explanation" or len(empty) < len(said):  # no explanation is a rule of its own
                yield "no-language", path, f"no {empty[0]} text"
        elif re.search(r"[가-힣]", said.get("en", "")):
            yield "wrong-language", path, "Hangul in the English text"
        elif (same := _twice(said)) is not None:
            rule = "not-translated" if same == ("English", "Korean") else "same-text"
            yield rule, path, f"the {same[1]} text is the {same[0]} one"
        elif len(set(map(frozenset, names.values()))) > 1:
            yield "placeholders", path, "the languages do not hold the same {names}"


def _twice(said: Mapping[str, str]) -> tuple[str, str] | None:
    """Two languages with the same words, where these are more than a name."""
    for (one, words), (other, again) in itertools.combinations(said.items(), 2):
        if words == again and len(re.findall(r"[^\W\d_]{3,}", words)) > 2:
            return english_name(one), english_name(other)
    return None


def _habits(bank: Bank) -> _Found:
    """What a learner could guess by without knowing anything."""
    choices = [item for item in bank.items if isinstance(item, Single | TrueFalse)]
    for word, sign in (("longest", 1), ("shortest", -1)):
        for language in bank.languages:
            extreme = [item.id for item in choices if _stands_out(item, language, sign)]
            if len(choices) >= 6 and len(extreme) > 0.4 * len(choices):
                rate = f"{len(extreme)} of {len(choices)}: {', '.join(extreme)}"
                yield f"{word}-is-right", ("items",), f"{language}: the right option is the {word} in {rate}"
    where = Counter(list(item.options).index(item.key) for item in choices)
    if len(choices) >= 6 and max(where.values()) > 0.5 * len(choices):
        place, count = where.most_common(1)[0]
        yield "same-place", ("items",), f"the key stands at place {place + 1} in {count} of {len(choices)} items"
    truths = Counter(item.truth for item in bank.items if isinstance(item, TrueFalse))
    if sum(truths.values()) >= 4 and max(truths.values()) > 0.7 * sum(truths.values()):
        value, count = truths.most_common(1)[0]
        yield "same-truth", ("items",), f"{count} of {sum(truths.values())} statements are {str(value).lower()}"


def _stands_out(item: Single | TrueFalse, language: str, sign: int) -> bool:
    lengths = {name: sign * len(option.text[language]) for name, option in item.options.items()}
    return all(lengths[item.key] > length for name, length in lengths.items() if name != item.key)


def _coverage(bank: Bank) -> _Found:
    wanted = [("misconceptions", name, bank.coverage.items_each) for name in bank.misconceptions]
    wanted += [("questions", name, bank.coverage.questions_each) for name in bank.questions]
    for key, name, least in wanted:
        count = sum(name in item.about for item in bank.items if not isinstance(item, Open))
        if count < least:
            yield "thin", (key, name), f"{name}: {count} items; {least} are wanted"
    used = {code for item in bank.items for code in item.codes()}
    for code in bank.slips:
        if code not in used:
            yield "unused-slip", ("slips", code), f"{code}: no option shows it"
