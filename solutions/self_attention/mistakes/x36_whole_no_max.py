"""
id: x36_whole_no_max
step: softmax
function: softmax
family: whole_table_no_max
misconception: D-GLOBAL
title: {en: "one softmax for the whole table, and without a shift", ko: "표 전체에 대한, 이동 없는 소프트맥스"}
why: {en: "All queries share one whole, and scores of 1000 overflow.", ko: "모든 쿼리가 합 1을 나눠 갖고, 스코어 1000에서는 오버플로가 나요."}
hints:
  - en: "What does the whole table sum to? And what comes out for a score of 1000?"
    ko: "표 전체의 합은 얼마인가요? 스코어 1000에서는 무엇이 나오나요?"
  - {en: "Run it on two equal rows. What should each of them sum to?", ko: "똑같은 행 두 개를 넣어 보세요. 각 행의 합은 얼마여야 하나요?"}
  - en: "Treat each row alone: take its largest score away, then divide by its own sum."
    ko: "행을 하나씩 따로 다뤄요. 가장 큰 스코어를 빼고, 그 행의 합으로 나눠요."
source: "own (a combination: whole_table and no_max)"
combines: [whole_table, no_max]
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
    return np.exp(S) / np.exp(S).sum()
