"""
id: x10_max_minus_s
step: softmax
function: softmax
family: smallest_wins
misconception: D-SIGN
title: {en: "the smallest score given the largest weight", ko: "가장 작은 스코어가 가장 큰 가중치를 받는 소프트맥스"}
why: {en: "With the sign turned round, a query attends to what fits it least.", ko: "부호가 뒤집히면 쿼리가 가장 안 맞는 것에 주목해요."}
hints:
  - {en: "Which token gets the largest weight: the one with the largest score?", ko: "가장 큰 가중치를 받은 토큰은 스코어가 가장 큰 토큰인가요?"}
  - en: "Try the row (0, 1). Which of the two weights should be larger?"
    ko: "행 (0, 1)을 넣어 보세요. 두 가중치 중 어느 쪽이 커야 하나요?"
  - {en: "The exponent is the score minus the largest score, in this order.", ko: "지수는 스코어에서 가장 큰 스코어를 뺀 것이에요. 순서가 중요해요."}
source: "github:CASIA-IVA-Lab/DANet#48"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.numerical_stability
  - softmax.minus_infinity
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""
import numpy as np


def softmax(S):
    E = np.exp(S.max(axis=-1, keepdims=True) - S)
    return E / E.sum(axis=-1, keepdims=True)
