"""
id: f50_weights_first
step: attention
function: scaled_dot_product_attention
family: results_swapped
misconception: D-RETURN
title: {en: "weights first, outputs second", ko: "가중치를 먼저, 출력을 나중에 돌려준 것"}
why:
  en: "Both are right, but the caller gets each under the other's name."
  ko: "둘 다 맞지만, 받는 쪽에서는 이름이 서로 바뀌어요."
hints:
  - en: "Which shape does your first result have?"
    ko: "첫 번째 결과의 shape은 무엇인가요?"
  - en: "For 2 queries and 3 keys with d_v = 4, which result has 3 columns?"
    ko: "쿼리 2개, 키 3개, d_v = 4일 때 열이 3개인 결과는 어느 것인가요?"
  - en: "The outputs come first, the weights second."
    ko: "출력이 먼저, 가중치가 나중이에요."
source: "own"
fails: [attention.scaled_dot_product, attention.self_attention]
"""


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q, K), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return A, combine_values(A, V)
