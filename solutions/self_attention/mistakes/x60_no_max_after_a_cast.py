"""
id: x60_no_max_after_a_cast
step: softmax
function: softmax
family: no_max
misconception: D-OVERFLOW
title: {en: "softmax without a shift", ko: "이동하지 않은 소프트맥스"}
why:
  en: "e to the power of 1000 is too large for any float, and infinity over infinity is nan."
  ko: "e의 1000제곱은 어떤 실수 자료형에도 담기지 않고, 무한대를 무한대로 나누면 nan이 돼요."
hints:
  - {en: "Try a score of 1000. What do you get?", ko: "스코어 1000을 넣어 보세요. 무엇이 나오나요?"}
  - en: "Compare the softmax of (0, 1) with that of (1000, 1001) on paper."
    ko: "(0, 1)과 (1000, 1001)의 소프트맥스를 종이에서 비교해 보세요."
  - en: "One number may be taken from a whole row without changing its weights; choose it so that no exponent is above 0."
    ko: "한 행 전체에서 같은 수를 빼도 가중치는 그대로예요. 지수가 0을 넘지 않도록 그 수를 골라요."
source: "own"
fails: [softmax.numerical_stability]
"""
import numpy as np


def softmax(S):
    S = np.asarray(S, dtype=float)
    return np.exp(S) / np.exp(S).sum(axis=-1, keepdims=True)
