"""
id: p02_k_uses_wq
step: projection
function: project_qkv
family: keys_are_queries
misconception: D-QKV-SAME
title: {en: "keys made as the queries are", ko: "키를 쿼리와 똑같이 만든 것"}
why:
  en: "Each query is compared with the other queries, and W_K is never used."
  ko: "쿼리를 다른 쿼리와 비교하게 되고, W_K는 한 번도 쓰이지 않아요."
hints:
  - {en: "Change only what belongs to the keys. Does your result react?", ko: "키에 관한 것만 바꿔 보세요. 결과가 반응하나요?"}
  - en: "Let the keys be all zero. What should every score be then, and what is yours?"
    ko: "키를 모두 0으로 두어 보세요. 그러면 스코어는 모두 얼마여야 하고, 지금은 얼마인가요?"
  - en: "A score needs two different sides: one query vector from W_Q and one key vector from W_K."
    ko: "스코어에는 서로 다른 두 쪽이 필요해요. W_Q에서 온 쿼리 벡터와 W_K에서 온 키 벡터예요."
source: "question in github:594422814/TransformerTrack#33"
fails:
  - projection.three_matrix_products
  - projection.results_are_independent
  - projection.integer_input
  - projection.inputs_unchanged
"""


def project_qkv(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_Q, X @ W_V
