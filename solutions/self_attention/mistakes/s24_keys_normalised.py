"""
id: s24_keys_normalised
step: scores
function: attention_scores
family: keys_normalised
misconception: D-DOT
title: {en: "keys brought to length 1 before scoring", ko: "길이를 1로 맞춘 키와의 스코어"}
why:
  en: "A long key should score more than a short one in the same direction."
  ko: "방향이 같다면 긴 키가 짧은 키보다 큰 스코어를 받아야 해요."
hints:
  - en: "Make one key three times as long. Does its column of scores change?"
    ko: "키 하나를 세 배로 늘려 보세요. 그 열의 스코어가 달라지나요?"
  - en: "Score q = (1, 0) against k = (3, 0) and against k = (1, 0). Should both be equal?"
    ko: "q = (1, 0)을 k = (3, 0), k = (1, 0)과 각각 비교해 보세요. 스코어가 같아야 하나요?"
  - {en: "Keys enter the dot product as they are.", ko: "키는 있는 그대로 내적에 들어가요."}
source: "own"
fails:
  - scores.dot_products
  - scores.signs_by_hand
  - scores.not_symmetric
  - scores.longer_keys_score_more
  - scores.inputs_unchanged
"""
import numpy as np


def attention_scores(Q, K):
    K = K / np.sqrt((K**2).sum(axis=-1, keepdims=True))
    return Q @ np.swapaxes(K, -1, -2)
