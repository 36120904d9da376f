"""`grader release`: the same bytes each time, nothing private, and a kit that works without this repository."""

import base64
import csv
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest
from kits import ROOT, learner

from grader import __version__
from grader.authoring.release import kit as release
from grader.authoring.release import leaks, wheel
from grader.authoring.release import leaks as secrets
from grader.core.errors import MachineError
from grader.course import loading


@pytest.fixture(scope="module")
def files():
    return release.kit_files(ROOT, ["self_attention"], ci=True)


@pytest.fixture(scope="module")
def private():
    return secrets.secrets(loading.load(ROOT, "self_attention"))


@pytest.fixture
def sources(tmp_path):
    """A course of one's own to spoil."""
    root = tmp_path / "course"
    shutil.copytree(ROOT / "solutions", root / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    return root


def test_the_kit_holds_what_a_learner_needs_and_nothing_else(files):
    assert {
        "README.md",
        "requirements.txt",
        "pytest.ini",
        ".vscode/settings.json",
        ".devcontainer/devcontainer.json",
        ".github/workflows/check.yml",
        "exercises/self_attention/attention.py",
        "exercises/self_attention/README.ko.md",
        "exercises/self_attention/test_attention.py",
        "quizzes/self_attention.yaml",
        ".grader/original/self_attention/attention.py",
    } <= set(files)
    assert not [path for path in files if {"solutions", "hidden", "mistakes", "examples"} & set(path.split("/"))]
    for path in (".vscode/settings.json", ".devcontainer/devcontainer.json"):
        json.loads(files[path])
    assert json.loads(files[".vscode/settings.json"])["python.testing.pytestEnabled"] is True
    assert not any(b"Made from solutions/" in content for path, content in files.items() if not path.endswith(".whl"))


def test_the_readme_is_bilingual_and_starts_in_three_commands(files):
    text = files["README.md"].decode()
    blocks = text.split("```")[1::2]
    assert [len(block.strip().splitlines()) for block in blocks] == [3, 3]
    assert "grader check" in blocks[0].splitlines()[-1]
    assert "## Start" in text
    assert "## 시작하기" in text
    korean = release.kit_files(ROOT, ["self_attention"], language="ko")["README.md"].decode()
    assert korean.index("## 시작하기") < korean.index("## Start")


def test_the_kit_asks_for_the_ordinary_package_and_its_base_requirements():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert sorted(project["dependencies"]) == sorted(wheel.requires())
    assert wheel.requirements().splitlines()[-1] == f"{project['name']}=={__version__}"


def test_the_same_sources_give_the_same_bytes(tmp_path, learn):
    sums = set()
    shutil.copytree(ROOT / "grader", tmp_path / "one" / "grader")
    shutil.copytree(tmp_path / "one", tmp_path / "two", copy_function=shutil.copyfile)  # other times, other modes
    for name, environment in (("one", {"LANG": "C.UTF-8"}), ("two", {"LANG": "ko_KR.UTF-8", "TZ": "Asia/Seoul"})):
        out, package = tmp_path / f"{name}.zip", tmp_path / name
        done = learn(tmp_path, "release", out, "--zip", "--json", "--course", ROOT, package=package, **environment)
        assert (done.returncode, done.stderr) == (0, "")
        sums.add(hashlib.sha256(out.read_bytes()).hexdigest())
    assert len(sums) == 1
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.testzip() is None
        assert {name.split("/")[0] for name in archive.namelist()} == {release.TOP}


@pytest.mark.skipif(shutil.which("git") is None, reason="wants git")
def test_a_template_repository_has_one_commit_always_the_same(files, tmp_path):
    commits = {release.write_git(tmp_path / name, files) for name in ("a", "b")}
    assert len(commits) == 1
    told = subprocess.run(["git", "status", "--short"], cwd=tmp_path / "a", capture_output=True, text=True, check=True)
    assert told.stdout == ""
    listed = subprocess.run(["git", "ls-files"], cwd=tmp_path / "a", capture_output=True, text=True, check=True).stdout
    assert set(listed.split()) == set(files)


def test_nothing_is_written_over_what_is_there(tmp_path, learn):
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "mine.txt").write_text("mine")
    done = learn(ROOT, "release", tmp_path / "kit")
    assert done.returncode == 2
    assert "is there already" in done.stderr
    assert [path.name for path in (tmp_path / "kit").iterdir()] == ["mine.txt"]
    assert learn(ROOT, "release", tmp_path / "x", "--zip", "--git").returncode == 2


def quiz_reason(private):
    return next(secret for secret in private if secret.what == "the quiz's why").text


def cell(kind, text):
    """A notebook of one cell."""
    return json.dumps({"cells": [{"cell_type": kind, "source": [text]}]})


def sheet(question):
    """A question sheet of one question."""
    return f"schema: s\nquestions:\n- {question}\n"


def hidden_title(private):
    return next(secret for secret in private if "/hidden/test_" in secret.source and not secret.statement).text


@pytest.mark.parametrize(
    ("path", "made"),
    [
        (
            "exercises/self_attention/attention.py",
            lambda p: "def f(S, d_k):\n    return   S/math.sqrt( d_k )  # mine\n",
        ),
        ("exercises/self_attention/README.md", lambda p: "Like so:\n\n```python\nE = np.exp(S - top)\n```\n"),
        ("exercises/self_attention/notes.md", hidden_title),
        ("exercises/self_attention/hints.yaml", quiz_reason),
        ("exercises/self_attention/attention.ipynb", lambda p: cell("code", "E = np.exp(S - top)\n")),
        ("exercises/self_attention/attention.ipynb", lambda p: cell("markdown", quiz_reason(p))),
        ("quizzes/self_attention.yaml", lambda p: sheet("{id: a, key: b}")),
        ("quizzes/self_attention.yaml", lambda p: sheet("{id: a, options: {b: {en: x, ko: y, why: z}}}")),
        ("quizzes/self_attention.yaml", lambda p: sheet("{id: a, slots: {b: {options: {c: {en: x, shows: M1}}}}}")),
        ("tools/grader/hidden/x.py", lambda p: ""),
    ],
    ids=range(10),
)
def test_each_kind_of_leak_is_found(files, private, path, made):
    wrong = leaks.leaks({**files, path: made(private).encode()}, private)
    assert wrong
    assert all(line.startswith(path) for line in wrong)


def test_the_real_kit_and_its_tool_hold_nothing(files, private):
    assert len(private) > 300
    package = {f"tools/{name}": content for name, content in wheel.tool().items()}
    assert leaks.leaks({**files, **package}, private) == []


def test_an_answer_of_the_reference_in_the_lesson_stops_the_release(sources, tmp_path, learn):
    lesson = sources / "solutions" / "self_attention" / "public" / "README.md"
    lesson.write_text(lesson.read_text(encoding="utf-8") + "\n```\nreturn S / math.sqrt(d_k)\n```\n", encoding="utf-8")
    done = learn(sources, "release", tmp_path / "kit")
    assert done.returncode == 2
    assert "exercises/self_attention/README.md: a statement of self_attention/attention.py" in done.stderr
    assert not (tmp_path / "kit").exists()
    assert not list(tmp_path.glob(".kit.*"))


def test_what_somebody_tried_in_exercises_is_not_released(sources, tmp_path, reference):
    learner(sources).parent.mkdir(parents=True)
    learner(sources).write_text(reference)
    files = release.kit_files(sources, ["self_attention"])
    assert b"BEGIN SOLUTION" not in files["exercises/self_attention/attention.py"]
    assert b"raise NotImplementedError()" in files["exercises/self_attention/attention.py"]


def test_the_wheel_is_a_wheel(files):
    [name] = [path for path in files if path.endswith(".whl")]
    assert name == f"tools/attention_grader-{__version__}-py3-none-any.whl"
    assert f"./{name}" in files["requirements.txt"].decode().splitlines()
    with zipfile.ZipFile(io.BytesIO(files[name])) as archive:
        [record] = [entry for entry in archive.namelist() if entry.endswith("/RECORD")]
        rows = list(csv.reader(io.StringIO(archive.read(record).decode())))
        assert {row[0] for row in rows} == set(archive.namelist())
        for path, digest, size in rows:
            if path != record:
                content = archive.read(path)
                wanted = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                assert (digest, int(size)) == (f"sha256={wanted}", len(content))
        assert not [entry for entry in archive.namelist() if "/template/" in entry or "__pycache__" in entry]


def test_the_wheel_is_the_one_that_the_build_back_end_makes(files, tmp_path, monkeypatch):
    """But for the sample assignment and the README; names, contents, requirements, extras and commands."""
    hatchling = pytest.importorskip("hatchling.build", reason="hatchling is not installed")
    monkeypatch.chdir(ROOT)
    built = tmp_path / hatchling.build_wheel(str(tmp_path))
    [name] = [path for path in files if path.endswith(".whl")]
    assert built.name == name.removeprefix("tools/")
    info = f"attention_grader-{__version__}.dist-info"
    with zipfile.ZipFile(built) as theirs, zipfile.ZipFile(io.BytesIO(files[name])) as ours:
        wanted = {entry for entry in theirs.namelist() if "/template/" not in entry}
        assert set(ours.namelist()) == wanted
        for entry in wanted - {f"{info}/RECORD", f"{info}/METADATA"}:
            assert ours.read(entry) == theirs.read(entry), entry
        head = theirs.read(f"{info}/METADATA").partition(b"\n\n")[0]
        assert ours.read(f"{info}/METADATA").rstrip() == head


def test_a_wheel_of_another_version_than_the_running_one_is_not_made(monkeypatch):
    monkeypatch.setattr("grader.__version__", "99.0")
    with pytest.raises(MachineError, match=r"is installed, but 99\.0 is running"):
        wheel.tool()


def test_the_released_kit_works_without_this_repository(files, tmp_path, learn, reference):
    kit, tool = tmp_path / "kit", tmp_path / "site"
    release.write_folder(kit, files)
    [name] = [path for path in files if path.endswith(".whl")]
    with zipfile.ZipFile(kit / name) as archive:
        archive.extractall(tool)
    code = "import grader; print(grader.__file__)"
    where = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(tool)}, cwd=kit, capture_output=True, text=True
    )
    assert where.stdout.startswith(str(tool))
    done = learn(kit, "check", package=tool)
    assert (done.returncode, done.stderr) == (1, "")
    assert "everybody starts" in done.stdout
    data = json.loads(learn(kit, "check", "--json", package=tool).stdout)
    assert {step["outcome"] for step in data["steps"]} == {"untouched"}
    assert data["visible"]["passed"] == 0
    learner(kit).write_text(reference)
    assert learn(kit, "check", "--lang", "ko", package=tool).returncode == 0
    assert learn(kit, "status", package=tool).returncode == 0
    assert learn(kit, "reset", "--all", package=tool).returncode == 0
    assert learner(kit).read_bytes() == files["exercises/self_attention/attention.py"]
    assert learn(kit, "hint", "1", package=tool).returncode == 0
