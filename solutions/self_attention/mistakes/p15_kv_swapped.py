"""
id: p15_kv_swapped
step: projection
function: project_qkv
family: kv_swapped
misconception: D-ROLE
title: {en: "K and V exchanged", ko: "K와 V가 서로 바뀐 것"}
why:
  en: "Queries are then compared with what should be handed over, and keys are handed over."
  ko: "건네야 할 값과 쿼리를 비교하고, 비교에 쓸 키를 건네게 돼요."
hints:
  - {en: "Does V depend on W_V in your code, and K on W_K?", ko: "코드에서 V는 W_V에, K는 W_K에 의존하나요?"}
  - en: "With d_k = 6 and d_v = 3, which of the three results should be narrower than the others?"
    ko: "d_k가 6이고 d_v가 3이면 셋 중 어느 결과가 더 좁아야 하나요?"
  - en: "The order is query, key, value: each name goes with the matrix of the same letter."
    ko: "순서는 쿼리, 키, 값이에요. 이름마다 같은 글자의 행렬을 써요."
source: "own"
fails:
  - projection.three_matrix_products
  - projection.results_are_independent
  - projection.integer_input
  - projection.inputs_unchanged
"""


def project_qkv(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_V, X @ W_K
