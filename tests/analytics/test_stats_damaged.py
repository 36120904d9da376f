"""Reports with a damaged part: named with what is wrong, left out, and the others counted, exported and shown."""

import contextlib
import copy
import json
import os
import random

import pytest
from made_reports import as_schema_1

from grader.analytics import gather, read_reports, reading, summarise
from grader.analytics.site import Site, aliases, site_pages
from grader.analytics.text import stats_text
from grader.core.errors import UsageError
from grader.gradebook.final_grades import worth_of
from grader.integrations import grades_of
from grader.integrations.gradescope import gradescope_plan
from grader.integrations.spreadsheet import spreadsheet_plan
from grader.reports.formats.registry import FORMATS  # noqa: F401  loaded once, before anything is timed

WRONG = [None, True, -1, 1.5, 10**30, "", "words", "1/0", "\ud800", [], [[]], [None], {}, {"a": None}, float("nan")]


def damage(report, way, value):
    """The report with another value where `way` leads."""
    made = copy.deepcopy(report)
    inside = made
    for key in way[:-1]:
        inside = inside[key]
    inside[way[-1]] = value
    return made


def ways(value, way=()):
    """The way to everything inside plain data."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield (*way, key)
        yield from ways(one, (*way, key))


def everything(place):
    """All that is made of a folder of reports; what was left out of it."""
    out = []
    reports = list(read_reports(place, out.append))
    summary = summarise(gather(reports))
    for language in ("en", "ko"):
        stats_text(summary, language, full=True, width=100)
    json.dumps(summary.to_data("en")).encode()
    grades = list(grades_of(reports))
    for plan in (gradescope_plan(grades), spreadsheet_plan(grades, worth_of(grades), unit=100)):
        for text in plan.files.values():
            text.encode()
    alias = aliases([report.submission.id for report in reports])
    for site in (Site("en"), Site("ko", alias)):
        for _, text in site_pages(lambda: iter(reports), site):
            text.encode()
    return [report.submission.id for report in reports], out


@pytest.fixture
def place(reports, tmp_path):
    """A folder with three reports, the last of them with everything in it that a report can have."""
    for report in (*reports[:2], full(reports)):
        (tmp_path / f"{report['submission']['id']}.json").write_text(json.dumps(report), encoding="utf-8")
    return tmp_path


def full(reports):
    return next(report for report in reports[2:] if report["quiz_answers"] and "diagnos" in json.dumps(report["steps"]))


def put(place, name, value):
    (place / name).write_text(json.dumps(value), encoding="utf-8")


TOP = {
    2: "schema assignment title submission score code quiz bonus grade steps quiz_answers isolation provenance seconds "
    "language notes only hinted",
    1: "schema assignment title submission earned possible pending bonus grade steps quiz isolation provenance seconds "
    "notes only hinted",
}


@pytest.mark.parametrize(("schema", "key"), [(schema, key) for schema in TOP for key in TOP[schema].split()])
def test_a_wrong_value_at_the_top_is_named_and_the_others_go_on(place, reports, schema, key):
    whole = of_schema(schema, full(reports))
    for wrong in (7.5, "words", [1], {"a": 1}, True):
        if type(wrong) is type(whole[key]):
            continue  # a title may be any text
        put(place, "zoe.json", damage(whole, (key,), wrong))
        out = []
        assert len(list(read_reports(place, out.append))) == 3
        assert len(out) == 1
        assert out[0].startswith(f"{place / 'zoe.json'}: not a report: ")
        assert key in out[0]


@pytest.mark.parametrize(
    ("way", "wrong", "said"),
    [
        (("steps", 2, "number"), "three", "Expected `int`, got `str` - at `$.steps[2].number`"),
        (("steps", 1, "checks", 0, "outcome"), "fine", "Invalid enum value 'fine' - at `$.steps[1].checks[0].outcome`"),
        (("steps", 0, "score", "earned"), "1/0", "points are '1/0'; a whole number or a text \"p/q\" is wanted - at "),
        (("steps", 0, "checks"), [], "Expected `array` of length >= 1 - at `$.steps[0].checks`"),
        (("score", "earned"), 99, "score is not the sum of code and quiz"),
        (("score", "possible"), 70, "score is not the sum of code and quiz"),
        (("quiz",), None, "score is not the sum of code and quiz"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(place, reports, way, wrong, said):
    put(place, "zoe.json", damage(reports[5], way, wrong))
    out = []
    assert len(list(read_reports(place, out.append))) == 3
    assert out[0].startswith(f"{place / 'zoe.json'}: not a report: {said}")


def of_schema(schema, report):
    return report if schema == 2 else as_schema_1(report)


NAMES = ("assignment",), ("submission", "id")  # other words there are another assignment's, or another learner's


def spoilt(place, report, count, seed, spoil):
    """Put so many reports with one spoilt place each beside the whole ones; how many were left out of everything."""
    rng = random.Random(seed)
    found = [way for way in ways(report) if way not in NAMES]
    for number, way in enumerate(rng.sample(found, count)):
        made = damage(report, ("submission", "id"), f"d{number}")
        put(place, f"d{number}.json", spoil(made, way, rng))
    read, out = everything(place)
    assert len(read) + len(out) == 3 + count
    assert len(set(out)) == len(out)
    return len(out)


@pytest.mark.parametrize("schema", [2, 1])
def test_any_damage_anywhere_is_named_or_harmless(place, reports, schema):
    whole = of_schema(schema, full(reports))
    named = spoilt(place, whole, 250, 3, lambda report, way, rng: damage(report, way, rng.choice(WRONG)))
    assert 80 < named < 240


@pytest.mark.parametrize("schema", [2, 1])
def test_what_is_missing_anywhere_is_named_or_harmless(place, reports, schema):
    def without(report, way, rng):
        inside = report
        for key in way[:-1]:
            inside = inside[key]
        del inside[way[-1]]
        return report

    assert 10 < spoilt(place, of_schema(schema, full(reports)), 80, 4, without) < 80


@pytest.mark.parametrize("schema", [2, 1])
@pytest.mark.parametrize("key", ["steps", "checks", "items"])
def test_what_stands_twice_in_a_report_is_in_nobodys_row(place, reports, key, schema):
    made = of_schema(schema, copy.deepcopy(full(reports)))
    made["submission"]["id"] = "zoe"
    where = {"steps": made, "checks": made["steps"][0], "items": made["quiz_answers" if schema == 2 else "quiz"]}[key]
    where[key].append(where[key][0])
    put(place, "zoe.json", made)
    read, out = everything(place)
    assert len(read) == 3
    assert "twice" in out[0]


FILES = {
    "cut": (lambda text: text[: len(text) // 2].encode(), "not JSON, so no report (Input data was truncated)"),
    "empty": (lambda text: b"", "empty, so no report"),
    "blank": (lambda text: b" \n", "empty, so no report"),
    "zeros": (lambda text: b"\0" * 4096, "not JSON, so no report"),
    "latin": (
        lambda text: text.replace('"title": "', '"title": "é', 1).encode("latin-1"),
        "not JSON, so no report (Invalid UTF-8 encoded string",
    ),
    "other version": (
        lambda text: text.replace("grader/report/2", "grader/report/3").encode(),
        "not a report: its schema is 'grader/report/3'; this version reads 'grader/report/2' and 'grader/report/1'",
    ),
    "a list": (lambda text: f"[{text}]".encode(), "not a report"),
    "brackets": (lambda text: b"[" * 100_000, "not a report: Expected `object`, got `array`"),
    "deep": (lambda text: measured(text, "[" * 5000 + "]" * 5000), "not a report: nested too deeply"),
    "deep enough": (lambda text: measured(text, "[" * 200 + "]" * 200), "not a report: nested too deeply"),
    "digits": (
        lambda text: measured(text, "1" + "0" * 5000),
        "not a report: Integer value out of range - at `$.steps[",
    ),
    "infinite": (lambda text: measured(text, "1e999"), "not a report: Number out of range - at `$.steps["),
    "too large": (lambda text: (text[:-1] + " " * (32 << 20) + "}").encode(), "larger than 32 MiB, so no report"),
    "half a letter": (
        lambda text: text.replace('"title": "', '"title": "\\ud83d', 1).encode(),
        "not JSON, so no report (JSON is malformed: ",
    ),
}


def measured(text, value):
    """The report with that value in what a check's measurement rests on, which may be anything."""
    assert '"evidence": null' in text
    return text.replace('"evidence": null', f'"evidence": {{"x": {value}}}', 1).encode()


def test_what_this_version_does_not_know_is_passed_over(place, reports):
    """A key of a later version, or somebody's own; it is never read, so it may be of any size and depth."""
    for number, value in enumerate(("1" + "0" * 5000, "[" * 200 + "]" * 200, '{"earned": 1000}')):
        made = json.dumps(damage(reports[5], ("submission", "id"), f"z{number}"))
        (place / f"z{number}.json").write_text(made[:-1] + f', "more": {value}}}')
    assert everything(place)[1] == []


def test_a_line_that_is_too_large_is_left_out_alone(reports, tmp_path, monkeypatch):
    file = tmp_path / "cohort.jsonl"
    texts = [json.dumps(report) for report in reports[:3]]
    monkeypatch.setattr(reading, "_LARGEST", max(map(len, texts)) + 1)
    texts[1] = texts[1][:-1] + " " * 5 * len(texts[0]) + "}"
    file.write_text("\n".join(texts) + "\n")
    left = []
    read = [report.submission.id for report in reading.read_reports(file, left.append)]
    assert read == [reports[i]["submission"]["id"] for i in (0, 2)]
    assert left == [f"{file}:2: larger than 0 MiB, so no report"]


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("command", ["stats", "export", "cohort-report"])
def test_each_command_names_the_file_and_does_the_rest(grader, place, reports, tmp_path_factory, kind, command):
    spoil, said = FILES[kind]
    (place / "zoe.json").write_bytes(spoil(json.dumps(reports[5])))
    site = tmp_path_factory.mktemp("made") / "site"
    more = {"export": ("--to", "csv", "-o", site), "cohort-report": (site,)}.get(command, ())
    done = grader(command, place, *more)
    assert done.returncode == 3
    assert done.stderr.startswith(f"skipped: {place / 'zoe.json'}: {said}")
    assert done.stderr.count("skipped: ") == 1
    assert "1 skipped (named above); everything else is done\n" in done.stderr
    told = (
        done.stdout if command == "stats" else (site / "index.html" if command == "cohort-report" else site).read_text()
    )
    assert "3 learners" in told if command != "export" else told.count("\n") == 4


def test_what_is_no_file_is_named_and_nobody_waits_for_it(grader, place):
    (place / "folder.json").mkdir()
    os.mkfifo(place / "pipe.json")
    (place / "lost.json").symlink_to(place / "nowhere")
    done = grader("stats", place, "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["learners"] == 3
    told = [f"{place / name}.json: no ordinary file, so no report; take it out" for name in ("folder", "pipe")]
    told.insert(1, f"{place / 'lost.json'}: cannot be read: No such file or directory")
    assert json.loads(done.stdout)["left_out"] == told
    assert done.stderr.splitlines()[:3] == [f"skipped: {line}" for line in told]


def test_lines_of_json_lines_are_left_out_one_by_one(grader, reports, tmp_path):
    lines = [json.dumps(report).encode() for report in reports[:4]]
    lines[1], lines[2] = b'{"schema": "\xff"}', lines[2][:99]
    (tmp_path / "all.jsonl").write_bytes(b"\n\n".join(lines))
    done = grader("stats", tmp_path / "all.jsonl")
    assert done.returncode == 3
    assert "2 learners" in done.stdout
    assert f"skipped: {tmp_path / 'all.jsonl'}:3: not JSON, so no report (Invalid UTF-8 encoded string" in done.stderr
    assert f"skipped: {tmp_path / 'all.jsonl'}:5: not JSON" in done.stderr


def test_where_nothing_is_left_there_is_no_figure(grader, tmp_path):
    (tmp_path / "ada.json").write_text("{")
    for command in (("stats",), ("export", "--to", "csv"), ("cohort-report",)):
        done = grader(
            command[0], tmp_path, *command[1:], *([tmp_path / "site"] if command[0] == "cohort-report" else [])
        )
        assert done.returncode == 2
        assert "skipped: " in done.stderr
        assert f"{tmp_path}: no report in it" in done.stderr


def test_without_anybody_to_tell_the_first_one_ends_the_reading(place):
    (place / "zoe.json").write_text("{")
    with contextlib.closing(read_reports(place)) as found, pytest.raises(UsageError, match=r"zoe\.json: not JSON"):
        list(found)
