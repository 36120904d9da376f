"""
id: f03_no_softmax
step: attention
function: scaled_dot_product_attention
family: no_softmax
misconception: D-NO-SOFTMAX
title: {en: "scores used as weights", ko: "스코어를 그대로 가중치로 쓴 것"}
why:
  en: "Scores may be negative and sum to anything; mixing needs shares."
  ko: "스코어는 음수일 수 있고 합도 제각각이에요. 섞으려면 몫이 필요해요."
hints:
  - {en: "Add up a row of your weights. Is it 1?", ko: "가중치의 한 행을 더해 보세요. 1인가요?"}
  - {en: "With one token there is one weight. What should it be?", ko: "토큰이 하나면 가중치도 하나예요. 얼마여야 하나요?"}
  - en: "Between the scaled scores and the mixing, each row is turned into positive shares that sum to 1."
    ko: "스케일링한 스코어와 결합 사이에서, 행마다 합이 1인 양의 몫으로 바꿔요."
source: "own"
fails:
  - attention.scaled_dot_product
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.permutation_equivariance
  - attention.no_state_between_calls
"""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    A = scale_scores(attention_scores(Q, K), Q.shape[-1])
    if mask is not None:
        A = np.where(mask, A, 0.0)
    return combine_values(A, V), A
