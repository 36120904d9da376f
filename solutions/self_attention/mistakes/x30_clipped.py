"""
id: x30_clipped
step: softmax
function: softmax
family: clipped_scores
misconception: D-OVERFLOW
title: {en: "scores clipped before softmax", ko: "소프트맥스 전에 잘라 낸 스코어"}
why:
  en: "All scores beyond the limit look alike, though their differences are what counts."
  ko: "한계를 넘은 스코어는 모두 같아 보여요. 중요한 것은 스코어의 차이인데도요."
hints:
  - en: "Compare your weights for (1, 2) and for (1001, 1002). Are they equal?"
    ko: "(1, 2)와 (1001, 1002)의 가중치를 비교해 보세요. 같은가요?"
  - {en: "What does clipping make of the row (2000, 1000)?", ko: "행 (2000, 1000)을 잘라 내면 어떻게 되나요?"}
  - {en: "Shift a row as a whole; do not bend single scores.", ko: "행 전체를 한꺼번에 이동하고, 스코어 하나하나를 고치지 마세요."}
source: "own"
fails: [softmax.numerical_stability, softmax.float32_precision]
"""
import numpy as np


def softmax(S):
    E = np.exp(np.clip(S, -50, 50))
    return E / E.sum(axis=-1, keepdims=True)
