"""
id: c04_sqrt_n
step: scaling
function: scale_scores
family: root_of_n
misconception: D-COST-D
title: {en: "scaling by the number of keys", ko: "키의 개수로 스케일링한 것"}
why:
  en: "A longer sentence would flatten all weights, though its vectors are as wide as before."
  ko: "벡터의 차원은 그대로인데, 문장이 길어지면 가중치가 모두 평평해져요."
hints:
  - en: "Add columns to S and keep d_k. Should the entries that were there change?"
    ko: "d_k는 그대로 두고 S의 열만 늘려 보세요. 원래 있던 성분이 달라져야 하나요?"
  - en: "Scale [[4]] and [[4, 4]] with d_k = 4. Should the first entry differ?"
    ko: "d_k가 4일 때 [[4]]와 [[4, 4]]를 스케일링해 보세요. 첫 성분이 달라야 하나요?"
  - en: "A score sums d_k products; the root of that number is the divisor, and the shape of S has no say."
    ko: "스코어는 곱 d_k개의 합이에요. 그 개수의 제곱근으로 나누고, S의 shape은 상관없어요."
source: "own (the nearest number at hand)"
fails:
  - scaling.divides_by_root_d_k
  - scaling.unit_variance
  - scaling.integer_input
  - scaling.inputs_unchanged
"""
import numpy as np


def scale_scores(S, d_k):
    return S / np.sqrt(S.shape[-1])
