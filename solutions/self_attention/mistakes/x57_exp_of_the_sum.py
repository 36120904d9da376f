"""
id: x57_exp_of_the_sum
step: softmax
function: softmax
family: exp_of_the_sum
misconception: D-NOT-DIST
title: {en: "e to the power of the sum, for the sum of the powers", ko: "지수들의 합 대신 합의 지수"}
why:
  en: "e^(a + b) is a product, not a sum, and the rows do not sum to 1."
  ko: "e^(a + b)는 합이 아니라 곱이라서 행의 합이 1이 되지 않아요."
hints:
  - en: "What do your rows sum to?"
    ko: "행의 합은 얼마인가요?"
  - en: "Try the row (0, 0). What do you divide by: 1 or 2?"
    ko: "행 (0, 0)을 넣어 보세요. 1로 나누나요, 2로 나누나요?"
  - en: "First the power of each score, then the sum."
    ko: "먼저 스코어마다 지수 함수를 구하고, 그다음에 더하세요."
source: "own"
fails: [softmax.each_row_is_a_softmax, softmax.rows_are_distributions]
"""
import numpy as np


def softmax(S):
    return np.exp(S) / np.exp(S.sum(axis=-1, keepdims=True))
