"""
id: h09_interleaves
step: multi_head
function: merge_heads
family: interleaved_merge
misconception: D-HEADS
title: {en: "columns of the heads interleaved", ko: "헤드의 열을 번갈아 끼운 것"}
why: {en: "W_O expects each head in one block.", ko: "W_O는 헤드마다 한 블록으로 있기를 기대해요."}
hints:
  - {en: "What stands right of the first number of head 0 in row 0?", ko: "0번째 행에서 0번 헤드의 첫 수 오른쪽에는 무엇이 있나요?"}
  - {en: "Merge two heads (1, 2) and (3, 4) of one token on paper.", ko: "토큰 하나의 두 헤드 (1, 2)와 (3, 4)를 종이에서 합쳐 보세요."}
  - {en: "Lay down all of head 0, then all of head 1, and so on.", ko: "0번 헤드를 모두 놓고, 그다음 1번 헤드를 모두 놓아요."}
source: "own"
fails: [multi_head.merge_heads, multi_head.multi_head_attention, multi_head.heads_are_independent]
"""


def merge_heads(H):
    num_heads, n, d = H.shape
    return H.transpose(1, 2, 0).reshape(n, num_heads * d)
