"""
id: s14_assumes_symmetry
step: scores
function: attention_scores
family: symmetric_scores
misconception: D-SYMM
title: {en: "one triangle of the scores copied to the other", ko: "한쪽 삼각형을 다른 쪽에 베낀 스코어"}
why:
  en: "Queries and keys differ, so token 0 may care for token 1 more than the reverse."
  ko: "쿼리와 키가 달라서, 0번 토큰이 1번을 보는 정도와 그 반대가 다를 수 있어요."
hints:
  - {en: "Is your table equal to its transpose?", ko: "스코어 표를 전치해도 똑같은가요?"}
  - en: "With q_0 = 1, q_1 = 2, k_0 = 3 and k_1 = 4, compute the scores of (0, 1) and (1, 0)."
    ko: "q_0 = 1, q_1 = 2, k_0 = 3, k_1 = 4일 때 (0, 1)과 (1, 0)의 스코어를 구해 보세요."
  - {en: "Each of the n_q times n_k pairs has a dot product of its own.", ko: "n_q × n_k개의 쌍마다 자기 내적이 따로 있어요."}
source: "own"
fails: [scores.dot_products]
"""
import numpy as np


def attention_scores(Q, K):
    n = len(Q)
    S = np.zeros((n, n))
    for i in range(n):
        for j in range(i, n):
            S[i, j] = S[j, i] = Q[i] @ K[j]
    return S
