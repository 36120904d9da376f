"""What the cohort page says beyond `grader.stats.words`: message id -> English, Korean.

In Korean no particle follows a placeholder, since its form would depend on what is put there.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.stats.words import WORDS as FIGURES

__all__ = ["WORDS", "word"]


def word(language: str, ident: str, /, **params: object) -> str:
    """The message of that id in `language`: this page's own, or a word of the statistics. Raises KeyError."""
    own = WORDS[ident] if ident in WORDS else FIGURES[ident]
    return own[language == "ko"].format(**params)


WORDS: Mapping[str, tuple[str, str]] = {
    "title": ("Cohort: {name}", "학급 보고서: {name}"),
    "skip": ("Skip to the learners", "학습자 표로 건너뛰기"),
    "contents": ("On this page", "이 페이지의 내용"),
    "back": ("Back to the cohort", "학급 보고서로 돌아가기"),
    "instructor": (
        "For instructors: it names learners and what they got. Do not publish it.",
        "강사용입니다. 학습자의 이름과 점수가 들어 있으니 공개하지 마세요.",
    ),
    "anonymous": (
        "Anonymous: ids are aliases in a random order. Look through the pages before you hand them on; in a small "
        "class, people recognise one another by their results.",
        "익명 보고서입니다. 이름 대신 무작위 순서의 별칭을 씁니다. 전달하기 전에 한 번 훑어보세요. 작은 학급에서는 "
        "결과만으로도 누구인지 알 수 있습니다.",
    ),
    # first things first
    "first": ("For the next lesson", "다음 수업을 위해"),
    "first.belief": ("Most widespread misconception", "가장 널리 퍼진 오해"),
    "first.belief_of": ("{n} of {all} learners", "학습자 {all}명 중 {n}명"),
    "first.step": ("Step with the most points lost", "점수를 가장 많이 잃은 단계"),
    "first.step_of": ("{share} of its points, {zero} learners at zero", "점수의 {share}, 0점 {zero}명"),
    "first.check": ("Checks that never fail or never pass", "실패하거나 통과한 적이 없는 검사"),
    "first.needs": ("Learners who need help", "도움이 필요한 학습자"),
    "first.held": ("Submissions with held points", "점수가 보류된 제출물"),
    # points
    "h.points": ("Points", "점수"),
    "points.code": ("Code, without bonus", "코드(보너스 제외)"),
    "points.quiz": ("Quiz", "퀴즈"),
    "histogram.desc": (
        "Learners by their share of the points, held ones left out. {rows}.",
        "점수 비율별 학습자 수이며 보류된 제출물은 제외합니다. {rows}.",
    ),
    "histogram.x": ("share of the points, %", "점수 비율(%)"),
    "spread.part": ("part", "부분"),
    "step.bonus": ("bonus", "보너스"),
    "bar": ("full, part, zero", "만점, 일부, 0점"),
    # misconceptions
    "beliefs.title": ("Misconceptions: learners who show them", "오해를 보인 학습자 수"),
    "beliefs.desc": (
        "Of {n} learners, in the code and in the quiz. {rows}.",
        "학습자 {n}명 가운데 코드와 퀴즈에서 보인 수. {rows}.",
    ),
    "beliefs.code": ("shown by the code", "코드에서 보임"),
    "beliefs.quiz": ("shown in the quiz", "퀴즈에서 보임"),
    "beliefs.claim": ("misconception", "오해"),
    "beliefs.learners": ("learners", "학습자"),
    "beliefs.in_code": ("code", "코드"),
    "beliefs.in_quiz": ("quiz", "퀴즈"),
    "beliefs.both": ("both", "둘 다"),
    "beliefs.rate": ("answers about it that show it", "관련 답 중 보인 비율"),
    "beliefs.mistakes": ("known mistakes", "알려진 오답"),
    "beliefs.more": ("Where it shows", "어디에서 보이는가"),
    "beliefs.none": ("No misconception was shown.", "보인 오해가 없습니다."),
    # checks
    "checks.intro": (
        "A check that never fails or never passes tells nobody apart; where those who pass it do worse elsewhere, the "
        "check itself may be wrong.",
        "실패하거나 통과한 적이 없는 검사는 학습자를 구별하지 못합니다. 통과한 사람이 다른 단계에서 더 못한다면 "
        "검사가 틀렸을 수 있습니다.",
    ),
    "checks.all": ("All checks", "모든 검사"),
    # items
    "items.intro": (
        "Difficulty is the mean share of the points: 1 is easy. r(rest) is the correlation with the rest of the test, "
        "the item itself left out, with its 95 % interval. Figures to look at, never a verdict.",
        "난이도는 점수 비율의 평균이며 1이면 쉽습니다. r(나머지)는 그 문항을 뺀 나머지와의 상관이고 95 % 구간을 "
        "함께 적습니다. 살펴볼 거리이지 판정이 아닙니다.",
    ),
    "scatter.title": ("Items by difficulty and relation to the rest", "난이도와 나머지와의 관련으로 본 문항"),
    "scatter.desc": ("Each item with its difficulty and r(rest). {rows}.", "문항마다 난이도와 r(나머지). {rows}."),
    "scatter.x": ("difficulty: mean share of the points", "난이도: 점수 비율의 평균"),
    "scatter.y": ("r(rest)", "r(나머지)"),
    "scatter.weak": ("below 0.15: weak", "0.15 미만: 약함"),
    "items.table": ("The items in numbers", "문항의 수치"),
    "items.answers": ("What was answered, item by item", "문항별 답의 분포"),
    # growth
    "h.growth": ("Growth of the counted work", "연산 횟수의 증가"),
    "growth.title": ("Counted operations at growing n, a line a learner", "n에 따른 연산 횟수(학습자마다 선 하나)"),
    "growth.desc": (
        "{drawn} of {all} curves on logarithmic axes. {counts}.",
        "로그 축에 그린 곡선 {drawn}개(모두 {all}개). {counts}.",
    ),
    "growth.n": ("n tokens", "토큰 수 n"),
    "growth.work": ("counted operations", "연산 횟수"),
    "growth.passed": ("within the bound", "기준 이내"),
    "growth.failed": ("above it", "기준 초과"),
    "growth.held": ("not judged or not decided", "판정하지 않음 또는 미정"),
    "growth.exponents": ("Exponents that were found", "구한 지수"),
    "growth.exponent": ("exponent", "지수"),
    # learners
    "h.learners": ("Learners", "학습자"),
    "learner": ("learner", "학습자"),
    "status": ("status", "상태"),
    "code": ("code", "코드"),
    "quiz_short": ("quiz", "퀴즈"),
    "bonus": ("bonus", "보너스"),
    "held_short": ("held", "보류"),
    "attempt": ("attempt", "시도"),
    "late": ("days late", "지각(일)"),
    "grade": ("grade", "성적"),
    "beliefs_short": ("misconceptions", "오해"),
    "filter": ("Filter", "거르기"),
    "filter.name": ("Name contains", "이름에 포함된 글자"),
    "filter.status": ("Status", "상태"),
    "filter.belief": ("Misconception", "오해"),
    "filter.any": ("any", "모두"),
    "filter.clear": ("Clear", "지우기"),
    "filter.count": ("{shown} of {all} shown", "{all}명 중 {shown}명 표시"),
    "sort.hint": (
        "Select a column's head to sort by it; once more turns the order round.",
        "열의 제목을 누르면 그 열로 정렬하고, 다시 누르면 순서를 뒤집습니다.",
    ),
    "caption": ("Points of each learner, step by step", "학습자별, 단계별 점수"),
    "status.done": ("all steps done", "모두 완료"),
    "status.working": ("under way", "진행 중"),
    "status.untouched": ("not started", "시작하지 않음"),
    "status.unreadable": ("cannot be run", "실행할 수 없음"),
    "status.held": ("points held", "점수 보류"),
    "needs.reason": ("why", "이유"),
    "needs.none": ("Nobody stands out.", "특별히 눈에 띄는 학습자가 없습니다."),
    "not_asked": ("not asked", "묻지 않음"),
    # the foot
    "made": ("How this was made", "이 보고서의 근거"),
    "made.suite": ("hidden suites", "비공개 검사 모음"),
    "made.rules": (
        "Points that are held are counted apart, never as zeros. Item statistics are refused below {least} learners "
        "and shown with a warning below {few}.",
        "보류된 점수는 따로 세며 0점으로 세지 않습니다. 문항 통계는 학습자가 {least}명보다 적으면 계산하지 않고, "
        "{few}명보다 적으면 주의와 함께 보여 줍니다.",
    ),
}
