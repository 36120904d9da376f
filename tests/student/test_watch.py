"""`grader check --watch`: saves of every kind, keys, and the end."""

import json
import os
import subprocess
import sys
import time

import pytest
from kits import ROOT, RUN, learner

SAID = "q = "


def start(root, *options, **streams):
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "LANG": "C.UTF-8",
        "PYTHONIOENCODING": "utf-8",
        "TERM": "xterm",
    }
    command = [sys.executable, "-c", RUN, "check", "--watch", "--lang", "en", *options]
    return subprocess.Popen(command, cwd=root, env=environment, **streams)


class Screen:
    """What a pseudo terminal has shown so far."""

    def __init__(self, descriptor):
        self.descriptor, self.text = descriptor, ""

    def until(self, times, seconds=40):
        import select

        end = time.monotonic() + seconds
        while self.text.count(SAID) < times:
            assert time.monotonic() < end, self.text[-2000:]
            if select.select([self.descriptor], [], [], 0.1)[0]:
                self.text += os.read(self.descriptor, 1 << 16).decode(errors="replace")
        return self.text


@pytest.mark.skipif(os.name != "posix", reason="a pseudo terminal is POSIX's")
def test_saves_and_keys_in_a_terminal(kit, reference):
    import pty

    root = kit("columns")
    path = learner(root)
    ours, theirs = pty.openpty()
    process = start(root, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    screen = Screen(ours)
    try:
        assert "needs 5" in screen.until(1)
        path.write_text(reference)  # written in place
        assert "8 of 8 steps" in screen.until(2)
        path.with_suffix(".new").write_text(reference.replace("def softmax(S", "def sofmax(S"))
        os.replace(path.with_suffix(".new"), path)  # written beside and renamed
        assert "sofmax" in screen.until(3)
        os.write(ours, b"r")
        screen.until(4)
        path.unlink()
        time.sleep(0.4)
        path.write_text(reference)
        screen.until(5)
        os.write(ours, b"q")
        assert process.wait(20) == 0
        one = screen.text.split("\x1b[2J")[2]
        assert len(one.strip().splitlines()) <= 25
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_a_pipe_gives_lines_and_json_one_a_run(kit):
    pipe = subprocess.PIPE
    process = start(kit("solved"), "--json", stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")
    out, err = process.communicate("r\nr\nq\n", timeout=60)
    assert process.returncode == 0
    runs = [json.loads(line) for line in out.splitlines()]
    assert len(runs) == 3
    assert all(run["passed"] for run in runs)
    assert [run["attempt"] for run in runs] == [1, 1, 1]
    assert SAID in err


def test_a_pipe_without_json_has_the_keys_below_each_run(kit):
    pipe = subprocess.PIPE
    process = start(kit("solved"), stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")
    out, err = process.communicate("q\n", timeout=60)
    assert (process.returncode, out.count(SAID), SAID in err) == (0, 1, False)
