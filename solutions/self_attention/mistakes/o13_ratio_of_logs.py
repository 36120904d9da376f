"""
id: o13_ratio_of_logs
step: complexity
function: growth_exponent
family: ratio_of_logs
misconception: D-SLOPE
title: {en: "logarithms divided instead of a slope", ko: "기울기 대신 로그의 비"}
why: {en: "A constant factor in the cost then changes the exponent.", ko: "비용에 붙은 상수가 지수를 바꿔 버려요."}
hints:
  - {en: "Multiply all costs by 10. Does your answer change?", ko: "비용을 모두 10배로 해 보세요. 답이 달라지나요?"}
  - en: "Costs 7, 14, 28 at sizes 1, 2, 4: does your answer come out as 1?"
    ko: "크기 1, 2, 4에서 비용이 7, 14, 28이면 답이 1로 나오나요?"
  - {en: "A slope compares differences: of ln cost with ln n.", ko: "기울기는 차이를 비교해요. ln 비용의 차이와 ln n의 차이예요."}
source: "own"
fails: [complexity.exponent_of_power_law, complexity.least_squares_slope]
"""
import numpy as np


def growth_exponent(ns, costs):
    return float(np.mean(np.log(costs) / np.log(ns)))
