"""
id: p03_v_uses_wk
step: projection
function: project_qkv
family: values_are_keys
misconception: D-QKV-SAME
title: {en: "values made with W_K", ko: "값을 W_K로 만든 것"}
why:
  en: "Keys say how a token is found, values what it hands over; one matrix cannot serve both."
  ko: "키는 토큰을 찾는 데 쓰이고 값은 토큰이 건네는 내용이에요. 한 행렬로 둘 다 할 수 없어요."
hints:
  - {en: "Which is the width of your V: d_v or d_k?", ko: "V의 열 수는 d_v인가요, d_k인가요?"}
  - en: "Set W_V to zeros. What should V hold, and what does yours hold?"
    ko: "W_V를 0으로 채워 보세요. V는 무엇이어야 하고, 지금은 무엇인가요?"
  - {en: "The third result is X times the third matrix.", ko: "세 번째 결과는 X에 세 번째 행렬을 곱한 것이에요."}
source: "own"
fails:
  - projection.three_matrix_products
  - projection.results_are_independent
  - projection.integer_input
  - projection.inputs_unchanged
"""


def project_qkv(X, W_Q, W_K, W_V):
    K = X @ W_K
    return X @ W_Q, K, K
