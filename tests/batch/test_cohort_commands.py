"""`grader grade`, `regrade` and `gradebook` over a cohort, as an instructor runs them."""

import contextlib
import json
import os
import pty
import re
import sqlite3
import subprocess
import sys
import time

import pytest
from cohorts import ENVIRONMENT, LOOP, RIGHT, STEEP, earned, expected, of, scores

from grader.batch.triage import InOrder
from grader.gradebook import Gradebook


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


# -- resume ----------------------------------------------------------------------------------------------------


def test_what_has_not_changed_costs_nothing_and_what_has_is_graded(small, cohort, grader, tmp_path):
    root, place, out = small(), cohort(5), tmp_path / "out"
    arguments = ["grade", place, "--course", root, "-o", out]
    first = grader(*arguments, "--json")
    assert first.stderr == f"5 reports in {out}\n"
    (place / "s001" / "tiny.py").write_text(RIGHT)
    (out / "s002.html").unlink()
    (out / "s002.json").write_text("{}")
    again = grader(*arguments, "--json")
    assert again.stderr.splitlines() == [
        f"5 reports in {out}",
        "5 found, 1 graded, 4 unchanged, 1 with a different score than before",
    ]
    assert earned(again) == expected(5, s001=10)
    assert {k: v for k, v in of(again).items() if k != "s001"} == {k: v for k, v in of(first).items() if k != "s001"}
    assert (out / "s002.html").is_file()
    assert json.loads((out / "s002.json").read_text())["score"] == {"earned": 6, "possible": 10, "held": 0}
    with Gradebook.open(out / "instructor" / "gradebook.db") as book:
        assert scores(book) == expected(5, s001=10)
        assert book.attempt("tiny", "s001").number == 2
    with contextlib.closing(sqlite3.connect(out / "instructor" / "gradebook.db")) as file, file:
        file.execute("UPDATE results SET report = json_set(report, '$.provenance.graded_at', '2026-01-01T00:00:00Z')")
    assert grader(*arguments, "--fresh").stderr == f"5 reports in {out}\n"
    with Gradebook.open(out / "instructor" / "gradebook.db") as book:
        assert scores(book) == expected(5, s001=10)
        assert all(report.provenance.graded_at[:7] != "2026-01" for report in book.reports("tiny"))


@pytest.mark.parametrize(
    "change",
    [["--seed", "7"], ["--only", "centre"], ["--lang", "ko"], ["--isolation", "process"], "suite", "moved"],
    ids=str,
)
def test_a_result_is_known_under_the_very_same_terms_only(small, cohort, grader, tmp_path, change):
    root, place, book = small(), cohort(2), tmp_path / "g.db"
    arguments = ["grade", "--course", root, "--gradebook", book, "--json"]
    assert grader(*arguments, place).stderr == ""
    more = change if isinstance(change, list) else []
    if change == "suite":
        edit(root / "solutions" / "tiny" / "hidden" / "test_spread.py", "(3, 5)", "(3, 6)")
    if change == "moved":
        place = place.rename(tmp_path / "elsewhere")
    done = grader(*arguments, place, *more)
    if change == "moved":  # where it lies decides nothing, and the report says where it lies now
        assert "0 graded, 2 unchanged" in done.stderr
        assert of(done)["s000"]["submission"]["path"] == str(place / "s000")
    else:
        assert "unchanged" not in done.stderr
    with Gradebook.open(book) as kept:
        assert scores(kept) == expected(2)  # neither a partial run nor practice counts


def test_only_some_submissions(small, cohort, grader, tmp_path):
    root, place = small(), cohort(4)
    old = time.time() - 10**6
    for name in ("s000", "s001", "s002"):
        os.utime(place / name / "tiny.py", (old, old))
    arguments = ["grade", place, "--course", root, "--json"]
    assert list(of(grader(*arguments, "--submission", "s001", "--submission", "s003"))) == ["s001", "s003"]
    since = time.strftime("%Y-%m-%dT%H:%M", time.gmtime(old + 86400))
    assert list(of(grader(*arguments, "--since", since))) == ["s003"]
    for more, said in (
        (["--submission", "s01"], "no submission 's01'; did you mean 's001'?"),
        (["--since", "yesterday"], "--since 'yesterday': not a time; write"),
        (["--since", "2099-01-01"], "none of these 4 submissions has files changed since 2099-01-01"),
    ):
        done = grader(*arguments, *more)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr


def test_parts_of_a_cohort_come_together_again(small, cohort, grader, tmp_path):
    root, place = small(), cohort(5)
    for part in ("1/2", "2/2"):
        out = tmp_path / f"part-{part[0]}"
        done = grader("grade", place, "--course", root, "--part", part, "-o", out, "--json")
        assert list(of(done)) == list(expected(5))[int(part[0]) - 1 :: 2]
    files = sorted(tmp_path.glob("part-*/instructor/gradebook.db"))
    whole = tmp_path / "whole.db"
    assert len(files) == 2
    done = grader("gradebook", "merge", *files, "--gradebook", whole)
    assert done.stderr == f"{files[0]}: 3 results merged\n{files[1]}: 2 results merged\n"
    assert "0 results merged" in grader("gradebook", "merge", *files, "--gradebook", whole).stderr
    with Gradebook.open(whole) as book:
        assert scores(book) == expected(5)
        assert book.integrity() == []
    assert "5 unchanged" in grader("grade", place, "--course", root, "--gradebook", whole).stderr
    for part, said in (("3", "write K/N"), ("0/2", "write K/N"), ("9/9", "5 submissions are too few")):
        done = grader("grade", place, "--course", root, "--part", part)
        assert (done.returncode, said in done.stderr) == (2, True)


# -- progress --------------------------------------------------------------------------------------------------


def test_without_a_terminal_a_line_every_tenth_and_one_for_each_that_needs_a_look(small, cohort, grader):
    root, place = small(), cohort(20, s007=LOOP)
    (place / "s011" / "tiny.py").write_bytes(b"\xff")
    done = grader("grade", place, "--course", root)
    lines = done.stderr.splitlines()
    assert done.returncode == 0
    assert [line.split()[1] for line in lines if line.startswith("grading")] == [f"{2 * i}/20" for i in range(1, 11)]
    assert sorted(line.split()[1:3] for line in lines if line[0] == "!") == [
        ["s007", "timeout"],
        ["s011", "ungradable"],
    ]
    assert lines[-1].startswith("20 found, 20 graded, 1 timeout, 1 ungradable, 0 unchanged")
    assert "\x1b" not in done.stderr
    assert grader("grade", place, "--course", root, "--quiet").stderr == ""


def test_with_a_terminal_a_live_bar_that_fits_a_korean_console(small, cohort):
    root, place = small(), cohort(20, s007=LOOP)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "grader", "grade", str(place), "--course", str(root)]
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "cp949", "TERM": "xterm", "COLUMNS": "100"}
    run = subprocess.Popen(command, env=environment, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 4096):
            said += piece
    except OSError:  # the other end is closed: how a terminal says that it is over
        pass
    out, _ = run.communicate(timeout=20)
    os.close(ours)
    assert run.returncode == 0
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode("cp949"))
    assert "20/20" in text
    assert "1 need a look" in text
    assert "! s007" in text
    assert "s019" in out.decode("cp949")


def test_texts_are_handed_on_in_order_whatever_order_they_come_in():
    said = []
    ordered = InOrder(said.append)
    for index in (3, 1, 0, 2, 5, 4):
        ordered.add(index, f"{index} 가" * 100)
    ordered.close()
    assert said == [f"{index} 가" * 100 for index in range(6)]


# -- regrade ---------------------------------------------------------------------------------------------------


def test_regrade_shows_who_changes_and_why_and_applies_only_when_told(small, cohort, grader, tmp_path):
    root, place, file = small(), cohort(4), tmp_path / "g.db"
    assert grader("grade", place, "--course", root, "--gradebook", file).returncode == 0
    edit(root / "solutions" / "tiny" / "hidden" / "test_spread.py", "X.std(axis=-1)", "2 * X.std(axis=-1)")
    edit(root / "solutions" / "tiny" / "tiny.py", "np.sqrt", "2 * np.sqrt")
    arguments = ["regrade", "--course", root, "--gradebook", file]
    preview = grader(*arguments)
    assert preview.returncode == 0
    lines = preview.stdout.splitlines()
    assert lines[0].split() == ["submission", "was", "now", "change", "why"]
    rows = [line.split() for line in lines[1:]]
    assert [row[:4] for row in rows] == [
        ["s000", "10", "6", "-4"],
        ["s002", "6", "10", "+4"],
        ["s003", "10", "6", "-4"],
    ]
    assert re.search(r"suite [0-9a-f]{16} -> [0-9a-f]{16} \(spread -4\)$", lines[1])
    assert preview.stderr.splitlines()[-1] == (
        "4 graded again: 1 rise, 2 fall, 1 keep their score. No grade has changed; --yes applies the new results."
    )
    with Gradebook.open(file) as book:
        assert scores(book) == expected(4)
        assert list(book.audit_log()) == []
    applied = grader(*arguments, "--yes", "--author", "tester", "--json")
    assert [json.loads(line)["now"] for line in applied.stdout.splitlines()] == [6, 10, 6]
    assert applied.stderr.endswith("Applied: 4 new results count.\n")
    with Gradebook.open(file) as book:
        assert scores(book) == {"s000": 6, "s001": 0, "s002": 10, "s003": 6}
        assert {(one["author"], one["action"], one["learner"]) for one in book.audit_log()} == {
            ("tester", "regrade", f"s00{i}") for i in range(4)
        }
        assert book.integrity() == []
    assert grader(*arguments, "--yes").stderr.endswith("Applied: 0 new results count.\n")


def test_regrade_of_changed_files_says_so_and_names_what_is_not_there(small, cohort, grader, tmp_path):
    root, place, file = small(), cohort(2), tmp_path / "g.db"
    assert grader("grade", place, "--course", root, "--gradebook", file).returncode == 0
    (place / "s001" / "tiny.py").write_text(STEEP)
    arguments = ["regrade", place, "--course", root, "--gradebook", file, "--json"]
    (change,) = (json.loads(line) for line in grader(*arguments).stdout.splitlines())
    assert (change["submission"], change["was"], change["now"], change["why"]) == ("s001", 0, 6, ["submission changed"])
    with Gradebook.open(file) as book:
        assert scores(book) == expected(2)
    done = grader(*arguments, "--submission", "s01")
    assert (done.returncode, done.stderr) == (2, f"Error: {file}: no submission 's01'; did you mean 's001'?\n")
    done = grader("regrade", "--course", root, "--gradebook", tmp_path / "none.db")
    assert done.returncode == 2
    assert "no such gradebook" in done.stderr


# -- gradebook -------------------------------------------------------------------------------------------------


def test_a_gradebook_from_roster_to_grade(small, cohort, grader, tmp_path):
    root, place, file = small(), cohort(2), tmp_path / "g.db"
    (tmp_path / "roster.csv").write_text("id,name\ns000,Ada\nbea,Bea\n")
    (tmp_path / "times.csv").write_text("learner,pushed_at\ns000,2026-12-03T00:00:00Z\ns001,\n")

    def book(*arguments):
        done = grader("gradebook", *arguments, "--gradebook", file)
        assert "Traceback" not in done.stderr
        return done

    assert book("init", "tiny").stderr == f"{file}: tiny\n"
    assert "plain, 2 people: 2 new, 0 changed, 0 as before" in book("import-roster", tmp_path / "roster.csv").stderr
    policy = ("--due", "2026-12-01T23:59:59Z", "--grace", "15m", "--per-day", "10%", "--cap", "50%")
    assert "grace 15m, 10% a day, at most 50%" in book("late", *policy).stderr
    assert (
        "1 arrivals noted for tiny, 1 of them new, 1 lines passed over"
        in book("received", tmp_path / "times.csv").stderr
    )
    assert grader("grade", place, "--course", root, "--gradebook", file).returncode == 0
    lines = [json.loads(line) for line in book("show", "--json").stdout.splitlines()]
    assert [(one["learner"], one["raw"], one["late_days"], one["total"]) for one in lines] == [
        ("bea", None, 0, None),
        ("s000", 10, 2, 8),
        ("s001", 0, 0, 0),
    ]
    done = book("override", "s000", "19/2", "--reason", "an appeal", "--author", "tester")
    assert done.stderr == "s000: raw 10/10, late -2, total 7.5, due 2026-12-01T23:59:59+00:00\n"
    done = book("extend", "s000", "2026-12-09", "--reason", "ill", "--author", "tester")
    assert done.stderr == "s000: raw 10/10, late -0, total 9.5, due 2026-12-09T23:59:59+00:00\n"
    table = book("show").stdout.splitlines()
    assert table[2].split() == ["s000", "10", "-", "10/10", "9.5", "9.5", "Ada"]
    trail = [json.loads(line) for line in book("log", "--json").stdout.splitlines()]
    assert [(one["author"], one["action"]) for one in trail][-2:] == [("tester", "override"), ("tester", "extension")]
    assert book("check").stderr == f"{file}: intact\n"
    marked = tmp_path / "marked.csv"
    marked.write_text("Learner,Points,Reason\ns000,9,\ns001,7/2,an essay\nbea,,\n")
    done = book("import-overrides", marked, "--reason", "open questions marked")
    assert done.stderr == f"{marked}: 2 overrides for tiny, 1 lines without points\n"
    assert [json.loads(line)["total"] for line in book("show", "--json").stdout.splitlines()] == [None, 9, "7/2"]
    marked.write_text("learner,points\ns000,1\ns0001,1\n")
    for column, said in (("x", "'s0001'"), ("", "marked.csv:2: no reason")):
        done = book("import-overrides", marked, *(("--reason", column) if column else ()))
        assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert json.loads(book("show", "--json").stdout.splitlines()[1])["total"] == 9
    typed = book("override", "s001", "100", "--reason", "a slip of the hand")
    assert (typed.returncode, typed.stderr.splitlines()[0]) == (
        0,
        "note: 100 is more than the 10 possible without bonus; --clear removes it",
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["override", "ada", "-1", "--reason", "x"], "No such option"),
        (["override", "ada", "ten", "--reason", "x"], "'ten': write points such as 62, 61.5 or 123/2"),
        (["override", "ada", "--reason", "x"], "give POINTS, or --clear"),
        (["override", "s000", "--clear", "--reason", "x"], "there is no override of 's000' to remove"),
        (["override", "ada", "5"], "Missing option '--reason'"),
        (["override", "adda", "5", "--reason", "x"], "no learner 'adda' in hw"),
        (["extend", "ada", "soon", "--reason", "x"], "'soon': not a time"),
        (["late", "--per-day", "200%"], "--per-day '200%': write a part of the points"),
        (["show", "-a", "hw9"], "no assignment 'hw9' in it (it has: hw)"),
        (["import-roster", "none.csv"], "none.csv: cannot be read: No such file or directory"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_gradebook_command_is_one_sentence(grader, tmp_path, arguments, said):
    file = tmp_path / "g.db"
    with Gradebook.open(file, create=True) as book:
        book.add_assignment("hw")
    done = grader("gradebook", *arguments, "--gradebook", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
