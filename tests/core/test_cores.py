"""Cores and memory that are really there: control groups of both versions, nested, in containers, and none at all."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core import cores
from grader.core.control_groups import cpu_quota, memory_room

MIB = 1 << 20
V2 = "31 23 0:28 {root} /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
V1 = (
    "35 31 0:32 {root} /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "36 31 0:33 {root} /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
)


@pytest.fixture
def machine(tmp_path):
    """`machine("0::/a/b", V2, {"a/cpu.max": "50000 100000"})`: the root of a machine with those files."""

    def make(own, mounts, files=None, free_mib=8192, seen_from="/", top="sys/fs/cgroup"):
        (tmp_path / "proc/self").mkdir(parents=True)
        (tmp_path / "proc/self/cgroup").write_text(own + "\n")
        (tmp_path / "proc/self/mountinfo").write_text(
            "23 1 0:2 / / rw - ext4 /dev/vda rw\n" + mounts.format(root=seen_from)
        )
        (tmp_path / "proc/meminfo").write_text(f"MemTotal: 99999999 kB\nMemAvailable: {free_mib << 10} kB\n")
        for name, text in (files or {}).items():
            path = tmp_path / top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{text}\n")
        return tmp_path

    return make


def test_without_groups_the_machine_counts(machine):
    root = machine("0::/", V2)
    assert (cpu_quota(root), memory_room(root)) == (None, None)
    assert cores.free_memory(root) == 8192 * MIB


def test_version_2_nested_the_least_limit_above_counts(machine):
    root = machine(
        "0::/pod/box",
        V2,
        {
            "pod/box/cpu.max": "max 100000",
            "pod/cpu.max": "150000 100000",
            "cpu.max": "400000 100000",
            "pod/box/memory.max": 900 * MIB,
            "pod/box/memory.current": 100 * MIB,
            "pod/box/memory.stat": f"anon 1\ninactive_file {40 * MIB}",
            "pod/memory.max": "max",
            "pod/memory.high": 1000 * MIB,
            "pod/memory.current": 400 * MIB,
        },
    )
    assert cpu_quota(root) == 1.5
    assert memory_room(root) == 600 * MIB  # of `pod`, where others have 300 of its 1000
    assert cores.free_memory(root) == 600 * MIB


def test_version_1_has_a_tree_for_each_controller(machine):
    root = machine(
        "4:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n1:name=systemd:/",
        V1,
        {
            "memory/docker/abc/memory.limit_in_bytes": 512 * MIB,
            "memory/docker/abc/memory.usage_in_bytes": 200 * MIB,
            "memory/docker/abc/memory.stat": f"inactive_file 1\ntotal_inactive_file {100 * MIB}",
            "memory/memory.limit_in_bytes": 9223372036854771712,
            "memory/memory.usage_in_bytes": 5 << 40,
            "cpu,cpuacct/docker/abc/cpu.cfs_quota_us": 25000,
            "cpu,cpuacct/docker/abc/cpu.cfs_period_us": 100000,
            "cpu,cpuacct/cpu.cfs_quota_us": -1,
            "cpu,cpuacct/cpu.cfs_period_us": 100000,
        },
    )
    assert memory_room(root) == 412 * MIB
    assert cpu_quota(root) == 0.25
    assert cores.usable(root) == 1


@pytest.mark.parametrize(
    ("own", "seen_from"),
    [("0::/docker/abc", "/docker/abc"), ("0::/", "/"), ("0::/../other", "/"), ("0::/", "/../../..")],
    ids=["bound", "a namespace", "moved after it began", "mounted before"],
)
def test_in_a_container_its_own_group_is_the_top(machine, own, seen_from):
    files = {"cpu.max": "200000 100000", "memory.max": 256 * MIB, "memory.current": 56 * MIB}
    root = machine(own, V2, files, seen_from=seen_from)
    assert (cpu_quota(root), memory_room(root)) == (2.0, 200 * MIB)


def test_both_versions_at_once_as_on_older_systems(machine):
    root = machine(
        "0::/user\n4:memory:/user",
        V1 + V2.replace("/sys/fs/cgroup ", "/sys/fs/cgroup/unified "),
        {"memory/user/memory.limit_in_bytes": 300 * MIB, "memory/user/memory.usage_in_bytes": 0},
    )
    assert memory_room(root) == 300 * MIB


@pytest.mark.parametrize("text", ["", "0::", "nonsense", "0::/gone"])
def test_what_cannot_be_read_bounds_nothing(machine, text):
    root = machine(text, V2, {"cpu.max": "a lot", "memory.max": "much"})
    assert (cpu_quota(root), memory_room(root)) == (None, None)


def test_a_system_that_tells_nothing(tmp_path):
    assert (cpu_quota(tmp_path), memory_room(tmp_path), cores.free_memory(tmp_path)) == (None, None, None)
    assert cores.fitting(1024, tmp_path) == cores.usable(tmp_path) >= 1


@pytest.mark.parametrize(
    ("free_mib", "memory_mib", "most"),
    [(1200, 1024, 1), (5200, 1024, 4), (100, 1024, 1), (5200, 256, 10), (1 << 20, 256, 16)],
)
def test_jobs_by_memory(machine, free_mib, memory_mib, most):
    root = machine("0::/", V2, free_mib=free_mib)
    assert cores.fitting(memory_mib, root, cores=16) == most


@given(st.integers(1, 1 << 16), st.integers(1, 1 << 14), st.integers(1, 512))
def test_never_none_and_never_more_than_cores_or_memory_hold(free_mib, memory_mib, cores_here):
    class Told:
        def __truediv__(self, name):
            return self  # whichever file is asked for

        def read_text(self, *_, **__):
            return f"MemAvailable: {free_mib << 10} kB\n"

    jobs = cores.fitting(memory_mib, Told(), cores=cores_here)
    assert 1 <= jobs <= cores_here
    assert jobs == 1 or jobs * memory_mib <= free_mib


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_this_machine():
    assert 1 <= cores.usable() <= (os.cpu_count() or 1)
    free = cores.free_memory()
    total = int(Path("/proc/meminfo").read_text().split()[1]) << 10
    assert 0 < free <= total


def test_more_jobs_than_fit_are_warned_of_and_right(small, cohort, grader):
    from cohorts import earned, expected

    root, place = small(), cohort(3)
    few = grader("grade", place, "--course", root, "--json", "--jobs", "300")
    assert few.returncode == 0
    assert earned(few) == expected(3)
    assert few.stderr.startswith("Warning: --jobs 300 is more than fits here: ")
    assert "results stay right" in few.stderr
    quiet = grader("grade", place, "--course", root, "--json", "--jobs", "300", "--quiet")
    assert quiet.stderr == ""
