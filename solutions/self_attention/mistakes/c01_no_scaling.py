"""
id: c01_no_scaling
step: scaling
function: scale_scores
family: no_scaling
misconception: D-SCALE-NONE
title: {en: "scores left unscaled", ko: "스케일링하지 않은 스코어"}
why:
  en: "Wide keys make large scores; softmax then picks almost one token and stops learning."
  ko: "키가 넓으면 스코어가 커져서 소프트맥스가 거의 한 토큰만 고르고 학습이 멈춰요."
hints:
  - en: "Let d_k grow from 4 to 64. How does the spread of what goes into softmax change?"
    ko: "d_k를 4에서 64로 늘려 보세요. 소프트맥스에 들어가는 수의 퍼짐은 어떻게 달라지나요?"
  - {en: "Take the score 4 with d_k = 4. What should it be after scaling?", ko: "d_k가 4일 때 스코어 4는 스케일링 뒤에 얼마여야 하나요?"}
  - en: "Between the dot products and softmax, every score is divided by the square root of the width of a key."
    ko: "내적과 소프트맥스 사이에서 모든 스코어를 키 차원의 제곱근으로 나눠요."
source: "github:delzac/cntkx#10, huggingface/blog#2893, mlc-ai/mlc-llm#3426, PAIR-code/tiny-transformers#71"
fails:
  - scaling.divides_by_root_d_k
  - scaling.unit_variance
  - scaling.integer_input
  - scaling.inputs_unchanged
"""


def scale_scores(S, d_k):
    return S
