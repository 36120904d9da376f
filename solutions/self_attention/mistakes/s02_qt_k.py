"""
id: s02_qt_k
step: scores
function: attention_scores
family: features_compared
misconception: D-SHAPE
title: {en: "features compared instead of tokens", ko: "토큰이 아니라 특징을 비교한 스코어"}
why:
  en: "The table has a side for each feature, and which token looked at which is summed away."
  ko: "표의 변이 특징의 수가 되고, 어느 토큰이 어느 토큰을 보았는지는 합쳐져 사라져요."
hints:
  - {en: "Is your table as large as the number of tokens, or as d_k?", ko: "스코어 표의 크기가 토큰 수인가요, d_k인가요?"}
  - en: "Take 2 queries and 3 keys of length 4. Which shape should the scores have?"
    ko: "길이 4인 쿼리 2개와 키 3개를 써 보세요. 스코어의 shape은 무엇이어야 하나요?"
  - en: "The sum runs over features; queries stay as rows and keys as columns."
    ko: "더하는 방향은 특징이에요. 쿼리는 행으로, 키는 열로 남아요."
source: "question in github:huggingface/pytorch-openai-transformer-lm#2"
fails: [scores.dot_products]
"""
import numpy as np


def attention_scores(Q, K):
    return np.swapaxes(Q, -1, -2) @ K
