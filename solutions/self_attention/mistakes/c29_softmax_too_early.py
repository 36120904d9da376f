"""
id: c29_softmax_too_early
step: scaling
function: scale_scores
family: softmax_in_the_scaling
misconception: D-STEPS
title: {en: "softmax applied in the scaling", ko: "스케일링에서 적용한 소프트맥스"}
why:
  en: "Softmax is the next step; applied here as well, it is applied twice."
  ko: "소프트맥스는 다음 단계예요. 여기서도 적용하면 두 번 적용하게 돼요."
hints:
  - en: "What do the rows of your result sum to?"
    ko: "결과의 행의 합은 얼마인가요?"
  - en: "Scale the scores (4, 8) with d_k = 4. Do you get 2 and 4?"
    ko: "d_k = 4로 스코어 (4, 8)을 스케일링해 보세요. 2와 4가 나오나요?"
  - en: "Divide, and leave the rest to the next step."
    ko: "나누기만 하고 나머지는 다음 단계에 맡기세요."
source: "own"
fails: [scaling.divides_by_root_d_k, scaling.unit_variance]
"""
import numpy as np


def scale_scores(S, d_k):
    return softmax(S / np.sqrt(d_k))
