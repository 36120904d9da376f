"""
id: s33_additive
step: scores
function: attention_scores
family: additive_scores
misconception: D-DOT
title: {en: "additive attention: tanh of a sum", ko: "덧셈 어텐션: 합의 tanh"}
why:
  en: "That is another kind of attention; here a score is a dot product."
  ko: "그것은 다른 종류의 어텐션이에요. 여기서 스코어는 내적이에요."
hints:
  - en: "What is the largest score that you can get for d_k = 2?"
    ko: "d_k = 2일 때 나올 수 있는 가장 큰 스코어는 얼마인가요?"
  - en: "Try q = (3, 0) and k = (5, 0). Do you get 15?"
    ko: "q = (3, 0)과 k = (5, 0)을 넣어 보세요. 15가 나오나요?"
  - en: "Multiply q and k entry by entry, then add."
    ko: "q와 k를 성분끼리 곱한 다음 더하세요."
source: "own"
fails: [scores.dot_products, scores.signs_by_hand]
"""
import numpy as np


def attention_scores(Q, K):
    return np.tanh(Q[:, None, :] + K[None, :, :]).sum(axis=-1)
