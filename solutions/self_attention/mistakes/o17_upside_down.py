"""
id: o17_upside_down
step: complexity
function: crossover_length
family: crossover_inverted
misconception: D-COST-D
title: {en: "the fraction turned upside down", ko: "뒤집힌 분수"}
why:
  en: "Wider embeddings make projections dearer, so the crossover moves up, not down."
  ko: "임베딩이 넓을수록 투영이 비싸져서 교차점은 커져야 해요."
hints:
  - {en: "Double d_model. Does your answer grow or shrink?", ko: "d_model을 두 배로 해 보세요. 답이 커지나요, 작아지나요?"}
  - {en: "With all widths 4 the answer is 6. What do you get?", ko: "차원이 모두 4이면 답은 6이에요. 얼마가 나오나요?"}
  - en: "n is the cost of the projections of one token over the cost of one pair of tokens."
    ko: "n은 토큰 하나의 투영 비용을 토큰 한 쌍의 비용으로 나눈 것이에요."
source: "own"
fails: [complexity.crossover_length]
"""


def crossover_length(d_model, d_k, d_v):
    return (d_k + d_v) / (d_model * (2 * d_k + d_v))
