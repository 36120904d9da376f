"""
id: c27_power_before_division
step: scaling
function: scale_scores
family: divided_by_twice_d_k
misconception: D-SCALE-DK
title: {en: "d_k ** 1 / 2 read as (d_k ** 1) / 2", ko: "(d_k ** 1) / 2로 계산된 d_k ** 1 / 2"}
why:
  en: "A power binds tighter than a division, so no root is taken at all."
  ko: "거듭제곱이 나눗셈보다 먼저라서 제곱근을 구하지 않게 돼요."
hints:
  - en: "What does your expression for the root give for d_k = 9?"
    ko: "제곱근을 구하는 식이 d_k = 9일 때 얼마를 주나요?"
  - en: "Scale the score 4 with d_k = 4. Do you get 2?"
    ko: "d_k = 4로 스코어 4를 스케일링해 보세요. 2가 나오나요?"
  - en: "Put the exponent in parentheses, or take the square root by its name."
    ko: "지수를 괄호로 묶거나 제곱근 함수를 쓰세요."
source: "own"
fails: [scaling.divides_by_root_d_k, scaling.unit_variance]
"""


def scale_scores(S, d_k):
    return S / d_k ** 1 / 2
