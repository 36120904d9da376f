"""
id: x52_standardised
step: softmax
function: softmax
family: scores_standardised
misconception: D-SCALE-NORM
title: {en: "scores standardised before the exponential", ko: "지수 함수 전에 표준화한 스코어"}
why:
  en: "Taking the mean away is harmless, dividing by the spread is not: it changes how sharp the weights are."
  ko: "평균을 빼는 것은 괜찮지만 표준편차로 나누면 가중치가 쏠리는 정도가 바뀌어요."
hints:
  - en: "Do you get the same weights for a row and for ten times that row?"
    ko: "어떤 행과 그 10배인 행에서 같은 가중치가 나오나요?"
  - en: "Try (0, 1) and (0, 10)."
    ko: "(0, 1)과 (0, 10)을 넣어 보세요."
  - en: "A shift of the row is free; a factor is not."
    ko: "행에서 같은 수를 빼는 것은 괜찮지만 배수는 안 돼요."
source: "own"
fails: [softmax.each_row_is_a_softmax, softmax.numerical_stability]
"""
import numpy as np


def softmax(S):
    Z = (S - S.mean(axis=-1, keepdims=True)) / S.std(axis=-1, keepdims=True)
    E = np.exp(Z - Z.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)
