"""
id: s31_softmax_too_early
step: scores
function: attention_scores
family: softmax_in_the_scores
misconception: D-STEPS
title: {en: "softmax applied to the scores already", ko: "벌써 소프트맥스를 적용한 스코어"}
why:
  en: "Weights come two steps later; softmax of weights makes them nearly equal."
  ko: "가중치는 두 단계 뒤에 나와요. 가중치에 소프트맥스를 다시 적용하면 거의 같아져요."
hints:
  - en: "What do the rows of your S sum to?"
    ko: "S의 행의 합은 얼마인가요?"
  - en: "Try q = (1, 0) with k = (5, 0). Should the score be 5 or at most 1?"
    ko: "q = (1, 0)과 k = (5, 0)을 넣어 보세요. 스코어는 5여야 하나요, 1 이하여야 하나요?"
  - en: "Return the dot products; scaling and softmax follow in steps of their own."
    ko: "내적을 돌려주세요. 스케일링과 소프트맥스는 다음 단계에서 해요."
source: "own"
fails: [scores.dot_products, scores.signs_by_hand]
"""
import numpy as np


def attention_scores(Q, K):
    return softmax(Q @ np.swapaxes(K, -1, -2))
