"""What a person may have meant: one rule, one wording in each language."""

from grader.core.suggestions import closest, did_you_mean, nearest, suggestion

STEPS = ["softmax", "scores"]


def test_the_nearest_word_is_offered_or_all_of_them():
    assert nearest("sofmax", ["softmax", "scores"]) == "; did you mean 'softmax'?"
    assert nearest("zzz", ["softmax", "scores"]) == "; known: softmax, scores"
    assert nearest("zzz", map(str, range(203))).endswith("17, 18, 19 and 183 more")
    assert nearest("zzz", []) == ""


def test_a_suggestion_says_nothing_where_nothing_is_near():
    assert suggestion("sofmax", STEPS) == "; did you mean 'softmax'?"
    assert suggestion("sofmax", STEPS, lambda name: f"/x/{name}") == "; did you mean /x/softmax?"
    assert suggestion("zzz", STEPS) == ""
    assert (closest("sofmax", STEPS), closest("zzz", STEPS)) == ("softmax", None)


def test_both_languages_end_alike():
    near = did_you_mean("sofmax", STEPS)
    assert (near["en"], near["ko"]) == ("; did you mean 'softmax'?", " 혹시 이것인가요? 'softmax'")
    known = did_you_mean("zzz", STEPS, STEPS[:1])
    assert (known["en"], known["ko"]) == ("; known: softmax", " 쓸 수 있는 것: softmax")
    many = did_you_mean("zzz", STEPS, range(25))
    assert many["en"].endswith("18, 19 and 5 more")
    assert many["ko"].endswith("18, 19 외 5개")
    assert did_you_mean("zzz", STEPS)["en"] == ""
