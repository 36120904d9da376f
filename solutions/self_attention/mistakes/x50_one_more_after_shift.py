"""
id: x50_one_more_after_shift
step: softmax
function: softmax
family: one_added_after_the_shift
misconception: D-NOT-DIST
title: {en: "1 added to the sum of a shifted row", ko: "최댓값을 뺀 행의 합에 더한 1"}
why:
  en: "The rows sum to less than 1, and by how much depends on the shift."
  ko: "행의 합이 1보다 작고, 얼마나 작은지는 뺀 값에 따라 달라져요."
hints:
  - en: "What do your rows sum to?"
    ko: "행의 합은 얼마인가요?"
  - en: "Try the row (0, 0). Do you get two halves?"
    ko: "행 (0, 0)을 넣어 보세요. 1/2이 둘 나오나요?"
  - en: "A tiny number against division by zero is not needed either: the sum is at least 1."
    ko: "0으로 나누기를 막는 작은 수도 필요 없어요. 합은 적어도 1이에요."
source: "own"
fails: [softmax.each_row_is_a_softmax, softmax.rows_are_distributions]
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / (E.sum(axis=-1, keepdims=True) + 1.0)
