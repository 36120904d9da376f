"""
id: s36_rounded
step: scores
function: attention_scores
family: rounded_scores
misconception: D-DTYPE
title: {en: "scores rounded to four digits", ko: "네 자리로 반올림한 스코어"}
why:
  en: "Rounding is for printing; what is lost here is missing in every later step."
  ko: "반올림은 출력할 때만 해요. 여기서 버린 자릿수는 뒤의 모든 단계에서 모자라요."
hints:
  - en: "How many digits has each of your scores behind the decimal point?"
    ko: "각 스코어는 소수점 아래 몇 자리인가요?"
  - en: "Try q = (0.00001, 0) and k = (1, 0). What comes out?"
    ko: "q = (0.00001, 0)과 k = (1, 0)을 넣어 보세요. 무엇이 나오나요?"
  - en: "Return the numbers as they are."
    ko: "수를 있는 그대로 돌려주세요."
source: "own"
fails: [scores.dot_products, scores.not_symmetric]
"""
import numpy as np


def attention_scores(Q, K):
    return np.round(Q @ np.swapaxes(K, -1, -2), 4)
