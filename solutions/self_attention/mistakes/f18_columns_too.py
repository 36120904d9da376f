"""
id: f18_columns_too
step: attention
function: scaled_dot_product_attention
family: columns_normalised_too
misconception: D-COLSUM
title: {en: "columns normalised after the rows", ko: "행 다음에 열까지 정규화한 것"}
why: {en: "The second division undoes the first: rows no longer sum to 1.", ko: "두 번째 나눗셈이 첫 번째를 망쳐서 행의 합이 1이 아니게 돼요."}
hints:
  - {en: "Which of your sums are 1 at the end, rows or columns?", ko: "마지막에 합이 1인 것은 행인가요, 열인가요?"}
  - en: "How much may a popular key receive from all queries together: at most 1, or more?"
    ko: "인기 있는 키가 모든 쿼리에서 받는 양은 1을 넘어도 되나요?"
  - {en: "One division along each row is all.", ko: "행을 따라 한 번 나누는 것으로 끝이에요."}
source: "own"
fails:
  - attention.scaled_dot_product
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.no_state_between_calls
"""


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q, K), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    A = A / A.sum(axis=-2, keepdims=True)
    return combine_values(A, V), A
