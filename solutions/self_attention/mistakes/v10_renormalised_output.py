"""
id: v10_renormalised_output
step: combine
function: combine_values
family: softmax_of_output
misconception: D-NOT-CONVEX
title: {en: "softmax applied to the output", ko: "출력에 적용한 소프트맥스"}
why:
  en: "Weights are shares; outputs are ordinary vectors and may be negative."
  ko: "몫인 것은 가중치예요. 출력은 평범한 벡터이고 음수일 수 있어요."
hints:
  - {en: "Do the rows of your output sum to 1? Should they?", ko: "출력의 행의 합이 1인가요? 그래야 하나요?"}
  - {en: "If all values are (3, 5), what should every output be?", ko: "값이 모두 (3, 5)라면 출력은 모두 무엇이어야 하나요?"}
  - {en: "After the weighted sum nothing more is done.", ko: "가중합을 구한 다음에는 더 하는 일이 없어요."}
source: "own"
fails:
  - combine.outputs_are_weighted_sums
  - combine.outputs_within_range_of_values
  - combine.one_hot_and_even_weights
  - combine.inputs_unchanged
"""


def combine_values(A, V):
    return softmax(A @ V)
