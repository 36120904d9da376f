"""DELAY: sets timers and alarms, and stops itself, so that nobody can end it.

Must: refused or without effect; SIGKILL reaches a stopped process too.
base: stub
deserves: 0 + 0
harmless: no
"""

import signal

_try("set a timer", signal.setitimer, signal.ITIMER_REAL, 0.01, 0.01)
_try("raised a signal", signal.raise_signal, signal.SIGUSR1)
_try("stopped itself", os.kill, os.getpid(), signal.SIGSTOP)
_try("left its session", os.setsid)
_try("left its group", os.setpgid, 0, 0)
_try(
    "raised its limits", lambda: __import__("resource").setrlimit(__import__("resource").RLIMIT_CPU, (99, 99))
)
_try("became nicer", os.nice, 5)
_try("moved to another CPU", os.sched_setaffinity, 0, {0})
_tell_all()
