"""
id: p16_no_projection
step: projection
function: project_qkv
family: no_projection
misconception: D-UNUSED
title: {en: "the embeddings themselves as Q, K and V", ko: "임베딩을 그대로 Q, K, V로 쓴 것"}
why: {en: "Without the three matrices the layer has nothing to learn.", ko: "세 행렬이 없으면 이 층에는 학습할 것이 없어요."}
hints:
  - {en: "Which of your arguments are never used?", ko: "인자 가운데 한 번도 쓰이지 않은 것은 무엇인가요?"}
  - en: "With d_model = 7 and d_k = 6, how many numbers should a query have?"
    ko: "d_model이 7이고 d_k가 6이면 쿼리 하나에는 숫자가 몇 개 있어야 하나요?"
  - en: "First map X three times, by the query, the key and the value matrix; only then compare and mix."
    ko: "먼저 X를 쿼리, 키, 값 행렬로 세 번 변환해요. 비교하고 섞는 것은 그다음이에요."
source: "own"
fails:
  - projection.three_matrix_products
  - projection.results_are_independent
  - projection.integer_input
  - projection.inputs_unchanged
"""


def project_qkv(X, W_Q, W_K, W_V):
    return X, X, X
