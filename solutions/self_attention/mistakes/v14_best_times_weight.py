"""
id: v14_best_times_weight
step: combine
function: combine_values
family: best_value_weighted
misconception: D-HARD
title: {en: "the best value alone, times its weight", ko: "가장 큰 가중치의 값만 가중치와 곱한 것"}
why:
  en: "The weights of all other keys are thrown away, and so the shares no longer sum to 1."
  ko: "다른 키의 가중치를 모두 버려서 몫의 합이 1이 아니게 돼요."
hints:
  - {en: "If all values are equal, is the output that value?", ko: "값이 모두 같으면 출력이 그 값과 같은가요?"}
  - en: "Mix 8 and 4 with the weights 3/4 and 1/4 by hand. What does your code leave out?"
    ko: "8과 4를 4분의 3, 4분의 1로 섞어 보세요. 코드는 무엇을 빠뜨리나요?"
  - {en: "Add the shares of all keys, not only of the strongest.", ko: "가장 강한 키만이 아니라 모든 키의 몫을 더해요."}
source: "own"
fails:
  - combine.outputs_are_weighted_sums
  - combine.outputs_within_range_of_values
  - combine.one_hot_and_even_weights
  - combine.inputs_unchanged
"""


def combine_values(A, V):
    best = A.argmax(axis=-1)
    return A.max(axis=-1)[:, None] * V[best]
