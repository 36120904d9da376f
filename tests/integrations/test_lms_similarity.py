"""Trees for JPlag and Dolos: one file a submission, the stub as base code, no name where none is wanted."""

import csv
import json

import pytest


@pytest.fixture
def submissions(tmp_path, reference, notebook):
    """Three submissions under names, one of them a notebook, one with nothing in it, and a damaged archive."""
    place = tmp_path / "submissions"
    for name in ("kim", "lee", "Base-Code"):
        (place / name).mkdir(parents=True)
    (place / "kim" / "attention.py").write_text(reference, encoding="utf-8")
    (place / "lee" / "attention.ipynb").write_text(notebook(reference), encoding="utf-8")
    (place / "Base-Code" / "attention.py").write_text("x = 1\n", encoding="utf-8")
    (place / "park").mkdir()
    (place / "park" / "notes.txt").write_text("nothing")
    (place / "choi.zip").write_bytes(b"PK\x03\x04 damaged")
    return place


def test_jplag_finds_a_folder_each_and_the_base_code_in_its_root(grader, submissions, tmp_path, root):
    done = grader("export", submissions, "--to", "jplag", "-o", tmp_path / "out", "-a", "self_attention")
    assert done.returncode == 0, done.stderr
    folders = {path.name: path for path in (tmp_path / "out" / "submissions").iterdir()}
    assert set(folders) == {"kim", "lee", "Base-Code-2", "base-code"}
    for folder in folders.values():
        assert [path.name for path in folder.iterdir()] == ["attention.py"]
        compile((folder / "attention.py").read_text(encoding="utf-8"), "attention.py", "exec")
    stub = (root / "exercises" / "self_attention" / "attention.py").read_text(encoding="utf-8")
    assert (folders["base-code"] / "attention.py").read_text(encoding="utf-8") == stub
    readme = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "java -jar jplag.jar -l python3 -bc submissions/base-code submissions" in readme
    assert "by chance" in readme
    assert "not a verdict" in readme
    assert '"park": no attention.py' in readme
    assert '"choi": choi.zip: not a ZIP archive' in readme


def test_a_notebook_gives_the_code_of_its_file(grader, submissions, tmp_path):
    grader("export", submissions, "--to", "jplag", "-o", tmp_path / "out", "-a", "self_attention")
    texts = [
        (tmp_path / "out" / "submissions" / n / "attention.py").read_text(encoding="utf-8") for n in ("kim", "lee")
    ]
    python, notebook = ([line for line in text.splitlines() if line.startswith("def ")] for text in texts)
    assert python == notebook
    assert len(python) > 10


def test_dolos_finds_every_file_in_its_table(grader, submissions, tmp_path):
    done = grader("export", submissions, "--to", "dolos", "-o", tmp_path / "out", "-a", "self_attention")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "out" / "info.csv").open(encoding="utf-8", newline="") as stream:
        told = list(csv.DictReader(stream))
    assert sorted(row["full_name"] for row in told) == ["Base-Code", "kim", "lee"]
    files = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out" / "submissions").iterdir()}
    assert {row["filename"] for row in told} == files
    assert (tmp_path / "out" / "base-code.py").is_file()
    assert "-i base-code.py info.csv" in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("tool", ["jplag", "dolos"])
def test_an_anonymous_tree_holds_no_name_and_the_key_lies_outside(grader, submissions, tmp_path, tool):
    done = grader("export", submissions, "--to", tool, "--anonymous", "-o", tmp_path / "out", "-a", "self_attention")
    assert done.returncode == 0, done.stderr
    names = ("kim", "lee", "park", "choi")
    for path in (tmp_path / "out").rglob("*"):
        assert not [name for name in names if name in path.relative_to(tmp_path / "out").as_posix()]
        if path.suffix in (".md", ".csv"):
            assert not [name for name in names if name in path.read_text(encoding="utf-8")]
    with (tmp_path / "out-who-is-who.csv").open(encoding="utf-8", newline="") as stream:
        key = {row["alias"]: row["submission"] for row in csv.DictReader(stream)}
    assert set(key.values()) == {"kim", "lee", "Base-Code", "park", "choi"}
    alias = next(alias for alias, name in key.items() if name == "kim")
    assert (tmp_path / "out" / "submissions" / (alias if tool == "jplag" else f"{alias}.py")).exists()
    assert len({path.stat().st_mtime for path in (tmp_path / "out").rglob("*.py")}) == 1


def test_without_a_place_the_advice_is_shown_and_nothing_is_written(grader, submissions, tmp_path):
    done = grader("export", submissions, "--to", "jplag", "-a", "self_attention")
    assert "not a verdict" in done.stdout
    assert "nothing written" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["submissions"]
    told = json.loads(grader("export", submissions, "--to", "jplag", "--json", "-a", "self_attention").stdout)
    assert "submissions/kim/attention.py" in told["files"]
