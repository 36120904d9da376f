"""
id: c30_by_the_largest
step: scaling
function: scale_scores
family: divided_by_largest_score
misconception: D-SCALE-NORM
title: {en: "scores divided by the largest of them", ko: "가장 큰 스코어로 나눈 스코어"}
why:
  en: "The divisor is a fixed number of the model, not of the sentence."
  ko: "나누는 수는 문장이 아니라 모델에서 정해진 수예요."
hints:
  - en: "What is the largest entry of your result, whatever you put in?"
    ko: "무엇을 넣든 결과에서 가장 큰 성분은 얼마인가요?"
  - en: "Scale (4, 8) and then (40, 80) with d_k = 4. Is the second result ten times the first?"
    ko: "d_k = 4로 (4, 8)과 (40, 80)을 스케일링해 보세요. 둘째가 첫째의 10배인가요?"
  - en: "Divide by the square root of the width of a key."
    ko: "키의 차원의 제곱근으로 나누세요."
source: "own"
fails: [scaling.divides_by_root_d_k, scaling.unit_variance]
"""
import numpy as np


def scale_scores(S, d_k):
    return S / np.max(np.abs(S))
