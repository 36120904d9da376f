"""What the `learner` fixture accepts of each kind of answer, and how it names what it does not."""

import numpy as np
import pytest

from grader.core.model import Call, Text
from grader.execution.client import CallFailed
from grader.execution.wire import ArraySubclass
from grader.suite.learner import Learner


class Answers:
    """A worker that answers every call with one value."""

    def __init__(self, value):
        self.value = value

    def call(self, function, *args, **kwargs):
        return Call(function, args, kwargs, self.value)


def ask(value, returns):
    return Learner(lambda: Answers(value), {"f": returns}, ("f",)).f()


@pytest.mark.parametrize(
    ("returns", "value", "seen"),
    [
        ("int", np.int64(3), 3),
        ("int", np.array(3.0), 3),
        ("int", 2.5, 2.5),
        ("float", 3, 3.0),
        ("float", np.float32(0.5), 0.5),
        ("", "anything", "anything"),
    ],
)
def test_numbers_of_any_make_become_plain_numbers(returns, value, seen):
    got = ask(value, returns)
    assert (got, type(got)) == (seen, type(seen))


def test_arrays_come_through_and_a_subclass_loses_its_tricks():
    array = np.ones((2, 3), np.float32)
    assert ask(array, "Array") is array
    assert ask(ArraySubclass(array, "matrix"), "Array") is array
    assert ask([array, ArraySubclass(array, "matrix")], "tuple[Array, Array]") == (array, array)


@pytest.mark.parametrize(
    ("returns", "value", "message", "got"),
    [
        ("Array", None, "none", None),
        ("Array", [[1.0]], "kind_array", "list (len 1)"),
        ("Array", 1.0, "kind_array", "float"),
        ("Array", np.float64(1), "kind_array", "float64"),
        ("tuple[Array, Array]", None, "none", None),
        ("tuple[Array, Array]", np.ones((2, 2)), "kind_tuple", "ndarray"),
        ("tuple[Array, Array]", (np.ones(1),) * 3, "kind_tuple", "tuple (len 3)"),
        ("tuple[Array, Array]", (np.ones(1), [1.0]), "kind_array", "list (len 1)"),
        ("tuple[Array, Array]", (np.ones(1), None), "none", None),
        ("int", True, "kind_int", "bool"),
        ("int", "3", "kind_int", "str"),
        ("float", 1j, "kind_float", "complex"),
        ("float", np.ones(1), "kind_float", "ndarray"),
    ],
)
def test_what_is_of_another_kind_is_named(returns, value, message, got):
    with pytest.raises(CallFailed) as caught:
        ask(value, returns)
    assert caught.value.message == message
    told = caught.value.params.get("got")
    assert (told["en"] if isinstance(told, Text) else told) == got
    if isinstance(told, Text):
        assert "(길이 " in told["ko"]


def test_every_call_is_remembered_also_one_that_failed():
    learner = Learner(lambda: Answers(None), {"f": "Array"}, ("f",))
    with pytest.raises(CallFailed):
        learner.f(1, k=2)
    assert [(call.function, call.args, call.kwargs, call.raised) for call in learner.calls] == [
        ("f", (1,), {"k": 2}, "none")
    ]


def test_a_function_that_the_assignment_does_not_have_is_the_suites_mistake():
    with pytest.raises(AttributeError, match="the assignment has no function 'g'"):
        Learner(lambda: Answers(0), {}, ("f",)).g  # noqa: B018
