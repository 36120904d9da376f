"""
id: f42_axis0_unscaled
step: attention
function: scaled_dot_product_attention
family: axis0_and_unscaled
misconception: D-COLSUM
title: {en: "softmax over axis 0, of unscaled scores", ko: "스케일링하지 않은 스코어에 axis 0으로 적용한 소프트맥스"}
why: {en: "Columns sum to 1 instead of rows, and softmax saturates.", ko: "행이 아니라 열의 합이 1이 되고, 소프트맥스는 포화돼요."}
hints:
  - en: "Which of your sums are 1, rows or columns? And how far are the scores spread for wide keys?"
    ko: "합이 1인 것은 행인가요, 열인가요? 키가 넓으면 스코어는 얼마나 퍼지나요?"
  - en: "Use one query and two keys. What should the two weights sum to?"
    ko: "쿼리 하나와 키 두 개를 써 보세요. 두 가중치의 합은 얼마여야 하나요?"
  - en: "Divide the scores by the root of the width of a key, then share out each row."
    ko: "스코어를 키 차원의 제곱근으로 나눈 다음, 행마다 몫을 나눠요."
source: "own (a combination: axis0 and no_scaling)"
combines: [axis0, no_scaling]
fails:
  - attention.scaled_dot_product
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.no_state_between_calls
"""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = attention_scores(Q, K)
    if mask is not None:
        S = apply_mask(S, mask)
    E = np.exp(S - S.max(axis=-2, keepdims=True))
    A = E / E.sum(axis=-2, keepdims=True)
    return combine_values(A, V), A
