"""
id: c11_in_place
step: scaling
function: scale_scores
family: scaling_in_place
misconception: D-IN-PLACE
title: {en: "the caller's scores overwritten", ko: "호출한 쪽의 스코어를 덮어쓴 것"}
why:
  en: "Whoever called still needs the scores, and whole numbers cannot take fractions at all."
  ko: "부른 쪽은 원래 스코어가 아직 필요해요. 정수 배열에는 소수를 담을 수도 없어요."
hints:
  - {en: "Print S before and after the call. Is it the same?", ko: "호출 전후에 S를 출력해 보세요. 그대로인가요?"}
  - {en: "Call it twice with one S. Do both calls agree?", ko: "S 하나로 두 번 불러 보세요. 두 결과가 같은가요?"}
  - en: "Compute a new array and return that one; what came in is only read."
    ko: "새 배열을 만들어 그것을 돌려주세요. 들어온 배열은 읽기만 해요."
source: "github:pytorch/pytorch#73249, flagos-ai/FlagGems#424"
fails: [scaling.integer_input, scaling.inputs_unchanged]
"""
import numpy as np


def scale_scores(S, d_k):
    S /= np.sqrt(d_k)
    return S
