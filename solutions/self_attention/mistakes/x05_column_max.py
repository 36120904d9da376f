"""
id: x05_column_max
step: softmax
function: softmax
family: column_max
misconception: D-SHIFT
title: {en: "the maximum of each column taken from the rows", ko: "행에서 뺀 열의 최댓값"}
why:
  en: "Within a row each score is then moved by another number, and that changes the weights."
  ko: "한 행 안에서 스코어마다 다른 수를 빼게 되어 가중치가 달라져요."
hints:
  - {en: "How many different numbers did you subtract inside one row?", ko: "한 행 안에서 서로 다른 수를 몇 개 뺐나요?"}
  - {en: "Shift (0, 1) by (0, 1). Are the two weights still different?", ko: "(0, 1)에서 (0, 1)을 빼 보세요. 두 가중치가 여전히 다른가요?"}
  - {en: "The shift and the sum run in the same direction: along a row.", ko: "빼는 최댓값과 나누는 합은 같은 방향, 곧 행을 따라 구해요."}
source: "own (kin: triton-lang/triton#11409)"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.numerical_stability
  - softmax.minus_infinity
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-2, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)
