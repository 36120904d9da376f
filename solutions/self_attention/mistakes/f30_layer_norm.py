"""
id: f30_layer_norm
step: attention
function: self_attention
family: output_normalised
misconception: D-EXTRA
title: {en: "outputs brought to mean 0 and spread 1", ko: "평균 0, 퍼짐 1로 맞춘 출력"}
why:
  en: "Layer normalisation comes after attention in a block, and is a step of its own."
  ko: "층 정규화는 블록에서 어텐션 다음에 오는 별개의 단계예요."
hints:
  - {en: "What is the mean of each output vector of yours?", ko: "출력 벡터마다 평균이 얼마인가요?"}
  - {en: "If all values are (3, 5), what should every output be?", ko: "값이 모두 (3, 5)라면 출력은 모두 무엇이어야 하나요?"}
  - {en: "Mix the values and return the mixture.", ko: "값을 섞은 다음 그대로 돌려주세요."}
source: "own"
fails: [attention.self_attention, attention.rows_of_weights_sum_to_one, attention.no_state_between_calls]
"""
import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    O, A = scaled_dot_product_attention(*project_qkv(X, W_Q, W_K, W_V), mask)
    centred = O - O.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5), A
