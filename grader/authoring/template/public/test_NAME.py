"""Visible checks: small numbers that can be followed by eye."""

import importlib.util
from pathlib import Path

import numpy as np

_spec = importlib.util.spec_from_file_location("NAME_under_test", Path(__file__).with_name("NAME.py"))
learner = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(learner)


def test_standardize_two_numbers():
    """A row 1, 3 has mean 2 and deviation 1."""
    np.testing.assert_allclose(learner.standardize(np.array([[1.0, 3.0]]), 0.0), [[-1.0, 1.0]])


def test_layer_norm_two_numbers():
    """Gain 2 doubles, bias 5 adds."""
    Y = learner.layer_norm(np.array([[1.0, 3.0]]), np.array([2.0, 1.0]), np.array([0.0, 5.0]), 0.0)
    np.testing.assert_allclose(Y, [[-2.0, 6.0]])
