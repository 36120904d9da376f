"""`grader init`: what it writes is pinned, asks for little, takes nothing into a script, and overwrites nothing."""

import json
import os
import re
import shutil
import subprocess
import zipfile

import pytest
import yaml
from lint_workflows import lint

from grader.core.errors import UsageError
from grader.course import loading
from grader.integrations.github.workflow_templates import KINDS, skeleton, write

PINNED = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}")


@pytest.fixture(scope="module")
def made(root):
    """kind -> its files."""
    assignments = [loading.load(root, name) for name in loading.assignments(root)]
    return {kind: skeleton(kind, assignments, "en") for kind in KINDS}


@pytest.fixture(scope="module")
def workflows(made):
    found = {}
    for kind, files in made.items():
        [path] = [path for path in files if path.startswith(".github/workflows/")]
        found[kind] = files[path].decode()
    return found


def parsed(text):
    data = yaml.safe_load(text)
    return data.get("on", data.get(True)), data  # YAML 1.1 reads `on` as true


@pytest.mark.parametrize("kind", KINDS)
def test_actions_are_pinned_and_nothing_comes_into_a_script(workflows, kind):
    _, data = parsed(workflows[kind])
    steps = [step for job in data["jobs"].values() for step in job["steps"]]
    used = [step["uses"] for step in steps if "uses" in step]
    assert used
    assert [one for one in used if not PINNED.fullmatch(one)] == []
    assert [step["run"] for step in steps if "${{" in step.get("run", "")] == []
    assert "@" + "STEPS" not in workflows[kind]
    for step in steps:
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("kind", KINDS)
def test_permissions_are_the_least(workflows, kind):
    triggers, data = parsed(workflows[kind])
    assert not {"pull_request_target", "workflow_run", "issue_comment"} & set(triggers)
    assert data["permissions"] in ({}, {"contents": "read"})
    for job in data["jobs"].values():
        assert job.get("permissions", {}) in ({}, {"contents": "read"})
        assert job["timeout-minutes"]
        assert "concurrency" in data


def test_the_job_that_grades_has_no_token_and_the_others_run_no_learners_code(workflows):
    _, data = parsed(workflows["central"])
    fetch, grade, publish = data["jobs"].values()
    words = {
        name: json.dumps(job) for name, job in zip(("fetch", "grade", "publish"), (fetch, grade, publish), strict=True)
    }
    assert "secrets." not in words["grade"]
    assert "token" not in words["grade"].lower().replace("github-app-token", "")
    assert grade["permissions"] == {}
    assert "environment" not in grade
    assert "--isolation confined" in words["grade"]
    assert [one for one, text in words.items() if "grader cohort grade" in text] == ["grade"]
    tokens = [step["with"] for job in (fetch, publish) for step in job["steps"] if "app-token" in step.get("uses", "")]
    assert [one["permission-contents"] for one in tokens] == ["read", "write"]
    assert fetch["environment"] != publish["environment"]
    assert (grade["needs"], publish["needs"]) == ("fetch", "grade")


def test_what_a_learner_names_a_file_stops_nobody(workflows, tmp_path):
    """An artifact refuses colons and the like; the archive goes through, and the last job gets the list alone."""
    _, data = parsed(workflows["central"])
    pack, unpack, lines = (
        [step["run"] for step in job["steps"] if step.get("run", "").startswith("tar ")]
        for job in data["jobs"].values()
    )
    odd = tmp_path / "cohort" / "submissions" / "mal" / 'a:b?"*|<>\n.py'
    odd.parent.mkdir(parents=True)
    odd.write_text("x")
    (tmp_path / "cohort" / "submissions" / "empty").mkdir()
    (tmp_path / "cohort" / "repos.csv").write_text("learner\n")
    for number, (folder, commands) in enumerate([("one", pack), ("two", unpack), ("three", lines)]):
        place = tmp_path / "cohort/.." if number == 0 else tmp_path / folder
        place.mkdir(exist_ok=True)
        if number:
            shutil.copy(tmp_path / "cohort.tar", place)
        for command in commands:
            subprocess.run(["bash", "-e", "-c", command], cwd=place, check=True)
    assert (tmp_path / "two" / odd.relative_to(tmp_path)).read_text() == "x"
    assert (tmp_path / "two/cohort/submissions/empty").is_dir()
    assert [path.name for path in (tmp_path / "three/cohort").iterdir()] == ["repos.csv"]


@pytest.mark.parametrize(("job", "on_three"), [("fetch", 0), ("grade", 0), ("write", 3)])
def test_one_learner_s_trouble_does_not_stop_the_run(workflows, tmp_path, job, on_three):
    """The steps as a runner's bash runs them, with a stand-in for the command that ends in one exit code or another."""
    _, data = parsed(workflows["central"])
    [step] = [step for step in data["jobs"][job]["steps"] if "grader cohort" in step.get("run", "")]
    given = {"PREFIX": "a b", "DEADLINE": "d", "ORGANISATION": "-x", "ASSIGNMENT": "s", "AUTHOR": "app[bot]"}
    for code, expected in [(0, 0), (2, 2), (3, on_three)]:
        for place in (".venv/bin", "course/.venv/bin"):
            (tmp_path / place).mkdir(parents=True, exist_ok=True)
            program = tmp_path / place / "python"
            program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@"\nexit {code}\n')
            program.chmod(0o755)
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=tmp_path,
            text=True,
            env={"PATH": os.environ["PATH"], "PUBLISH": "dry-run", **given},
            capture_output=True,
        )
        words = done.stdout.splitlines()
        assert done.returncode == expected
        assert ("::warning::" in done.stdout) is (code == 3 and job != "write")
    assert words[:4] == ["-I", "-m", "grader", "cohort"]
    assert {"fetch": "a b", "grade": "confined", "write": "--dry-run"}[job] in words
    assert job != "fetch" or words[-3:-1] == ["--", "-x"]  # an input is no option


def test_the_old_workflow_keeps_its_name_and_job(workflows):
    _, data = parsed(workflows["classic"])
    assert data["name"] == "Autograding Tests"
    assert list(data["jobs"]) == ["run-autograding-tests"]
    assert "grader ci" in workflows["classic"]


def test_the_tool_lies_beside_without_anything_private(made, tmp_path):
    for kind in ("classroom50", "central"):
        [path] = [path for path in made[kind] if path.endswith(".whl")]
        assert f"./{path}" in made[kind]["requirements-grading.txt"].decode().splitlines()
        (tmp_path / "tool.whl").write_bytes(made[kind][path])
        with zipfile.ZipFile(tmp_path / "tool.whl") as archive:
            names = archive.namelist()
        assert "grader/integrations/github/templates/central/grade.yml" in names
        assert not [name for name in names if "solutions" in name or "hidden" in name.split("/")]


def test_nothing_is_overwritten_unless_asked(grader, tmp_path, root):
    out = tmp_path / "repository"
    done = grader("init", "classic", out)
    assert done.returncode == 0, done.stderr
    assert {line.split()[0] for line in done.stdout.splitlines()} == {"written"}
    assert {line.split()[0] for line in grader("init", "classic", out).stdout.splitlines()} == {"same"}
    mine = out / ".github/workflows/classroom.yml"
    mine.write_text("name: mine\n")
    (out / "FEEDBACK.md").unlink()
    done = grader("init", "classic", out)
    assert done.returncode == 2
    assert ".github/workflows/classroom.yml would be overwritten; --force does it" in done.stderr
    assert not (out / "FEEDBACK.md").exists()
    assert mine.read_text() == "name: mine\n"
    done = json.loads(grader("init", "classic", out, "--force", "--json").stdout)
    assert done["files"] == {".github/workflows/classroom.yml": "replaced", "FEEDBACK.md": "written"}


def test_the_list_names_what_is_written(grader, made):
    listed = json.loads(grader("init", "--list", "--json").stdout)
    assert listed == {kind: list(files) for kind, files in made.items()}
    assert "central: the instructor's private repository" in grader("init", "--list").stdout
    done = grader("init")
    assert done.returncode == 2
    assert "name a kind: github, classroom50, classic, central" in done.stderr


def test_a_link_in_the_way_is_not_followed(tmp_path):
    (tmp_path / "else").write_text("theirs")
    (tmp_path / "a.md").symlink_to(tmp_path / "else")
    with pytest.raises(UsageError, match=r"a\.md would be overwritten"):
        write(tmp_path, {"a.md": b"ours"})
    assert write(tmp_path, {"a.md": b"ours"}, force=True) == {"a.md": "replaced"}
    assert (tmp_path / "else").read_text() == "theirs"


@pytest.mark.skipif(shutil.which("zizmor") is None, reason="the linters are in `tox run -e workflows`")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("persist-credentials: false", "fetch-depth: 1"),
        ("timeout-minutes: 10", "timeout-minutes: soon"),
        ("on: [push,", "on: [pushes,"),
        ('"$ASSIGNMENT"', "${{ inputs.assignment }}"),
    ],
)
def test_the_linters_see_a_fault(workflows, tmp_path, root, before, after):
    [text] = [text for kind, text in workflows.items() if before in text and kind in ("classic", "central")][:1]
    (tmp_path / ".github/workflows").mkdir(parents=True)
    path = tmp_path / ".github/workflows/faulty.yml"
    path.write_text(text)
    assert lint([path], [root / "action.yml"])
    path.write_text(text.replace(before, after))
    assert not lint([path], [root / "action.yml"])
