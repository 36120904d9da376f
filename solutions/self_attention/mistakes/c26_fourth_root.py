"""
id: c26_fourth_root
step: scaling
function: scale_scores
family: fourth_root
misconception: D-SCALE-DK
title: {en: "scores divided by the fourth root of d_k", ko: "d_k의 네제곱근으로 나눈 스코어"}
why:
  en: "The fourth root is for queries and keys each; scores take it once, so half of the scaling is missing."
  ko: "네제곱근은 쿼리와 키를 각각 나눌 때 써요. 스코어에 한 번만 쓰면 스케일링이 절반만 돼요."
hints:
  - en: "By which factor are your scores too large?"
    ko: "스코어가 몇 배 큰가요?"
  - en: "Scale the score 16 with d_k = 16. Do you get 4 or 8?"
    ko: "d_k = 16으로 스코어 16을 스케일링해 보세요. 4가 나오나요, 8이 나오나요?"
  - en: "The square root, taken once."
    ko: "제곱근을 한 번만 구해요."
source: "own"
fails: [scaling.divides_by_root_d_k, scaling.unit_variance]
"""
import numpy as np


def scale_scores(S, d_k):
    return S / np.sqrt(np.sqrt(d_k))
