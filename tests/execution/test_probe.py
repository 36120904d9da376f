"""The isolation level is measured: what the probe finds closed, and what happens where that is not enough."""

import pytest

from grader.core.errors import IsolationError
from grader.core.model import LEVELS, Cell, Limits
from grader.execution import linux_sandbox
from grader.execution.executor import can_fork
from grader.execution.probe import establish

CLOSED = ("read", "write", "network", "fork", "execute", "signal", "memory")
confines = pytest.mark.skipif(
    not can_fork() or not linux_sandbox.landlock_abi(), reason="Landlock is Linux's, from version 5.13 on"
)


@confines
def test_a_confined_learner_finds_everything_closed_but_the_standard_library():
    executor, isolation = establish(Limits(), "confined")
    with executor:
        assert LEVELS.index(isolation.level) >= LEVELS.index("confined")
        assert isolation.is_grade
        assert {name: isolation.probe[name] for name in CLOSED if isolation.probe[name] == "open"} == {}
        assert isolation.probe["thread"] != "open"
        assert isolation.probe["lazy_import"] == "open"
        assert isolation.layers["landlock"]["fs"] is True
        assert isolation.layers["seccomp"]["default"] == "EPERM"


@confines
def test_the_probe_tells_an_open_sandbox_from_a_closed_one():
    from grader.execution import probe
    from grader.execution.executor import Executor

    with Executor(Limits(), way="fork", layers=("rlimits",)) as executor:
        result, took = probe._run(executor)
    assert took == ("rlimits",)
    assert probe._level(result, False) == "process"
    for name in ("read", "network", "fork", "execute"):
        assert result[name] == "open"


def test_process_needs_nothing_and_is_no_grade():
    executor, isolation = establish(Limits(), "process", way="spawn")
    with executor:
        assert (isolation.level, isolation.is_grade, isolation.layers) == ("process", False, {"rlimits": False})
        with executor.worker([Cell("def f(): return 1", "attention.py")]) as worker:
            assert worker.call("f").value == 1


def test_a_machine_without_the_layers_refuses_and_says_what_to_do():
    with pytest.raises(IsolationError) as caught:
        establish(Limits(), "confined", way="spawn")
    assert str(caught.value) == (
        "isolation 'confined' cannot be had on this machine (landlock: this system has no Landlock and no seccomp "
        "(they are Linux's)). Grade on Linux 5.13 or later, or in its container; `--isolation process` runs anyway "
        "and calls the result practice, not a grade"
    )
    assert caught.value.exit_code == 3


@confines
def test_the_allow_list_is_the_same_program_every_time():
    assert linux_sandbox.seccomp_program() == linux_sandbox.seccomp_program()
    assert len(linux_sandbox.seccomp_program()) % 8 == 0
