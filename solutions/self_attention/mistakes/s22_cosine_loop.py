"""
id: s22_cosine_loop
step: scores
function: attention_scores
family: cosine
misconception: D-DOT
title: {en: "cosine similarity for the dot product", ko: "내적 대신 코사인 유사도"}
why:
  en: "Lengths are divided out, so a key can no longer insist by being long."
  ko: "길이로 나누어 버려서, 긴 키가 더 큰 스코어를 받을 수 없어요."
hints:
  - {en: "Make every query twice as long. What happens to your scores?", ko: "쿼리를 모두 두 배로 늘려 보세요. 스코어는 어떻게 되나요?"}
  - en: "Score q = (2, 0) against k = (3, 0) by hand. Is the answer larger than 1?"
    ko: "q = (2, 0)과 k = (3, 0)의 스코어를 손으로 구해 보세요. 1보다 큰가요?"
  - {en: "A score is the sum of products and is not divided by any length.", ko: "스코어는 곱의 합이고, 어떤 길이로도 나누지 않아요."}
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
    def similarity(q, k):
        return (q @ k) / ((q @ q) ** 0.5 * (k @ k) ** 0.5)

    return np.array([[similarity(q, k) for k in K] for q in Q])
