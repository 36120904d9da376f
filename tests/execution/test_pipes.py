"""The pipes to a learner's process, without one: both ends are held here."""

import os
import subprocess
import sys

import pytest

from grader.execution.pipes import PosixPipes, ThreadedPipes

posix = pytest.mark.skipif(os.name != "posix", reason="pipes cannot be polled")


class Soon:
    """A budget of a tenth of a second, asked once."""

    def __init__(self):
        self.left = 0.1

    def remaining(self):
        left, self.left = self.left, 0.0
        return left


@posix
def test_half_an_answer_is_let_go_with_the_pipes():
    ends = [os.pipe() for _ in range(3)]
    pipes = PosixPipes(ends[0][1], ends[1][0], ends[2][0])
    os.write(ends[1][1], bytes(1000))
    with pytest.raises(TimeoutError):
        pipes.read(2000, Soon())
    assert sys.getsizeof(pipes._buffer) > 1000
    pipes.close()
    assert sys.getsizeof(pipes._buffer) < 100
    for fd in (ends[0][0], ends[1][1], ends[2][1]):
        os.close(fd)


def test_half_an_answer_is_let_go_with_the_threads():
    code = "import os, sys; os.write(1, bytes(1000)); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        pipes = ThreadedPipes(process)
        assert pipes.read(1, _Patient()) == b"\0"
        with pytest.raises(TimeoutError):
            pipes.read(2000, Soon())
        process.kill()
        pipes.close()
        assert sys.getsizeof(pipes._buffer) < 100


class _Patient:
    def remaining(self):
        return 20.0
