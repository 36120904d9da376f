"""
id: e05_one_based_loop
step: embedding
function: embed
family: ids_from_one
misconception: D-INDEX
title: {en: "token ids counted from 1", ko: "id를 1부터 센 조회"}
why:
  en: "Every token gets the vector of another word, and id 0 wraps around to the last row."
  ko: "모든 토큰이 다른 단어의 벡터를 받고, id 0은 마지막 행을 가리키게 돼요."
hints:
  - {en: "Look up id 0 alone. Which row of E came back?", ko: "id 0 하나만 조회해 보세요. E의 몇 번째 행이 나왔나요?"}
  - en: "Take E with the rows (1, 1), (2, 2), (3, 3) and ask for the ids 0 and 2. Which two rows should come back?"
    ko: "E의 행이 (1, 1), (2, 2), (3, 3)일 때 id 0과 2를 조회해 보세요. 어느 두 행이 나와야 하나요?"
  - en: "Row t of the result is the row of E whose number is the id itself, with nothing added or taken away."
    ko: "결과의 t번째 행은 id와 번호가 같은 E의 행이에요. 번호에 더하거나 빼는 것이 없어요."
source: "own"
fails: [embedding.every_token_gets_its_row, embedding.ids_count_from_zero, embedding.repeated_token]
"""
import numpy as np


def embed(token_ids, E):
    return np.array([E[t - 1] for t in token_ids])
