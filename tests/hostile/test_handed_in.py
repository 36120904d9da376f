"""Hostile folders, files, archives and answers: each costs its own learner at most, and never much time or memory."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import re
import signal
import struct
import subprocess
import sys
import tarfile
import time
import tracemalloc
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader import quiz, submissions
from grader.core.model import Submission
from grader.core.safe_text import file_name
from grader.course import loading, stubs

ROOT = Path(__file__).parent.parent.parent
COURSE = loading.load(ROOT, "self_attention")
SOLUTION = (COURSE.folder / COURSE.file).read_text(encoding="utf-8")
STUB = stubs.stub(SOLUTION, COURSE.file)
EVIL = "\x1b[31m::error ::x\n##[error]y \u202e##vso[z]"

posix = pytest.mark.skipif(os.name != "posix", reason="names and links that only POSIX has")


@pytest.fixture(autouse=True)
def _no_test_hangs() -> Iterator[None]:
    """A grader that never comes back must fail a test, not the run."""

    def late(*_: object) -> None:
        raise TimeoutError("this took more than a minute")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def handed_in(path: Path) -> list[Submission]:
    return list(submissions.find([path], COURSE))


def put(folder: Path, text: str = STUB, name: str = "attention.py") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def grade(*paths: Path, out: Path | None = None) -> tuple[int, list[dict[str, object]], str]:
    """The command as a person runs it: exit code, reports, standard error."""
    command = [sys.executable, "-m", "grader", "grade", *map(str, paths), "--course", str(ROOT), "--json"]
    command += ["-o", str(out)] if out else []
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    done = subprocess.run(command, capture_output=True, env=environment, timeout=50, check=False)
    reports = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return done.returncode, reports, done.stderr.decode()


def scores(reports: list[dict[str, object]]) -> dict[object, object]:
    return {report["submission"]["id"]: report["code"]["earned"] for report in reports}  # type: ignore[index]


def assert_quiet(text: str) -> None:
    assert not [c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    assert not re.search(r"::.*::|##\w*\[", text)


# -- archives --------------------------------------------------------------------------------------------------


def _zip(method: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("attention.py", SOLUTION)
        archive.writestr("answers.yaml", "quiz: self_attention\n")
    return stream.getvalue()


def _tar(mode: str) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]  # mode is a variable
        info = tarfile.TarInfo("attention.py")
        info.size = len(SOLUTION.encode())
        archive.addfile(info, io.BytesIO(SOLUTION.encode()))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("deflate.zip", _zip(zipfile.ZIP_DEFLATED)),
        ("bzip2.zip", _zip(zipfile.ZIP_BZIP2)),
        ("lzma.zip", _zip(zipfile.ZIP_LZMA)),
        ("packed.tar.gz", _tar("w:gz")),
        ("plain.tar", _tar("w")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_damaged_archive_is_one_learners_problem(tmp_path: Path, name: str, whole: bytes) -> None:
    chance = random.Random(name)
    for turn in range(150):
        data = bytearray(whole)
        if turn % 4 == 0:
            del data[chance.randrange(len(data)) :]
        else:
            for _ in range(chance.choice((1, 1, 3, 20))):
                data[chance.randrange(len(data))] = chance.randrange(256)
        (tmp_path / name).write_bytes(data)
        assert len(handed_in(tmp_path / name)) == 1


def test_a_file_that_is_named_thousands_of_times_takes_little_time(tmp_path: Path) -> None:
    """All entries of the directory share one megabyte of packed blanks."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("attention.py", " " * (1 << 20) + "\n")
    data = stream.getvalue()
    end = data.rindex(b"PK\5\6")
    start = int.from_bytes(data[end + 16 : end + 20], "little")
    entry = data[start:end]
    tail = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 4000, 4000, len(entry) * 4000, start, 0)
    (tmp_path / "ada.zip").write_bytes(data[:start] + entry * 4000 + tail)
    began = time.process_time()
    assert handed_in(tmp_path / "ada.zip")[0].problem
    assert time.process_time() - began < 5


@pytest.mark.parametrize("cuts", [(3000,), (1,), (100, 101, 102), tuple(range(512, 9000, 512))], ids=len)
@pytest.mark.parametrize("padding", [b"", b"\0" * 700])
def test_a_gzip_of_several_members_is_honest(tmp_path: Path, cuts: tuple[int, ...], padding: bytes) -> None:
    raw = _tar("w")
    parts = [raw[a:b] for a, b in zip((0, *cuts), (*cuts, len(raw)), strict=True)]
    (tmp_path / "ada.tar.gz").write_bytes(b"".join(gzip.compress(part) + padding for part in parts))
    (found,) = handed_in(tmp_path / "ada.tar.gz")
    assert found.problem is None
    assert "".join(cell.text for cell in found.cells).strip() == SOLUTION.strip()


@pytest.mark.parametrize("last", [b"", b"x" * 50], ids=["end", "rest"])
def test_a_last_member_that_is_cut_is_a_damaged_archive(tmp_path: Path, last: bytes) -> None:
    raw = _tar("w")
    (tmp_path / "ada.tar.gz").write_bytes(gzip.compress(raw[:3000]) + gzip.compress(raw[3000:])[:-9] + last)
    assert handed_in(tmp_path / "ada.tar.gz")[0].problem


def test_very_many_members_take_little_time(tmp_path: Path) -> None:
    (tmp_path / "ada.tar.gz").write_bytes(gzip.compress(b"") * 400_000)
    began = time.process_time()
    assert handed_in(tmp_path / "ada.tar.gz")[0].problem
    assert time.process_time() - began < 3


def _header_of(size: int) -> bytes:
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.XHDTYPE, size
    return info.tobuf(tarfile.USTAR_FORMAT)


def test_a_header_that_claims_much_takes_little(tmp_path: Path) -> None:
    path = tmp_path / "bomb.tar.gz"
    with gzip.open(path, "wb", 1) as stream:
        stream.write(_header_of(300 << 20))
        for _ in range(300):
            stream.write(bytes(1 << 20))
    assert _peak(lambda: handed_in(path)) < 200 << 20
    assert handed_in(path)[0].problem


def test_an_archive_of_zeros_takes_little(tmp_path: Path) -> None:
    path = tmp_path / "bomb.tar.gz"
    info = tarfile.TarInfo("zeros.bin")
    info.size = 500 << 20
    with gzip.open(path, "wb", 1) as stream:
        stream.write(info.tobuf(tarfile.GNU_FORMAT))
        for _ in range(500):
            stream.write(bytes(1 << 20))
    started = time.monotonic()
    assert handed_in(path)[0].problem
    assert time.monotonic() - started < 2


def test_a_zip_of_zeros_takes_little(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("attention.py", "w") as stream:
        for _ in range(400):
            stream.write(bytes(1 << 20))
    assert _peak(lambda: handed_in(path)) < 64 << 20
    assert handed_in(path)[0].problem


@pytest.mark.parametrize("name", ["../attention.py", "/etc/attention.py", "C:\\attention.py", "a/../../attention.py"])
def test_paths_out_of_an_archive_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "out.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, SOLUTION)
    assert handed_in(path)[0].problem


def test_links_in_an_archive_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "links.tar"
    with tarfile.open(path, "w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
            info = tarfile.TarInfo("attention.py")
            info.type, info.linkname = kind, str(COURSE.folder / COURSE.file)
            archive.addfile(info)
    assert handed_in(path)[0].problem


def _peak(action: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# -- links and names -------------------------------------------------------------------------------------------


@posix
def test_links_out_of_a_cohort_earn_nothing(tmp_path: Path) -> None:
    cohort = tmp_path / "cohort"
    put(cohort / "honest", SOLUTION)
    (cohort / "eve.py").symlink_to(COURSE.folder / COURSE.file)
    (cohort / "mallory").symlink_to(COURSE.folder)
    (cohort / "trent").mkdir()
    (cohort / "trent" / "attention.py").symlink_to(COURSE.folder / COURSE.file)
    (cohort / "loop.py").symlink_to("loop.py")
    (cohort / "ring").mkdir()
    (cohort / "ring" / "attention.py").symlink_to("attention.py")
    (cohort / "up").symlink_to("..")
    code, reports, _ = grade(cohort)
    assert code == 0
    earned = scores(reports)
    assert earned.pop("honest") == 70
    assert set(earned) >= {"eve", "mallory", "trent", "loop", "ring"}
    assert set(earned.values()) == {0}


@posix
def test_special_files_are_not_read(tmp_path: Path) -> None:
    cohort = tmp_path / "cohort"
    (cohort / "pipe").mkdir(parents=True)
    os.mkfifo(cohort / "pipe" / "attention.py")
    os.mkfifo(cohort / "alone.py")
    (cohort / "zero").mkdir()
    (cohort / "zero" / "attention.py").symlink_to("/dev/zero")
    assert [one.problem is not None for one in handed_in(cohort)] == [True] * 3


@posix
def test_names_that_look_alike_do_not_share_a_fate(tmp_path: Path) -> None:
    cohort = tmp_path / "cohort"
    for name, text in {
        "kim  minsu": STUB + "import os; os._exit(0)\n",
        "kim minsu": SOLUTION,
        "kim\tminsu": STUB,
    }.items():
        put(cohort / name, text)
    code, reports, _ = grade(cohort, out=tmp_path / "reports")
    assert code == 0
    assert sorted(scores(reports).values()) == [0, 0, 70]  # type: ignore[type-var]
    assert len(list((tmp_path / "reports").glob("*.json"))) == 3


def test_every_learner_has_an_id_and_a_file_of_its_own(tmp_path: Path) -> None:
    names = ["a b", "a_b", "a-b", "A_B", "x", "x-2", "x_2", "CON", "...", "a" * 100, "a" * 101, "\uac00" * 80]
    folders = [put(tmp_path / "one" / name) for name in names]
    folders += [put(tmp_path / "two" / name) for name in names]
    found = list(submissions.find(folders, COURSE))
    files = [file_name(one.id) for one in found]
    assert len({one.id for one in found}) == len({name.casefold() for name in files}) == len(folders)
    assert all(len(name.encode()) < 230 and "/" not in name and not name.startswith(".") for name in files)


@posix
def test_names_cannot_command_a_runner(tmp_path: Path) -> None:
    cohort = tmp_path / "cohort"
    put(cohort / EVIL, "def softmax(S):\n    return 1\n", f"{EVIL}.py")
    (cohort / f"{EVIL}.zip").write_bytes(b"no archive")
    put(cohort / "plain", "{", f"{EVIL}.ipynb")
    put(cohort / os.fsdecode(b"\xff\xfe"), STUB)
    code, reports, said = grade(cohort, out=tmp_path / "reports")
    assert code == 0
    assert len(reports) == 4
    for report in reports:
        _walk(report)
    for path in [*(tmp_path / "reports").glob("*.json"), *(tmp_path / "reports").glob("*.txt")]:
        for line in path.read_text(encoding="utf-8").splitlines():
            assert_quiet(line)
    for line in said.splitlines():
        assert_quiet(line)


def _walk(node: object) -> None:
    if isinstance(node, dict):
        for key, value in node.items():
            assert_quiet(str(key))
            _walk(value)
    elif isinstance(node, list):
        for value in node:
            _walk(value)
    elif isinstance(node, str):
        assert_quiet(node)


# -- files that are long to read -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cells.py", "# %%\n" * 200_000),
        ("long.py", "x = '" + "a" * 1_000_000 + "'\n"),
        ("async.py", "async" + "\n" * 900_000),
        ("spaces.py", "def " + " " * 900_000),
        ("empty.ipynb", '{"cells": [' + "{}," * (7 << 20) + "{}]}"),
        ("numbers.ipynb", '{"cells": [' + "0.1," * (7 << 20) + "1]}"),
        ("deep.ipynb", "[" * 1_000_000),
        ("digits.ipynb", '{"cells": ' + "9" * 1_000_000 + "}"),
        ("surrogates.ipynb", '{"cells": [{"cell_type": "code", "source": "\\ud800\\udfff\\u0000::error ::x"}]}'),
        ("kinds.ipynb", '{"cells": [{"cell_type": "code", "source": {"a": [1]}}, 7, null, {"cell_type": []}]}'),
        ("magics.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": "%" * 500_000 + "\n" * 400_000}]})),
    ],
    ids=lambda value: value if len(value) < 30 else "",
)
def test_reading_is_bounded(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    started = time.monotonic()
    (one,) = handed_in(path)
    assert time.monotonic() - started < 5
    assert one.problem is None or len(one.problem["en"]) < 500


def test_a_notebook_of_brackets_takes_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "empty.ipynb"
    path.write_text('{"cells": [' + "{}," * (10 << 20) + "{}]}", encoding="utf-8")
    assert _peak(lambda: handed_in(path)) < 400 << 20


# -- answers ---------------------------------------------------------------------------------------------------

ANSWERS = {
    "same key": "k: v\n" * 100_000,
    "anchors": "".join(f"k{i}: &a{i} v\n" for i in range(50_000)),
    "deep": "a: " + "[" * 900_000,
    "long list": "m1-row: [" + "a," * 100_000 + "b]\n",
    "long number": "m1-row: " + "9" * 900_000,
    "aliases": "a: &a [x,x,x,x,x,x,x,x]\n"
    + "".join(f"b{i}: &b{i} [{','.join(['*' + (f'b{i - 1}' if i else 'a')] * 9)}]\n" for i in range(20)),
    "tags": "m1-row: !!python/object/apply:os.system [id]\n",
    "commands": 'm1-row: "\\n::error ::x\\e[31m\\u202e##[error]"\n"::error ::k\\e[1m": 1\n',
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_read_in_no_time(name: str) -> None:
    bank = quiz.load_bank(COURSE.folder / "quiz.yaml")
    started = time.monotonic()
    quiz.mark(bank, ANSWERS[name], "answers.yaml", learner="eve", points=30)
    assert time.monotonic() - started < 3


def test_answers_are_bounded_and_quiet(tmp_path: Path) -> None:
    bank = quiz.load_bank(COURSE.folder / "quiz.yaml")
    words = ANSWERS["commands"].splitlines()[0].removeprefix("m1-row: ")
    files = {**ANSWERS, "every item": "".join(f"{item.id}: {words}\n" for item in bank.items)}
    cohort = tmp_path / "cohort"
    for name, text in files.items():
        put(cohort / name, SOLUTION)
        put(cohort / name, text, "answers.yaml")
    code, reports, _ = grade(cohort, out=tmp_path / "reports")
    assert code == 0
    assert set(scores(reports).values()) == {70}
    assert len(reports) == len(files)
    _walk(reports)
    assert max(path.stat().st_size for path in (tmp_path / "reports").iterdir()) < 128 << 10
