"""
id: v07_collapse
step: combine
function: combine_values
family: one_output
misconception: D-MEAN
title: {en: "one output for all queries together", ko: "모든 쿼리를 합친 출력 하나"}
why: {en: "Each query asked a question of its own and is owed an answer of its own.", ko: "쿼리마다 따로 물었으니 답도 따로 받아야 해요."}
hints:
  - {en: "How many vectors come out for n queries?", ko: "쿼리가 n개일 때 벡터는 몇 개 나오나요?"}
  - en: "Which shape should O have for A of shape (5, 4) and V of shape (4, 3)?"
    ko: "A가 (5, 4), V가 (4, 3)이면 O의 shape은 무엇이어야 하나요?"
  - {en: "Add up over the keys only; the queries stay apart.", ko: "키에 대해서만 더하고, 쿼리는 따로 남겨 두세요."}
source: "own"
fails:
  - combine.outputs_are_weighted_sums
  - combine.outputs_within_range_of_values
  - combine.one_hot_and_even_weights
  - combine.inputs_unchanged
"""


def combine_values(A, V):
    return (A @ V).sum(axis=0)
