"""
id: g08_skips_softmax
step: gradient
function: sdpa_backward
family: softmax_slope_skipped
misconception: D-CHAIN
title: {en: "softmax skipped on the way back", ko: "되돌아오는 길에 건너뛴 소프트맥스"}
why: {en: "The slope of a weight is taken for the slope of a score.", ko: "가중치의 기울기를 스코어의 기울기로 여긴 것이에요."}
hints:
  - {en: "Is dV right while dQ and dK are wrong?", ko: "dV는 맞고 dQ와 dK만 틀리나요?"}
  - en: "Write down the steps forward and, beside each, its way back. Which line is empty?"
    ko: "앞으로 가는 단계를 적고 옆에 되돌아오는 단계를 적어 보세요. 빈 줄은 어디인가요?"
  - en: "Mixing, softmax, scaling, dot product: each has its own step back."
    ko: "결합, 소프트맥스, 스케일링, 내적마다 되돌아오는 단계가 있어요."
source: "own"
fails: [gradient.query_and_key_gradients]
"""


def sdpa_backward(Q, K, V, dO):
    d_k = Q.shape[-1]
    A = softmax(scale_scores(attention_scores(Q, K), d_k))
    dS = scale_scores(dO @ V.T, d_k)
    return dS @ K, dS.T @ Q, A.T @ dO
