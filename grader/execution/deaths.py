"""How a learner's process ended, and through whom: its own doing, a limit, or somebody outside.

In the sandbox nobody can send a signal, so of its own making are only the faults that the kernel answers with one, the
CPU limit, and an exit. Any other signal comes from outside: the kernel's or a container's out-of-memory killer, an
administrator, a system that shuts down. That costs nobody points: it is asked again in a fresh process, then held.
"""

from __future__ import annotations

import dataclasses
import enum
import os
import signal

from grader.core.errors import MachineError
from grader.core.languages import both
from grader.core.model import Text

__all__ = ["Death", "DeathCause", "Disturbed", "cause_of", "outside"]

_FAULTS = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP", "SIGSYS", "SIGABRT", "SIGXFSZ", "SIGPIPE", "SIGIOT")
_TIMERS = ("SIGALRM", "SIGVTALRM", "SIGPROF")  # an interval timer is of the process's own making, where it may have one
_OWN = {getattr(signal, name) for name in (*_FAULTS, *_TIMERS) if hasattr(signal, name)}
_KILL = getattr(signal, "SIGKILL", 9)
_CPU_LIMIT = getattr(signal, "SIGXCPU", 24)
_COARSE, _NEARLY = 0.3, 0.95  # seconds, and part of a CPU limit, by which the kernel's own clock for it is coarser


class DeathCause(enum.Enum):
    """Through whom a process ended."""

    EXIT = "exit"  # it left, or closed its pipes and was ended for it
    CRASH = "crash"  # a fault in its own memory or arithmetic
    LIMIT = "limit"  # its CPU limit
    OUTSIDE = "outside"  # a signal that it cannot have sent itself, below every limit


@dataclasses.dataclass(frozen=True, slots=True)
class Death:
    """The end of a process as its parent was told it.

    signal    the one that ended it, 0 for an exit
    alone     it had ended before anybody here ended it
    known     False where its parent is gone as well, so that nobody can tell
    cpu       seconds it has computed; `peak_mib` the most memory it has had
    """

    signal: int = 0
    alone: bool = True
    known: bool = True
    cpu: float = 0.0
    peak_mib: int = 0

    @classmethod
    def of(cls, status: int, *, alone: bool, cpu: float = 0.0, peak_kib: int = 0) -> Death:
        """From a wait status."""
        number = os.WTERMSIG(status) if os.name == "posix" and os.WIFSIGNALED(status) else 0
        return cls(number, alone, True, cpu, peak_kib >> 10)

    @property
    def name(self) -> str:
        """The name of its signal."""
        return signal.Signals(self.signal).name if self.signal in set(signal.Signals) else str(self.signal)


class Disturbed(MachineError):
    """Somebody outside ended or stopped a learner's process, or the one it is forked from: asking again may help."""


def cause_of(death: Death, cpu_limit: float, *, sealed: bool) -> DeathCause:
    """Through whom a process has ended that nobody here had asked to end.

    `cpu_limit` is in seconds. `sealed` says that it could send no signal, not even to itself (seccomp): without that,
    nobody can tell its own doing from others', and it counts as its own.
    """
    if not death.known:
        return DeathCause.OUTSIDE if sealed else DeathCause.EXIT
    if not death.alone or not death.signal:
        return DeathCause.EXIT
    at_limit = death.cpu >= min(cpu_limit - _COARSE, _NEARLY * cpu_limit)
    if death.signal == _CPU_LIMIT or (death.signal == _KILL and at_limit):
        return DeathCause.LIMIT
    if death.signal in _OWN:
        return DeathCause.CRASH
    if sealed:
        return DeathCause.OUTSIDE
    return DeathCause.LIMIT if death.signal == _KILL else DeathCause.CRASH


def outside(death: Death, cpu_limit: float, memory_mib: int) -> Text:
    """What happened to a process that was ended from outside, with the evidence."""
    if not death.known:
        return both("death.parent")
    return both(
        "death.killed",
        signal=death.name,
        cpu=f"{death.cpu:.1f}",
        seconds=f"{cpu_limit:g}",
        peak=death.peak_mib,
        memory=memory_mib,
    )
