"""
id: x38_no_keepdims
step: softmax
function: softmax
family: both_misaligned
misconception: D-AXIS
title: {en: "row maxima and row sums lined up with the columns", ko: "열에 맞춰진 행의 최댓값과 합"}
why:
  en: "Both vectors lie along the wrong axis, which only a square table lets pass."
  ko: "두 벡터가 모두 다른 축에 놓이고, 정사각형 표일 때만 그냥 지나가요."
hints:
  - {en: "Does it raise for 2 rows and 5 columns?", ko: "2행 5열에서 예외가 나나요?"}
  - en: "Print the shapes of the maxima and of the sums. Which shape would stand as a column?"
    ko: "최댓값과 합의 shape을 출력해 보세요. 세로로 서려면 shape이 무엇이어야 하나요?"
  - en: "Both the maximum and the sum belong to a row and have to stay beside it."
    ko: "최댓값도 합도 행의 것이므로 그 행 옆에 있어야 해요."
source: "own (a combination: max_misaligned and sum_misaligned)"
combines: [max_misaligned, sum_misaligned]
fails: [softmax.each_row_is_a_softmax]
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=1))
    return E / E.sum(axis=1)
