"""`grader check`: what each kind of trouble looks like, and that every screen fits and ends in the next action."""

import json
import re

import pytest
from kits import VARIANTS, learner

from grader.core.model import Outcome
from grader.core.safe_text import cells
from grader.core.terminal import ASCII, UNICODE, TerminalStyle, painted
from grader.student.screen import check_screen

PROMISES = re.compile(r"all (the )?(tests|checks) pass|every test pass|모든 (검사|테스트)", re.IGNORECASE)


def rows(text):
    """The labelled rows of a screen: label -> texts."""
    found = {}
    for label, words in re.findall(r"^ {5}(\S.*?) {2,}(\S.*)$", text, re.MULTILINE):
        found.setdefault(label, []).append(words)
    return found


def test_an_untouched_kit_is_no_failure_of_anybody_and_says_where_to_begin(kit, learn):
    done = learn(kit(), "check")
    assert (done.returncode, done.stderr) == (1, "")
    line = next(i for i, text in enumerate(learner(kit()).read_text().splitlines(), 1) if text.startswith("def embed("))
    assert "everybody starts" in done.stdout
    assert f"attention.py:{line} embed" in done.stdout
    assert f"Next: open exercises/self_attention/attention.py:{line} and fill in embed()" in done.stdout
    assert "✗" not in done.stdout


def test_the_solved_kit_passes_and_hears_of_the_hidden_checks(kit, learn):
    done = learn(kit("solved"), "check")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Hidden checks run when you hand in" in done.stdout
    assert "Next: grader quiz" in done.stdout
    assert not PROMISES.search(done.stdout)


def test_a_failure_shows_input_expected_got_and_what_it_looks_like(kit, learn):
    done = learn(kit("columns"), "check")
    assert done.returncode == 1
    text = learner(kit("columns")).read_text().splitlines()
    line = next(i for i, words in enumerate(text, 1) if words.startswith("def softmax("))
    assert f"attention.py:{line} softmax" in done.stdout
    found = rows(done.stdout)
    assert found["input"][0] == "softmax(S = [[0 0.6931 1.609] [1.099 0 1.792]])"
    assert found["expected"][0] == "[[0.125 0.25 0.625] [0.3 0.1 0.6]]"
    assert found["row sums"][0] == "[1.371 1.629]"
    assert "Every column of your result sums to 1." in found["notice"]
    assert "needs 5" in done.stdout  # the whole formula waits
    assert "Next: grader hint softmax" in done.stdout
    assert "grader repro softmax.by_hand" in done.stdout


@pytest.mark.parametrize(
    ("variant", "step", "outcome", "words"),
    [
        ("swapped", "scores", "failed", "is transposed"),
        ("crash", "embedding", "crashed", "IndexError"),
        ("nothing", "scaling", "failed", "returned None: is a `return` missing?"),
        ("two", "projection", "failed", "3 results"),
    ],
)
def test_each_kind_of_trouble_is_named(kit, learn, variant, step, outcome, words):
    root = kit(variant)
    assert words in " ".join(learn(root, "check").stdout.split())
    data = json.loads(learn(root, "check", "--json").stdout)
    assert next(one for one in data["steps"] if one["id"] == step)["outcome"] == outcome


def test_a_list_is_no_array_here_either(kit, learn):
    root = kit(embed="def embed(token_ids, E):\n    return [list(E[i]) for i in token_ids]")
    told = " ".join(learn(root, "check", "embedding").stdout.split())
    assert "embed() returned list; expected a numpy array" in told
    root = kit(embed="def embed(token_ids, E):\n    return [list(E[0]) for i in token_ids]")
    assert "got" in learn(root, "check", "embedding").stdout


def test_a_crash_gives_the_learners_own_line(kit, learn):
    root = kit(softmax="def softmax(S):\n    half = S / 2\n    return half[0, 99]")
    line = learner(root).read_text().splitlines().index("    return half[0, 99]") + 1
    done = learn(root, "check", "softmax")
    assert f"attention.py:{line}: IndexError" in done.stdout
    assert "runner.py" not in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_loop_without_end_is_stopped_with_its_line_and_costs_only_its_check(kit, learn):
    root = kit(embed="def embed(token_ids, E):\n    while True:\n        pass")
    manifest = root / "exercises" / "self_attention" / "assignment.yaml"
    manifest.write_text(
        manifest.read_text(encoding="utf-8").replace("call_seconds: 2", "call_seconds: 0.4"), encoding="utf-8"
    )
    data = json.loads(learn(root, "check", "--json").stdout)
    states = {step["id"]: step["outcome"] for step in data["steps"]}
    assert states["embedding"] == "timeout"
    assert states["softmax"] == states["attention"] == "passed"
    [check] = data["steps"][0]["checks"]
    assert "stopped after 0.8 s" in check["message"]["text"]
    first = learner(root).read_text().splitlines().index("    while True:") + 1
    assert check["line"] in (first, first + 1)


def test_a_process_that_ends_itself_costs_only_its_check(kit, learn):
    root = kit(softmax="def softmax(S):\n    import os\n    os._exit(0)")
    data = json.loads(learn(root, "check", "--json").stdout)
    states = {step["id"]: step["outcome"] for step in data["steps"]}
    assert (states["softmax"], states["combine"], states["attention"]) == ("crashed", "passed", "blocked")


def test_memory_without_end_is_named(kit, checked):
    done, _ = checked(kit(embed="def embed(token_ids, E):\n    return np.ones((1 << 20, 1 << 20))"), "embedding")
    assert done.seen[0].outcome is Outcome.MEMORY


@pytest.mark.parametrize(
    ("tail", "words"),
    [
        ("def broken(:", "SyntaxError"),
        ("import pandas", "pandas"),
        ("1 / 0", "ZeroDivisionError"),
        ("import os; os._exit(1)", "ends the whole process"),
        ("return 3", "SyntaxError"),
        ("while True: pass", "stopped after 2.5 s"),
        ("name = input()", "EOFError"),
    ],
)
def test_a_statement_that_cannot_be_run_costs_itself_and_is_told_with_its_line(kit, learn, reference, tail, words):
    root = kit(text=f"{reference}\n{tail}\n")
    done = learn(root, "check")
    told = " ".join(done.stdout.split())
    assert done.returncode == 0, told  # as it is graded
    assert "8 of 8 steps" in told
    assert words in told
    if "whole process" not in words:
        assert f"note: attention.py:{len(reference.splitlines()) + 2}" in told
    assert "✗" not in told


@pytest.mark.parametrize(
    ("tail", "words"),
    [("def softmax(S:\n    return S", "SyntaxError"), ("softmax = property(", "SyntaxError"), ("1 +", "SyntaxError")],
)
def test_what_only_its_own_step_needs_is_shown_with_its_line(kit, learn, edited, reference, tail, words):
    text = edited(reference, softmax="def soft_max(S):\n    return S")
    root = kit(text=f"{text}\n{tail}\n")
    data = json.loads(learn(root, "check", "--json").stdout)
    states = {step["id"]: step["outcome"] for step in data["steps"]}
    assert states["scores"] == states["combine"] == "passed"
    screen = learn(root, "check").stdout
    line = f"attention.py:{len(text.splitlines()) + 2}"
    assert line in screen
    if "softmax" in tail:
        assert states["softmax"] == "crashed"
        assert "so softmax() was never defined" in " ".join(screen.split())
        assert f"> {tail.splitlines()[0]}" in screen
        assert f"Next: fix exercises/self_attention/{line}" in screen


@pytest.mark.parametrize(
    ("text", "shown", "said"),
    [
        ("def f():\n    x = 1\n\treturn x\n", ("  ····x = 1", "> →   return x"), "with a tab, most others with spaces"),
        (
            "def f():\n\tx = 1\n        return x\n",
            ("  →   x = 1", "> ········return x"),
            "spaces, most others with a tab",
        ),
        ("def f():\n    x = 1\n\n      return x\n", ("  ····x = 1", "> ······return x"), ""),
    ],
)
def test_a_wrong_indentation_can_be_seen(kit, learn, text, shown, said):
    root = kit(text=text)
    screen = learn(root, "check").stdout
    assert "\n".join(f"     {line}" for line in shown) in screen
    assert said in " ".join(screen.split())
    assert ("most others" in screen) == bool(said)
    plain = learn(root, "check", "--ascii").stdout
    assert plain.isascii()
    assert shown[1].replace("·", ".").replace("→ ", "->") in plain


def test_the_row_sums_are_called_so(kit, learn):
    root = kit(softmax="def softmax(S):\n    E = np.exp(S)\n    return E / E.sum(axis=-1, keepdims=True)")
    assert "expected  row sums = [1 1 1]" in learn(root, "check", "softmax").stdout
    assert "기대값        행의 합 = [1 1 1]" in learn(root, "check", "softmax", "--lang", "ko").stdout


def test_a_file_without_its_functions_can_be_put_back(kit, learn):
    told = learn(kit(text=""), "check").stdout
    assert "Next: grader reset --all   restore the empty function" in told
    root = kit(text="import numpy as np\n\ndef softmax(S):\n    raise NotImplementedError()\n", folder="one")
    assert "Next: grader reset embedding " in learn(root, "check").stdout


def test_what_a_learner_prints_is_shown_and_cannot_speak_for_the_checks(kit, learn):
    forged = 'print(\'{"event": "end", "check": "test_softmax_by_hand", "error": null}\')'
    root = kit(softmax=f"def softmax(S):\n    {forged}\n    print('\\x1b[31mhello')\n    return S")
    data = json.loads(learn(root, "check", "softmax", "--json").stdout)
    [step] = data["steps"]
    assert step["outcome"] == "failed"
    assert "hello" in step["checks"][0]["printed"]
    assert "\x1b" not in learn(root, "check", "softmax").stdout


def test_a_warning_of_numpy_stands_beside_the_failure(kit, learn):
    root = kit(softmax="def softmax(S):\n    E = np.exp(S)\n    return E / E.sum(axis=-1, keepdims=True)")
    text = learn(root, "check", "softmax").stdout
    assert "RuntimeWarning: overflow" in text
    assert "nan" in text


def test_a_file_in_another_encoding_is_a_sentence(kit, learn):
    root = kit("solved")
    learner(root).write_bytes("# 한글 주석\n".encode("cp949"))
    done = learn(root, "check")
    assert done.returncode == 2
    assert "attention.py:1: not UTF-8" in done.stderr
    learner(root).unlink()
    assert "reset --all" in learn(root, "check").stderr


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("check", "attention.py:1: UTF-8이 아니에요"),
        ("check sofmax", "혹시 이것인가요? 'softmax'"),
        ("hint", "어느 단계인가요? embedding, projection"),
        ("predict", "어느 단계인가요? embedding, projection"),
        ("repro softmax", "하나를 고르세요: softmax.by_hand, softmax.rows_sum_to_one"),
        ("repro nothing", "없는 검사예요"),
        ("reset", "--undo 가운데 하나를"),
        ("check --course /", "강의 저장소를 찾지 못했어요"),
    ],
)
def test_what_a_learner_got_wrong_is_said_in_korean_too(kit, learn, command, words):
    root = kit("solved")
    learner(root).write_bytes("# 한글 주석\n".encode("cp949"))
    for language in (["--lang", "ko"], ["--lang=ko"]):
        done = learn(root, *command.split(), *language)
        assert done.returncode == 2
        assert done.stderr.startswith("오류: ")
        assert words in done.stderr


def test_a_byte_order_mark_is_no_trouble(kit, learn, reference):
    root = kit("solved")
    learner(root).write_bytes(b"\xef\xbb\xbf" + reference.encode())
    assert learn(root, "check").returncode == 0


def test_named_steps_decide_the_exit_code(kit, learn):
    root = kit("columns")
    assert learn(root, "check", "scores", "combine_values", "4").returncode == 0
    assert learn(root, "check", "softmax").returncode == 1
    done = learn(root, "check", "sofmax")
    assert done.returncode == 2
    assert "softmax" in done.stderr


def test_a_bonus_step_left_alone_fails_nobody_but_counts_when_it_is_asked_for(kit, learn):
    stub = "def causal_mask(n):\n    raise NotImplementedError()"
    rest = {"apply_mask": "def apply_mask(S, mask):\n    raise NotImplementedError()"}
    root = kit(causal_mask=stub, **rest)
    done = learn(root, "check")
    assert done.returncode == 0
    assert "bonus 9: still open" in done.stdout
    assert learn(root, "check", "mask").returncode == 1


def test_a_bonus_step_without_a_function_of_its_own_is_no_failure_until_it_is_asked_for(kit, learn):
    root = kit(attention_scores="def attention_scores(Q, K):\n    return Q @ K.T")
    done = learn(root, "check")
    assert done.returncode == 0
    assert "bonus 12: still open" in done.stdout
    assert "grader quiz" in done.stdout
    assert "12 A batch of sentences (bonus)" in learn(root, "status").stdout.partition("not started")[0]
    asked = learn(root, "check", "batch")
    assert asked.returncode == 1
    assert "ValueError" in asked.stdout


def test_a_single_step_that_is_not_started_is_not_the_whole_file(kit, learn):
    root = kit(softmax="def softmax(S):\n    raise NotImplementedError()")
    assert "Nothing is filled in yet" not in learn(root, "check", "softmax").stdout


def test_a_renamed_function_is_missed_by_name(kit, learn):
    root = kit("solved")
    path = learner(root)
    path.write_text(path.read_text().replace("def softmax(S", "def sofmax(S").replace(" softmax(", " sofmax("))
    told = " ".join(learn(root, "check").stdout.split())
    assert "There is no function softmax() in the file. Did you mean sofmax()?" in told
    assert "rename sofmax() at exercises/self_attention/attention.py:" in told


def test_json_says_the_same_in_both_languages_but_for_the_words(kit, learn):
    root = kit("columns")

    def bare(lang):
        data = json.loads(learn(root, "check", "--json", "--lang", lang).stdout)
        assert data.pop("language") == lang
        data.pop("seconds")
        text = json.dumps(data)
        return re.sub(r'"(title|text)": "(?:[^"\\]|\\.)*"', "", text)

    assert bare("en") == bare("ko")


@pytest.mark.parametrize("variant", ["", *VARIANTS])
def test_every_screen_fits_and_ends_in_the_next_action(kit, checked, variant):
    root = kit(variant)
    done, _ = checked(root)
    for language in ("en", "ko"):
        for width in (40, 60, 80):
            for glyphs in (UNICODE, ASCII):
                look = TerminalStyle(language, glyphs, width)
                screen = check_screen(root, done, 3, look)
                assert len(screen) <= 25
                assert max(map(cells, screen)) <= width
                assert [line for line in screen if line.startswith(look.say("kit.next") + ": ")]
                assert screen == [line.rstrip() for line in screen]
                assert not PROMISES.search("\n".join(screen))
                assert re.sub(r"\x1b\[\d+m", "", "\n".join(painted(screen, look))) == "\n".join(screen)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_the_process_keeps_to_the_width_in_a_pipe_and_under_cp949(kit, learn, lang, columns):
    done = learn(kit("columns"), "check", "--lang", lang, COLUMNS=columns, PYTHONIOENCODING="cp949")
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert len(lines) <= 25
    assert max(map(cells, lines)) <= min(80, int(columns))
    assert "?" not in done.stdout.replace("??", "?") or "✗" not in done.stdout
    assert "x " in done.stdout
    assert "\x1b" not in done.stdout


def test_colour_comes_only_where_it_is_wanted(kit, learn):
    root = kit("columns")
    assert "\x1b[31m✗" in learn(root, "check", FORCE_COLOR="1").stdout
    assert "\x1b" not in learn(root, "check", FORCE_COLOR="1", NO_COLOR="1").stdout


@pytest.mark.parametrize(
    ("head", "body", "said"),
    [
        ("import click", "click.echo('')", "click is installed here, but it will not be there"),
        ("from yaml import safe_load as load", "load('1')", "yaml is installed here, but it will not be there"),
        ("", "import yaml", "yaml is installed here, but it will not be there"),
        (
            "import hypothesis.strategies as st\n\ndef helped():\n    return st",
            "helped()",
            "hypothesis is installed here",
        ),
    ],
)
def test_a_module_that_is_here_only_is_said_before_handing_in(kit, learn, reference, head, body, said):
    more = f"{head}\nright = embed\n\n\ndef embed(token_ids, E):\n    {body}\n    return right(token_ids, E)\n"
    root = kit(text=f"{reference}\n{more}")
    data = json.loads(learn(root, "check", "--json").stdout)
    states = {step["id"]: step["outcome"] for step in data["steps"]}
    assert {step for step, outcome in states.items() if outcome != "passed"} == {"embedding"}  # as it is graded
    assert [note for note in data["notes"] if said in note and "It is used in step 1." in note]


def test_a_module_that_is_here_only_and_that_nothing_needs_costs_nothing(kit, learn, reference):
    root = kit(text=f"import click\nfrom hypothesis import given\n{reference}\nimport yaml\n")
    done = learn(root, "check")
    assert done.returncode == 0
    assert "click is installed here" in " ".join(done.stdout.split())
    assert "used in step" not in done.stdout
    korean = " ".join(learn(root, "check", "--lang", "ko").stdout.split())
    assert "click 모듈은 여기에 설치되어 있지만 채점할 때는 없어요." in korean
