"""Modules of tests/hostile that speak to logs and terminals, as a learner's file in the action."""

import re
import unicodedata

import pytest
from test_action_runs import result_of, sound

SPEAKING = ("39_commands_in_output", "63_endless_exception_chain", "64_directions_and_escapes")
DOOR = "_code = compile"  # what comes after it speaks to the sandbox's server, which the kit does not have


@pytest.mark.parametrize("name", SPEAKING)
def test_a_hostile_module_says_nothing_in_log_or_summary(runner, workspace, root, assignment, untouched, name):
    folder = root / "tests" / "hostile"
    module = (folder / "modules" / f"{name}.py").read_text(encoding="utf-8").partition(DOOR)[0]
    module = module.replace("\\ud800", "")  # Python itself refuses it in the name of a class
    prelude = (folder / "prelude.py").read_text(encoding="utf-8").replace("@FUNCTIONS@", " ".join(assignment.functions))
    action = (root / "action.yml").read_text(encoding="utf-8")
    ran = runner(workspace(text=f"{untouched}\n{prelude}\n{module}")).action(action)
    sound(ran)
    assert ran.failed, ran.log
    assert ran.outputs["status"] == "fail", ran.log
    assert int(ran.outputs["score"]) < 70
    assert "crashed" in ran.summary  # it did run
    for line in (ran.log + ran.summary).splitlines():
        assert not re.match(r"\s*(::(?!error |notice )|##\[|##vso|##team)", line), line
        odd = {c for c in line if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co") and c != "\u200b"}
        assert not odd, (line[:80], odd)
    assert len(ran.log) < 20_000
    assert len(ran.summary) < 40_000
    assert "pwned" not in str([test["name"] for test in result_of(ran)["tests"]])
