"""
id: g03_dk_not_transposed
step: gradient
function: sdpa_backward
family: dk_by_row
misconception: D-NO-T
title: {en: "dK gathered by the wrong side of dS", ko: "dS의 반대쪽으로 모은 dK"}
why:
  en: "Key j met every query i in column j; its gradient runs down that column."
  ko: "키 j는 j번째 열에서 모든 쿼리를 만났어요. 그래디언트도 그 열을 따라 모여요."
hints:
  - {en: "Does it run when n_q and n_k differ?", ko: "n_q와 n_k가 다를 때도 돌아가나요?"}
  - {en: "Which shape must dK have?", ko: "dK의 shape은 무엇이어야 하나요?"}
  - {en: "Sum over the queries: the slope of score (i, j) times query i.", ko: "쿼리에 대해 더해요. 스코어 (i, j)의 기울기에 쿼리 i를 곱해요."}
source: "own"
fails: [gradient.value_gradient, gradient.query_and_key_gradients]
"""


def sdpa_backward(Q, K, V, dO):
    d_k = Q.shape[-1]
    A = softmax(scale_scores(attention_scores(Q, K), d_k))
    dS = scale_scores(softmax_backward(A, dO @ V.T), d_k)
    return dS @ K, dS @ Q, A.T @ dO
