"""What the statistics say, in English and Korean: `grader stats` and the cohort page share these words.

In Korean no particle follows a placeholder, since its form would depend on what is put there.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader import locale

__all__ = ["WORDS", "cause_words", "word"]


def word(language: str, ident: str, /, **params: object) -> str:
    """The message of that id in `language`. Raises KeyError for an unknown id."""
    return WORDS[ident][language == "ko"].format(**params)


def cause_words(language: str, cause: str) -> str:
    """A step's cause: a known mistake's title as it is, or the name of an outcome."""
    return locale.say(language, cause) if cause.startswith("outcome.") else cause


WORDS: Mapping[str, tuple[str, str]] = {
    "learners": ("{n} learners", "학습자 {n}명"),
    "practice": ("{n} are practice, not grades: weaker isolation", "연습 {n}건 포함: 격리 수준이 낮아 성적이 아님"),
    "suites": (
        "graded by {n} versions of the hidden suite; compare with care",
        "비공개 검사 모음의 버전 {n}개로 채점됨: 비교할 때 주의하세요",
    ),
    "total": ("code", "코드"),
    "quiz": ("quiz", "퀴즈"),
    "by_hand": ("in no total here, a person marks them: {names}", "사람이 채점하는 문항이라 합계에서 제외: {names}"),
    "spread": (
        "mean {mean} of {possible}, quartiles {q1}, {median}, {q3}, full {full}, zero {zero}, held {held}",
        "평균 {mean}/{possible}, 사분위수 {q1}, {median}, {q3}, 만점 {full}, 0점 {zero}, 보류 {held}",
    ),
    "nobody": ("nobody's points stand yet", "확정된 점수가 아직 없음"),
    # columns
    "step": ("step", "단계"),
    "check": ("check", "검사"),
    "n": ("n", "n"),
    "held": ("held", "보류"),
    "mean": ("mean", "평균"),
    "of": ("of", "만점 점수"),
    "q1": ("Q1", "Q1"),
    "median": ("median", "중앙값"),
    "q3": ("Q3", "Q3"),
    "full": ("full", "만점"),
    "zero": ("zero", "0점"),
    "rest": ("r(rest)", "r(나머지)"),
    "cause": ("commonest cause", "가장 흔한 원인"),
    "judged": ("judged", "판정"),
    "passed": ("passed", "통과"),
    "difficulty": ("difficulty", "난이도"),
    "upper_lower": ("D 27 %", "D 27 %"),
    "without": ("alpha without", "제외 시 α"),
    "flag": ("look at", "살펴볼 점"),
    "item": ("item", "문항"),
    "answer": ("answer", "답"),
    "share": ("share", "비율"),
    "elsewhere": ("elsewhere", "다른 문항"),
    # parts
    "h.steps": ("Steps", "단계"),
    "h.checks": ("Checks", "검사"),
    "h.look": ("Checks to look at", "살펴볼 검사"),
    "h.beliefs": ("Misconceptions, in code and quiz", "코드와 퀴즈에서 보인 오해"),
    "h.code": ("Item analysis: the steps as a test", "문항 분석: 단계"),
    "h.quiz": ("Item analysis: the quiz", "문항 분석: 퀴즈"),
    "h.distractors": ("What was answered", "답의 분포"),
    "h.needs": ("Who needs help", "도움이 필요한 학습자"),
    "none": ("none", "없음"),
    "test.flagged": ("{n} items, the ones to look at:", "문항 {n}개 가운데 살펴볼 것:"),
    "test.calm": ("{n} items, none to look at", "문항 {n}개, 살펴볼 것 없음"),
    # misconceptions
    "belief.counts": (
        "{learners} ({share}): code {code}, quiz {quiz}, both {both}",
        "{learners}명({share}): 코드 {code}, 퀴즈 {quiz}, 둘 다 {both}",
    ),
    "belief.rate": ("{rate} of {n} answers about it", "관련 답 {n}개 가운데 {rate}"),
    "belief.checks": ("linked checks", "관련 검사"),
    "belief.items": ("linked questions", "관련 문항"),
    "belief.example": ("example", "예"),
    # item analysis
    "test.refused": (
        "{n} learners took part. Item statistics need at least {least}: fewer say next to nothing, so none are given.",
        "참여한 학습자 {n}명. 문항 통계에는 적어도 {least}명이 필요합니다. 더 적으면 믿을 수 없어 계산하지 않습니다.",
    ),
    "test.one": ("One item alone makes no test.", "문항 하나로는 분석할 수 없습니다."),
    "test.warned": (
        "{n} learners took part. Below {few}, read these figures with their intervals.",
        "참여한 학습자 {n}명. {few}명보다 적으면 구간과 함께 읽으세요.",
    ),
    "test.learners": ("{n} learners took part.", "참여한 학습자 {n}명."),
    "test.figures": (
        "alpha {alpha}, SEM {sem} points, mean {mean}, sd {sd}, over {n} learners with every item",
        "α {alpha}, SEM {sem}점, 평균 {mean}, 표준편차 {sd}, 모든 문항이 있는 학습자 {n}명 기준",
    ),
    "test.few_complete": (
        "{n} learners have every item: too few for alpha and SEM",
        "모든 문항이 있는 학습자 {n}명: α와 SEM을 계산하기에 적음",
    ),
    "test.unmarked": ("not marked yet, so left out: {names}", "아직 채점하지 않아 제외: {names}"),
    # flags: to look at, never a verdict
    "flag.negative": ("negative: look at the key first", "음수: 정답부터 확인하세요"),
    "flag.weak": ("weak relation to the rest", "나머지와의 관련이 약함"),
    "flag.easy": ("nearly everybody is right", "거의 모두 맞힘"),
    "flag.hard": ("few are right", "맞힌 사람이 적음"),
    "flag.flat": ("does not vary", "차이가 없음"),
    "flag.never_fails": ("never fails", "실패한 적 없음"),
    "flag.never_passes": ("never passes", "통과한 적 없음"),
    "flag.suspicious": (
        "those with this slip do better elsewhere than those who were right",
        "이 오답을 낸 학습자가 다른 문항에서 더 잘함",
    ),
    # answers
    "answer.right": ("right", "맞음"),
    "answer.partly": ("partly right", "일부 맞음"),
    "answer.wrong": ("wrong, no named slip", "틀림(이름 없는 오답)"),
    "answer.unanswered": ("not answered", "답하지 않음"),
    "answer.held": ("held", "보류"),
    # reasons
    "need.unreadable": ("nothing of the file could be run", "파일을 실행할 수 없음"),
    "need.not_started": ("not started", "시작하지 않음"),
    "need.under_half": ("under half of the points", "점수가 절반 미만"),
    "need.stopped": ("stopped: time or memory", "중단됨: 시간 또는 메모리"),
    "need.beliefs": ("three misconceptions or more", "오해 세 가지 이상"),
    "need.held": ("points are held: look at the report", "점수 보류: 보고서를 확인하세요"),
    "need.no_quiz": ("no quiz handed in", "퀴즈를 제출하지 않음"),
    "need.at": ("first at {step}", "처음 막힌 단계: {step}"),
    "more": ("{n} more; --full shows all", "{n}개 더 있음: --full로 모두 볼 수 있음"),
}
