"""
id: c25_math_isqrt
step: scaling
function: scale_scores
family: whole_root
misconception: D-DTYPE
title: {en: "a root cut to a whole number", ko: "정수로 자른 제곱근"}
why:
  en: "For most d_k the root is no whole number, and the spread comes out wrong."
  ko: "d_k의 제곱근은 대개 정수가 아니어서 퍼짐이 어긋나요."
hints:
  - {en: "Does it work for d_k = 4 and fail for d_k = 6?", ko: "d_k가 4일 때는 맞고 6일 때는 틀리나요?"}
  - {en: "What is the root of 6 in your code, and what on a calculator?", ko: "코드에서 6의 제곱근은 얼마이고, 계산기로는 얼마인가요?"}
  - {en: "Keep everything behind the point of the root.", ko: "제곱근의 소수점 아래를 모두 남겨 두세요."}
source: "own"
fails: [scaling.divides_by_root_d_k, scaling.integer_input, scaling.inputs_unchanged]
"""
import math

import numpy as np


def scale_scores(S, d_k):
    return np.array([[s / math.isqrt(d_k) for s in row] for row in S])
