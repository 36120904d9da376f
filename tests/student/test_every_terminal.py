"""Every learner's command in both languages, at 60, 80 and 120 columns, into a pipe that speaks cp949."""

import pytest

from grader.core.safe_text import cells

COMMANDS = {
    "check": "",
    "status": "",
    "hint softmax": "",
    "hint softmax --all": "",
    "predict softmax": "(2, 3)\n1\n\n",
    "repro softmax.by_hand": "",
    "reset softmax": "",
    "reset --undo": "",
    "quiz": "a\n?\nzz\n=\nq\n",
    "doctor": "",
    "report": "",
}
CODE = ("repro softmax.by_hand",)  # lines to run are not wrapped


@pytest.fixture(params=["en", "ko"])
def lang(request):
    return request.param


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_a_screen_fits_and_can_be_written(kit, learn, lang, columns):
    root = kit("columns")
    for command, typed in COMMANDS.items():
        words = {"GRADER_LANG": lang, "COLUMNS": columns, "PYTHONIOENCODING": "cp949"}
        done = learn(root, *command.split(), text=typed, **words)
        assert done.returncode in (0, 1), (command, done.stderr)
        assert "Traceback" not in done.stderr, command
        assert "?" * 4 not in done.stdout, command
        assert "\x1b" not in done.stdout, command
        wide = [line for line in done.stdout.splitlines() if cells(line) > min(int(columns), 80)]
        assert command in CODE or wide == [], command


@pytest.mark.parametrize("command", ["check", "status", "hint softmax", "doctor"])
def test_colour_is_asked_for_and_refused(kit, learn, command):
    root = kit("columns")
    assert "\x1b[" not in learn(root, *command.split(), NO_COLOR="1", FORCE_COLOR="1").stdout
    told = learn(root, *command.split(), FORCE_COLOR="1").stdout
    assert ("\x1b[" in told) == (command != "hint softmax")


def test_ascii_asked_for_is_ascii(kit, learn):
    root = kit("columns")
    for command in ("check", "status", "doctor"):
        assert learn(root, command, "--ascii", "--lang", "en").stdout.isascii(), command
