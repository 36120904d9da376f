"""
id: o01_macs_forgets_values
step: complexity
function: attention_macs
family: scores_counted_only
misconception: D-COST-HALF
title: {en: "only the product for the scores counted", ko: "스코어의 곱셈만 센 것"}
why: {en: "Mixing the values costs about as much again.", ko: "값을 섞는 데도 그만큼 더 들어요."}
hints:
  - {en: "Does your count change with d_v?", ko: "세어 본 수가 d_v에 따라 달라지나요?"}
  - en: "For 2 tokens with d_k = 4 and d_v = 3, count what S takes, then what O takes."
    ko: "토큰 2개, d_k = 4, d_v = 3일 때 S에 드는 수와 O에 드는 수를 따로 세어 보세요."
  - {en: "Two products: one makes the scores, the other mixes the values.", ko: "곱셈이 둘이에요. 하나는 스코어를 만들고, 하나는 값을 섞어요."}
source: "own"
fails: [complexity.counts_both_products]
"""


def attention_macs(n, d_k, d_v):
    return n * n * d_k
