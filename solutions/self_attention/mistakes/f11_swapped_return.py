"""
id: f11_swapped_return
step: attention
function: self_attention
family: results_swapped
misconception: D-RETURN
title: {en: "weights first, outputs second", ko: "가중치를 먼저, 출력을 나중에 돌려준 것"}
why:
  en: "Both are right, but whoever unpacks them gets each under the other's name."
  ko: "둘 다 맞지만, 받는 쪽에서는 이름이 서로 바뀌어요."
hints:
  - {en: "Which shape does your first result have?", ko: "첫 번째 결과의 shape은 무엇인가요?"}
  - {en: "For 2 tokens with d_v = 3, which of the two results is square?", ko: "토큰 2개에 d_v가 3이면 두 결과 중 정사각형은 어느 쪽인가요?"}
  - {en: "First what was gathered, then how it was gathered.", ko: "먼저 모은 것을, 다음에 모은 방법을 돌려줘요."}
source: "own"
fails:
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.permutation_equivariance
  - attention.every_token_reaches_every_other
  - attention.no_state_between_calls
"""


def self_attention(X, W_Q, W_K, W_V, mask=None):
    O, A = scaled_dot_product_attention(*project_qkv(X, W_Q, W_K, W_V), mask)
    return A, O
