"""Rules that keep the house: who imports whom, who prints, who runs a learner's code, how names and sizes stay."""

import ast
import collections
import graphlib
import re
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


def functions(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def parameters(function):
    """How many values a caller hands over: `self` and `cls` are not counted, `*args` and `**kwargs` are."""
    arguments = function.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    names += [argument.arg for argument in (arguments.vararg, arguments.kwarg) if argument]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_functions_are_short_and_take_few_parameters():
    lengths, counts = {}, {}
    for name, tree in TREES.items():
        for function in functions(tree):
            lengths[f"{name}:{function.lineno} {function.name}"] = function.end_lineno - function.lineno + 1
            counts[f"{name}:{function.lineno} {function.name}"] = parameters(function)
    assert len(lengths) > 2000
    assert {where: lines for where, lines in lengths.items() if lines > 50} == {}
    assert {where: count for where, count in counts.items() if count > 8} == {}


def test_files_have_one_subject():
    """40 to 400 lines: no file is longer, and few are shorter."""
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in FILES.items()}
    assert {name: count for name, count in lines.items() if count > 400} == {}
    short = [name for name, count in lines.items() if count < 40 and not name.endswith(("__init__.py", "__main__.py"))]
    assert len(short) <= len(lines) / 20, short


def test_a_file_name_stands_for_two_files_at_most():
    homes = collections.defaultdict(list)
    for name in FILES:
        homes[Path(name).name].append(name)
    del homes["__init__.py"]
    assert {name: files for name, files in homes.items() if len(files) > 2} == {}


def own_bases(tree):
    """Class -> the names of its bases that are classes of ours: defined in the file, or imported from the package."""
    ours = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("grader"):
            ours.update(alias.asname or alias.name for alias in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
            yield node.name, [base.rpartition(".")[2] for base in bases if base.partition(".")[0] in ours]


def depth(name, bases):
    """How many of our own classes stand above a class, one above another."""
    return max((1 + depth(base, bases) for base in bases[name] if base in bases), default=0)


def test_inheritance_of_our_own_classes_is_two_deep_at_most():
    bases = dict(found for tree in TREES.values() for found in own_bases(tree))
    assert depth("SpecError", bases) == 2  # under UsageError, under GraderError
    assert {name: deep for name in bases if (deep := depth(name, bases)) > 2} == {}


def test_the_formatter_skips_nothing():
    every = [*ROOT.glob("grader/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("docs/**/*.py")]
    mark = "# fmt: " + "skip"
    assert [path.relative_to(ROOT).as_posix() for path in every if mark in path.read_text(encoding="utf-8")] == []


def imported_at_load(tree):
    """The files of the package that a file imports when it is loaded: not in functions, not for types only."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("grader"):
            for alias in node.names:
                parts = node.module.split(".")
                names = ("/".join([*parts, alias.name]) + ".py", "/".join(parts) + ".py")
                yield next((name for name in names if name in FILES), "/".join(parts) + "/__init__.py")


def test_no_files_import_each_other_in_a_circle():
    """A circle works only as long as somebody imports the right end of it first."""
    graph = {name: set(imported_at_load(tree)) - {name} for name, tree in TREES.items()}
    order = list(graphlib.TopologicalSorter(graph).static_order())  # CycleError names the circle
    assert len(order) >= len(FILES)


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


COURSE_WORDS = re.compile(
    r"attention|softmax|(?<![a-z])(?:d_k|five)(?![a-z])|\bM[1-5] to|어텐션|소프트맥스", re.IGNORECASE
)
PRODUCT = re.compile(r"attention[-_]grader", re.I)
EXAMPLES = {  # docstrings of generic rules that count something; no other place may hold such a word
    "grader/complexity/counter.py",
    "grader/complexity/timing.py",
    "grader/quiz/exports/common.py",
}
TEXTS = {
    path.relative_to(ROOT).as_posix(): path
    for path in sorted(PACKAGE.rglob("*"))
    if path.suffix in (".po", ".jinja", ".md", ".yml", ".yaml", ".txt", ".css", ".js", ".html", ".ini")
}


def docstrings(tree):
    """The nodes that are docstrings of a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.value


def of_a_course(text):
    return COURSE_WORDS.findall(PRODUCT.sub("", text))


@pytest.mark.parametrize("name", FILES)
def test_no_word_of_a_course_stands_in_the_code(name):
    lines = FILES[name].read_text(encoding="utf-8").splitlines()
    for node in docstrings(TREES[name]) if name in EXAMPLES else ():
        lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    assert [f"{name}:{number}: {line}" for number, line in enumerate(lines, 1) if of_a_course(line)] == []


@pytest.mark.parametrize("name", TEXTS)
def test_no_word_of_a_course_stands_in_catalogues_or_templates(name):
    assert of_a_course(TEXTS[name].read_text(encoding="utf-8")) == []


def test_the_words_of_a_course_are_found_where_they_stand():
    assert of_a_course("five common misconceptions") and of_a_course('"softmax.by_hand"') and of_a_course("(n, d_k)")
    assert of_a_course("attention-grader read_known load_killed") == []
    assert len(TEXTS) > 25 and set(EXAMPLES) <= set(FILES)
    for name in EXAMPLES:  # none is named without need
        assert of_a_course(FILES[name].read_text(encoding="utf-8")), name
