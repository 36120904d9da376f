"""
id: v13_mean_for_sum
step: combine
function: combine_values
family: divided_by_n
misconception: D-MEAN
title: {en: "the weighted sum divided by n once more", ko: "가중합을 n으로 한 번 더 나눈 것"}
why:
  en: "The weights already sum to 1; dividing again shrinks every output."
  ko: "가중치의 합이 이미 1이에요. 또 나누면 출력이 모두 작아져요."
hints:
  - {en: "If all values are equal, is the output that value?", ko: "값이 모두 같으면 출력이 그 값과 같은가요?"}
  - {en: "Mix 8 and 4 half and half by hand. Is it 6 or 3?", ko: "8과 4를 절반씩 섞어 보세요. 6인가요, 3인가요?"}
  - {en: "A weighted sum with shares is an average already.", ko: "몫으로 더한 합은 그 자체로 이미 평균이에요."}
source: "own"
fails:
  - combine.outputs_are_weighted_sums
  - combine.outputs_within_range_of_values
  - combine.one_hot_and_even_weights
  - combine.inputs_unchanged
"""


def combine_values(A, V):
    return (A[..., :, :, None] * V[..., None, :, :]).mean(axis=-2)
