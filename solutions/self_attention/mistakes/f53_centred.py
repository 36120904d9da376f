"""
id: f53_centred
step: attention
function: scaled_dot_product_attention
family: weights_centred
misconception: D-NOT-DIST
title: {en: "every weight lowered by 1/n", ko: "1/n만큼 낮춘 가중치"}
why:
  en: "Weights are shares of 1; after this they sum to 0 and some are negative."
  ko: "가중치는 1을 나눈 몫이에요. 이렇게 하면 합이 0이 되고 음수도 나와요."
hints:
  - en: "What do the rows of your A sum to?"
    ko: "A의 행의 합은 얼마인가요?"
  - en: "Let all keys be equal. What should the weights be?"
    ko: "모든 키를 같게 해 보세요. 가중치가 얼마여야 하나요?"
  - en: "Leave the weights as softmax returns them."
    ko: "소프트맥스가 돌려준 가중치를 그대로 두세요."
source: "own"
fails: [attention.scaled_dot_product, attention.self_attention]
"""


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q, K), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    A = A - 1 / A.shape[-1]
    return combine_values(A, V), A
