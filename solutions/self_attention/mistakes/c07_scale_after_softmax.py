"""
id: c07_scale_after_softmax
step: attention
function: scaled_dot_product_attention
family: scaled_after_softmax
misconception: D-STEPS
title: {en: "weights scaled after softmax", ko: "소프트맥스 다음에 스케일링한 것"}
why:
  en: "Softmax has saturated by then, and the scaled rows no longer sum to 1."
  ko: "그때는 소프트맥스가 이미 포화됐고, 나눈 행은 합이 1이 아니에요."
hints:
  - {en: "Add up a row of your weights. Is it 1?", ko: "가중치의 한 행을 더해 보세요. 1인가요?"}
  - {en: "With a single token, which weight comes out?", ko: "토큰이 하나일 때 가중치는 얼마인가요?"}
  - {en: "Scores, then scaling, then softmax, then mixing.", ko: "스코어, 스케일링, 소프트맥스, 결합의 순서예요."}
source: "github:FrancescoSaverioZuppichini/ViT#2"
fails:
  - attention.scaled_dot_product
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.no_state_between_calls
"""


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = attention_scores(Q, K)
    if mask is not None:
        S = apply_mask(S, mask)
    A = scale_scores(softmax(S), Q.shape[-1])
    return combine_values(A, V), A
