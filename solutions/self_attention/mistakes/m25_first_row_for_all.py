"""
id: m25_first_row_for_all
step: mask
function: apply_mask
family: rows_masked_as_keys
misconception: D-MASK-SIGN
title: {en: "one row of the mask used for all queries", ko: "모든 쿼리에 마스크의 한 행을 쓴 것"}
why:
  en: "Each query has its own row: what one may see another may not."
  ko: "쿼리마다 자기 행이 있어요. 한 쿼리가 볼 수 있는 것을 다른 쿼리는 못 볼 수 있어요."
hints:
  - {en: "Do all rows of your weights have their zeros in the same places?", ko: "가중치의 모든 행에서 0의 자리가 같은가요?"}
  - {en: "With a causal mask, what may the last token see in your result?", ko: "인과 마스크를 쓰면 결과에서 마지막 토큰은 무엇을 볼 수 있나요?"}
  - en: "Entry (i, j) of the mask decides about query i and key j, and about no other pair."
    ko: "마스크의 (i, j) 성분은 쿼리 i와 키 j의 쌍에 대해서만 정해요."
source: "own"
fails:
  - mask.apply_mask
  - mask.large_scores
  - mask.attention_uses_the_mask
"""
import numpy as np


def apply_mask(S, mask):
    return np.where(mask[0], S, -np.inf)
