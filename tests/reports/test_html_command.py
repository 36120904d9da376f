"""`grader report`: from JSON reports to pages on disk, and a sentence for everything that is no report."""

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from grader.cli.report import report as command
from grader.reports.schema import report_json


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(*arguments, told=None):
        return CliRunner().invoke(command, [str(a) for a in arguments], input=told)

    return call


@pytest.fixture
def files(tmp_path, mixed):
    (tmp_path / "one.json").write_text(report_json(mixed["en"]["wrong"], indent=2), encoding="utf-8")
    lines = [report_json(mixed["ko"][name]) for name in ("wrong", "perfect", "untouched")]
    (tmp_path / "many.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def test_one_report_becomes_a_page_beside_it_in_its_own_language(run, files):
    done = run("one.json")
    assert (done.exit_code, done.output) == (0, "one.html\n")
    assert '<html lang="en">' in (files / "one.html").read_text(encoding="utf-8")


def test_many_reports_become_pages_in_a_folder(run, files):
    done = run("many.jsonl", "-o", "pages", "--json")
    assert [one["report"] for one in json.loads(done.output)] == ["wrong", "perfect", "untouched"]
    for name in ("wrong", "perfect", "untouched"):
        assert '<html lang="ko">' in (files / "pages" / f"{name}.html").read_text(encoding="utf-8")


def test_language_audience_and_output_are_the_ones_asked_for(run, files):
    assert run("one.json", "--lang", "ko", "--audience", "instructor", "-o", "x/y.html").exit_code == 0
    text = (files / "x" / "y.html").read_text(encoding="utf-8")
    assert '<html lang="ko">' in text
    assert "강의자용 사본" in text
    assert run("one.json", "--audience", "instructor").output == "one.instructor.html\n"


def test_standard_input_will_do(run, files):
    done = run("-", told=(files / "one.json").read_bytes())
    assert (done.exit_code, done.output) == (0, "wrong.html\n")


def test_all_parts_can_stand_open(run, files):
    run("one.json", "-o", "a.html", "--expand")
    text = (files / "a.html").read_text(encoding="utf-8")
    assert re.findall(r"<details[^>]*>", text)
    assert all(" open>" in tag for tag in re.findall(r"<details[^>]*>", text))


def test_the_page_is_opened_where_there_is_a_browser(run, files, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    assert run("one.json", "--open").exit_code == 0
    assert opened == [(files / "one.html").as_uri()]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"", "empty"),
        (b"hello", "not JSON, so no report"),
        (b"\xff\xfe", "not JSON, so no report"),
        (b"{}", "its schema is None"),
        (b'{"schema": "grader/report/1"}', "missing required field `assignment`"),
        (b'{"schema": "grader/report/2"}', "missing required field `assignment`"),
        (b"[" * 100000, "not a report: Expected `object`, got `array`"),
        (b'{"a":' * 100000, "nested too deeply"),
    ],
)
def test_what_is_no_report_is_refused_in_one_sentence(run, files, text, complaint):
    (files / "bad.json").write_bytes(text)
    done = run("bad.json")
    assert done.exit_code != 0
    assert str(done.exception).startswith("bad.json: ")
    assert complaint in str(done.exception)


@pytest.mark.parametrize("audience", ["learner", "instructor"])
def test_a_report_that_no_page_can_hold_is_refused(run, files, audience):
    forged = json.loads((files / "one.json").read_text(encoding="utf-8"))
    forged["steps"][0]["checks"][0]["message"] = "\ud800"
    (files / "one.json").write_text(json.dumps(forged), encoding="utf-8")
    done = run("one.json", "--audience", audience)
    assert done.exit_code
    where = re.fullmatch(
        r"one.json: not JSON, so no report \(.*end of hex escape \(byte (\d+)\)\); take it out, or grade .* again",
        str(done.exception),
    )
    assert (files / "one.json").read_bytes()[: int(where[1])].endswith(b"\\ud800")
    assert not (files / "one.html").exists()


def test_a_missing_file_and_two_pages_of_one_name_are_refused(run, files):
    assert "cannot be read" in str(run("none.json").exception)
    assert "same name" in str(run("one.json", "one.json", "-o", "pages").exception)
    assert "name a folder" in str(run("many.jsonl", "-o", "a.html").exception)


def test_an_assignment_id_leads_nowhere_else(run, files, mixed):
    data = json.loads(report_json(mixed["en"]["wrong"]))
    data["assignment"] = "../../secret"
    (files / "evil.json").write_text(json.dumps(data), encoding="utf-8")
    assert run("evil.json").exit_code == 0


def test_help_loads_nothing_heavy(root):
    code = "import sys\nimport grader.cli.report\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert {"numpy", "jinja2", "markupsafe", "pytest", "yaml"}.isdisjoint(done.stdout.split())
