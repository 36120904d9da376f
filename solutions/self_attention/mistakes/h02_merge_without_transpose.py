"""
id: h02_merge_without_transpose
step: multi_head
function: merge_heads
family: merge_by_reshape
misconception: D-RESHAPE
title: {en: "heads joined by a reshape alone", ko: "reshape만으로 합친 헤드"}
why:
  en: "Rows then hold several tokens of one head instead of one token of all heads."
  ko: "행에 한 토큰의 모든 헤드가 아니라 한 헤드의 여러 토큰이 담겨요."
hints:
  - {en: "Which tokens ended up in row 0?", ko: "0번째 행에는 어느 토큰의 값이 들어갔나요?"}
  - en: "Merge two heads with two tokens and d = 1, numbered 1 to 4, on paper."
    ko: "토큰 2개, d = 1인 헤드 둘에 1부터 4까지 번호를 매기고 종이에서 합쳐 보세요."
  - {en: "First bring the heads of one token next to each other, then flatten.", ko: "먼저 한 토큰의 헤드들을 나란히 놓고, 그다음에 펴요."}
source: "github:jsbaan/transformer-from-scratch#6, ajhalthor/Transformer-Neural-Network#4 and #8"
fails: [multi_head.merge_heads, multi_head.multi_head_attention, multi_head.heads_are_independent]
"""


def merge_heads(H):
    num_heads, n, d = H.shape
    return H.reshape(n, num_heads * d)
