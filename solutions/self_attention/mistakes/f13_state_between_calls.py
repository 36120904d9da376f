"""
id: f13_state_between_calls
step: attention
function: self_attention
family: weights_kept
misconception: D-W-FIXED
title: {en: "weights kept from an earlier call", ko: "앞의 호출에서 남겨 둔 가중치"}
why:
  en: "Weights are computed anew from each sentence; only the three matrices stay."
  ko: "가중치는 문장마다 새로 계산해요. 그대로 남는 것은 세 행렬뿐이에요."
hints:
  - {en: "Call it with two sentences of one length. Are the weights the same?", ko: "길이가 같은 두 문장으로 불러 보세요. 가중치가 똑같은가요?"}
  - en: "Call it with a sentence, then with the same sentence doubled. Which of the results should change?"
    ko: "한 문장으로, 이어서 그 두 배로 불러 보세요. 어느 결과가 달라져야 하나요?"
  - {en: "Everything but the arguments is forgotten when the function returns.", ko: "함수가 끝나면 인자 말고는 아무것도 남기지 않아요."}
source: "own"
remembers: true
fails: [attention.permutation_equivariance, attention.no_state_between_calls]
"""

KEPT = {}


def self_attention(X, W_Q, W_K, W_V, mask=None):
    if X.shape not in KEPT:
        KEPT[X.shape] = scaled_dot_product_attention(*project_qkv(X, W_Q, W_K, W_V), mask)[1]
    A = KEPT[X.shape]
    return A @ (X @ W_V), A
