"""
id: f28_symmetrised
step: attention
function: self_attention
family: weights_symmetrised
misconception: D-SYMM
title: {en: "weights averaged with their transpose", ko: "전치한 것과 평균 낸 가중치"}
why:
  en: "What token 0 gives to token 1 need not be what it gets, and rows stop summing to 1."
  ko: "0번 토큰이 1번에 주는 만큼 받을 필요는 없어요. 게다가 행의 합도 1이 아니게 돼요."
hints:
  - {en: "Is your A equal to its transpose?", ko: "A를 전치해도 똑같은가요?"}
  - {en: "Do its rows still sum to 1?", ko: "행의 합이 여전히 1인가요?"}
  - {en: "A row is a query's own distribution; leave it as softmax made it.", ko: "행은 쿼리 하나의 분포예요. 소프트맥스가 만든 그대로 두세요."}
source: "own"
fails: [attention.self_attention, attention.rows_of_weights_sum_to_one, attention.no_state_between_calls]
"""


def self_attention(X, W_Q, W_K, W_V, mask=None):
    Q, K, V = project_qkv(X, W_Q, W_K, W_V)
    _, A = scaled_dot_product_attention(Q, K, V, mask)
    A = (A + A.T) / 2
    return A @ V, A
