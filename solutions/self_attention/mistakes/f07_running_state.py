"""
id: f07_running_state
step: attention
function: self_attention
family: running_state
misconception: D-SEQ
title: {en: "outputs passed along like the state of an RNN", ko: "RNN의 상태처럼 이어진 출력"}
why:
  en: "An output then depends on the outputs before it, so the rows cannot be computed at once."
  ko: "출력이 앞의 출력에 의존하게 되어 모든 행을 한꺼번에 구할 수 없어요."
hints:
  - en: "Shuffle the tokens and put the outputs back in order. Are they the same?"
    ko: "토큰을 섞어 계산하고 출력을 원래 순서로 되돌려 보세요. 똑같은가요?"
  - {en: "Is your output 1 the mixture that row 1 of A describes?", ko: "출력 1이 A의 1번째 행이 말하는 혼합과 같은가요?"}
  - en: "Output i needs row i of the weights and the values, and no other output."
    ko: "출력 i에는 가중치의 i번째 행과 값만 필요하고, 다른 출력은 필요 없어요."
source: "own (misconception M3)"
fails:
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.permutation_equivariance
  - attention.no_state_between_calls
"""
import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    O, A = scaled_dot_product_attention(*project_qkv(X, W_Q, W_K, W_V), mask)
    state, rows = np.zeros(O.shape[1]), []
    for o in O:
        state = (state + o) / 2
        rows.append(state)
    return np.array(rows), A
