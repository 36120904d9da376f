"""
id: m10_upper
step: mask
function: causal_mask
family: upper_triangle
misconception: D-MASK-SIGN
title: {en: "the future allowed and the past hidden", ko: "미래를 허용하고 과거를 가린 것"}
why: {en: "The last token sees only itself, and the first one reads ahead.", ko: "마지막 토큰은 자신만 보고 첫 토큰이 앞질러 읽어요."}
hints:
  - {en: "Does your last token see everything, or only itself?", ko: "마지막 토큰은 모든 것을 보나요, 자기만 보나요?"}
  - {en: "Write row 0 of the mask for three tokens.", ko: "토큰이 셋일 때 마스크의 0번째 행을 적어 보세요."}
  - {en: "Row i allows the columns up to i.", ko: "i번째 행은 i번째 열까지 허용해요."}
source: "question in github:jankrepl/mildlyoverfitted#20"
fails: [mask.causal_mask]
"""
import numpy as np


def causal_mask(n):
    return np.triu(np.ones((n, n), dtype=bool))
