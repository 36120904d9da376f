"""
id: b01_not_shrunk
step: blockwise
function: blockwise_attention
family: sums_not_shrunk
misconception: D-BLOCK
title: {en: "earlier blocks not shrunk when the maximum grows", ko: "최댓값이 커져도 줄이지 않은 앞 블록"}
why:
  en: "What was gathered under an old maximum counts too much under a new one."
  ko: "옛 최댓값으로 모은 것이 새 최댓값 아래에서 너무 크게 반영돼요."
hints:
  - {en: "Is it right with one block and wrong with two?", ko: "블록이 하나면 맞고 둘이면 틀리나요?"}
  - en: "Take the scores 0 and 1 in two blocks. By which factor must the first share shrink?"
    ko: "스코어 0과 1을 블록 둘로 나눠 보세요. 첫 몫은 어떤 배수로 줄어야 하나요?"
  - en: "When the largest score grows, multiply sum and mixture by e to the power of old minus new."
    ko: "최댓값이 커지면 합과 혼합에 e의 (옛것 - 새것)제곱을 곱해요."
source: "own"
fails:
  - blockwise.blocks_make_the_same_outputs
  - blockwise.any_block_size
  - blockwise.numerical_stability
  - blockwise.inputs_unchanged
"""
import numpy as np


def blockwise_attention(Q, K, V, block_size):
    top, total, O = np.full((len(Q), 1), -np.inf), 0.0, 0.0
    for start in range(0, len(K), block_size):
        S = scale_scores(attention_scores(Q, K[start : start + block_size]), Q.shape[-1])
        top = np.maximum(top, S.max(axis=-1, keepdims=True))
        E = np.exp(S - top)
        total = total + E.sum(axis=-1, keepdims=True)
        O = O + E @ V[start : start + block_size]
    return O / total
