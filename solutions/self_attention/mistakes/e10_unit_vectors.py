"""
id: e10_unit_vectors
step: embedding
function: embed
family: embedding_normalised
misconception: D-EXTRA
title: {en: "every vector brought to length 1", ko: "길이를 1로 맞춘 벡터"}
why:
  en: "The lengths of the vectors are learned and count in every later step."
  ko: "벡터의 길이도 학습된 값이고, 뒤의 모든 단계에 반영돼요."
hints:
  - en: "How long is each row of your X, and how long is the row of E?"
    ko: "X의 각 행과 E의 해당 행은 길이가 각각 얼마인가요?"
  - en: "Look up a row (3, 4). Do you get (3, 4) back?"
    ko: "행 (3, 4)를 찾아보세요. (3, 4)가 그대로 돌아오나요?"
  - en: "Hand the row over as it stands in the table."
    ko: "표에 있는 행을 그대로 넘겨주세요."
source: "own"
fails: [embedding.every_token_gets_its_row, embedding.ids_count_from_zero]
"""
import numpy as np


def embed(token_ids, E):
    X = E[token_ids]
    return X / np.linalg.norm(X, axis=-1, keepdims=True)
