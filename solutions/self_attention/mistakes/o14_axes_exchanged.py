"""
id: o14_axes_exchanged
step: complexity
function: growth_exponent
family: axes_exchanged
misconception: D-SLOPE
title: {en: "sizes fitted to costs", ko: "비용에 크기를 맞춘 직선"}
why: {en: "The slope comes out as its reciprocal.", ko: "기울기가 역수로 나와요."}
hints:
  - {en: "For a quadratic cost, do you get 2 or one half?", ko: "비용이 제곱에 비례할 때 2가 나오나요, 2분의 1이 나오나요?"}
  - {en: "Which of the two is the cause and belongs on the horizontal axis?", ko: "둘 중 원인이라서 가로축에 놓을 것은 무엇인가요?"}
  - {en: "Rise is in ln cost, run is in ln n.", ko: "높이는 ln 비용에서, 너비는 ln n에서 재요."}
source: "own"
fails: [complexity.exponent_of_power_law, complexity.least_squares_slope]
"""
import numpy as np


def growth_exponent(ns, costs):
    return float(np.polyfit(np.log(costs), np.log(ns), 1)[0])
