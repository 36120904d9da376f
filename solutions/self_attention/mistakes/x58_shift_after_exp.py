"""
id: x58_shift_after_exp
step: softmax
function: softmax
family: shift_after_the_power
misconception: D-SHIFT
title: {en: "the maximum taken away after the exponential", ko: "지수 함수 뒤에 뺀 최댓값"}
why:
  en: "The shift has to stand in the exponent; behind it, it changes the weights and does not prevent overflow."
  ko: "최댓값은 지수 안에서 빼야 해요. 밖에서 빼면 가중치가 달라지고 오버플로도 막지 못해요."
hints:
  - en: "Can one of your weights be negative?"
    ko: "가중치가 음수가 될 때가 있나요?"
  - en: "Try the row (0, 1). What stands above the fraction line?"
    ko: "행 (0, 1)을 넣어 보세요. 분자에는 무엇이 있나요?"
  - en: "Take the largest score away first, then apply the exponential."
    ko: "먼저 가장 큰 스코어를 빼고, 그다음에 지수 함수를 적용하세요."
source: "own"
fails: [softmax.each_row_is_a_softmax, softmax.rows_are_distributions]
"""
import numpy as np


def softmax(S):
    E = np.exp(S) - np.max(S, axis=-1, keepdims=True)
    return E / E.sum(axis=-1, keepdims=True)
