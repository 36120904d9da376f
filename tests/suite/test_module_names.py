"""A process may have imported modules that are called like the suite's: somebody's own tests, for one."""

import sys
import types

import pytest


@pytest.mark.parametrize("name", ["test_softmax", "test_scores"])
def test_a_module_of_that_name_is_never_taken_for_the_suites(submit, grade_all, monkeypatch, name):
    def test_forged():
        pass

    mine = types.ModuleType(name)
    mine.test_forged = test_forged
    monkeypatch.setitem(sys.modules, name, mine)
    report = grade_all([submit("ada", softmax="def softmax(S):\n    return S")])["ada"]
    assert not [check.id for step in report.steps for check in step.checks if check.id.endswith("forged")]
    outcomes = {step.id: str(step.outcome) for step in report.steps}
    assert (outcomes["softmax"], outcomes["scores"]) == ("failed", "passed")
    assert sys.modules[name] is mine
