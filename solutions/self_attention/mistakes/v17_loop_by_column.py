"""
id: v17_loop_by_column
step: combine
function: combine_values
family: weights_transposed_in_mix
misconception: D-TRANSPOSED
title: {en: "weights read by column", ko: "열로 읽은 가중치"}
why:
  en: "Output i then gathers by the attention token i receives, not by what it pays."
  ko: "출력이 토큰이 주는 어텐션이 아니라 받는 어텐션으로 섞여요."
hints:
  - {en: "For output 0, did you read row 0 or column 0 of A?", ko: "출력 0을 만들 때 A의 0번째 행을 읽었나요, 0번째 열을 읽었나요?"}
  - en: "Put all the weight of query 0 on key 1. Which value should output 0 be?"
    ko: "쿼리 0의 가중치를 모두 키 1에 주어 보세요. 출력 0은 어느 값이어야 하나요?"
  - en: "Output i sums over the keys j: the weight in row i and column j times value j."
    ko: "출력 i는 키 j에 대한 합이에요. i행 j열의 가중치에 j번째 값을 곱해요."
source: "own"
fails: [combine.outputs_are_weighted_sums]
"""
import numpy as np


def combine_values(A, V):
    O = np.zeros((A.shape[1], V.shape[1]))
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            O[j] += A[i, j] * V[i]
    return O
