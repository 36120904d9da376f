"""
id: x49_one_more
step: softmax
function: softmax
family: one_added_to_the_sum
misconception: D-NOT-DIST
title: {en: "1 added to the sum of each row", ko: "행의 합에 더한 1"}
why:
  en: "The rows then sum to less than 1, as if a further key took the rest."
  ko: "그러면 행의 합이 1보다 작아져서, 키가 하나 더 있어 나머지를 가져가는 것과 같아요."
hints:
  - en: "What do your rows sum to?"
    ko: "행의 합은 얼마인가요?"
  - en: "Try the row (0, 0). Do you get two halves or two thirds of that?"
    ko: "행 (0, 0)을 넣어 보세요. 1/2이 둘 나오나요, 1/3이 둘 나오나요?"
  - en: "Divide by the sum of the row's own terms and by nothing more."
    ko: "그 행의 항을 모두 더한 값으로만 나누세요."
source: "own: attention with a weight for nothing"
fails: [softmax.each_row_is_a_softmax, softmax.rows_are_distributions]
"""
import numpy as np


def softmax(S):
    E = np.exp(S)
    return E / (1 + E.sum(axis=-1, keepdims=True))
