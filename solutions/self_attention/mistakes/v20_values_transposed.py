"""
id: v20_values_transposed
step: combine
function: combine_values
family: values_transposed
misconception: D-NO-T
title: {en: "A times V transposed", ko: "A와 V의 전치의 곱"}
why:
  en: "The weights of a row meet the numbers of one value instead of one number of every value."
  ko: "한 행의 가중치가 모든 값의 같은 성분이 아니라 값 하나의 성분들과 만나요."
hints:
  - en: "Does it raise where d_v is not n_k?"
    ko: "d_v와 n_k가 다르면 예외가 나나요?"
  - en: "Write (2, 3) times (3, 4). Which axis is summed away?"
    ko: "(2, 3) 곱하기 (3, 4)를 적어 보세요. 더해서 사라지는 축은 어느 것인가요?"
  - en: "The columns of A are keys, and so are the rows of V: they meet without a transpose."
    ko: "A의 열도 키, V의 행도 키라서 전치 없이 만나요."
source: "own"
fails: [combine.outputs_are_weighted_sums]
"""
import numpy as np


def combine_values(A, V):
    return A @ np.swapaxes(V, -1, -2)
