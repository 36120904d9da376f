"""Notebooks as they come back: every kind of damage that keeps or loses the learner's functions."""

import copy
import json

FULL = {  # the learner's functions are all there, so that nothing may be lost
    "odd-duplicated",
    "odd-reordered",
    "odd-split",
    "odd-retyped",
    "odd-stripped",
    "odd-no-ids",
    "odd-outputs",
    "odd-v3",
    "odd-v40",
    "odd-v45",
    "odd-magics",
    "odd-widgets",
    "odd-renamed",
    "odd-two",  # the one with the higher number, by the reader's rule; the other one is named
    "odd-tests-deleted",
    "odd-tests-edited",
    "odd-metadata-edited",
    "odd-own-problem",
    "odd-crlf",
}
SOFTMAX_LOST = {"odd-deleted", "odd-broken-split"}  # one step is lost, and what builds on it waits
UNREADABLE = {  # and the words that say why
    "odd-conflict": "unresolved Git conflict",
    "odd-empty": "the file is empty",
    "odd-list": "no notebook",
    "odd-binary": "not UTF-8",
    "odd-huge": "at most 100 MiB",
}


def _cells(notebook, grade_id):
    return [c for c in notebook["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == grade_id]


def odd_notebooks(full):
    """Student -> (text, file name), made from a released notebook with every answer right."""
    made = {}

    def keep(name, notebook, file="attention.ipynb"):
        made[name] = (notebook if isinstance(notebook, str | bytes) else json.dumps(notebook), file)

    def fresh():
        return copy.deepcopy(full)

    def without(*ids):
        notebook = fresh()
        notebook["cells"] = [
            c for c in notebook["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") not in ids
        ]
        return notebook

    keep("odd-deleted", without("softmax", "test_softmax"))
    keep("odd-tests-deleted", without(*[f"test_{step}" for step in ("embedding", "softmax", "batch")]))

    notebook = fresh()
    for grade_id in ("softmax", "test_softmax", "setup", "c1-open"):
        notebook["cells"] += copy.deepcopy(_cells(notebook, grade_id))
    keep("odd-duplicated", notebook)

    notebook = fresh()
    setup = _cells(notebook, "setup")
    notebook["cells"] = setup + [c for c in reversed(notebook["cells"]) if c not in setup]
    keep("odd-reordered", notebook)

    notebook = fresh()
    (cell,) = _cells(notebook, "attention")
    text = "".join(cell["source"])
    first, second = text.split("\n\n\ndef self_attention", 1)
    other = copy.deepcopy(cell) | {"source": "def self_attention" + second}
    cell["source"] = first
    notebook["cells"].insert(notebook["cells"].index(cell) + 1, other)
    keep("odd-split", notebook)

    notebook = fresh()
    (cell,) = _cells(notebook, "softmax")
    lines = "".join(cell["source"]).splitlines(keepends=True)
    cell["source"] = "".join(lines[:1])
    notebook["cells"].insert(notebook["cells"].index(cell) + 1, copy.deepcopy(cell) | {"source": "".join(lines[1:])})
    keep("odd-broken-split", notebook)

    notebook = fresh()
    for grade_id in ("softmax", "test_softmax"):
        (cell,) = _cells(notebook, grade_id)
        cell["cell_type"] = "markdown"
        del cell["outputs"], cell["execution_count"]
    keep("odd-retyped", notebook)

    notebook = fresh()
    for cell in notebook["cells"]:
        cell["metadata"] = (
            {"id": "x1", "colab": {"base_uri": "https://localhost/"}} if cell["cell_type"] == "code" else {}
        )
        cell.pop("id", None)
    keep("odd-stripped", notebook | {"metadata": {"colab": {"provenance": []}}, "nbformat_minor": 0})

    notebook = fresh()
    for cell in notebook["cells"]:
        cell.pop("id", None)
    keep("odd-no-ids", notebook)
    keep(
        "odd-v40",
        notebook | {"nbformat_minor": 0, "metadata": {"kernelspec": {"name": "gone", "display_name": "Gone"}}},
    )
    keep("odd-v45", fresh() | {"nbformat_minor": 5})

    notebook = fresh()
    _cells(notebook, "embedding")[0]["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": "x" * (30 << 20)}
    ]
    keep("odd-outputs", notebook)
    keep("odd-huge", b"x" * ((100 << 20) + 1))

    old = []
    for cell in fresh()["cells"]:
        if cell["cell_type"] == "code":
            old.append(
                {
                    "cell_type": "code",
                    "input": cell["source"],
                    "outputs": [],
                    "language": "python",
                    "metadata": cell["metadata"],
                    "collapsed": False,
                    "prompt_number": 3,
                }
            )
        else:
            old.append({"cell_type": "markdown", "metadata": cell["metadata"], "source": cell["source"]})
    old.append({"cell_type": "heading", "level": 2, "metadata": {}, "source": ["Notes"]})
    keep(
        "odd-v3",
        {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [{"cells": old, "metadata": {}}]},
    )

    notebook = fresh()
    (cell,) = _cells(notebook, "softmax")
    cell["source"] = (
        "%matplotlib inline\n!pip install numpy\n" + "".join(cell["source"]) + "\n%timeit softmax(np.ones((2, 2)))"
    )
    _cells(notebook, "scores")[0]["source"] = "%%time\n" + "".join(_cells(notebook, "scores")[0]["source"])
    keep("odd-magics", notebook)

    notebook = fresh()
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {}, "version_major": 2}}
    text = "import ipywidgets\nipywidgets.interact(print, n=3)"
    notebook["cells"].append({"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": 1, "source": text})
    keep("odd-widgets", notebook)

    notebook = fresh()
    for cell in notebook["cells"]:
        mark = cell["metadata"].get("nbgrader", {})
        if mark.get("grade_id", "").startswith("test_"):
            cell["source"] = "14.0"
            cell["outputs"] = [
                {
                    "output_type": "execute_result",
                    "metadata": {},
                    "execution_count": 1,
                    "data": {"text/plain": "1000.0"},
                }
            ]
    keep("odd-tests-edited", notebook)

    notebook = fresh()
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader"):
            cell["metadata"]["nbgrader"] |= {
                "points": 1000,
                "grade": True,
                "solution": True,
                "schema_version": 99,
                "x": [1],
            }
    notebook["cells"][0]["metadata"]["nbgrader"] = "no record"
    keep("odd-metadata-edited", notebook)

    keep("odd-own-problem", fresh() | {"metadata": {"grader": {"problem": "none", "marks": {"softmax": 1000}}}})
    keep("odd-crlf", json.dumps(fresh(), indent=1).replace("\n", "\r\n"))
    keep("odd-renamed", fresh(), "attention (1).ipynb")
    keep("odd-two", fresh(), "attention (2).ipynb")

    keep("odd-conflict", "<<<<<<< HEAD\n" + json.dumps(fresh(), indent=1) + "\n=======\n>>>>>>> theirs\n")
    keep("odd-empty", "")
    keep("odd-list", "[1, 2]")
    keep("odd-binary", bytes(range(256)))
    return made
