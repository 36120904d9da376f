"""Who may import whom, who may print, who may run a learner's code: held by reading the code."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "grader"
FILES = {path.relative_to(ROOT).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in FILES.items()}

BASE = {"model", "errors", "text", "locale", "replacing"}  # words and data: they know nothing above them
TOP = {"cli", "__main__"}
ABOVE = {"run": {"cohort", "cli"}, "cohort": {"cli"}}
LEARNER_SIDE = {"grader/door/zygote.py", "grader/door/worker.py", "grader/door/wire.py", "grader/sandbox/linux.py"}
LEARNER_SIDE |= {"grader/kit/runner.py"}  # visible checks in a process of their own


def part(name):
    """The part of the package a file or a dotted module name belongs to: spec, door, ..."""
    return name.replace("/", ".").removeprefix("grader.").removesuffix(".py").partition(".")[0]


def imports(tree):
    """The modules of ours that a file imports, anywhere in it, outside `if TYPE_CHECKING`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            if node.module == "grader":
                yield from (f"grader.{alias.name}" for alias in node.names)
            else:
                yield node.module or ""


def uses(name):
    """The parts that a file imports, its own left out."""
    ours = {
        part(module) for module in imports(TREES[name]) if module.partition(".")[0] == "grader" and module != "grader"
    }
    return {p for p in ours if (PACKAGE / p).is_dir() or (PACKAGE / f"{p}.py").is_file()} - {part(name)}


def called(tree):
    """Names of what a file calls: `print`, `sys.exit`, `click.echo`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def test_the_parts_are_really_looked_at():
    assert uses("grader/run.py") >= {"model", "suite", "sandbox"}
    assert uses("grader/sandbox/probe.py") >= {"door", "model"}


@pytest.mark.parametrize("name", FILES)
def test_nobody_imports_the_command_line(name):
    if part(name) not in TOP:
        assert "cli" not in uses(name)


@pytest.mark.parametrize("name", FILES)
def test_imports_point_downwards(name):
    if part(name) in BASE:
        assert uses(name) <= BASE
    if part(name) not in TOP | {"run", "cohort", "front", "hosting", "verify", "hookspecs", "marking_sheet"}:
        assert uses(name).isdisjoint({"run", "cohort"})
    if part(name) in {"stats", "cohortpage", "lms"}:  # they know reports, not how a report comes to be
        assert uses(name).isdisjoint({"door", "suite", "sandbox", "run", "cohort"})
    if part(name) == "report":
        assert uses(name).isdisjoint({"door", "suite", "sandbox", "intake", "course", "run"})


def test_parts_never_import_one_another_in_a_circle():
    graph = {}
    for name in FILES:
        if part(name) != "__init__":
            graph.setdefault(part(name), set()).update(uses(name))
    done, circle = set(), []

    def visit(node, path):
        if node in path:
            circle.append([*path[path.index(node) :], node])
        elif node not in done:
            for below in sorted(graph.get(node, ())):
                visit(below, [*path, node])
            done.add(node)

    for node in sorted(graph):
        visit(node, [])
    assert circle == []


@pytest.mark.parametrize("name", FILES)
def test_only_the_command_line_prints_or_exits(name):
    if part(name) not in TOP:
        assert set(called(TREES[name])).isdisjoint({"print", "sys.exit", "exit", "quit", "click.echo", "SystemExit"})
        assert "click" not in {module.partition(".")[0] for module in imports(TREES[name])}


RUNS_CODE = {"exec", "eval", "compile", "__import__", "runpy.run_path", "runpy.run_module", "builtins.exec"}
TRUSTED = {"grader/diagnose/corpus.py"}  # runs the author's own reference and mistakes, never a learner's file


@pytest.mark.parametrize("name", FILES)
def test_only_the_door_runs_a_learners_code(name):
    if part(name) != "door" and name not in TRUSTED:
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
    assert all(part(name) == "front" for name in users)


@pytest.mark.parametrize(
    ("arguments", "heavy"),
    [
        (["--help"], {"numpy", "pytest", "yaml", "jinja2", "nbformat", "nbgrader"}),
        (["--version"], {"numpy", "pytest", "yaml", "jinja2", "nbformat", "nbgrader"}),
        (["grade", "--help"], {"numpy", "pytest", "yaml", "jinja2", "nbformat", "nbgrader"}),
    ],
)
def test_help_loads_nothing_heavy(arguments, heavy):
    code = (
        "import sys\nfrom grader.cli import main\n"
        "try:\n    main(sys.argv[1:], prog_name='grader')\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "print('LOADED', *{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert {"grader", "click"} <= loaded
    assert loaded.isdisjoint(heavy)


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
