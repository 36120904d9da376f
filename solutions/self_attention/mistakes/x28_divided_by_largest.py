"""
id: x28_divided_by_largest
step: softmax
function: softmax
family: exp_only
misconception: D-NOT-DIST
title: {en: "powers of e without the division", ko: "나누지 않은 e의 거듭제곱"}
why:
  en: "The largest score always gets the weight 1, and the others come on top of it."
  ko: "가장 큰 스코어가 늘 1을 받고, 나머지가 그 위에 더해져요."
hints:
  - {en: "What is the sum of each row?", ko: "각 행의 합은 얼마인가요?"}
  - {en: "Try the row (0, 0). Should both weights be 1?", ko: "행 (0, 0)을 넣어 보세요. 두 가중치가 모두 1이어야 하나요?"}
  - en: "After the powers of e one more step makes shares of them: divide by the sum of the row."
    ko: "e의 거듭제곱 다음에 한 단계가 더 있어요. 행의 합으로 나누어야 몫이 돼요."
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
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.max(axis=-1, keepdims=True)
