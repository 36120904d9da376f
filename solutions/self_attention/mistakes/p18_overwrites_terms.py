"""
id: p18_overwrites_terms
step: projection
function: project_qkv
family: projection_last_term
misconception: D-ACCUM
title: {en: "only the last term of each sum kept", ko: "합의 마지막 항만 남은 투영"}
why:
  en: "Each pass of the loop overwrites what came before, so most of the token is ignored."
  ko: "반복할 때마다 앞의 값을 덮어써서 토큰의 대부분이 무시돼요."
hints:
  - {en: "Change the first number of a token. Does its query move?", ko: "토큰의 첫 번째 수를 바꿔 보세요. 그 쿼리가 움직이나요?"}
  - en: "Project the token (1, 1) with a matrix of ones. Is 1 or 2 the right answer?"
    ko: "토큰 (1, 1)을 1로 채운 행렬로 투영해 보세요. 1과 2 중 무엇이 맞나요?"
  - en: "An entry is a sum over all numbers of the token: start from 0 and let every term add to it."
    ko: "성분 하나는 토큰의 모든 수에 대한 합이에요. 0에서 시작해 항마다 더해 가요."
source: "own"
fails:
  - projection.three_matrix_products
  - projection.results_are_independent
  - projection.integer_input
  - projection.inputs_unchanged
"""
import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    results = []
    for W in (W_Q, W_K, W_V):
        P = np.zeros((X.shape[0], W.shape[1]))
        for m in range(X.shape[1]):
            P = np.outer(X[:, m], W[m])
        results.append(P)
    return tuple(results)
