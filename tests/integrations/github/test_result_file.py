"""The result is written where a learner's checkout has something else in its place."""

import os

import pytest

from grader.integrations.classroom50.autograde import _write


@pytest.mark.skipif(os.mkdir not in os.supports_dir_fd, reason="needs folders that are held open")
def test_a_folder_that_is_deeper_than_a_recursion_is_replaced(tmp_path):
    place = tmp_path / "result.json"
    place.mkdir()
    here = os.open(place, os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("a", dir_fd=here)
        below = os.open("a", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    _write(place, "{}")
    assert place.read_text() == "{}"
    assert list(tmp_path.iterdir()) == [place]
