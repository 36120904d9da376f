"""
id: c19_floor_division
step: scaling
function: scale_scores
family: floor_division
misconception: D-DTYPE
title: {en: "whole-number division", ko: "정수 나눗셈"}
why: {en: "Rounding down erases small differences between scores.", ko: "내림하면 스코어 사이의 작은 차이가 사라져요."}
hints:
  - {en: "Are all your scaled scores whole numbers?", ko: "스케일링한 스코어가 모두 정수인가요?"}
  - en: "Scale [[1]] with d_k = 4. Is one half possible in your code?"
    ko: "d_k가 4일 때 [[1]]을 스케일링해 보세요. 2분의 1이 나올 수 있나요?"
  - {en: "Divide so that what stands behind the point is kept.", ko: "소수점 아래가 남도록 나눠요."}
source: "own"
fails: [scaling.divides_by_root_d_k, scaling.integer_input, scaling.inputs_unchanged]
"""
import numpy as np


def scale_scores(S, d_k):
    return S // np.sqrt(d_k)
