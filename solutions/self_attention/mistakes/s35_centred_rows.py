"""
id: s35_centred_rows
step: scores
function: attention_scores
family: scores_centred
misconception: D-EXTRA
title: {en: "the mean of each row taken away", ko: "행마다 평균을 뺀 스코어"}
why:
  en: "Softmax would not see it, but a score is the dot product itself."
  ko: "소프트맥스에서는 차이가 없지만, 스코어는 내적 그 자체예요."
hints:
  - en: "What does each row of your S sum to?"
    ko: "S의 각 행의 합은 얼마인가요?"
  - en: "Take one query and one key. Is your score always 0?"
    ko: "쿼리 하나와 키 하나를 넣어 보세요. 스코어가 늘 0인가요?"
  - en: "Return the dot products unchanged."
    ko: "내적을 그대로 돌려주세요."
source: "own"
fails: [scores.dot_products, scores.signs_by_hand]
"""
import numpy as np


def attention_scores(Q, K):
    S = Q @ np.swapaxes(K, -1, -2)
    return S - S.mean(axis=-1, keepdims=True)
