"""Every sentence about growth: an id, and both languages.

`sentence(verdict)` gives (id, parameters); `SENTENCES[id]` is a `Text` with the parameters in braces. In
Korean no particle follows a parameter, so no form depends on the value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.growth.clock import Timing
from grader.growth.verdict import Expected, Kind, Verdict
from grader.model import Text

__all__ = [
    "ADVICE",
    "CATEGORIES",
    "HINTS",
    "REASONS",
    "SENTENCES",
    "advice_lines",
    "say",
    "sentence",
    "timing_sentence",
]

Message = tuple[str, dict[str, str]]

SENTENCES: dict[str, Text] = {
    "growth-expected": Text(
        "The work of your {function} grows like n^{exponent}: from n = {n} to n = {twice} it is multiplied "
        "by {factor} "
        "({before} → {after} operations); {wanted} allows {allowed}.",
        "{function}: 계산량이 n^{exponent} 꼴로 늘어납니다. n = {n} → {twice}일 때 {factor}배"
        "({before} → {after}회)이며, "
        "{wanted} 기준은 {allowed}배입니다.",
    ),
    "growth-slower": Text(
        "The work of your {function} grows like n^{exponent}, more slowly than {wanted}: passed, because O "
        "is an upper bound.",
        "{function}: 계산량이 n^{exponent} 꼴로, 기준({wanted})보다 느리게 늘어납니다. O는 상한이므로 통과입니다.",
    ),
    "growth-faster": Text(
        "{category} in your {function} grows like n^{exponent}: from n = {n} to n = {twice} it is "
        "multiplied by {factor} "
        "({before} → {after} operations), where {wanted} allows {allowed}.",
        "{function}: n^{exponent} 꼴로 늘어나는 부분이 있습니다({category}). n = {n} → {twice}일 때 "
        "{factor}배({before} → {after}회)이며, {wanted} 기준은 {allowed}배입니다.",
    ),
    "growth-loops": Text(
        "Your {function} grows as it should, but in Python loops: {before} steps at n = {n}, {after} at n = "
        "{twice}. "
        "This assignment asks for array operations.",
        "{function}: 증가율은 맞지만 파이썬 반복문으로 계산합니다. n = {n}일 때 {before}단계, "
        "n = {twice}일 때 {after}단계. "
        "이 과제에서는 배열 연산을 사용해야 합니다.",
    ),
    "growth-undecided": Text(
        "How the work of your {function} grows could not be decided: {reason}. A person will look at it; no "
        "points are lost.",
        "{function}: 계산량의 증가율을 판정하지 못했습니다. 이유: {reason}. "
        "사람이 확인할 때까지 점수는 깎이지 않습니다.",
    ),
    "growth-stopped": Text(
        "Your {function} stopped at n = {n}: {what}.",
        "{function}: n = {n}에서 멈췄습니다. 내용: {what}.",
    ),
    "growth-values": Text(
        "The values of your {function} at n = {n} are not right, so its growth was not judged.",
        "{function}: n = {n}일 때의 값이 맞지 않아 증가율을 판정하지 않았습니다.",
    ),
    "growth-clock": Text(
        "Measured CPU time grows like n^{exponent} (between {low} and {high}, {machine} machine). It is "
        "shown, not graded.",
        "측정한 CPU 시간: n^{exponent} 꼴(범위 {low}~{high}, {machine}). 참고용이며 채점하지 않습니다.",
    ),
    "growth-no-clock": Text(
        "The clock of the learner's process cannot be read from outside on this machine; only the work was counted.",
        "이 컴퓨터에서는 학습자 프로세스의 시계를 밖에서 읽을 수 없어 계산량만 세었습니다.",
    ),
}

CATEGORIES: dict[str, Text] = {
    "matmul": Text("The products of arrays", "행렬 곱"),
    "elementwise": Text("Element-by-element arithmetic", "원소별 연산"),
    "reduce": Text("Sums and maxima", "합·최댓값 계산"),
    "move": Text("Copying and building arrays", "배열 복사와 생성"),
    "sort": Text("Sorting", "정렬"),
    "linalg": Text("Linear algebra", "선형대수 함수"),
    "python": Text("The number of Python steps", "파이썬 실행 단계"),
    "list": Text("Work on lists inside single calls", "리스트 함수 한 번에 숨은 작업"),
}

HINTS: dict[str, Text] = {
    "matmul": Text(
        "Look for an n × n matrix that is multiplied by another n × n matrix, such as np.diag(1 / sums) @ "
        "E, or for a "
        "product that is computed again for every row. Dividing by the row sums with keepdims=True costs n².",
        "n × n 행렬끼리 곱하는 곳(예: np.diag(1 / sums) @ E)이나 행마다 같은 곱을 다시 계산하는 곳을 찾아보세요. "
        "행 합으로 나눌 때 keepdims=True를 쓰면 n²이면 충분해요.",
    ),
    "elementwise": Text(
        "Look for an array with more axes than it needs, or for a whole matrix that is computed again for every row.",
        "축이 필요 이상으로 많은 배열이나, 행마다 행렬 전체를 다시 계산하는 곳을 찾아보세요.",
    ),
    "reduce": Text(
        "A sum or maximum is probably taken again for every cell: compute it once for each row, before the inner loop.",
        "칸마다 합이나 최댓값을 다시 구하고 있을 수 있어요. 안쪽 반복문 앞에서 행마다 한 번만 계산해 보세요.",
    ),
    "move": Text(
        "An array is probably copied or built again inside a loop: make room once, and fill it.",
        "반복문 안에서 배열을 복사하거나 새로 만들고 있을 수 있어요. 한 번만 만들고 채워 보세요.",
    ),
    "sort": Text("Nothing here has to be sorted for every row.", "행마다 정렬할 필요는 없어요."),
    "linalg": Text(
        "Inverses and decompositions of an n × n matrix cost n³, and this formula needs none.",
        "n × n 행렬의 역행렬이나 분해는 n³이 들어요. 이 식에는 필요하지 않아요.",
    ),
    "python": Text(
        "Count the nested loops that run over n: one of them can be taken out, or done once before the others.",
        "n번 도는 반복문이 몇 겹인지 세어 보세요. 그중 하나는 밖으로 빼서 한 번만 계산할 수 있어요.",
    ),
    "list": Text(
        "A call inside your loops runs through a whole list each time (sum, index, a slice, a copy): do it "
        "once, outside.",
        "반복문 안의 호출(sum, index, 슬라이스, 복사)이 매번 리스트 전체를 훑어요. 반복문 밖에서 한 번만 해 보세요.",
    ),
}

ADVICE: dict[str, Text] = {
    "loops": Text(
        "Passed. Python loops run over all the data here; one array operation does the same many times faster.",
        "통과했어요. 다만 파이썬 반복문이 모든 데이터를 돌고 있어요. 배열 연산 하나로 바꾸면 훨씬 빨라져요.",
    ),
    "large-array": Text(
        "Passed. The largest array has {largest} elements at n = {n}, {times} times n²: a product with @ "
        "needs no (n, n, d) array.",
        "통과했어요. 다만 가장 큰 배열의 원소가 n = {n}일 때 {largest}개(n²의 {times}배)예요. "
        "@ 곱을 쓰면 (n, n, d) 배열이 필요 없어요.",
    ),
}

REASONS: dict[str, Text] = {
    "sizes": Text("too few sizes were measured", "측정한 크기가 부족함"),
    "instrument": Text("the counter itself met an error", "계수기 자체의 오류"),
    "unsteady": Text("the same call twice did different work", "같은 호출인데 계산량이 매번 다름"),
    "unseen": Text("part of the work cannot be seen ({unseen})", "보이지 않는 작업이 있음({unseen})"),
    "invisible": Text("less work was seen than the values need", "필요한 최소 계산량보다 적게 보임"),
    "irregular": Text("the growth changes with the size", "크기에 따라 증가율이 달라짐"),
    "small-part": Text(
        "a small part of the work grows faster ({category})", "일부 작업이 더 빠르게 늘어남({category})"
    ),
    "logarithm": Text(
        "it exceeds the expected growth by a factor of about log n ({category})",
        "기준보다 log n 배쯤 더 늘어남({category})",
    ),
}

_WANTED = {"1": "n", "2": "n²", "3": "n³", "n log n": "n log n"}
_MACHINE = (Text("quiet", "한가한 상태"), Text("busy", "바쁜 상태"))


def say(table: Mapping[str, Text], key: str, language: str, /, **params: object) -> str:
    """The entry in `language` with its parameters filled in."""
    return table[key][language].format(**params)


def _wanted(expected: Expected) -> tuple[str, float]:
    """How the expected growth is written, and the exponent that stands for it."""
    name = expected if isinstance(expected, str) else f"{expected:g}"
    return _WANTED.get(name, f"n^{name}"), 1.0 if isinstance(expected, str) else float(expected)


def sentence(verdict: Verdict, function: str, language: str = "en") -> tuple[Message, str]:
    """The one sentence about a verdict as (message id, parameters), and its hint in `language`, if any.

    The parameters are words of that language already.
    """
    wanted, power = _wanted(verdict.expected)
    params = {"function": function, "wanted": wanted, "allowed": f"{2**power:g}"}
    if verdict.expected == "n log n" and verdict.before:
        n = verdict.before[0]
        params["allowed"] = f"{2 + 2 / (n.bit_length() - 1):.2f}"
    if verdict.exponent is not None:
        params["exponent"] = f"{verdict.exponent:.2f}"
    if verdict.before and verdict.after:
        (n, before), (twice, after) = verdict.before, verdict.after
        params |= {"n": str(n), "twice": str(twice), "before": _number(before), "after": _number(after)}
        params["factor"] = f"{after / max(before, 1):.2f}"
    if verdict.culprit:
        params["category"] = CATEGORIES[verdict.culprit][language] if verdict.culprit in CATEGORIES else verdict.culprit
    if verdict.kind is Kind.UNDECIDED:
        category = params.get("category", "").lower() if language == "en" else params.get("category", "")
        unseen = ", ".join(verdict.unseen[:3])
        params["reason"] = say(REASONS, verdict.reason, language, unseen=unseen, category=category)
    hint = HINTS[verdict.culprit][language] if verdict.kind is Kind.FASTER and verdict.culprit in HINTS else ""
    return (f"growth-{verdict.kind}", params), hint


def advice_lines(verdict: Verdict, language: str = "en") -> list[str]:
    """What could be better although it passed."""
    params: dict[str, str] = {}
    if "large-array" in verdict.advice:
        worst = max(verdict.evidence, key=lambda c: c.largest / c.n**2)
        params = {
            "n": str(worst.n),
            "largest": _number(worst.largest),
            "times": f"{worst.largest / worst.n**2:.3g}",
        }
    return [say(ADVICE, name, language, **params) for name in verdict.advice]


def timing_sentence(timing: Timing | None, language: str = "en") -> str:
    """The one sentence about the clock; None where it cannot be read."""
    if timing is None or timing.exponent is None or timing.spread is None:
        return say(SENTENCES, "growth-no-clock", language) if timing is None else ""
    low, high = timing.spread
    return say(SENTENCES, "growth-clock", language, exponent=f"{timing.exponent:.2f}", low=f"{low:.2f}",
               high=f"{high:.2f}", machine=_MACHINE[timing.busy][language])  # fmt: skip


def _number(n: Any) -> str:
    """12345 -> 12,345."""
    return f"{n:,}"
