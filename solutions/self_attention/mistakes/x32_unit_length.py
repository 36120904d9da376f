"""
id: x32_unit_length
step: softmax
function: softmax
family: unit_length
misconception: D-NOT-DIST
title: {en: "rows divided by their length", ko: "길이로 나눈 행"}
why: {en: "Then the squares of a row sum to 1, not the weights.", ko: "그러면 행의 제곱의 합이 1이고, 가중치의 합은 1이 아니에요."}
hints:
  - {en: "What is the sum of a row, and what the sum of its squares?", ko: "한 행의 합은 얼마이고, 제곱의 합은 얼마인가요?"}
  - {en: "Try the row (0, 0). Do you get one half twice?", ko: "행 (0, 0)을 넣어 보세요. 2분의 1이 두 번 나오나요?"}
  - {en: "Divide by the plain sum of the powers of e in the row.", ko: "그 행에 있는 e의 거듭제곱을 그냥 더한 합으로 나눠요."}
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
    return E / np.linalg.norm(E, axis=-1, keepdims=True)
