"""
id: x08_no_exp
step: softmax
function: softmax
family: no_exp
misconception: D-NO-EXP
title: {en: "scores divided by their sum, without the exponential", ko: "지수 함수 없이 합으로 나눈 스코어"}
why:
  en: "Negative scores give negative weights, and a sum near 0 blows everything up."
  ko: "음수 스코어가 음수 가중치가 되고, 합이 0에 가까우면 값이 터져요."
hints:
  - {en: "Is any of your weights negative?", ko: "가중치 가운데 음수가 있나요?"}
  - en: "Try the row (1, -1). What is its sum, and what do you divide by?"
    ko: "행 (1, -1)을 넣어 보세요. 합은 얼마이고, 무엇으로 나누고 있나요?"
  - en: "Before dividing, every score becomes a positive number: e to the power of the score."
    ko: "나누기 전에 스코어마다 양수가 돼요. e를 스코어만큼 거듭제곱한 수예요."
source: "own"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.rows_are_distributions
  - softmax.numerical_stability
  - softmax.minus_infinity
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""


def softmax(S):
    return S / S.sum(axis=-1, keepdims=True)
