"""
id: p10_relu
step: projection
function: project_qkv
family: relu_on_projection
misconception: D-EXTRA
title: {en: "negative entries of Q, K, V cut to 0", ko: "Q, K, V의 음수를 0으로 자른 것"}
why: {en: "Without negative entries a query cannot speak against a key.", ko: "음수 성분이 없으면 쿼리가 키를 밀어낼 수 없어요."}
hints:
  - {en: "Is any entry of your Q below 0? Count them.", ko: "Q에 0보다 작은 성분이 있나요? 세어 보세요."}
  - en: "Project X = [[1]] with W_Q = [[-2]]. What does the product give?"
    ko: "X = [[1]]을 W_Q = [[-2]]로 투영해 보세요. 곱은 얼마인가요?"
  - {en: "The map is linear: a product and nothing after it.", ko: "이 변환은 선형이에요. 곱하고 나서 더 하는 일이 없어요."}
source: "github:Kyubyong/transformer#49"
fails:
  - projection.three_matrix_products
  - projection.results_are_independent
  - projection.integer_input
  - projection.inputs_unchanged
"""
import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    return tuple(np.maximum(X @ W, 0.0) for W in (W_Q, W_K, W_V))
