"""
id: o23_mean_slope
step: complexity
function: growth_exponent
family: mean_of_slopes
misconception: D-SLOPE
title: {en: "the mean of the slopes between neighbours", ko: "이웃한 점 사이 기울기의 평균"}
why:
  en: "Neighbours that are close together then count as much as those far apart."
  ko: "그러면 가까이 있는 두 점도 멀리 있는 두 점만큼 반영돼요."
hints:
  - en: "Is your answer right where the cost is a pure power?"
    ko: "비용이 정확한 거듭제곱일 때는 답이 맞나요?"
  - en: "Add a point very near to another one. How much does your answer move?"
    ko: "다른 점 아주 가까이에 점을 하나 더해 보세요. 답이 얼마나 달라지나요?"
  - en: "Fit one line through all points at once."
    ko: "모든 점에 한꺼번에 직선 하나를 맞추세요."
source: "own"
fails: [complexity.least_squares_slope]
"""
import numpy as np


def growth_exponent(ns, costs):
    order = np.argsort(ns)
    return float(np.mean(np.diff(np.log(costs)[order]) / np.diff(np.log(ns)[order])))
