import pytest

from grader.complexity import Counts, GrowthKind, GrowthVerdict, advice_lines, judge, sentence
from grader.complexity.costs import CATEGORIES
from grader.complexity.messages import timing_sentence
from grader.complexity.timing import Timing
from grader.core.languages import say

SIZES = (8, 16, 17, 34, 68)


def verdict(work, **options):
    return judge({n: Counts(n, {k: int(f(n)) for k, f in work.items()}, largest=4 * n * n) for n in SIZES}, **options)


REASONS = ("sizes", "instrument", "unsteady", "unseen", "invisible", "irregular", "small-part", "logarithm")


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("category", CATEGORIES)
def test_every_category_has_words_and_a_hint(category, language):
    for message in (f"growth.part.{category}", f"growth.hint.{category}"):
        assert say(language, message) != message


@pytest.mark.parametrize("language", ["en", "ko"])
def test_pass(language):
    (ident, params), hint = sentence(verdict({"matmul": lambda n: 16 * n * n}), "self_attention", language)
    text = say(language, ident, **params)
    assert ident == "growth.expected"
    assert "n^2.00" in text
    assert "n²" in text
    assert "73,984" in text
    assert hint == ""


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("category", CATEGORIES)
def test_fail_names_the_culprit(category, language):
    (ident, params), hint = sentence(verdict({category: lambda n: 2 * n**3}), "self_attention", language)
    text = say(language, ident, **params)
    assert ident == "growth.faster"
    assert say(language, f"growth.part.{category}") in text
    assert "8.00" in text
    assert hint == say(language, f"growth.hint.{category}")


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("reason", REASONS)
def test_undecided_says_why(reason, language):
    made = GrowthVerdict(GrowthKind.UNDECIDED, 2, 2.2, culprit="move", reason=reason, unseen=("json.dumps",))
    (ident, params), _ = sentence(made, "f", language)
    assert "{" not in say(language, ident, **params)


def test_slower_and_loops_and_log():
    (ident, _), _ = sentence(verdict({"matmul": lambda n: 90 * n}), "f")
    assert ident == "growth.slower"
    (ident, params), _ = sentence(verdict({"python": lambda n: n * n}, vectorised=True), "f")
    assert ident == "growth.loops"
    assert "4,624" in say("en", ident, **params)
    (_, params), _ = sentence(verdict({"sort": lambda n: n * 5}, expected="n log n"), "f")
    assert params["wanted"] == "n log n"
    assert params["allowed"] == "2.40"


def test_advice():
    made = verdict({"python": lambda n: n * n}, largest=lambda n: 2 * n * n)
    lines = advice_lines(made, "en")
    assert "Python loops" in lines[0]
    assert "4 times n²" in lines[1]
    assert len(advice_lines(made, "ko")) == 2


def test_the_clock_is_shown_and_not_graded():
    timing = Timing("fail", 2.5, 0.5, (2.4, 2.6), {64: 1.0}, {64: 1.0}, True, 5)
    assert "not graded" in timing_sentence(timing)
    assert "busy" in timing_sentence(timing)
    assert "채점하지 않아요" in timing_sentence(timing, "ko")
    assert "only the work" in timing_sentence(None)
