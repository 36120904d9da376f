"""
id: c14_scales_values
step: attention
function: scaled_dot_product_attention
family: values_scaled
misconception: D-EXTRA
title: {en: "values scaled as well", ko: "값까지 스케일링한 것"}
why: {en: "Outputs shrink with d_k although the weights already sum to 1.", ko: "가중치의 합이 이미 1인데 출력이 d_k에 따라 작아져요."}
hints:
  - {en: "If all values are equal, is the output that value?", ko: "값이 모두 같으면 출력이 그 값과 같은가요?"}
  - {en: "With one token the weight is 1. What should the output be?", ko: "토큰이 하나면 가중치는 1이에요. 출력은 무엇이어야 하나요?"}
  - {en: "Only scores are scaled; values go into the mixture as they are.", ko: "스케일링하는 것은 스코어뿐이에요. 값은 있는 그대로 섞어요."}
source: "own"
fails:
  - attention.scaled_dot_product
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.no_state_between_calls
"""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    d_k = Q.shape[-1]
    S = scale_scores(attention_scores(Q, K), d_k)
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return combine_values(A, V / np.sqrt(d_k)), A
