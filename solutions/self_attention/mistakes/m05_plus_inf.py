"""
id: m05_plus_inf
step: mask
function: apply_mask
family: plus_infinity
misconception: D-MASK-FILL
title: {en: "hidden scores set to plus infinity", ko: "가린 스코어를 양의 무한대로 둔 것"}
why: {en: "The hidden token then takes everything, or nan comes out.", ko: "가린 토큰이 모든 것을 가져가거나 nan이 나와요."}
hints:
  - {en: "What does e to the power of your fill give?", ko: "채워 넣은 수로 e를 거듭제곱하면 얼마인가요?"}
  - {en: "At which end of the number line lies the power of e that is 0?", ko: "e의 거듭제곱이 0이 되는 것은 수직선의 어느 쪽 끝인가요?"}
  - {en: "Hidden means lower than anything, not higher.", ko: "가린 스코어는 무엇보다 낮아야지 높으면 안 돼요."}
source: "github:lucidrains/memory-compressed-attention#2"
fails:
  - mask.apply_mask
  - mask.large_scores
  - mask.attention_uses_the_mask
  - mask.no_leakage
"""
import numpy as np


def apply_mask(S, mask):
    return np.where(mask, S, np.inf)
