"""
id: x04_global_max
step: softmax
function: softmax
family: global_max
misconception: D-SHIFT
title: {en: "one maximum taken from all rows", ko: "모든 행에서 뺀 최댓값 하나"}
why: {en: "A row far below the largest score then underflows to 0 over 0.", ko: "가장 큰 스코어보다 훨씬 낮은 행은 0 나누기 0이 돼요."}
hints:
  - en: "Put one row near 0 and another near 1000. What becomes of the small one?"
    ko: "한 행은 0 근처, 다른 행은 1000 근처로 두어 보세요. 작은 행은 어떻게 되나요?"
  - en: "How many different numbers do you subtract from a table of 2 rows, and how many does it need?"
    ko: "행이 2개인 표에서 서로 다른 수를 몇 개 빼고 있나요? 몇 개가 필요한가요?"
  - {en: "Each row is shifted by its own largest score.", ko: "행마다 자기 행의 가장 큰 스코어를 빼요."}
source: "github:keras-team/keras#10027"
fails: [softmax.numerical_stability]
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.max())
    return E / E.sum(axis=-1, keepdims=True)
