"""Report data of a large made-up class, from one real report and the real quiz: drawn from a seed, never graded.

    data = list(made_reports(plain(report), bank, 150))       plain data, as it stands in files
    reports = typed(data)                                     the same reports, as the readers of files give them
    older = as_schema_1(data[0])                              the same report as versions before schema 2 wrote it

Each made learner has an ability; a step or a question is right more often the abler the learner and the easier it
is. Every fate that a report can tell of is in it: untouched and unreadable files, stopped and held checks, blocked
steps, a missing quiz.
"""

import copy
import json
import math
from fractions import Fraction

import msgspec
import numpy as np

from grader import quiz as quizzes
from grader.core.model import exact
from grader.grading.quiz_answers import quiz_answers, quiz_score
from grader.reports.schema import from_data, report_json

WRONG = {  # step -> (mistake, code, misconception, title, weight)
    "projection": [("p01", "D-QKV-SAME", "M2", "one matrix for all three", 3)],
    "scores": [("s03", "D-TRANSPOSED", None, "scores with a row for each key", 2)],
    "scaling": [
        ("c02", "D-SCALE-DK", "M5", "division by d_k instead of its root", 4),
        ("c01", "D-SCALE-NONE", "M5", "no scaling at all", 2),
    ],
    "softmax": [
        ("x01", "D-COLSUM", "M4", "softmax over axis 0", 6),
        ("x05", "D-GLOBAL", "M4", "softmax over the whole matrix", 2),
    ],
    "combine": [("o02", "D-MEAN", "M1", "a plain average of the values", 1)],
}
HARD = {
    "embedding": -2.2,
    "projection": -1.5,
    "scores": -1.2,
    "scaling": -0.9,
    "softmax": 0.2,
    "combine": -0.6,
    "attention": -0.2,
    "complexity": 0.3,
    "mask": 1.0,
    "multi_head": 1.6,
    "gradient": 2.2,
    "batch": 1.2,
    "blockwise": 2.4,
}


def likely(ability, hard):
    return 1 / (1 + math.exp(-1.5 * (ability - hard)))


def made_reports(template, bank, n, seed=7):
    """`n` reports as plain data, one after another; `template` is the data of a real report of a right submission."""
    rng = np.random.default_rng(seed)
    for i in range(n):
        report = copy.deepcopy(template)
        report["submission"] |= {"id": f"s{i + 1:04}", "path": f"submissions/s{i + 1:04}"}
        ability = rng.normal()
        fate = rng.choice(["done", "untouched", "unreadable", "broken"], p=[0.94, 0.03, 0.015, 0.015])
        failed = False
        for step in report["steps"]:
            failed = _step(step, ability, fate, failed, rng)
        report["code"] = _total(step["score"] for step in report["steps"] if not step["bonus"])
        report["bonus"] = _total(step["score"] for step in report["steps"] if step["bonus"])
        report["quiz"], report["quiz_answers"] = {"earned": 0, "possible": 30, "held": 0}, None
        report["score"] = _total((report["code"], report["quiz"]))
        if fate in ("done", "broken") and rng.random() < 0.93:
            text = answers(bank, ability, rng)
            report = with_answers(report, bank, text)
        yield report


def with_answers(report, bank, text):
    """The data of the report with these answers to the quiz, marked, and shown to the learner at once."""
    marked = quizzes.mark(bank, text, "answers.yaml", learner="", points=30)
    shown = msgspec.structs.replace(quiz_answers(marked, bank), feedback="after_submission")
    return plain(from_data(report).with_quiz(quiz_score(marked), shown))


def without_answers(report):
    """The data of the report where no quiz was handed in: 0 of its points."""
    quiz = {"earned": 0, "possible": report["quiz"]["possible"], "held": 0}
    return {**report, "quiz": quiz, "quiz_answers": None, "score": _total((report["code"], quiz))}


def plain(report):
    """The data of a report as it is read from a file."""
    return json.loads(report_json(report))


def typed(reports):
    """The reports of that data."""
    return [from_data(report) for report in reports]


def as_schema_1(report):
    """The data of a report under the schema `grader/report/1`, which had points beside the other fields."""
    kept = ("assignment", "title", "submission", "grade", "only", "hinted", "notes")
    kept += ("isolation", "provenance", "seconds")
    kept = {key: report[key] for key in kept if key in report}
    old = {"schema": "grader/report/1", **kept, **_flat(report["code"])}
    old["submission"] = {key: report["submission"][key] for key in ("id", "path")}
    old["bonus"] = {key: report["bonus"][key] for key in ("earned", "possible")}
    old["steps"] = [_step_1(step) for step in report["steps"]]
    old["quiz_possible"] = report["quiz"]["possible"] if report["quiz"] else 0
    handed_in = report["quiz_answers"]
    if handed_in is None:
        return {**old, "quiz": None}
    items = [_item_1(item) for item in handed_in["items"]]
    return {**old, "quiz": {"schema": "grader/quiz-result/1", **handed_in, **_flat(report["quiz"]), "items": items}}


def _flat(score):
    return {"earned": score["earned"], "possible": score["possible"], "pending": score["held"]}


def _step_1(step):
    checks = []
    for check in step["checks"]:
        points = {key: check["score"][key] for key in ("earned", "possible")}
        checks.append({key: value for key, value in (check | points).items() if key != "score"})
        if check.get("evidence") is None:
            checks[-1].pop("evidence", None)
    own = {key: step[key] for key in ("id", "number", "title", "bonus", "outcome")}
    return {**own, **_flat(step["score"]), "checks": checks}


def _item_1(item):
    points = {key: item["score"][key] for key in ("earned", "possible")}
    old = {key: value for key, value in (item | points).items() if key != "score"}
    asked = item["question"]
    if asked is not None:
        question = {"shape": asked["shape"], "prompt": asked["prompt"], "do": asked["instruction"]}
        question["options"] = _options_1(asked["options"])
        question["slots"] = [{**slot, "options": _options_1(slot["options"])} for slot in asked["slots"]]
        old["question"] = question
    return old


def _options_1(options):
    return [{"id": option["id"], **option["text"]} for option in options]


def _total(scores):
    scores = list(scores)
    return {
        key: exact(sum((Fraction(score[key]) for score in scores), Fraction(0)))
        for key in ("earned", "possible", "held")
    }


def _step(step, ability, fate, failed, rng):
    name, core = step["id"], step["checks"][0]
    if fate in ("untouched", "unreadable"):
        outcome = "untouched" if fate == "untouched" else "crashed"
        said = "Still the stub." if fate == "untouched" else "attention.py: not UTF-8 text."
        for check in step["checks"]:
            _set(check, outcome, said)
    elif failed and name in ("attention", "batch"):
        for check in step["checks"]:
            _set(check, "blocked", "Not judged: it builds on an earlier step.")
    elif rng.random() > likely(ability, HARD.get(name, 0)):
        failed = True
        stopped = rng.random() < 0.015
        _set(core, "timeout" if stopped else "failed", f"{name}((5, 7)): {rng.integers(2, 30)} entries are not right.")
        known = WRONG.get(name)
        if known and not stopped and rng.random() < 0.85:
            weights = np.array([entry[-1] for entry in known], dtype=float)
            mistake, code, of, title, _ = known[rng.choice(len(known), p=weights / weights.sum())]
            core["diagnosis"] = {
                "mistake": mistake,
                "family": mistake,
                "misconception": code,
                "of": of,
                "title": title,
                "why": None,
                "hint": None,
                "hints": [],
                "facts": ["A fact."],
            }
        for check in step["checks"][1:]:
            if rng.random() < 0.6:
                _set(check, "failed", "Another property does not hold.")
            else:
                check["score"]["earned"] = 0
    else:
        for check in step["checks"][1:]:
            if rng.random() > likely(ability, -1.5):
                _set(check, "failed", "A case at the edge does not hold.")
    if fate == "broken" and name == "complexity":
        _set(step["checks"][-1], "inconclusive", "The measurement could not decide.")
    for check in step["checks"]:
        if (check["evidence"] or {}).get("evidence"):
            if check["outcome"] in ("passed", "failed"):
                _grow(check, rng)
            else:
                check["evidence"] = None
    _sum(step, core)
    return failed


def _set(check, outcome, message):
    check.update(outcome=outcome, message=message, diagnosis=None)
    waits = outcome in ("broken", "inconclusive")
    check["score"].update(earned=0, held=check["score"]["possible"] if waits else 0)


def _grow(check, rng):
    """Other counts of work: quadratic for those who pass, near cubic for those who fail."""
    factor, power = rng.lognormal(0, 0.6), 0.95 if check["outcome"] == "failed" else 0.0
    for point in check["evidence"]["evidence"]:
        scale = factor * point["n"] ** power
        point["work"] = {name: int(work * scale) for name, work in point["work"].items()}
    check["evidence"]["exponent"] = round(2.0 + power - rng.uniform(0, 0.08), 3)


def _sum(step, core):
    """The step's own figures, as the scorer makes them."""
    if core["outcome"] != "passed":
        for check in step["checks"]:
            check["score"]["earned"] = 0
    step["score"] = {**_total(check["score"] for check in step["checks"]), "possible": step["score"]["possible"]}
    outcomes = [check["outcome"] for check in step["checks"]]
    step["outcome"] = next((outcome for outcome in outcomes if outcome != "passed"), "passed")


def answers(bank, ability, rng):
    """An answers.yaml of a learner of that ability: choices and numbers; open questions are left empty."""
    lines = ["quiz: self_attention"]
    for i, item in enumerate(bank.items):
        hard = -2.2 + 2.6 * (i % 9) / 8
        right = rng.random() < likely(ability, hard)
        if rng.random() < 0.03:
            continue
        if item.type == "single":
            wrong = [name for name in item.options if name != item.key]
            lines.append(f"{item.id}: {item.key if right else wrong[int(rng.integers(len(wrong)))]}")
        elif item.type == "multiple":
            ticked = set(item.key) if right else set(item.key) ^ {str(rng.choice(list(item.options)))}
            lines.append(f"{item.id}: [{', '.join(sorted(ticked))}]")
        elif item.type == "true_false":
            wrong = [name for name in item.options if name != item.key]
            reason = item.key if right else str(rng.choice(wrong))
            lines.append(f"{item.id}: {{truth: {str(item.options[reason].argues).lower()}, reason: {reason}}}")
        elif item.type == "numeric":
            base = item.variant(0)
            near = [one.value for one in base.near.values()]
            lines.append(f"{item.id}: {base.value if right or not near else near[int(rng.integers(len(near)))]}")
        elif item.type == "ordering":
            lines.append(f"{item.id}: [{', '.join(item.key if right else reversed(item.key))}]")
        elif item.type == "matching":
            wrong = next(iter(item.right))
            pairs = [f"{left}: {want if right else wrong}" for left, want in item.key.items()]
            lines.append(f"{item.id}: {{{', '.join(pairs)}}}")
        elif item.type == "cloze":
            wrong = {slot: next(n for n in blank.options if n != blank.key) for slot, blank in item.blanks.items()}
            pairs = [f"{slot}: {blank.key if right else wrong[slot]}" for slot, blank in item.blanks.items()]
            lines.append(f"{item.id}: {{{', '.join(pairs)}}}")
    return "\n".join(lines) + "\n"
