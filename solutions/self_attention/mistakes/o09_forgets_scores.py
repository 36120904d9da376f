"""
id: o09_forgets_scores
step: complexity
function: attention_macs
family: mixing_counted_only
misconception: D-COST-HALF
title: {en: "only the mixing of the values counted", ko: "값의 결합만 센 것"}
why: {en: "Making the scores costs about as much again.", ko: "스코어를 만드는 데도 그만큼 더 들어요."}
hints:
  - {en: "Does your count change with d_k?", ko: "세어 본 수가 d_k에 따라 달라지나요?"}
  - en: "For 2 tokens with d_k = 4, how many multiplications do the four scores take?"
    ko: "토큰 2개, d_k = 4일 때 스코어 네 개에 곱셈이 몇 번 드나요?"
  - {en: "Two products: one makes the scores, the other mixes the values.", ko: "곱셈이 둘이에요. 하나는 스코어를 만들고, 하나는 값을 섞어요."}
source: "own"
fails: [complexity.counts_both_products]
"""


def attention_macs(n, d_k, d_v):
    return n * n * d_v
