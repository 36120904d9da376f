"""
id: o10_plain_axes
step: complexity
function: growth_exponent
family: slope_of_plain_axes
misconception: D-SLOPE
title: {en: "a line through plain sizes and costs", ko: "로그를 취하지 않은 축의 직선"}
why:
  en: "The slope then has the unit of the cost and says nothing about the exponent."
  ko: "그 기울기는 비용의 단위를 가질 뿐 지수를 말해 주지 않아요."
hints:
  - {en: "Multiply all costs by 10. Does your answer change?", ko: "비용을 모두 10배로 해 보세요. 답이 달라지나요?"}
  - {en: "Sizes 2 and 4, costs 12 and 48. What power of 2 is the growth?", ko: "크기가 2와 4, 비용이 12와 48이에요. 몇 제곱으로 늘었나요?"}
  - {en: "A power becomes a straight line only when both axes are logarithmic.", ko: "두 축이 모두 로그일 때만 거듭제곱이 직선이 돼요."}
source: "own"
fails: [complexity.exponent_of_power_law, complexity.least_squares_slope]
"""
import numpy as np


def growth_exponent(ns, costs):
    return float(np.polyfit(ns, costs, 1)[0])
