"""
id: x23_float16
step: softmax
function: softmax
family: half_precision
misconception: D-DTYPE
title: {en: "half precision", ko: "반정밀도(float16) 계산"}
why:
  en: "float16 keeps about three digits and overflows beyond 65504."
  ko: "float16은 세 자리쯤만 정확하고 65504를 넘으면 오버플로가 나요."
hints:
  - {en: "To how many digits do your rows sum to 1?", ko: "행의 합은 몇 자리까지 1인가요?"}
  - {en: "Print the dtype of your result. How many digits does it keep?", ko: "결과의 dtype을 출력해 보세요. 몇 자리까지 정확한가요?"}
  - {en: "Compute at least as precisely as the scores come in.", ko: "적어도 스코어가 들어온 정밀도로 계산하세요."}
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
    Z = S.astype(np.float16)
    E = np.exp(Z - Z.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)
