"""
id: x19_mean_shift
step: softmax
function: softmax
family: mean_shift
misconception: D-SHIFT
title: {en: "rows shifted by their mean", ko: "평균만큼 이동한 행"}
why:
  en: "A score far above the mean still overflows; only the largest score makes every exponent harmless."
  ko: "평균보다 훨씬 큰 스코어는 여전히 오버플로가 나요."
hints:
  - {en: "After your shift, can an exponent still be far above 0?", ko: "이동한 뒤에도 지수가 0보다 훨씬 클 수 있나요?"}
  - en: "Shift the row (3000, 0, 0) your way. Which exponent is the largest?"
    ko: "행 (3000, 0, 0)을 지금 방식으로 이동해 보세요. 가장 큰 지수는 얼마인가요?"
  - {en: "Subtract the one number of the row that leaves no exponent above 0.", ko: "그 행에서 지수가 0을 넘지 않게 만드는 수를 빼세요."}
source: "own"
fails: [softmax.numerical_stability, softmax.minus_infinity]
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.mean(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)
