"""
id: x48_shift_in_place_by_row
step: softmax
function: softmax
family: shift_in_place
misconception: D-IN-PLACE
title: {en: "the maximum taken from the caller's own scores", ko: "호출한 쪽의 스코어에서 바로 뺀 최댓값"}
why:
  en: "The weights are right, but the scores that were passed in have changed."
  ko: "가중치는 맞지만 건네받은 스코어가 달라져요."
hints:
  - en: "Print S before and after the call. Is it the same?"
    ko: "호출하기 전과 후에 S를 출력해 보세요. 같은가요?"
  - en: "Which of your lines changes S instead of making a new array?"
    ko: "새 배열을 만들지 않고 S를 바꾸는 줄은 어느 것인가요?"
  - en: "Subtract into a new array and leave S alone."
    ko: "뺀 결과를 새 배열에 담고 S는 그대로 두세요."
source: "own"
fails: [softmax.inputs_unchanged]
"""
import numpy as np


def softmax(S):
    A = np.zeros(S.shape)
    for i in range(len(S)):
        S[i] -= max(S[i])
        A[i] = np.exp(S[i]) / np.exp(S[i]).sum()
    return A
