"""
id: h05_heads_averaged
step: multi_head
function: merge_heads
family: heads_averaged
misconception: D-MEAN
title: {en: "heads averaged instead of joined", ko: "이어 붙이지 않고 평균 낸 헤드"}
why: {en: "What one head found is blurred with what the others found.", ko: "헤드 하나가 찾은 것이 다른 헤드의 것과 섞여 흐려져요."}
hints:
  - {en: "Can you find the numbers of a single head in your result?", ko: "결과에서 헤드 하나의 수를 찾을 수 있나요?"}
  - en: "Merge the heads (1) and (3) of one token. Should the result have one kind of number or two?"
    ko: "토큰 하나의 두 헤드 (1)과 (3)을 합쳐 보세요. 결과에 수가 한 가지인가요, 두 가지인가요?"
  - {en: "Heads stand side by side; nothing is added.", ko: "헤드는 옆으로 이어 붙이고, 더하지 않아요."}
source: "github:awf/functional-transformer#8 (heads summed)"
fails: [multi_head.merge_heads, multi_head.multi_head_attention, multi_head.heads_are_independent]
"""
import numpy as np


def merge_heads(H):
    return np.tile(H.mean(axis=0), (1, len(H)))
