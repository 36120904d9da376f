"""
id: o06_counts_twice
step: complexity
function: attention_macs
family: flops_for_macs
misconception: D-COST-D
title: {en: "multiplications and additions counted apart", ko: "곱셈과 덧셈을 따로 센 것"}
why: {en: "A multiply-add is one unit here, both together.", ko: "여기서는 곱셈-덧셈 한 쌍이 한 단위예요."}
hints:
  - {en: "Is your count exactly twice as large as a count by hand?", ko: "손으로 센 것의 정확히 두 배인가요?"}
  - {en: "How many multiply-adds does a dot product of length 4 take?", ko: "길이가 4인 내적에는 곱셈-덧셈이 몇 번 드나요?"}
  - {en: "One product and its addition count once.", ko: "곱 하나와 그 덧셈을 합쳐 한 번으로 세요."}
source: "own"
fails: [complexity.counts_both_products]
"""


def attention_macs(n, d_k, d_v):
    return 2 * n * n * (d_k + d_v)
