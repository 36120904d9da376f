"""LEAK: opens what /proc and /dev/fd offer about itself.

Must: nothing of /proc can be opened.
base: stub
deserves: 0 + 0
harmless: no
"""

for _name in (
    "environ",
    "cmdline",
    "maps",
    "mem",
    "status",
    "root",
    "mountinfo",
    "attr/current",
    "oom_score_adj",
):
    _try(f"opened {_name}", open, f"/proc/self/{_name}", "rb")
for _folder in ("/proc", "/proc/self/fd", "/proc/self/task", "/dev/fd", "/sys", "/proc/sys/kernel"):
    _try(f"listed {_folder}", os.listdir, _folder)
for _path in (
    "/proc/kcore",
    "/dev/mem",
    "/dev/kmsg",
    "/dev/tty",
    "/dev/ptmx",
    "/dev/fuse",
    "/dev/kvm",
    "/dev/vsock",
):
    _try(f"opened {_path}", open, _path, "rb")
_tell_all()
