"""One short round of chaos in every run of the tests; `benchmarks/chaos.py` makes a thousand."""

import subprocess
import sys

import pytest
from chaos import JUMPS, calm_reports, round_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")

SEED = 16


@pytest.fixture
def filling(tmp_path):
    """A small disk, and what fills it and empties it again; no disk (None) where this user may not mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True).returncode:
        yield place, None
        return
    filler = place / "filler"

    def fill(full):
        if not full:
            filler.unlink(missing_ok=True)
            return
        with filler.open("wb", buffering=0) as stream:
            while stream.write(bytes(1 << 16)):
                pass

    yield place, fill
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_forty_submissions_in_trouble_have_a_calm_runs_scores_or_are_held(small, cohort, filling, tmp_path):
    root, place = small(), cohort(40)
    calm = calm_reports(place, root, tmp_path / "calm")
    assert len(calm) == 40
    jumps = tmp_path / "jumps"
    jumps.mkdir()
    (jumps / "sitecustomize.py").write_text(JUMPS)
    folder, fill = filling
    seen = round_of(place, root, folder / "out", calm, seed=SEED, jumps=jumps, disk=fill)
    assert seen.wrong == []
    assert seen.equal + seen.held == 40
    assert seen.equal >= 20, "so much is held that little was tried"
    assert sum(seen.done.values()) >= 5, seen.done
