"""
id: f52_times_the_width
step: attention
function: scaled_dot_product_attention
family: outputs_scaled
misconception: D-EXTRA
title: {en: "outputs multiplied by √d_k", ko: "√d_k를 곱한 출력"}
why:
  en: "The scaling of the scores is not undone afterwards: the weights already sum to 1."
  ko: "스코어를 스케일링한 것은 나중에 되돌리지 않아요. 가중치의 합은 이미 1이에요."
hints:
  - en: "By which factor are your outputs too large?"
    ko: "출력이 몇 배 큰가요?"
  - en: "Let all values be 1. What should every output be?"
    ko: "모든 값을 1로 해 보세요. 모든 출력이 얼마여야 하나요?"
  - en: "Mix the values by the weights and stop there."
    ko: "값을 가중치로 섞고 거기서 멈추세요."
source: "own"
fails: [attention.scaled_dot_product, attention.self_attention]
"""
import math


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q, K), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return combine_values(A, V) * math.sqrt(Q.shape[-1]), A
