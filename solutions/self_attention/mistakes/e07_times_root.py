"""
id: e07_times_root
step: embedding
function: embed
family: embedding_scaled
misconception: D-EXTRA
title: {en: "rows of E multiplied by √d_model", ko: "E의 행에 √d_model을 곱한 것"}
why:
  en: "Some models do this before attention, but a lookup copies numbers and changes none."
  ko: "어텐션 앞에서 이렇게 하는 모델도 있지만, 조회는 수를 베낄 뿐 바꾸지 않아요."
hints:
  - {en: "Is any row of your result exactly a row of E?", ko: "결과의 행 가운데 E의 행과 똑같은 것이 있나요?"}
  - {en: "Look up a row that holds only ones. What comes back?", ko: "성분이 모두 1인 행을 조회해 보세요. 무엇이 나오나요?"}
  - en: "The result holds rows of E as they are; no factor belongs to a lookup."
    ko: "결과는 E의 행을 그대로 담아요. 조회에는 곱하는 수가 없어요."
source: "own (the encoder of the original paper multiplies its embeddings so)"
fails: [embedding.every_token_gets_its_row, embedding.ids_count_from_zero, embedding.repeated_token]
"""
import numpy as np


def embed(token_ids, E):
    return E[token_ids] * np.sqrt(E.shape[1])
