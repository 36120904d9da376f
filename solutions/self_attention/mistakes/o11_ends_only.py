"""
id: o11_ends_only
step: complexity
function: growth_exponent
family: ends_only
misconception: D-SLOPE
title: {en: "the line through the first and the last size", ko: "처음과 마지막 크기만 이은 직선"}
why: {en: "Two measurements decide, and all the others are thrown away.", ko: "측정값 둘이 정하고 나머지는 모두 버려져요."}
hints:
  - {en: "Change a size in the middle. Does your answer move?", ko: "가운데 크기의 비용을 바꿔 보세요. 답이 움직이나요?"}
  - en: "Put three points on paper that are on no common line. Which line fits all three best?"
    ko: "한 직선 위에 있지 않은 점 셋을 종이에 찍어 보세요. 셋에 가장 잘 맞는 직선은 무엇인가요?"
  - {en: "The least-squares line hears every point.", ko: "최소제곱 직선은 모든 점을 반영해요."}
source: "own"
fails: [complexity.least_squares_slope]
"""
import numpy as np


def growth_exponent(ns, costs):
    return float(np.log(costs[-1] / costs[0]) / np.log(ns[-1] / ns[0]))
