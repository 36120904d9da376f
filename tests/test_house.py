"""Rules that keep the house: who imports whom, who prints, who runs a learner's code, how names and sizes stay."""

import ast
import collections
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "grader"
TEMPLATE = PACKAGE / "authoring" / "template"  # the assignment that `grader new` copies: an author's code, not ours
FILES = {
    path.relative_to(ROOT).as_posix(): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if not path.is_relative_to(TEMPLATE)
}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in FILES.items()}

LEARNER_SIDE = {f"grader/execution/{name}.py" for name in ("forkserver", "worker", "wire", "linux_sandbox")}
LEARNER_SIDE |= {f"grader/execution/{name}.py" for name in ("visible_start", "check_runner")}


def room(name):
    """The room a file is in: core, execution, cli, ..."""
    return name.removeprefix("grader/").removesuffix(".py").partition("/")[0]


def imports(tree):
    """The modules that a file imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""


def called(tree):
    """Names of what a file calls: `print`, `sys.exit`, `click.echo`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def test_imports_point_downwards():
    """The contract stands in pyproject.toml; imports inside functions count too."""
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "Contracts: 1 kept, 0 broken." in done.stdout


def test_every_room_has_a_layer():
    contract = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("layers = [")[2].partition("]")[0]
    layered = {name.strip() for line in contract.splitlines() for name in line.strip(' ",').split("|") if name.strip()}
    assert {room(name) for name in FILES} - {"__init__", "__main__"} == layered


@pytest.mark.parametrize("name", FILES)
def test_only_the_command_line_prints_or_exits(name):
    if room(name) not in ("cli", "__main__"):
        assert set(called(TREES[name])).isdisjoint({"print", "sys.exit", "exit", "quit", "click.echo", "SystemExit"})
        assert "click" not in {module.partition(".")[0] for module in imports(TREES[name])}


RUNS_CODE = {"exec", "eval", "compile", "__import__", "runpy.run_path", "runpy.run_module", "builtins.exec"}
TRUSTED = {"grader/diagnosis/known_mistakes.py"}  # runs the author's own reference and mistakes, never a learner's file


@pytest.mark.parametrize("name", FILES)
def test_only_execution_runs_a_learners_code(name):
    if room(name) != "execution" and name not in TRUSTED:
        assert set(called(TREES[name])).isdisjoint(RUNS_CODE)
    assert {"pickle", "marshal", "shelve", "dill", "cloudpickle"}.isdisjoint(
        module.partition(".")[0] for module in imports(TREES[name])
    )


@pytest.mark.parametrize("name", sorted(LEARNER_SIDE))
def test_what_stands_beside_the_learner_knows_nothing_of_the_grader(name):
    top = {module.partition(".")[0] for module in imports(TREES[name])}
    assert "grader" not in top
    assert top - set(sys.stdlib_module_names) <= {"numpy"}


def test_nbgrader_is_imported_in_one_adapter_only():
    users = {name for name in FILES if "nbgrader" in {module.partition(".")[0] for module in imports(TREES[name])}}
    users |= {name for name, path in FILES.items() if 'import_module("nbgrader' in path.read_text(encoding="utf-8")}
    assert users
    assert all(name.startswith("grader/integrations/nbgrader/") for name in users)


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["grade", "--help"]], ids=" ".join)
def test_help_loads_nothing_heavy(arguments):
    code = (
        "import sys\nfrom grader.cli import main\n"
        "try:\n    main(sys.argv[1:], prog_name='grader')\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "print('LOADED', *{name.partition('.')[0] for name in sys.modules})"
    )
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert {"grader", "click"} <= loaded
    assert loaded.isdisjoint({"numpy", "pytest", "yaml", "jinja2", "nbformat", "nbgrader", "msgspec"})


def test_class_names_are_unique():
    homes = collections.defaultdict(list)
    for name, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name)
    assert len(homes) > 200
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


PROMISES = {
    name: node.value
    for name, tree in TREES.items()
    for node in tree.body
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
}


@pytest.mark.parametrize("name", PROMISES)
def test_what_a_module_promises_exists(name):
    tree = TREES[name]
    bound = {"__version__"}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            bound.update((alias.asname or alias.name) for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            bound.update(leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name))
    assert set(ast.literal_eval(PROMISES[name])) <= bound
