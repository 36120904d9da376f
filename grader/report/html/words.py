"""What the HTML report says beyond the catalogues of `grader.locale`: message id -> English, Korean.

A catalogue that knows an id has the last word, so a message can move there without a change of code. In Korean
no particle follows a placeholder, since its form would depend on what is put there.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader import locale

__all__ = ["WORDS", "word"]


def word(language: str, ident: str, /, **params: object) -> str:
    """The message of that id in `language`, from the catalogue or from this table. Raises KeyError."""
    told = locale.say(language, ident, **params)
    if told != ident:
        return told
    return WORDS[ident][language == "ko"].format(**params)


WORDS: Mapping[str, tuple[str, str]] = {
    # the frame of the page
    "html.title": ("Report: {name}", "채점 보고서: {name}"),
    "html.skip": ("Skip to the steps", "단계별 결과로 건너뛰기"),
    "html.instructor": (
        "Instructor's copy. It holds measurements and file paths that learners do not see; do not hand it on.",
        "강사용 사본입니다. 학습자에게 보이지 않는 측정값과 파일 경로가 들어 있으니 전달하지 마세요.",
    ),
    "html.practice": (
        "Practice, not a grade: the learner's code was not sandboxed on this machine.",
        "연습이며 성적이 아닙니다. 이 컴퓨터에서는 학습자의 코드를 격리하지 않고 실행했습니다.",
    ),
    "html.whole": ("One trouble for the whole file: {message}", "파일 전체의 문제: {message}"),
    "html.other_language": (
        "The checks below are worded in the language this report was graded in.",
        "아래 검사의 문장은 채점할 때 고른 언어로 적혀 있습니다.",
    ),
    # what to do next
    "html.next": ("Do this next", "다음에 할 일"),
    "html.next_true": ("Make this true", "다음이 성립하게 해 보세요"),
    "html.next_found": ("What was found", "확인한 내용"),
    "html.next_look": ("Look here", "여기를 보세요"),
    "html.next_start": ("Start here: fill in this step.", "여기서 시작해 보세요. 이 단계의 함수를 채우면 됩니다."),
    "html.next_hint": ("For more, one hint at a time, no points lost:", "힌트를 하나씩 볼 수 있습니다(감점 없음):"),
    "html.next_again": ("Then grade again.", "고친 다음 다시 채점해 보세요."),
    "html.next_wait": (
        "Nothing to mend: what is left is for a person or for another run, and its points are held.",
        "고칠 것이 없습니다. 남은 항목은 사람이 확인하거나 다시 채점하며, 점수는 보류되어 있습니다.",
    ),
    "html.next_quiz": (
        "Every step is done. Next is the quiz: five common misconceptions.",
        "모든 단계를 마쳤습니다. 다음은 다섯 가지 오해를 다루는 퀴즈입니다.",
    ),
    "html.next_bonus": (
        "Every step is done and the quiz is handed in. There are bonus steps left if you like: {titles}.",
        "모든 단계를 마치고 퀴즈도 제출했습니다. 원한다면 보너스 단계가 남아 있습니다: {titles}.",
    ),
    "html.next_nothing": ("Everything is done. Nothing is left to do.", "모두 마쳤습니다. 더 할 일이 없습니다."),
    # the score
    "html.score": ("Score", "점수"),
    "html.of": ("{earned} of {possible}", "{possible}점 중 {earned}점"),
    "html.part": ("part", "부분"),
    "html.how": ("how it adds up", "계산"),
    "html.points": ("points", "점수"),
    "html.code": ("Steps 1 to {last}", "단계 1~{last}"),
    "html.steps_only": ("The steps of this run", "이번에 채점한 단계"),
    "html.bonus": ("Bonus, on top", "보너스(따로)"),
    "html.quiz": ("Quiz", "퀴즈"),
    "html.total": ("Total", "합계"),
    "html.held": (
        "{points} points are held: neither earned nor lost until a person or another run decides.",
        "보류된 점수 {points}점: 사람이 확인하거나 다시 채점할 때까지 얻은 것도 잃은 것도 아닙니다.",
    ),
    "html.gate": (
        "In each step one check covers the ordinary case; the others count only once it passes.",
        "단계마다 핵심 검사가 하나 있습니다. 나머지 검사는 핵심 검사를 통과해야 점수가 됩니다.",
    ),
    "html.no_quiz": ("Quiz: not handed in.", "퀴즈: 제출하지 않음."),
    # the pipeline
    "html.pipeline": ("The way through the formula", "수식을 따라가는 길"),
    "html.pipeline_bonus": ("Bonus steps", "보너스 단계"),
    "html.shapes": (
        "n tokens, d_model numbers a token, d_k a query or key, d_v a value",
        "n 토큰 수, d_model 모델 차원, d_k 쿼리와 키의 차원, d_v 값의 차원",
    ),
    # steps and checks
    "html.steps": ("Every step, every check", "단계별 결과와 모든 검사"),
    "html.step": ("Step {number}", "단계 {number}"),
    "html.bonus_step": ("Bonus step {number}", "보너스 단계 {number}"),
    "html.passed_of": ("{passed} of {all} checks pass", "검사 {all}개 중 {passed}개 통과"),
    "html.looks_like": ("Looks like", "추정 원인"),
    "html.why": ("Why it matters", "이유"),
    "html.facts": ("What your answers show", "답에서 확인한 사실"),
    "html.hint": ("Hint", "힌트"),
    "html.hints": ("Hints of this mistake", "이 오답의 힌트"),
    "html.picture": ("A picture of this step", "이 단계의 그림"),
    "html.picture_of": ("Picture: {name}", "그림: {name}"),
    "html.figure_of": ("Figure of {name}", "그림: {name}"),
    "html.evidence": ("Evidence", "측정 근거"),
    "html.evidence_of": ("Evidence of {check}", "측정 근거: {check}"),
    "html.diagnosis_of": ("Diagnosis of {check}", "진단: {check}"),
    "html.diagnosis": ("Diagnosis in full", "진단 전체"),
    "html.growth": ("Growth of the counted work: {check}", "연산 횟수의 증가: {check}"),
    "html.growth_table": ("The counted points", "측정한 점"),
    "html.growth_n": ("tokens n", "토큰 수 n"),
    "html.growth_work": ("operations", "연산 횟수"),
    "html.growth_ratio": ("times the row above", "윗줄의 몇 배"),
    "html.weights": ("Your attention weights", "내 어텐션 가중치"),
    "html.weights_desc": (
        "Rows are queries, columns are keys; the sum of each row stands at its right edge. Row sums: {sums}.",
        "행은 쿼리, 열은 키이며 행의 합은 오른쪽 끝에 있습니다. 행의 합: {sums}.",
    ),
    "html.weights_expected": ("The weights this example asks for", "이 예제가 요구하는 가중치"),
    # the quiz
    "html.quiz_held": (
        "The quiz is handed in. How each answer was marked is shown once the assignment allows it.",
        "퀴즈를 제출했습니다. 답마다의 채점 결과는 과제가 허용하는 때에 공개됩니다.",
    ),
    "html.quiz_right": ("{count} answered right", "맞은 문항 {count}개"),
    "html.quiz_open": ("{count} waiting for a person", "사람이 채점할 문항 {count}개"),
    "html.quiz_blank": ("{count} without an answer", "답하지 않은 문항 {count}개"),
    "html.quiz_handed": ("{count} questions", "문항 {count}개"),
    "html.quiz_explained": ("Explanation", "설명"),
    "html.quiz_yours": ("Worked out with your numbers", "내 숫자로 계산"),
    "html.quiz_note": ("About the answer file", "답안 파일에 대한 알림"),
    "html.quiz_draw": ("attempt {attempt}, seed {seed}", "시도 {attempt}, 시드 {seed}"),
    "quiz.right": ("right", "맞음"),
    "quiz.partly": ("partly right", "일부 맞음"),
    "quiz.wrong": ("not right", "맞지 않음"),
    "quiz.unanswered": ("not answered", "답하지 않음"),
    "quiz.unreadable": ("cannot be read, points held", "읽을 수 없음, 점수 보류"),
    "quiz.pending": ("waits for a person, points held", "사람이 채점, 점수 보류"),
    # misconceptions
    "html.beliefs": ("Misconceptions", "오해 점검"),
    "html.beliefs_intro": (
        "Where the quiz asked about a misconception, where an answer showed it, and where the code did.",
        "각 오해를 퀴즈에서 몇 번 물었는지, 답과 코드에 몇 번 나타났는지 보여 줍니다.",
    ),
    "html.belief": ("misconception", "오해"),
    "html.asked": ("asked in the quiz", "퀴즈에서 물음"),
    "html.shown": ("shown in the quiz", "퀴즈에서 보임"),
    "html.in_code": ("shown in the code", "코드에서 보임"),
    "html.in_step": ("step {number}", "단계 {number}"),
    "html.none_yet": ("not yet", "아직 없음"),
    "html.never": ("no", "없음"),
    # the foot
    "html.made": ("How this was made", "이 보고서의 근거"),
    "html.isolation": ("isolation", "격리 수준"),
    "html.level.process": (
        "a process of its own, without a sandbox",
        "별도의 프로세스이며 격리 없음",
    ),
    "html.level.confined": (
        "no files, no network, no other programs, as a probe found",
        "파일, 네트워크, 다른 프로그램 차단(탐침으로 확인)",
    ),
    "html.level.confined+": (
        "no files, no network, no other programs, and a user of its own, as a probe found",
        "파일, 네트워크, 다른 프로그램 차단과 별도 사용자(탐침으로 확인)",
    ),
    "html.required": ("required isolation", "요구된 격리 수준"),
    "html.suite": ("hidden suite", "비공개 검사 모음"),
    "html.seed": ("seed", "시드"),
    "html.engine": ("grader", "grader"),
    "html.versions": ("Python, numpy", "Python, numpy"),
    "html.graded_at": ("graded at", "채점 시각"),
    "html.seconds": ("seconds", "걸린 시간(초)"),
    "html.path": ("file or folder", "파일 또는 폴더"),
    "html.note": ("Note", "참고"),
    "html.probe": ("What the probe tried, and the answer it got", "탐침이 시도한 일과 받은 응답"),
    "html.probe_what": ("tried", "시도"),
    "html.probe_got": ("answer", "응답"),
    "html.layers": ("Layers", "격리 계층"),
    "html.missing": ("Missing here", "이곳에 없는 것"),
}  # fmt: skip
