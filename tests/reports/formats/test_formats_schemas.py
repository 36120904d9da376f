"""Every format against its public rules, as a schema or a parser, and the rules across fields by hand."""

import io
import json
import xml.etree.ElementTree as ET

import jsonschema
import junitparser
import pytest
from format_samples import MORE, RUNNER, failing

from grader.reports.formats import classroom50
from grader.reports.formats.transcript import transcript
from grader.reports.schema import read, report_json

TEXT, WORD, NUMBER = {"type": "string"}, {"type": "string", "minLength": 1}, {"type": "number"}
WHOLE, FLAG = {"type": "integer", "minimum": 0}, {"type": "boolean"}
PLAIN = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
SEEN = {"enum": ["visible", "hidden", "after_due_date", "after_published"]}


def record(required, optional=None, extra=False):
    return {
        "type": "object",
        "required": list(required),
        "properties": {**required, **(optional or {})},
        "additionalProperties": extra,
    }


def several(one, least=0):
    return {"type": "array", "items": one, "minItems": least}


STAMP = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"}
CLASSROOM50 = record(
    {
        "schema": {"const": "classroom50/result/v1"},
        "classroom": WORD,
        "assignment": WORD,
        "assignment_type": {"enum": ["individual", "group", "team"]},
        "owner": WORD,
        "submission": {"type": "string", "pattern": "^submit/"},
        "commit": WORD,
        "release": WORD,
        "review": WORD,
        "datetime": STAMP,
        "score": WHOLE,
        "max-score": WHOLE,
        "tests": several(
            record({"test-name": WORD, "passed": FLAG, "score": WHOLE, "max-score": WHOLE}, extra=True), 1
        ),
    },
    {"graded_at": STAMP},
)
GRADESCOPE = record(
    {
        "score": NUMBER,
        "tests": several(
            record(
                {"name": WORD},
                {
                    "score": NUMBER,
                    "max_score": NUMBER,
                    "status": {"enum": ["passed", "failed"]},
                    "name_format": PLAIN,
                    "number": TEXT,
                    "output": TEXT,
                    "output_format": PLAIN,
                    "tags": several(TEXT),
                    "visibility": SEEN,
                    "extra_data": {"type": "object"},
                },
            )
        ),
    },
    {
        "execution_time": NUMBER,
        "output": TEXT,
        "output_format": PLAIN,
        "test_output_format": PLAIN,
        "test_name_format": PLAIN,
        "visibility": SEEN,
        "stdout_visibility": SEEN,
        "extra_data": {"type": "object"},
    },
)
PRAIRIELEARN = record(
    {"gradable": FLAG},
    {
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        "message": TEXT,
        "output": TEXT,
        "succeeded": FLAG,
        "format_errors": several(TEXT),
        "tests": several(
            record(
                {"name": WORD, "points": NUMBER, "max_points": NUMBER},
                {"description": TEXT, "message": TEXT, "output": TEXT},
            )
        ),
    },
)
EXERCISM = record(
    {
        "version": {"const": 3},
        "status": {"enum": ["pass", "fail", "error"]},
        "tests": several(
            record(
                {"name": WORD, "status": {"enum": ["pass", "fail", "error"]}},
                {
                    "message": {"type": "string", "maxLength": 65535},
                    "output": {"type": "string", "maxLength": 500},
                    "task_id": {"type": "integer"},
                },
            )
        ),
    },
    {"message": {"type": "string", "maxLength": 65535}},
)
SCHEMAS = {"classroom50": CLASSROOM50, "gradescope": GRADESCOPE, "prairielearn": PRAIRIELEARN, "exercism": EXERCISM}


@pytest.mark.parametrize("form", SCHEMAS)
@pytest.mark.parametrize("sample", MORE)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_json_formats_keep_their_rules(written, sample, form, language):
    jsonschema.validate(json.loads(written(sample, form, language)), SCHEMAS[form])


@pytest.mark.parametrize("sample", MORE)
def test_the_sample_itself_is_what_the_schema_of_reports_says(root, sample):
    schema = json.loads((root / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(report_json(MORE[sample]())), schema)


@pytest.mark.parametrize("sample", MORE)
def test_classroom50_adds_up_and_never_gives_full_marks_for_a_failure(graded, sample):
    grade = graded(sample)
    result = classroom50.of(grade, {})
    jsonschema.validate(result, CLASSROOM50)  # also where the runner gave no environment
    for name in ("score", "max-score"):
        assert sum(test[name] for test in result["tests"]) == result[name]
    for test in result["tests"]:
        assert test["passed"] == (test["score"] == test["max-score"])
    assert (result["score"] == result["max-score"]) == (grade.status == "pass")


def test_classroom50_from_data_is_the_same_and_a_crash_is_nought_of_all():
    again = read(report_json(failing()))
    assert classroom50.result_json(again, RUNNER) == classroom50.of(transcript(failing(), "ko"), RUNNER)
    crash = classroom50.fallback(RUNNER, 70, "the autograder crashed")
    jsonschema.validate(crash, CLASSROOM50)
    assert (crash["score"], crash["max-score"], len(crash["tests"])) == (0, 70, 1)


@pytest.mark.parametrize("sample", MORE)
def test_gradescope_and_prairielearn_agree_with_their_own_sums(written, sample):
    scope = json.loads(written(sample, "gradescope"))
    scored = [test for test in scope["tests"] if "score" in test]
    assert round(sum(test["score"] for test in scored), 6) == scope["score"]
    assert all(("score" in test) == ("max_score" in test) for test in scope["tests"])
    assert all((test["status"] == "passed") == (test["score"] == test["max_score"]) for test in scored)
    lake = json.loads(written(sample, "prairielearn"))
    if lake["gradable"]:
        points, most = (round(sum(test[key] for test in lake["tests"]), 6) for key in ("points", "max_points"))
        assert lake["score"] == pytest.approx(points / most, abs=1e-9)
        assert points == scope["score"]
    else:
        assert sample in ("broken", "unreadable", "broken_quiz", "unreadable_quiz")
        assert lake["format_errors"]


@pytest.mark.parametrize("sample", MORE)
def test_exercism_fails_only_what_ran(written, sample):
    told = json.loads(written(sample, "exercism"))
    assert (told["status"] == "error") == (not told["tests"]) == ("message" in told)
    assert (told["status"] == "pass") == all(test["status"] == "pass" for test in told["tests"] or [{"status": ""}])
    assert all("message" in test for test in told["tests"] if test["status"] != "pass")
    assert not any("test_code" in test for test in told["tests"])


@pytest.mark.parametrize("sample", MORE)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_junit_can_be_read_and_counts_what_it_holds(written, graded, sample, language):
    text = written(sample, "junit", language)
    found = junitparser.JUnitXml.fromroot(ET.parse(io.StringIO(text)).getroot())
    grade = graded(sample, language)
    cases = [case for suite in found for case in suite]
    assert len(cases) == sum(len(part.lines) for part in grade.parts) == found.tests
    kinds = [type(one).__name__ for case in cases for one in case.result]
    assert (found.failures, found.errors, found.skipped) == tuple(map(kinds.count, ("Failure", "Error", "Skipped")))
    points = {suite.name: {p.name: p.value for p in suite.properties()} for suite in found}
    assert len(points) == len(grade.parts)
    assert all({"points.earned", "points.possible"} <= set(told) for told in points.values())
