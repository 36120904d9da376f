"""A course that holds one new assignment, and copies of it with something wrong."""

import shutil

import pytest

from grader.authoring import derive, scaffold
from grader.course import loading


@pytest.fixture(scope="session")
def begun(tmp_path_factory):
    """The root of a course with nothing but a new assignment, derived."""
    root = tmp_path_factory.mktemp("course")
    scaffold.scaffold(root, "layer_norm", ("en", "ko"))
    derive.write(root, derive.derive(root, loading.load(root, "layer_norm")))
    return root


@pytest.fixture
def copy(begun, tmp_path):
    """`copy({"mistakes/x.py": (old, new)})`: the same with texts replaced in its files; returns its root.

    (None, new) writes a file anew, (None, None) removes it.
    """

    def make(changes, derived=False):
        root = tmp_path / "course"
        shutil.copytree(begun, root)
        for name, (old, new) in changes.items():
            path = root / "solutions" / "layer_norm" / name
            if new is None:
                path.unlink()
                continue
            text = new
            if old is not None:
                before = path.read_text(encoding="utf-8")
                assert before.count(old) == 1, (name, old)
                text = before.replace(old, new)
            path.write_text(text, encoding="utf-8")
        if derived:
            derive.write(root, derive.derive(root, loading.load(root, "layer_norm")))
        return root

    return make
