"""
id: x16_in_place
step: softmax
function: softmax
family: softmax_in_place
misconception: D-IN-PLACE
title: {en: "the caller's scores overwritten by the weights", ko: "호출한 쪽의 스코어를 가중치로 덮어쓴 것"}
why:
  en: "A second look at the scores finds weights instead, and whole numbers cannot be overwritten so."
  ko: "스코어를 다시 보면 가중치가 들어 있게 돼요. 정수 배열은 그렇게 덮어쓸 수도 없어요."
hints:
  - {en: "Call it twice on the same array. Do you get the same answer?", ko: "같은 배열로 두 번 불러 보세요. 같은 답이 나오나요?"}
  - {en: "Print S after the call. Is it what it was?", ko: "호출한 뒤에 S를 출력해 보세요. 그대로인가요?"}
  - {en: "Let each step make an array of its own.", ko: "단계마다 새 배열을 만들게 하세요."}
source: "kin: github:jhcross/span-parser#2"
fails: [softmax.numerical_stability, softmax.inputs_unchanged]
"""
import numpy as np


def softmax(S):
    S -= S.max(axis=-1, keepdims=True)
    np.exp(S, out=S)
    S /= S.sum(axis=-1, keepdims=True)
    return S
