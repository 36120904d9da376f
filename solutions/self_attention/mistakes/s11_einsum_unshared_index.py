"""
id: s11_einsum_unshared_index
step: scores
function: attention_scores
family: unshared_index
misconception: D-SHAPE
title: {en: "each side summed on its own in einsum", ko: "einsum에서 양쪽을 따로 더한 스코어"}
why:
  en: "Only the total of each vector survives, so vectors with one sum look alike."
  ko: "벡터마다 합만 남아서, 합이 같은 벡터가 모두 똑같아 보여요."
hints:
  - {en: "Shuffle the numbers inside one query. Do its scores notice?", ko: "쿼리 하나에서 수의 자리를 섞어 보세요. 스코어가 알아차리나요?"}
  - {en: "Score (1, 0) against (0, 1) with your code and by hand.", ko: "(1, 0)과 (0, 1)의 스코어를 코드와 손으로 각각 구해 보세요."}
  - en: "Number d of the query meets number d of the key: both sides need one common letter, the one that is summed away."
    ko: "쿼리의 d번째 수는 키의 d번째 수와 만나요. 양쪽에 같은 글자가 있어야 하고, 더해서 사라지는 것이 그 글자예요."
source: "own (kin: github:decisionintelligence/DUET#6)"
fails:
  - scores.dot_products
  - scores.signs_by_hand
  - scores.not_symmetric
  - scores.longer_keys_score_more
  - scores.inputs_unchanged
"""
import numpy as np


def attention_scores(Q, K):
    return np.einsum("id,je->ij", Q, K)
