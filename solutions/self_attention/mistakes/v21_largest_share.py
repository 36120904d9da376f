"""
id: v21_largest_share
step: combine
function: combine_values
family: largest_share
misconception: D-HARD
title: {en: "the largest product instead of the sum", ko: "합 대신 고른 가장 큰 곱"}
why:
  en: "Every value has its share in the output, not the largest product only."
  ko: "가장 큰 곱만이 아니라 모든 값이 출력에 몫만큼 들어가요."
hints:
  - en: "Does your output change when a value with a small weight changes?"
    ko: "가중치가 작은 값이 바뀌면 출력도 달라지나요?"
  - en: "Mix 0 and 8 with a quarter and three quarters of the weight, then 4 and 8."
    ko: "가중치 1/4과 3/4으로 0과 8을 섞고, 이어서 4와 8을 섞어 보세요."
  - en: "Multiply each value by its weight and add all of them up."
    ko: "값마다 가중치를 곱하고 모두 더하세요."
source: "own"
fails: [combine.outputs_are_weighted_sums, combine.outputs_within_range_of_values]
"""


def combine_values(A, V):
    return (A[:, :, None] * V[None, :, :]).max(axis=1)
