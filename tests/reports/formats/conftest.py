"""Every sample in every format."""

import pytest
from format_samples import MORE, RUNNER

from grader.reports.formats.registry import FORMATS
from grader.reports.formats.transcript import transcript
from grader.reports.html.view import written_in


@pytest.fixture
def graded():
    """`graded("failing")`: a sample as a learner may read it."""

    def make(name, language=None):
        report = MORE[name]()
        return transcript(report, language or written_in(report))

    return make


@pytest.fixture
def written(graded):
    """`written("failing", "junit")`: a sample in a format."""

    def make(name, form, language=None, env=RUNNER):
        return FORMATS[form].write(graded(name, language), env)

    return make
