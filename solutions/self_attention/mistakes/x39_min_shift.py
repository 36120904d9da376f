"""
id: x39_min_shift
step: softmax
function: softmax
family: min_shift
misconception: D-SHIFT
title: {en: "rows shifted by their smallest score", ko: "가장 작은 스코어만큼 이동한 행"}
why:
  en: "Every exponent is then above 0, and large rows overflow as before."
  ko: "지수가 모두 0보다 커져서 큰 스코어는 여전히 오버플로가 나요."
hints:
  - {en: "Are your exponents above 0 or below?", ko: "지수가 0보다 큰가요, 작은가요?"}
  - en: "Shift the row (1000, 0) your way. What is e to the power of the first entry?"
    ko: "행 (1000, 0)을 지금 방식으로 이동해 보세요. 첫 성분에서 e의 거듭제곱은 얼마인가요?"
  - {en: "Subtract the score of the row after which no exponent is above 0.", ko: "빼고 나면 지수가 0을 넘지 않는 스코어를 그 행에서 고르세요."}
source: "own"
fails: [softmax.numerical_stability, softmax.minus_infinity, softmax.float32_precision]
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.min(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)
