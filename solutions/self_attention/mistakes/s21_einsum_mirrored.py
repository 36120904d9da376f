"""
id: s21_einsum_mirrored
step: scores
function: attention_scores
family: qk_swapped
misconception: D-TRANSPOSED
title: {en: "scores with a row for each key", ko: "행이 키인 스코어"}
why:
  en: "Who looks and who is looked at change places: the table of scores comes out mirrored."
  ko: "보는 쪽과 보이는 쪽이 바뀌어 스코어 표가 뒤집혀요."
hints:
  - en: "Compare your table of scores with its transpose. Which of the two fits the definition?"
    ko: "스코어 표와 그것을 뒤집은 표를 비교해 보세요. 어느 쪽이 정의에 맞나요?"
  - en: "Take two queries and three keys. How many rows should the scores have?"
    ko: "쿼리 두 개와 키 세 개를 써 보세요. 스코어의 행은 몇 개여야 하나요?"
  - en: "Row i belongs to query i, made with the query matrix; column j to key j, made with the key matrix."
    ko: "i번째 행은 쿼리 행렬로 만든 i번째 쿼리의 것이고, j번째 열은 키 행렬로 만든 j번째 키의 것이에요."
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
    return np.einsum("...id,...jd->...ji", Q, K)
