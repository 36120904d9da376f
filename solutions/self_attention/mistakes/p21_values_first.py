"""
id: p21_values_first
step: projection
function: project_qkv
family: qv_swapped
misconception: D-RETURN
title: {en: "Q and V exchanged", ko: "서로 바뀐 Q와 V"}
why:
  en: "Queries are then mixed and values compared."
  ko: "그러면 쿼리를 섞고 값을 비교하게 돼요."
hints:
  - en: "Which shape does your first result have, and which does Q need?"
    ko: "첫 번째 결과의 shape은 무엇이고, Q의 shape은 무엇이어야 하나요?"
  - en: "Let d_v = 1. Which of your three results has one column?"
    ko: "d_v = 1로 해 보세요. 세 결과 가운데 열이 하나인 것은 어느 것인가요?"
  - en: "Return them in the order of the exercise: queries, keys, values."
    ko: "실습에 적힌 순서대로 쿼리, 키, 값을 돌려주세요."
source: "own"
fails: [projection.three_matrix_products, projection.results_are_independent]
"""


def project_qkv(X, W_Q, W_K, W_V):
    return X @ W_V, X @ W_K, X @ W_Q
