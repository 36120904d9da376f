"""
id: x09_sigmoid
step: softmax
function: softmax
family: sigmoid
misconception: D-SIGMOID
title: {en: "a sigmoid of each score", ko: "스코어마다 적용한 시그모이드"}
why:
  en: "Each weight is judged alone, so a row does not share out one whole."
  ko: "가중치를 하나씩 따로 매겨서 한 행이 합 1을 나눠 갖지 않아요."
hints:
  - {en: "Raise one score of a row. Do the other weights go down?", ko: "한 행에서 스코어 하나를 올려 보세요. 다른 가중치가 내려가나요?"}
  - en: "Try a row with a single score. Its weight can only be one number: which?"
    ko: "스코어가 하나뿐인 행을 넣어 보세요. 가중치가 될 수 있는 수는 하나예요. 얼마인가요?"
  - en: "A weight is a share: its own power of e over the sum of all powers of e in that row."
    ko: "가중치는 몫이에요. 자기 e의 거듭제곱을 그 행의 거듭제곱을 모두 더한 것으로 나눠요."
source: "own"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.rows_are_distributions
  - softmax.numerical_stability
  - softmax.minus_infinity
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""
import numpy as np


def softmax(S):
    return 1.0 / (1.0 + np.exp(-S))
