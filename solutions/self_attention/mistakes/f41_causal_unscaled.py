"""
id: f41_causal_unscaled
step: attention
function: self_attention
family: causal_and_unscaled
misconception: D-CAUSAL
title: {en: "a causal mask where none is asked for, and no scaling", ko: "요청하지 않은 인과 마스크에, 스케일링도 빠진 것"}
why: {en: "Early tokens miss what comes later, and softmax saturates.", ko: "앞의 토큰이 뒤를 놓치고, 소프트맥스는 포화돼요."}
hints:
  - en: "Change the last token: does the first output react? And do the weights look like almost 0 and 1?"
    ko: "마지막 토큰을 바꿔 보세요. 첫 출력이 반응하나요? 가중치가 거의 0과 1인가요?"
  - en: "With one token nothing can be hidden. Compare two tokens: which weight is 0, and should it be?"
    ko: "토큰 두 개를 비교해 보세요. 어느 가중치가 0인가요? 0이어야 하나요?"
  - en: "All queries use all keys, and scores are divided by the root of the width of a key."
    ko: "모든 쿼리가 모든 키를 쓰고, 스코어는 키 차원의 제곱근으로 나눠요."
source: "own (a combination: causal_by_default and no_scaling)"
combines: [causal_by_default, no_scaling]
fails:
  - attention.self_attention
  - attention.permutation_equivariance
  - attention.every_token_reaches_every_other
  - attention.no_state_between_calls
"""


def self_attention(X, W_Q, W_K, W_V, mask=None):
    Q, K, V = project_qkv(X, W_Q, W_K, W_V)
    past = causal_mask(len(X))
    A = softmax(apply_mask(Q @ K.T, past if mask is None else past & mask))
    return A @ V, A
