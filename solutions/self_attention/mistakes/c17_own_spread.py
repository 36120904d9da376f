"""
id: c17_own_spread
step: scaling
function: scale_scores
family: own_spread
misconception: D-VAR-STD
title: {en: "scores divided by their own spread", ko: "스코어 자신의 퍼짐으로 나눈 것"}
why:
  en: "The divisor is a fixed number known beforehand; measured from S it lets every score change all others."
  ko: "나누는 수는 미리 정해져 있어요. S에서 재면 스코어 하나가 나머지를 모두 바꾸게 돼요."
hints:
  - {en: "Change one score. Do the other scaled scores move?", ko: "스코어 하나를 바꿔 보세요. 나머지 스코어도 움직이나요?"}
  - {en: "Double all scores. Should the result double too?", ko: "스코어를 모두 두 배로 해 보세요. 결과도 두 배가 되어야 하나요?"}
  - en: "Use the spread that theory predicts for d_k independent terms; do not measure it."
    ko: "독립인 항 d_k개에 대해 이론이 말하는 퍼짐을 쓰고, 직접 재지 않아요."
source: "own"
fails: [scaling.divides_by_root_d_k, scaling.integer_input, scaling.inputs_unchanged]
"""
import numpy as np


def scale_scores(S, d_k):
    return S / np.std(S)
