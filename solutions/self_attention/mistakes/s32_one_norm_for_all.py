"""
id: s32_one_norm_for_all
step: scores
function: attention_scores
family: divided_by_all_norms
misconception: D-DOT
title: {en: "scores divided by the norms of the whole matrices", ko: "행렬 전체의 노름으로 나눈 스코어"}
why:
  en: "A dot product is not divided by anything, and a score would change when another token does."
  ko: "내적은 무엇으로도 나누지 않아요. 이렇게 하면 다른 토큰이 바뀔 때 스코어도 바뀌어요."
hints:
  - en: "Does a score change when you add one more key?"
    ko: "키를 하나 더하면 다른 스코어가 바뀌나요?"
  - en: "Take q = (2, 0) and k = (3, 0) alone, then with a second key (0, 9)."
    ko: "q = (2, 0)과 k = (3, 0)만 넣어 보고, 두 번째 키 (0, 9)를 더해 보세요."
  - en: "Add up products of entries; no length is involved."
    ko: "성분끼리의 곱을 더할 뿐이고, 길이는 쓰지 않아요."
source: "own"
fails: [scores.dot_products, scores.signs_by_hand]
"""
import numpy as np


def attention_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2) / (np.linalg.norm(Q) * np.linalg.norm(K))
