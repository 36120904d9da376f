"""
id: c32_rounded
step: scaling
function: scale_scores
family: rounded_scaled_scores
misconception: D-DTYPE
title: {en: "scaled scores rounded to four digits", ko: "네 자리로 반올림한 스케일링 결과"}
why:
  en: "Rounding is for printing; here it takes digits from every later step."
  ko: "반올림은 출력할 때만 해요. 여기서 하면 뒤의 모든 단계에서 자릿수가 모자라요."
hints:
  - en: "How many digits has each entry behind the decimal point?"
    ko: "각 성분은 소수점 아래 몇 자리인가요?"
  - en: "Scale the score 0.00002 with d_k = 4. What comes out?"
    ko: "d_k = 4로 스코어 0.00002를 스케일링해 보세요. 무엇이 나오나요?"
  - en: "Return the numbers as they are."
    ko: "수를 있는 그대로 돌려주세요."
source: "own"
fails: [scaling.divides_by_root_d_k, scaling.integer_input]
"""
import numpy as np


def scale_scores(S, d_k):
    return np.round(S / np.sqrt(d_k), 4)
