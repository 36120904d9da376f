"""
id: e08_reversed_tokens
step: embedding
function: embed
family: tokens_reversed
misconception: D-ORDER
title: {en: "the sentence read from its end", ko: "뒤에서부터 읽은 문장"}
why:
  en: "Row t then belongs to the token that is as far from the end as t is from the start."
  ko: "그러면 t번째 행이 끝에서 t번째 토큰의 것이 돼요."
hints:
  - en: "Is the first row of your X the vector of the first token or of the last?"
    ko: "X의 첫 행은 첫 토큰의 벡터인가요, 마지막 토큰의 벡터인가요?"
  - en: "Look up the ids (2, 0). Which row of E should come first?"
    ko: "id (2, 0)을 찾아보세요. E의 어느 행이 먼저 와야 하나요?"
  - en: "Keep the order of the sentence: token t gives row t."
    ko: "문장의 순서를 그대로 두세요. t번째 토큰이 t번째 행이 돼요."
source: "own"
fails: [embedding.every_token_gets_its_row, embedding.ids_count_from_zero]
"""
import numpy as np


def embed(token_ids, E):
    return np.array([E[t] for t in token_ids[::-1]])
