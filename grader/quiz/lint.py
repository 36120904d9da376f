"""What a bank's author should look at again: `lint(path)` -> findings with file, line and column.

The reader and the item types refuse what cannot work; this looks for what works badly: options without a
reason, a right option that gives itself away by its length or place, a misconception that is hardly asked for.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from grader.core.errors import SpecError
from grader.core.model import Text
from grader.quiz.bank import Bank, Place, boolean_keys, parse_bank, places
from grader.quiz.items.arrange import Cloze, Matching, Ordering
from grader.quiz.items.choice import Multiple, Single, TrueFalse
from grader.quiz.items.essay import Open
from grader.quiz.items.item import Item, Option
from grader.quiz.items.numeric import Numeric, load_generators

__all__ = ["LintFinding", "lint", "lint_text"]

_ITEMS_EACH = {"misconception": 6, "question": 3}
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
        if not item.explanation.en:
            yield "no-explanation", here, "no explanation"
        if isinstance(item, Single | Multiple) and re.search(r"\b(not|never|except|false)\b", item.prompt.en, re.I):
            yield "negative-stem", (*here, "prompt"), "the prompt is negative; ask for what is the case"
        for path, options, _ in _sets(item):
            for name, option in options.items():
                if re.search(r"(all|none) of the (above|others)|위의? 모두|모두 정답", option.en + option.ko, re.I):
                    yield "all-of-the-above", (*path, name), f"{name}: name the idea instead"


def _texts(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Text]]:
    """Every text inside a value, with where it stands."""
    if isinstance(value, Text):
        yield path, value
    elif isinstance(value, Option):
        yield path, value.text
        if value.why:
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
        if not text.en.strip() or not text.ko.strip():
            if path[-1] != "explanation" or text.en.strip() != text.ko.strip():  # no explanation is a rule of its own
                yield "no-language", path, f"no {'en' if not text.en.strip() else 'ko'} text"
        elif re.search(r"[가-힣]", text.en):
            yield "wrong-language", path, "Hangul in the English text"
        elif text.en == text.ko and len(re.findall(r"[A-Za-z]{3,}", text.en)) > 2:
            yield "not-translated", path, "the Korean text is the English one"
        elif set(re.findall(r"\{[\w-]+\}", text.en)) != set(re.findall(r"\{[\w-]+\}", text.ko)):
            yield "placeholders", path, "the two languages do not hold the same {names}"


def _habits(bank: Bank) -> _Found:
    """What a learner could guess by without knowing anything."""
    choices = [item for item in bank.items if isinstance(item, Single | TrueFalse)]
    for word, sign in (("longest", 1), ("shortest", -1)):
        for language in ("en", "ko"):
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
    asked: Iterable[tuple[str, str]] = [
        *(("misconception", name) for name in bank.misconceptions),
        *(("question", name) for name in bank.questions),
    ]
    for kind, name in asked:
        count = sum(name in item.about for item in bank.items if not isinstance(item, Open))
        if count < _ITEMS_EACH[kind]:
            yield "thin", (f"{kind}s", name), f"{name}: {count} items; {_ITEMS_EACH[kind]} are wanted"
    used = {code for item in bank.items for code in item.codes()}
    for code in bank.slips:
        if code not in used:
            yield "unused-slip", ("slips", code), f"{code}: no option shows it"
