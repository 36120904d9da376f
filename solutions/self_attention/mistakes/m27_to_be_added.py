"""
id: m27_to_be_added
step: mask
function: causal_mask
family: mask_to_add
misconception: D-DTYPE
title: {en: "a mask that is to be added to the scores", ko: "스코어에 더하기 위한 마스크"}
why:
  en: "Other programs add such a mask to the scores; here it has to say True or False."
  ko: "다른 프로그램에서는 이런 마스크를 스코어에 더해요. 여기서는 True나 False여야 해요."
hints:
  - en: "Which dtype does your mask have?"
    ko: "마스크의 dtype은 무엇인가요?"
  - en: "Print the mask for two tokens. Does it hold True and False?"
    ko: "토큰이 둘일 때 마스크를 출력해 보세요. True와 False가 들어 있나요?"
  - en: "Return the comparison itself: may i look at j?"
    ko: "i가 j를 볼 수 있는지 비교한 결과를 그대로 돌려주세요."
source: "own"
fails: [mask.causal_mask]
"""
import numpy as np


def causal_mask(n):
    return np.where(np.tri(n) > 0, 0.0, -np.inf)
