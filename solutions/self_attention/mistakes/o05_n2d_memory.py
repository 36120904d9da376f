"""
id: o05_n2d_memory
step: complexity
function: attention_scores
family: three_axes
misconception: D-COST-D
title: {en: "a third axis laid out in memory", ko: "메모리에 펼친 세 번째 축"}
why:
  en: "The numbers are right, but d_k times as many are kept as the scores need."
  ko: "값은 맞지만 스코어에 필요한 것보다 d_k배 많은 수를 메모리에 둬요."
hints:
  - {en: "How many numbers does your largest array hold?", ko: "가장 큰 배열에는 수가 몇 개 들어 있나요?"}
  - en: "Compare it with the number of scores for 100 tokens and d_k = 64."
    ko: "토큰 100개, d_k = 64일 때 스코어의 개수와 비교해 보세요."
  - {en: "A matrix product adds the terms up as it goes and keeps none of them.", ko: "행렬곱은 항을 더해 가며, 항을 따로 남기지 않아요."}
source: "own"
growth: true
fails: []
"""


def attention_scores(Q, K):
    return (Q[..., :, None, :] * K[..., None, :, :]).sum(axis=-1)
