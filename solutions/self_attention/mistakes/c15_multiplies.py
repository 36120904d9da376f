"""
id: c15_multiplies
step: scaling
function: scale_scores
family: multiplied_by_root
misconception: D-SCALE-NORM
title: {en: "multiplication by √d_k for division", ko: "나누지 않고 √d_k를 곱한 것"}
why:
  en: "Scores then spread d_k times as widely as they should, and softmax saturates at once."
  ko: "스코어의 퍼짐이 d_k배로 벌어져 소프트맥스가 바로 포화돼요."
hints:
  - {en: "Are your scaled scores larger or smaller than the scores?", ko: "스케일링한 스코어는 원래 스코어보다 큰가요, 작은가요?"}
  - {en: "Scale the score 4 with d_k = 4. Should it become 2 or 8?", ko: "d_k가 4일 때 스코어 4는 2가 되어야 하나요, 8이 되어야 하나요?"}
  - en: "Dot products of many terms are too large; scaling brings them down."
    ko: "항이 많은 내적은 너무 커요. 스케일링은 그것을 줄이는 일이에요."
source: "own"
fails:
  - scaling.divides_by_root_d_k
  - scaling.unit_variance
  - scaling.integer_input
  - scaling.inputs_unchanged
"""
import numpy as np


def scale_scores(S, d_k):
    return S * np.sqrt(d_k)
