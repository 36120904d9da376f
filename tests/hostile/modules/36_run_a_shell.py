"""HARM: runs a program, by subprocess, posix_spawn, exec and system.

Must: refused; no file appears.
base: stub
deserves: 0 + 0
harmless: no
"""

import subprocess


def _exec():
    os.execv("/bin/true", ["true"])


_try("ran a command", subprocess.run, ["/bin/sh", "-c", "echo x > @CWD@/@MARKER@"])
_try("spawned", lambda: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0))
_note(os.system("true") == 0, "ran system()")
_try("ran popen", lambda: os.popen("echo ran").read() or 1 / 0)
_try("became another program", _exec)
_tell_all()
