"""
id: e02_column_lookup
step: embedding
function: embed
family: column_lookup
misconception: D-SHAPE
title: {en: "a column of E looked up for each token", ko: "토큰마다 E의 열을 꺼낸 조회"}
why:
  en: "A column of E holds one feature of all words, not all features of one word."
  ko: "E의 열에는 모든 단어의 특징 하나가 있을 뿐, 한 단어의 특징 전부가 있지 않아요."
hints:
  - {en: "Compare the width of your result with d_model. Do they agree?", ko: "결과의 열 수를 d_model과 비교해 보세요. 같은가요?"}
  - en: "Print E.shape. Which of the two lengths counts words, and which counts the numbers of one word?"
    ko: "E.shape을 출력해 보세요. 두 길이 중 단어 수는 어느 쪽이고, 한 단어의 숫자 개수는 어느 쪽인가요?"
  - en: "A word is a row of the table: for each id take all numbers of that one row."
    ko: "단어 하나는 표의 한 행이에요. id마다 그 행에 있는 숫자를 모두 가져와요."
source: "own"
fails: [embedding.every_token_gets_its_row]
"""
import numpy as np


def embed(token_ids, E):
    return E[:, np.asarray(token_ids)].T
