"""
id: s17_outer_last_feature
step: scores
function: attention_scores
family: last_feature
misconception: D-ACCUM
title: {en: "only the last feature counted", ko: "마지막 특징만 센 스코어"}
why:
  en: "The loop overwrites the table for each feature, so all but the last are forgotten."
  ko: "특징마다 표를 덮어써서 마지막 특징만 남아요."
hints:
  - {en: "Change the first number of a query. Do its scores react?", ko: "쿼리의 첫 번째 수를 바꿔 보세요. 스코어가 반응하나요?"}
  - {en: "Score (1, 1) against (1, 1). Do you get 2?", ko: "(1, 1)과 (1, 1)의 스코어를 구해 보세요. 2가 나오나요?"}
  - en: "Every feature adds its product to the score; nothing gathered before may be thrown away."
    ko: "특징마다 곱을 스코어에 보태요. 앞에서 모은 것을 버리면 안 돼요."
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
    S = np.zeros((len(Q), len(K)))
    for c in range(Q.shape[1]):
        S = np.outer(Q[:, c], K[:, c])
    return S
