"""
id: s30_squared
step: scores
function: attention_scores
family: squared_scores
misconception: D-SCORE-PROB
title: {en: "dot products squared", ko: "제곱한 내적"}
why:
  en: "Squaring loses the sign, and opposite vectors score like equal ones."
  ko: "제곱하면 부호가 없어져서 반대인 벡터도 같은 벡터처럼 점수를 받아요."
hints:
  - en: "Can your scores be negative?"
    ko: "스코어가 음수가 될 수 있나요?"
  - en: "Try q = (2, 0) and k = (3, 0). Do you get 6 or 36?"
    ko: "q = (2, 0)과 k = (3, 0)을 넣어 보세요. 6이 나오나요, 36이 나오나요?"
  - en: "Multiply the entries of q and k pair by pair and add up."
    ko: "q와 k의 성분을 짝지어 곱하고 모두 더하세요."
source: "own"
fails: [scores.dot_products, scores.signs_by_hand]
"""
import numpy as np


def attention_scores(Q, K):
    return (Q @ np.swapaxes(K, -1, -2)) ** 2
