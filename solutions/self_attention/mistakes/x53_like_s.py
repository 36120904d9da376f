"""
id: x53_like_s
step: softmax
function: softmax
family: int_weights
misconception: D-DTYPE
title: {en: "weights stored in an array like S", ko: "S와 같은 자료형에 담은 가중치"}
why:
  en: "Where the scores are whole numbers, every weight below 1 becomes 0."
  ko: "스코어가 정수이면 1보다 작은 가중치가 모두 0이 돼요."
hints:
  - en: "Does it work for floats and fail for whole numbers?"
    ko: "실수에서는 맞고 정수에서는 틀리나요?"
  - en: "Try the whole numbers (0, 0) and print the dtype of the result."
    ko: "정수 (0, 0)을 넣고 결과의 dtype을 출력해 보세요."
  - en: "Give the result an array of floats."
    ko: "결과를 실수 배열에 담으세요."
source: "own"
fails: [softmax.numerical_stability]
"""
import numpy as np


def softmax(S):
    A = np.zeros_like(S)
    for i, row in enumerate(S):
        e = np.exp(row - row.max())
        A[i] = e / e.sum()
    return A
