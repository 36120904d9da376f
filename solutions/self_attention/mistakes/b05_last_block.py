"""
id: b05_last_block
step: blockwise
function: blockwise_attention
family: last_block_only
misconception: D-ACCUM
title: {en: "only the last block kept", ko: "마지막 블록만 남은 것"}
why: {en: "Each block overwrites what the others gathered.", ko: "블록마다 앞에서 모은 것을 덮어써요."}
hints:
  - {en: "Change the first key. Does any output move?", ko: "첫 번째 키를 바꿔 보세요. 움직이는 출력이 있나요?"}
  - {en: "With blocks of one key, is your output the last value?", ko: "키가 하나씩인 블록이면 출력이 마지막 값과 같은가요?"}
  - {en: "Every block adds to what is already there.", ko: "블록마다 이미 있는 것에 더해요."}
source: "own"
fails:
  - blockwise.blocks_make_the_same_outputs
  - blockwise.any_block_size
  - blockwise.numerical_stability
  - blockwise.inputs_unchanged
"""


def blockwise_attention(Q, K, V, block_size):
    for start in range(0, len(K), block_size):
        O, _ = scaled_dot_product_attention(Q, K[start : start + block_size], V[start : start + block_size])
    return O
