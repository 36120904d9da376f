"""
id: s26_same_place_only
step: scores
function: attention_scores
family: same_place_only
misconception: D-ELEM
title: {en: "query i scored against key i alone", ko: "i번째 쿼리를 i번째 키와만 비교한 스코어"}
why:
  en: "Every query has to meet every key, or nothing passes between tokens."
  ko: "모든 쿼리가 모든 키를 만나야 해요. 그러지 않으면 토큰 사이에 오가는 것이 없어요."
hints:
  - {en: "How many scores does one query get in your result?", ko: "결과에서 쿼리 하나가 받는 스코어는 몇 개인가요?"}
  - {en: "Two queries and two keys make how many pairs?", ko: "쿼리 두 개와 키 두 개로 만들 수 있는 쌍은 몇 개인가요?"}
  - en: "For each query go through all keys and write the dot products into one row."
    ko: "쿼리마다 모든 키를 돌면서 내적을 한 행에 적어요."
source: "own"
fails: [scores.dot_products]
"""


def attention_scores(Q, K):
    return (Q * K).sum(axis=-1)
