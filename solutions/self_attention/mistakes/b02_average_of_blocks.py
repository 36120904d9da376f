"""
id: b02_average_of_blocks
step: blockwise
function: blockwise_attention
family: blocks_averaged
misconception: D-BLOCK
title: {en: "a softmax for each block, and the blocks averaged", ko: "블록마다 소프트맥스를 하고 평균 낸 것"}
why: {en: "A block with low scores then counts as much as one with high scores.", ko: "스코어가 낮은 블록도 높은 블록만큼 반영돼 버려요."}
hints:
  - {en: "Put one very large score into one block. Does its value win?", ko: "한 블록에 아주 큰 스코어를 하나 넣어 보세요. 그 값이 이기나요?"}
  - en: "Scores 0 and ln 3 in two blocks of one key: which weights should come out?"
    ko: "키가 하나씩인 블록 둘에 스코어 0과 ln 3이 있으면 가중치는 얼마여야 하나요?"
  - en: "Blocks are parts of one softmax: add up their sums and their mixtures, and divide at the end."
    ko: "블록은 소프트맥스 하나의 조각이에요. 합과 혼합을 더하고 마지막에 나눠요."
source: "own"
fails:
  - blockwise.blocks_make_the_same_outputs
  - blockwise.any_block_size
  - blockwise.numerical_stability
  - blockwise.inputs_unchanged
"""
import numpy as np


def blockwise_attention(Q, K, V, block_size):
    outputs = []
    for start in range(0, len(K), block_size):
        outputs.append(scaled_dot_product_attention(Q, K[start : start + block_size], V[start : start + block_size])[0])
    return np.mean(outputs, axis=0)
