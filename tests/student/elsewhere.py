"""`python elsewhere.py windows check softmax`: the command as another system would let it run.

To the grader's own modules, and to nobody else, the standard library looks as it does there: modules and names that
the system lacks are missing, `os.name` and `sys.platform` say which one it is, and lines end as they do there. Text
files that are opened without saying their encoding are an error, since the encoding would be the console's.
"""

import builtins
import os
import select
import signal
import socket
import subprocess
import sys
import time
import types
import warnings

POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
POSIX_OS = {
    "O_CLOEXEC",
    "O_DIRECTORY",
    "O_NOFOLLOW",
    "O_NONBLOCK",
    "O_PATH",
    "WEXITSTATUS",
    "WIFEXITED",
    "WIFSIGNALED",
    "WTERMSIG",
    "chown",
    "chroot",
    "fchmod",
    "fchown",
    "fork",
    "forkpty",
    "getegid",
    "geteuid",
    "getgid",
    "getgroups",
    "getloadavg",
    "getpgid",
    "getpgrp",
    "getsid",
    "getuid",
    "killpg",
    "memfd_create",
    "mkfifo",
    "nice",
    "openpty",
    "pidfd_open",
    "pread",
    "pwrite",
    "register_at_fork",
    "sched_getaffinity",
    "sched_setaffinity",
    "set_blocking",
    "setgid",
    "setpgid",
    "setsid",
    "setuid",
    "statvfs",
    "sysconf",
    "ttyname",
    "uname",
    "wait",
    "wait3",
    "wait4",
}
LINUX_OS = {"O_PATH", "memfd_create", "pidfd_open", "sched_getaffinity", "sched_setaffinity", "sched_yield"}
WINDOWS_SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"}
POSIX_SIGNALS = {name for name in dir(signal) if name[:3] == "SIG" and name[3:4].isalpha()} - WINDOWS_SIGNALS


class Elsewhere(types.ModuleType):
    """A module of the standard library, without what a system lacks."""

    def __init__(self, real, missing=(), **changed):
        super().__init__(real.__name__)
        self.__dict__.update(_real=real, _missing=frozenset(missing), **changed)

    def __getattr__(self, name):
        if name in self._missing:
            raise AttributeError(f"module {self.__name__!r} has no {name!r} here")
        return getattr(self._real, name)

    def __setattr__(self, name, value):
        setattr(self._real, name, value)


class Popen(subprocess.Popen):
    """Takes what Windows takes, and refuses what it refuses."""

    def __init__(self, *words, creationflags=0, **given):
        if given.get("preexec_fn") or given.get("pass_fds"):
            raise ValueError("not supported on Windows")
        super().__init__(*words, **given)


SYSTEMS = {
    "windows": (
        POSIX_MODULES,
        {
            "os": Elsewhere(os, POSIX_OS, name="nt", linesep="\r\n"),
            "sys": Elsewhere(sys, platform="win32"),
            "signal": Elsewhere(signal, POSIX_SIGNALS | {"alarm", "setitimer", "pause", "sigwait", "pthread_sigmask"}),
            "select": Elsewhere(select, {"poll", "epoll", "kqueue"}),
            "socket": Elsewhere(socket, {"AF_UNIX", "SCM_RIGHTS", "send_fds", "recv_fds"}),
            "time": Elsewhere(time, {"clock_gettime", "clock_getres", "pthread_getcpuclockid", "tzset"}),
            "subprocess": Elsewhere(subprocess, Popen=Popen),
        },
    ),
    "macos": (
        set(),
        {
            "os": Elsewhere(os, LINUX_OS),
            "sys": Elsewhere(sys, platform="darwin"),
            "select": Elsewhere(select, {"epoll"}),
        },
    ),
}


def settle(system, language=0x0409):
    """Let the grader's modules, from here on, be on that system; `language` is that of Windows' own windows."""
    import ctypes

    gone, changed = SYSTEMS[system]
    found = builtins.__import__

    def importing(name, globals=None, locals=None, fromlist=(), level=0):  # noqa: A002 (as Python calls it)
        if level == 0 and (globals or {}).get("__name__", "").partition(".")[0] == "grader":
            if name in gone:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            if name in changed:
                return changed[name]
        return found(name, globals, locals, fromlist, level)

    builtins.__import__ = importing
    warnings.filterwarnings("error", category=EncodingWarning, module=r"grader(\.|$)")
    if system == "windows":
        kernel = types.SimpleNamespace(GetUserDefaultUILanguage=lambda: language)
        ctypes.windll = types.SimpleNamespace(kernel32=kernel)
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(newline="\r\n")


if __name__ == "__main__":
    settle(sys.argv.pop(1), int(os.environ.get("WINDOWS_LANGUAGE", "0x0409"), 16))
    from grader.cli import main

    main(prog_name="grader")
