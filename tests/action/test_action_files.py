"""What the workflow files must hold whatever they do: pins, permissions, no expression in a script, one version."""

import re

import pytest
import yaml
from packaging.requirements import Requirement

from grader.authoring.release import wheel, workflow

PIN = re.compile(r"uses: (\S+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)$")


@pytest.fixture(scope="module")
def texts(root):
    files = [root / "action.yml", *sorted((root / ".github" / "workflows").glob("*.yml"))]
    found = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in files}
    return {**found, "kit": workflow.workflow(["self_attention", "layer_norm"], "ko")}


def steps(data):
    if "runs" in data:
        yield from data["runs"]["steps"]
    for job in data.get("jobs", {}).values():
        yield from job["steps"]


def test_every_action_is_pinned_to_a_commit_and_the_same_one_everywhere(texts):
    pins = {}
    for name, text in texts.items():
        lines = [line.strip().removeprefix("- ") for line in text.splitlines() if "uses:" in line]
        assert lines, name
        for line in lines:
            action, commit, version = PIN.fullmatch(line).groups()
            assert pins.setdefault(action, (commit, version)) == (commit, version), name
    ours = {line.partition("@")[0]: line for line in (workflow.CHECKOUT, workflow.SETUP_UV, workflow.UPLOAD)}
    assert {action: f"{action}@{commit} # {version}" for action, (commit, version) in pins.items()} == ours


def test_scripts_hold_no_expressions_and_workflows_ask_for_reading_alone(texts):
    for name, text in texts.items():
        data = yaml.safe_load(text)
        for step in steps(data):
            assert "${{" not in step.get("run", ""), name
            if step.get("uses", "").startswith("actions/checkout"):
                assert step["with"]["persist-credentials"] is False, name
        if "jobs" in data:
            assert data["permissions"] == {"contents": "read"}, name
            assert all("permissions" not in job and job["timeout-minutes"] <= 40 for job in data["jobs"].values())
            assert "pull_request_target" not in text


def test_the_action_installs_what_the_kit_asks_for_and_no_nbgrader(root):
    text = (root / ".github" / "action" / "requirements.txt").read_text(encoding="utf-8")
    pinned = {}
    for line in text.splitlines():
        if line and not line.startswith((" ", "#")):
            one = Requirement(line.rstrip(" \\"))
            pinned.setdefault(one.name, []).append(str(one.specifier).removeprefix("=="))
    assert "nbgrader" not in pinned
    assert len(pinned) < 20
    for told in (*wheel.requires(), "hatchling>=1.25"):
        wanted = Requirement(told)
        assert all(wanted.specifier.contains(version) for version in pinned[wanted.name])
    assert text.count("--hash=sha256:") > len(pinned)


def test_the_documentation_tells_every_input_and_output(root):
    action = yaml.safe_load((root / "action.yml").read_text(encoding="utf-8"))
    page = (root / "docs" / "actions.md").read_text(encoding="utf-8")
    for name in [*action["inputs"], *action["outputs"]]:
        assert f"`{name}`" in page
