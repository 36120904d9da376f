"""
id: x55_rounded_four
step: softmax
function: softmax
family: rounded_weights
misconception: D-DTYPE
title: {en: "weights rounded to four digits", ko: "네 자리로 반올림한 가중치"}
why:
  en: "Rounded weights no longer sum to 1, and small ones vanish."
  ko: "반올림한 가중치는 합이 1이 아니고, 작은 것은 사라져요."
hints:
  - en: "Does every row still sum to exactly 1?"
    ko: "모든 행의 합이 여전히 정확히 1인가요?"
  - en: "Try the row (0, 0, 0). Can three equal weights with four digits sum to 1?"
    ko: "행 (0, 0, 0)을 넣어 보세요. 네 자리짜리 똑같은 수 셋의 합이 1이 될 수 있나요?"
  - en: "Return the numbers as they are; rounding is for printing."
    ko: "수를 있는 그대로 돌려주세요. 반올림은 출력할 때만 해요."
source: "own"
fails: [softmax.each_row_is_a_softmax, softmax.numerical_stability]
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return np.round(E / E.sum(axis=-1, keepdims=True), 4)
