"""
id: eps_dropped
step: layer_norm
function: layer_norm
family: eps_dropped
misconception: EPS-DROPPED
title: {en: "eps not passed on to step 1", ko: "eps를 1단계에 넘기지 않음"}
why: {en: "Step 1 then uses its own eps, whatever was asked for.", ko: "그러면 무엇을 요청하든 1단계는 자기 eps를 써요."}
hints:
  - {en: "Call it with eps=100. Does anything change?", ko: "eps=100으로 불러 보세요. 무엇이 달라지나요?"}
  - {en: "Which arguments does your call of standardize have?", ko: "standardize를 부를 때 어떤 인자를 쓰나요?"}
  - {en: "The variance of step 1 needs the eps that layer_norm was given.", ko: "1단계의 분산에는 layer_norm이 받은 eps를 더해 보세요."}
source: own
fails: [layer_norm.eps_is_passed_on]
"""


def layer_norm(X, gain, bias, eps=1e-5):
    return gain * standardize(X) + bias
