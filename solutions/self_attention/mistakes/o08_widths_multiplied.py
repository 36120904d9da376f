"""
id: o08_widths_multiplied
step: complexity
function: attention_macs
family: widths_multiplied
misconception: D-COST-D
title: {en: "the two products multiplied instead of added", ko: "두 곱셈의 수를 더하지 않고 곱한 것"}
why: {en: "The products come one after the other, so their costs add up.", ko: "두 곱셈은 차례로 하므로 비용을 더해요."}
hints:
  - {en: "Let d_v grow by 1. By how much does your count grow?", ko: "d_v를 1 늘려 보세요. 세어 본 수는 얼마나 느나요?"}
  - {en: "For 1 token with d_k = 4 and d_v = 3, count by hand.", ko: "토큰 1개, d_k = 4, d_v = 3일 때 손으로 세어 보세요."}
  - {en: "The work of the first product plus the work of the second.", ko: "첫 번째 곱셈의 일에 두 번째 곱셈의 일을 더해요."}
source: "own"
fails: [complexity.counts_both_products]
"""


def attention_macs(n, d_k, d_v):
    return n * n * d_k * d_v
