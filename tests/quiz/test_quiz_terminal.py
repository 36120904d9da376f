"""`grader quiz` as learners run it: real processes, a pipe and a terminal, both languages, cp949, killed."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.core.safe_text import cells, encodable
from grader.core.terminal import wrapped_paragraphs as wrap
from grader.quiz.answers import Answers, load_answers, read_answers
from grader.quiz.bank import Bank, sheet_text
from grader.quiz.questions import read_answer
from grader.quiz.session import Session
from grader.quiz.sheet import Sheet, paper
from grader.quiz.terminal import from_letters, letters_of, screen, typed
from grader.quiz.variants import Draw

ROOT = Path(__file__).resolve().parents[2]
RUN = "import grader.cli as c; c.COMMANDS.setdefault('quiz', ('grader.cli.quiz', '')); c.main(prog_name='grader')"


@pytest.fixture
def kit(tmp_path: Path, bank: Bank) -> Path:
    """A learner's kit: exercises and the sheet, no solutions."""
    for folder in ("quizzes", "exercises/self_attention"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "quizzes" / "self_attention.yaml").write_text(sheet_text(bank), encoding="utf-8")
    (tmp_path / "exercises" / "self_attention" / "assignment.yaml").write_text("id: self_attention\n")
    return tmp_path


def environment(encoding: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "GRADER_LANG")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding, "COLUMNS": "80"}


def grader(kit: Path, *args: str, typing: str = "", encoding: str = "utf-8") -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a real run."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, "quiz", *args],
        cwd=kit,
        env=environment(encoding),
        input=typing.encode(encoding),
        capture_output=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


def answers_of(kit: Path) -> Answers:
    return load_answers(kit / "exercises" / "self_attention" / "answers.yaml")


def test_answers_over_a_pipe_are_saved_beside_the_code(kit: Path) -> None:
    code, out, err = grader(kit, "--lang", "en", typing="c\nf b\n6\nb e f\n\nt d\n")
    assert code == 0
    raw = {name: entry.raw for name, entry in answers_of(kit).values.items()}
    assert raw["m1-row"] == "computed"
    assert raw["m1-linear"] == {"truth": "false", "reason": "weights-move"}
    assert raw["m1-mix"] == "6"
    assert raw["m1-triangle"] == ("p2", "p5", "p6")
    assert raw["m1-equal"] == ""
    assert raw["m1-anew"] == {"truth": "true", "reason": "keys-differ"}
    assert "5 of 45 answered, saved in" in err
    assert "6/45, answered 4 of 45" in out


def test_json_on_standard_output_and_screens_on_standard_error(kit: Path) -> None:
    code, out, err = grader(kit, "--json", "--lang", "en", typing="c\nq\n")
    data = json.loads(out)
    assert code == 0
    assert (data["schema"], data["answered"], data["asked"]) == ("grader/quiz-answers/1", 1, 45)
    assert data["answers"] == {"m1-row": "computed"}
    assert "Which sentence describes" in err


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_screen_fits_80_cells_and_can_be_written_in_cp949(kit: Path, language: str) -> None:
    code, out, err = grader(kit, "--lang", language, typing="\n" * 45 + "\n", encoding="cp949")
    assert code == 0, err
    assert max(cells(line) for line in out.splitlines()) <= 80
    assert "QK^T" in out
    assert "ᵀ" not in out
    assert "45/45" in out


def test_ascii_terminals_are_served_in_english(kit: Path) -> None:
    code, out, _ = grader(kit, "m5-why", "--lang", "en", typing="b\n\n", encoding="ascii")
    assert code == 0
    assert "sqrt d_k" in out


def test_a_wrong_letter_is_named_and_nothing_is_saved(kit: Path) -> None:
    code, out, err = grader(kit, "--lang", "en", typing="z\nq\n")
    assert "'z' is not one of these letters: a, b, c, d." in out
    assert not (kit / "exercises" / "self_attention" / "answers.yaml").exists()
    assert code == 0
    assert "nothing to save" in err


def test_back_clear_review_and_a_jump(kit: Path) -> None:
    _, out, _ = grader(kit, "--lang", "en", typing="c\n<\n-\n=\n3\n6\nreview\n99\n\n")
    raw = {name: entry.raw for name, entry in answers_of(kit).values.items()}
    assert (raw["m1-row"], raw["m1-mix"]) == ("", "6")
    assert "The questions are numbered 1 to 45." in out
    assert "  3 [x] Mixing two values · 6" in out


def test_one_item_or_one_topic(kit: Path) -> None:
    _, out, _ = grader(kit, "M4", "--lang", "en", typing="q\n")
    assert "1/8, answered 0 of 8" in out
    grader(kit, "m4-total", "--lang", "ko", typing="7\n\n")
    assert answers_of(kit).values["m4-total"].raw == "7"
    assert len(answers_of(kit).values) == 45
    code, _, err = grader(kit, "m4-totl")
    assert code == 2
    assert "did you mean 'm4-total'?" in err


def test_it_goes_on_at_the_first_open_question(kit: Path) -> None:
    grader(kit, "--lang", "en", typing="c\nf b\n")
    _, out, _ = grader(kit, "--lang", "en", typing="q\n")
    assert out.startswith("Self-attention: five misconceptions, five questions       3/45, answered 2 of 45")


def test_a_text_of_several_lines(kit: Path) -> None:
    grader(kit, "c1-open", "--lang", "ko", typing="모든 토큰을 본다: 한 번에.\n<\n+ # 가중치는 계산한다\n\n")
    assert answers_of(kit).values["c1-open"].raw == "모든 토큰을 본다: 한 번에.\n# 가중치는 계산한다"


def test_a_file_that_cannot_be_read_is_left_alone(kit: Path) -> None:
    path = kit / "exercises" / "self_attention" / "answers.yaml"
    path.write_text("m1-row: [computed\n")
    code, _, err = grader(kit, typing="c\n")
    assert code == 2
    assert "answers.yaml:2:1" in err
    assert path.read_text() == "m1-row: [computed\n"
    _, _, korean = grader(kit, "--lang", "ko", typing="c\n")
    assert "answers.yaml:2:1: 여기부터 파일을 읽을 수 없어요" in korean
    assert "expected" not in korean  # none of the library's own English


def test_what_cannot_be_read_comes_first_with_its_reason(kit: Path) -> None:
    path = kit / "exercises" / "self_attention" / "answers.yaml"
    path.write_text("m1-row: nonsense\nm1-mx: 6\n")
    _, out, err = grader(kit, "--lang", "en", typing="q\n")
    assert out.startswith("Self-attention: five misconceptions, five questions       1/45, answered 0 of 45")
    assert "! 'nonsense' is not one of: average, stored, computed, largest." in out
    assert "answers.yaml: 'm1-mx' is not a question of this quiz (m1-mix?)" in err
    _, out, err = grader(kit, "--lang", "ko", typing="c\nq\n")
    assert "2/45, 답한 문항 1/45" in out
    assert "'m1-mx': 이 퀴즈에 없는 문항이에요 (m1-mix?)" in err


def test_hand_written_answers_stay(kit: Path) -> None:
    path = kit / "exercises" / "self_attention" / "answers.yaml"
    path.write_text("m1-row: computd\nm9-gone: x\nm4-total: [[1]]\n")
    grader(kit, "m1-mix", "--lang", "en", typing="6\n\n")
    values = answers_of(kit).values
    assert (values["m1-row"].raw, values["m9-gone"].raw, values["m1-mix"].raw) == ("computd", "x", "6")
    assert "m4-total" in values


def test_another_learner_s_file_is_refused(kit: Path) -> None:
    assert grader(kit, "--learner", "kim", "m1-mix", "--lang", "en", typing="6\n\n")[0] == 0
    assert answers_of(kit).draw == Draw("self_attention", "kim", 1, 0)
    code, _, err = grader(kit, "--learner", "lee")
    assert code == 2
    assert "holds answers of learner 'kim', not 'lee'" in err


def test_a_template_is_filled_in_by_editor_or_terminal(kit: Path) -> None:
    path = kit / "exercises" / "self_attention" / "answers.yaml"
    assert grader(kit, "template", "-o", str(path))[0] == 0
    assert grader(kit, "template", "-o", str(path))[0] == 2
    assert grader(kit, "m1-mix", "--learner", "kim", "--lang", "en", typing="6\n\n")[0] == 0
    assert answers_of(kit).draw.learner == "kim"


def test_instructors_commands(kit: Path, bank_path: Path) -> None:
    code, out, _ = grader(kit, "sheet", "--bank", str(bank_path))
    assert code == 0
    assert out == (kit / "quizzes" / "self_attention.yaml").read_text(encoding="utf-8")
    assert grader(kit, "lint", "--bank", str(bank_path))[0] == 0
    broken = kit / "broken.yaml"
    broken.write_text(bank_path.read_text(encoding="utf-8").replace("key: computed", "key: compute"), encoding="utf-8")
    code, _, err = grader(kit, "lint", "--bank", str(broken))
    assert code == 2
    assert "broken.yaml:" in err
    assert "key 'compute' is none of the options" in err
    code, _, err = grader(kit, "export", "--to", "gift", "--bank", str(bank_path))
    assert code == 2
    assert "c1-steps (ordering)" in err
    code, out, _ = grader(kit, "export", "--to", "moodle", "--bank", str(bank_path), "--lang", "ko")
    assert code == 0
    assert out.startswith("<?xml")
    code, _, err = grader(kit, "export", "--to", "moodel", "--bank", str(bank_path))
    assert "did you mean 'moodle'?" in err
    code, out, _ = grader(kit, "page", "--lang", "ko", "-o", "-")
    assert out.startswith("<!doctype html>")
    code, _, err = grader(kit, "lint")
    assert code == 2
    assert "only the instructor has the answer key" in err


def test_killed_after_an_answer_nothing_is_lost(kit: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RUN, "quiz", "--lang", "en"],
        cwd=kit,
        env=environment("utf-8"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"c\nf b\n")
        process.stdin.flush()
        deadline, path = time.monotonic() + 30, kit / "exercises" / "self_attention" / "answers.yaml"
        while time.monotonic() < deadline:
            if path.exists() and read_answers(path.read_text()).values["m1-linear"].raw == {
                "truth": "false",
                "reason": "weights-move",
            }:
                break
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    assert answers_of(kit).values["m1-row"].raw == "computed"
    assert [one.name for one in path.parent.iterdir() if one.name.startswith(".")] == []


def test_in_a_terminal(kit: Path) -> None:
    pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
    child = pexpect.spawn(
        sys.executable,
        ["-c", RUN, "quiz", "--lang", "ko"],
        cwd=str(kit),
        env=environment("utf-8"),
        encoding="utf-8",
        dimensions=(30, 80),
        timeout=30,
    )
    child.expect("1/45")
    child.expect("> ")
    child.sendline("c")
    child.expect("2/45")
    child.sendline("이전")
    child.expect("내 답: c")
    child.sendline("끝")
    child.expect("1문항에 답했고")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert answers_of(kit).values["m1-row"].raw == "computed"


def test_in_a_pipe_a_file_goes_to_its_place_too(kit: Path) -> None:
    place = kit / "exercises" / "self_attention" / "answers.yaml"
    assert grader(kit, "template")[:2] == (0, "")
    assert "# " in place.read_text(encoding="utf-8")
    assert grader(kit, "template")[0] == 2  # never over answers
    code, out, _ = grader(kit, "template", "-o", "-")
    assert (code, out) == (0, place.read_text(encoding="utf-8"))
    assert grader(kit, "page")[:2] == (0, "")
    assert (kit / "quiz.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert not (kit / "-").exists()


def test_on_a_terminal_a_file_goes_to_its_place(kit: Path) -> None:
    pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")

    def run(*args: str) -> tuple[int, str]:
        out, code = pexpect.run(
            f"{sys.executable} -c {shlex.quote(RUN)} quiz {' '.join(args)}",
            cwd=str(kit),
            env=environment("utf-8"),
            encoding="utf-8",
            withexitstatus=True,
            timeout=60,
        )
        return code, out

    code, out = run("template", "--lang", "ko")
    assert (code, len(out.splitlines())) == (0, 1)
    assert "exercises/self_attention/answers.yaml" in out
    assert "An output row" not in (kit / "exercises" / "self_attention" / "answers.yaml").read_text(encoding="utf-8")
    assert run("template")[0] == 2  # never over answers
    code, out = run("page")
    assert (code, out.strip()) == (0, "wrote quiz.html")
    assert (kit / "quiz.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "<!doctype html>" in run("page", "-o", "-")[1]


def test_interrupted_ends_with_130(kit: Path) -> None:
    pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
    child = pexpect.spawn(
        sys.executable,
        ["-c", RUN, "quiz", "--lang", "en"],
        cwd=str(kit),
        env=environment("utf-8"),
        encoding="utf-8",
        timeout=30,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job ignores it
    )
    child.expect("> ")
    child.sendintr()
    child.expect("Interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


# -- the session, without a process -------------------------------------------------------------------------


@pytest.mark.parametrize("learner", ["", "kim", "lee"])
def test_letters_and_answers_go_both_ways(sheet: Sheet, learner: str) -> None:
    for question in paper(sheet, Draw(sheet.id, learner)):
        if question.shape == "one":
            lines = ["a", "b"]
        elif question.shape == "many":
            lines = ["a c", "b"]
        elif question.shape == "order":
            lines = ["c a b e d"]
        elif question.shape == "slots":
            lines = [
                " ".join("t" if set(question.choices(slot)) == {"true", "false"} else "b" for slot in question.slots)
            ]
        else:
            lines = ["0.5"]
        for line in lines:
            raw = from_letters(question, line)
            assert read_answer(question, raw) is not None
            assert letters_of(question, raw) == line


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("width", [40, 80])
def test_screens_never_run_over(sheet: Sheet, language: str, width: int) -> None:
    questions = paper(sheet, Draw(sheet.id))
    session = Session(questions, Answers(Draw(sheet.id)).with_answer("c1-open", "긴 글 " * 80))
    for at in range(len(questions) + 1):
        session = typed(Session(questions, session.answers, at), "?", language)
        text = screen(session, sheet.title[language], language, width)
        assert max(map(cells, text.splitlines())) <= width
        assert encodable(text, "cp949").encode("cp949")


def test_wrapping_counts_cells() -> None:
    assert wrap("가나 다라 마바", 5) == ("가나", "다라", "마바")
    assert wrap("가나다라마바", 4) == ("가나", "다라", "마바")
    assert wrap("one two", 80) == ("one two",)
