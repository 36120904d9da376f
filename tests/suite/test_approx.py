"""`A == approx(B)`: same shape, close entries, and facts that never hold an expected value."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.suite.approx import ATOL, RTOL, Approx, number, shape

shapes = hnp.array_shapes(min_dims=0, max_dims=3, max_side=4)
finite = st.floats(-1e6, 1e6)


@given(hnp.arrays(np.float64, shapes, elements=st.floats(allow_nan=False)))
def test_an_array_equals_itself_on_either_side(array):
    assert array == Approx(array)
    assert Approx(array) == array
    assert not array != Approx(array)  # noqa: SIM202  # the other operator
    assert Approx(array).facts(array) == {}


@given(
    hnp.arrays(np.float64, shapes, elements=finite), st.floats(-0.9, 0.9), st.floats(1.1, 50), st.sampled_from([-1, 1])
)
def test_the_tolerance_lies_where_it_says(array, inside, outside, sign):
    room = ATOL + RTOL * np.abs(array)
    assert array + inside * room == Approx(array)
    assert array + sign * outside * room != Approx(array)


@given(hnp.arrays(np.float64, shapes, elements=finite), hnp.arrays(np.float64, shapes, elements=finite))
def test_equal_and_unequal_are_opposites(a, b):
    assert (a == Approx(b)) is not (a != Approx(b))


@given(hnp.arrays(np.float64, hnp.array_shapes(max_dims=2, max_side=3), elements=finite))
def test_float32_and_lists_of_the_same_numbers_are_welcome(array):
    assert array.astype(np.float32) == Approx(array)
    assert array.tolist() == Approx(array)


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (np.nan, np.nan),
        (np.inf, -np.inf),
        (np.array([]), np.array([1.0])),
        (1.0, np.ones(1)),
        (np.ones((1, 3)), np.ones(3)),
        (np.ones((3, 1)), np.ones((3, 3))),
        (np.array([1], dtype=object), np.array([1])),
        (np.array(["1"]), np.array([1])),
        ([1, [2, 3]], np.ones(2)),
        (None, 0),
        ("1", 1),
        (1 + 1e-3j, 1),
    ],
)
def test_what_is_not_the_same_is_not_equal(got, expected):
    assert got != Approx(expected)


def test_infinities_agree_in_sign_and_integers_are_numbers():
    assert np.array([np.inf, -np.inf]) == Approx(np.array([np.inf, -np.inf]))
    assert np.array([1, 2]) == Approx([1.0, 2.0])
    assert np.array([True, False]) == Approx([1, 0])


@pytest.mark.parametrize(
    ("got", "expected", "facts"),
    [
        (np.ones((2, 3)), np.ones((3, 2)), {"id": "shape", "got": "(2, 3)", "expected": "(3, 2)"}),
        (
            np.array([[1, 2], [3, 9]]),
            np.array([[1, 2], [3, 4]]),
            {"id": "values", "got": "9", "index": "[1, 1]", "wrong": 1, "of": 4},
        ),
        (np.array([1, np.nan]), np.array([5, 1]), {"id": "values", "got": "1", "index": "[0]", "wrong": 2, "of": 2}),
        (np.array([5, np.nan]), np.array([5, 1]), {"id": "not_finite", "got": "nan", "index": "[1]"}),
        (2.5, 1.0, {"id": "value", "got": "2.5"}),
        ("x", 1.0, {"id": "not_numbers", "got": "str"}),
    ],
)
def test_facts_say_what_differs(got, expected, facts):
    assert Approx(expected).facts(got) == facts


@given(hnp.arrays(np.float64, (2, 2), elements=st.floats(100, 999)))
def test_neither_facts_nor_repr_show_an_expected_value(expected):
    shown = repr(Approx(expected)) + str(Approx(expected).facts(np.zeros((2, 2))))
    assert not any(f"{value:.4g}" in shown for value in expected.flat)


def test_words_for_shapes_and_numbers():
    assert [shape(s) for s in [(), (3,), (3, 5)]] == ["()", "(3,)", "(3, 5)"]
    assert [number(n) for n in [np.float32(0.1), 1234567.0, 1j]] == ["0.1", "1.2e+06", "0+1j"]


def test_a_number_that_came_back_is_told_to_two_digits_unless_it_is_a_small_whole_one():
    """A function that returns what it is given would hand out the hidden data."""
    told = [number(n) for n in (7361.25, 0.0312499, -2.71828, 999.0, -150, 1001.0, 0.0, 1.0, 3.14159e-7)]
    assert told == ["7400", "0.031", "-2.7", "999", "-150", "1000", "0", "1", "3.1e-07"]
    assert shape((3, 1000, 5)) == "(3, ..., 5)"
