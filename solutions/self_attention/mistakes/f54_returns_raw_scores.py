"""
id: f54_returns_raw_scores
step: attention
function: scaled_dot_product_attention
family: raw_scores_returned
misconception: D-SCORE-PROB
title: {en: "unscaled scores returned in place of the weights", ko: "가중치 자리에 돌려준 스케일링 전 스코어"}
why:
  en: "The outputs are right; the second result has to be what mixed them."
  ko: "출력은 맞아요. 두 번째 결과는 그 출력을 섞은 가중치여야 해요."
hints:
  - en: "What do the rows of your second result sum to?"
    ko: "두 번째 결과의 행의 합은 얼마인가요?"
  - en: "Multiply your second result by V. Is that your first one?"
    ko: "두 번째 결과와 V를 곱해 보세요. 첫 번째 결과가 나오나요?"
  - en: "Return the weights that softmax made."
    ko: "소프트맥스가 만든 가중치를 돌려주세요."
source: "own"
fails: [attention.scaled_dot_product, attention.self_attention]
"""


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = attention_scores(Q, K)
    Z = scale_scores(S, Q.shape[-1])
    if mask is not None:
        Z = apply_mask(Z, mask)
    return combine_values(softmax(Z), V), S
