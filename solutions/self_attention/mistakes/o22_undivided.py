"""
id: o22_undivided
step: complexity
function: crossover_length
family: crossover_undivided
misconception: D-COST-D
title: {en: "the cost of the projections, not yet divided", ko: "아직 나누지 않은 투영의 비용"}
why:
  en: "It says what the projections cost for one token; the length is where n times the cost of a pair equals it."
  ko: "토큰 하나의 투영에 드는 비용이에요. n에 한 쌍의 비용을 곱해 이것과 같아지는 n을 찾아야 해요."
hints:
  - en: "Does doubling every width double your answer?"
    ko: "모든 차원을 2배로 하면 답도 2배가 되나요?"
  - en: "Solve 2 n = 6 for the widths 1, 1 and 1... what are the two sides?"
    ko: "차원이 1, 1, 1이면 양변은 무엇이고 n은 얼마인가요?"
  - en: "Set both counts equal, cancel n once, and divide."
    ko: "두 비용을 같게 놓고 n을 한 번 약분한 다음 나누세요."
source: "own"
fails: [complexity.crossover_length]
"""


def crossover_length(d_model, d_k, d_v):
    return float(d_model * (2 * d_k + d_v))
