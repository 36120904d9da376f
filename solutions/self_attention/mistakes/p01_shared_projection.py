"""
id: p01_shared_projection
step: projection
function: project_qkv
family: shared_projection
misconception: D-QKV-SAME
title: {en: "one matrix for Q, K and V", ko: "Q, K, V를 한 행렬로 만든 것"}
why:
  en: "If queries and keys are the same vectors, scores become symmetric and the roles cannot be learned apart."
  ko: "쿼리와 키가 같은 벡터이면 스코어가 대칭이 되고, 역할을 따로 배울 수 없어요."
hints:
  - {en: "Change W_K and run again. Does anything in your result move?", ko: "W_K를 바꾸고 다시 실행해 보세요. 결과에서 달라지는 것이 있나요?"}
  - en: "Give W_Q ones, W_K twos and W_V threes. Should the three results be equal?"
    ko: "W_Q에는 1, W_K에는 2, W_V에는 3만 넣어 보세요. 세 결과가 같아야 하나요?"
  - en: "Three results, three products: X with the query matrix, X with the key matrix, X with the value matrix."
    ko: "결과 셋에 곱셈도 셋이에요. X를 쿼리 행렬과, 키 행렬과, 값 행렬과 각각 곱해요."
source: "github:stevezheng23/sequence_labeling_tf#81; question in tensorflow/tensor2tensor#1582"
fails:
  - projection.three_matrix_products
  - projection.results_are_independent
  - projection.integer_input
  - projection.inputs_unchanged
"""


def project_qkv(X, W_Q, W_K, W_V):
    Q = X @ W_Q
    return Q, Q.copy(), Q.copy()
