"""
id: x22_axis1_on_batch
step: batch
function: softmax
family: axis1_in_batch
misconception: D-BATCH
title: {en: "axis 1 taken for the last axis", ko: "axis 1을 마지막 축으로 여긴 것"}
why:
  en: "With a batch in front axis 1 holds the queries, and columns sum to 1."
  ko: "앞에 배치 축이 있으면 axis 1은 쿼리의 축이고, 열의 합이 1이 돼요."
hints:
  - en: "Does it agree with itself when sentences come one at a time and when they come together?"
    ko: "문장을 하나씩 넣을 때와 한꺼번에 넣을 때 결과가 같은가요?"
  - {en: "For S of shape (2, 4, 5), which axis holds the keys?", ko: "S의 shape이 (2, 4, 5)이면 키의 축은 몇 번째인가요?"}
  - {en: "Count the axis of the keys from the end.", ko: "키의 축은 뒤에서부터 세세요."}
source: "github:FudanNLP/fastNLP#254, labmlai/annotated_deep_learning_paper_implementations#146"
fails: [batch.sentences_are_independent, batch.each_step_takes_a_batch, batch.two_leading_axes]
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return E / E.sum(axis=1, keepdims=True)
