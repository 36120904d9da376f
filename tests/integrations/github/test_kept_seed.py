"""The seed of hidden data in what `grader init` and `grader bundle` write: one each, and it stays."""

import re

from grader.course import loading
from grader.integrations.classroom50.bundle import bundle_files
from grader.integrations.github.workflow_templates import skeleton, write

WORKFLOW = ".github/workflows/grade.yml"


def seed_of(files):
    [found] = re.findall(r'^ +GRADER_SEED: "([0-9]+)"', files[WORKFLOW].decode(), re.MULTILINE)
    return int(found)


def test_the_central_workflow_draws_one_and_keeps_it_when_it_is_written_again(root, tmp_path):
    public = [loading.load(root, "self_attention", public=True)]
    first, other = (skeleton("central", public, "en") for _ in range(2))
    assert seed_of(first) != seed_of(other) and seed_of(first) >= 2**32
    write(tmp_path, first)
    again = skeleton("central", public, "en", kept=tmp_path)
    assert again == first
    assert set(write(tmp_path, again).values()) == {"same"}


def test_no_other_kind_holds_one(root, tmp_path):
    public = [loading.load(root, "self_attention", public=True)]
    for kind in ("github", "classic", "classroom50"):
        assert not [path for path, content in skeleton(kind, public, "en").items() if b"SEED" in content[:100_000]]


def test_a_bundle_has_one_only_with_hidden_checks(root):
    visible = bundle_files(root, "self_attention")["bundle.json"]
    assert b"seed" not in visible
    assert b'"seed": 12345' in bundle_files(root, "self_attention", hidden=True, seed=12345)["bundle.json"]
