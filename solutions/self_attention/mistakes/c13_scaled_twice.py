"""
id: c13_scaled_twice
step: attention
function: scaled_dot_product_attention
family: divided_by_d_k
misconception: D-SCALE-DK
title: {en: "scores scaled twice", ko: "두 번 스케일링한 스코어"}
why:
  en: "The variance of a score is d_k, its standard deviation the root; dividing by d_k makes all weights nearly equal."
  ko: "스코어의 분산이 d_k이고 표준편차는 그 제곱근이에요. d_k로 나누면 가중치가 거의 똑같아져요."
hints:
  - en: "How often is the root of d_k used on the way from Q to softmax? Count."
    ko: "Q에서 소프트맥스까지 가는 동안 d_k의 제곱근을 몇 번 쓰나요? 세어 보세요."
  - en: "With d_k = 4, take a query and a key whose dot product is 4. Which number should go into softmax?"
    ko: "d_k가 4일 때 내적이 4인 쿼리와 키를 써 보세요. 소프트맥스에는 어떤 수가 들어가야 하나요?"
  - en: "Divide by the root in one place only: the queries or the scores, not both."
    ko: "제곱근으로 나누는 곳은 한 군데예요. 쿼리나 스코어 중 한쪽만 나눠요."
source: "kin: github:huggingface/diffusers#929, policy-gradient/GRPO-Zero#10"
fails: [attention.scaled_dot_product, attention.self_attention, attention.no_state_between_calls]
"""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q / np.sqrt(Q.shape[-1]), K), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return combine_values(A, V), A
