"""
id: v08_reshape_output
step: combine
function: combine_values
family: reshaped_output
misconception: D-RESHAPE
title: {en: "reshape used where axes change places", ko: "축을 바꿔야 할 곳에 쓴 reshape"}
why:
  en: "The shape is right, but the numbers of one output are spread over several rows."
  ko: "shape은 맞지만 출력 하나의 수들이 여러 행에 흩어져요."
hints:
  - en: "Check row 0 of your output by hand. Do all its numbers belong to query 0?"
    ko: "출력의 0번째 행을 손으로 확인해 보세요. 모두 쿼리 0의 수인가요?"
  - en: "What does reshape(3, 2) make of [[1, 2, 3], [4, 5, 6]], and what its transpose?"
    ko: "[[1, 2, 3], [4, 5, 6]]을 reshape(3, 2)하면 무엇이고, 전치하면 무엇인가요?"
  - en: "Regrouping keeps the reading order; exchanging rows and columns does not."
    ko: "reshape은 읽는 순서를 지키고, 행과 열을 바꾸는 것은 그렇지 않아요."
source: "kin: github:jsbaan/transformer-from-scratch#6, ajhalthor/Transformer-Neural-Network#8"
fails:
  - combine.outputs_are_weighted_sums
  - combine.outputs_within_range_of_values
  - combine.one_hot_and_even_weights
  - combine.inputs_unchanged
"""


def combine_values(A, V):
    return (V.T @ A.T).reshape(len(A), V.shape[1])
