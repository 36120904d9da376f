"""
id: c13_scaled_twice
step: attention
function: scaled_dot_product_attention
family: divided_by_d_k
misconception: D-SCALE-DK
title: {en: "scores scaled twice", ko: "두 번 스케일링한 점수"}
why:
  en: "The variance of a score is d_k, its standard deviation the root; dividing by d_k makes all weights nearly equal."
  ko: "점수의 분산이 d_k이고 표준편차는 그 제곱근이에요. d_k로 나누면 가중치가 거의 똑같아져요."
hints:
  - en: "How large is the spread of your scaled scores for d_k = 64? Is it near 1?"
    ko: "d_k가 64일 때 스케일링한 점수의 퍼짐은 얼마인가요? 1에 가까운가요?"
  - en: "Scale the score 4 with d_k = 4. Which divisor brings it to 2?"
    ko: "d_k가 4일 때 점수 4를 스케일링해 보세요. 무엇으로 나누면 2가 되나요?"
  - en: "Divide by the standard deviation of the dot product, not by its variance, and do it once."
    ko: "내적의 분산이 아니라 표준편차로, 한 번만 나눠요."
source: "kin: github:huggingface/diffusers#929, policy-gradient/GRPO-Zero#10"
fails: [attention.queries_attend_to_keys, attention.tokens_attend_to_one_another, attention.calls_do_not_remember]
"""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q / np.sqrt(Q.shape[-1]), K), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return combine_values(A, V), A
