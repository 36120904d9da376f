"""
id: c33_float32_loop
step: scaling
function: scale_scores
family: divided_by_d_k
misconception: D-SCALE-DK
title: {en: "division by d_k instead of its root", ko: "제곱근이 아니라 d_k로 나눈 것"}
why:
  en: "The variance of a score is d_k, its standard deviation the root; dividing by d_k makes all weights nearly equal."
  ko: "스코어의 분산이 d_k이고 표준편차는 그 제곱근이에요. d_k로 나누면 가중치가 거의 똑같아져요."
hints:
  - en: "How large is the spread of your scaled scores for d_k = 64? Is it near 1?"
    ko: "d_k가 64일 때 스케일링한 스코어의 퍼짐은 얼마인가요? 1에 가까운가요?"
  - en: "Scale the score 4 with d_k = 4. Which divisor brings it to 2?"
    ko: "d_k가 4일 때 스코어 4를 스케일링해 보세요. 무엇으로 나누면 2가 되나요?"
  - en: "Divide by the standard deviation of the dot product, not by its variance, and do it once."
    ko: "내적의 분산이 아니라 표준편차로, 한 번만 나눠요."
source: "own"
fails: [scaling.divides_by_root_d_k, scaling.unit_variance]
"""
import numpy as np


def scale_scores(S, d_k):
    scaled = np.asarray(S, dtype=np.float32).copy()
    for i in range(scaled.shape[0]):
        scaled[i] = scaled[i] / d_k
    return scaled
