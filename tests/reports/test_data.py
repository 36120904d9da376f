"""The report as data: exact points, the documented schema, one line a report."""

import json
import os
from fractions import Fraction

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_schema import report_schema

from grader.core.model import exact
from grader.reports.schema import report_json, to_data


@given(st.fractions(min_value=0, max_value=100))
def test_points_stay_exact(value):
    assert Fraction(exact(value)) == value
    assert type(exact(value)) is (int if value.denominator == 1 else str)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_report_is_what_the_schema_says(mixed, root, language):
    schema = json.loads((root / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    for report in mixed[language].values():
        validator(schema).validate(json.loads(report_json(report)))


def test_the_schema_refuses_what_is_no_report(mixed, root):
    schema = json.loads((root / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    good = to_data(mixed["en"]["perfect"])
    score = good["score"]
    for change in (
        {"schema": "grader/report/1"},
        {"score": {**score, "earned": 1.5}},
        {"score": {**score, "held": -1}},
        {"score": {**score, "possible": "7/0"}},
        {"score": {"earned": 1}},
        {"steps": [{}]},
        {"steps": [{**good["steps"][0], "outcome": "fine"}]},
        {"steps": [{**good["steps"][0], "checks": []}]},
        {"isolation": {}},
        {"isolation": {**good["isolation"], "level": "loose"}},
        {"quiz_answers": {"items": [{}]}},
        {"another": 3},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**good, **change}, schema)


def test_a_report_is_one_line_and_keeps_korean_readable(mixed):
    text = report_json(mixed["ko"]["wrong"])
    assert "\n" not in text
    assert "소프트맥스" in text
    assert json.loads(report_json(mixed["ko"]["wrong"], indent=2)) == json.loads(text)


def test_the_keys_that_others_read_are_there(mixed):
    data = to_data(mixed["en"]["wrong"])
    assert data["schema"] == "grader/report/2"
    assert next(iter(data)) == "schema"
    assert data["submission"]["id"] == "wrong"
    assert data["submission"]["path"].endswith("wrong")
    assert data["quiz"] == {"earned": 0, "possible": 30, "held": 0}
    assert (data["code"]["possible"], data["code"]["held"], data["bonus"]["possible"]) == (70, 0, 40)
    assert data["score"] == {**data["code"], "possible": 100}
    steps = [step["score"] for step in data["steps"] if not step["bonus"]]
    assert Fraction(data["code"]["earned"]) == sum(Fraction(score["earned"]) for score in steps)
    assert {"level", "required", "layers", "probe", "missing"} <= set(data["isolation"])
    assert {"engine", "suite", "seed", "python", "numpy", "graded_at"} <= set(data["provenance"])
    first = data["steps"][4]["checks"][0]
    assert {"id", "title", "outcome", "score", "message", "hint", "diagnosis"} <= set(first)
    assert Fraction(to_data(mixed["en"]["third"])["steps"][4]["score"]["earned"]) == 14 - 5


def test_the_schema_is_the_one_of_the_types(root):
    path = root / "docs" / "report.schema.json"
    made = json.dumps(report_schema(), ensure_ascii=False, indent=1) + "\n"
    if os.environ.get("GRADER_GOLDEN") == "write":
        path.write_text(made, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == made
