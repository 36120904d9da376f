"""A submission goes in, points and sentences come out: what each kind of trouble costs, and what it says."""

import dataclasses
import json
import re
import shutil

import pytest

from grader.core.errors import UsageError
from grader.core.model import Limits, Outcome
from grader.course import loading
from grader.reports.schema import to_data

SOFTMAX = "def softmax(S):\n    "
RIGHT = "E = np.exp(S - S.max(axis=-1, keepdims=True))\n    return E / E.sum(axis=-1, keepdims=True)"

# name: (replacement of softmax, outcome of the step, sentence of its core check)
TROUBLES = {
    "renamed": (
        "def soft_max(S):\n    return S",
        "failed",
        "There is no function softmax() in the file. Did you mean soft_max()?",
    ),
    "absent": ("x = 1", "untouched", "There is no function softmax() in the file."),
    "stub": (
        SOFTMAX + "raise NotImplementedError()",
        "untouched",
        "Not started yet: softmax() still raises NotImplementedError.",
    ),
    "signature": (
        "def softmax(S, axis):\n    return S",
        "crashed",
        "softmax() cannot be called as the exercise says: softmax() missing 1 required positional argument: 'axis'",
    ),
    "list": (
        SOFTMAX + "return S.tolist()",
        "failed",
        "softmax() returned list (len 2); expected a numpy array of numbers (np.array(...) makes one of a list).",
    ),
    "none": (SOFTMAX + "pass", "failed", "softmax() returned None: is a `return` missing?"),
    "nan": (
        SOFTMAX + "return S * np.nan",
        "failed",
        "softmax((2, 5)) gave nan at [0, 0]; every entry should be a finite number.",
    ),
    "object": (
        SOFTMAX + "return S.astype(object)",
        "failed",
        "softmax() returned an array of dtype object; only plain numbers and numpy arrays of numbers are accepted.",
    ),
    "shape": (SOFTMAX + "return S.T", "failed", "softmax((2, 5)) gave shape (5, 2); expected (2, 5)."),
    "number": ("softmax = 3", "failed", "softmax is not a function: something else has been assigned to that name."),
    "input": (
        SOFTMAX + "return input('S? ')",
        "crashed",
        "attention.py:{1}: the code calls input(); nobody is there to answer while code is graded.",
    ),
    "exit": (
        SOFTMAX + "exit()",
        "crashed",
        "attention.py:{1}: the code calls exit(); a function has to return its result.",
    ),
    "os_exit": (
        "import os\n" + SOFTMAX + "os._exit(0)",
        "crashed",
        "softmax((2, 5)) ended the whole process instead of returning.",
    ),
    "says": (
        SOFTMAX + "print('\\x1b[2J\\n::error::owned\\n##[error]owned')\n"
        "    raise ValueError('\\x1b[31mred\\n::set-output name=a::b ##[group]')",
        "crashed",
        "attention.py:{2}: ValueError: [31mred : :set-output name=a: :b # #[group]",
    ),
    "loop": (
        SOFTMAX + "while True: pass",
        "timeout",
        "softmax((2, 5)): stopped after 0.5 s. Is there a loop that never ends?",
    ),
    "memory": (
        SOFTMAX + "return np.ones((1 << 17, 1 << 17))",
        "memory",
        "attention.py:{1}: out of memory. This exercise needs little memory: is an array or a list far larger "
        "than its inputs?",
    ),
    "recursion": (
        SOFTMAX + "return softmax(S)",
        "crashed",
        "attention.py:{1}: the function calls itself without end (RecursionError).",
    ),
    "import": (
        SOFTMAX + "import pandas",
        "crashed",
        "attention.py:{1}: No module named 'pandas'. Only numpy and the standard library are available here.",
    ),
    "file": (
        SOFTMAX + "open('/etc/passwd')",
        "crashed",
        "attention.py:{1}: [Errno 13] Permission denied: '/etc/passwd'. "
        "Files, network and other programs are closed while code is graded.",
    ),
    "syntax": (
        "def softmax(S:\n    return S",
        "crashed",
        "attention.py:{0}: SyntaxError: '(' was never closed; so softmax() was never defined.",
    ),
    "before": ("1 / 0\n" + SOFTMAX + RIGHT, "passed", ""),
    "after": (SOFTMAX + RIGHT + "\n1 / 0", "passed", ""),
    "identity": (
        SOFTMAX + "return S",
        "failed",
        "softmax((2, 5)): 10 of 10 entries are not right; the first is [0, 0], where ",
    ),
}


@pytest.fixture(scope="module")
def quick(assignment):
    """The assignment with short limits, so that endless loops end soon."""
    return dataclasses.replace(assignment, limits=Limits(call_seconds=0.5, load_seconds=0.8))


@pytest.fixture(scope="module")
def reports(tmp_path_factory, quick, reference, edited, notebook, zipped, grade_all):
    """The reports of all troubles below, graded in one session, by name."""
    folder = tmp_path_factory.mktemp("troubles")
    texts = {name: edited(reference, softmax=source) for name, (source, *_) in TROUBLES.items()}
    texts |= {
        "good": reference,
        "good_again": reference,
        "no_markers": edited(reference.replace("# %%", "# --"), softmax="def softmax(S:\n    return S"),
        "top_loop": reference + "\n# %%\nwhile True: pass\n",
        "top_exit": reference + "\n# %%\nimport os\nos._exit(0)\n",
        "top_sysexit": reference + "\n# %%\nexit()\n",
        "top_nul": reference + "\n# %%\n\0\n",
        "top_prints": reference + "\n# %%\nfor _ in range(20000): print('::error::x')\n",
        "in_place": edited(
            reference,
            softmax=SOFTMAX
            + "S -= S.max(axis=-1, keepdims=True)\n    E = np.exp(S)\n    return E / E.sum(-1, keepdims=True)",
        ),
        "overflow": edited(reference, softmax=SOFTMAX + "E = np.exp(S)\n    return E / E.sum(axis=-1, keepdims=True)"),
        "macs": edited(reference, attention_macs="def attention_macs(n, d_k, d_v):\n    return n * n * d_k"),
        "no_weights": edited(
            reference, self_attention="def self_attention(X, W_Q, W_K, W_V, mask=None):\n    return X @ W_V"
        ),
        "mixed_up": edited(
            reference,
            scaled_dot_product_attention="def scaled_dot_product_attention(Q, K, V, mask=None):\n"
            "    A = softmax(scale_scores(attention_scores(Q, K), Q.shape[-1]))\n    return combine_values(V, A), A",
        ),
        "empty": "",
    }
    for name in (*texts, "unreadable"):
        (folder / name).mkdir()
        (folder / name / "attention.py").write_bytes(texts[name].encode() if name in texts else b"\xff")
    for name, text in (
        ("book", reference),
        ("broken_book", edited(reference, softmax="%time\ndef softmax(S:\n    pass")),
    ):
        (folder / name).mkdir()
        (folder / name / "attention.ipynb").write_text(notebook(text), encoding="utf-8")
    zipped(folder / "packed.zip", {"ada/attention.py": reference})
    return grade_all([folder], of=quick)


def step(report, name):
    return next(step for step in report.steps if step.id == name)


def scores(report):
    """(code, bonus) of a report whose points are all decided."""
    assert report.score.held == report.bonus.held == 0
    return report.code.earned, report.bonus.earned


@pytest.mark.parametrize("name", TROUBLES)
def test_each_trouble_costs_its_step_and_says_one_clear_sentence(reports, reference, edited, name):
    source, outcome, sentence = TROUBLES[name]
    softmax = step(reports[name], "softmax")
    line = 1 + edited(reference, softmax=source).splitlines().index(source.splitlines()[0])
    sentence = sentence.format(line, line + 1, line + 2) if "py:{" in sentence else sentence
    assert softmax.outcome == outcome
    assert softmax.checks[0].message.startswith(sentence)
    if name != "identity":
        assert softmax.checks[0].message == sentence
    assert softmax.score.earned == (14 if outcome == "passed" else 0)


@pytest.mark.parametrize("name", TROUBLES)
def test_other_steps_lose_points_only_as_blocked_by_a_step_that_fails(reports, name):
    for other in reports[name].steps:
        if other.id != "softmax":
            assert {check.outcome for check in other.checks} <= {Outcome.PASSED, Outcome.BLOCKED}
            for check in other.checks:
                if check.outcome is Outcome.BLOCKED and "growth" not in check.id:  # that one names its own reason
                    assert re.fullmatch(
                        r"Not judged: (it builds on step (5, Softmax|7, The whole formula)"
                        r"|with what your own step 5, Softmax, gives, right and wrong answers here look the same)\.",
                        check.message,
                    )


def test_the_reference_scores_everything_before_and_after_everything_else(reports):
    for name in ("good", "good_again"):
        assert scores(reports[name]) == (70, 40)
        assert {check.outcome for s in reports[name].steps for check in s.checks} == {Outcome.PASSED}
        assert (reports[name].code.possible, reports[name].bonus.possible) == (70, 40)
        assert (reports[name].score.earned, reports[name].score.possible) == (70, 100)  # no quiz was handed in


def test_a_syntax_error_costs_its_function_alone_also_without_cell_markers(reports):
    assert [s.outcome for s in reports["no_markers"].steps[:6]] == ["passed"] * 4 + ["crashed", "passed"]
    assert (
        "SyntaxError: '(' was never closed; so softmax() was never defined."
        in step(reports["no_markers"], "softmax").checks[0].message
    )


@pytest.mark.parametrize("name", ["book", "packed"])
def test_a_notebook_and_an_archive_score_as_the_file_does(reports, name):
    assert scores(reports[name]) == (70, 40)


def test_a_broken_cell_of_a_notebook_is_named_by_its_number_and_line(reports, reference):
    cells = reference.split("\n# %%")
    number = next(i for i, cell in enumerate(cells, start=1) if "\ndef softmax(" in cell)
    softmax = step(reports["broken_book"], "softmax")
    assert softmax.checks[0].message == (
        f"attention.ipynb cell {number}:2: SyntaxError: '(' was never closed; so softmax() was never defined."
    )
    assert {s.outcome for s in reports["broken_book"].steps[:4]} == {Outcome.PASSED}


@pytest.mark.parametrize("name", ["top_sysexit", "top_nul", "top_prints", "top_loop", "top_exit"])
def test_a_last_cell_that_breaks_or_floods_costs_nothing(reports, name):
    assert scores(reports[name]) == (70, 40)


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("top_loop", "this statement was stopped after 0.4 s and left out; the rest of the file was run."),
        ("top_exit", "the file ends the whole process while it is being run. Only its imports, definitions and"),
    ],
)
def test_what_was_stopped_or_left_out_of_a_file_is_noted(reports, name, note):
    (said,) = reports[name].notes
    assert said.startswith("attention.py")
    assert note in said


@pytest.mark.parametrize(
    ("name", "outcome", "sentence"),
    [
        ("empty", "untouched", "There is no function embed() in the file."),
        ("unreadable", "crashed", "attention.py:1: not UTF-8; save the file again with the encoding UTF-8"),
    ],
)
def test_a_file_that_cannot_be_used_scores_nothing_and_says_why(reports, name, outcome, sentence):
    assert scores(reports[name]) == (0, 0)
    assert reports[name].steps[0].outcome == outcome
    assert reports[name].steps[0].checks[0].message == sentence


def test_a_slip_beside_the_core_costs_its_own_checks_alone(reports):
    lost = {
        name: [c.id for s in reports[name].steps for c in s.checks if c.outcome is not Outcome.PASSED]
        for name in ("in_place", "overflow")
    }
    assert lost["in_place"] == ["softmax.inputs_unchanged"]
    assert lost["overflow"] == ["softmax.numerical_stability", "softmax.float32_precision"]
    assert scores(reports["in_place"]) == (69, 40)
    assert (
        step(reports["in_place"], "softmax").checks[-1].message
        == "softmax((3, 4)) changed an argument in place; work on a copy."
    )


def test_what_is_right_does_not_count_until_the_core_passes(reports):
    complexity = step(reports["macs"], "complexity")
    assert (complexity.score.earned, complexity.outcome) == (0, "failed")
    right = [check for check in complexity.checks if check.outcome is Outcome.PASSED]
    assert right
    assert {check.message for check in right} == {"Right, but counted only once the main check of this step passes."}
    assert complexity.checks[0].message == "attention_macs(5, 6, 3) gave 150, which is not right."


def test_a_slip_in_self_attention_costs_other_steps_only_as_blocked(reports):
    assert step(reports["no_weights"], "attention").outcome == "failed"
    for other in reports["no_weights"].steps:
        if other.id != "attention":
            assert {check.outcome for check in other.checks} <= {Outcome.PASSED, Outcome.BLOCKED}


def test_a_right_step_is_never_blamed_for_how_a_later_one_calls_it(reports):
    assert step(reports["mixed_up"], "combine").outcome == "passed"
    attention = step(reports["mixed_up"], "attention")
    assert attention.outcome == "crashed"
    assert "combine" not in attention.checks[0].message


def test_no_sentence_is_missing_and_no_placeholder_is_left(reports):
    for report in reports.values():
        for s in report.steps:
            for check in s.checks:
                assert not check.message.startswith(("check.", "outcome.", "report."))
                assert "{" not in check.message
                assert check.message or check.outcome is Outcome.PASSED
                assert check.hint == "" or check.outcome in (Outcome.FAILED, Outcome.CRASHED)


def test_points_add_up_everywhere(reports):
    for report in reports.values():
        for s in report.steps:
            assert sum(check.score.possible for check in s.checks) == s.score.possible
            assert sum(check.score.earned for check in s.checks) == s.score.earned <= s.score.possible
            assert sum(check.score.held for check in s.checks) == s.score.held
        assert sum(s.score.earned for s in report.steps) == report.code.earned + report.bonus.earned
        assert sum(s.score.earned for s in report.steps if not s.bonus) == report.code.earned == report.score.earned
        assert (report.code.possible, report.quiz.possible, report.score.possible) == (70, 30, 100)
        assert (report.quiz.earned, report.quiz.held, report.quiz_answers) == (0, 0, None)


def test_hints_are_given_where_the_answer_is_wrong(reports):
    """A named mistake has hints of its own; every other wrong answer gets the check's."""
    named = step(reports["identity"], "softmax").checks[0]
    assert (named.hint, bool(named.diagnosis.hint)) == ("", True)
    wrong = [c for report in reports.values() for s in report.steps for c in s.checks if c.outcome is Outcome.FAILED]
    fixed = [check for check in wrong if not (check.diagnosis and check.diagnosis.mistake)]
    assert fixed
    assert all(check.hint for check in fixed)


@pytest.mark.parametrize(("language", "rest"), [("en", "This line was skipped"), ("ko", "이 줄은 건너뛰었어요")])
def test_an_import_that_finds_nothing_is_noted_though_every_check_passes(submit, reference, grade_all, language, rest):
    text = "import pandas as pd\nimport numpy as np\nfrom sklearn.cluster import KMeans\n" + reference
    report = grade_all([submit("ada", text=text)], only=("softmax",), language=language)["ada"]
    assert report.score.earned == report.score.possible > 0
    first, second, _ = report.notes
    assert first.startswith(f"attention.py:1: No module named 'pandas'. {rest}")
    assert second.startswith("attention.py:3: No module named 'sklearn'. ")
    assert "import" not in " ".join(grade_all([submit("ben")], only=("softmax",))["ben"].notes)


def test_learner_text_stays_harmless_in_every_form(reports):
    said = json.dumps(to_data(reports["says"]), ensure_ascii=False)
    assert "\x1b" not in said
    assert "::" not in said
    assert "##[" not in said


# -- partial runs, seeds, levels -------------------------------------------------------------------------------


def test_only_the_named_steps_run_and_the_report_says_so(submit, grade_all):
    report = grade_all([submit("ada")], only=("softmax", "mask"))["ada"]
    assert [s.id for s in report.steps] == ["softmax", "mask"]
    assert (report.score.earned, report.score.possible, report.bonus.possible) == (14, 14, 8)
    assert (report.quiz, report.score) == (None, report.code)
    assert report.notes == ("partial run: only softmax, mask",)
    assert report.only == ("softmax", "mask")


def test_one_check_alone_is_worth_what_it_is_worth_in_the_whole(submit, grade_all):
    report = grade_all([submit("ada")], only=("softmax.rows_are_distributions",))["ada"]
    assert [(c.id, c.score.earned) for s in report.steps for c in s.checks] == [("softmax.rows_are_distributions", 2)]


def test_a_check_that_was_renamed_runs_under_its_earlier_id_too(submit, grade_all):
    report = grade_all([submit("ada")], only=("softmax.a_thousand_is_harmless",))["ada"]
    assert [c.id for s in report.steps for c in s.checks] == ["softmax.numerical_stability"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("softmx", "no step or check 'softmx' in self_attention; did you mean 'softmax'?"),
        (
            "scores.sign_by_hand",
            "no step or check 'scores.sign_by_hand' in self_attention; did you mean 'scores.signs_by_hand'?",
        ),
    ],
)
def test_a_step_or_check_that_does_not_exist_is_named(submit, grade_all, name, said):
    with pytest.raises(UsageError) as caught:
        grade_all([submit("ada")], only=(name,))
    assert str(caught.value) == said


def test_process_isolation_grades_the_same_but_calls_it_practice(submit, grade_all):
    report = grade_all([submit("ada")], isolation="process", way="spawn")["ada"]
    assert scores(report) == (70, 40)
    assert report.isolation.level == "process"
    assert to_data(report)["grade"] is False


def test_a_confined_run_is_a_grade(reports):
    held = reports["good"].isolation
    assert held.is_grade
    assert held.required == "confined"
    assert to_data(reports["good"])["grade"] is True


def test_a_korean_report_has_the_same_points_in_korean_words(submit, grade_all):
    paths = [submit("ada", softmax=SOFTMAX + "return S")]
    korean, english = (grade_all(paths, language=language)["ada"] for language in ("ko", "en"))
    assert [(c.id, c.outcome, c.score.earned) for s in korean.steps for c in s.checks] == [
        (c.id, c.outcome, c.score.earned) for s in english.steps for c in s.checks
    ]
    for s in korean.steps:
        for check in s.checks:
            for words in (check.title, check.message, check.hint):
                assert not words or any("가" <= letter <= "힣" for letter in words), (check.id, words)


# -- our own faults hold points, and never take them -----------------------------------------------------------


@pytest.fixture
def broken(tmp_path, root):
    """`broken({"hidden/test_x.py": text or None})`: a copy of the course with files replaced or removed."""

    def make(changes):
        place = tmp_path / "course"
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / "solutions", place / "solutions", ignore=ignore)
        for name, text in changes.items():
            path = place / "solutions" / "self_attention" / name
            path.unlink() if text is None else path.write_text(text, encoding="utf-8")
        return loading.load(place, "self_attention")

    return make


def test_a_suite_file_that_cannot_be_read_holds_its_points(broken, submit, grade_all):
    of = broken({"hidden/test_scaling.py": "import nothing_of_that_name\n"})
    report = grade_all([submit("ada"), submit("zero", text="")], of=of)
    assert (report["ada"].code.earned, report["ada"].code.held, report["ada"].code.possible) == (62, 8, 70)
    assert (report["ada"].score.earned, report["ada"].score.held, report["ada"].score.possible) == (62, 8, 100)
    assert (report["zero"].score.earned, report["zero"].score.held) == (0, 8)
    assert report["ada"].broken
    scaling = step(report["ada"], "scaling")
    assert scaling.outcome == "broken"
    assert scaling.checks[0].message == (
        "Internal error, no points deducted: the checks of this step could not be read "
        "(ModuleNotFoundError: No module named 'nothing_of_that_name')."
    )


def test_the_denominator_is_the_manifests_whatever_ran(broken, submit, grade_all):
    report = grade_all([submit("ada")], of=broken({"hidden/test_softmax.py": None}))["ada"]
    assert (report.code.earned, report.code.held, report.code.possible) == (56, 14, 70)
    assert (report.score.earned, report.score.held, report.score.possible) == (56, 14, 100)
    assert step(report, "softmax").outcome == "broken"


WRONG_SUITE = '''
import numpy as np
from pytest import mark

@mark.points(1, core=True)
def test_halves(learner, approx):
    """Scores are halved.

    Advice.
    """
    assert learner.scale_scores(np.ones((2, 2)), 9) == approx(np.ones((2, 2)) / 2)

@mark.points(1)
def test_own_slip(learner):
    """The check itself has a bug.

    Advice.
    """
    learner.no_such_function()
'''


def test_a_check_that_the_reference_fails_holds_its_points(broken, submit, grade_all):
    report = grade_all([submit("ada")], of=broken({"hidden/test_scaling.py": WRONG_SUITE}))["ada"]
    scaling = step(report, "scaling")
    assert (scaling.outcome, scaling.score.earned, scaling.score.held) == ("broken", 0, 8)
    assert scaling.checks[0].message == (
        "Internal error, no points deducted: this check does not hold on this machine (the reference is failed here)."
    )
    assert scaling.checks[1].message == (
        "Internal error, no points deducted: scaling.own_slip: AttributeError: "
        "the assignment has no function 'no_such_function'"
    )
    assert report.score.earned == 62
