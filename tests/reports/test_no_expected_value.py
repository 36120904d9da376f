"""From nothing that a learner gets can a value be read off that a hidden check expects.

Every expected value is recorded while real submissions fail real checks. A number in a check's words may be one of
the learner's own results, or of the inputs; any other that is an expected value is a leak.
"""

import json
import re

import msgspec
import numpy as np
import pytest

import grader.grading.run
import grader.suite.plugin
from grader import submissions
from grader.grading import run
from grader.grading.score import Scorer
from grader.reports.html import report_html
from grader.reports.schema import to_data
from grader.reports.text import report_text
from grader.suite.approx import Approx
from grader.suite.plugin import Plugin

NUMBER = re.compile(r"(?<![\w.])\d+\.\d{2,}(?:e[+-]?\d+)?")


def numbers_of(value):
    """All numbers in a value of any shape, as magnitudes."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [x for part in value for x in numbers_of(part)]
    try:
        array = np.abs(np.asarray(value, dtype=float)).ravel()
    except (TypeError, ValueError):
        return []
    return array[np.isfinite(array)].tolist()


def shown_in(text):
    """(number, half a unit of its last place) for each decimal number in a text."""
    for token in NUMBER.findall(text):
        digits = token.partition("e")[0].partition(".")[2]
        scale = 10.0 ** int(token.partition("e")[2] or 0)
        if len(token.replace(".", "").lstrip("0")) >= 3:
            yield float(token), 0.5 * 10.0 ** -len(digits) * scale


def leaks(text, expected, own):
    """Numbers of the text that are expected ones and not the learner's own."""
    expected, own = np.array(sorted(expected)), np.array(sorted(own))
    found = []
    for number, half in shown_in(text):
        theirs = own.size and np.min(np.abs(own - number)) <= half * 1.01
        if not theirs and expected.size and np.min(np.abs(expected - number)) <= half * 1.01:
            found.append(number)
    return found


@pytest.fixture(scope="module")
def graded(assignment, reference, zeros, root, tmp_path_factory):
    """Many failing submissions, graded with a record: report, calls by check, expected values by check."""
    folder = tmp_path_factory.mktemp("cohort")
    mistakes = sorted((assignment.folder / "mistakes").glob("[!_]*.py"))[::9]
    texts = {path.stem: f"{reference}\n# %%\n{path.read_text(encoding='utf-8')}" for path in mistakes}
    for name, text in {**texts, "zeros": zeros}.items():
        (folder / name).mkdir()
        (folder / name / "attention.py").write_text(text, encoding="utf-8")
    expected, kept, now = {}, [], {}

    class Recorded(Approx):
        def __init__(self, wanted, *more, **options):
            super().__init__(wanted, *more, **options)
            expected.setdefault((now["who"], now["case"].partition("/")[0]), []).extend(numbers_of(self.expected))

    class Kept(Scorer):
        def report(self, of):
            made = super().report(of)
            kept.append((made, {check.check.id: check.calls for check in of.checks}))
            return made

    begin = Plugin._begin

    def begun(self, case):
        now.update(case=case, who=self._sitting.submission.id)
        begin(self, case)

    steps = tuple(step.id for step in assignment.steps if step.id != "complexity")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grader.suite.plugin, "Approx", Recorded)
        patch.setattr(grader.grading.run, "Scorer", Kept)
        patch.setattr(Plugin, "_begin", begun)
        for language in ("en", "ko"):
            paths = [folder, root / "examples" / "cohort"]
            run.grade(assignment, submissions.find(paths, assignment), lambda r: None, only=steps, language=language)
    assert len(kept) > 60
    return kept, expected


def words_of(check):
    """Everything that a report says about a check."""
    told = json.dumps(msgspec.to_builtins(check.diagnosis), ensure_ascii=False)
    return " ".join([check.message, check.hint, told])


def test_no_check_says_what_it_expects(graded):
    kept, expected = graded
    told, found = 0, {}
    for report, calls in kept:
        for step in report.steps:
            for check in step.checks:
                words = words_of(check)
                own = [x for c in calls.get(check.id, ()) for x in numbers_of([c.value, c.args, c.kwargs])]
                told += len(re.findall(r"\d\.\d", words))
                bad = leaks(words, expected.get((report.submission.id, check.id), []), own)
                if bad:
                    found[report.submission.id, check.id] = (bad, words)
    assert found == {}
    assert told > 20  # reports do show numbers, of two digits: this looks at something


def test_no_output_holds_an_expected_value_in_full(graded):
    kept, expected = graded
    digits = {f"{x:.7g}" for values in expected.values() for x in values}
    digits = {text for text in digits if len(text.replace(".", "").lstrip("0")) >= 7}
    assert len(digits) > 500
    for report, _ in kept:
        outputs = [json.dumps(to_data(report)), report_text(report, full=True), report_html(report, "en")]
        for output in outputs:
            shown = {f"{number:.7g}" for number, half in shown_in(output) if half < 1e-6}
            assert not shown & digits


def test_this_test_can_fail():
    assert leaks("row 2: expected 0.2689 there", [0.26894142], []) == [0.2689]
    assert leaks("you gave 0.2689 there", [0.26894142], [0.26894142]) == []
    assert leaks("the ratio is 2.449", [0.26894142], []) == []
