"""
id: o04_cubic_recompute
step: complexity
function: scaled_dot_product_attention
family: cubic_recompute
misconception: D-COST-LIN
title: {en: "the whole table rebuilt for every row", ko: "행마다 표 전체를 다시 만든 것"}
why: {en: "The numbers are right, but the work grows with the cube of n.", ko: "값은 맞지만 일이 n의 세제곱으로 늘어요."}
hints:
  - {en: "What inside your loop does not depend on its number?", ko: "반복문 안에서 번호와 상관없는 계산은 무엇인가요?"}
  - en: "Count how often the score of token 0 with token 1 is computed for 5 tokens."
    ko: "토큰이 5개일 때 0번과 1번의 스코어를 몇 번 계산하는지 세어 보세요."
  - {en: "Compute the table once, before the loop.", ko: "표는 반복문 앞에서 한 번만 계산해요."}
source: "own"
growth: true
fails: [complexity.growth_of_self_attention_is_quadratic]
"""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    rows, weights = [], []
    for i in range(len(Q)):
        S = scale_scores(attention_scores(Q, K), Q.shape[-1])
        if mask is not None:
            S = apply_mask(S, mask)
        A = softmax(S)
        rows.append(combine_values(A, V)[i])
        weights.append(A[i])
    return np.array(rows), np.array(weights)
