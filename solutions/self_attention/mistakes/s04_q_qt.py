"""
id: s04_q_qt
step: scores
function: attention_scores
family: keys_are_queries
misconception: D-ROLE
title: {en: "queries scored against queries", ko: "쿼리를 쿼리와 비교한 스코어"}
why:
  en: "Each query is compared with the other queries, and W_K is never used."
  ko: "쿼리를 다른 쿼리와 비교하게 되고, W_K는 한 번도 쓰이지 않아요."
hints:
  - {en: "Change only what belongs to the keys. Does your result react?", ko: "키에 관한 것만 바꿔 보세요. 결과가 반응하나요?"}
  - en: "Let the keys be all zero. What should every score be then, and what is yours?"
    ko: "키를 모두 0으로 두어 보세요. 그러면 스코어는 모두 얼마여야 하고, 지금은 얼마인가요?"
  - en: "A score needs two different sides: one query vector from W_Q and one key vector from W_K."
    ko: "스코어에는 서로 다른 두 쪽이 필요해요. W_Q에서 온 쿼리 벡터와 W_K에서 온 키 벡터예요."
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
    return Q @ np.swapaxes(Q, -1, -2)
