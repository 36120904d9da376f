"""
id: b06_only_the_sum
step: blockwise
function: blockwise_attention
family: mixture_not_shrunk
misconception: D-BLOCK
title: {en: "the sum shrunk, but not the mixture", ko: "합만 줄이고 혼합은 줄이지 않은 것"}
why:
  en: "Sum and mixture have to speak of the same maximum, or their ratio is wrong."
  ko: "합과 혼합이 같은 최댓값을 기준으로 해야 비율이 맞아요."
hints:
  - {en: "If all values are equal, is the output that value?", ko: "값이 모두 같으면 출력이 그 값인가요?"}
  - en: "Follow both through two blocks on paper. Which of the two was adjusted?"
    ko: "둘을 종이에서 두 블록 동안 따라가 보세요. 어느 쪽만 맞췄나요?"
  - {en: "Both are multiplied by the same factor.", ko: "둘 다 같은 수를 곱해요."}
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
        higher = np.maximum(top, S.max(axis=-1, keepdims=True))
        E = np.exp(S - higher)
        total = np.exp(top - higher) * total + E.sum(axis=-1, keepdims=True)
        O = O + E @ V[start : start + block_size]
        top = higher
    return O / total
