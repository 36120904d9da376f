"""
id: x20_nan_to_num
step: softmax
function: softmax
family: nan_hidden
misconception: D-OVERFLOW
title: {en: "overflow patched after the fact", ko: "넘친 뒤에 고친 오버플로"}
why:
  en: "Replacing nan by 0 hides that the largest score lost its weight."
  ko: "nan을 0으로 바꾸면 가장 큰 스코어가 가중치를 잃은 사실이 가려져요."
hints:
  - {en: "Look at the row with the score 1000. Does it still sum to 1?", ko: "스코어 1000이 있는 행을 보세요. 합이 여전히 1인가요?"}
  - {en: "What does your code give for the row (1000, 1000)?", ko: "행 (1000, 1000)을 넣으면 무엇이 나오나요?"}
  - en: "Keep the overflow from happening: shift each row before taking powers of e."
    ko: "오버플로가 아예 생기지 않게 하세요. e를 거듭제곱하기 전에 행마다 이동해요."
source: "kin: github:open-edge-platform/geti#1507"
fails: [softmax.numerical_stability, softmax.float32_precision]
"""
import numpy as np


def softmax(S):
    with np.errstate(all="ignore"):
        E = np.exp(S)
        return np.nan_to_num(E / E.sum(axis=-1, keepdims=True))
