"""
id: x51_scaled_again
step: softmax
function: softmax
family: scaled_in_the_softmax
misconception: D-STEPS
title: {en: "scores divided by a root inside the softmax", ko: "소프트맥스 안에서 제곱근으로 나눈 스코어"}
why:
  en: "The scaling is a step before; done again, the weights become too even."
  ko: "스케일링은 앞 단계에서 해요. 다시 하면 가중치가 지나치게 고르게 돼요."
hints:
  - en: "Are your weights closer to each other than they should be?"
    ko: "가중치들이 있어야 할 값보다 서로 더 가까운가요?"
  - en: "Try the row (0, ln 3). Do you get a quarter and three quarters?"
    ko: "행 (0, ln 3)을 넣어 보세요. 1/4과 3/4이 나오나요?"
  - en: "Take the scores as they come."
    ko: "스코어를 받은 그대로 쓰세요."
source: "own"
fails: [softmax.each_row_is_a_softmax, softmax.numerical_stability]
"""
import numpy as np


def softmax(S):
    Z = S / np.sqrt(S.shape[-1])
    E = np.exp(Z - Z.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)
