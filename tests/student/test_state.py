"""`.grader/state.json` and `grader status`: what is remembered, beside what others keep there."""

import errno
import json

import pytest
from kits import learner

from grader.core.languages import both, reason
from grader.student import state


def read(root):
    return json.loads((root / ".grader" / "state.json").read_text(encoding="utf-8"))


def test_hints_and_checks_share_the_file(kit, learn):
    root = kit("columns")
    assert learn(root, "hint", "softmax").returncode == 0
    assert "hint 2 of 3" in learn(root, "check").stdout
    learn(root, "hint", "softmax")
    data = read(root)
    assert data["hints"] == {"self_attention.softmax": 2}
    assert data["check"]["self_attention"]["outcomes"]["softmax.by_hand"] == "failed"


def test_an_attempt_is_a_version_of_the_file(kit, learn):
    root = kit("columns")
    numbers = [json.loads(learn(root, "check", *step, "--json").stdout)["attempt"] for step in ((), (), ("softmax",))]
    learner(root).write_text(learner(root).read_text() + "\n# more\n")
    numbers.append(json.loads(learn(root, "check", "--json").stdout)["attempt"])
    assert numbers == [1, 1, 1, 2]


def test_a_damaged_state_starts_anew_and_foreign_keys_stay(kit, learn):
    root = kit("solved")
    (root / ".grader").mkdir()
    (root / ".grader" / "state.json").write_text('{"check": 3, "other": [1], "predict": null}')
    assert learn(root, "check").returncode == 0
    assert read(root)["other"] == [1]
    (root / ".grader" / "state.json").write_text("{")
    assert learn(root, "check").returncode == 0
    assert read(root)["check"]["self_attention"]["attempts"] == 1


def test_a_folder_that_cannot_be_written_costs_the_memory_only(kit, learn):
    root = kit("solved")
    (root / ".grader").write_text("a file where a folder should be")
    done = learn(root, "check")
    assert done.returncode == 0
    assert "not saved" in done.stderr
    assert "8" in learn(root, "status").stdout
    for language, said in (("en", "not saved"), ("ko", "기록하지 못함")):
        done = learn(root, "hint", "softmax", "--lang", language)
        assert done.returncode == 0
        assert said in done.stderr
        assert "1" in done.stdout.splitlines()[0]


def test_why_the_system_refused_is_in_the_learners_language():
    refused = both("usage.not_written", file="answers.yaml", why=reason(OSError(errno.EROFS, "Read-only file system")))
    assert refused["en"] == "answers.yaml: cannot be written: Read-only file system; nothing was saved, run again"
    assert "읽기 전용 파일 시스템" in refused["ko"]
    assert reason(OSError(errno.EXDEV, "Invalid cross-device link"))["ko"] == "Invalid cross-device link"
    assert reason(OSError("odd"))["en"] == "odd"


def test_check_and_status_count_the_steps_alike(kit, learn):
    for language, said in (
        ("en", ("8 of 8 steps pass their visible checks", "Bonus steps: 5 of 5.")),
        ("ko", ("8단계 중 8단계가 공개 검사를 통과했어요", "보너스 단계: 5단계 중 5단계.")),
    ):
        root = kit("solved", folder=language)
        for command in ("check", "status"):
            told = " ".join(learn(root, command, "--lang", language).stdout.split())
            assert all(words in told for words in said), told
    alone = learn(root, "check", "mask").stdout
    assert "1 of 1 steps" in alone
    assert "Bonus steps" not in alone


def test_the_status_counts_only_answers_that_can_be_read(kit, learn):
    root = kit()
    answers = root / "exercises" / "self_attention" / "answers.yaml"
    answers.write_text("m1-row: nonsense\nm1-mx: computed\nm1-mix: 6\n")
    assert json.loads(learn(root, "status", "--json").stdout)["quiz"] == {"answered": 1, "asked": 45, "amiss": 2}
    assert "Cannot be read: 2; grader quiz shows which." in " ".join(learn(root, "status").stdout.split())
    assert "읽을 수 없는 답: 2개" in " ".join(learn(root, "status", "--lang", "ko").stdout.split())
    answers.write_text("m1-mix: 6\n")
    assert "Cannot be read" not in learn(root, "status").stdout


def test_status_says_where_one_is(kit, learn):
    root = kit("columns")
    learn(root, "hint", "softmax")
    learn(root, "predict", "softmax", text="1\nno\nno\n")
    (root / "exercises" / "self_attention" / "answers.yaml").write_text("m1-row: computed\n")
    data = json.loads(learn(root, "status", "--json").stdout)
    steps = {step["id"]: step for step in data["steps"]}
    assert steps["softmax"]["state"] == "failed"
    assert steps["softmax"]["hints"] == {"shown": 1, "count": 3}
    assert steps["softmax"]["predictions"] == {"made": 3, "count": 3}
    assert steps["attention"]["state"] == "blocked"
    assert steps["scores"]["state"] == "passed"
    assert data["quiz"]["answered"] == 1
    shown = learn(root, "status")
    assert "Next: grader check softmax" in shown.stdout
    assert shown.returncode == 0


def test_status_runs_nothing_twice(kit, learn, monkeypatch, checked):
    root = kit("solved")
    done, suite = checked(root)
    state.remember(root, done, suite)
    from grader.course import loading
    from grader.student import progress
    from grader.suite.visible import run

    monkeypatch.setattr(run, "check", None)  # calling it would fail
    found = progress.look_up(root, loading.load(root, "self_attention", public=True), suite)
    assert all(row.state == "passed" for row in found.steps)


def test_an_untouched_kit_has_not_started(kit, learn):
    data = json.loads(learn(kit(), "status", "--json").stdout)
    assert {step["state"] for step in data["steps"]} == {"untouched"}
    assert data["quiz"]["answered"] == 0


def test_a_broken_file_is_said_in_the_status_too(kit, learn, reference):
    done = learn(kit(text=reference + "def f(:\n"), "status")
    assert done.returncode == 0
    assert "SyntaxError" in done.stdout


@pytest.mark.parametrize("name", ["answers.yaml", "answers (1).yaml", "answers.yml", "answers.yaml.txt"])
def test_status_says_what_was_read(kit, learn, name):
    root = kit("solved")
    (root / "exercises" / "self_attention" / name).write_text("quiz: self_attention\nm1-mix: 6\nm1-row: computed\n")
    data = json.loads(learn(root, "status", "--json").stdout)
    assert (data["file"], data["answers"], data["quiz"]["answered"]) == ("attention.py", name, 2)
    told = " ".join(learn(root, "status").stdout.split())
    assert f"Your program: attention.py. Quiz answers: {name}, 2 read." in told


def test_status_reads_the_answers_of_a_notebook(kit, learn):
    root = kit("solved")
    path = learner(root).with_suffix(".ipynb")
    book = json.loads(path.read_text("utf-8"))
    for cell in book["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and "def " in source:
            cell["source"] = source.replace("raise NotImplementedError()", "return None")
        if 'answers["m1-mix"]' in source:
            cell["source"] = 'answers["m1-mix"] = 6'
    path.write_text(json.dumps(book), encoding="utf-8")
    learner(root).unlink()
    data = json.loads(learn(root, "status", "--json").stdout)
    assert (data["file"], data["answers"], data["quiz"]["answered"]) == ("attention.ipynb", "attention.ipynb", 1)


def test_status_keeps_what_the_last_run_noted(kit, learn, reference):
    root = kit(text=f"{reference}\n1 / 0\n")
    first, second = (json.loads(learn(root, "status", "--json").stdout)["notes"] for _ in range(2))
    assert first == second
    assert "ZeroDivisionError" in first[0]
