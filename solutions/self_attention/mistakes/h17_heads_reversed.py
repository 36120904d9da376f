"""
id: h17_heads_reversed
step: multi_head
function: merge_heads
family: heads_reversed
misconception: D-HEADS
title: {en: "the heads joined from the last to the first", ko: "마지막 헤드부터 거꾸로 이은 것"}
why:
  en: "W_O expects head 0 leftmost."
  ko: "W_O는 0번 헤드가 맨 왼쪽에 있다고 봐요."
hints:
  - en: "Which head stands leftmost in your result?"
    ko: "결과의 맨 왼쪽에는 어느 헤드가 있나요?"
  - en: "Merge two heads of one token: (1, 2) and (3, 4)."
    ko: "토큰 하나의 두 헤드 (1, 2)와 (3, 4)를 이어 보세요."
  - en: "Head h fills the columns h d to (h + 1) d - 1."
    ko: "h번 헤드는 h d부터 (h + 1) d - 1까지의 열을 채워요."
source: "own"
fails: [multi_head.merge_heads, multi_head.multi_head_attention]
"""
import numpy as np


def merge_heads(H):
    return np.concatenate(list(H)[::-1], axis=-1)
