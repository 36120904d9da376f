"""`repro`, `reset`, `predict` and the end of `hint`."""

import json
import subprocess
import sys

import pytest
from kits import learner

from grader.core.errors import UsageError
from grader.course import loading, predictions, visible_checks
from grader.student import repro, reset


def course_of(root):
    assignment = loading.load(root, "self_attention", public=True)
    return assignment, visible_checks.read_suite(root, assignment)


def test_every_check_has_a_script_of_at_most_eight_lines_that_runs(kit):
    root = kit("solved")
    assignment, suite = course_of(root)
    whole = []
    for check in suite.checks:
        text = repro.script(assignment, suite, check, root, None)
        whole.append(text)
        assert len(text.splitlines()) <= 8 or len([line for line in text.splitlines() if line.startswith("print")]) > 1
        assert "exec_module" not in text
        assert "agree" not in text
    done = subprocess.run([sys.executable, "-"], input="\n".join(whole), cwd=root, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("got\n") == done.stdout.count("expected\n") == sum(text.count("print(") for text in whole)


def test_only_the_comparison_that_fails_is_shown(kit, learn):
    root = kit(project_qkv="def project_qkv(X, W_Q, W_K, W_V):\n    return X @ W_Q, X @ W_V, X @ W_K")
    done = learn(root, "repro", "projection.by_hand")
    assert len(done.stdout.splitlines()) <= 8
    assert done.stdout.count("print(") == 1
    shown = subprocess.run([sys.executable, "-"], input=done.stdout, cwd=root, capture_output=True, text=True).stdout
    assert shown.splitlines() == ["got", "[[-3  5]", " [-7 14]]", "expected", "[[4, 7], [11, 17]]"]


def test_a_crash_is_reproduced(kit, learn):
    root = kit("crash")
    done = learn(root, "repro", "embedding")
    shown = subprocess.run([sys.executable, "-"], input=done.stdout, cwd=root, capture_output=True, text=True)
    assert "IndexError" in shown.stderr
    assert "repro embedding.looks_up_rows" in done.stderr
    assert learn(root, "repro", "nothing").returncode == 2
    assert "several" in learn(root, "repro", "softmax").stderr
    assert "passes now" in learn(root, "repro", "combine").stderr


def test_reset_puts_one_step_back_and_undo_brings_it_again(kit, learn, reference, untouched):
    root = kit("columns")
    before = learner(root).read_text()
    done = learn(root, "reset", "softmax")
    assert done.returncode == 0
    assert "reset --undo" in done.stdout
    text = learner(root).read_text()
    assert text != before
    assert reset.regions(text).keys() == reset.regions(before).keys()
    data = json.loads(learn(root, "check", "--json").stdout)
    states = {step["id"]: step["outcome"] for step in data["steps"]}
    assert (states["softmax"], states["scores"], states["attention"]) == ("untouched", "passed", "blocked")
    assert learn(root, "reset", "--undo").returncode == 0
    assert learner(root).read_text() == before
    assert learn(root, "reset", "--undo").returncode == 0
    assert learner(root).read_text() == text


def test_reset_all_with_the_original_is_byte_for_byte(kit, learn, untouched):
    root = kit("columns")
    original = root / ".grader" / "original" / "self_attention" / "attention.py"
    original.parent.mkdir(parents=True)
    original.write_bytes(untouched.encode())
    assert learn(root, "reset", "--all").returncode == 0
    assert learner(root).read_bytes() == untouched.encode()
    learner(root).unlink()
    assert learn(root, "reset", "--all").returncode == 0
    assert learner(root).read_bytes() == untouched.encode()
    assert "already in the original state" in learn(root, "reset", "--all").stdout


def test_reset_of_every_step_gives_the_stub_again(kit, assignment, untouched, reference):
    names = assignment.functions
    text, changed = reset.put_back(reference, names, untouched)
    assert changed == names
    assert text == untouched
    assert reset.put_back(untouched, names, untouched) == (untouched, ())


def test_reset_works_without_an_original_and_with_a_syntax_error(kit, reference, untouched):
    text, _ = reset.put_back(reference, ("softmax",), None)
    assert reset.regions(text).keys() == reset.regions(reference).keys()
    assert "raise NotImplementedError()" in text
    broken = reference.replace("    E = np.exp(S - top)\n", "    E = np.exp(S - top\n", 1)
    mended, _ = reset.put_back(broken, ("softmax",), untouched)
    compile(mended, "attention.py", "exec")
    with pytest.raises(UsageError, match="softmax"):
        reset.put_back(broken, ("softmax",), None)


def test_reset_keeps_helpers_and_puts_a_lost_function_back(reference, untouched, edited):
    helped = reference.replace("def softmax(", "def helper(x):\n    return x\n\n\ndef softmax(", 1)
    text, _ = reset.put_back(helped, ("softmax",), untouched)
    assert "def helper(x):\n    return x\n" in text
    lost = edited(reference, softmax="pass")
    text, _ = reset.put_back(lost, ("softmax",), untouched)
    assert "softmax" in reset.regions(text)


@pytest.mark.parametrize(
    "words", [(), ("softmax", "--all"), ("--all", "--undo"), ("batch",), ("nonsense",), ("--undo",)]
)
def test_reset_refuses_what_it_cannot_do(kit, learn, words):
    done = learn(kit("solved"), "reset", *words)
    assert done.returncode == 2
    assert done.stderr.startswith(("Error", "Usage"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(2, 3)", "2x3"),
        ("(2,3)", "[2, 3]"),
        ("1", "1.0"),
        ("1/2", "0.5"),
        ("Yes", "y"),
        ("아니요", "no"),
        ("(3,)", "(3)"),
    ],
)
def test_answers_that_mean_the_same(one, other):
    assert predictions.same(one, other)


@pytest.mark.parametrize(("one", "other"), [("(2, 3)", "(3, 2)"), ("1", "yes"), ("1", "(1,)"), ("", ""), ("x", "x")])
def test_answers_that_do_not(one, other):
    assert not predictions.same(one, other)


def test_predictions_are_told_and_the_first_is_remembered(kit, learn):
    root = kit()
    done = learn(root, "predict", "scores", text="what\n(3, 2)\nno\n")
    assert done.returncode == 0
    assert "Rows are queries here" in " ".join(done.stdout.split())
    learn(root, "predict", "scores", text="(2, 3)\n\n")
    entries = json.loads((root / ".grader" / "state.json").read_text(encoding="utf-8"))["predict"]
    assert entries["self_attention.scores.shape"] == {"first": "(3, 2)", "right": False, "tries": 2}
    assert entries["self_attention.scores.negative"]["about"] == "M4"


def test_an_answer_of_another_kind_is_asked_for_again_and_not_counted(kit, learn):
    root = kit("solved")
    done = learn(root, "predict", "complexity", "--lang", "ko", text="아니요\n4\n")
    assert "수를 묻는 질문이에요" in done.stdout
    assert "1개 중 1개를 처음에 맞혔어요" in done.stdout
    told = learn(root, "predict", "scaling", "--lang", "ko", text="\n(2, 3)\n네\n").stdout
    assert "네 또는 아니요로" in told
    assert "답: 아니요." in told
    assert "0 of 0" not in learn(root, "predict", "softmax", text="").stdout


def test_behind_the_last_hint_stands_what_to_do_next(kit, learn):
    last = learn(kit("columns"), "hint", "softmax", "--all", "--lang", "ko").stdout.splitlines()[-1]
    assert last.startswith("다음: ")
    assert last.endswith(" check softmax")


def test_predict_gives_json_and_korean_under_cp949(kit, learn):
    root = kit()
    done = learn(root, "predict", "softmax", "--json", "--lang", "ko", text="1\n아니요\n네\n", PYTHONIOENCODING="cp949")
    assert done.returncode == 0
    assert ">" not in done.stdout  # the prompts go where the questions go
    assert [answer["right"] for answer in json.loads(done.stdout)["answers"]] == [True, True, False]
    assert "합" in done.stderr


def test_every_step_has_predictions_in_both_languages(kit, assignment):
    public, _ = course_of(kit())
    for step in public.steps:
        for question in predictions.questions_of(public, step):
            assert predictions.right(question, question.answer)
            assert not any(predictions.right(question, text) for text in question.slips)
            for text in (question.ask, question.why, *(slip.says for slip in question.slips.values())):
                assert text["en"].strip()
                assert any("가" <= c <= "힣" for c in text["ko"])
        assert predictions.questions_of(public, step)


def test_an_earlier_id_of_a_check_is_understood(kit, learn):
    root = kit("columns")
    path = root / "exercises" / "self_attention" / "checks.yaml"
    path.write_text(path.read_text("utf-8") + "aliases: {softmax.eighths: softmax.by_hand}\n", encoding="utf-8")
    assert learn(root, "repro", "softmax.eighths").stdout == learn(root, "repro", "softmax.by_hand").stdout != ""
    for check in ("softmax.eighths", "softmax.by_hand"):
        shown = learn(root, "check", check).stdout
        assert "5 Softmax" in shown and "4 Scaling" not in shown
    unknown = learn(root, "check", "softmax.by_foot")
    assert (unknown.returncode, "softmax.by_hand" in unknown.stderr) == (2, True)
