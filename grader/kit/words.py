"""What the learner's loop says, by message id, in English and Korean; until the catalogues of `grader.locale` have it.

`tell` looks here first and then in the catalogues. Both texts of a message have the same placeholders (a test holds
that), and in Korean no particle follows a placeholder, because its form would depend on the word.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.locale import say
from grader.model import Text

__all__ = ["WORDS", "tell"]

WORDS: Mapping[str, Text] = {
    # rows of a failure
    "kit.input": Text("input", "입력"),
    "kit.expected": Text("expected", "기대값"),
    "kit.got": Text("got", "결과"),
    "kit.row_sums": Text("row sums", "행의 합"),
    "kit.notice": Text("notice", "눈에 띄는 점"),
    "kit.why": Text("why", "이유"),
    "kit.printed": Text("printed", "출력"),
    "kit.warning": Text("warning", "경고"),
    "kit.found": Text("found", "확인"),
    # what happened
    "kit.assertion": Text("The check says: {words}", "검사 내용: {words}"),
    "kit.unusable": Text(
        "{function}() returned something the check could not work with ({type}: {words}).",
        "{function}(): 돌아온 값으로 검사를 진행할 수 없었습니다({type}: {words}).",
    ),
    "kit.results": Text(
        "{function}() returned {got}; {wanted} results are expected.",
        "{function}(): 돌아온 것 {got}, 기대한 결과 {wanted}개.",
    ),
    "kit.imports": Text(
        "{where}: {words}. Only numpy is needed here.", "{where}: {words}. 여기서는 numpy만 있으면 됩니다."
    ),
    "kit.timeout": Text(
        "{where}: stopped after {seconds} s. Is there a loop that never ends?",
        "{where}: {seconds}초 뒤에 멈추었습니다. 끝나지 않는 반복문이 있나요?",
    ),
    "kit.time_is_up": Text(
        "Not run: the checks before it took {seconds} s.", "실행하지 않음: 앞의 검사에 {seconds}초가 걸렸습니다."
    ),
    "kit.load_timeout": Text(
        "{where}: the file was stopped after {seconds} s, before any function could be called. "
        "Is there a loop that never ends outside the functions?",
        "{where}: 함수를 부르기도 전에 {seconds}초가 지나 파일 실행을 멈추었습니다. "
        "함수 바깥에 끝나지 않는 반복문이 있나요?",
    ),
    "kit.load_died": Text(
        "{where}: the file ends the whole process while it is being run.",
        "{where}: 파일을 실행하는 동안 프로세스 전체가 끝나 버립니다.",
    ),
    "kit.died": Text(
        "{file}: the call ended the whole process instead of returning.",
        "{file}: 값을 돌려주지 않고 프로세스 전체를 끝냈습니다.",
    ),
    "kit.waits": Text("needs {number}", "{number}단계 먼저"),
    # heads and sums
    "kit.attempt": Text("attempt {number}", "시도 {number}"),
    "kit.fails": Text("{failed} of {count} visible checks fail", "공개 검사 {count}개 중 {failed}개 실패"),
    "kit.fails_one": Text("its visible check fails", "공개 검사 1개 실패"),
    "kit.cannot_run": Text("The file cannot be run yet", "아직 파일을 실행할 수 없습니다"),
    "kit.not_checked": Text(
        "No check could run. They all wait for this one line.",
        "검사를 하나도 실행하지 못했습니다. 먼저 이 줄부터 고쳐 보세요.",
    ),
    "kit.more_checks": Text("and {count} more here", "이 단계에 {count}개 더 있음"),
    "kit.bonus_rest": Text("bonus {numbers}: not started", "보너스 {numbers}: 시작 전"),
    "kit.welcome": Text(
        "Nothing is filled in yet. Good: that is where everybody starts.",
        "아직 아무것도 채우지 않았어요. 누구나 여기서 시작해요.",
    ),
    "kit.visible_sum": Text(
        "Visible checks: {passed} of {count} pass. Hidden checks run when you hand in.",
        "공개 검사: {count}개 중 {passed}개 통과. 비공개 검사는 제출한 뒤에 실행합니다.",
    ),
    "kit.steps_done": Text(
        "{done} of {count} steps pass their visible checks ({checks} of {checks})",
        "{count}단계 중 {done}단계가 공개 검사를 통과했습니다({checks}개 중 {checks}개)",
    ),
    "kit.hidden_wait": Text(
        "Hidden checks run when you hand in. They use other seeds and other shapes.",
        "비공개 검사는 제출한 뒤에 실행합니다. 시드와 shape이 다릅니다.",
    ),
    # what to do next
    "kit.next": Text("Next", "다음"),
    "kit.next_hint": Text("hint {number} of {total}, no points lost", "힌트 {total}개 중 {number}번째, 감점 없음"),
    "kit.next_hint_again": Text("the hints once more", "힌트 다시 보기"),
    "kit.next_repro": Text("a few lines of numpy that show this", "이 실패를 보여 주는 몇 줄짜리 numpy 코드"),
    "kit.next_mend": Text("mend {where}", "고칠 곳: {where}"),
    "kit.next_open": Text("open {where} and fill in {function}()", "여세요: {where}. 채울 함수: {function}()"),
    "kit.next_predict": Text("guess the shape before you write", "코드를 쓰기 전에 shape 맞혀 보기"),
    "kit.next_quiz": Text("the questions about this lesson", "이 단원의 퀴즈"),
    "kit.next_bonus": Text("bonus: step {number}, {title}", "보너스: {number}단계, {title}"),
    "kit.next_check": Text("your next run", "다시 검사하기"),
    "kit.next_hand_in": Text("hand in {where}", "제출할 파일: {where}"),
    "kit.next_status": Text("where you are", "지금 어디까지 왔는지 보기"),
    # watching
    "kit.watching": Text(
        "Watching {file}. Save it to check again; r = run now, q = quit.",
        "{file} 파일을 지켜보는 중. 저장하면 다시 검사; r = 지금 실행, q = 끝내기.",
    ),
    "kit.not_kept": Text("(not remembered: {reason})", "(기록하지 못함: {reason})"),
    # status
    "kit.col_checks": Text("visible checks", "공개 검사"),
    "kit.col_hints": Text("hints", "힌트"),
    "kit.col_predicted": Text("predicted", "예측"),
    "kit.state_passed": Text("passes", "통과"),
    "kit.state_failed": Text("not right yet", "아직 틀림"),
    "kit.state_started": Text("started", "진행 중"),
    "kit.state_untouched": Text("not started", "시작 전"),
    "kit.state_blocked": Text("waits", "대기"),
    "kit.status_sum": Text(
        "{done} of {count} steps pass their visible checks.", "{count}단계 중 {done}단계가 공개 검사를 통과했습니다."
    ),
    "kit.quiz_sum": Text("Quiz: {done} of {count} answered.", "퀴즈: {count}문항 중 {done}문항 답함."),
    "kit.bonus": Text("bonus", "보너스"),
    # repro
    "kit.repro_head": Text("{id}: {title}", "{id}: {title}"),
    "kit.repro_run": Text("Run it: {command} repro {id} | python -", "실행: {command} repro {id} | python -"),
    "kit.repro_passes": Text(
        "This check passes now; the lines show what it looks at.",
        "지금은 통과하는 검사입니다. 무엇을 보는지 보여 줍니다.",
    ),
    # reset
    "kit.reset_done": Text("Put back: {functions}", "처음 상태로 되돌림: {functions}"),
    "kit.reset_same": Text(
        "Nothing to put back, still as given: {functions}", "되돌릴 것이 없음(처음 그대로): {functions}"
    ),
    "kit.reset_kept": Text("Your version is kept in {path}", "지금까지의 파일은 여기에 보관: {path}"),
    "kit.reset_undo": Text("Undo: {command} reset --undo", "취소: {command} reset --undo"),
    "kit.undone": Text("Back as it was: {path}", "되살림: {path}"),
    # predict
    "kit.predict_head": Text("{title}: predict, then write", "{title}: 먼저 예측하고 코드를 쓰세요"),
    "kit.predict_right": Text("Yes: {answer}.", "맞았어요: {answer}."),
    "kit.predict_wrong": Text("Not {given}; it is {answer}.", "{given}: 아니에요. 답: {answer}."),
    "kit.predict_form": Text(
        "Write a shape such as (2, 3), a number, or yes / no.", "(2, 3) 같은 shape, 수, 또는 yes / no로 답해 보세요."
    ),
    "kit.predict_sum": Text("{right} of {count} right at the first try.", "{count}개 중 {right}개를 처음에 맞혔어요."),
    "kit.predict_none": Text("No predictions for step {step}.", "예측 문항이 없는 단계: {step}"),
    # doctor
    "kit.ok": Text("ok", "정상"),
    "kit.advice": Text("advice", "권고"),
    "kit.bad": Text("mend", "조치"),
    "kit.doctor_python": Text("Python", "파이썬"),
    "kit.doctor_numpy": Text("numpy", "numpy"),
    "kit.doctor_pytest": Text("pytest", "pytest"),
    "kit.doctor_threads": Text("BLAS threads", "BLAS 스레드"),
    "kit.doctor_encoding": Text("encoding", "인코딩"),
    "kit.doctor_language": Text("language", "언어"),
    "kit.doctor_course": Text("course", "과제"),
    "kit.doctor_file": Text("your file", "작성할 파일"),
    "kit.doctor_writing": Text("writing", "쓰기 권한"),
    "kit.doctor_isolation": Text("isolation", "격리 수준"),
    "kit.threads_found": Text("1 in every check, of {cores}", "검사마다 1개 (사용 가능: {cores}개)"),
    "kit.fix_python": Text("install Python 3.11, 3.12 or 3.13", "파이썬 3.11, 3.12, 3.13 중 하나를 설치하세요"),
    "kit.fix_numpy": Text('run: python -m pip install "numpy>=2.0"', '실행: python -m pip install "numpy>=2.0"'),
    "kit.fix_pytest": Text(
        "only the editor's test explorer wants it: python -m pip install pytest",
        "편집기의 테스트 탐색기에만 필요: python -m pip install pytest",
    ),
    "kit.fix_hangul": Text(
        "no Hangul here; set PYTHONUTF8=1 and use a UTF-8 terminal",
        "한글을 표시할 수 없음; PYTHONUTF8=1 설정, UTF-8 터미널 사용",
    ),
    "kit.fix_signs": Text(
        "plain ASCII signs are used; PYTHONUTF8=1 (on Windows also chcp 65001) brings the others",
        "ASCII 기호를 사용함; PYTHONUTF8=1 (Windows는 chcp 65001도)로 다른 기호 사용 가능",
    ),
    "kit.fix_course": Text(
        "run this inside the kit, where exercises/ is", "exercises/ 폴더가 있는 키트 안에서 실행하세요"
    ),
    "kit.fix_file": Text("{command} reset --all puts it back", "되돌리기: {command} reset --all"),
    "kit.fix_writing": Text(
        "hints and attempts are not remembered; move the kit where you may write",
        "힌트와 시도를 기록할 수 없음; 쓸 수 있는 폴더로 키트를 옮기세요",
    ),
    "kit.fix_isolation": Text(
        "enough for your own checks; hidden suites want Linux 5.13 or later, or its container",
        "직접 하는 검사에는 충분함; 비공개 검사에는 Linux 5.13 이상 또는 그 컨테이너가 필요",
    ),
    "kit.doctor_ready": Text(
        "Ready: {command} check runs here.", "준비됨: 여기서 {command} check 명령을 쓸 수 있습니다."
    ),
    "kit.doctor_grades": Text("Hidden suites can be graded here too.", "비공개 검사 채점도 여기서 할 수 있습니다."),
    "kit.doctor_not": Text("{count} to mend before check can run here.", "check 명령을 쓰기 전에 고칠 것: {count}개"),
}


def tell(language: str, message: str, /, **params: object) -> str:
    """The message of that id in `language`, its placeholders filled."""
    if message in WORDS:
        return WORDS[message][language].format(**params)
    return say(language, message, **params)
