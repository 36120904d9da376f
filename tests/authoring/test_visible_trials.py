"""Visible inputs that cannot mislead: what they show of a known mistake holds for inputs with nothing special."""

import dataclasses

import numpy as np
import pytest

from grader.authoring import derive
from grader.authoring.visible_trials import unconfirmed, visible_trials
from grader.core.model import Call
from grader.course import loading
from grader.course.visible_checks import read_suite
from grader.diagnosis import KnownMistakes
from grader.diagnosis.generic_calls import generic_call


@pytest.fixture(scope="module")
def corpus(assignment, reference):
    return KnownMistakes.load(assignment.folder / "mistakes", reference)


@pytest.fixture(scope="module")
def public(root, assignment, tmp_path_factory):
    """The kit's part of the assignment, and its visible checks."""
    folder = tmp_path_factory.mktemp("kit")
    derive.write(folder, derive.derive(root, assignment))
    read = loading.load(folder, assignment.id, public=True)
    return read, read_suite(folder, read)


def misled(public, reference, corpus, names, suite=None):
    """Mistake -> ids of facts about it that only these inputs show."""
    found = {}
    with visible_trials(public[0], suite or public[1], reference) as trials:
        for name in names:
            entry = corpus.entries[name]
            for one in trials.run(corpus.space(name, fresh=True), entry.mistake.step, told=True):
                found.setdefault(name, []).extend(fact.id for fact in unconfirmed(corpus, name, one))
    return {name: facts for name, facts in found.items() if facts}


def test_no_visible_check_of_the_flagship_misleads(public, reference, corpus):
    names = [entry.id for entry in corpus.entries.values() if not entry.growth]
    assert len(names) > 250
    assert misled(public, reference, corpus, names) == {}


@pytest.mark.parametrize(
    ("before", "after", "name", "fact"),
    [
        ("[[2, 1], [-1, 3]]", "[[1, 0], [0, 1]]", "s04_q_qt", "argument"),
        ("[[4, 8, -2], [6, 0, 10]]", "[[4, 8, -2]]", "c18_sqrt_rows", "argument"),
    ],
)
def test_a_special_input_is_reported(public, reference, corpus, before, after, name, fact):
    assert before in public[1].source
    special = dataclasses.replace(public[1], source=public[1].source.replace(before, after))
    assert misled(public, reference, corpus, [name]) == {}
    assert fact in misled(public, reference, corpus, [name], special)[name]


def test_a_generic_call_follows_the_docstring(corpus):
    nodes = corpus.outline.nodes
    like = Call("scaled_dot_product_attention", (np.eye(2), np.eye(2), np.eye(2)), {})
    shapes = [value.shape for value in generic_call(nodes[like.function], like, 1).args]
    (n_q, d_k), (n_k, same), (again, d_v) = shapes
    assert (same, again) == (d_k, n_k)
    assert len({n_q, n_k, d_k, d_v}) == 4
    heads = generic_call(nodes["split_heads"], Call("split_heads", (np.ones((3, 4)), 2), {}), 1)
    assert heads.args[0].shape[1] % heads.args[1] == 0
    ids = generic_call(nodes["embed"], Call("embed", (np.array([2, 0]), np.ones((3, 2))), {}), 1)
    assert ids.args[0].max() < len(ids.args[1])
    assert generic_call(nodes["softmax"], Call("softmax", (np.ones(3),), {}), 1) is None
