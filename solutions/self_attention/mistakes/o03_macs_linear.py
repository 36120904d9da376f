"""
id: o03_macs_linear
step: complexity
function: attention_macs
family: linear_count
misconception: D-COST-LIN
title: {en: "a count that grows linearly", ko: "선형으로 느는 개수"}
why: {en: "Every token meets every token, not one.", ko: "토큰마다 토큰 하나가 아니라 모든 토큰을 만나요."}
hints:
  - {en: "Double n. By which factor does your count grow?", ko: "n을 두 배로 해 보세요. 세어 본 수는 몇 배가 되나요?"}
  - {en: "How many scores do 3 tokens make?", ko: "토큰이 3개면 스코어는 몇 개인가요?"}
  - {en: "Count pairs of tokens, then the work for each pair.", ko: "토큰의 쌍을 세고, 쌍마다 드는 일을 곱해요."}
source: "own"
fails: [complexity.counts_both_products]
"""


def attention_macs(n, d_k, d_v):
    return n * (d_k + d_v)
