"""Answers without understanding: a recorded table of hidden inputs, and quizzes answered under another name."""

import base64
import hashlib
import json
import pickle
import re
import shutil
import zlib

import numpy as np
import pytest

from grader.core.model import Submission
from grader.core.seeds import drawn_seed
from grader.execution import client
from grader.grading import run
from grader.quiz import load_bank
from grader.quiz.variants import Draw
from grader.submissions import python_cells

TABLE = '''import numpy as np, pickle, zlib, base64, hashlib
_T = pickle.loads(zlib.decompress(base64.b85decode("""%s""")))
def _plain(x):
    return tuple(map(_plain, x[1])) if x[0] == "t" else x[1].copy() if x[0] == "a" else x[1]
def _look(name):
    def function(*args, **kw):
        h = hashlib.md5(name.encode())
        for x in (*args, *[kw[k] for k in sorted(kw)]):
            h.update(np.asarray(x).tobytes() + str(np.shape(x)).encode())
        return _plain(_T[h.hexdigest()[:12]])
    return function
for _n in %r: globals()[_n] = _look(_n)
'''


def _key(name, args, kwargs):
    digest = hashlib.md5(name.encode())
    for value in (*args, *[kwargs[key] for key in sorted(kwargs)]):
        digest.update(np.asarray(value).tobytes() + str(np.shape(value)).encode())
    return digest.hexdigest()[:12]


def _kept(value):
    if isinstance(value, tuple):
        return ("t", [_kept(part) for part in value])
    return ("a", value) if isinstance(value, np.ndarray) else ("v", value)


def graded(assignment, text, seed):
    reports = []
    run.grade(assignment, [Submission("r", "r", python_cells(text, "attention.py"))], reports.append, seed=seed)
    return reports[0]


@pytest.fixture
def table(assignment, reference, monkeypatch):
    """`table(seed)`: a file without any formula that has somebody's right answers to the inputs of that seed."""

    def make(seed):
        recorded, call = {}, client.Worker.call

        def recording(self, function, *args, **kwargs):
            done = call(self, function, *args, **kwargs)
            recorded[_key(function, args, kwargs)] = _kept(done.value)
            return done

        with monkeypatch.context() as patched:
            patched.setattr(client.Worker, "call", recording)
            assert graded(assignment, reference, seed).score.earned == 70
        packed = base64.b85encode(zlib.compress(pickle.dumps(recorded), 9)).decode()
        return TABLE % (packed, list(assignment.functions))

    return make


def test_a_table_of_answers_is_worth_nothing_with_another_seed(assignment, table):
    text = table(1)
    assert len(text) < 1 << 20
    known = graded(assignment, text, 1)
    assert known.code.earned > 60  # who knows the seed needs no formula
    for seed in (2, drawn_seed()):
        report = graded(assignment, text, seed)
        assert (report.code.earned, report.code.held, report.bonus.earned) == (0, 0, 0)


@pytest.fixture
def own_quizzes(root, tmp_path):
    """A course in which each learner has a quiz of their own, and its bank."""
    course = tmp_path / "course"
    for part in ("solutions", "exercises", "quizzes"):
        shutil.copytree(root / part, course / part, ignore=shutil.ignore_patterns("__pycache__"))
    quiz = course / "solutions" / "self_attention" / "quiz.yaml"
    drawn = "draw: {M1: 1, M2: 1, M3: 1, M4: 1, M5: 1, C1: 1}, seed: 7"
    text, count = re.subn(r"draw: \{\}, seed: 0", drawn, quiz.read_text(encoding="utf-8"))
    assert count == 1
    quiz.write_text(text, encoding="utf-8")
    return course, load_bank(quiz)


def right(bank, learner, attempt=1):
    """The right answers of that learner's draw, to all items that choose one option."""
    draw = Draw(bank.id, learner, attempt, 7)
    head = [f"quiz: {bank.id}", f"learner: {learner}", f"attempt: {attempt}", "seed: 7"] if learner else []
    rows = {item.id: len(numbers.rows) for item in bank.items if (numbers := item.sheet().numbers)}
    picks = [f"{one.id}: {one.key}" for one in bank.items if one.type == "single"]
    numbers = [
        f"{one.id}: {(one.variant(draw.row(one.id, rows[one.id])) if one.id in rows else one).value}"
        for one in bank.items
        if one.type == "numeric"
    ]
    return "\n".join([*head, *picks, *numbers]) + "\n"


def test_a_quiz_under_another_name_is_held_and_everybody_sees_it(grader, own_quizzes, untouched, tmp_path):
    course, bank = own_quizzes
    texts = {
        "alice": right(bank, "alice"),
        "copies": right(bank, "alice"),
        "nobody": right(bank, ""),
        "picky": right(bank, "picky", 53),
    }
    for who, text in texts.items():
        (tmp_path / "cls" / who).mkdir(parents=True)
        (tmp_path / "cls" / who / "answers.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "cls" / who / "attention.py").write_text(untouched, encoding="utf-8")
    out = tmp_path / "out"
    done = grader("grade", tmp_path / "cls", "--course", course, "-o", out, COLUMNS="160")
    assert done.returncode == 0, done.stderr
    reports = {who: json.loads((out / "instructor" / f"{who}.json").read_text("utf-8")) for who in texts}
    assert reports["alice"]["quiz"]["earned"] != 0
    assert "held_for" not in reports["alice"]["quiz_answers"]
    said = {"copies": "were drawn for 'alice'", "nobody": "do not say whose", "picky": "Attempt 53"}
    shown = grader("gradebook", "show", "--gradebook", out / "instructor" / "gradebook.db").stdout
    for who, words in said.items():
        report = reports[who]
        assert report["quiz"]["earned"] == 0 and report["quiz"]["held"] == report["quiz"]["possible"]
        assert words in report["quiz_answers"]["held_for"]["en"]
        assert words in (out / f"{who}.txt").read_text("utf-8").replace("\n", " ")
        assert [line for line in done.stdout.splitlines() if line.startswith(who) and words[:20] in line]
        assert [line for line in shown.splitlines() if line.startswith(f"{who}: quiz held: ") and words in line]
    assert "alice: quiz held" not in shown
