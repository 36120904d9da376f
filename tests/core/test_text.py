"""A text by language: what is read where a language is missing, and the round trips through JSON and pickle."""

import copy
import dataclasses
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.languages import both, choose, in_languages, is_code, of_catalogue, say
from grader.core.model import Cell, Submission, Text
from grader.submissions.cache_key import content_of, submission_of

CODES = st.sampled_from(["de", "en", "fr", "ko", "pt-BR"])


def test_a_language_is_read_as_it_is_and_a_missing_one_in_english_or_else_in_the_first():
    assert [Text({"de": "Zeile", "en": "row"})[language] for language in ("de", "en", "ko")] == ["Zeile", "row", "row"]
    assert [Text({"de": "Zeile", "fr": "ligne"})[language] for language in ("fr", "ko")] == ["ligne", "Zeile"]
    assert Text("row")["de"] == Text("row")["ko"] == "row"


def test_a_text_is_a_value():
    assert Text({"de": "a", "en": "b"}) == Text({"en": "b", "de": "a"}) != Text({"en": "b"})
    assert hash(Text({"de": "a", "en": "b"})) == hash(Text({"en": "b", "de": "a"}))
    assert Text("a") != "a"
    with pytest.raises(dataclasses.FrozenInstanceError):
        Text("a").words = ()
    with pytest.raises(ValueError, match="at least one language"):
        Text({})
    with pytest.raises(TypeError):
        "a" in Text("abc")  # noqa: B015  # it must not look for ever


@given(st.dictionaries(CODES, st.text(), min_size=1))
def test_it_survives_copies_pickles_and_json(words):
    text = Text(words)
    assert Text(json.loads(json.dumps(text.data))) == copy.deepcopy(text) == pickle.loads(pickle.dumps(text)) == text
    assert text.languages == tuple(words)
    assert text.each(str.upper).data == {language: said.upper() for language, said in words.items()}


def test_a_single_string_stays_one_where_it_is_changed():
    assert Text("row").each(str.upper) == Text("ROW")
    assert (Text("row").languages, Text("row").data) == ((), {"en": "row"})


@given(st.dictionaries(CODES, st.text(), min_size=1), st.dictionaries(CODES, st.text(), min_size=1))
def test_a_submission_keeps_its_texts_through_a_gradebook(problem, note):
    before = Submission("ada", "ada/x.py", (Cell("x = 1", "x.py"),), problem=Text(problem), notes=(Text(note),))
    assert submission_of("ada", "ada/x.py", content_of(before)) == before


def test_older_gradebooks_are_read():
    content = '{"notes": [{"en": "note", "ko": "알림"}, "old note"], "problem": {"en": "no", "ko": "안 돼요"}}'
    found = submission_of("ada", "there", content)
    assert (found.problem["ko"], found.notes[0]["ko"], found.notes[1]["ko"]) == ("안 돼요", "알림", "old note")


def test_words_of_the_product_are_english_where_there_is_no_catalogue():
    assert say("de", "kit.attempt", number=3) == say("en", "kit.attempt", number=3) == "attempt 3"
    assert (of_catalogue("ko"), of_catalogue("de")) == ("ko", "en")
    assert both("kit.attempt", number=3)["de"] == "attempt 3"
    assert in_languages(both("kit.attempt", number=3), ("de", "en", "ko")) == ("attempt 3", "시도 3")


def test_a_text_inside_a_message_is_said_in_the_language_of_the_message():
    told = both("check.needs_step", number=1, title=Text({"en": "Scores", "ko": "스코어"}))
    assert "Scores" in told["en"]
    assert "스코어" in told["ko"]


@pytest.mark.parametrize(
    ("environment", "known", "language"),
    [
        ({"GRADER_LANG": "de"}, ("en", "de"), "de"),
        ({"GRADER_LANG": "ko"}, ("de", "en"), "de"),
        ({"LANG": "de_AT.UTF-8"}, ("en", "de"), "de"),
        ({"LANG": "pt_BR.UTF-8"}, ("en", "pt-PT", "pt-BR"), "pt-BR"),
        ({"LANG": "pt_BR.UTF-8"}, ("en", "pt-PT"), "pt-PT"),
        ({"LANG": "C.UTF-8"}, ("de",), "de"),
        ({"LANG": "Korean_Korea.949"}, ("en", "ko"), "ko"),
        ({}, ("fr", "en"), "fr"),
    ],
)
def test_the_language_is_one_that_the_course_has(monkeypatch, environment, known, language):
    for name in ("GRADER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert choose(known=known) == language


def test_what_a_code_looks_like():
    assert all(map(is_code, ("en", "de", "pt-BR", "zh-Hant-TW")))
    assert not any(map(is_code, ("", "e", "EN", "english", "en_US", "../en", "de ")))
