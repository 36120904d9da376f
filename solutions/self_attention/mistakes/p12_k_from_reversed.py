"""
id: p12_k_from_reversed
step: projection
function: project_qkv
family: keys_reversed
misconception: D-QKV-INPUT
title: {en: "keys from another sequence than the queries", ko: "쿼리와 다른 시퀀스에서 만든 키"}
why:
  en: "In self-attention row t of Q, K and V all come from token t of one X."
  ko: "셀프 어텐션에서 Q, K, V의 t번째 행은 모두 X 하나의 t번째 토큰에서 나와요."
hints:
  - {en: "From which token does the first row of your K come?", ko: "K의 첫 행은 어느 토큰에서 나왔나요?"}
  - en: "Use two one-hot tokens. Row 0 of K should then be a row of W_K: which one?"
    ko: "원-핫 토큰 두 개를 써 보세요. K의 0번째 행은 W_K의 한 행과 같아야 해요. 몇 번째인가요?"
  - en: "Queries, keys and values all read the same X, in the same order of tokens."
    ko: "쿼리, 키, 값은 모두 같은 X를 같은 토큰 순서로 읽어요."
source: "own (misconception M2)"
fails:
  - projection.three_matrix_products
  - projection.results_are_independent
  - projection.integer_input
  - projection.inputs_unchanged
"""


def project_qkv(X, W_Q, W_K, W_V):
    return X @ W_Q, X[::-1] @ W_K, X @ W_V
