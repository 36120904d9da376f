"""
id: f51_rounded
step: attention
function: scaled_dot_product_attention
family: rounded_attention
misconception: D-DTYPE
title: {en: "outputs and weights rounded to four digits", ko: "네 자리로 반올림한 출력과 가중치"}
why:
  en: "Rounded weights no longer sum to 1, and the outputs are no longer their mixture."
  ko: "반올림한 가중치는 합이 1이 아니고, 출력도 그 가중합이 아니게 돼요."
hints:
  - en: "How many digits has each number behind the decimal point?"
    ko: "각 수는 소수점 아래 몇 자리인가요?"
  - en: "Let three keys be equal. Do the weights sum to exactly 1?"
    ko: "똑같은 키 3개를 넣어 보세요. 가중치의 합이 정확히 1인가요?"
  - en: "Return the numbers as they are; rounding is for printing."
    ko: "수를 있는 그대로 돌려주세요. 반올림은 출력할 때만 해요."
source: "own"
fails: [attention.scaled_dot_product, attention.self_attention]
"""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q, K), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return np.round(combine_values(A, V), 4), np.round(A, 4)
