"""
id: b04_no_maximum
step: blockwise
function: blockwise_attention
family: blocks_without_max
misconception: D-OVERFLOW
title: {en: "blocks summed without a maximum", ko: "최댓값을 빼지 않은 블록의 합"}
why: {en: "Large scores overflow in the first block that holds one.", ko: "큰 스코어가 있는 첫 블록에서 오버플로가 나요."}
hints:
  - {en: "Try scores of 1000. What comes out?", ko: "스코어가 1000일 때 무엇이 나오나요?"}
  - en: "Which number keeps every exponent at or below 0, and when do you know it?"
    ko: "지수가 0을 넘지 않게 하는 수는 무엇이고, 언제 알 수 있나요?"
  - en: "Keep the largest score so far for each query, and adjust what was gathered when it grows."
    ko: "쿼리마다 지금까지의 최댓값을 지니고, 커지면 모은 것을 맞춰요."
source: "own"
fails: [blockwise.numerical_stability]
"""
import numpy as np


def blockwise_attention(Q, K, V, block_size):
    total, O = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for start in range(0, len(K), block_size):
        E = np.exp(scale_scores(attention_scores(Q, K[start : start + block_size]), Q.shape[-1]))
        total += E.sum(axis=-1, keepdims=True)
        O += E @ V[start : start + block_size]
    return O / total
