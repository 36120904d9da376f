"""
id: x45_no_keepdims_no_max_steps
step: softmax
function: softmax
family: sum_misaligned_no_row_max
misconception: D-AXIS
title: {en: "row sums lined up with the columns, and no maximum of the row", ko: "열에 맞춰진 행의 합과 빼지 않은 행의 최댓값"}
why:
  en: "Column j is divided by the sum of row j, and scores of 1000 overflow."
  ko: "j번째 열을 j번째 행의 합으로 나누고, 스코어 1000에서는 오버플로가 나요."
hints:
  - en: "Does it raise for 2 rows and 5 columns, and run for a square table?"
    ko: "2행 5열에서는 예외가 나고 정사각형 표에서는 돌아가나요?"
  - en: "Put in a row of 1000s, then divide a 2 by 2 table by the vector (1, 2). What do you see each time?"
    ko: "1000으로 찬 행을 넣어 보고, 2×2 표를 벡터 (1, 2)로 나눠 보세요. 각각 무엇이 보이나요?"
  - en: "Take the largest score of each row away first, and let the row sums stand as a column."
    ko: "먼저 행마다 가장 큰 스코어를 빼고, 행의 합은 세로로 서게 하세요."
source: "own"
combines: [sum_misaligned, no_max]
fails: [softmax.each_row_is_a_softmax]
"""
import numpy as np


def softmax(S):
    exps = np.exp(np.array(S, dtype=float))
    sums = np.sum(exps, -1)
    return np.divide(exps, sums)
