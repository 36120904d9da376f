"""
id: x31_uniform
step: softmax
function: softmax
family: uniform
misconception: D-MEAN
title: {en: "equal weights whatever the scores", ko: "스코어와 상관없이 똑같은 가중치"}
why:
  en: "Attention is weighting by fit; equal shares are a plain average."
  ko: "어텐션은 맞는 정도로 가중치를 주는 일이에요. 몫이 모두 같으면 단순 평균이에요."
hints:
  - {en: "Change a score. Do your weights react?", ko: "스코어를 바꿔 보세요. 가중치가 반응하나요?"}
  - {en: "Try the row (0, ln 3). Should both weights be one half?", ko: "행 (0, ln 3)을 넣어 보세요. 두 가중치가 모두 2분의 1이어야 하나요?"}
  - en: "A weight grows with its score: e to the power of the score, over the sum of the row."
    ko: "가중치는 스코어와 함께 커져요. e를 스코어만큼 거듭제곱하고 행의 합으로 나눠요."
source: "own"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.numerical_stability
  - softmax.minus_infinity
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""
import numpy as np


def softmax(S):
    return np.ones(S.shape) / S.shape[-1]
