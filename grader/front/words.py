"""Sentences of the notebook side in both languages; the words for results are the terminal's, from the catalogues."""

from __future__ import annotations

from grader.model import Text

__all__ = ["WORDS", "words"]

WORDS: dict[str, Text] = {
    "count": Text("{passed} of {total} visible checks pass", "공개 검사 {total}개 중 {passed}개 통과"),
    "more": Text(
        "The grader looks further than these: other sizes, large scores, batches.",
        "채점에서는 다른 크기, 큰 점수, 배치도 살펴봅니다.",
    ),
    "no-step": Text("There is no step {step!r} with visible checks. Steps: {steps}.",
                    "공개 검사가 있는 단계 {step!r} 없음. 단계: {steps}."),
    "no-checks": Text(
        "The visible checks were not found. Put {file} beside this notebook (in Colab: Files, Upload), then run this "
        "cell again.",
        "공개 검사를 찾지 못했습니다. 이 노트북과 같은 폴더에 두고(Colab: 파일, 업로드) 셀을 다시 실행하세요: {file}",
    ),
    "bad-checks": Text("{file} cannot be read: {why}. Take a fresh copy of it.",
                       "{file}: 읽을 수 없습니다({why}). 파일을 새로 받으세요."),
    "missing": Text("There is no function {name}() in this notebook yet: run the cell that defines it.",
                    "이 노트북에 {name}() 함수가 아직 없습니다. 그 함수를 정의하는 셀을 먼저 실행하세요."),
    "needs-pytest": Text("This check needs pytest: run `python -m pytest {file}`.",
                         "이 검사에는 pytest가 필요합니다: `python -m pytest {file}`"),
    "held": Text("Held for a person: {points} of {possible} points are neither earned nor lost.",
                 "{possible}점 중 {points}점 보류: 얻지도 잃지도 않았으며 사람이 정합니다."),
    "our-fault": Text("Our fault, no points lost: this step could not be scored ({why}). A person will look at it.",
                      "채점기의 문제이므로 감점이 없습니다. 점수를 매기지 못한 단계이며({why}) 사람이 확인합니다."),
    "no-cell": Text("no step of the course belongs to this cell", "이 셀에 해당하는 단계가 없음"),
    "extra": Text("bonus: +{points} of {possible}", "보너스: {possible}점 중 +{points}점"),
    "practice": Text("Graded without a sandbox: practice, not a grade.",
                     "격리 없이 채점했습니다: 연습이며 성적이 아님."),
    "added": Text("This cell was missing from the notebook that was handed in.", "제출한 노트북에 없던 셀입니다."),
}  # fmt: skip


def words(message: str, language: str, /, **params: object) -> str:
    """The sentence of that id in `language`, its places filled."""
    return WORDS[message][language].format(**params)
