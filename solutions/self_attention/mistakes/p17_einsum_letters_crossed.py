"""
id: p17_einsum_letters_crossed
step: projection
function: project_qkv
family: weights_transposed
misconception: D-SHAPE
title: {en: "weight matrices transposed", ko: "전치한 가중치 행렬"}
why:
  en: "A linear layer of some libraries keeps its matrix the other way round; here a column makes one number."
  ko: "어떤 라이브러리의 선형 층은 행렬을 뒤집어 보관하지만, 여기서는 열 하나가 숫자 하나를 만들어요."
hints:
  - {en: "Does your code run when d_model and d_k differ?", ko: "d_model과 d_k가 다를 때도 코드가 돌아가나요?"}
  - en: "Write the shapes of X and W_Q side by side. Which two lengths have to meet?"
    ko: "X와 W_Q의 shape을 나란히 적어 보세요. 어느 두 길이가 만나야 하나요?"
  - en: "Entry c of a query sums over the entries m of a token, each times the number in row m and column c of the matrix."
    ko: "쿼리의 c번째 성분은 토큰의 m번째 성분에 행렬의 m행 c열 수를 곱해 모두 더한 것이에요."
source: "own"
fails: [projection.three_matrix_products]
"""
import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    return tuple(np.einsum("tm,cm->tc", X, W) for W in (W_Q, W_K, W_V))
