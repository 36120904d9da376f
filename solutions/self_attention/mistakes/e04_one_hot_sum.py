"""
id: e04_one_hot_sum
step: embedding
function: embed
family: bag_of_words
misconception: D-MEAN
title: {en: "one vector for the whole sentence", ko: "문장 전체를 벡터 하나로 만든 것"}
why:
  en: "All tokens share one sum, so attention has nothing left to compare."
  ko: "모든 토큰이 같은 합을 나눠 가져서 어텐션이 비교할 것이 없어져요."
hints:
  - {en: "Are two rows of your result ever different from each other?", ko: "결과에서 서로 다른 두 행이 있나요?"}
  - en: "Embed the ids 2, 0 and then only the id 2. Should the first row change because a second token came along?"
    ko: "id 2, 0을 넣고, 이어서 id 2만 넣어 보세요. 둘째 토큰이 생겼다고 첫 행이 달라져야 하나요?"
  - en: "Each place in the sentence keeps a row of its own: the row of its word, and no sum over the others."
    ko: "문장의 자리마다 자기 행이 하나씩 있어요. 그 단어의 행이지 다른 단어와의 합이 아니에요."
source: "own"
fails: [embedding.every_token_gets_its_row, embedding.ids_count_from_zero, embedding.repeated_token]
"""
import numpy as np


def embed(token_ids, E):
    present = np.zeros(len(E))
    present[np.asarray(token_ids)] = 1.0
    return np.tile(present @ E, (len(token_ids), 1))
