"""
id: f20_mixes_keys
step: attention
function: scaled_dot_product_attention
family: keys_mixed
misconception: D-ROLE
title: {en: "keys mixed instead of values", ko: "값 대신 키를 섞은 것"}
why: {en: "Keys are for being found; what is handed over are the values.", ko: "키는 찾기 위한 것이고, 건네는 것은 값이에요."}
hints:
  - {en: "Change V. Does the output move?", ko: "V를 바꿔 보세요. 출력이 움직이나요?"}
  - {en: "With d_k = 5 and d_v = 3, how wide should the output be?", ko: "d_k가 5, d_v가 3이면 출력의 열은 몇 개여야 하나요?"}
  - en: "Queries and keys make the weights, and then they are done; the weights mix values."
    ko: "쿼리와 키는 가중치를 만들고 나면 할 일이 끝나요. 가중치는 값을 섞어요."
source: "own"
fails:
  - attention.scaled_dot_product
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.permutation_equivariance
  - attention.every_token_reaches_every_other
  - attention.no_state_between_calls
"""


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q, K), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return combine_values(A, K), A
