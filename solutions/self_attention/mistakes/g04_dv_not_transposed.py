"""
id: g04_dv_not_transposed
step: gradient
function: sdpa_backward
family: dv_by_row
misconception: D-NO-T
title: {en: "dV gathered by the wrong side of A", ko: "A의 반대쪽으로 모은 dV"}
why:
  en: "Value j went into every output i by A[i, j]; its gradient comes back the same way."
  ko: "값 j는 A[i, j]만큼 모든 출력 i에 들어갔어요. 그래디언트도 같은 길로 돌아와요."
hints:
  - {en: "Does it run when n_q and n_k differ?", ko: "n_q와 n_k가 다를 때도 돌아가나요?"}
  - en: "Which shape must dV have, and which shapes do A and dO have?"
    ko: "dV의 shape은 무엇이어야 하고, A와 dO의 shape은 무엇인가요?"
  - en: "Sum over the queries: the weight that each gave to value j times its dO."
    ko: "쿼리에 대해 더해요. 쿼리마다 값 j에 준 가중치에 자기 dO를 곱해요."
source: "own"
fails: [gradient.value_gradient, gradient.query_and_key_gradients]
"""


def sdpa_backward(Q, K, V, dO):
    d_k = Q.shape[-1]
    A = softmax(scale_scores(attention_scores(Q, K), d_k))
    dS = scale_scores(softmax_backward(A, dO @ V.T), d_k)
    return dS @ K, dS.T @ Q, A @ dO
