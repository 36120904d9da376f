"""
id: e06_sorted_words
step: embedding
function: embed
family: unique_ids
misconception: D-ORDER
title: {en: "each word once, in the order of the vocabulary", ko: "단어를 한 번씩, 어휘 순서로 꺼낸 것"}
why: {en: "The order of the sentence and its repetitions are lost.", ko: "문장의 순서와 반복이 사라져요."}
hints:
  - {en: "Does the first row of your result belong to the first token of the sentence?", ko: "결과의 첫 행이 문장의 첫 토큰 것인가요?"}
  - en: "Embed the ids 2, 0, 2. How many rows should come back, and which of them are equal?"
    ko: "id 2, 0, 2를 넣어 보세요. 행은 몇 개 나와야 하고, 어느 행끼리 같아야 하나요?"
  - en: "Go through the ids in the order in which they stand, and lay down one row for each, even for a word that came before."
    ko: "id를 적힌 순서대로 보면서 하나마다 행 하나를 놓아요. 앞에 나온 단어라도 다시 놓아요."
source: "own"
fails: [embedding.every_token_gets_its_row, embedding.repeated_token]
"""
import numpy as np


def embed(token_ids, E):
    return E[sorted(set(np.asarray(token_ids).tolist()))]
