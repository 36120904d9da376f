"""
id: m26_true_hides
step: mask
function: causal_mask
family: future_marked
misconception: D-MASK-SIGN
title: {en: "a mask that marks the future", ko: "미래를 표시한 마스크"}
why:
  en: "Here True means that a token may be seen, so this mask hides all the rest."
  ko: "여기서 True는 볼 수 있다는 뜻이라서, 이 마스크는 나머지를 모두 가려요."
hints:
  - en: "What does the first token see by your mask?"
    ko: "이 마스크에서 첫 토큰은 무엇을 보나요?"
  - en: "Write row 0 of the mask for three tokens. Is its first entry True?"
    ko: "토큰이 셋일 때 마스크의 0번째 행을 적어 보세요. 첫 성분이 True인가요?"
  - en: "Mark what may be seen: itself and what came before."
    ko: "볼 수 있는 것, 곧 자신과 앞의 토큰을 True로 표시하세요."
source: "own: the convention of other libraries"
fails: [mask.causal_mask]
"""
import numpy as np


def causal_mask(n):
    return np.triu(np.ones((n, n)), k=1).astype(bool)
