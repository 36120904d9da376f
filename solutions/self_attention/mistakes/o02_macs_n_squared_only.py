"""
id: o02_macs_n_squared_only
step: complexity
function: attention_macs
family: widths_forgotten
misconception: D-COST-D
title: {en: "the widths left out of the count", ko: "차원을 빼고 센 것"}
why:
  en: "O(n^2) says how the cost grows; each of the n^2 entries still takes its own work."
  ko: "O(n²)은 늘어나는 모양을 말할 뿐이에요. n²개의 성분마다 따로 일이 들어요."
hints:
  - {en: "Does your count change with d_k?", ko: "세어 본 수가 d_k에 따라 달라지나요?"}
  - {en: "How many multiplications does one dot product of length 4 take?", ko: "길이가 4인 내적 하나에 곱셈이 몇 번 드나요?"}
  - {en: "The number of entries times the work of one entry, for both products.", ko: "두 곱셈마다, 성분의 개수에 성분 하나의 일을 곱해요."}
source: "own"
fails: [complexity.counts_both_products]
"""


def attention_macs(n, d_k, d_v):
    return 2 * n * n
