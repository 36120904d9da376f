"""No learner stops the grading of the others, or makes their work disappear, by how their own is called or empty."""

import json

import pytest


@pytest.fixture
def handed(tmp_path, reference):
    """`handed("week/alice.py", ...)`: those files, each with a whole answer, or with the text given."""

    def make(*names, **texts):
        for name in names:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts.get(path.name.partition(".")[0], reference), encoding="utf-8")
        return tmp_path

    return make


def graded(grader, root, *paths):
    """The exit code, and who was graded."""
    done = grader("grade", *paths, "--course", root, "--only", "embedding", "--json", "--quiet")
    return done, {json.loads(line)["submission"]["id"] for line in done.stdout.splitlines()}


FLAT = ("week/alice.py", "week/bob.py", "week/cid.py")


STRAYS = ["attention.py", "attention.ipynb", "answers.yaml", "assignment.yaml", "bob/attention.py"]
NAMES = ["exercises", "solutions", "self_attention", "venv", "_eve", "node_modules", "hidden", "reports"]


@pytest.mark.parametrize("stray", STRAYS)
def test_a_flat_folder_is_never_taken_for_one_learners(grader, root, handed, stray):
    place = handed(*FLAT, f"week/{stray}", answers="m1-row: computed\n", assignment="x: 1\n")
    done, found = graded(grader, root, place / "week")
    if done.returncode == 0:
        assert {"alice", "bob", "cid"} <= found | {name.removesuffix("-2") for name in found}
        return
    assert (done.returncode, found) == (2, set())
    assert "alice" in done.stderr and "Grade them by their own paths" in done.stderr


@pytest.mark.parametrize("kind", ["zip", "py"])
def test_nor_is_a_folder_of_archives(grader, root, handed, zipped, reference, kind):
    place = handed("week/attention.py")
    for who in ("alice", "bob"):
        zipped(place / "week" / f"{who}.zip", {"attention.py": reference})
    done, _ = graded(grader, root, place / "week")
    assert done.returncode == 2 and "alice.zip" in done.stderr


def test_one_learners_own_files_stay_one_learners(grader, root, handed):
    place = handed(
        "eve/attention.py",
        "eve/attention_old.py",
        "eve/attention (1).py",
        "eve/test_attention.py",
        "eve/before/attention.py",
        "eve/parts.py",
        "eve/more.py",
        parts="def softmax(S):\n    return S\n",
        more="def embed(a, b):\n    return b\n",
        test_attention="",
    )
    done, found = graded(grader, root, place / "eve")
    assert (done.returncode, found) == (0, {"eve"}), done.stderr


def test_an_empty_folder_among_several_paths_costs_its_learner_alone(grader, root, handed):
    place = handed("cls/ann/attention.py", "cls/cid/attention.py")
    (place / "cls" / "ben").mkdir()
    done, found = graded(grader, root, *sorted((place / "cls").iterdir()))
    assert (done.returncode, found) == (0, {"ann", "ben", "cid"}), done.stderr
    empty = graded(grader, root, place / "cls" / "ben")[0]
    assert empty.returncode == 2  # alone it is the command's mistake


@pytest.mark.parametrize("name", NAMES)
def test_a_name_like_a_part_of_a_course_drops_nobody(grader, root, handed, name):
    place = handed("cls/ann/attention.py", "cls/cid/attention.py", f"cls/{name}/attention.py")
    done, found = graded(grader, root, place / "cls")
    if done.returncode == 2:
        assert found == set() and "Grade them by their own paths" in done.stderr
        done, found = graded(grader, root, *sorted((place / "cls").iterdir()))
    assert (done.returncode, found) == (0, {"ann", "cid", name}), done.stderr
