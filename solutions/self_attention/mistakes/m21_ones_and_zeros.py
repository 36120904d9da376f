"""
id: m21_ones_and_zeros
step: mask
function: causal_mask
family: mask_of_numbers
misconception: D-DTYPE
title: {en: "a mask of numbers", ko: "수로 된 마스크"}
why:
  en: "A mask answers yes or no; numbers invite adding and cannot be used with ~."
  ko: "마스크는 예, 아니요를 말해요. 수로 두면 더하고 싶어지고 ~도 쓸 수 없어요."
hints:
  - {en: "Which dtype does your mask have?", ko: "마스크의 dtype은 무엇인가요?"}
  - {en: "Try ~mask. What do you get?", ko: "~mask를 해 보세요. 무엇이 나오나요?"}
  - {en: "The entries are True and False.", ko: "성분은 True와 False예요."}
source: "own"
fails: [mask.causal_mask]
"""
import numpy as np


def causal_mask(n):
    return np.tril(np.ones((n, n)))
