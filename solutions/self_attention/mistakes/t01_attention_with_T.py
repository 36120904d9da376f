"""
id: t01_attention_with_T
step: batch
function: scaled_dot_product_attention
family: transpose_of_all_axes
misconception: D-BATCH
title: {en: "all axes of a batch reversed by .T", ko: ".T로 배치의 모든 축을 뒤집은 것"}
why:
  en: "With a batch in front, .T mixes sentences; it is right only for a single matrix."
  ko: "앞에 배치 축이 있으면 .T는 문장까지 뒤섞어요. 행렬이 하나일 때만 맞아요."
hints:
  - en: "Give it two sentences at once. Does each come out as if it were alone?"
    ko: "문장 두 개를 한꺼번에 넣어 보세요. 하나씩 넣은 것과 똑같이 나오나요?"
  - en: "Print K.shape and K.T.shape for K of shape (2, 5, 6). Which two axes did you mean to exchange?"
    ko: "K의 shape이 (2, 5, 6)일 때 K.shape과 K.T.shape을 출력해 보세요. 바꾸려던 두 축은 무엇인가요?"
  - en: "Only the last two axes change places; those in front stay where they are."
    ko: "마지막 두 축만 자리를 바꾸고 앞의 축은 그대로 있어요."
source: "own"
fails: [batch.sentences_are_independent]
"""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    A = softmax(S)
    return A @ V, A
