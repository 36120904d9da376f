"""
id: bias_before_gain
step: layer_norm
function: layer_norm
family: bias_before_gain
misconception: GAIN-BIAS
title: {en: "bias added before the gain", ko: "gain보다 bias를 먼저 더함"}
why: {en: "The gain then scales the bias as well.", ko: "그러면 gain이 bias까지 곱하게 돼요."}
hints:
  - {en: "Set the gain to zero. What should be left?", ko: "gain을 0으로 놓아 보세요. 무엇이 남아야 하나요?"}
  - {en: "Take one number: gain 2, bias 5, standardised entry 1.", ko: "수 하나로 해 보세요. gain 2, bias 5, 표준화한 값 1이에요."}
  - {en: "First times the gain, then plus the bias.", ko: "먼저 gain을 곱하고 그다음에 bias를 더해 보세요."}
source: own
fails: [layer_norm.columns_are_scaled_and_shifted]
"""


def layer_norm(X, gain, bias, eps=1e-5):
    return gain * (standardize(X, eps) + bias)
