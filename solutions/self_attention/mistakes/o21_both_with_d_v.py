"""
id: o21_both_with_d_v
step: complexity
function: attention_macs
family: both_with_d_v
misconception: D-COST-D
title: {en: "both products counted with d_v", ko: "두 곱셈을 모두 d_v로 센 것"}
why:
  en: "A score is a sum over the d_k numbers of a key; d_v plays no part in it."
  ko: "스코어는 키의 d_k개 성분에 대한 합이에요. d_v는 쓰이지 않아요."
hints:
  - en: "Does your count change when d_k changes?"
    ko: "d_k가 바뀌면 세는 수가 달라지나요?"
  - en: "Count the first product for n = 1, d_k = 4, d_v = 3."
    ko: "n = 1, d_k = 4, d_v = 3일 때 첫째 곱셈을 세어 보세요."
  - en: "Scores take d_k each, outputs take n for each of their d_v numbers."
    ko: "스코어 하나에 d_k번, 출력의 수 하나에 n번 들어요."
source: "own"
fails: [complexity.counts_both_products]
"""


def attention_macs(n, d_k, d_v):
    return 2 * n * n * d_v
