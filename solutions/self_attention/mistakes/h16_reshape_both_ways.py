"""
id: h16_reshape_both_ways
step: multi_head
function: multi_head_self_attention
family: split_and_merge_by_reshape
misconception: D-RESHAPE
title: {en: "heads cut out and joined by reshapes alone", ko: "reshape만으로 나누고 합친 헤드"}
why:
  en: "The two slips cancel in a round trip, but each head attends over the wrong numbers."
  ko: "나눴다 합치면 원래대로 보이지만, 헤드마다 엉뚱한 수로 어텐션해요."
hints:
  - {en: "Does a head see all tokens in your code, or only some?", ko: "코드에서 헤드 하나가 모든 토큰을 보나요, 일부만 보나요?"}
  - {en: "Split two tokens with four columns on paper and look at head 0.", ko: "열이 4개인 토큰 둘을 종이에서 나누고 0번 헤드를 보세요."}
  - {en: "Axes have to change places on the way in and on the way out.", ko: "들어갈 때도 나올 때도 축의 자리를 바꿔야 해요."}
source: "own (a combination: split_by_reshape and merge_by_reshape)"
combines: [split_by_reshape, merge_by_reshape]
fails: [multi_head.multi_head_attention]
"""


def multi_head_self_attention(X, W_Q, W_K, W_V, W_O, num_heads):
    n = len(X)
    Q, K, V = (M.reshape(num_heads, n, -1) for M in project_qkv(X, W_Q, W_K, W_V))
    O, _ = scaled_dot_product_attention(Q, K, V)
    return O.reshape(n, -1) @ W_O
