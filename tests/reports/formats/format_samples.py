"""Reports written by hand for the formats: a failing one with everything in it, a full one, a broken one, and more."""

import dataclasses
from fractions import Fraction

from grader.core.model import CheckResult, Isolation, Outcome, Provenance, Report, StepResult

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
    earned = possible if outcome is Outcome.PASSED else F(0)
    evidence = {"reference": [0.301029995]}
    return CheckResult(name, title, outcome, earned, possible, message, hint, diagnosis, evidence)


def step(number, ident, title, *checks, bonus=False, gated=False):
    worst = next((one.outcome for one in checks if one.outcome is not Outcome.PASSED), Outcome.PASSED)
    earned = F(0) if gated else sum((one.earned for one in checks), F(0))
    pending = sum((one.possible for one in checks if one.outcome.pending), F(0))
    possible = sum((one.possible for one in checks), F(0))
    return StepResult(ident, number, title, worst, earned, possible, pending, bonus, checks)


def report(name, *steps, quiz=None, notes=(), isolation=None, title="Self-attention in numpy"):
    code, bonus = [s for s in steps if not s.bonus], [s for s in steps if s.bonus]
    return Report(
        "self_attention",
        title,
        name,
        f"/home/instructor/cohort/{name}/attention.py",
        sum((s.earned for s in code), F(0)),
        sum((s.possible for s in code), F(0)),
        sum((s.pending for s in code), F(0)),
        sum((s.earned for s in bonus), F(0)),
        sum((s.possible for s in bonus), F(0)),
        steps,
        isolation or held(),
        _PROVENANCE,
        1.25,
        notes,
        quiz,
    )


def quiz(feedback):
    items = [
        {
            "id": "scaling-why",
            "type": "single",
            "title": {"en": "Why scale?", "ko": "왜 나눌까요?"},
            "outcome": "right",
            "earned": 2,
            "possible": 2,
            "message": {"en": "", "ko": ""},
        },
        {
            "id": "rows",
            "type": "multiple",
            "title": {"en": "Which sum to 1?", "ko": "합이 1인 것은?"},
            "outcome": "partly",
            "earned": "3/2",
            "possible": 3,
            "message": {"en": f"One is missing. {HOSTILE}", "ko": f"하나가 빠졌어요. {HOSTILE}"},
            "key": "the key is option b",
        },
        {
            "id": "open",
            "type": "open",
            "title": {"en": "In your words", "ko": "내 말로"},
            "outcome": "pending",
            "earned": 0,
            "possible": 5,
            "message": {"en": "", "ko": ""},
            "rubric": "rubric of the open question",
        },
    ]
    return {
        "schema": "grader/quiz-result/1",
        "earned": "7/2",
        "possible": 10,
        "pending": 5,
        "feedback": feedback,
        "items": items,
        "notes": [],
    }


DIAGNOSIS = {
    "mistake": "softmax_columns",
    "title": "소프트맥스를 열 방향으로 나눔",
    "why": "열의 합이 1입니다.",
    "facts": ["열마다 합이 1입니다."],
    "hints": ["staged hint one", "staged hint two"],
}


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
        quiz=quiz(feedback),
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


def practice():
    """The full one, without a sandbox."""
    return dataclasses.replace(full(), isolation=held("process"))


SAMPLES = {"failing": failing, "full": full, "broken": broken}
MORE = {**SAMPLES, "unreadable": unreadable, "practice": practice, "held": lambda: failing("after_deadline")}

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
