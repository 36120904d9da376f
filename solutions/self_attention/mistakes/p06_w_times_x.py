"""
id: p06_w_times_x
step: projection
function: project_qkv
family: matrix_from_the_left
misconception: D-SHAPE
title: {en: "weights multiplied from the left", ko: "가중치를 왼쪽에서 곱한 것"}
why:
  en: "The formula for column vectors does not fit a table in which tokens are rows."
  ko: "열벡터에 쓰는 식은 토큰이 행인 표에 맞지 않아요."
hints:
  - {en: "Do the rows of your result still belong to tokens?", ko: "결과의 행이 여전히 토큰의 것인가요?"}
  - en: "X is (5, 7) and W_Q is (7, 6). In which order can the two be multiplied at all?"
    ko: "X는 (5, 7), W_Q는 (7, 6)이에요. 두 행렬은 어떤 순서로만 곱할 수 있나요?"
  - en: "A token is a row, so it meets the matrix from the left, and the matrix stands to the right of it."
    ko: "토큰이 행이므로 토큰 쪽이 왼쪽에, 행렬이 그 오른쪽에 서요."
source: "github:probml/pml2-book#228 (K = W^K X against X (W^K)^T)"
fails: [projection.three_matrix_products]
"""


def project_qkv(X, W_Q, W_K, W_V):
    return W_Q @ X, W_K @ X, W_V @ X
