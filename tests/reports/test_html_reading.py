"""A JSON report read back, strictly: whole when it is right, and a sentence with the place when it is not."""

import contextlib
import copy
import json

import pytest
from grader.reports.to_json import to_data
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.core.errors import UsageError
from grader.reports.html import from_data


def through_json(report):
    return json.loads(json.dumps(to_data(report)))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_was_written_is_read_back_whole(mixed, language):
    for report in mixed[language].values():
        data = through_json(report)
        assert json.loads(json.dumps(to_data(from_data(data)))) == data


def test_points_come_back_exact(mixed):
    data = through_json(mixed["en"]["third"])
    data["earned"] = "130/3"
    assert from_data(data).earned * 3 == 130


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
        (["schema"], "grader/report/9", "its schema is 'grader/report/9', this version reads 'grader/report/1'"),
        (["schema"], ..., "its schema is None"),
        (["earned"], 1.5, "earned is 1.5; points are a whole number"),
        (["earned"], "1/0", "earned is '1/0'"),
        (["earned"], "-3", "earned is '-3'"),
        (["earned"], True, "earned is True"),
        (["earned"], ..., "earned is missing"),
        (["steps"], {}, "steps is {}; a list is wanted"),
        (["steps", 2, "checks"], [], "steps[2].checks is []; a list is wanted of at least 1"),
        (["steps", 2, "outcome"], "pased", "steps[2].outcome is 'pased'; did you mean 'passed'?"),
        (["steps", 2, "outcome"], ["x"], "steps[2].outcome is ['x']"),
        (["steps", 1, "number"], 0, "steps[1].number is 0; a whole number from 1 up is wanted"),
        (["steps", 1, "checks", 0, "title"], None, "steps[1].checks[0].title is None; a text is wanted"),
        (["steps", 1, "checks", 0, "diagnosis"], [], "steps[1].checks[0].diagnosis is []; a mapping is wanted"),
        (["steps", 1, "bonus"], "no", "steps[1].bonus is 'no'; true or false is wanted"),
        (["isolation", "level"], "confine", "isolation.level is 'confine'; did you mean 'confined'?"),
        (["isolation", "probe"], {"read": 3}, "isolation.probe.read is 3; a text is wanted"),
        (["provenance", "seed"], -1, "provenance.seed is -1"),
        (["quiz"], [], "quiz is []; a mapping is wanted"),
        (["notes"], [3], "notes[0] is 3; a text is wanted"),
        (["seconds"], "fast", "seconds is 'fast'; a number from 0 up is wanted"),
        (["submission"], None, "submission is None; a mapping is wanted"),
    ],
)
def test_every_complaint_says_where_and_what(mixed, path, value, complaint):
    with pytest.raises(UsageError) as caught:
        from_data(changed(through_json(mixed["en"]["wrong"]), path, value))
    assert str(caught.value).startswith("not a report: ")
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, [{"schema": "grader/report/1"}]])
def test_what_is_no_report_at_all_is_refused(data):
    with pytest.raises(UsageError, match="not a report"):
        from_data(data)


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
    with contextlib.suppress(UsageError):
        from_data(changed(report, path, data.draw(junk)))
