"""
id: s28_scaled_in_the_scores
step: scores
function: attention_scores
family: divided_by_d_k
misconception: D-STEPS
title: {en: "scores scaled before the scaling step", ko: "스케일링 단계 전에 이미 나눈 점수"}
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
source: "own"
fails:
  - scores.scores_are_dot_products
  - scores.signs_by_hand
  - scores.roles_are_not_interchangeable
  - scores.longer_keys_score_more
  - scores.inputs_stay_as_they_were
"""
import numpy as np


def attention_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
