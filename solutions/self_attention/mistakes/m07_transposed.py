"""
id: m07_transposed
step: mask
function: apply_mask
family: mask_transposed
misconception: D-TRANSPOSED
title: {en: "rows and columns of the mask exchanged", ko: "행과 열을 바꿔 쓴 마스크"}
why:
  en: "Keys then decide who may see them, instead of queries what they may see."
  ko: "쿼리가 무엇을 볼지가 아니라 키가 누구에게 보일지를 정하게 돼요."
hints:
  - {en: "Does it run when the mask is not square?", ko: "마스크가 정사각형이 아니어도 돌아가나요?"}
  - en: "mask[0, 1] is False. Which score is hidden: (0, 1) or (1, 0)?"
    ko: "mask[0, 1]이 False예요. 가려지는 스코어는 (0, 1)인가요, (1, 0)인가요?"
  - en: "Entry (i, j) of the mask speaks of entry (i, j) of the scores."
    ko: "마스크의 (i, j) 성분은 스코어의 (i, j) 성분에 대한 것이에요."
source: "github:cs231n/cs231n.github.io#279"
fails: [mask.apply_mask]
"""
import numpy as np


def apply_mask(S, mask):
    return np.where(np.swapaxes(mask, -1, -2), S, -np.inf)
