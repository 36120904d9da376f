"""
id: v05_sum_over_queries
step: combine
function: combine_values
family: summed_over_queries
misconception: D-SHAPE
title: {en: "queries summed away instead of keys", ko: "키가 아니라 쿼리에 대해 더한 것"}
why:
  en: "What is left has a row for each key, and which query asked is lost."
  ko: "키마다 행이 하나씩 남고, 어느 쿼리가 물었는지는 사라져요."
hints:
  - {en: "How many rows does your output have when n_q and n_k differ?", ko: "n_q와 n_k가 다를 때 출력의 행은 몇 개인가요?"}
  - en: "For 2 queries and 5 keys, which of the two numbers should be gone from the shape of O?"
    ko: "쿼리 2개와 키 5개라면 O의 shape에서 어느 수가 사라져야 하나요?"
  - {en: "The index of the keys is the one that disappears.", ko: "사라지는 것은 키의 번호예요."}
source: "kin: github:aladdinpersson/Machine-Learning-Collection#165"
fails:
  - combine.outputs_are_weighted_sums
  - combine.outputs_within_range_of_values
  - combine.one_hot_and_even_weights
  - combine.inputs_unchanged
"""
import numpy as np


def combine_values(A, V):
    return np.einsum("ij,jd->jd", A, V)
