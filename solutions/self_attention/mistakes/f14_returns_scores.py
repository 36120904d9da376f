"""
id: f14_returns_scores
step: attention
function: scaled_dot_product_attention
family: scores_returned
misconception: D-SCORE-PROB
title: {en: "scores returned for weights", ko: "가중치 대신 스코어를 돌려준 것"}
why: {en: "The outputs are right, but a table of scores says nothing about shares.", ko: "출력은 맞지만 스코어 표는 몫을 말해 주지 않아요."}
hints:
  - {en: "Do the rows of the second result sum to 1?", ko: "두 번째 결과의 행의 합이 1인가요?"}
  - {en: "Multiply the second result by V. Do you get the first?", ko: "두 번째 결과에 V를 곱해 보세요. 첫 번째 결과가 나오나요?"}
  - {en: "Return what was used for mixing: the table after softmax.", ko: "섞을 때 쓴 것, 곧 소프트맥스를 지난 표를 돌려주세요."}
source: "own"
fails:
  - attention.scaled_dot_product
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.permutation_equivariance
  - attention.no_state_between_calls
"""


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q, K), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    return combine_values(softmax(S), V), S
