"""
id: f15_softmax_after_mixing
step: attention
function: scaled_dot_product_attention
family: softmax_after_mixing
misconception: D-STEPS
title: {en: "softmax taken after mixing", ko: "섞은 다음에 적용한 소프트맥스"}
why:
  en: "Raw scores mix the values, and the output is bent into a distribution."
  ko: "날것의 스코어로 값을 섞고, 출력을 억지로 분포로 만들어요."
hints:
  - {en: "Do the rows of O sum to 1? And those of A?", ko: "O의 행의 합이 1인가요? A의 행은요?"}
  - {en: "If all values are (3, 5), what should every output be?", ko: "값이 모두 (3, 5)라면 출력은 모두 무엇이어야 하나요?"}
  - {en: "Softmax works on the scaled scores, before any value comes in.", ko: "소프트맥스는 값이 들어오기 전에, 스케일링한 스코어에 적용해요."}
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
    S = scale_scores(attention_scores(Q, K), Q.shape[-1])
    if mask is not None:
        S = np.where(mask, S, 0.0)
    return softmax(combine_values(S, V)), S
