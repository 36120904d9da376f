"""The distractor table, every figure of it against one worked out here from the reports and the bank's YAML."""

import copy
import json
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
import yaml
from made_reports import typed

from grader.analytics import gather, summarise
from grader.analytics.text import stats_text
from grader.cli.source import choices_of
from grader.core.languages import say

CHOSEN = ("one", "many", "slots")


@pytest.fixture(scope="module")
def source(root):
    """The bank as it is written: item -> its YAML."""
    data = yaml.safe_load((root / "solutions" / "self_attention" / "quiz.yaml").read_text(encoding="utf-8"))
    return {item["id"]: item for item in data["items"]}


@pytest.fixture(scope="module")
def slips(root):
    path = root / "solutions" / "self_attention" / "misconceptions.yaml"
    return yaml.safe_load(path.read_text(encoding="utf-8"))["slips"]


@pytest.fixture(scope="module")
def tables(reports, root):
    found = summarise(gather(typed(reports), choices=choices_of("self_attention", root))).distractors
    return {table.item: table for table in found}


def asked(reports, item):
    """(what the report says of the item, share of the rest of the quiz) for everybody who was asked."""
    out = []
    for quiz in (report["quiz_answers"] for report in reports if report["quiz_answers"]):
        (mine,) = (one for one in quiz["items"] if one["id"] == item)
        rest = [one for one in quiz["items"] if one["id"] != item and one["outcome"] not in ("pending", "unreadable")]
        worth = sum(Fraction(one["score"]["possible"]) for one in rest)
        out.append((mine, float(sum(Fraction(one["score"]["earned"]) for one in rest) / worth)))
    return out


def named(item):
    """The options that an answer of a report chose, as the table names them."""
    answer, shape = item["answer"], item["question"]["shape"]
    if answer is None or shape not in CHOSEN:
        return []
    if shape == "slots":
        return [f"{slot}: {option}" for slot, option in answer.items()]
    return [answer] if shape == "one" else list(answer)


def key_of(item):
    """The names of what is right, and option -> slip, read off the YAML of an item."""
    kind = item["type"]
    if kind == "single":
        right = {item["key"]}
    elif kind == "multiple":
        right = set(item["key"])
    elif kind == "true_false":
        right = {f"truth: {str(item['truth']).lower()}", f"reason: {item['key']}"}
        return right, {f"reason: {name}": one.get("shows", "") for name, one in item["options"].items()}
    elif kind == "matching":
        right = {f"{left}: {name}" for left, name in item["key"].items()}
        return right, {f"{p['left']}: {p['right']}": p.get("shows", "") for p in item.get("mispairs", [])}
    elif kind == "cloze":
        right = {f"{slot}: {blank['key']}" for slot, blank in item["blanks"].items()}
        shows = {
            f"{slot}: {name}": one.get("shows", "")
            for slot, blank in item["blanks"].items()
            for name, one in blank["options"].items()
        }
        return right, shows
    return right, {name: one.get("shows", "") for name, one in item["options"].items()}


def tail(chosen, order, size):
    """Share of the `size` learners highest in `order` who chose it; who ties at the edge counts by equal parts."""
    ranked = sorted(zip(order, chosen, strict=True), key=lambda pair: -pair[0])
    edge = ranked[size - 1][0]
    above = [c for value, c in ranked if value > edge]
    ties = [c for value, c in ranked if value == edge]
    return (sum(above) + (size - len(above)) * np.mean(ties)) / size


def test_every_type_with_options_has_a_row_for_each_of_them(tables, source):
    kinds = Counter(source[name]["type"] for name, table in tables.items() if table.answers[0].kind == "option")
    assert set(kinds) == {"single", "multiple", "true_false", "matching", "cloze"}
    for name, table in tables.items():
        if source[name]["type"] in ("single", "multiple"):
            assert {a.name for a in table.answers if a.kind == "option"} == set(source[name]["options"])


def test_each_option_is_counted_as_it_was_chosen(tables, reports, source):
    for name, table in tables.items():
        if source[name]["type"] in ("numeric", "ordering", "open"):
            continue
        told = [mine for mine, _ in asked(reports, name)]
        counts = Counter(option for mine in told for option in named(mine))
        outcomes = Counter(mine["outcome"] for mine in told)
        rows = {answer.name or answer.kind: answer for answer in table.answers}
        assert len(rows) == len(table.answers)
        assert table.asked == len(told)
        assert {option: row.learners for option, row in rows.items() if row.kind == "option" and row.learners} == counts
        assert rows["unanswered"].learners == outcomes["unanswered"]
        for row in table.answers:
            assert row.share == pytest.approx(row.learners / len(told))
        if source[name]["type"] == "single":
            assert sum(row.learners for row in table.answers) == len(told)


def test_keys_and_codes_are_those_of_the_bank(tables, source, slips):
    marked = 0
    for name, table in tables.items():
        options = [answer for answer in table.answers if answer.kind == "option"]
        if not options:
            continue
        right, shows = key_of(source[name])
        assert {answer.name for answer in options if answer.key} == right
        for answer in options:
            assert answer.key is (answer.name in right)
            slip = "" if answer.key else shows.get(answer.name, "")
            assert answer.slip == slip
            assert answer.belief == (slips[slip].get("of", "") if slip else "")
            marked += bool(answer.belief)
    assert marked > 60


def test_upper_and_lower_groups_are_those_worked_out_by_sorting(tables, reports):
    seen = 0
    for name, table in tables.items():
        told = [(mine, rest) for mine, rest in asked(reports, name) if mine["outcome"] not in ("pending", "unreadable")]
        size = max(1, int(np.floor(0.27 * len(told) + 0.5)))
        rest = np.round([share for _, share in told], 12)
        for row in (row for row in table.answers if row.kind in ("option", "unanswered")):
            chosen = [(row.name in named(mine)) if row.name else mine["outcome"] == row.kind for mine, _ in told]
            assert row.upper == pytest.approx(tail(chosen, rest, size), abs=1e-9)
            assert row.lower == pytest.approx(tail(chosen, -rest, size), abs=1e-9)
            seen += row.upper != row.lower
    assert seen > 100


def test_a_right_option_draws_the_upper_group(tables):
    keys = [a for t in tables.values() for a in t.answers if a.key]
    assert np.mean([a.upper > a.lower for a in keys]) > 0.8


def test_how_those_of_an_answer_did_elsewhere(tables, reports):
    for name, table in tables.items():
        told = asked(reports, name)
        for row in (row for row in table.answers if row.kind == "option" and row.learners):
            shares = [rest for mine, rest in told if row.name in named(mine)]
            assert row.elsewhere == pytest.approx(np.mean(shares))


def test_what_has_no_options_keeps_its_slips(tables, reports, source):
    numeric = [name for name in tables if source[name]["type"] in ("numeric", "ordering")]
    assert len(numeric) > 8
    for name in numeric:
        told = [mine for mine, _ in asked(reports, name)]
        rows = {answer.name or answer.kind: answer.learners for answer in tables[name].answers}
        assert rows["right"] == sum(mine["outcome"] == "right" for mine in told)
        assert rows.get("unanswered", 0) == sum(mine["outcome"] == "unanswered" for mine in told)
        slips = Counter(code for mine in told for code in mine["diagnoses"])
        assert {a.name: a.learners for a in tables[name].answers if a.kind == "slip"} == slips


def test_the_place_in_a_learners_variant_is_no_matter(reports, root, tables):
    turned = json.loads(json.dumps(reports))  # reports share the questions that everybody is asked alike
    for report in turned:
        for item in (report["quiz_answers"] or {"items": ()})["items"]:
            for one in (item["question"], *item["question"].get("slots", ())):
                one.get("options", []).reverse()
    found = summarise(gather(typed(turned), choices=choices_of("self_attention", root))).distractors
    assert {table.item: table for table in found} == tables


def test_a_wrong_answer_of_those_who_are_good_elsewhere_is_suspicious(reports, root, tables):
    table, wrong = next(
        (table, row)
        for table in tables.values()
        for row in table.answers
        if row.key is False and row.learners >= 5 and not table.suspicious and ":" not in row.name
    )
    flipped = copy.deepcopy(reports)
    for report in flipped:  # those of that option are right in everything else, and the others in nothing
        items = report["quiz_answers"]["items"] if report["quiz_answers"] else []
        mine = next((item for item in items if item["id"] == table.item), None)
        for item in items:
            if mine is not None and item is not mine and item["outcome"] in ("right", "partly", "wrong"):
                good = wrong.name in named(mine)
                item["outcome"] = "right" if good else "wrong"
                item["score"]["earned"] = item["score"]["possible"] if good else 0
    found = summarise(gather(typed(flipped), choices=choices_of("self_attention", root))).distractors
    assert next(one for one in found if one.item == table.item).suspicious


def test_without_the_bank_options_are_counted_and_no_key_is_claimed(reports, tables):
    summary = summarise(gather(typed(reports)))
    for table in summary.distractors:
        known = {a.name: a.learners for a in tables[table.item].answers if a.kind == "option" and a.learners}
        mine = [a for a in table.answers if a.kind == "option"]
        assert {a.name: a.learners for a in mine} == known
        assert {(a.key, a.slip, a.belief) for a in mine} <= {(None, "", "")}
        assert not (mine and table.suspicious)
    assert "--course" in stats_text(summary, "en", full=True)


def test_a_report_from_before_answers_stood_in_it_keeps_its_slips(reports, root):
    old = copy.deepcopy(reports)
    for report in old:
        for item in (report["quiz_answers"] or {"items": ()})["items"]:
            del item["question"], item["answer"]
    choices = choices_of("self_attention", root)
    for table in summarise(gather(typed(old), choices=choices)).distractors:
        assert {answer.kind for answer in table.answers} <= {"right", "partly", "wrong", "unanswered", "held", "slip"}


def test_a_small_class_gets_counts_and_no_groups(reports, root):
    few = summarise(gather(typed(reports[:20]), choices=choices_of("self_attention", root))).distractors
    assert few and all(a.upper is a.lower is a.elsewhere is None for table in few for a in table.answers)


@pytest.mark.parametrize(("language", "key"), [("en", "key"), ("ko", "정답")])
def test_the_screen_has_a_row_with_key_code_and_groups(reports, root, tables, language, key):
    text = stats_text(
        summarise(gather(typed(reports), choices=choices_of("self_attention", root))), language, full=True, width=160
    )
    lines = text[text.index(say(language, "stats.h.distractors")) :].splitlines()
    row = next(line for line in lines if line.startswith("m1-row ")).split()
    first = tables["m1-row"].answers[0]
    assert row[1:4] == [first.name, key, str(first.learners)]
    assert row[4:7] == [f"{100 * share:.0f}%" for share in (first.share, first.upper, first.lower)]
    assert next(line for line in lines if line.split()[:1] == ["stored"]).split()[1:3] == ["M1", "D-W-FIXED"]
