"""
id: x46_no_keepdims_global_max
step: softmax
function: softmax
family: sum_misaligned_no_row_max
misconception: D-AXIS
title: {en: "row sums lined up with the columns, and no maximum of the row", ko: "열에 맞춰진 행의 합과 빼지 않은 행의 최댓값"}
why:
  en: "Column j is divided by the sum of row j, and a row far below the largest score vanishes."
  ko: "j번째 열을 j번째 행의 합으로 나누고, 가장 큰 스코어보다 한참 낮은 행은 사라져요."
hints:
  - en: "Does it raise for 2 rows and 5 columns, and run for a square table?"
    ko: "2행 5열에서는 예외가 나고 정사각형 표에서는 돌아가나요?"
  - en: "Try the rows (1000, 1000) and (0, 0) together. What happens to the second?"
    ko: "행 (1000, 1000)과 (0, 0)을 함께 넣어 보세요. 둘째 행은 어떻게 되나요?"
  - en: "Maximum and sum both belong to one row, and both stand as a column."
    ko: "최댓값도 합도 행마다 하나씩이고, 둘 다 세로로 서야 해요."
source: "own"
combines: [sum_misaligned, global_max]
fails: [softmax.each_row_is_a_softmax]
"""
import numpy as np


def softmax(S):
    E = np.exp(S - np.max(S))
    return E / np.sum(E, axis=1)
