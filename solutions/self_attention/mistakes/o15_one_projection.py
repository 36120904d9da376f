"""
id: o15_one_projection
step: complexity
function: crossover_length
family: one_projection
misconception: D-COST-HALF
title: {en: "one projection counted instead of three", ko: "투영을 셋이 아니라 하나만 센 것"}
why: {en: "Q, K and V each take a product of their own.", ko: "Q, K, V마다 곱셈이 따로 들어요."}
hints:
  - {en: "With all widths 4 the answer is 6. What do you get?", ko: "차원이 모두 4이면 답은 6이에요. 얼마가 나오나요?"}
  - en: "Count the multiply-adds that X W_Q takes, then those of all three maps."
    ko: "X W_Q에 드는 곱셈-덧셈을 세고, 이어서 세 변환 모두를 세어 보세요."
  - {en: "Set three projections equal to two products.", ko: "투영 셋과 곱셈 둘을 같다고 놓아요."}
source: "own"
fails: [complexity.crossover_length]
"""


def crossover_length(d_model, d_k, d_v):
    return d_model * d_k / (d_k + d_v)
