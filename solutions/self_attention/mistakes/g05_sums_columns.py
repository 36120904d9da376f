"""
id: g05_sums_columns
step: gradient
function: softmax_backward
family: gradient_over_columns
misconception: D-COLSUM
title: {en: "the sum of the softmax gradient taken over columns", ko: "열에 대해 더한 소프트맥스 그래디언트"}
why: {en: "Weights of different queries do not influence each other.", ko: "서로 다른 쿼리의 가중치는 서로 영향을 주지 않아요."}
hints:
  - {en: "Which sums of dS are 0, rows or columns?", ko: "dS에서 합이 0인 것은 행인가요, 열인가요?"}
  - {en: "Use one query. Should its gradient be zero whatever dA is?", ko: "쿼리가 하나일 때 dA가 무엇이든 그래디언트가 0이어야 하나요?"}
  - {en: "The average that is taken away runs along the row of the query.", ko: "빼는 평균은 그 쿼리의 행을 따라 구해요."}
source: "own"
fails: [gradient.softmax_gradient, gradient.softmax_gradient_rows_sum_to_zero, gradient.query_and_key_gradients]
"""


def softmax_backward(A, dA):
    return A * (dA - (A * dA).sum(axis=-2, keepdims=True))
