"""
id: p19_columns_are_tokens
step: projection
function: project_qkv
family: projection_transposed
misconception: D-TRANSPOSED
title: {en: "results with one column per token", ko: "토큰마다 한 열씩인 결과"}
why:
  en: "In this course a token is a row, so the numbers are right and stand transposed."
  ko: "이 강의에서는 토큰이 행이에요. 수는 맞지만 전치되어 있어요."
hints:
  - en: "For 5 tokens, does your Q have 5 rows or 5 columns?"
    ko: "토큰이 5개일 때 Q의 행이 5개인가요, 열이 5개인가요?"
  - en: "Write the shapes of X and W_Q next to each other. Which axis is summed away?"
    ko: "X와 W_Q의 shape을 나란히 적어 보세요. 더해서 사라지는 축은 어느 것인가요?"
  - en: "Each row of X goes through the matrix and stays a row."
    ko: "X의 각 행이 행렬을 지나 그대로 행으로 남아요."
source: "own"
fails: [projection.three_matrix_products, projection.results_are_independent]
"""


def project_qkv(X, W_Q, W_K, W_V):
    return W_Q.T @ X.T, W_K.T @ X.T, W_V.T @ X.T
