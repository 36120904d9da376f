"""
id: m11_masks_values
step: mask
function: scaled_dot_product_attention
family: values_masked
misconception: D-MASK-LATE
title: {en: "values blanked instead of scores", ko: "스코어 대신 값을 지운 것"}
why:
  en: "The hidden token still takes its share of the row, only to hand over zeros."
  ko: "가려진 토큰이 여전히 행의 몫을 차지하고 0을 건넬 뿐이에요."
hints:
  - {en: "Does a hidden token still get a weight?", ko: "가려진 토큰이 아직 가중치를 받나요?"}
  - {en: "If all values are equal, is the output that value, mask or no mask?", ko: "값이 모두 같으면 마스크가 있어도 출력이 그 값인가요?"}
  - {en: "What is hidden must lose its weight, which is decided by scores.", ko: "가려진 것은 가중치를 잃어야 하고, 가중치는 스코어가 정해요."}
source: "own"
fails: [mask.attention_uses_the_mask, mask.no_leakage]
"""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    A = softmax(scale_scores(attention_scores(Q, K), Q.shape[-1]))
    if mask is not None:
        unseen = ~mask.all(axis=-2)
        V = np.where(unseen[..., None], 0.0, V)
    return combine_values(A, V), A
