"""
id: b03_drops_the_rest
step: blockwise
function: blockwise_attention
family: rest_dropped
misconception: D-BLOCK
title: {en: "the short last block dropped", ko: "마지막 짧은 블록을 버린 것"}
why: {en: "Keys beyond the last whole block are never read.", ko: "온전한 블록 뒤에 남은 키를 읽지 않아요."}
hints:
  - {en: "Is it right when the block size divides n_k, and wrong otherwise?", ko: "블록 크기가 n_k를 나눌 때만 맞나요?"}
  - {en: "With 7 keys and blocks of 3, how many keys does your loop read?", ko: "키가 7개, 블록이 3개씩이면 반복문은 키를 몇 개 읽나요?"}
  - {en: "Go on until no key is left; the last block may be short.", ko: "키가 남지 않을 때까지 계속해요. 마지막 블록은 짧아도 돼요."}
source: "own"
fails: [blockwise.any_block_size, blockwise.inputs_unchanged]
"""


def blockwise_attention(Q, K, V, block_size):
    whole = len(K) // block_size * block_size
    return scaled_dot_product_attention(Q, K[:whole], V[:whole])[0]
