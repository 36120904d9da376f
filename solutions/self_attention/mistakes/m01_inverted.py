"""
id: m01_inverted
step: mask
function: apply_mask
family: mask_inverted
misconception: D-MASK-SIGN
title: {en: "the mask read the other way round", ko: "마스크를 반대로 읽은 것"}
why:
  en: "What may be seen is hidden, and what should be hidden is all that is left."
  ko: "볼 수 있는 것을 가리고, 가려야 할 것만 남겨요."
hints:
  - {en: "Which entries did you push down, those with True or those with False?", ko: "True인 칸과 False인 칸 중 어느 쪽을 낮췄나요?"}
  - en: "Mask the row (1, 2) with (True, False). Which score should survive?"
    ko: "행 (1, 2)를 (True, False)로 가려 보세요. 어느 스코어가 남아야 하나요?"
  - en: "True means that the token may attend: such a score stays as it is."
    ko: "True는 볼 수 있다는 뜻이에요. 그런 스코어는 그대로 남아요."
source: "github:lucidrains/halonet-pytorch#4 and #6, InseeFrLab/torchTextClassifiers#92, mlwithme/TransformerTranslation#2"
fails:
  - mask.apply_mask
  - mask.large_scores
  - mask.attention_uses_the_mask
  - mask.no_leakage
"""
import numpy as np


def apply_mask(S, mask):
    return np.where(mask, -np.inf, S)
