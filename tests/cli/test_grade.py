"""`grader grade` as a person runs it: real processes, real pipes, every end a sentence and an exit code."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from fractions import Fraction

import pytest

from grader.core.safe_text import cells

SENTENCE = "Error: {}\n"


@pytest.fixture
def pair(submit, tmp_path):
    """A cohort of two: one right, one that does not normalise."""
    submit("cohort/ada")
    submit("cohort/유진", softmax="def softmax(S):\n    return np.exp(S)")
    return tmp_path / "cohort"


def test_open_answers_of_a_cohort_are_not_passed_over(grader, pair):
    (pair / "ada" / "answers.yaml").write_text("quiz: self_attention\nc1-open: In my own words.\n")
    said = "1 with quiz points to be marked by a person, such as open questions\n"
    assert grader("grade", pair, "--only", "embedding").stderr == ""  # a partial run marks no quiz
    assert grader("grade", pair).stderr == said


def test_one_submission_is_shown_in_full(grader, submit):
    done = grader("grade", submit("ada"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].split() == ["ada", "self_attention", "·", "seed", "1"]
    assert "Score 70 of 70 + bonus 40 of 40\nQuiz: not handed in, 0 of 30\nTotal 70 of 100\n" in done.stdout
    assert "isolation confined" in done.stdout


def test_json_is_one_report_a_line_and_nothing_else(grader, pair):
    done = grader("grade", pair, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert [(r["submission"]["id"], r["submission"]["path"]) for r in (first, second)] == [
        (name, str(pair / name)) for name in ("ada", "유진")
    ]
    assert first["score"] == {"earned": 70, "possible": 100, "held": 0}
    assert second["score"]["earned"] < 70


def test_the_same_submission_gives_the_same_report_byte_for_byte_apart_from_times(grader, pair):
    def stripped(done):
        reports = [json.loads(line) for line in done.stdout.splitlines()]
        for report in reports:
            assert report.pop("seconds") > 0
            assert report["provenance"].pop("graded_at")
        return json.dumps(reports)

    once, again = (grader("grade", pair, "--json", PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert stripped(once) == stripped(again)
    other = grader("grade", pair, "--json", "--seed", "7")
    assert stripped(other) != stripped(once)
    assert json.loads(other.stdout.splitlines()[0])["score"]["earned"] == 70


def test_reports_are_written_whole_for_each_submission(grader, pair, tmp_path):
    out = tmp_path / "reports"
    done = grader("grade", pair, "-o", out)
    assert (done.returncode, done.stderr) == (0, f"2 reports in {out}\n")
    kinds = ("html", "json", "txt")
    assert sorted(os.listdir(out)) == sorted(
        ["instructor", *(f"{who}.{kind}" for who in ("ada", "유진") for kind in kinds)]
    )
    kept = [".gradebook.db.lock", "ada.json", "gradebook.db", "유진.json"]
    assert sorted(os.listdir(out / "instructor")) == kept
    assert json.loads((out / "유진.json").read_text(encoding="utf-8"))["submission"]["id"] == "유진"
    shown = (out / "ada.txt").read_text(encoding="utf-8")
    assert "Score 70 of 70" in shown
    assert "Total 70 of 100" in shown


def test_the_sample_cohort_is_graded_whole(grader, root):
    names = sorted(
        p.name.removesuffix(".zip") for p in (root / "examples" / "cohort").iterdir() if p.name[0] not in "._"
    )
    done = grader("grade", "examples/cohort", "--json")
    held = "4 with quiz points to be marked by a person, such as open questions\n"
    assert (done.returncode, done.stderr) == (0, held)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(report["submission"]["id"] for report in reports) == names
    code = [Fraction(report["code"]["earned"]) for report in reports]
    assert (min(code), max(code)) == (0, 70)
    assert {report["score"]["possible"] for report in reports} == {100}
    handed_in = {report["submission"]["id"] for report in reports if report["quiz_answers"] is not None}
    assert handed_in == {"ada", "chloe", "dmitri", "ines", "jae", "kofi"}
    for report in reports:
        name, quiz = report["submission"]["id"], Fraction(report["quiz"]["earned"])
        assert Fraction(report["score"]["earned"]) == Fraction(report["code"]["earned"]) + quiz
        assert quiz > 0 or name not in handed_in
        assert quiz == 0 or name in handed_in


@pytest.mark.parametrize(
    ("answers", "earned"),
    [(None, 0), ("", 0), ("m1-row: computed\n", "1/2"), ("m1-row: stored\n", 0), ("m1-row: [\n", 0)],
)
def test_the_quiz_is_out_of_the_same_points_whatever_was_handed_in(grader, submit, tmp_path, answers, earned):
    folder = submit("cohort/ada")
    submit("cohort/ben")
    if answers is not None:
        (folder / "answers.yaml").write_text(f"quiz: self_attention\n{answers}")
    done = grader("grade", tmp_path / "cohort", "--json", "-o", tmp_path / "out")
    ada, ben = (json.loads(line) for line in done.stdout.splitlines())
    assert (ada["quiz"]["earned"], ada["quiz"]["possible"]) == (earned, 30)
    assert Fraction(ada["score"]["earned"]) == 70 + Fraction(earned)
    assert ada["score"]["possible"] == ben["score"]["possible"] == 100
    assert ben["score"] == {"earned": 70, "possible": 100, "held": 0}
    assert (ada["quiz_answers"] is None, ben["quiz_answers"]) == (answers is None, None)


# -- what goes wrong -------------------------------------------------------------------------------------------


def test_a_missing_path_is_named(grader, pair):
    done = grader("grade", pair / "adda")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == SENTENCE.format(f"{pair}/adda: no such file or folder; did you mean {pair}/ada?")


def test_a_folder_without_a_submission_is_named(grader, tmp_path):
    done = grader("grade", tmp_path)
    assert done.returncode == 2
    assert done.stderr == SENTENCE.format(
        f"{tmp_path}: nothing to grade here; expected attention.py, attention.ipynb, "
        "or a folder with one submission for each learner"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["grde", "x"], "no command 'grde'; did you mean 'grade'?"),
        (["grade"], "Missing argument 'PATH...'."),
        (["grade", ".", "--seed", "-1"], "-1 is not in the range"),
        (["grade", ".", "--isolation", "none"], "'none' is not one of 'process', 'confined', 'confined+'."),
        (
            ["grade", ".", "--assignment", "self_atention"],
            "no assignment 'self_atention'; did you mean 'self_attention'?",
        ),
        (
            ["grade", "examples/cohort/ada", "--only", "softmx"],
            "no step or check 'softmx' in self_attention; did you mean 'softmax'?",
        ),
        (
            ["grade", "x", "--course", "/"],
            "no course found: neither / nor a folder above it contains solutions/ or exercises/",
        ),
    ],
)
def test_a_wrong_command_says_what_is_wrong_and_exits_2(grader, arguments, said):
    done = grader(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_assignment_is_named_with_file_line_and_column(grader, tmp_path, root, submit):
    shutil.copytree(root / "solutions", tmp_path / "course" / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    manifest = tmp_path / "course" / "solutions" / "self_attention" / "assignment.yaml"
    text = manifest.read_text(encoding="utf-8")
    line = text.splitlines().index("    points: 14") + 1
    manifest.write_text(text.replace("    points: 14", "    pionts: 14"), encoding="utf-8")
    done = grader("grade", submit("ada"), "--course", tmp_path / "course")
    assert (done.returncode, done.stdout) == (2, "")
    where = "solutions/self_attention/assignment.yaml"
    assert (
        done.stderr.splitlines()[0]
        == f"Error: {where}:{line}:5: steps[softmax]: unknown key 'pionts'; did you mean 'points'?"
    )
    assert all(said.startswith(f"Error: {where}:") for said in done.stderr.splitlines())


def test_our_own_fault_holds_points_and_exits_3(grader, tmp_path, root, submit):
    shutil.copytree(root / "solutions", tmp_path / "course" / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "course" / "solutions" / "self_attention" / "hidden" / "test_scaling.py").write_text("import nothing\n")
    done = grader("grade", submit("ada"), "--course", tmp_path / "course")
    assert done.returncode == 3
    assert "Score 62 of 70 + bonus 40 of 40 (8 held)" in done.stdout
    assert done.stderr == "1 with internal errors (points held): ada\n"


def test_process_isolation_says_practice(grader, submit):
    done = grader("grade", submit("ada"), "--isolation", "process")
    assert done.returncode == 0
    assert "PRACTICE, NOT A GRADE: the learner's code was not sandboxed." in done.stdout
    assert "isolation process" in done.stdout


def test_a_full_disk_is_one_sentence_and_no_half_report(grader, pair, disk):
    place = disk("size=16k")
    done = grader("grade", pair / "ada", "-o", place)
    assert done.returncode == 3
    assert done.stderr == SENTENCE.format(
        f"{place}/ada.html: cannot be written: No space left on device; nothing was saved, run again"
    )
    assert os.listdir(place) == []


def test_a_size_limit_is_one_sentence_and_no_half_report(grader, pair, tmp_path):
    out = tmp_path / "out"
    done = grader("grade", pair / "ada", "-o", out, before=("sh", "-c", 'ulimit -f 8; exec "$@"', "sh"))
    assert done.returncode == 3
    assert done.stderr == SENTENCE.format(
        f"{out}/ada.html: cannot be written: File too large; nothing was saved, run again"
    )
    assert os.listdir(out) == []


def test_a_read_only_folder_is_one_sentence(grader, pair, disk):
    place = disk("size=16k,ro")
    done = grader("grade", pair, "-o", place / "reports")
    assert done.returncode == 3
    assert "cannot be written: Read-only file system; nothing was saved, run again" in done.stderr
    assert "Traceback" not in done.stderr


# -- terminals and pipes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_korean_console_can_show_everything(grader, pair, language):
    table = grader("grade", pair, "--lang", language, PYTHONIOENCODING="cp949")
    one = grader("grade", pair / "유진", "--lang", language, "--full", PYTHONIOENCODING="cp949")
    for done in (table, one):
        assert (done.returncode, done.stderr) == (0, "")
        assert "유진" in done.stdout
        assert not set("✓✗○–") & set(done.stdout)
        assert max(map(cells, done.stdout.splitlines())) <= 80
    assert ("소프트맥스" in one.stdout) == (language == "ko")
    assert "x  5" in one.stdout


@pytest.mark.parametrize("encoding", ["cp949", "ascii", "latin-1"])
def test_json_is_whole_in_any_encoding(grader, pair, encoding):
    plain = json.loads(grader("grade", pair / "유진", "--json", "--lang", "ko", "--only", "softmax").stdout)
    other = json.loads(
        grader("grade", pair / "유진", "--json", "--lang", "ko", "--only", "softmax", PYTHONIOENCODING=encoding).stdout
    )
    assert other["submission"] == plain["submission"]
    assert other["steps"] == plain["steps"]


def test_signs_are_plain_where_asked_for(grader, submit):
    done = grader("grade", submit("ada"), "--ascii")
    done.stdout.encode("ascii")
    assert "+  1 Embedding" in done.stdout


def test_a_reader_that_leaves_early_ends_nothing_in_an_error(grader, pair):
    done = grader("grade", pair, "--json", before=("sh", "-c", '"$@" | head -c 10', "sh"))
    assert done.stderr == ""


def test_learner_text_cannot_command_a_runner(grader, submit):
    words = "\\x1b[2J\\n::error::owned\\n##[error]owned ##vso[task.setvariable]"
    folder = submit("ada", softmax=f"def softmax(S):\n    print('{words}')\n    raise ValueError('{words}')")
    for arguments in ((), ("--json",), ("--full",)):
        done = grader("grade", folder, *arguments)
        assert done.returncode == 0
        for said in (done.stdout, done.stderr):
            assert "\x1b" not in said
            assert "::" not in said
            assert "##[" not in said
            assert "##vso[" not in said
        assert "owned" in done.stdout


def heed_interrupts():
    """A background job ignores SIGINT and hands that on; the command under test has to hear it, as in a terminal."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupted_it_says_so_and_leaves_nothing_running(submit, root, gone):
    folder = submit("ada", text="while True:\n    pass\n")
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-m", "grader", "grade", str(folder)]
    run = subprocess.Popen(
        command,
        cwd=root,
        env=environment,
        stdout=-1,
        stderr=-1,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    time.sleep(2)
    assert run.poll() is None
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=20)
    assert (run.returncode, out, err.strip()) == (130, "", "Interrupted.")
    assert gone(lambda pid, group: group == run.pid)


def test_it_works_from_any_folder_of_the_course(grader, root, submit):
    done = grader("grade", submit("ada"), "--only", "softmax", cwd=root / "docs")
    assert done.returncode == 0
    assert "Score 14 of 14" in done.stdout


def test_a_submission_that_lies_where_the_command_runs_is_never_imported(grader, submit, tmp_path, root):
    folder = submit("ada")
    for name in ("numpy", "yaml", "click", "conftest", "sitecustomize"):
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'owned')!r}, 'w').close()\n")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p conftest\n")
    done = grader("grade", ".", "--only", "embedding", "--course", root, cwd=folder)
    assert not (tmp_path / "owned").exists()
    assert (done.returncode, done.stderr) == (0, "")
    assert "Score 4 of 4" in done.stdout


def test_reports_among_the_submissions_are_refused_before_anything_is_graded(grader, submit, tmp_path):
    for name in ("ada", "ben"):
        submit(f"cohort/{name}")
    cohort = tmp_path / "cohort"
    done = grader("grade", cohort, "-o", cohort / "reports", "--only", "embedding")
    assert done.returncode == 2
    assert "would be graded as a submission; name a folder next to it, such as -o cohort-reports" in done.stderr
    assert not (cohort / "reports").exists()


def test_a_folder_with_one_submission_has_a_gradebook_too(grader, submit, tmp_path):
    submit("submissions/ada")
    out = tmp_path / "reports"
    assert grader("grade", tmp_path / "submissions", "-o", out).returncode == 0
    assert (out / "instructor" / "gradebook.db").is_file()
    assert "ada" in grader("gradebook", "show", "--gradebook", out / "instructor" / "gradebook.db").stdout
    alone = tmp_path / "alone"
    assert grader("grade", tmp_path / "submissions" / "ada", "-o", alone).returncode == 0
    assert not (alone / "instructor" / "gradebook.db").exists()
    inside = grader("grade", tmp_path / "submissions", "-o", tmp_path / "submissions" / "out")
    assert inside.returncode == 2 and "would be graded as a submission" in inside.stderr


def test_what_a_run_says_of_itself_is_in_the_language_of_who_grades(grader, pair, tmp_path):
    out = tmp_path / "reports"
    assert "2 reports in" in grader("grade", pair, "-o", out).stderr
    done = grader("grade", pair, "-o", out, "--lang", "ko")
    assert f"보고서 2개: {out}" in done.stderr
    again = grader("grade", pair, "-o", out, "--lang", "ko")
    assert "찾음 2개, 채점 0개, 그대로 2개, 점수가 달라짐 0개" in again.stderr
    assert not [line for line in again.stderr.splitlines() if "found" in line or "reports in" in line]
