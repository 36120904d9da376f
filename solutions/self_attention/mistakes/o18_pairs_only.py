"""
id: o18_pairs_only
step: complexity
function: attention_macs
family: pairs_counted
misconception: D-COST-D
title: {en: "the pairs of tokens counted, not their cost", ko: "비용이 아니라 토큰 쌍을 센 것"}
why:
  en: "n² is how many scores there are; each takes d_k multiply-adds."
  ko: "n²은 스코어의 개수예요. 하나마다 곱셈-덧셈이 d_k번 들어요."
hints:
  - en: "Does your count change when the keys become wider?"
    ko: "키의 차원이 커지면 세는 수가 달라지나요?"
  - en: "Count by hand for n = 1, d_k = 4, d_v = 3."
    ko: "n = 1, d_k = 4, d_v = 3일 때를 손으로 세어 보세요."
  - en: "Entries times the cost of one entry, for both products."
    ko: "두 곱셈 모두 성분의 개수에 성분 하나의 비용을 곱하세요."
source: "own"
fails: [complexity.counts_both_products]
"""


def attention_macs(n, d_k, d_v):
    return n ** 2
