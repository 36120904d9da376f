"""The recipe of docs/statistics.md: a copy of the gradebook, looked at with Datasette and the questions in docs/."""

import json
import re
import sqlite3
import subprocess
import sys
from collections import Counter

import pytest
from made_reports import typed

from grader.analytics import gather, summarise
from grader.gradebook import Gradebook, Stored

pytest.importorskip("datasette", reason="the recipe is tried with Datasette")


@pytest.fixture(scope="module")
def look(reports, tmp_path_factory):
    """The copy that the recipe makes of a gradebook of forty."""
    folder = tmp_path_factory.mktemp("datasette")
    with Gradebook.open(folder / "gradebook.db", create=True) as book:
        for report in reports[:40]:
            name = report["submission"]["id"]
            book.store("self_attention", name, name, "{}", Stored(name, json.dumps(report), "en", ""))
    with sqlite3.connect(folder / "gradebook.db") as book:
        book.execute("VACUUM INTO ?", (str(folder / "look.db"),))
    book.close()
    return folder / "look.db"


@pytest.fixture(scope="module")
def ask(look, root):
    """`ask("steps")`: the rows that Datasette answers a question of ours with."""

    def make(question):
        command = [
            sys.executable,
            "-m",
            "datasette",
            look,
            "-m",
            root / "docs" / "gradebook.datasette.yml",
            "--get",
            f"/look/{question}.json?_shape=array&_size=max",
        ]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout[-500:] + done.stderr[-1500:]
        return json.loads(done.stdout)

    return make


def test_the_questions_in_docs_agree_with_the_statistics(ask, reports):
    summary = summarise(gather(typed(reports[:40])))
    steps = {row["step"]: row for row in ask("steps")}
    assert list(steps) == [step.id for step in summary.steps]
    for step in summary.steps:
        row = steps[step.id]
        assert row["submissions"] == 40
        assert row["passed"] == step.outcomes.get("passed", 0)
        assert row["untouched"] == step.outcomes.get("untouched", 0)
    found = Counter()
    for row in ask("misconceptions"):
        found[row["misconception"], row["found_by"]] += row["submissions"]
    assert found == {(belief.code, check): n for belief in summary.beliefs for check, n in belief.checks}
    assert len(found) > 2


def test_every_question_in_docs_can_be_asked(ask, reports):
    grades = ask("grades")
    assert {row["submission"]: (str(row["code"]), str(row["quiz"])) for row in grades} == {
        report["submission"]["id"]: (str(report["code"]["earned"]), str(report["quiz"]["earned"]))
        for report in reports[:40]
    }
    assert {(str(row["code_possible"]), str(row["quiz_possible"])) for row in grades} == {("70", "30")}
    assert ask("decisions") == []


def test_the_recipe_in_docs_names_these_files(root):
    text = (root / "docs" / "statistics.md").read_text(encoding="utf-8")
    recipe = re.search(r"```\n(sqlite3 .*?)```", text, re.DOTALL)[1]
    assert "VACUUM INTO 'look.db'" in recipe
    assert "datasette look.db -m docs/gradebook.datasette.yml" in recipe
    assert (root / "docs" / "gradebook.datasette.yml").is_file()
