"""
id: f17_skips_itself
step: attention
function: self_attention
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
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.permutation_equivariance
  - attention.no_state_between_calls
"""
import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    Q, K, V = project_qkv(X, W_Q, W_K, W_V)
    others = ~np.eye(len(X), dtype=bool)
    return scaled_dot_product_attention(Q, K, V, others if mask is None else mask & others)
