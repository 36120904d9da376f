"""
id: s13_hardcoded_size
step: scores
function: attention_scores
family: example_size
misconception: D-EXAMPLE
title: {en: "the size of an example written into the code", ko: "예제의 크기를 코드에 박아 넣은 것"}
why: {en: "It works for sentences of one length and for no other.", ko: "한 가지 길이의 문장에서만 맞고 다른 길이에서는 틀려요."}
hints:
  - {en: "Run it on a sentence with another number of tokens. What happens?", ko: "토큰 수가 다른 문장으로 실행해 보세요. 무슨 일이 생기나요?"}
  - {en: "Which shape does your result have for 2 queries and 6 keys?", ko: "쿼리 2개와 키 6개를 넣으면 결과의 shape은 무엇인가요?"}
  - {en: "Read the numbers of queries and keys from the arrays that came in.", ko: "쿼리와 키의 개수를 들어온 배열에서 읽어 오세요."}
source: "own"
fails: [scores.dot_products]
"""
import numpy as np


def attention_scores(Q, K):
    S = np.zeros((4, 4))
    for i in range(4):
        for j in range(4):
            S[i, j] = Q[i] @ K[j]
    return S
