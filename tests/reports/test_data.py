"""The report as data: exact points, the documented schema, one line a report."""

import json
from fractions import Fraction

import jsonschema
import pytest
from grader.reports.to_json import exact, report_json, to_data
from hypothesis import given
from hypothesis import strategies as st


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
    for change in ({"schema": "grader/report/0"}, {"earned": 1.5}, {"steps": [{}]}, {"isolation": {}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**good, **change}, schema)


def test_a_report_is_one_line_and_keeps_korean_readable(mixed):
    text = report_json(mixed["ko"]["wrong"])
    assert "\n" not in text
    assert "소프트맥스" in text
    assert json.loads(report_json(mixed["ko"]["wrong"], indent=2)) == json.loads(text)


def test_the_keys_that_others_read_are_there(mixed):
    data = to_data(mixed["en"]["wrong"])
    assert data["schema"] == "grader/report/1"
    assert data["submission"]["id"] == "wrong"
    assert data["submission"]["path"].endswith("wrong")
    assert (data["possible"], data["pending"], data["bonus"]["possible"]) == (70, 0, 40)
    assert Fraction(data["earned"]) == sum(Fraction(step["earned"]) for step in data["steps"] if not step["bonus"])
    assert {"level", "required", "layers", "probe", "missing"} <= set(data["isolation"])
    assert {"engine", "suite", "seed", "python", "numpy", "graded_at"} <= set(data["provenance"])
    first = data["steps"][4]["checks"][0]
    assert {"id", "title", "outcome", "earned", "possible", "message", "hint", "diagnosis"} <= set(first)
    assert Fraction(to_data(mixed["en"]["third"])["steps"][4]["earned"]) == 14 - 5
