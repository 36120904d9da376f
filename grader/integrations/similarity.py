"""Submissions as a tree that JPlag or Dolos reads, with the stubs as the code that everybody was given.

No verdict of ours: functions of one to four lines come out alike by chance. What these tools show is where to look.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Literal

from grader.core.csv_files import written
from grader.core.model import Submission
from grader.core.safe_text import file_name, one_line

__all__ = ["Tool", "similarity_tree"]

Tool = Literal["jplag", "dolos"]
_BASE = "base-code"

_README = """\
# Similar submissions to {assignment}: where to look, not a verdict

{count} submissions and the code that everybody was given ({base}), for {tool}.

    {command}

Before you read a similarity as copying:

- The functions of this assignment have one to four lines, and a formula says what stands in them. In 300 made-up
  honest solutions with four natural variants a function, 92.5 % of all pairs were above the usual threshold of 0.33
  (copydetect, the stub left out), 15 % above 0.8, and 38 pairs were identical to the byte, all by chance.
- The stub ({base}) is left out of the comparison, but a short answer after a long stub still has few tokens
  to tell people apart. Look at what is *unusual*: the same odd name, mistake, comment or dead code.
- Learners who have their own numbers (the quiz draws them by learner and seed, and the report says which) cannot copy
  a number unnoticed; an answer that fits another learner's numbers is worth a talk.
- Talk first. A number of a tool is no evidence.
- Aliases, where they were asked for, replace the names of submissions; a name that somebody wrote into the code stays.
{left_out}"""

_COMMANDS = {
    "jplag": f"java -jar jplag.jar -l python3 -bc submissions/{_BASE} submissions",
    "dolos": f"dolos run -f web -l python -i {_BASE}.py info.csv",
}


def similarity_tree(
    submissions: Iterable[Submission],
    stub: str,
    tool: Tool,
    *,
    file: str,
    assignment: str,
    alias: Mapping[str, str] | None = None,
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Path -> text of the tree, and who is left out with the reason. `alias` is id -> alias, for a tree without names.

    A notebook's code cells stand in one file, in their order; every submission has the file name of the stub.
    """
    files: dict[str, str] = {}
    left_out: list[tuple[str, str]] = []
    rows = [["filename", "full_name"]]
    taken = {_BASE}
    for submission in submissions:
        name = alias[submission.id] if alias is not None else submission.id
        if submission.problem is not None or not submission.cells:
            # it may name a file, and a file may bear a name
            problem = submission.problem["en"] if submission.problem else "nothing in it"
            left_out.append((name, one_line(problem, 160) if alias is None else "nothing in it that can be read"))
            continue
        text = "\n\n".join(cell.text.strip("\n") for cell in submission.cells) + "\n"
        folder = _free(file_name(name), taken)
        path = f"submissions/{folder}/{file}" if tool == "jplag" else f"submissions/{folder}.py"
        files[path] = text
        rows.append([path, one_line(name, 120)])
    if tool == "jplag":
        files[f"submissions/{_BASE}/{file}"] = stub
        base = f"`submissions/{_BASE}`"
    else:
        files[f"{_BASE}.py"] = stub
        files["info.csv"] = written([rows[0], *sorted(rows[1:])])
        base = f"`{_BASE}.py`"
    left_out.sort()
    told = "".join(f"\n- {json.dumps(name, ensure_ascii=False)}: {reason}" for name, reason in left_out)
    rest = f"\nNot in the tree, because there is no code to compare:\n{told}\n" if told else ""
    files["README.md"] = _README.format(
        assignment=assignment,
        count=len(rows) - 1,
        base=base,
        tool={"jplag": "JPlag", "dolos": "Dolos"}[tool],
        command=_COMMANDS[tool],
        left_out=rest,
    )
    return files, left_out


def _free(stem: str, taken: set[str]) -> str:
    """A folder name that no other submission has, on any file system."""
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name
