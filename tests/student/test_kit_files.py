"""A kit knows its own files: one that was changed, emptied or removed is named and restored; no checks is no pass."""

import json

import pytest
from kits import ROOT

from grader.authoring.release import kit as release
from grader.course import kit_hashes

TEST = "exercises/self_attention/test_attention.py"


@pytest.fixture(scope="module")
def released():
    return release.kit_files(ROOT, ["self_attention"])


@pytest.fixture
def made(released, tmp_path):
    """`made()`: the kit as a folder."""

    def make(folder="kit"):
        release.write_folder(tmp_path / folder, released)
        return tmp_path / folder

    return make


def gone(path):
    path.unlink()


def emptied(path):
    path.write_text("")


def changed(path):
    path.write_text(path.read_text(encoding="utf-8") + "\n# mine\n", encoding="utf-8")


def fewer(path):
    path.write_text(path.read_text(encoding="utf-8").partition("def test_scores")[0], encoding="utf-8")


def test_an_untouched_kit_has_nothing_to_say(made, learn):
    root = made()
    assert kit_hashes.changed_files(root) == ()
    assert "kit.json" not in learn(root, "check").stdout
    assert "as released" in learn(root, "doctor").stdout
    assert "Nothing to restore" in learn(root, "reset", "--kit").stdout


@pytest.mark.parametrize("ending", [b"\r\n", b"\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_marks_are_an_editors(made, ending, mark):
    root = made()
    path = root / TEST
    path.write_bytes(mark + path.read_bytes().replace(b"\n", ending))
    assert kit_hashes.changed_files(root) == ()


@pytest.mark.parametrize(
    ("file", "how", "spoil"),
    [
        (TEST, "changed", changed),
        (TEST, "changed", fewer),
        (TEST, "empty", emptied),
        (TEST, "missing", gone),
        ("exercises/self_attention/checks.yaml", "changed", changed),
        ("exercises/self_attention/hints.yaml", "missing", gone),
        ("exercises/self_attention/assignment.yaml", "changed", changed),
        ("quizzes/self_attention.yaml", "missing", gone),
    ],
)
def test_a_spoilt_file_is_named_and_restored_and_the_work_stays(made, released, learn, file, how, spoil):
    root = made()
    work = root / "exercises/self_attention/attention.py"
    changed(work)
    spoil(root / file)
    assert [(one.path, one.how) for one in kit_hashes.changed_files(root)] == [(file, how)]
    done = learn(root, "check")
    assert file in " ".join((done.stdout + done.stderr).split())
    assert "grader reset --kit" in " ".join((done.stdout + done.stderr).split())
    found = json.loads(learn(root, "doctor", "--json").stdout)["findings"]
    assert [one["state"] for one in found if one["id"] == "kit"] == ["bad"]
    restored = json.loads(learn(root, "reset", "--kit", "--json").stdout)
    assert restored["changed"] == [file]
    assert (root / file).read_bytes() == released[file]
    assert work.read_text(encoding="utf-8").endswith("# mine\n")
    assert kit_hashes.changed_files(root) == ()


@pytest.mark.parametrize(
    "content", ["", "# nothing\n", "import numpy as np\n\ndef helper():\n    pass\n", "def test_x(:\n"]
)
def test_no_checks_is_no_pass(made, learn, reference, content):
    root = made()
    (root / "exercises/self_attention/attention.py").write_text(reference, encoding="utf-8")
    (root / TEST).write_text(content)
    for command in (["check"], ["check", "--json"], ["ci", "-o", "out"]):
        done = learn(root, *command)
        assert done.returncode == 2, (command, done.stdout, done.stderr)
        assert "✓" not in done.stdout
        assert "test_attention.py" in done.stderr + done.stdout


def test_what_cannot_be_restored_is_said(made, learn):
    root = made()
    changed(root / TEST)
    emptied(root / ".grader/original/self_attention/test_attention.py")
    told = learn(root, "reset", "--kit").stdout
    assert "Cannot be restored" in " ".join(told.split())
    assert TEST in " ".join(told.split())


def test_reset_all_restores_the_kit_too_and_what_stood_there_is_kept(made, learn):
    root = made()
    changed(root / TEST)
    assert TEST in " ".join(learn(root, "reset", "--all").stdout.split())
    assert kit_hashes.changed_files(root) == ()
    [kept] = (root / ".grader/backup/.kit").iterdir()
    assert kept.read_text(encoding="utf-8").endswith("# mine\n")


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"files": 3}', '{"files": {"../x": "0"}}'])
def test_a_kit_that_knows_nothing_says_nothing(made, learn, text):
    root = made()
    path = root / kit_hashes.KIT
    path.unlink() if text is None else path.write_text(text)
    changed(root / TEST)
    assert kit_hashes.changed_files(root) == ()
    assert "as it was released" not in learn(root, "check").stdout


def test_a_courses_own_folder_is_not_looked_at(kit, learn):
    root = kit()
    changed(root / TEST)
    assert "released" not in learn(root, "check").stdout
    assert learn(root, "reset", "--kit").returncode == 2
