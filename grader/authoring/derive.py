"""solutions/ -> exercises/ and quizzes/: what a learner gets, with the proof that nothing leaked.

`derive(root, assignment)` returns the derived files as a mapping of path to text; `write` puts them on disk and
`stale` says what differs from the disk. `drawn` does the same for the author's figures that a lesson shows. An answer
stands between `# BEGIN SOLUTION` and `# END SOLUTION` (nbgrader's words) and becomes nbgrader's stub text, at the same
indentation. Everything in `public/` is copied.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from grader.core.errors import SpecError
from grader.core.model import Assignment
from grader.course import loading
from grader.course.stubs import stub

__all__ = ["derive", "drawn", "leaks", "orphans", "stale", "write"]

_MARK = b"by `grader derive`"
_PRIVATE = ("private", "partial", "kit_hints")  # keys of a manifest that stay in solutions/
_IMAGE = re.compile(r"\]\(images/([\w-]+)\.([a-z]{2,3}[\w-]*)\.svg\)")


def leaks(source: str, derived: str, functions: tuple[str, ...]) -> list[str]:
    """What is wrong with a derived stub; an empty list is the proof.

    By syntax tree, so that a forgotten or misplaced marker cannot hide: each function still has the signature
    and docstring of the reference, its body is nothing but that docstring and the stub's `raise`, and no
    statement of a reference's body stands anywhere in the derived file.
    """
    before, after = loading.signatures(source), loading.signatures(derived)
    wrong = []
    for name in functions:
        if name not in after:
            wrong.append(f"{name}(): not in the stub")
            continue
        reference, empty = before[name], after[name]
        same = ast.unparse(reference.args) == ast.unparse(empty.args)
        if not same or ast.get_docstring(reference) != ast.get_docstring(empty):
            wrong.append(f"{name}(): the stub's signature or docstring differs from the reference's")
        body = empty.body[1:] if ast.get_docstring(empty) is not None else empty.body
        if len(body) != 1 or not isinstance(body[0], ast.Raise):
            wrong.append(f"{name}(): no SOLUTION region around its whole body, so the stub would hold the answer")
    answers = {
        ast.unparse(statement)
        for name in functions
        for statement in before[name].body
        if not isinstance(statement, ast.Expr | ast.Pass)
    }
    for statement in ast.walk(ast.parse(derived)):
        if isinstance(statement, ast.stmt) and ast.unparse(statement) in answers:
            wrong.append(f"line {statement.lineno}: an answer of the reference: {ast.unparse(statement)[:60]}")
    return wrong


def derive(root: Path, assignment: Assignment) -> dict[Path, bytes]:
    """The derived files of an assignment: path relative to `root` -> text. Raises SpecError where one would leak."""
    folder = assignment.folder
    shown = folder.relative_to(root)
    exercises = Path("exercises") / assignment.id
    source = loading.read_source(folder / assignment.file, root)
    derived = stub(source, f"{shown}/{assignment.file}")
    wrong = leaks(source, derived, assignment.functions)
    if wrong:
        raise SpecError("\n".join(f"{shown}/{assignment.file}: {complaint}" for complaint in wrong))
    files = {exercises / assignment.file: derived.encode()}
    from grader.authoring.notebook.builder import notebook_text

    sheet = None
    if (folder / "quiz.yaml").is_file():
        from grader import quiz
        from grader.quiz.bank import sheet_of

        bank = quiz.load_bank(folder / "quiz.yaml")
        sheet = sheet_of(bank)
        files[Path("quizzes") / f"{assignment.id}.yaml"] = quiz.sheet_text(bank).encode()
    twin = (exercises / assignment.file).with_suffix(".ipynb")
    files[twin] = notebook_text(assignment, derived, sheet).encode()
    manifest = (folder / "assignment.yaml").read_text(encoding="utf-8")
    files[exercises / "assignment.yaml"] = _stamp(
        _public(manifest), f"{shown.as_posix()}/assignment.yaml", ".yaml"
    ).encode()
    for path in sorted((folder / "public").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            inside = path.relative_to(folder / "public")
            files[exercises / inside] = _stamped(path, f"{shown.as_posix()}/public/{inside.as_posix()}")
    for path, content in drawn(root, assignment).items():
        files[exercises / path.relative_to(shown / "public")] = content
    return files


def drawn(root: Path, assignment: Assignment) -> dict[Path, bytes]:
    """The figures that the lesson or the notebook shows, in `solutions/<id>/public/images/`.

    The author's `figures` draws them from the numbers of this assignment's own reference, so that none can disagree
    with the exercise. Pictures of any other name are ordinary public files. Raises SpecError.
    """
    texts = [*sorted((assignment.folder / "public").glob("*.md")), assignment.folder / assignment.file]
    shown = {found for path in texts for found in _IMAGE.findall(path.read_text(encoding="utf-8"))}
    if not shown:
        return {}
    from grader.authoring.figures import load_figures, reference_of

    figures = load_figures(assignment.folder)
    if figures is None:
        return {}
    place = assignment.folder.relative_to(root) / "public" / "images"
    reference = reference_of(assignment.folder / assignment.file)
    return {
        place / f"{name}.{language}.svg": figures.draw(name, language, reference).encode()
        for name, language in sorted(shown)
        if name in figures.names and language in assignment.languages
    }


def write(root: Path, files: dict[Path, bytes]) -> list[Path]:
    """Put derived files on disk where they differ; the paths that changed."""
    changed = stale(root, files)
    for path in changed:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(files[path])
    return changed


def stale(root: Path, files: dict[Path, bytes]) -> list[Path]:
    """The derived files that are missing on disk or say something else there."""
    return [path for path, content in files.items() if not _same(root / path, content)]


def orphans(root: Path, assignment: Assignment, files: dict[Path, bytes]) -> list[Path]:
    """Files under the assignment's derived folder that this command once made and no source makes any more.

    They are recognised by their first line; a person's notes and answers are not touched.
    """
    folder = root / "exercises" / assignment.id
    on_disk = [p for p in sorted(folder.rglob("*")) if p.is_file() and "__pycache__" not in p.parts]
    return [p.relative_to(root) for p in on_disk if p.relative_to(root) not in files and _MARK in p.read_bytes()[:400]]


def _same(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False


def _stamped(path: Path, source: str) -> bytes:
    """A public file with its source named in the first line, where it is text of a kind that has comments."""
    content = path.read_bytes()
    try:
        return _stamp(content.decode(), source, path.suffix).encode()
    except UnicodeDecodeError:
        return content  # a picture


def _stamp(text: str, source: str, suffix: str) -> str:
    if suffix == ".md":
        return f"<!-- Made from {source} by `grader derive`; edit it there. -->\n{text}"
    if suffix in (".py", ".yaml", ".toml"):
        return f"# Made from {source} by `grader derive`; edit it there.\n{text}"
    return text


def _public(manifest: str) -> str:
    """The manifest without its top-level blocks that are private, and what is said under them; the order kept."""
    import yaml

    lines, dropped = manifest.splitlines(), set[int]()
    top = yaml.compose(manifest, Loader=yaml.SafeLoader)
    for key, value in top.value if isinstance(top, yaml.MappingNode) else ():
        if key.value in _PRIVATE:
            end = value.end_mark.line + (value.end_mark.column > 0)
            while end < len(lines) and (not lines[end] or lines[end][0].isspace() or lines[end][0] == "#"):
                end += 1
            dropped |= set(range(key.start_mark.line, end))
    out = [line for number, line in enumerate(lines) if number not in dropped]
    return "\n".join(out) + "\n"
