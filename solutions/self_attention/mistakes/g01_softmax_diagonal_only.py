"""
id: g01_softmax_diagonal_only
step: gradient
function: softmax_backward
family: own_slope_only
misconception: D-CHAIN
title: {en: "softmax differentiated as if each weight stood alone", ko: "가중치를 따로따로 본 소프트맥스의 미분"}
why:
  en: "Raising one score lowers the other weights of its row; that half is missing."
  ko: "스코어 하나를 올리면 같은 행의 다른 가중치가 내려가요. 그 절반이 빠졌어요."
hints:
  - {en: "Do the entries of a row of dS cancel?", ko: "dS의 한 행을 더하면 0이 되나요?"}
  - en: "Let all of dA be 1. The weights sum to 1 whatever the scores: what should dS be?"
    ko: "dA를 모두 1로 두어 보세요. 스코어가 무엇이든 가중치의 합은 1이에요. dS는 무엇이어야 하나요?"
  - en: "From each entry of dA take the average of its row, weighted by A; then multiply by the weight."
    ko: "dA의 성분마다 그 행의 A로 가중한 평균을 빼고, 가중치를 곱해요."
source: "own"
fails: [gradient.softmax_gradient, gradient.softmax_gradient_rows_sum_to_zero, gradient.query_and_key_gradients]
"""


def softmax_backward(A, dA):
    return A * (1.0 - A) * dA
