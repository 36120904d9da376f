"""
id: m14_minus_ten_thousand
step: mask
function: apply_mask
family: fill_not_low_enough
misconception: D-MASK-FILL
title: {en: "hidden scores set to a number that a score can reach", ko: "스코어가 닿을 수 있는 수로 가린 것"}
why: {en: "Scores below the fill exist, and then the hidden token wins.", ko: "채운 수보다 낮은 스코어가 있으면 가린 토큰이 이겨 버려요."}
hints:
  - {en: "What happens when every visible score is -1,000,000?", ko: "보이는 스코어가 모두 -1,000,000이면 어떻게 되나요?"}
  - {en: "Is there a score lower than what you fill in? Name one.", ko: "채워 넣은 수보다 낮은 스코어가 있나요? 하나 말해 보세요."}
  - {en: "Only one thing lies below every number.", ko: "모든 수보다 아래에 있는 것은 하나뿐이에요."}
source: "own"
fails: [mask.large_scores]
"""
import numpy as np


def apply_mask(S, mask):
    return np.where(mask, S, -1e4)
