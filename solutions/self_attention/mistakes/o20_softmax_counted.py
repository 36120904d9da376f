"""
id: o20_softmax_counted
step: complexity
function: attention_macs
family: softmax_counted
misconception: D-COST-D
title: {en: "softmax counted as well", ko: "소프트맥스까지 센 것"}
why:
  en: "Only the two matrix products are asked for."
  ko: "두 행렬곱만 세면 돼요."
hints:
  - en: "By how much is your count too large for n = 2?"
    ko: "n = 2일 때 세는 수가 얼마나 큰가요?"
  - en: "Count for n = 1, d_k = 1, d_v = 1: there are two multiply-adds."
    ko: "n = 1, d_k = 1, d_v = 1일 때를 세어 보세요. 곱셈-덧셈은 2번이에요."
  - en: "Leave out whatever is not a matrix product."
    ko: "행렬곱이 아닌 것은 빼세요."
source: "own"
fails: [complexity.counts_both_products]
"""


def attention_macs(n, d_k, d_v):
    return n * n * d_k + n * n + n * n * d_v
