"""
id: g12_plain_mean
step: gradient
function: softmax_backward
family: plain_mean_of_slopes
misconception: D-CHAIN
title: {en: "the plain mean of dA instead of the weighted one", ko: "가중 평균 대신 뺀 단순 평균"}
why:
  en: "The two agree where all weights are equal, and nowhere else."
  ko: "가중치가 모두 같을 때만 둘이 같아요."
hints:
  - en: "Is it right for equal weights and wrong for others?"
    ko: "가중치가 같을 때는 맞고 다를 때는 틀리나요?"
  - en: "Use the weights (1, 0) and any dA. Every derivative has to be 0."
    ko: "가중치 (1, 0)과 아무 dA나 넣어 보세요. 미분은 모두 0이어야 해요."
  - en: "Weigh dA by A before adding up the row."
    ko: "행을 더하기 전에 dA에 A를 곱하세요."
source: "own"
fails: [gradient.softmax_gradient, gradient.softmax_gradient_rows_sum_to_zero]
"""


def softmax_backward(A, dA):
    return A * (dA - dA.mean(axis=-1, keepdims=True))
