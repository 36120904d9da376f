"""Archives that claim, repeat or wait: each is refused with a sentence, in little memory and time."""

import bz2
import gzip
import io
import lzma
import os
import struct
import tarfile
import zipfile
import zlib

import pytest

PACKING = "attention.py: packed with an unsupported method; pack the exercise's folder again as an ordinary ZIP"


def raw_zip(entries):
    """A ZIP of (name, method, packed bytes, claimed size, checksum), each with data of its own."""
    out, directory = io.BytesIO(), b""
    for name, method, data, size, crc in entries:
        at, raw = out.tell(), name.encode()
        numbers = struct.pack("<HHHHHIIIH", 20, 0, method, 0, 33, crc, len(data), size, len(raw))
        out.write(b"PK\3\4" + numbers + b"\0\0" + raw + data)
        directory += b"PK\1\2" + struct.pack("<H", 20) + numbers + bytes(12) + struct.pack("<I", at) + raw
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, len(entries), len(entries), len(directory), out.tell(), 0)
    return out.getvalue() + directory + end


def header(name, size, kind=tarfile.REGTYPE):
    info = tarfile.TarInfo(name)
    info.size, info.type = size, kind
    return info.tobuf(tarfile.USTAR_FORMAT)


def extended(body, kind=tarfile.XHDTYPE):
    return header("x", len(body), kind) + body + bytes(-len(body) % 512)


def record(key, value):
    size = len(key) + len(value) + 3
    while len(str(size)) + len(key) + len(value) + 3 != size:
        size = len(str(size)) + len(key) + len(value) + 3
    return b"%d %s=%s\n" % (size, key, value)


def lzma_member(data):
    lzma1 = {"id": lzma.FILTER_LZMA1, "preset": 1}
    packer = lzma.LZMACompressor(lzma.FORMAT_RAW, filters=[lzma1])
    properties = struct.pack("<BBH", 9, 4, 5) + bytes([93]) + struct.pack("<I", 1 << 20)
    return properties + packer.compress(data) + packer.flush()


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 93])
def test_a_zip_packed_with_anything_but_deflate_is_not_unpacked(tmp_path, read_within, method):
    """Python unpacks all of such a member, whatever size it claims."""
    zeros, claimed = b"#" * (64 << 20), 1000
    packed = bz2.compress(zeros) if method == zipfile.ZIP_BZIP2 else lzma_member(zeros)
    path = tmp_path / "bomb.zip"
    path.write_bytes(raw_zip([("attention.py", method, packed, claimed, zlib.crc32(zeros[:claimed]))]))
    assert path.stat().st_size < 1 << 15
    [(_, problem, _)] = read_within(path, mib=200)
    assert problem["en"] == PACKING
    assert problem["ko"].startswith("attention.py: 읽지 않는 방식으로")


def test_the_directory_of_a_zip_is_read_up_to_a_cap(tmp_path, read_within):
    """Six hundred thousand entries of 46 bytes, all of one member."""
    entry = b"PK\1\2" + bytes(42)
    directory = entry * 600_000
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, len(directory), 0, 0)
    (tmp_path / "many.zip").write_bytes(directory + end)
    [(_, problem, _)] = read_within(tmp_path / "many.zip", mib=200)
    assert problem["en"] == "more than 5000 files; hand in only the exercise's folder"


@pytest.mark.parametrize("ending", ["tar", "tar.gz"])
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"1" * (1 << 20), "pax.{}: not a TAR archive that can be read"),
        (record(b"path", b"1 " * (3 << 20)), "pax.{}: not a TAR archive that can be read"),
        (
            record(b"comment", b"1" * (1 << 20)) + record(b"path", b"a.txt"),
            "no attention.py and no attention.ipynb in it",
        ),
    ],
    ids=["digits", "a long name", "digits in a value"],
)
def test_an_extended_header_is_read_once(tmp_path, read_within, body, said, ending):
    """`tarfile` of Python 3.11 looks for numbers in it from every place anew (CVE-2024-6232)."""
    made = extended(body) + header("attention.py", 0) + bytes(1024)
    (tmp_path / f"pax.{ending}").write_bytes(made if ending == "tar" else gzip.compress(made))
    [(_, problem, _)] = read_within(tmp_path / f"pax.{ending}")
    assert problem["en"] == said.format(ending)


def test_a_header_of_all_members_is_not_copied_for_each(tmp_path, read_within):
    names = extended(b"".join(record(b"k%06d" % i, b"") for i in range(200_000)), tarfile.XGLTYPE)
    made = names + (extended(record(b"a", b"b")) + header("x.txt", 0)) * 4000 + header("attention.py", 1) + b"#"
    (tmp_path / "globals.tar.gz").write_bytes(gzip.compress(made + bytes(511 + 1024)))
    assert (tmp_path / "globals.tar.gz").stat().st_size < 1 << 20
    [(_, problem, cells)] = read_within(tmp_path / "globals.tar.gz", mib=200)
    assert (problem, cells) == (None, 1)


def test_headers_without_end_are_refused(tmp_path, read_within):
    (tmp_path / "a.tar").write_bytes(extended(b"") * 60_000)
    [(_, problem, _)] = read_within(tmp_path / "a.tar")
    assert problem["en"] == "more than 5000 files; hand in only the exercise's folder"


@pytest.mark.parametrize("size", [-512, -1024, 1 << 40])
def test_a_size_that_cannot_be_is_no_way_back(tmp_path, read_within, size):
    """The next header would be looked for before this one, for ever."""
    head = bytearray(header("attention.py", 0))
    head[124:136] = (b"\xff" if size < 0 else b"\x80") + size.to_bytes(12, "big", signed=True)[1:]
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    (tmp_path / "a.tar").write_bytes(header("x.py", 0) + bytes(head) + bytes(1024))
    [(_, problem, _)] = read_within(tmp_path / "a.tar")
    assert problem["en"] == "a.tar: not a TAR archive that can be read"


def test_a_gzip_of_very_many_empty_parts_is_not_walked_through(tmp_path, read_within):
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(b"") * 500_000)
    [(_, problem, _)] = read_within(tmp_path / "a.tar.gz", seconds=3)
    assert problem["en"] == "a.tar.gz: not a TAR archive that can be read"


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
@pytest.mark.parametrize("name", ["attention.py", "실습/attention.py", "d" * 60 + "/" + "e" * 80 + "/attention.py"])
def test_honest_archives_of_every_format_are_read(tmp_path, read_within, reference, form, name):
    data = reference.encode()
    info = tarfile.TarInfo(name)
    info.size, info.mtime = len(data), 1.5  # a fraction of a second makes an extended header
    folder = tarfile.TarInfo("README/")
    folder.type = tarfile.DIRTYPE
    shared = {"comment": "0123456789abcdef"} if form == tarfile.PAX_FORMAT else None  # as git archive writes it
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz", format=form, pax_headers=shared) as archive:
        archive.addfile(folder)
        archive.addfile(info, io.BytesIO(data))
    [(_, problem, cells)] = read_within(tmp_path / "a.tar.gz")
    assert problem is None
    assert cells > 15


@pytest.mark.parametrize("name", ["bob.zip", "bob.tar.gz", "bob.tar"])
def test_a_pipe_called_like_an_archive_is_not_waited_for(tmp_path, read_within, reference, name):
    (tmp_path / "c").mkdir()
    os.mkfifo(tmp_path / "c" / name)
    (tmp_path / "c" / "carol.py").write_text(reference)
    (bob, problem, _), (carol, fine, _) = read_within(tmp_path / "c")
    assert (bob, problem["en"]) == ("bob", f"{name}: not a regular file")
    assert (carol, fine) == ("carol", None)
