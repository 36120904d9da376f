"""
id: x07_sum_without_keepdims
step: softmax
function: softmax
family: sum_misaligned
misconception: D-AXIS
title: {en: "row sums lined up with the columns", ko: "열에 맞춰진 행의 합"}
why:
  en: "Column j is divided by the sum of row j: neither rows nor columns come out right."
  ko: "j번째 열을 j번째 행의 합으로 나누게 되어 행도 열도 맞지 않아요."
hints:
  - {en: "Does it raise for 2 rows and 5 columns, and run for a square table?", ko: "2행 5열에서는 예외가 나고 정사각형 표에서는 돌아가나요?"}
  - en: "Divide a 2 by 2 table of ones by the vector (1, 2). Which entries are halved?"
    ko: "1로 채운 2×2 표를 벡터 (1, 2)로 나눠 보세요. 어느 성분이 절반이 되나요?"
  - {en: "The sums have to stand as a column, so that each divides its own row.", ko: "합이 세로로 서 있어야 저마다 자기 행을 나눠요."}
source: "github:DeNA/HandyRL#209, triton-lang/triton#11409"
fails: [softmax.each_row_is_a_softmax]
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return E / E.sum(axis=1)
