"""
id: p23_softmax_of_queries
step: projection
function: project_qkv
family: projection_softmaxed
misconception: D-STEPS
title: {en: "softmax applied to queries and keys", ko: "소프트맥스를 적용한 쿼리와 키"}
why:
  en: "Softmax belongs to rows of scores; queries and keys may have any sign."
  ko: "소프트맥스는 스코어의 행에 적용해요. 쿼리와 키의 부호는 무엇이든 돼요."
hints:
  - en: "What do the rows of your Q sum to?"
    ko: "Q의 행의 합은 얼마인가요?"
  - en: "Use X = ((-1, 0)) and the identity for W_Q. Is your Q negative where it has to be?"
    ko: "X가 ((-1, 0))이고 W_Q가 단위행렬일 때 Q에서 음수여야 할 곳이 음수인가요?"
  - en: "Return the plain matrix products."
    ko: "행렬곱을 그대로 돌려주세요."
source: "own"
fails: [projection.three_matrix_products, projection.results_are_independent]
"""


def project_qkv(X, W_Q, W_K, W_V):
    return softmax(X @ W_Q), softmax(X @ W_K), X @ W_V
