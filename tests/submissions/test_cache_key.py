"""Keys: the same under the same terms, another under any other; what was handed in survives being written down."""

import dataclasses

import hypothesis.strategies as st
import pytest
from hypothesis import given

from grader.core.model import Cell, Submission, Text
from grader.submissions.cache_key import GradingTask, GradingTerms, content_of, submission_of

TERMS = GradingTerms("/course", "tiny", "0" * 16, "1.0", "3.11", "2.4", 1, ("b", "a"), "en", "confined")
CELLS = st.lists(st.builds(Cell, st.text(), st.text(), st.integers(1, 99)), max_size=3).map(tuple)
TEXTS = st.fixed_dictionaries({"en": st.text(), "ko": st.text()}).map(Text)
SUBMISSIONS = st.builds(
    Submission,
    st.text(),
    st.text(),
    cells=CELLS,
    problem=st.none() | TEXTS,
    notes=st.lists(TEXTS, max_size=2).map(tuple),
    answers=st.none() | st.text(),
)


@given(SUBMISSIONS)
def test_a_submission_survives_being_written_down(submission):
    assert submission_of(submission.id, submission.path, content_of(submission)) == submission


def test_where_it_lies_decides_nothing_and_all_else_does():
    one = Submission("ada", "here", (Cell("x", "a.py"),))
    digest = GradingTask.of(0, one).digest
    assert GradingTask.of(7, dataclasses.replace(one, path="there")).digest == digest
    others = [
        dataclasses.replace(one, id="ben"),
        dataclasses.replace(one, cells=(Cell("y", "a.py"),)),
        dataclasses.replace(one, answers=""),
        dataclasses.replace(one, problem=Text({"en": "p", "ko": "p"})),
        dataclasses.replace(one, notes=(Text({"en": "n", "ko": "n"}),)),
    ]
    assert len({digest, *(GradingTask.of(0, other).digest for other in others)}) == 6


@pytest.mark.parametrize(
    "change",
    [
        {"suite": "1" * 16},
        {"engine": "1.1"},
        {"python": "3.12"},
        {"numpy": "2.5"},
        {"seed": 2},
        {"only": ("a",)},
        {"language": "ko"},
        {"isolation": "process"},
        {"assignment": "other"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_another_key_under_other_terms(change):
    assert dataclasses.replace(TERMS, **change).key("d") != TERMS.key("d")


def test_the_same_key_under_the_same_terms():
    assert dataclasses.replace(TERMS, root="/elsewhere", only=("a", "b")).key("d") == TERMS.key("d")
    assert TERMS.key("e") != TERMS.key("d")
    assert GradingTerms.from_json(TERMS.to_json()) == TERMS
