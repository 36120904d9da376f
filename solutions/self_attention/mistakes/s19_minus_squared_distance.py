"""
id: s19_minus_squared_distance
step: scores
function: attention_scores
family: distance
misconception: D-DOT
title: {en: "distances for dot products", ko: "내적 대신 거리"}
why:
  en: "A distance is small for a good match, and it punishes a key for being long."
  ko: "거리는 잘 맞을수록 작고, 키가 길면 손해를 봐요."
hints:
  - {en: "Which score does a vector get against itself in your code?", ko: "코드에서 벡터와 자기 자신의 스코어는 얼마인가요?"}
  - en: "Score q = (3, 0) against k = (3, 0) by the definition: multiply place by place and add."
    ko: "q = (3, 0)과 k = (3, 0)의 스코어를 정의대로 구해 보세요. 자리마다 곱하고 더해요."
  - en: "A score is a sum of products, larger for a better match; no difference is taken."
    ko: "스코어는 곱의 합이고 잘 맞을수록 커요. 빼는 일은 없어요."
source: "own"
fails:
  - scores.dot_products
  - scores.signs_by_hand
  - scores.not_symmetric
  - scores.longer_keys_score_more
  - scores.inputs_unchanged
"""


def attention_scores(Q, K):
    return -((Q[..., :, None, :] - K[..., None, :, :]) ** 2).sum(axis=-1)
