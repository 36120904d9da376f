"""
id: s34_past_only
step: scores
function: attention_scores
family: upper_scores_missing
misconception: D-CAUSAL
title: {en: "scores of later keys left at 0", ko: "뒤에 오는 키의 스코어를 0으로 남긴 것"}
why:
  en: "Without a mask every query meets every key, those after it too."
  ko: "마스크가 없으면 모든 쿼리가 뒤의 키까지 모든 키와 만나요."
hints:
  - en: "Where are the zeros in your S?"
    ko: "S에서 0은 어디에 있나요?"
  - en: "Take two queries and two keys. Is S[0, 1] a dot product?"
    ko: "쿼리 2개와 키 2개를 넣어 보세요. S[0, 1]이 내적인가요?"
  - en: "Let the loop over keys run over all of them, for every query."
    ko: "쿼리마다 키에 대한 반복문이 모든 키를 돌게 하세요."
source: "own"
fails: [scores.dot_products, scores.signs_by_hand]
"""
import numpy as np


def attention_scores(Q, K):
    S = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(min(i + 1, len(K))):
            S[i, j] = Q[i] @ K[j]
    return S
