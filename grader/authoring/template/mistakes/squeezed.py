"""
id: squeezed
step: standardize
function: standardize
family: squeezed
misconception: AXIS-LOST
title: {en: "the axis of a single token dropped", ko: "토큰이 하나일 때 축을 없앰"}
why: {en: "One token comes back as a vector and no longer as a row.", ko: "토큰 하나가 행이 아니라 벡터로 돌아와요."}
hints:
  - {en: "What shape comes back for a sentence of one token?", ko: "토큰이 하나인 문장에서는 어떤 shape이 돌아오나요?"}
  - {en: "X is (1, 6). Should Z be (6,) or (1, 6)?", ko: "X의 shape이 (1, 6)이면 Z는 (6,)인가요, (1, 6)인가요?"}
  - {en: "Keep both axes, however many tokens there are.", ko: "토큰이 몇 개이든 두 축을 모두 남겨 두세요."}
source: own
fails: [standardize.rows_are_standardised]
"""

import numpy as np


def standardize(X, eps=1e-5):
    return np.squeeze((X - X.mean(axis=-1, keepdims=True)) / np.sqrt(X.var(axis=-1, keepdims=True) + eps))
