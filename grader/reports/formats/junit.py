"""JUnit XML, in the form pytest writes: a suite a step, a case a check, points as properties.

A case that was not judged, or whose points are held, is `skipped`; what failed for our own reasons is an `error`.
The text of a failure is our message and never the hidden test.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET

from grader.core.languages import say
from grader.core.model import Outcome, exact
from grader.core.safe_text import clip
from grader.reports.formats.transcript import CheckLine, Part, Transcript

__all__ = ["write"]

_ATTRIBUTE = 300  # characters of a `message` attribute; the element's text has it whole


def write(grade: Transcript, env: Mapping[str, str]) -> str:
    """The file's text."""
    top = ET.Element("testsuites", name=grade.assignment, time=f"{grade.seconds:.3f}")
    totals = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    for part in grade.parts:
        counts = _suite(top, part, grade)
        totals = {key: totals[key] + counts[key] for key in totals}
    if not grade.parts:
        suite = ET.SubElement(top, "testsuite", name=grade.assignment, tests="1", failures="0", errors="1", skipped="0")
        case = ET.SubElement(suite, "testcase", classname=grade.assignment, name="grading", time="0")
        ET.SubElement(case, "error", message=clip(grade.trouble, _ATTRIBUTE)).text = grade.trouble
        totals |= {"tests": 1, "errors": 1}
    top.attrib |= {key: str(value) for key, value in totals.items()}
    ET.indent(top)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(top, encoding="unicode") + "\n"


def _suite(top: ET.Element, part: Part, grade: Transcript) -> dict[str, int]:
    suite = ET.SubElement(top, "testsuite", name=part.name, timestamp=grade.graded_at, hostname="grader", time="0")
    told = {
        "points.earned": part.score.earned,
        "points.possible": part.score.possible,
        "points.pending": part.score.held,
    }
    _properties(suite, {name: str(exact(value)) for name, value in told.items()} | {"bonus": str(part.bonus).lower()})
    kinds = [_case(suite, line, part, grade) for line in part.lines]
    counts = {
        "tests": len(kinds),
        "failures": kinds.count("failure"),
        "errors": kinds.count("error"),
        "skipped": kinds.count("skipped"),
    }
    suite.attrib |= {key: str(value) for key, value in counts.items()}
    return counts


def _case(suite: ET.Element, line: CheckLine, part: Part, grade: Transcript) -> str:
    case = ET.SubElement(
        suite, "testcase", classname=f"{grade.assignment}.{part.id}", name=line.title or line.id, time="0"
    )
    if line.file and line.line:
        case.attrib |= {"file": line.file, "line": str(line.line)}
    _properties(
        case,
        {
            "id": line.id,
            "points.earned": str(exact(line.score.earned)),
            "points.possible": str(exact(line.score.possible)),
        },
    )
    if line.outcome is Outcome.PASSED:
        return ""
    kind = "error" if line.outcome is Outcome.BROKEN else "failure"
    if line.outcome in (Outcome.BLOCKED, Outcome.INCONCLUSIVE):
        kind = "skipped"
    words = line.message or grade.trouble or say(grade.language, f"outcome.{line.outcome}")
    found = ET.SubElement(case, kind, type=f"grader.{line.outcome}", message=clip(words, _ATTRIBUTE))
    found.text = "\n".join(x for x in (words, line.hint) if x)
    return kind


def _properties(element: ET.Element, values: Mapping[str, str]) -> None:
    inside = ET.SubElement(element, "properties")
    for name, value in values.items():
        ET.SubElement(inside, "property", name=name, value=value)
