"""The visible checks inside a notebook: `check("softmax")` tries the functions of the notebook it is called in.

    from grader.notebook import check

    check("softmax")

The checks are the course's own `test_<file>.py` beside the notebook. They load the answers from the Python file
beside them; here a stand-in for that file hands them the notebook's functions instead. The result renders as HTML in
Jupyter, VS Code and Colab and as text anywhere else.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib.util
import inspect
import itertools
import math
import sys
import tempfile
import traceback
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.core.languages import LANGUAGES, choose, say
from grader.core.model import Outcome
from grader.core.safe_text import one_line
from grader.course.languages import languages_beside
from grader.student.notebook_panel import Panel, PanelLine

__all__ = ["check"]

_STAND_IN = """\
from grader.student.notebook import function


def __getattr__(name):
    return function(name)
"""
_namespace: Mapping[str, object] = {}
_returned: list[tuple[str, object]] = []  # what the notebook's functions gave back during the check that runs
_MOST = 8  # rows and columns of a table that is drawn


class _Missing(AttributeError):
    """The notebook has no function of that name."""


def check(step: str, lang: str | None = None) -> Panel:
    """Run the visible checks of a step on the functions that the calling notebook has defined so far.

    `lang` is one of the course's languages; default: GRADER_LANG, then the locale, then the course's first. Never
    raises for what a function does.
    """
    global _namespace
    frame = inspect.currentframe()
    caller = frame.f_back if frame is not None else None
    _namespace = caller.f_globals if caller is not None else {}
    course = _find(Path.cwd())
    language = choose(lang, course.languages if course is not None else LANGUAGES)
    if course is None:
        return Panel(
            step, language, problem=say(language, "front.no_checks", file="test_attention.py, assignment.yaml")
        )
    title = course.title_of_step(step, language)
    try:
        tests = _load(course.checks)
    except Exception as error:
        why = type(error).__name__
        return Panel(title, language, problem=say(language, "front.bad_checks", file=course.checks.name, why=why))
    mine = {name: test for name, test in tests.items() if course.step_of(name) == step}
    if not mine:
        known = ", ".join(dict.fromkeys(filter(None, map(course.step_of, tests))))
        return Panel(title, language, problem=say(language, "front.no_step", step=step, steps=known))
    lines: list[PanelLine] = []
    pictures: dict[Outcome, str] = {}
    for name, test in mine.items():
        _returned.clear()
        lines.append(_run(test, course.title_of(name, test, language), course.checks.name, language))
        pictures.setdefault(lines[-1].outcome, _picture(_returned, language, step))
    shown = next(filter(None, (pictures.get(outcome) for outcome in (Outcome.FAILED, Outcome.PASSED))), "")
    return Panel(title, language, tuple(lines), picture=shown, hint=step)


def function(name: str) -> object:
    """The notebook's function of that name, for the visible checks; what it returns is remembered for a picture."""
    if name.startswith("__") or name not in _namespace:
        raise _Missing(name)
    found = _namespace[name]
    if not isinstance(found, types.FunctionType):
        return found

    @functools.wraps(found)
    def called(*args: Any, **kwargs: Any) -> object:
        result = found(*args, **kwargs)
        _returned.append((name, result))
        return result

    return called


def _picture(returned: Sequence[tuple[str, object]], language: str, step: str) -> str:
    """A map of the weights that the last softmax of a visible check returned; "" where there is none to draw.

    Only of a softmax are rows known to be shares, so that their sums say something.
    """
    for name, result in reversed(returned):
        if "softmax" not in name or "backward" in name:
            continue
        weights = _matrix(result)
        if weights:
            from grader.core.drawing import heatmap_svg

            keys, queries = (
                [f"{letter}{i}" for i in range(1, n + 1)] for letter, n in (("k", len(weights[0])), ("q", len(weights)))
            )
            desc = say(language, "html.weights_desc", sums=", ".join(f"{sum(row):.2f}" for row in weights))
            title = say(language, "html.weights")
            return heatmap_svg(weights, keys, title, desc, ident=f"grader-{step}", queries=queries)
    return ""


def _first(value: Any) -> Iterator[Any]:
    """The first few items: what a learner made may have no end."""
    return itertools.islice(value, _MOST + 1)


def _matrix(value: object) -> list[list[float]]:
    """A small table of finite numbers as plain floats; empty where it is none. It may be anything a learner made."""
    try:
        rows = [[float(x) for x in _first(row)] for row in _first(value)]
    except Exception:
        return []
    small = 1 < len(rows) <= _MOST and len({len(row) for row in rows}) == 1 and 1 < len(rows[0]) <= _MOST
    return rows if small and all(math.isfinite(x) and abs(x) < 1e3 for row in rows for x in row) else []


@dataclasses.dataclass(frozen=True)
class _Course:
    """What lies beside the notebook: the visible checks, and what its YAML files say of steps and checks."""

    checks: Path
    languages: tuple[str, ...]
    titles: Mapping[str, Any]  # step -> title, or title by language
    steps: Mapping[str, str]  # step or function -> step
    further: Mapping[str, Mapping[str, object]]  # check -> its titles in the languages after the first

    def step_of(self, test: str) -> str:
        """The step of a check by its name: the longest step or function that it begins with."""
        fitting = [word for word in self.steps if test == word or test.startswith(f"{word}_")]
        return self.steps[max(fitting, key=len)] if fitting else ""

    def title_of_step(self, step: str, language: str) -> str:
        """A step's title, or its id where the manifest has none."""
        title = self.titles.get(step)
        return str((title.get(language) if isinstance(title, dict) else title) or step)

    def title_of(self, name: str, test: Callable[[], object], language: str) -> str:
        """The first line of the check's docstring, or what checks.yaml says in a language after the first."""
        first = (test.__doc__ or name.replace("_", " ")).split("\n\n")[0]
        further = self.further.get(name, {}).get(language) if language in self.languages[1:] else None
        return str(further or " ".join(first.split()))


def _find(here: Path) -> _Course | None:
    """The visible checks near the notebook: beside it, or in a repository around it."""
    for folder in (here, *here.parents):
        for place in (folder, *sorted((folder / "exercises").glob("*/"))):
            tests = sorted(place.glob("test_*.py")) if (place / "assignment.yaml").is_file() else []
            if tests:
                said = _yaml(place / "assignment.yaml").get("steps")
                steps = (
                    [step for step in said if isinstance(step, dict) and "id" in step] if isinstance(said, list) else []
                )
                owners: dict[str, str] = {}
                for step in steps:
                    for name in step.get("functions", ()):
                        owners.setdefault(str(name), str(step["id"]))
                owners |= {str(step["id"]): str(step["id"]) for step in steps}
                titles = {str(step["id"]): step.get("title", {}) for step in steps}
                told = _yaml(place / "checks.yaml").get("checks") or {}
                further = {str(name): of for name, of in told.items() if isinstance(of, dict)}
                languages = languages_beside(place) or LANGUAGES
                return _Course(tests[0], languages, titles, owners, further)
    return None


def _yaml(path: Path) -> dict[str, Any]:
    """A YAML file, tolerantly: a notebook must work beside a newer course too."""
    import yaml

    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError):
        return {}
    return found if isinstance(found, dict) else {}


def _load(path: Path) -> dict[str, Callable[[], object]]:
    """The test functions of the file, in their order, loaded with the stand-in beside it."""
    with tempfile.TemporaryDirectory(prefix="grader-") as folder:
        place = Path(folder) / path.name
        place.write_bytes(path.read_bytes())
        stem = path.stem.removeprefix("test_")
        (Path(folder) / f"{stem}.py").write_text(_STAND_IN, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"grader_visible_{stem}", place)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        try:
            spec.loader.exec_module(module)
        finally:
            sys.dont_write_bytecode = before
    return {
        name.removeprefix("test_"): test
        for name, test in vars(module).items()
        if name.startswith("test_") and isinstance(test, types.FunctionType)
    }


def _run(test: Callable[[], object], title: str, file: str, language: str) -> PanelLine:
    """One visible check, in the words of the terminal."""
    if inspect.signature(test).parameters:
        return PanelLine(title, Outcome.INCONCLUSIVE, say(language, "front.needs_pytest", file=file))
    try:
        test()
    except NotImplementedError as error:
        return PanelLine(title, Outcome.UNTOUCHED, say(language, "check.untouched", function=_raised_in(error)))
    except _Missing as error:
        return PanelLine(title, Outcome.UNTOUCHED, say(language, "front.missing", name=error.args[0]))
    except AssertionError as error:
        if _where(error)[0] == file:
            return PanelLine(title, Outcome.FAILED, detail=_text(error, language))
        return PanelLine(title, Outcome.CRASHED, _crash(error, language))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a learner's exit() must not end the kernel
        return PanelLine(title, Outcome.CRASHED, _crash(error, language))
    return PanelLine(title, Outcome.PASSED)


def _text(error: BaseException, language: str) -> str:
    """What a failed visible check says, at most a screen of it, without control characters."""
    lines = str(error).splitlines() or [_frames(error)[-1].line or ""]
    heads = {"expected": say(language, "kit.expected"), "got": say(language, "kit.got")}
    lines = [heads.get(line, line) for line in lines]
    return "\n".join("".join(c for c in line[:200] if c.isprintable()) for line in lines[:24])


def _crash(error: BaseException, language: str) -> str:
    if isinstance(error, SystemExit):
        return say(language, "check.exits", where=_place(error))
    shown = {"where": _place(error), "type": type(error).__name__, "words": one_line(_safe(error), 300)}
    return say(language, "check.raised", **shown)


def _safe(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""


def _frames(error: BaseException) -> traceback.StackSummary:
    return traceback.extract_tb(error.__traceback__)


def _where(error: BaseException) -> tuple[str, int]:
    """File name and line of the innermost frame that raised, or of the helper of the checks."""
    last = _frames(error)[-1]
    return Path(last.filename).name, last.lineno or 0


def _place(error: BaseException) -> str:
    """The function and the line of it in which the learner's code raised."""
    frames = [frame for frame in _frames(error) if "site-packages" not in frame.filename]
    last = frames[-1] if frames else _frames(error)[-1]
    return f"{last.name}(), line {last.lineno}"


def _raised_in(error: BaseException) -> str:
    frames: Any = _frames(error)
    return str(frames[-1].name)
