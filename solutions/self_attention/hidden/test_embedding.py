"""Step 1, embedding: X[t] = E[id of token t]. The vocabulary, the width and the sentence differ in size."""
import numpy as np
from pytest import mark

points = mark.points


@points(2, core=True)
def test_every_token_gets_its_row(learner, normal, approx):
    """Row t of X is the row of E that the id of token t names.

    Put the rows of E one under another in the order of the ids: n tokens give n rows of d_model numbers.
    """
    for vocab, d_model, ids in [(9, 4, [3, 0, 8, 1, 5]), (4, 4, [2, 1, 3, 0]), (3, 5, [1])]:
        E = normal(vocab, d_model)
        assert learner.embed(np.array(ids), E) == approx(np.array([E[word] for word in ids]))


@points(1)
def test_ids_count_from_zero(learner, normal, approx):
    """Id 0 is the first row of E, id vocab - 1 the last.

    Ids are row numbers as numpy counts them: add or subtract nothing.
    """
    E = normal(6, 4)
    assert learner.embed(np.array([0, 5]), E) == approx(np.array([E[0], E[5]]))


@points(1)
def test_repeated_token(learner, normal, approx):
    """A repeated token gets the same vector again, and E is not changed.

    Each position in the sentence has a row of its own, even when a token occurs twice; do not change E.
    """
    for ids in ([2, 2, 0, 2], [0, 3, 3, 1]):
        E = normal(5, 3)
        X = learner.embed(np.array(ids), E)
        assert learner.last.changed == ()
        assert X == approx(np.array([E[word] for word in ids]))
