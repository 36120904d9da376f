"""The table of words: both languages whole, the same placeholders, no particle after one."""

import re
import string

import pytest

from grader.kit.words import WORDS, tell


def names(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


@pytest.mark.parametrize("message", WORDS)
def test_both_languages_say_the_same(message):
    text = WORDS[message]
    assert names(text.en) == names(text.ko)
    assert text.en.strip()
    assert text.ko.strip()
    assert not re.search(r"\}['\"]?(은|는|이|가|을|를|와|과|로|으로)(?![가-힣])", text.ko)
    text.en.encode("cp949")
    text.ko.encode("cp949")


def test_other_messages_come_from_the_catalogues():
    assert tell("en", "outcome.untouched") == "not started"
    assert tell("ko", "kit.next") == "다음"
