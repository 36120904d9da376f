"""
id: m20_one_too_many
step: mask
function: causal_mask
family: peeks_ahead
misconception: D-INDEX
title: {en: "a causal mask that allows one token too many", ko: "토큰 하나를 더 허용한 인과 마스크"}
why:
  en: "Each token sees the next one, which is what it should predict."
  ko: "토큰마다 바로 다음 토큰을 보게 되는데, 그것이 바로 맞혀야 할 것이에요."
hints:
  - {en: "How many tokens may the first one see?", ko: "첫 토큰은 토큰을 몇 개 볼 수 있나요?"}
  - {en: "Count the True in each row for three tokens.", ko: "토큰이 셋일 때 행마다 True를 세어 보세요."}
  - {en: "The last allowed column of row i is i itself.", ko: "i번째 행에서 허용되는 마지막 열은 i예요."}
source: "own"
fails: [mask.causal_mask]
"""
import numpy as np


def causal_mask(n):
    return np.array([[j <= i + 1 for j in range(n)] for i in range(n)])
