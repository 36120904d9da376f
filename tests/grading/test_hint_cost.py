"""A cost for hints: what the learner's command says of it, and what the grade takes off."""

import json
import shutil

import pytest

from grader.course import loading


@pytest.fixture
def costly(tmp_path, root):
    """The course with a price for hints, as an instructor has it."""
    place = tmp_path / "course"
    for name in ("solutions", "exercises"):
        shutil.copytree(root / name, place / name, ignore=shutil.ignore_patterns("__pycache__", "accepted"))
    for manifest in place.glob("*/self_attention/assignment.yaml"):
        manifest.write_text(manifest.read_text(encoding="utf-8") + '\nhint_cost: "1/4"\n', encoding="utf-8")
    return place


@pytest.fixture
def shown(submit):
    """`shown({...})`: a perfect submission with that `hints` in its state file; a text is written as it is."""

    def make(hints):
        folder = submit("ada")
        (folder / ".grader").mkdir()
        text = hints if isinstance(hints, str) else json.dumps({"hints": hints})
        (folder / ".grader" / "state.json").write_text(text, encoding="utf-8")
        return folder

    return make


def test_it_is_taken_off_the_step_and_named(costly, shown, grade_all):
    hints = {"self_attention.softmax": 2, "self_attention.softmax.softmax over axis 0": 1, "other.softmax": 9}
    report = grade_all([shown(hints)], of=loading.load(costly, "self_attention"), only=("softmax",))["ada"]
    (step,) = report.steps
    assert step.score.possible - step.score.earned == 3 * loading.load(costly, "self_attention").hint_cost
    assert any("3 shown for Softmax" in note and "3/4" in note for note in report.notes)


def test_never_below_zero(costly, shown, grade_all):
    of = loading.load(costly, "self_attention")
    (step,) = grade_all([shown({"self_attention.softmax": 400})], of=of, only=("softmax",))["ada"].steps
    assert step.score.earned == 0


@pytest.mark.parametrize("state", ["", "[]", '{"hints": 3}', '{"hints": {"self_attention.softmax": "x"}}'])
def test_a_damaged_state_costs_nothing(costly, shown, grade_all, state):
    of = loading.load(costly, "self_attention")
    (step,) = grade_all([shown(state)], of=of, only=("softmax",))["ada"].steps
    assert step.score.earned == step.score.possible


def test_by_default_hints_are_free(shown, grade_all):
    (step,) = grade_all([shown({"self_attention.softmax": 3})], only=("softmax",))["ada"].steps
    assert step.score.earned == step.score.possible


def test_the_command_asks_first(costly, grader):
    refused = grader("hint", "softmax", cwd=costly)
    assert refused.returncode == 2
    assert "1/4" in refused.stderr
    assert "--yes" in refused.stderr
    agreed = grader("hint", "softmax", "--yes", cwd=costly)
    assert agreed.returncode == 0
    assert "each costs 1/4" in agreed.stdout
    again = grader("hint", "softmax", "--again", cwd=costly)  # what was paid for may be read again
    assert again.returncode == 0
    assert json.loads((costly / ".grader" / "state.json").read_text())["hints"] == {"self_attention.softmax": 1}
    everything = grader("hint", "softmax", "--all", cwd=costly)
    assert "1/2" in everything.stderr


def test_what_costs_is_not_shown_where_it_cannot_be_written_down(costly, grader):
    (costly / ".grader").write_text("a file where a folder should be")
    done = grader("hint", "softmax", "--yes", cwd=costly)
    assert (done.returncode, done.stdout) == (3, "")
    assert "cannot be written" in done.stderr


def test_a_price_that_is_none(costly):
    from grader.core.errors import SpecError

    manifest = costly / "solutions" / "self_attention" / "assignment.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('hint_cost: "1/4"', 'hint_cost: "two"'))
    with pytest.raises(SpecError, match=r"hint_cost is .two.; it has to be a part of a point"):
        loading.load(costly, "self_attention")
