"""LEAK: looks for the hidden suite by its path, beside every loaded module, and in every command line.

Must: no file of the suite can be opened or listed, and nothing of it stands in a report.
base: stub
deserves: 0 + 0
harmless: no
"""

import glob


def _read(path):
    with open(path) as stream:
        return stream.read()


_try("listed the suite", os.listdir, "@HIDDEN@")
for _name in ("test_softmax.py", "ko.yaml"):
    _try(f"read {_name}", _read, f"@HIDDEN@/{_name}")
_roots = {os.getcwd(), *filter(None, sys.path)}
_roots |= {os.path.dirname(getattr(module, "__file__", None) or "/") for module in list(sys.modules.values())}
for _line in glob.glob("/proc/[0-9]*/cmdline"):
    _try("read a command line", _read, _line)
_found = [
    path for root in _roots for path in glob.glob(root + "/test_softmax*.py") + glob.glob(root + "/*/hidden")
]
_note(bool(_found), "found a hidden file")
_tell_all()
