"""
id: g11_plain_sum
step: gradient
function: softmax_backward
family: weights_left_out
misconception: D-CHAIN
title: {en: "the sum of dA without the weights", ko: "가중치를 곱하지 않고 더한 dA"}
why:
  en: "The share of each weight in the row's sum is the weight itself."
  ko: "행의 합에서 각 항의 몫은 가중치 자신이에요."
hints:
  - en: "Do the rows of your dS sum to 0?"
    ko: "dS의 행의 합이 0인가요?"
  - en: "Use two equal weights and dA = (4, 0)."
    ko: "같은 가중치 둘과 dA = (4, 0)을 넣어 보세요."
  - en: "What is taken from dA is its weighted mean over the row."
    ko: "dA에서 빼는 것은 그 행의 가중 평균이에요."
source: "own"
fails: [gradient.softmax_gradient, gradient.softmax_gradient_rows_sum_to_zero]
"""


def softmax_backward(A, dA):
    return A * (dA - dA.sum(axis=-1, keepdims=True))
