"""
id: x61_axis0_after_a_cast
step: softmax
function: softmax
family: axis0_no_max
misconception: D-COLSUM
title: {en: "softmax over axis 0, and without a shift", ko: "axis 0에 대한, 이동 없는 소프트맥스"}
why:
  en: "Columns sum to 1 instead of rows, and scores of 1000 overflow."
  ko: "행이 아니라 열의 합이 1이 되고, 스코어 1000에서는 오버플로가 나요."
hints:
  - en: "Which sums to 1: a row or a column? And what comes out for a score of 1000?"
    ko: "합이 1인 것은 행인가요, 열인가요? 스코어 1000에서는 무엇이 나오나요?"
  - {en: "Run it on one row, (0, 0), and then on (1000, 1000).", ko: "행 하나 (0, 0)을 넣고, 이어서 (1000, 1000)을 넣어 보세요."}
  - en: "Shift and sum along the row: first take its largest score away, then divide by its own sum."
    ko: "행을 따라 이동하고 더해요. 먼저 그 행의 가장 큰 스코어를 빼고, 그 행의 합으로 나눠요."
source: "own"
combines: [axis0, no_max]
fails: [softmax.each_row_is_a_softmax, softmax.rows_are_distributions]
"""
import numpy as np


def softmax(S):
    S = S.astype(float)
    return np.exp(S) / np.sum(np.exp(S), axis=0)
