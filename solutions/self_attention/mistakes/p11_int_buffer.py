"""
id: p11_int_buffer
step: projection
function: project_qkv
family: int_projection
misconception: D-DTYPE
title: {en: "results stored in the dtype of X", ko: "X의 자료형에 담은 결과"}
why: {en: "Whole numbers in X then cut off everything behind the point.", ko: "X가 정수이면 결과의 소수점 아래가 모두 잘려요."}
hints:
  - {en: "Are all numbers of your result whole when X is whole?", ko: "X가 정수일 때 결과도 모두 정수인가요?"}
  - en: "Try X = [[1]] with W_Q = [[0.5]], and print the dtype of what comes back."
    ko: "X = [[1]]과 W_Q = [[0.5]]를 넣고 결과의 dtype을 출력해 보세요."
  - {en: "The result needs room for fractions, whatever X holds.", ko: "X에 무엇이 들었든 결과에는 소수를 담을 자리가 있어야 해요."}
source: "own (relative: rsokl/MyGrad#268)"
fails: [projection.integer_input]
"""
import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    results = []
    for W in (W_Q, W_K, W_V):
        P = np.zeros((len(X), W.shape[1]), dtype=X.dtype)
        P[:] = X @ W
        results.append(P)
    return tuple(results)
