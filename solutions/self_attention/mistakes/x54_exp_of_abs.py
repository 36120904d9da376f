"""
id: x54_exp_of_abs
step: softmax
function: softmax
family: exp_of_sizes
misconception: D-SIGN
title: {en: "the exponential of |S|", ko: "|S|의 지수 함수"}
why:
  en: "A very negative score then gets as much weight as a very positive one."
  ko: "그러면 아주 작은 음수 스코어도 아주 큰 양수만큼 가중치를 받아요."
hints:
  - en: "Which score gets the largest weight: the largest one?"
    ko: "가장 큰 가중치를 받는 것이 가장 큰 스코어인가요?"
  - en: "Try the row (-2, 0). Which entry should win?"
    ko: "행 (-2, 0)을 넣어 보세요. 어느 쪽이 더 커야 하나요?"
  - en: "The exponential takes the score with its sign."
    ko: "지수 함수에 스코어를 부호까지 그대로 넣으세요."
source: "own"
fails: [softmax.each_row_is_a_softmax, softmax.numerical_stability]
"""
import numpy as np


def softmax(S):
    Z = np.abs(S)
    E = np.exp(Z - Z.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)
