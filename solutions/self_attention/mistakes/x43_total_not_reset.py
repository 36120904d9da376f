"""
id: x43_total_not_reset
step: softmax
function: softmax
family: running_total
misconception: D-ACCUM
title: {en: "a sum that goes on from row to row", ko: "행이 바뀌어도 이어지는 합"}
why: {en: "Only the first row is divided by its own sum.", ko: "첫 행만 자기 합으로 나누어져요."}
hints:
  - {en: "Does the first row sum to 1, and do later rows sum to less?", ko: "첫 행의 합은 1이고 뒤로 갈수록 작아지나요?"}
  - {en: "Run it on two equal rows. Should they come out equal?", ko: "똑같은 행 두 개를 넣어 보세요. 결과도 똑같아야 하나요?"}
  - {en: "The sum starts anew at each row.", ko: "합은 행마다 처음부터 다시 시작해요."}
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
    rows, total = [], 0.0
    for row in S:
        e = [np.exp(s - max(row)) for s in row]
        for value in e:
            total += value
        rows.append([value / total for value in e])
    return np.array(rows)
