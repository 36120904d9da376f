"""
id: v24_rounded
step: combine
function: combine_values
family: rounded_outputs
misconception: D-DTYPE
title: {en: "outputs rounded to three digits", ko: "세 자리로 반올림한 출력"}
why:
  en: "Rounding is for printing; the next layer needs every digit."
  ko: "반올림은 출력할 때만 해요. 다음 층에는 모든 자릿수가 필요해요."
hints:
  - en: "How many digits has each output behind the decimal point?"
    ko: "각 출력은 소수점 아래 몇 자리인가요?"
  - en: "Mix the values 0 and 1 with the weights (2/3, 1/3). Is it a third, or 0.333?"
    ko: "가중치 (2/3, 1/3)으로 값 0과 1을 섞어 보세요. 1/3인가요, 0.333인가요?"
  - en: "Return the numbers as they are."
    ko: "수를 있는 그대로 돌려주세요."
source: "own"
fails: [combine.outputs_are_weighted_sums, combine.outputs_within_range_of_values]
"""
import numpy as np


def combine_values(A, V):
    return np.round(A @ V, 3)
