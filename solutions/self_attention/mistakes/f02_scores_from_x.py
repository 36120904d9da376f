"""
id: f02_scores_from_x
step: attention
function: self_attention
family: scores_from_x
misconception: D-DEPENDS
title: {en: "scores of the embeddings themselves", ko: "임베딩끼리 비교한 스코어"}
why:
  en: "Then W_Q and W_K are decoration: the layer cannot learn what to look for."
  ko: "W_Q와 W_K가 장식이 되어, 무엇을 찾을지 배울 수 없어요."
hints:
  - {en: "Change W_Q. Do your weights move?", ko: "W_Q를 바꿔 보세요. 가중치가 움직이나요?"}
  - {en: "Let W_Q be zeros. What should all scores be?", ko: "W_Q를 0으로 채워 보세요. 스코어는 모두 얼마여야 하나요?"}
  - {en: "Compare queries with keys, each made from X by its own matrix.", ko: "X에서 저마다의 행렬로 만든 쿼리와 키를 비교해요."}
source: "own"
fails: [attention.self_attention, attention.no_state_between_calls]
"""


def self_attention(X, W_Q, W_K, W_V, mask=None):
    S = scale_scores(attention_scores(X, X), W_K.shape[1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return combine_values(A, X @ W_V), A
