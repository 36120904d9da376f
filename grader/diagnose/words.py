"""Every sentence that diagnosis can say about an answer, in both languages: one table, id -> templates.

`{what}` is the name of the result that is spoken of ("A", or "your result"). No template has a place for an
expected value. In Korean no particle follows a place, since it would have to fit whatever is put there.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.model import Text

__all__ = ["FACTS", "WHOLE", "fact_text"]

WHOLE = Text("your result", "결과")  # `what`, where a function returns one thing

FACTS: Mapping[str, Text] = {
    "raises": Text(
        "With arguments of shape {shapes} the call ends in {kind}.",
        "shape이 {shapes}인 인자로 부르면 {kind} 예외로 끝나요.",
    ),
    "changed": Text(
        "The argument {name} is not what it was before the call.",
        "호출한 뒤에 인자 {name}의 내용이 달라졌어요.",
    ),
    "shape": Text(
        "{what} has the shape {got} where {expected} is asked for.",
        "{what}: shape이 달라요. 나온 shape: {got}, 나와야 하는 shape: {expected}.",
    ),
    "dtype": Text("{what} has the dtype {got}.", "{what}: 자료형(dtype)을 보세요: {got}."),
    "right": Text("{what} is right.", "{what}: 맞았어요."),
    "wrong": Text("{what} is the one that is wrong.", "{what}: 이쪽이 틀렸어요."),
    "swapped": Text("The right results come back in another order.", "결과 자체는 맞는데 돌려주는 순서가 달라요."),
    "nan": Text(
        "{what} holds {count} nan among {of} numbers, the first at {index}.",
        "{what}: 수 {of}개 가운데 nan이 {count}개 있어요. 첫 번째 위치: {index}.",
    ),
    "inf": Text(
        "{what} holds {count} infinities among {of} numbers, the first at {index}.",
        "{what}: 수 {of}개 가운데 무한대가 {count}개 있어요. 첫 번째 위치: {index}.",
    ),
    "zeros": Text("Every entry of {what} is 0.", "{what}: 모든 성분이 0이에요."),
    "constant": Text("All entries of {what} are the same number.", "{what}: 모든 성분이 같은 수예요."),
    "argument": Text(
        "{what} is the argument {name} as it came in.",
        "{what}: 인자 {name}에서 달라진 것이 없어요.",
    ),
    "twice": Text(
        "Two calls with different arguments gave the same {what}.",
        "{what}: 서로 다른 인자로 두 번 불렀는데 똑같이 나왔어요.",
    ),
    "rows": Text("Every row of {what} sums to 1.", "{what}: 행마다 합이 1이에요."),
    "columns": Text("Every column of {what} sums to 1.", "{what}: 열마다 합이 1이에요."),
    "total": Text("All of {what} together sums to 1.", "{what}: 전체를 모두 더하면 1이에요."),
    "not_rows": Text("The rows of {what} do not all sum to 1.", "{what}: 합이 1이 아닌 행이 있어요."),
    "negative": Text("{what} has negative entries.", "{what}: 음수인 성분이 있어요."),
    "no_negative": Text(
        "{what} has no negative entry, and there should be some.",
        "{what}: 음수인 성분이 있어야 하는데 하나도 없어요.",
    ),
    "ratio": Text(
        "{what} is {ratio} times the right answer, everywhere.",
        "{what}: 모든 성분이 정답에 {ratio} 값을 곱한 것과 같아요.",
    ),
    "ratio_unnamed": Text(
        "{what} is the right answer times one constant factor.",
        "{what}: 모든 성분이 정답에 같은 수를 곱한 것과 같아요.",
    ),
    "negated": Text("{what} has the wrong sign everywhere.", "{what}: 모든 성분의 부호가 반대예요."),
    "transposed": Text(
        "{what} is right but for rows and columns, which have changed places.",
        "{what}: 행과 열이 서로 바뀐 것만 빼면 맞아요.",
    ),
    "shifted": Text(
        "{what} is off by one and the same number everywhere.",
        "{what}: 모든 성분이 똑같은 수만큼 어긋나 있어요.",
    ),
    "row_shift": Text(
        "{what} is off by one number in each row.",
        "{what}: 행마다 정해진 수만큼 어긋나 있어요.",
    ),
    "column_shift": Text(
        "{what} is off by one number in each column.",
        "{what}: 열마다 정해진 수만큼 어긋나 있어요.",
    ),
    "row_scale": Text(
        "Each row of {what} is right but for a factor of its own.",
        "{what}: 행마다 다른 배수를 빼면 맞아요.",
    ),
    "column_scale": Text(
        "Each column of {what} is right but for a factor of its own.",
        "{what}: 열마다 다른 배수를 빼면 맞아요.",
    ),
    "row_order": Text("{what} has the right rows, in another order.", "{what}: 행은 모두 맞는데 순서가 달라요."),
    "order": Text(
        "{what} has the right numbers, in other places.",
        "{what}: 수는 모두 맞는데 놓인 자리가 달라요.",
    ),
    "magnitude": Text("{what} is right but for some signs.", "{what}: 일부 부호만 빼면 맞아요."),
    "rounding": Text(
        "{what} is right to about {digits} digits and no further.",
        "{what}: 앞의 {digits}자리쯤까지만 맞아요.",
    ),
    "upper_zero": Text("Above its diagonal {what} holds zeros only.", "{what}: 대각선 위쪽이 모두 0이에요."),
    "lower_zero": Text("Below its diagonal {what} holds zeros only.", "{what}: 대각선 아래쪽이 모두 0이에요."),
    "diagonal": Text("{what} is wrong on its diagonal only.", "{what}: 대각선만 틀렸어요."),
    "off_diagonal": Text("{what} is right on its diagonal only.", "{what}: 대각선만 맞았어요."),
    "symmetric": Text("{what} is its own mirror image.", "{what}: 전치해도 그대로예요."),
    "first": Text(
        "{what}: {wrong} of {of} numbers are off, the first at {index}.",
        "{what}: 수 {of}개 가운데 {wrong}개가 틀렸어요. 첫 번째 위치: {index}.",
    ),
}


def fact_text(name: str, params: Mapping[str, str | int], language: str) -> str:
    """The sentence of that id. `what` may be left out, and means the whole result."""
    text = FACTS[name][language].format_map({"what": WHOLE[language], **params})
    return text[0].upper() + text[1:] if text.startswith(WHOLE.en) else text
