"""Every sentence of the quiz that is not part of an item: an id, and both languages.

`say("blank")` is a `Text`; words in braces are filled in the same way in both languages, and stand where no
Korean particle has to follow them.
"""

from __future__ import annotations

from grader.model import Text

__all__ = ["say"]

_SENTENCES: dict[str, tuple[str, str]] = {
    # how an answer was marked
    "right": ("Right.", "맞았습니다."),
    "blank": ("Not answered.", "답하지 않았습니다."),
    "by-hand": ("Marked by a person.", "사람이 채점합니다."),
    "later": ("Handed in; the result is shown later.", "제출했습니다. 결과는 나중에 공개됩니다."),
    "wrong": ("Not right.", "맞지 않습니다."),
    "extra": ("Ticked, but not right: {which}", "골랐지만 맞지 않는 것: {which}"),
    "missed": ("Right, but not ticked: {which}", "맞지만 고르지 않은 것: {which}"),
    "truth-wrong": ("The statement is judged wrongly.", "문장의 참/거짓을 잘못 판단했습니다."),
    "no-reason": ("The reason is missing.", "이유를 고르지 않았습니다."),
    "no-truth": ("True or false is missing.", "참/거짓을 고르지 않았습니다."),
    "number-off": ("The number is off; work it through again.", "값이 다릅니다. 다시 계산해 보세요."),
    "rounded": (
        "Close, but outside the tolerance; round only at the end.",
        "비슷하지만 허용 오차를 벗어났습니다. 반올림은 마지막에만 하세요.",
    ),
    "pairs": ("{right} of {all} pairs stand in the right order.", "순서쌍 {all}개 중 {right}개의 순서가 맞습니다."),
    "slots-right": ("{right} of {all} are right.", "{all}개 중 {right}개가 맞습니다."),
    # answers that cannot be read
    "one-value": ("{got!r} is a list; one value is wanted.", "{got!r}: 목록이 아니라 값 하나를 쓰세요."),
    "a-number": (
        "{got!r} is not a number; write for example 6, 0.75, 3/4 or 75%.",
        "{got!r}: 수가 아닙니다. 예: 6, 0.75, 3/4, 75%",
    ),
    "an-option": ("{got!r} is not one of: {allowed}.", "{got!r}: 다음 중에서 쓰세요: {allowed}"),
    "an-option-near": (
        "{got!r} is not one of: {allowed}; did you mean {near!r}?",
        "{got!r}: 다음 중에서 쓰세요: {allowed} (혹시 {near!r}?)",
    ),
    "a-list": (
        "{got!r}: a list is wanted, in brackets, of: {allowed}.",
        "{got!r}: 대괄호로 묶은 목록으로 쓰세요: {allowed}",
    ),
    "twice": ("Named twice: {got}.", "두 번 쓰인 것: {got}"),
    "order-all": ("The order has to name all; missing: {missing}.", "빠짐없이 나열하세요. 빠진 것: {missing}"),
    "slots": ("{got!r}: one line for each is wanted: {allowed}.", "{got!r}: 항목마다 한 줄씩 쓰세요: {allowed}"),
    "nested": ("Lists inside lists mean nothing here.", "목록 안에 목록을 쓸 수 없습니다."),
    "answered-twice": (
        "Answered twice, on lines {lines}; keep one.",
        "두 번 답했습니다(줄: {lines}). 하나만 남기세요.",
    ),
    "not-yaml": ("The file cannot be read: {problem}.", "파일을 읽을 수 없습니다: {problem}"),
    "unknown-item": (
        "{got!r} is no question of this quiz{near}; it was not marked.",
        "{got!r}: 이 퀴즈에 없는 문항입니다{near}. 채점하지 않았습니다.",
    ),
    "other-quiz": (
        "These are answers to the quiz {got!r}, not to {want!r}.",
        "퀴즈가 다릅니다. 답안: {got!r}, 채점 대상: {want!r}",
    ),
    "other-learner": (
        "The numbers were drawn for {got!r}, not for {want!r}.",
        "숫자가 다른 학습자의 것입니다. 답안: {got!r}, 제출자: {want!r}",
    ),
    "other-seed": (
        "The numbers were drawn with the seed {got!r}, not with {want!r}.",
        "숫자의 시드가 다릅니다. 답안: {got!r}, 과제: {want!r}",
    ),
    "too-many-attempts": (
        "Attempt {got}; the assignment allows {want}.",
        "시도 {got}회째입니다. 이 과제에서 허용하는 횟수: {want}",
    ),
    "none-handed-in": ("No answers were handed in.", "제출한 답안이 없습니다."),
    # shapes of answer, as instructions
    "do-one": ("one option", "하나 고르기"),
    "do-many": ("all that apply", "모두 고르기"),
    "do-order": ("put in order, first to last", "순서대로 나열하기"),
    "do-slots": ("one option for each", "각각 하나씩 고르기"),
    "do-number": ("a number", "수 쓰기"),
    "do-number-unit": ("a number, to the nearest {unit}", "수 쓰기, {unit} 단위까지"),
    "do-whole": ("a whole number", "정수 쓰기"),
    "do-text": ("in your own words; marked by a person", "자기 말로 쓰기, 사람이 채점"),
    "points": ("{n} points", "{n}점"),
    # answers.yaml
    "how-to-edit": (
        "Write each answer behind its colon, by the word in front of the option, and save. Several answers stand "
        "in brackets: [one, two]. A longer text goes below a | , indented by two blanks. What is left empty "
        "counts as not answered.",
        "콜론 뒤에 보기 앞의 단어를 쓰고 저장하세요. 답이 여러 개면 대괄호로 묶어 [하나, 둘]처럼 씁니다. "
        "긴 글은 | 아래에 두 칸 들여 씁니다. 비워 두면 답하지 않은 것으로 봅니다.",
    ),
    "not-asked": ("These are no questions of this quiz:", "이 퀴즈에 없는 문항:"),
    # the terminal
    "ui-progress": ("{place}, answered {done} of {count}", "{place}, 답한 문항 {done}/{count}"),
    "ui-review": ("review", "검토"),
    "ui-so-far": ("Your answer:", "내 답:"),
    "ui-keys": (
        "Enter: skip   <  back   =  review   -  clear   ?  help   q  leave",
        "Enter: 건너뛰기   <  이전   =  검토   -  지우기   ?  도움말   q  나가기",
    ),
    "ui-keys-review": (
        "A number: back to that question.  Enter: done   <  last question   ?  help",
        "번호: 그 문항으로.  Enter: 마치기   <  마지막 문항   ?  도움말",
    ),
    "ui-look-again": (
        "Look through your answers; [x] answered, [-] in part, [!] cannot be read, [ ] open.",
        "답을 확인하세요. [x] 답함, [-] 일부만, [!] 읽을 수 없음, [ ] 비어 있음",
    ),
    "ui-help": (
        "Every answer is saved at once; leave and come back whenever you like. Instead of the signs you may type "
        "back, skip, review, clear, quit. A number may be written 0.75, 3/4 or 75%.",
        "답은 그때그때 저장되므로 언제든 나갔다 돌아와도 됩니다. 기호 대신 이전, 다음, 검토, 지우기, 끝을 써도 됩니다. "
        "수는 0.75, 3/4, 75%처럼 씁니다.",
    ),
    "type-one": ("Type a letter.", "글자 하나를 쓰세요."),
    "type-many": ("Type the letters of all that apply, such as a c.", "해당하는 글자를 모두 쓰세요. 예: a c"),
    "type-order": ("Type all letters in order, such as c a b d.", "모든 글자를 순서대로 쓰세요. 예: c a b d"),
    "type-slots": (
        "Type one letter for each of [1] to [{count}], in that order; - leaves one open.",
        "[1]부터 [{count}]까지 순서대로 글자를 하나씩 쓰세요. -는 비워 둡니다.",
    ),
    "type-truth": (
        "Type t or f, then the letter of the reason, such as t b.",
        "t나 f, 그다음 이유의 글자를 쓰세요. 예: t b",
    ),
    "type-number": ("Type a number.", "수를 쓰세요."),
    "type-text": (
        "Type a line; a line with + in front is added to it.",
        "한 줄을 쓰세요. +로 시작하는 줄은 이어 붙입니다.",
    ),
    "ui-which": ("There are the questions 1 to {count}.", "문항 번호는 1~{count}입니다."),
    "ui-saved": (
        "{done} of {count} answered, saved in {path}. Hand it in together with your code.",
        "{count}문항 중 {done}문항에 답했고 {path}에 저장했습니다. 코드와 함께 제출하세요.",
    ),
    # the page
    "page-bar": ("Progress and answers", "진행 상황과 답안"),
    "page-choose": ("choose", "고르기"),
    "page-clear": ("Clear", "지우기"),
    "page-download": ("Download answers.yaml", "answers.yaml 내려받기"),
    "page-hand-in": (
        "Put answers.yaml beside your code and hand both in.",
        "answers.yaml을 코드와 같은 폴더에 넣어 함께 제출하세요.",
    ),
    "page-intro": (
        "Your answers stay in this browser; nothing is sent. Download them when you are done.",
        "답은 이 브라우저에만 저장되며 아무것도 전송하지 않습니다. 다 쓰면 내려받으세요.",
    ),
    "page-learner": ("Numbers drawn for", "숫자를 받은 학습자:"),
    "page-next": ("Next open", "다음 빈 문항"),
    "page-no-storage": (
        "This browser keeps nothing for this page: download your answers before you close it.",
        "이 브라우저는 이 페이지의 답을 저장하지 않습니다. 닫기 전에 내려받으세요.",
    ),
    "page-noscript": (
        "The page needs JavaScript. Without it, fill in answers.yaml with an editor.",
        "이 페이지에는 JavaScript가 필요합니다. 없으면 편집기로 answers.yaml을 채우세요.",
    ),
    "page-number": ("Write a number such as 6, 0.75, 3/4 or 75%.", "6, 0.75, 3/4, 75% 같은 수를 쓰세요."),
    "page-place": ("place {n}", "{n}번째"),
    "page-progress": ("Questions answered", "답한 문항"),
    "not-decoded": (
        "This line cannot be decoded; set the terminal and PYTHONIOENCODING to the same encoding.",
        "이 줄을 읽을 수 없습니다. 터미널과 PYTHONIOENCODING의 인코딩을 맞추세요.",
    ),
    "ui-nothing": ("No answer was given; there is nothing to save.", "답한 문항이 없어 저장하지 않았습니다."),
    "a-letter": ("{got!r} is none of the letters here: {allowed}.", "{got!r}: 다음 글자 중에서 쓰세요: {allowed}"),
    "letters-each": (
        "{got!r}: {count} letters are wanted, one for each, in that order; - leaves one open.",
        "{got!r}: 순서대로 글자 {count}개를 쓰세요. -는 비워 둡니다.",
    ),
}


def say(name: str, **values: object) -> Text:
    """The sentence of that name in both languages, with its words filled in."""
    if name == "an-option" and values.get("near"):
        name = "an-option-near"
    en, ko = _SENTENCES[name]
    return Text(en.format(**values), ko.format(**values))
