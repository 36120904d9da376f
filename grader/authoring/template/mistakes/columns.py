"""
id: columns
step: standardize
function: standardize
family: columns
misconception: BATCH-NORM
title: {en: "columns standardised instead of rows", ko: "행이 아니라 열을 표준화"}
why: {en: "A token's result then depends on the other tokens.", ko: "그러면 한 토큰의 결과가 다른 토큰에 따라 달라져요."}
hints:
  - {en: "Change one token. Do the results of the others stay?", ko: "토큰 하나를 바꿔 보세요. 다른 토큰의 결과는 그대로인가요?"}
  - {en: "With X of shape (5, 7), how many means should there be?", ko: "X의 shape이 (5, 7)이면 평균은 몇 개여야 하나요?"}
  - {en: "Mean and variance run over the last axis.", ko: "평균과 분산은 마지막 축을 따라 구해 보세요."}
source: own
fails: [standardize.rows_are_standardised]
"""

import numpy as np


def standardize(X, eps=1e-5):
    return (X - X.mean(axis=0)) / np.sqrt(X.var(axis=0) + eps)
