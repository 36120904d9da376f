"""
id: s07_add_not_dot
step: scores
function: attention_scores
family: sum_for_product
misconception: D-ELEM
title: {en: "entries added where they should be multiplied", ko: "곱해야 할 성분을 더한 스코어"}
why:
  en: "Then a score says how large both vectors are, not how well they match."
  ko: "그러면 스코어는 두 벡터가 맞는 정도가 아니라 크기의 합을 말해요."
hints:
  - {en: "Let a query be all zeros. Do its scores become 0?", ko: "쿼리를 모두 0으로 두어 보세요. 스코어도 0이 되나요?"}
  - en: "Score q = (1, 0) against k = (0, 1). The two are orthogonal: which number says that?"
    ko: "q = (1, 0)과 k = (0, 1)의 스코어를 구해 보세요. 둘은 직교해요. 어떤 수가 그것을 말해 주나요?"
  - {en: "Multiply the two numbers in each place, then add up the products.", ko: "같은 자리의 두 수를 곱한 다음, 그 곱을 모두 더해요."}
source: "own (additive attention without its small network)"
fails:
  - scores.dot_products
  - scores.signs_by_hand
  - scores.not_symmetric
  - scores.longer_keys_score_more
  - scores.inputs_unchanged
"""


def attention_scores(Q, K):
    return (Q[:, None, :] + K[None, :, :]).sum(axis=-1)
