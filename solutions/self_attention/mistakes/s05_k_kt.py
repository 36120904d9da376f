"""
id: s05_k_kt
step: scores
function: attention_scores
family: queries_are_keys
misconception: D-ROLE
title: {en: "keys scored against keys", ko: "키를 키와 비교한 스코어"}
why:
  en: "What a token looks for is mistaken for what it offers, and W_Q is never used."
  ko: "토큰이 찾는 것을 토큰이 내놓는 것으로 착각하게 되고, W_Q는 쓰이지 않아요."
hints:
  - {en: "Change only what belongs to the queries. Does your result react?", ko: "쿼리에 관한 것만 바꿔 보세요. 결과가 반응하나요?"}
  - en: "Let the queries be all zero. What should every score be then, and what is yours?"
    ko: "쿼리를 모두 0으로 두어 보세요. 그러면 스코어는 모두 얼마여야 하고, 지금은 얼마인가요?"
  - en: "The row of a score belongs to a query from W_Q, the column to a key from W_K."
    ko: "스코어의 행은 W_Q에서 온 쿼리의 것이고, 열은 W_K에서 온 키의 것이에요."
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
    return K @ np.swapaxes(K, -1, -2)
