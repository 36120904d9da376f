"""
id: x56_series
step: softmax
function: softmax
family: short_series
misconception: D-NO-EXP
title: {en: "the exponential replaced by 1 + s + s²/2", ko: "1 + s + s²/2로 바꾼 지수 함수"}
why:
  en: "The short series is near e^s for tiny scores only."
  ko: "짧은 급수는 아주 작은 스코어에서만 e^s에 가까워요."
hints:
  - en: "Are your weights right for scores near 0 and wrong for others?"
    ko: "0에 가까운 스코어에서는 맞고 나머지에서는 틀리나요?"
  - en: "Compare your e to the power of 3 with 20.09."
    ko: "e의 3제곱을 구해 20.09와 비교해 보세요."
  - en: "Use the exponential function itself."
    ko: "지수 함수를 그대로 쓰세요."
source: "own"
fails: [softmax.each_row_is_a_softmax, softmax.numerical_stability]
"""


def softmax(S):
    E = 1 + S + S**2 / 2
    return E / E.sum(axis=-1, keepdims=True)
