"""
id: v15_overwrites
step: combine
function: combine_values
family: last_value_only
misconception: D-ACCUM
title: {en: "only the last weighted value kept", ko: "마지막 값의 몫만 남은 것"}
why: {en: "The loop overwrites the output at each key.", ko: "키마다 출력을 덮어써서 마지막 것만 남아요."}
hints:
  - {en: "Change the first value. Does any output move?", ko: "첫 번째 값을 바꿔 보세요. 움직이는 출력이 있나요?"}
  - en: "Mix (8, 0) and (4, 2) half and half with your code. What became of the first?"
    ko: "(8, 0)과 (4, 2)를 코드로 절반씩 섞어 보세요. 첫째 값은 어디로 갔나요?"
  - {en: "Start from zeros and let every key add its share.", ko: "0에서 시작해 키마다 자기 몫을 더해 가요."}
source: "own"
fails:
  - combine.outputs_are_weighted_sums
  - combine.outputs_within_range_of_values
  - combine.one_hot_and_even_weights
  - combine.inputs_unchanged
"""
import numpy as np


def combine_values(A, V):
    O = np.zeros((len(A), V.shape[1]))
    for i in range(len(A)):
        for j in range(len(V)):
            O[i] = A[i, j] * V[j]
    return O
