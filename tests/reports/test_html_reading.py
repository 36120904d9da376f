"""A JSON report read back, strictly: whole when it is right, and a sentence with the place when it is not."""

import contextlib
import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.core.errors import UsageError
from grader.reports.schema import from_data, read, report_json, to_data


def through_json(report):
    return json.loads(report_json(report))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_was_written_is_read_back_whole(mixed, language):
    for report in mixed[language].values():
        text = report_json(report)
        assert read(text) == read(text.encode()) == read(b"\xef\xbb\xbf" + text.encode()) == report
        assert from_data(json.loads(text)) == from_data(to_data(report)) == report
        assert read(report_json(report, indent=2, ascii_only=True)) == report


def test_points_come_back_exact(mixed):
    data = through_json(mixed["en"]["third"])
    data["code"]["earned"] = data["score"]["earned"] = "130/3"
    assert from_data(data).score.earned * 3 == 130


def changed(data, path, value):
    data = copy.deepcopy(data)
    *way, last = path
    place = data
    for key in way:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (["schema"], "grader/report/9", "its schema is 'grader/report/9'; this version reads 'grader/report/2' and"),
        (["schema"], ..., "its schema is None"),
        (["schema"], ["grader/report/2"], "its schema is ['grader/report/2']"),
        (
            ["score", "earned"],
            1.5,
            "points are '1.5'; a whole number or a text \"p/q\" is wanted - at `$.score.earned`",
        ),
        (["score", "earned"], "1/0", "points are '1/0'"),
        (["score", "earned"], "-3", "points are '-3'"),
        (["score", "earned"], -3, "points are '-3'"),
        (["score", "earned"], True, "points are 'True'"),
        (["score", "earned"], ..., "missing required field `earned` - at `$.score`"),
        (["score"], ..., "missing required field `score`"),
        (["score", "possible"], 70, "score is not the sum of code and quiz"),
        (["code", "earned"], 71, "score is not the sum of code and quiz"),
        (["quiz"], None, "score is not the sum of code and quiz"),
        (["steps"], {}, "Expected `array`, got `object` - at `$.steps`"),
        (["steps", 2, "checks"], [], "Expected `array` of length >= 1 - at `$.steps[2].checks`"),
        (["steps", 2, "outcome"], "pased", "Invalid enum value 'pased' - at `$.steps[2].outcome`"),
        (["steps", 2, "outcome"], ["x"], "Expected `str`, got `array` - at `$.steps[2].outcome`"),
        (["steps", 1, "number"], 0, "Expected `int` >= 1 - at `$.steps[1].number`"),
        (
            ["steps", 1, "score", "held"],
            "x",
            "points are 'x'; a whole number or a text \"p/q\" is wanted - at `$.steps[1]",
        ),
        (["steps", 1, "checks", 0, "title"], None, "Expected `str`, got `null` - at `$.steps[1].checks[0].title`"),
        (["steps", 1, "checks", 0, "outcome"], "X", "Invalid enum value 'X' - at `$.steps[1].checks[0].outcome`"),
        (["steps", 1, "checks", 0, "diagnosis"], [], "got `array` - at `$.steps[1].checks[0].diagnosis`"),
        (["steps", 1, "bonus"], "no", "Expected `bool`, got `str` - at `$.steps[1].bonus`"),
        (["steps", 1, "id"], "embedding", "the step 'embedding' is there twice"),
        (
            ["isolation", "level"],
            "confine",
            "isolation.level is 'confine'; one of process, confined, confined+ is wanted",
        ),
        (["isolation", "required"], "", "isolation.required is ''; one of process, confined, confined+ is wanted"),
        (["isolation", "probe"], {"read": 3}, "Expected `str`, got `int` - at `$.isolation.probe[...]`"),
        (["provenance", "seed"], -1, "provenance.seed is -1; a whole number from 0 up is wanted"),
        (["quiz"], [], "got `array` - at `$.quiz`"),
        (["quiz_answers"], [], "got `array` - at `$.quiz_answers`"),
        (["quiz_answers"], {"items": [{"id": 3}]}, "Expected `str`, got `int` - at `$.quiz_answers.items[0].id`"),
        (["notes"], [3], "Expected `str`, got `int` - at `$.notes[0]`"),
        (["seconds"], "fast", "Expected `float`, got `str` - at `$.seconds`"),
        (["seconds"], -1, "Expected `float` >= 0.0 - at `$.seconds`"),
        (["submission"], None, "Expected `object`, got `null` - at `$.submission`"),
    ],
)
def test_every_complaint_says_where_and_what(mixed, path, value, complaint):
    data = changed(through_json(mixed["en"]["wrong"]), path, value)
    for reading in (lambda: from_data(data), lambda: read(json.dumps(data))):
        with pytest.raises(UsageError) as caught:
            reading()
        assert str(caught.value).startswith("not a report: ")
        assert complaint in str(caught.value)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, [{"schema": "grader/report/2"}]])
def test_what_is_no_report_at_all_is_refused(data):
    with pytest.raises(UsageError, match="not a report"):
        from_data(data)
    with pytest.raises(UsageError, match="not a report"):
        read(json.dumps(data))


@pytest.mark.parametrize("place", ["evidence", "layers"])
def test_what_is_nested_so_deeply_that_nobody_can_write_it_is_refused(mixed, place):
    data, deep = through_json(mixed["en"]["wrong"]), []
    for _ in range(60):
        deep = [deep]
    held = data["isolation"] if place == "layers" else data["steps"][0]["checks"][0]
    held[place] = {"a": deep}
    for reading in (lambda: from_data(data), lambda: read(json.dumps(data))):
        with pytest.raises(UsageError, match="not a report: nested too deeply"):
            reading()


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200)
@given(st.data())
def test_no_damage_ends_in_anything_but_a_sentence(mixed, data):
    report = through_json(mixed["en"]["wrong"])
    path, place = [], report
    while isinstance(place, dict | list) and place and (not path or data.draw(st.booleans())):
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        path.append(key)
        place = place[key]
    damaged = changed(report, path, data.draw(junk))
    with contextlib.suppress(UsageError):
        report_json(from_data(damaged))
    with contextlib.suppress(UsageError):
        report_json(read(json.dumps(damaged)))
