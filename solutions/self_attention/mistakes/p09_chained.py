"""
id: p09_chained
step: projection
function: project_qkv
family: chained
misconception: D-QKV-CHAIN
title: {en: "K made from Q, and V from K", ko: "Q에서 K를, K에서 V를 만든 것"}
why:
  en: "The three are maps of the same X; a chain ties the keys to what the queries ask."
  ko: "셋은 모두 같은 X에서 나와요. 이어서 만들면 키가 쿼리에 묶여 버려요."
hints:
  - en: "Which of your three results could be computed first, without the other two?"
    ko: "세 결과 가운데 나머지 둘 없이 먼저 계산할 수 있는 것은 무엇인가요?"
  - {en: "Change W_Q only. Should K and V move?", ko: "W_Q만 바꿔 보세요. K와 V도 움직여야 하나요?"}
  - en: "Each result is X times one matrix, and no result is made from another result."
    ko: "결과마다 X에 행렬 하나를 곱해요. 한 결과로 다른 결과를 만들지 않아요."
source: "own (misconceptions M2 and M3)"
fails: [projection.three_matrix_products]
"""


def project_qkv(X, W_Q, W_K, W_V):
    Q = X @ W_Q
    K = Q @ W_K
    V = K @ W_V
    return Q, K, V
