"""
id: o16_width_itself
step: complexity
function: crossover_length
family: width_as_crossover
misconception: D-COST-D
title: {en: "the width of X taken for the crossover", ko: "X의 너비를 교차점으로 본 것"}
why:
  en: "Three projections stand against two products, so the lengths are not simply equal."
  ko: "투영 셋과 곱셈 둘이 맞서므로 단순히 같은 길이가 아니에요."
hints:
  - {en: "With all widths 4 the answer is 6. What do you get?", ko: "차원이 모두 4이면 답은 6이에요. 얼마가 나오나요?"}
  - {en: "Put n = d_model into both counts. Are they equal?", ko: "n = d_model을 두 식에 넣어 보세요. 같은가요?"}
  - en: "Write both counts as functions of n, set them equal, and solve for n."
    ko: "두 개수를 n의 식으로 적고, 같다고 놓고, n에 대해 풀어요."
source: "own"
fails: [complexity.crossover_length]
"""


def crossover_length(d_model, d_k, d_v):
    return float(d_model)
