"""
id: x14_softmax_twice
step: softmax
function: softmax
family: softmax_twice
misconception: D-STEPS
title: {en: "softmax of a softmax", ko: "소프트맥스를 두 번 적용한 것"}
why:
  en: "The second pass sees numbers between 0 and 1 only, and nearly evens the weights out."
  ko: "두 번째에는 0과 1 사이의 수만 들어가서 가중치가 거의 똑같아져요."
hints:
  - en: "Give one token a score 20 above the others. How large does its weight get?"
    ko: "토큰 하나의 스코어를 나머지보다 20 높여 보세요. 가중치가 얼마까지 커지나요?"
  - en: "What is the softmax of (1, 0)? Can two weights ever be further apart in your result?"
    ko: "(1, 0)의 소프트맥스는 얼마인가요? 결과에서 두 가중치가 그보다 더 벌어질 수 있나요?"
  - en: "Powers of e, sum, division: once from the scores to the weights."
    ko: "e의 거듭제곱, 합, 나눗셈을 스코어에서 가중치로 갈 때 한 번만 해요."
source: "own (common with losses that hold a softmax)"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.numerical_stability
  - softmax.minus_infinity
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""
import numpy as np


def softmax(S):
    for _ in range(2):
        E = np.exp(S - S.max(axis=-1, keepdims=True))
        S = E / E.sum(axis=-1, keepdims=True)
    return S
