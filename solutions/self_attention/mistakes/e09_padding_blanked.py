"""
id: e09_padding_blanked
step: embedding
function: embed
family: id_zero_blanked
misconception: D-EXTRA
title: {en: "id 0 treated as padding", ko: "패딩으로 다룬 id 0"}
why:
  en: "Here id 0 is a word like any other, and its vector is row 0 of E."
  ko: "여기서 id 0은 다른 단어와 똑같은 단어이고, 벡터는 E의 0번째 행이에요."
hints:
  - en: "Which token has a vector of zeros in your X?"
    ko: "X에서 벡터가 모두 0인 토큰은 어느 것인가요?"
  - en: "Look up the single id 0. What should come back?"
    ko: "id 0 하나만 찾아보세요. 무엇이 돌아와야 하나요?"
  - en: "Take the row that the id names, whatever the id is."
    ko: "id가 무엇이든 그 번호의 행을 그대로 가져오세요."
source: "own"
fails: [embedding.every_token_gets_its_row, embedding.ids_count_from_zero]
"""
import numpy as np


def embed(token_ids, E):
    known = (np.asarray(token_ids) != 0)[:, None]
    return E[token_ids] * known
