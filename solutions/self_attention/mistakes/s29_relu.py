"""
id: s29_relu
step: scores
function: attention_scores
family: negative_scores_cut
misconception: D-SCORE-PROB
title: {en: "negative scores set to 0", ko: "0으로 바꾼 음수 스코어"}
why:
  en: "A negative score says that query and key point apart; softmax needs to know how far."
  ko: "음수 스코어는 쿼리와 키의 방향이 다르다는 뜻이에요. 소프트맥스는 얼마나 다른지도 알아야 해요."
hints:
  - en: "What is the smallest score you ever return?"
    ko: "돌려주는 스코어 가운데 가장 작은 것은 얼마인가요?"
  - en: "Try q = (1, 0) and k = (-2, 0). What should come out?"
    ko: "q = (1, 0)과 k = (-2, 0)을 넣어 보세요. 무엇이 나와야 하나요?"
  - en: "Return the dot product with its sign."
    ko: "내적을 부호까지 그대로 돌려주세요."
source: "own"
fails: [scores.dot_products, scores.signs_by_hand]
"""
import numpy as np


def attention_scores(Q, K):
    return np.maximum(Q @ np.swapaxes(K, -1, -2), 0)
