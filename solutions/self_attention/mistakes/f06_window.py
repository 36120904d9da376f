"""
id: f06_window
step: attention
function: self_attention
family: neighbours_only
misconception: D-NEIGH
title: {en: "only the neighbours seen", ko: "이웃 토큰만 본 것"}
why:
  en: "Like a convolution it needs many layers to join the ends of a sentence."
  ko: "합성곱처럼, 문장의 양 끝을 이으려면 여러 층이 필요해져요."
hints:
  - {en: "What weight do the first and the last token give each other?", ko: "첫 토큰과 마지막 토큰은 서로에게 얼마의 가중치를 주나요?"}
  - {en: "Count the zeros in your weights for 5 tokens.", ko: "토큰이 5개일 때 가중치에 0이 몇 개인지 세어 보세요."}
  - {en: "Each query shares its weight among all keys, however far.", ko: "쿼리마다 아무리 먼 키에도 가중치를 나눠 줘요."}
source: "own"
fails:
  - attention.self_attention
  - attention.permutation_equivariance
  - attention.every_token_reaches_every_other
  - attention.no_state_between_calls
"""
import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    Q, K, V = project_qkv(X, W_Q, W_K, W_V)
    place = np.arange(len(X))
    near = abs(place[:, None] - place) <= 1
    return scaled_dot_product_attention(Q, K, V, near if mask is None else near & mask)
