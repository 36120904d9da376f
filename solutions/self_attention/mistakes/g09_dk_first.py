"""
id: g09_dk_first
step: gradient
function: sdpa_backward
family: gradients_swapped
misconception: D-RETURN
title: {en: "dK returned before dQ", ko: "dK를 dQ보다 먼저 돌려준 것"}
why: {en: "Both are right, but each comes under the other's name.", ko: "둘 다 맞지만 이름이 서로 바뀌어요."}
hints:
  - {en: "Which shape does your first result have: that of Q?", ko: "첫 번째 결과의 shape이 Q와 같은가요?"}
  - en: "Use 4 queries and 5 keys. How many rows should the first result have?"
    ko: "쿼리 4개와 키 5개를 쓰면 첫 결과의 행은 몇 개여야 하나요?"
  - {en: "The order is that of the arguments: query, key, value.", ko: "순서는 인자와 같아요. 쿼리, 키, 값이에요."}
source: "own"
fails: [gradient.query_and_key_gradients]
"""


def sdpa_backward(Q, K, V, dO):
    d_k = Q.shape[-1]
    A = softmax(scale_scores(attention_scores(Q, K), d_k))
    dS = scale_scores(softmax_backward(A, dO @ V.T), d_k)
    return dS.T @ Q, dS @ K, A.T @ dO
