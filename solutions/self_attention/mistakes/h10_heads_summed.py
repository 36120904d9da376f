"""
id: h10_heads_summed
step: multi_head
function: merge_heads
family: heads_summed
misconception: D-HEADS
title: {en: "heads added up", ko: "헤드를 모두 더한 것"}
why: {en: "Each head should keep columns of its own for W_O to mix.", ko: "W_O가 섞을 수 있게 헤드마다 자기 열이 있어야 해요."}
hints:
  - {en: "How many columns does your merged result have?", ko: "합친 결과의 열은 몇 개인가요?"}
  - {en: "Merge 2 heads with d = 3. How wide should a row be?", ko: "d가 3인 헤드 2개를 합치면 행의 길이는 얼마여야 하나요?"}
  - en: "Put the heads beside one another; the width is the number of heads times d."
    ko: "헤드를 나란히 놓아요. 너비는 헤드 수에 d를 곱한 것이에요."
source: "own"
fails: [multi_head.merge_heads, multi_head.multi_head_attention, multi_head.heads_are_independent]
"""


def merge_heads(H):
    return H.sum(axis=0)
