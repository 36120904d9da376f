"""
id: o19_both_with_d_k
step: complexity
function: attention_macs
family: both_with_d_k
misconception: D-COST-D
title: {en: "both products counted with d_k", ko: "두 곱셈을 모두 d_k로 센 것"}
why:
  en: "The second product makes outputs of d_v numbers; d_k plays no part in it."
  ko: "둘째 곱셈은 d_v개짜리 출력을 만들어요. d_k는 쓰이지 않아요."
hints:
  - en: "Does your count change when d_v changes?"
    ko: "d_v가 바뀌면 세는 수가 달라지나요?"
  - en: "Count the second product for n = 1, d_k = 4, d_v = 3."
    ko: "n = 1, d_k = 4, d_v = 3일 때 둘째 곱셈을 세어 보세요."
  - en: "Scores take d_k each, outputs take n for each of their d_v numbers."
    ko: "스코어 하나에 d_k번, 출력의 수 하나에 n번 들어요."
source: "own"
fails: [complexity.counts_both_products]
"""


def attention_macs(n, d_k, d_v):
    return 2 * n * n * d_k
