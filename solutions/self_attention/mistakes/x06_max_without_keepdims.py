"""
id: x06_max_without_keepdims
step: softmax
function: softmax
family: max_misaligned
misconception: D-AXIS
title: {en: "row maxima lined up with the columns", ko: "열에 맞춰진 행의 최댓값"}
why:
  en: "A plain vector lines up with the last axis, so row i loses the maxima of all rows."
  ko: "1차원 벡터는 마지막 축에 맞춰져서, 한 행에서 모든 행의 최댓값을 빼게 돼요."
hints:
  - {en: "Does it raise for 2 rows and 5 columns, and run for a square table?", ko: "2행 5열에서는 예외가 나고 정사각형 표에서는 돌아가나요?"}
  - en: "Print the shape of your row maxima. Where does numpy put that axis beside (4, 4)?"
    ko: "행 최댓값의 shape을 출력해 보세요. numpy는 그 축을 (4, 4)의 어느 쪽에 맞추나요?"
  - {en: "The maxima have to stand as a column, one for each row.", ko: "최댓값은 행마다 하나씩, 세로로 서야 해요."}
source: "github:triton-lang/triton#11409, DeNA/HandyRL#209"
fails: [softmax.each_row_is_a_softmax]
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=1))
    return E / E.sum(axis=1, keepdims=True)
