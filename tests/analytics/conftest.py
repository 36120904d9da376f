"""A made class (tests/made_reports.py) and its figures."""

import pytest
from made_reports import made_reports, plain, typed

from grader import quiz as quizzes
from grader.analytics import gather, summarise


@pytest.fixture(scope="session")
def bank(root):
    return quizzes.load_bank(root / "solutions" / "self_attention" / "quiz.yaml")


@pytest.fixture(scope="session")
def template(tmp_path_factory, reference, grade_all):
    """A real report of the reference."""
    folder = tmp_path_factory.mktemp("template") / "right"
    folder.mkdir()
    (folder / "attention.py").write_text(reference, encoding="utf-8")
    return plain(grade_all([folder])["right"])


@pytest.fixture(scope="session")
def reports(template, bank):
    """The class as plain data."""
    return list(made_reports(template, bank, 150))


@pytest.fixture(scope="session")
def summary(reports):
    return summarise(gather(typed(reports)))
