"""Reports written by hand for the formats: a failing one with everything in it, a full one, a broken one, and more."""

from fractions import Fraction

import msgspec

from grader.core.model import Isolation, Outcome, Provenance, QuizOutcome
from grader.reports.schema import (
    CheckResult,
    Diagnosed,
    HandIn,
    QuizAnswers,
    QuizItem,
    Report,
    Score,
    StepResult,
    sums,
    total,
)

F, ONE = Fraction, Fraction(1)

PRIVATE = (
    "/home/instructor/cohort",
    "0.301029995",
    "staged hint",
    "planted file",
    "Landlock ABI",
    "key is option b",
    "rubric of the open question",
)
"""What stands in the samples and may stand in no format."""

HOSTILE = (
    "\n::add-mask::3 \x1b[31m<img src=x onerror=alert(1)> | `code` **bold** [link](http://evil.example) @org/team $x$ "
    "##[error] ##vso[task] =HYPERLINK(1) %0A::error:: \u202e\u0007 www.evil.example #12"
)

_PROVENANCE = Provenance("0.1.0", "0123456789abcdef", 7, "3.12.1", "2.1.0", "2026-11-29T12:00:00+00:00")


def held(level="confined", missing=()):
    probe = {"read a planted file": "planted file: EACCES"}
    return Isolation(level, "confined", {"landlock": "Landlock ABI 4"}, probe, missing)


def check(name, title, outcome=Outcome.PASSED, possible=ONE, message="", hint="", diagnosis=None):
    score = Score(possible if outcome is Outcome.PASSED else F(0), possible, possible if outcome.pending else F(0))
    evidence = {"reference": [0.301029995]}
    return CheckResult(name, title, outcome, score, message, hint, diagnosis, evidence)


def step(number, ident, title, *checks, bonus=False, gated=False):
    worst = next((one.outcome for one in checks if one.outcome is not Outcome.PASSED), Outcome.PASSED)
    score = total(one.score for one in checks)
    score = Score(F(0), score.possible, score.held) if gated else score
    return StepResult(ident, number, title, worst, score, bonus, checks)


def report(name, *steps, quiz=None, answers=None, notes=(), isolation=None, title="Self-attention in numpy"):
    """A report with its sums. `answers` is a quiz as it was handed in; `quiz` what one is worth that was not."""
    if answers is not None:
        quiz = total(item.score for item in answers.items)
    return Report(
        assignment="self_attention",
        title=title,
        submission=HandIn(name, f"/home/instructor/cohort/{name}/attention.py"),
        **sums(steps, quiz),
        steps=steps,
        isolation=isolation or held(),
        provenance=_PROVENANCE,
        grade=(isolation or held()).is_grade,
        seconds=1.25,
        quiz_answers=answers,
        notes=notes,
    )


def quiz(feedback):
    items = (
        QuizItem(
            "scaling-why",
            {"en": "Why scale?", "ko": "왜 나눌까요?"},
            QuizOutcome.RIGHT,
            Score(F(2), F(2)),
            message={"en": "", "ko": ""},
        ),
        QuizItem(
            "rows",
            {"en": "Which sum to 1?", "ko": "합이 1인 것은?"},
            QuizOutcome.PARTLY,
            Score(F(3, 2), F(3)),
            message={"en": f"One is missing. {HOSTILE}", "ko": f"하나가 빠졌어요. {HOSTILE}"},
            explanation={"en": "the key is option b", "ko": "the key is option b"},
        ),
        QuizItem(
            "open",
            {"en": "In your words", "ko": "내 말로"},
            QuizOutcome.PENDING,
            Score(F(0), F(5), F(5)),
            message={"en": "", "ko": ""},
        ),
    )
    return QuizAnswers(items, feedback, diagnoses={"rubric": "rubric of the open question"})


DIAGNOSIS = Diagnosed(
    mistake="softmax_columns",
    title="소프트맥스를 열 방향으로 나눔",
    why="열의 합이 1입니다.",
    facts=("열마다 합이 1입니다.",),
    hints=("staged hint one", "staged hint two"),
)


def failing(feedback="after_submission"):
    """Korean, in thirds, with bonus, pending points, a quiz, a diagnosis and hostile text wherever text can be."""
    third = F(10, 3)
    return report(
        f"ada{HOSTILE}",
        step(1, "embedding", "임베딩", check("embedding.rows", "행을 고릅니다", possible=F(4))),
        step(
            2,
            "scores",
            "점수",
            check("scores.value", "S = QKᵀ", possible=third),
            check("scores.batch", "배치", possible=third),
            check("scores.inputs", "입력은 그대로", Outcome.CRASHED, third, f"attention.py:41: ValueError: {HOSTILE}"),
        ),
        step(
            3,
            "softmax",
            "소프트맥스",
            check("softmax.rows", "행의 합은 1", Outcome.FAILED, F(14), "합이 0.699", "행마다 나눠 보세요.", DIAGNOSIS),
        ),
        step(
            4,
            "growth",
            "복잡도",
            check("growth.square", "O(n²)", Outcome.INCONCLUSIVE, F(5, 2), "판정 보류"),
            check("growth.count", "연산 횟수", possible=F(7, 2)),
        ),
        step(
            5,
            "attention",
            "어텐션 전체",
            check("attention.whole", "전체", Outcome.BLOCKED, F(12), "먼저 필요한 단계 3"),
        ),
        step(6, "mask", "마스크", check("mask.rows", "가려요", possible=F(8)), bonus=True),
        step(7, "blocks", "블록", check("blocks.same", "같아요", Outcome.UNTOUCHED, F(8), "아직"), bonus=True),
        answers=quiz(feedback),
        notes=(f"두 파일 중 하나를 채점함 {HOSTILE}",),
        title="numpy로 만드는 셀프 어텐션",
    )


def full():
    """Everything earned, nothing said."""
    return report(
        "grace",
        step(1, "embedding", "Embedding", check("embedding.rows", "Rows of E", possible=F(4))),
        step(
            2,
            "softmax",
            "Softmax",
            check("softmax.rows", "Rows sum to 1", possible=F(9, 2)),
            check("softmax.big", "Large scores", possible=F(19, 2)),
        ),
        step(3, "mask", "Mask", check("mask.rows", "Hidden", Outcome.FAILED, F(8), "not hidden"), bonus=True),
    )


def broken():
    """Our fault: nothing could run, all points are held."""
    words = "the check could not run here"
    steps = [
        step(number, name, name.title(), check(f"{name}.collection", name, Outcome.BROKEN, F(7), words))
        for number, name in enumerate(("embedding", "softmax"), 1)
    ]
    return report("lena", *steps, isolation=held("process", ({"layer": "landlock", "reason": "planted file"},)))


def unreadable():
    """The learner's file cannot be run: every check ends in the same sentence."""
    words = "attention.py:3: SyntaxError: invalid syntax"
    steps = [
        step(number, name, name.title(), check(f"{name}.value", name, Outcome.CRASHED, F(7), words))
        for number, name in enumerate(("embedding", "softmax"), 1)
    ]
    return report("mateo", *steps)


def without_answers():
    """All of the code right, and no quiz handed in: 14 of 20 points."""
    steps = (
        step(1, "embedding", "Embedding", check("embedding.rows", "Rows of E", possible=F(4))),
        step(2, "softmax", "Softmax", check("softmax.rows", "Rows sum to 1", possible=F(10))),
    )
    return report("yuna", *steps, quiz=Score(F(0), F(6)))


def practice():
    """The full one, without a sandbox."""
    return msgspec.structs.replace(full(), isolation=held("process"), grade=False)


SAMPLES = {"failing": failing, "full": full, "broken": broken, "without_answers": without_answers}
MORE = {
    **SAMPLES,
    "unreadable": unreadable,
    "practice": practice,
    "held": lambda: failing("after_deadline"),
    "broken_quiz": lambda: broken().with_quiz(Score(F(0), F(6)), None),
    "unreadable_quiz": lambda: unreadable().with_quiz(Score(F(0), F(6)), None),
}

RUNNER = {
    "CLASSROOM": "cs101",
    "ASSIGNMENT": "attention",
    "ASSIGNMENT_TYPE": "individual",
    "OWNER": "ada",
    "SUBMISSION_TAG": "submit/2026-11-29T12-00-00Z-0123456",
    "COMMIT_URL": "https://example.invalid/commit/0123456",
    "RELEASE_URL": "https://example.invalid/release",
    "REVIEW_URL": "https://example.invalid/review",
    "GRADED_COMMIT_TIME": "2026-11-29T11:59:00Z",
    "GRADER_FOLDER": "exercises/self_attention",
}
