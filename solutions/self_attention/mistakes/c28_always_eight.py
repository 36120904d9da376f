"""
id: c28_always_eight
step: scaling
function: scale_scores
family: example_width
misconception: D-EXAMPLE
title: {en: "a divisor of 8 for every width", ko: "너비와 상관없이 8로 나눈 스코어"}
why:
  en: "8 is the root of 64, the width in the paper; other keys have other widths."
  ko: "8은 논문의 차원인 64의 제곱근이에요. 키의 차원이 다르면 나누는 수도 달라요."
hints:
  - en: "Does your result change when d_k changes?"
    ko: "d_k가 바뀌면 결과가 달라지나요?"
  - en: "Scale the score 8 with d_k = 4, then with d_k = 64."
    ko: "스코어 8을 d_k = 4로, 이어서 d_k = 64로 스케일링해 보세요."
  - en: "Take the width from the argument, not from an example."
    ko: "차원은 예제가 아니라 인자에서 가져오세요."
source: "own"
fails: [scaling.divides_by_root_d_k, scaling.unit_variance]
"""


def scale_scores(S, d_k):
    return S / 8.0
