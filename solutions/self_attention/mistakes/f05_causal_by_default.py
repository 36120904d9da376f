"""
id: f05_causal_by_default
step: attention
function: self_attention
family: causal_by_default
misconception: D-CAUSAL
title: {en: "a causal mask where none is asked for", ko: "요청하지 않은 인과 마스크"}
why:
  en: "Early tokens then miss everything that comes later, though they may see it here."
  ko: "여기서는 뒤의 토큰도 볼 수 있는데, 앞의 토큰이 그것을 모두 놓쳐요."
hints:
  - {en: "Change the last token. Does the first output react?", ko: "마지막 토큰을 바꿔 보세요. 첫 출력이 반응하나요?"}
  - {en: "What weight does token 0 give to token 1 in your result?", ko: "결과에서 0번 토큰은 1번 토큰에 얼마의 가중치를 주나요?"}
  - en: "Without a mask every query is free to use every key, before and after it."
    ko: "마스크가 없으면 모든 쿼리가 앞뒤의 모든 키를 쓸 수 있어요."
source: "own; the reverse of github:neetcode-gh/leetcode#5219"
fails:
  - attention.self_attention
  - attention.permutation_equivariance
  - attention.every_token_reaches_every_other
  - attention.no_state_between_calls
"""


def self_attention(X, W_Q, W_K, W_V, mask=None):
    Q, K, V = project_qkv(X, W_Q, W_K, W_V)
    past = causal_mask(len(X))
    return scaled_dot_product_attention(Q, K, V, past if mask is None else past & mask)
