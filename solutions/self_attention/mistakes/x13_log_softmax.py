"""
id: x13_log_softmax
step: softmax
function: softmax
family: log_softmax
misconception: D-STEPS
title: {en: "logarithms of the weights", ko: "가중치의 로그"}
why: {en: "A logarithm of a weight is negative and cannot be used to mix values.", ko: "가중치의 로그는 음수라서 값을 섞는 데 쓸 수 없어요."}
hints:
  - {en: "Do your weights lie between 0 and 1?", ko: "가중치가 0과 1 사이에 있나요?"}
  - {en: "Try the row (0, 0). You should see one half twice.", ko: "행 (0, 0)을 넣어 보세요. 2분의 1이 두 번 나와야 해요."}
  - en: "Return the shares themselves; if you work with logarithms on the way, take e to their power at the end."
    ko: "몫 자체를 돌려주세요. 중간에 로그를 썼다면 끝에서 e의 거듭제곱으로 되돌려요."
source: "own"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.rows_are_distributions
  - softmax.numerical_stability
  - softmax.minus_infinity
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""
import numpy as np


def softmax(S):
    Z = S - S.max(axis=-1, keepdims=True)
    return Z - np.log(np.exp(Z).sum(axis=-1, keepdims=True))
