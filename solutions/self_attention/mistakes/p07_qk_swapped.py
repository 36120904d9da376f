"""
id: p07_qk_swapped
step: projection
function: project_qkv
family: qk_swapped
misconception: D-TRANSPOSED
title: {en: "Q and K returned in each other's place", ko: "Q와 K의 자리가 바뀐 반환값"}
why:
  en: "Who looks and who is looked at change places: the table of scores comes out mirrored."
  ko: "보는 쪽과 보이는 쪽이 바뀌어 스코어 표가 뒤집혀요."
hints:
  - {en: "Change W_Q only. Which of your three results moves?", ko: "W_Q만 바꿔 보세요. 세 결과 중 무엇이 움직이나요?"}
  - {en: "Let W_Q be zeros. Which of the three results should be zero?", ko: "W_Q를 0으로 채워 보세요. 세 결과 중 무엇이 0이어야 하나요?"}
  - en: "The results come in the order query, key, value, each made with the matrix of its own letter."
    ko: "결과는 쿼리, 키, 값의 순서이고, 저마다 같은 글자의 행렬로 만들어요."
source: "kin: github:neetcode-gh/leetcode#5169"
fails:
  - projection.three_matrix_products
  - projection.results_are_independent
  - projection.integer_input
  - projection.inputs_unchanged
"""


def project_qkv(X, W_Q, W_K, W_V):
    return X @ W_K, X @ W_Q, X @ W_V
