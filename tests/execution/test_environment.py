"""What a learner's interpreter starts with, on systems that are not here: pure functions of what is given."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from grader.core.model import Cell, Limits
from grader.execution import executor as executors
from grader.execution.environment import environment, packages
from grader.execution.executor import Executor

WINDOWS = {
    "SystemRoot": r"C:\Windows",
    "PATH": r"C:\conda;C:\conda\Library\bin",
    "TEMP": r"C:\Temp",
    "USERNAME": "kim",
    "GITHUB_TOKEN": "secret",
    "PYTHONPATH": "x",
    "APPDATA": "y",
    "OPENBLAS_NUM_THREADS": "8",
}


def test_windows_keeps_what_an_interpreter_and_condas_numpy_need():
    made = environment("win32", WINDOWS)
    assert (made["SYSTEMROOT"], made["PATH"]) == (WINDOWS["SystemRoot"], WINDOWS["PATH"])
    assert made["OPENBLAS_NUM_THREADS"] == made["OMP_NUM_THREADS"] == made["MKL_NUM_THREADS"] == "1"
    assert {"USERNAME", "GITHUB_TOKEN", "PYTHONPATH", "APPDATA", "HOME"}.isdisjoint(made)


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_other_systems_keep_nothing_of_a_person(system):
    made = environment(system, {**WINDOWS, "HOME": "/home/kim", "OPENBLAS_CORETYPE": "Haswell"})
    assert (made["PATH"], made["HOME"], made["OPENBLAS_CORETYPE"]) == ("/usr/bin:/bin", "/nonexistent", "Haswell")
    assert {"USERNAME", "GITHUB_TOKEN", "SYSTEMROOT", "TEMP"}.isdisjoint(made)


def zygote_part(name):
    """A function of the script that is a learner's process, which no grader module imports."""
    path = Path(executors.__file__).with_name("forkserver.py")
    spec = importlib.util.spec_from_file_location("zygote_looked_at", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def test_the_graders_numpy_comes_before_other_packages_and_after_the_library():
    searched = zygote_part("searched")
    path = ["/lib/python311.zip", "/lib/python3.11", "/lib/python3.11/lib-dynload", "/lib/python3.11/site-packages"]
    user = "/home/kim/.local/lib/python3.11/site-packages"
    assert searched(path, [user]) == [*path[:3], user, path[3]]
    assert searched(path, [path[3]]) == path
    assert searched(path[:3], [user]) == [*path[:3], user]


def test_numpy_is_where_it_was_imported_from():
    [folder] = packages()
    assert (Path(folder) / "numpy" / "__init__.py").samefile(np.__file__)
    assert packages(None) == []


@pytest.mark.parametrize("way", ["spawn", "fork"] if executors.can_fork() else ["spawn"])
def test_numpy_of_a_users_own_folder_is_found(tmp_path, way):
    """A virtual environment without packages, and numpy in a folder that `-I` does not look into."""
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(bare)], check=True)
    python = next(path for path in (bare / "bin" / "python", bare / "Scripts" / "python.exe") if path.exists())
    code = (
        "import json, sys\n"
        f"sys.path[:0] = {[str(Path(executors.__file__).parents[2]), *packages()]!r}\n"
        "from grader.execution.executor import Executor\nfrom grader.core.model import Cell, Limits\n"
        "cell = Cell('import numpy as np\\ndef f(a):\\n    return a + 1', 'attention.py')\n"
        f"with Executor(Limits(), way={way!r}, layers=()) as executor, executor.worker([cell]) as worker:\n"
        "    print(json.dumps(worker.call('f', 1.0).value))"
    )
    done = subprocess.run([str(python), "-c", code], capture_output=True, text=True, env=dict(os.environ))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == 2.0


def test_what_is_added_to_the_path_is_taken_off_before_a_learner_comes():
    cell = Cell("import sys\ndef f():\n    return [p for p in sys.path if 'packages' in p]", "attention.py")
    with Executor(Limits(), way="spawn", layers=()) as executor, executor.worker([cell]) as worker:
        assert worker.call("f").value == []
