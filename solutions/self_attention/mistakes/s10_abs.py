"""
id: s10_abs
step: scores
function: attention_scores
family: absolute_scores
misconception: D-SCORE-PROB
title: {en: "scores without their sign", ko: "부호를 없앤 스코어"}
why: {en: "A key that points away from the query should score low, not high.", ko: "쿼리와 반대쪽을 향한 키는 스코어가 높지 않고 낮아야 해요."}
hints:
  - {en: "Is any of your scores negative?", ko: "스코어 가운데 음수가 있나요?"}
  - en: "Score q = (1, 0) against k = (-1, 0). Which sign does the sum of products have?"
    ko: "q = (1, 0)과 k = (-1, 0)의 스코어를 구해 보세요. 곱의 합은 부호가 무엇인가요?"
  - en: "A score is any real number; leave the sum of products as it comes out."
    ko: "스코어는 어떤 실수든 될 수 있어요. 곱의 합을 나온 그대로 두세요."
source: "own"
fails:
  - scores.dot_products
  - scores.signs_by_hand
  - scores.not_symmetric
  - scores.longer_keys_score_more
  - scores.inputs_unchanged
"""
import numpy as np


def attention_scores(Q, K):
    return np.abs(Q @ np.swapaxes(K, -1, -2))
