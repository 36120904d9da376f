"""
id: s28_scaled_in_the_scores
step: scores
function: attention_scores
family: divided_by_d_k
misconception: D-STEPS
title: {en: "scores scaled before the scaling step", ko: "스케일링 단계 전에 이미 나눈 스코어"}
why: {en: "The next step divides again, and all weights come out too even.", ko: "다음 단계가 또 나누어서 가중치가 지나치게 고르게 돼요."}
hints:
  - en: "Compare one of your scores with a sum done by hand. By which factor is it too small?"
    ko: "스코어 하나를 손으로 더한 값과 비교해 보세요. 몇 분의 1로 작은가요?"
  - en: "Score (1, 1, 1, 1) against itself. How many ones are added up?"
    ko: "(1, 1, 1, 1)과 자기 자신의 스코어를 구해 보세요. 1을 몇 개 더하나요?"
  - en: "This step multiplies and adds; dividing is the work of the step that follows."
    ko: "이 단계는 곱하고 더하기만 해요. 나누는 것은 다음 단계의 일이에요."
source: "own"
fails:
  - scores.dot_products
  - scores.signs_by_hand
  - scores.not_symmetric
  - scores.longer_keys_score_more
  - scores.inputs_unchanged
"""
import numpy as np


def attention_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
