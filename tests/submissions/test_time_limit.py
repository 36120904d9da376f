"""Whatever takes long to read is given up after a while, and the others of the class are read."""

import contextlib
import signal
import threading

import pytest

from grader import submissions
from grader.submissions import contents, files, reading
from grader.submissions.files import Unusable

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no clock of CPU time")


def endless():
    while True:
        sum(range(1000))


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(reading, "patient", lambda name: files.patient(name, 0.2))


def test_one_that_takes_for_ever_costs_itself(tmp_path, assignment, reference, monkeypatch, hasty):
    read = contents.contents_of
    slow = {"bob.py": endless}
    monkeypatch.setattr(reading, "contents_of", lambda file, of: slow.get(file.path.name, lambda: read(file, of))())
    for name in ("alice.py", "bob.py", "carol.py"):
        (tmp_path / name).write_text(reference)
    alice, bob, carol = submissions.find([tmp_path], assignment)
    assert (alice.problem, carol.problem) == (None, None)
    assert bob.problem["en"] == "bob.py: reading it takes more than 0 seconds. Is it the right file?"
    assert bob.problem["ko"].startswith("bob.py: 읽는 데 0초 넘게 걸려요.")


def test_a_reader_that_takes_it_for_its_own_is_told_again():
    def stubborn():
        with contextlib.suppress(Unusable):
            endless()
        endless()

    with pytest.raises(Unusable), files.patient("x", 0.1):
        stubborn()


def test_nothing_is_left_behind_and_threads_have_no_limit():
    before = signal.getsignal(signal.SIGVTALRM)
    with files.patient("x", 5):
        assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGVTALRM) == before
    seen = []

    def beside():
        with files.patient("x", 0.1):
            seen.append(signal.getitimer(signal.ITIMER_VIRTUAL))

    thread = threading.Thread(target=beside)
    thread.start()
    thread.join()
    assert seen == [(0.0, 0.0)]
