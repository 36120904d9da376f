"""
id: f33_pooled
step: attention
function: self_attention
family: one_vector
misconception: D-MEAN
title: {en: "one vector for the whole sentence, repeated", ko: "문장 전체를 한 벡터로 만들어 되풀이한 것"}
why:
  en: "Every token is owed a mixture of its own, by its own row of weights."
  ko: "토큰마다 자기 가중치 행으로 섞은 벡터를 따로 받아야 해요."
hints:
  - {en: "Are all rows of your output equal?", ko: "출력의 행이 모두 같은가요?"}
  - {en: "Multiply your A by the values. Do you get your O?", ko: "A에 값을 곱해 보세요. O가 나오나요?"}
  - en: "Row i of the output is what query i gathered; do not average over the queries."
    ko: "출력의 i번째 행은 쿼리 i가 모은 것이에요. 쿼리에 대해 평균 내지 마세요."
source: "own"
fails: [attention.self_attention, attention.no_state_between_calls]
"""
import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    O, A = scaled_dot_product_attention(*project_qkv(X, W_Q, W_K, W_V), mask)
    return np.tile(O.mean(axis=0), (len(X), 1)), A
