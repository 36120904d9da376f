"""
id: s25_diagonal_minus_infinity
step: scores
function: attention_scores
family: no_self_hidden
misconception: D-NO-SELF
title: {en: "a token kept from seeing itself", ko: "자기 자신을 보지 못하게 한 것"}
why: {en: "Plain attention has no rule against looking at oneself.", ko: "기본 어텐션에는 자기 자신을 보지 말라는 규칙이 없어요."}
hints:
  - {en: "Which weight does each token give to itself in your result?", ko: "결과에서 토큰은 자기 자신에게 얼마의 가중치를 주나요?"}
  - en: "Run it on a single token. It can only look at itself: what should its weight be?"
    ko: "토큰 하나로 실행해 보세요. 볼 것이 자신뿐인데 가중치는 얼마여야 하나요?"
  - {en: "Every query is scored against every key, its own included.", ko: "모든 쿼리는 자기 키를 포함한 모든 키와 비교해요."}
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
    S = Q @ np.swapaxes(K, -1, -2)
    return np.where(np.eye(*S.shape[-2:], dtype=bool), -np.inf, S)
