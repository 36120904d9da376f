"""Kits to run the action on, a `uv` that needs no network, and the action itself."""

import os
import sys
import sysconfig
import venv

import pytest
from action_runner import Runner

from grader.authoring.release import kit

FAKE_UV = """#!{python}
import os, shutil, sys
words = [word for word in sys.argv[1:] if not word.startswith("-")]
with open({record!r}, "a", encoding="utf-8") as stream:
    print(*sys.argv[1:], sep=" ", file=stream)
if os.path.exists({fails!r}):
    sys.exit("error: no network here")
if words[0] == "venv":
    place = words[-1] if words[-1] not in ("venv", "3.12", "3.11") else ".venv"
    shutil.copytree({venv!r}, place, symlinks=True, dirs_exist_ok=True)
"""


@pytest.fixture(scope="session")
def kit_bytes(root):
    """The kit as it is released, with its workflow."""
    return kit.kit_files(root, ["self_attention"], ci=True)


@pytest.fixture(scope="session")
def ready_venv(tmp_path_factory, root):
    """A virtual environment that sees this tree and the installed packages; made once, copied by the fake uv."""
    place = tmp_path_factory.mktemp("uv") / "venv"
    venv.EnvBuilder(with_pip=False, symlinks=True).create(place)
    site = next(place.glob("lib/python*/site-packages"))
    lines = [str(root), sysconfig.get_paths()["purelib"], sysconfig.get_paths()["platlib"]]
    lines += [entry for entry in sys.path if os.path.basename(entry) in ("site-packages", "dist-packages")]
    (site / "here.pth").write_text("\n".join(dict.fromkeys(lines)) + "\n", encoding="utf-8")
    return place


@pytest.fixture
def workspace(tmp_path, kit_bytes, reference, edited):
    """`workspace(softmax="def ...")`: a learner's repository with the reference, edited; `folder` puts it deeper."""

    def make(folder="", text=None, **functions):
        top = tmp_path / "work"
        place = top / folder if folder else top
        for name, content in kit_bytes.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(content)
        if text is None and functions:
            text = edited(reference, **functions)
        if text is not None:
            (place / "exercises" / "self_attention" / "attention.py").write_text(text, encoding="utf-8")
        return top

    return make


@pytest.fixture
def runner(tmp_path, root, ready_venv):
    """`runner(workspace)`: a job there. `runner.asked()` is what uv was asked; `runner.offline()` makes it fail."""
    if os.name != "posix":
        pytest.skip("the steps are bash")
    tools, record, fails = tmp_path / "tools", tmp_path / "asked", tmp_path / "offline"
    tools.mkdir()
    text = FAKE_UV.format(python=sys.executable, record=str(record), fails=str(fails), venv=str(ready_venv))
    (tools / "uv").write_text(text, encoding="utf-8")
    (tools / "uv").chmod(0o755)

    def make(workspace):
        return Runner(workspace, tmp_path / "temp", str(tools), root)

    make.asked = lambda: record.read_text(encoding="utf-8").splitlines()
    make.offline = fails.touch
    return make
