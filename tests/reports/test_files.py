"""Reports on disk are whole or not there: on a full disk, past a size limit, in a locked folder, when killed."""

import os
import resource
import signal
import stat
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.atomic_write import write_whole
from grader.core.errors import MachineError
from grader.core.safe_text import file_name


def test_a_file_is_written_whole_and_replaced_whole(tmp_path):
    path = tmp_path / "new" / "a.json"
    write_whole(path, "첫째\n")
    write_whole(path, "둘째\n")
    assert path.read_bytes() == "둘째\n".encode()
    assert os.listdir(path.parent) == ["a.json"]
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_file_that_is_there_keeps_its_mode_and_a_new_one_heeds_the_umask(tmp_path):
    path = tmp_path / "a.json"
    before = os.umask(0o077)
    try:
        write_whole(path, "new")
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    write_whole(path, "newer")
    assert path.stat().st_mode & 0o777 == 0o640


def test_the_file_is_synced_before_its_name_and_the_folder_after(tmp_path, monkeypatch):
    path, real, synced = tmp_path / "a.json", os.fsync, []

    def fsync(descriptor):
        synced.append((stat.S_ISDIR(os.fstat(descriptor).st_mode), path.exists()))
        real(descriptor)

    monkeypatch.setattr("grader.core.atomic_write.os.fsync", fsync)
    write_whole(path, "new")
    assert synced == [(False, False), (True, True)]


def test_a_folder_that_cannot_be_synced_is_no_error(tmp_path, monkeypatch):
    def fsync(descriptor):
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(22, "Invalid argument")  # as some network disks answer

    monkeypatch.setattr("grader.core.atomic_write.os.fsync", fsync)
    write_whole(tmp_path / "a.json", "new")
    assert (tmp_path / "a.json").read_text() == "new"


def check_untouched(place, reason):
    """Writing far too much into `place` fails for that reason, and the old file is the only one there."""
    path = place / "a.json"
    before = path.read_text()
    with pytest.raises(MachineError) as caught:
        write_whole(path, "x" * (1 << 20))
    assert str(caught.value) == f"{path}: cannot be written: {reason}; nothing was saved, run again"
    assert caught.value.exit_code == 3
    assert os.listdir(place) == ["a.json"]
    assert path.read_text() == before


def test_a_full_disk_keeps_the_old_file(disk):
    place = disk("size=64k")
    write_whole(place / "a.json", "old")
    check_untouched(place, "No space left on device")


def test_a_read_only_disk_keeps_the_old_file(disk):
    place = disk("size=64k")
    write_whole(place / "a.json", "old")
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    check_untouched(place, "Read-only file system")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write into any folder")
def test_a_locked_folder_keeps_the_old_file(tmp_path):
    write_whole(tmp_path / "a.json", "old")
    tmp_path.chmod(0o555)
    check_untouched(tmp_path, "Permission denied")
    tmp_path.chmod(0o755)


def test_a_size_limit_keeps_the_old_file(tmp_path):
    write_whole(tmp_path / "a.json", "old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        check_untouched(tmp_path, "File too large")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_file_in_the_way_of_the_folder_is_named(tmp_path):
    (tmp_path / "out").write_text("a file")
    with pytest.raises(MachineError, match="cannot be written: "):
        write_whole(tmp_path / "out" / "a.json", "x")


ENDLESS = """
import itertools, pathlib, sys
from grader.core.atomic_write import write_whole
for letter in itertools.cycle("ab"):
    write_whole(pathlib.Path(sys.argv[1]), letter * 3_000_000)
"""


def test_a_writer_killed_half_way_leaves_the_old_file_or_the_new_one(tmp_path, root):
    path = tmp_path / "a.json"
    for pause in (0.25, 0.33, 0.41):
        writer = subprocess.Popen([sys.executable, "-c", ENDLESS, str(path)], cwd=root)
        while not path.exists() and writer.poll() is None:
            time.sleep(0.01)
        time.sleep(pause)
        writer.send_signal(signal.SIGKILL)
        assert writer.wait() == -signal.SIGKILL
        text = path.read_text()
        assert text in ("a" * 3_000_000, "b" * 3_000_000)


@given(st.text(max_size=80))
def test_any_id_is_a_file_name_without_a_folder_in_it(name):
    made = file_name(name)
    assert made not in ("", ".", "..")
    assert not set(made) & set('/\\:*?"<>|\0\n')
    assert not made.startswith(".")


def test_a_long_korean_id_still_makes_a_file(tmp_path):
    write_whole(tmp_path / f"{file_name('가' * 80)}-2.json", "x")
