"""
id: s27_mean_of_products
step: scores
function: attention_scores
family: mean_of_products
misconception: D-SCALE-DK
title: {en: "the mean of the products for their sum", ko: "곱의 합 대신 평균"}
why:
  en: "A mean divides by d_k, and the scaling that follows divides once more."
  ko: "평균은 d_k로 나눈 것이고, 뒤따르는 스케일링이 또 나누게 돼요."
hints:
  - en: "Compare your scores with a sum done by hand. Are they all too small by one factor?"
    ko: "스코어를 손으로 더한 값과 비교해 보세요. 모두 같은 비율로 작은가요?"
  - {en: "Score (1, 1) against (1, 1). Do you get 1 or 2?", ko: "(1, 1)과 (1, 1)의 스코어는 1인가요, 2인가요?"}
  - {en: "A dot product adds up the products and divides by nothing.", ko: "내적은 곱을 더하기만 하고 무엇으로도 나누지 않아요."}
source: "own"
fails:
  - scores.dot_products
  - scores.signs_by_hand
  - scores.not_symmetric
  - scores.longer_keys_score_more
  - scores.inputs_unchanged
"""


def attention_scores(Q, K):
    return (Q[..., :, None, :] * K[..., None, :, :]).mean(axis=-1)
