"""
id: p20_scaled_queries
step: projection
function: project_qkv
family: queries_scaled_early
misconception: D-STEPS
title: {en: "queries already divided by √d_k", ko: "미리 √d_k로 나눈 쿼리"}
why:
  en: "The scaling has a step of its own; done here too, it happens twice."
  ko: "스케일링은 따로 한 단계예요. 여기서도 하면 두 번 하게 돼요."
hints:
  - en: "Which of the three results is wrong, and by which factor?"
    ko: "세 결과 가운데 어느 것이 틀렸고, 몇 배인가요?"
  - en: "Take W_Q with d_k = 4 columns. Is your Q half of X times W_Q?"
    ko: "W_Q의 열이 d_k = 4개일 때 Q가 X와 W_Q의 곱의 절반인가요?"
  - en: "A projection is the matrix product and nothing more."
    ko: "투영은 행렬곱이고 그뿐이에요."
source: "own"
fails: [projection.three_matrix_products, projection.results_are_independent]
"""
import math


def project_qkv(X, W_Q, W_K, W_V):
    Q = X @ W_Q / math.sqrt(W_Q.shape[1])
    return Q, X @ W_K, X @ W_V
