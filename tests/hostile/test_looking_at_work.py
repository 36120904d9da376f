"""Looking at work runs its file of checks confined: it writes nothing, starts nothing and reaches nobody."""

import shutil
import socket

import pytest

from grader.execution.linux_sandbox import landlock_abi

HOSTILE = """
import os, pathlib, socket, subprocess, tempfile
done = []
for name, tried in {{
    "wrote": lambda: pathlib.Path({mark!r}).write_text("x"),
    "removed": lambda: os.remove({keep!r}),
    "started": lambda: subprocess.run(["/bin/true"], check=True),
    "connected": lambda: socket.create_connection(("127.0.0.1", {port}), timeout=2),
    "signalled": lambda: os.kill(os.getppid(), 0),
}}.items():
    try:
        tried()
        done.append(name)
    except OSError:
        pass
with tempfile.TemporaryFile() as temporary:  # an honest one may
    temporary.write(b"x")
assert not done, "ACHIEVED " + " ".join(done)
"""


@pytest.fixture
def kit(root, tmp_path):
    """A learner's repository whose file of checks is hostile, and what it must not touch."""
    if landlock_abi() < 6:
        pytest.skip("this kernel's Landlock cannot refuse all of it")
    shutil.copytree(root / "exercises", tmp_path / "repo" / "exercises")
    keep, mark = tmp_path / "keep", tmp_path / "mark"
    keep.write_text("kept", encoding="utf-8")
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        test = tmp_path / "repo" / "exercises" / "self_attention" / "test_attention.py"
        hostile = HOSTILE.format(mark=str(mark), keep=str(keep), port=listening.getsockname()[1])
        test.write_text(hostile + test.read_text(encoding="utf-8"), encoding="utf-8")
        yield tmp_path / "repo"


@pytest.mark.parametrize("command", [["status"], ["report"], ["check"], ["check", "--json"], ["ci"]])
def test_a_file_of_checks_does_nothing_outside(grader, kit, command):
    done = grader(*command, cwd=kit)
    assert done.returncode in (0, 1), done.stderr
    assert "ACHIEVED" not in done.stdout + done.stderr
    assert not (kit.parent / "mark").exists()
    assert (kit.parent / "keep").read_text(encoding="utf-8") == "kept"


def test_the_learners_own_file_does_nothing_outside_either(grader, kit):
    file = kit / "exercises" / "self_attention" / "attention.py"
    file.write_text(f"import pathlib\npathlib.Path({str(kit.parent / 'mark')!r}).write_text('x')\n", encoding="utf-8")
    done = grader("status", cwd=kit)
    assert done.returncode == 0, done.stderr
    assert not (kit.parent / "mark").exists()
