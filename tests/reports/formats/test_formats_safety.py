"""What no format may do: give away what a learner may not read, or let learner text command a log, page or sheet."""

import base64
import csv
import io
import json
import re
import sys
from fractions import Fraction

import msgspec
import pytest
from format_samples import HOSTILE, MORE, PRIVATE, RUNNER, check, failing, full, report, step

from grader.authoring.release.leaks import secrets
from grader.core import hookspecs
from grader.core.model import Outcome
from grader.reports.formats import github, markdown, registry
from grader.reports.formats.escaping import command
from grader.reports.formats.registry import FORMATS, Format
from grader.reports.formats.transcript import nothing, transcript
from grader.reports.schema import Score

COMMAND = re.compile(r"^::(error|notice)( \w+=[^:,\n]*(,\w+=[^:,\n]*)*)?::[^\n]*$")


def opened(text, form):
    """The text as its reader sees it: base64 and JSON's escapes undone."""
    if form in ("classroom", "classroom-v1"):
        text = base64.b64decode(text).decode()
    if form == "github-outputs":
        text += base64.b64decode(text.partition("result=")[2]).decode()
    return text


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("sample", MORE)
def test_what_is_private_stands_in_no_format(written, sample, form):
    text = opened(written(sample, form), form)
    assert [word for word in PRIVATE if word in text] == []


def test_the_samples_do_hold_it():
    held = repr(failing())
    assert [word for word in PRIVATE if word not in held] == []


@pytest.mark.parametrize("form", FORMATS)
def test_a_quiz_whose_results_are_held_back_is_held_and_told_nowhere(written, graded, form):
    told = opened(written("held", form), form)
    assert "합이 1인 것은" not in told
    assert "하나가 빠졌어요" not in told
    without = msgspec.structs.replace(failing(), score=failing().code, quiz=None, quiz_answers=None)
    earned, held = without.score.earned, without.score.held
    assert (without.score.possible, failing().quiz.possible) == (46, 10)
    assert graded("held").score == Score(earned, 56, held + 10)
    assert graded("failing").score == Score(earned + Fraction(7, 2), 56, held + 5)
    assert transcript(failing("after_deadline"), "ko", reveal_quiz=True).score == graded("failing").score


@pytest.fixture(scope="module")
def real(tmp_path_factory, grade_all, reference, edited):
    """A submission with a mistake, a crash and a hostile message, really graded."""
    if sys.platform != "linux":
        pytest.skip("hidden suites run on Linux")
    folder = tmp_path_factory.mktemp("real")
    wrong = edited(
        reference,
        softmax="def softmax(S):\n    E = np.exp(S)\n    return E / E.sum(axis=0)",
        embed=f"def embed(token_ids, E):\n    raise ValueError({HOSTILE!r})",
    )
    (folder / "attention.py").write_text(wrong, encoding="utf-8")
    return next(iter(grade_all([folder]).values()))


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_of_the_hidden_suite_or_of_the_reference_is_in_a_real_report(real, assignment, form):
    """Titles and advice of the checks that failed are the learner's to read; their code and the quiz's keys are not."""
    text = " ".join(opened(FORMATS[form].write(transcript(real, "en"), RUNNER), form).split())
    private = [s for s in secrets(assignment) if s.statement or s.what.startswith(("the quiz", "the private"))]
    assert len(private) > 100
    assert [s for s in private if s.text in text] == []
    assert "hidden/" not in text
    assert str(assignment.folder) not in text


@pytest.mark.parametrize("sample", MORE)
def test_commands_are_ours_one_a_line_and_at_most_ten(written, sample):
    lines = written(sample, "github-commands").splitlines()
    assert lines
    assert all(COMMAND.fullmatch(line) for line in lines), lines
    kinds = [line[2:].partition(" ")[0].partition(":")[0] for line in lines]
    assert kinds.count("error") <= 8
    assert kinds.count("notice") == 2


def test_eight_annotations_first_one_for_every_step():
    wrong = [
        step(
            n,
            f"s{n}",
            f"S{n}",
            *(check(f"s{n}.{k}", f"T{k}", Outcome.FAILED, message=f"attention.py:{n}{k}: no") for k in range(5)),
        )
        for n in range(1, 7)
    ]
    told = github.marks(transcript(report("ada", *wrong), "en"), "exercises/a")
    assert len(told) == 8
    assert [line.partition("title=")[2][:6] for line in told[:6]] == [f"step {n}" for n in range(1, 7)]
    assert len({re.search(r"line=(\d+)", line)[1] for line in told}) == 8
    assert all("file=exercises/a/attention.py" in line for line in told)


def test_a_folders_name_ends_no_property():
    told = github.marks(transcript(failing(), "en"), "a,line=1::set-output name=x::\n::stop-commands::y%")[0]
    assert COMMAND.fullmatch(told), told
    assert "\n" not in told
    assert command("error", "50%\r\nof", file="a:b,c%") == "::error file=a%3Ab%2Cc%25::50%25%0D%0Aof"


@pytest.mark.parametrize("form", ["github", "markdown"])
def test_markdown_shows_hostile_text_as_text(written, form):
    text = written("failing", form)
    bare = re.sub(r"</?(br|span)>", "", text)
    assert "<" not in bare
    for markup in ("`code`", "**bold**", "](http", "@org", "#12", "http://", "$x$", "www.evil"):
        assert not re.search(rf"(?<!\\){re.escape(markup)}", text), markup
    assert not re.search(r"^\s*(::|##\[)", text, re.MULTILINE)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}


@pytest.mark.parametrize("start", ["# ", "## ", "- ", "+ ", "--- ", "=== ", "1. ", "12. "])
def test_a_files_name_is_no_heading_list_or_rule_of_the_page(start):
    words = f"{start}100 of 100 points.py: not a notebook"
    text = markdown.write(nothing(words, "en", ours=False), {})
    [line] = [line for line in text.splitlines() if "100 of 100" in line]
    assert re.match(r"\s*(\\[#=+-]|\d+\\\.)", line)


@pytest.mark.parametrize("form", FORMATS)
def test_hostile_text_starts_no_line_and_brings_no_control_character(written, form):
    text = opened(written("failing", form), form)
    assert not re.search(r"^\s*(::(?!(error|notice) )|##(\[|vso))", text, re.MULTILINE)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2028\u2029]", text)


def test_a_spreadsheet_takes_nothing_for_a_formula():
    one = report("=cmd()", step(1, "s", "Softmax", check("s.a", "+1")))
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"].write(transcript(one, "en"), {}))))
    assert not any(value[:1] in "=+-@\t" for row in rows for value in row.values() if value)
    assert rows[0]["submission"] == "'=cmd()"
    rows = FORMATS["csv"].write(transcript(report("x;=cmd()", step(1, "s", "a\t=1")), "en"), {})
    assert "x;'=cmd()" in rows
    assert ";=" not in rows


@pytest.fixture(scope="module")
def huge():
    """A thousand checks with messages as long as they come, in three bytes a letter."""
    long = "수" * 2000
    steps = (
        step(
            n,
            f"s{n}",
            "S" * 300,
            *(check(f"s{n}.c{k}", long, Outcome.FAILED, message=f"{long}{k}", hint=long) for k in range(100)),
        )
        for n in range(1, 11)
    )
    return transcript(report("ada", *steps), "en")


LARGEST = {
    "github": 1 << 20,
    "markdown": 1 << 16,
    "prairielearn": 1 << 20,
    "classroom": 128 << 10,
    "classroom-v1": 128 << 10,
    "github-outputs": 160 << 10,
    "gradescope": 1 << 20,
    "github-commands": 1 << 16,
}


@pytest.mark.parametrize("form", LARGEST)
def test_sizes_hold_for_a_report_of_a_thousand_long_messages(huge, form):
    assert len(FORMATS[form].write(huge, {}).encode()) <= LARGEST[form]


def test_percent_is_rounded_down(graded):
    assert markdown.percent(graded("full")) == 100
    first, second, *rest = full().steps
    most = second.score.possible
    almost = msgspec.structs.replace(second, score=Score(most * 9999 / 10000, most))
    assert markdown.percent(transcript(report("ada", first, almost, *rest), "en")) == 99


def test_a_package_adds_a_format_and_cannot_replace_a_built_in_one():
    class Package:
        @hookspecs.hookimpl
        def register_reports(self):
            mine = Format(".txt", "mine", lambda grade, env: grade.status)
            return {"mine": mine, "junit": mine}

    known = hookspecs.report_formats(registry, Package())
    assert known["mine"].write(transcript(failing(), "ko"), {}) == "fail"
    assert known["junit"] is FORMATS["junit"]
    assert set(hookspecs.report_formats(registry)) >= set(FORMATS)


def test_every_format_is_named_in_the_help_and_in_the_documentation(grader, root):
    help_text = "".join(grader("report", "--help").stdout.split())
    documented = (root / "docs" / "formats.md").read_text(encoding="utf-8")
    for form in FORMATS:
        assert form in help_text
        assert f"`{form}`" in documented


def test_the_command_writes_one_to_standard_output_and_several_into_a_folder(grader, tmp_path):
    from grader.reports.schema import report_json

    for name in ("full", "broken"):
        (tmp_path / f"{name}.json").write_text(report_json(MORE[name]()), encoding="utf-8")
    done = grader("report", tmp_path / "full.json", "--to", "classroom50")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["score"] == 18
    done = grader("report", tmp_path / "full.json", tmp_path / "broken.json", "--to", "junit", "-o", tmp_path / "xml")
    assert done.returncode == 0
    assert {path.name for path in (tmp_path / "xml").iterdir()} == {"grace.xml", "lena.xml"}
    wrong = grader("report", tmp_path / "full.json", "--to", "junt")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "did you mean 'junit'" in wrong.stderr
    assert "name a folder" in grader("report", *tmp_path.glob("*.json"), "--to", "csv").stderr
    assert grader("report", tmp_path / "full.json", "--to", "csv", "--audience", "instructor").returncode == 2
