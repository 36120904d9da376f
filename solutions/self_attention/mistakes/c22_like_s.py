"""
id: c22_like_s
step: scaling
function: scale_scores
family: int_scaling
misconception: D-DTYPE
title: {en: "results stored in the dtype of S", ko: "S의 자료형에 담은 결과"}
why: {en: "Whole scores then lose everything behind the point.", ko: "스코어가 정수이면 소수점 아래가 모두 사라져요."}
hints:
  - {en: "Does it work for S of floats and fail for whole numbers?", ko: "S가 실수이면 맞고 정수이면 틀리나요?"}
  - en: "Scale [[1]] with d_k = 4, S of int. Print the dtype of the result."
    ko: "S가 정수 [[1]]이고 d_k가 4일 때 결과의 dtype을 출력해 보세요."
  - en: "An array made like S inherits its dtype; the result needs one for fractions."
    ko: "S를 본떠 만든 배열은 자료형도 물려받아요. 결과에는 소수를 담는 자료형이 필요해요."
source: "own"
fails: [scaling.integer_input]
"""
import numpy as np


def scale_scores(S, d_k):
    scaled = np.empty_like(S)
    scaled[...] = S / np.sqrt(d_k)
    return scaled
