"""
id: g07_scaled_twice
step: gradient
function: sdpa_backward
family: gradient_scaled_twice
misconception: D-CHAIN
title: {en: "the scaling passed twice on the way back", ko: "되돌아오는 길에 두 번 한 스케일링"}
why: {en: "One division going forward is one division going back.", ko: "앞으로 갈 때 한 번 나눴으면 되돌아올 때도 한 번이에요."}
hints:
  - {en: "By which constant factor are dQ and dK too small?", ko: "dQ와 dK는 어떤 일정한 배수만큼 작은가요?"}
  - {en: "Count the divisions on the way from O back to Q.", ko: "O에서 Q로 되돌아오는 동안 나눗셈을 세어 보세요."}
  - {en: "Scale once, between the softmax gradient and the two products.", ko: "소프트맥스의 그래디언트와 두 곱셈 사이에서 한 번만 스케일링해요."}
source: "own"
fails: [gradient.query_and_key_gradients]
"""


def sdpa_backward(Q, K, V, dO):
    d_k = Q.shape[-1]
    A = softmax(scale_scores(attention_scores(Q, K), d_k))
    dS = softmax_backward(A, dO @ V.T) / d_k
    return dS @ K, dS.T @ Q, A.T @ dO
