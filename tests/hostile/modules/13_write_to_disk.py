"""HARM: writes into the usual places, by open, os.open, numpy and shutil.

Must: every write is refused and no file appears.
base: stub
deserves: 0 + 0
harmless: no
"""

import shutil

import numpy as np


def _write(path):
    with open(path, "wb") as stream:
        stream.write(b"x" * 4096)


for _folder in (os.getcwd(), "/tmp", "/var/tmp", "/dev/shm", "/run", "@CWD@", "@COURSE@", "@HIDDEN@"):
    _path = os.path.join(_folder, "@MARKER@")
    _try(f"wrote {_folder}", _write, _path)
    _try(f"created in {_folder}", os.open, _path, os.O_CREAT | os.O_WRONLY)
    _try(f"saved to {_folder}", np.save, _path, np.zeros(2))
    _try(f"made a folder in {_folder}", os.mkdir, _path)
    _try(f"linked into {_folder}", os.symlink, "/etc/passwd", _path)
    _try(f"made a pipe in {_folder}", os.mkfifo, _path)
_try("appended to the secret", open, "@SECRET@", "a")
_try("truncated the secret", os.truncate, "@SECRET@", 0)
_try("removed the secret", os.unlink, "@SECRET@")
_try("renamed the secret", os.rename, "@SECRET@", "@SECRET@.gone")
_try("changed its mode", os.chmod, "@SECRET@", 0o777)
_try("changed its time", os.utime, "@SECRET@", (0, 0))
_try("copied numpy", shutil.copy, np.__file__, "/tmp/@MARKER@")
_tell_all()
