"""
id: m24_fills_s
step: mask
function: apply_mask
family: mask_in_place
misconception: D-IN-PLACE
title: {en: "the caller's scores overwritten by the mask", ko: "호출한 쪽의 스코어를 마스크로 덮어쓴 것"}
why: {en: "Whoever called still needs the scores as they were.", ko: "부른 쪽은 원래 스코어가 아직 필요해요."}
hints:
  - {en: "Print S after the call. Has it changed?", ko: "호출한 뒤에 S를 출력해 보세요. 달라졌나요?"}
  - en: "Apply two different masks to one S, one after the other. Is the second result right?"
    ko: "S 하나에 서로 다른 마스크를 차례로 적용해 보세요. 두 번째 결과가 맞나요?"
  - {en: "Fill into a new array.", ko: "새 배열에 채우세요."}
source: "own"
fails: [mask.large_scores]
"""
import numpy as np


def apply_mask(S, mask):
    S[~mask] = -np.inf
    return S
