"""
id: p08_elementwise
step: projection
function: project_qkv
family: projection_elementwise
misconception: D-ELEM
title: {en: "entry by entry products for a projection", ko: "투영에 원소별 곱을 쓴 것"}
why:
  en: "Each number meets only the number in its own place, and nothing is summed."
  ko: "수마다 같은 자리의 수와만 만나고, 더해지는 것이 없어요."
hints:
  - en: "How many numbers of a token flow into one number of its query in your code?"
    ko: "코드에서 쿼리의 수 하나에 토큰의 수가 몇 개 흘러 들어가나요?"
  - en: "Try X = [[1, 2]] with a 2 by 2 matrix of ones. What does one row times one column give on paper?"
    ko: "X = [[1, 2]]와 1로 채운 2×2 행렬을 써 보세요. 종이에서 행 하나와 열 하나를 곱하면 얼마인가요?"
  - en: "A projection is a matrix product: multiply along the row of X and down the column of W, then add up."
    ko: "투영은 행렬곱이에요. X의 행을 따라, W의 열을 따라 곱한 다음 모두 더해요."
source: "own (common slip; habit from MATLAB)"
fails: [projection.three_matrix_products]
"""


def project_qkv(X, W_Q, W_K, W_V):
    return X * W_Q, X * W_K, X * W_V
