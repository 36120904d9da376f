"""
id: p04_v_is_x
step: projection
function: project_qkv
family: values_are_x
misconception: D-DEPENDS
title: {en: "raw embeddings as values", ko: "임베딩을 그대로 값으로 쓴 것"}
why:
  en: "W_V decides what a token hands over; without it the output lives in the wrong space."
  ko: "토큰이 무엇을 건넬지는 W_V가 정해요. 이것이 없으면 출력이 다른 공간에 놓여요."
hints:
  - {en: "Which of your arguments never takes part in the values?", ko: "값을 만들 때 한 번도 쓰이지 않은 인자가 있나요?"}
  - en: "With d_model = 7 and d_v = 3, how many columns should the values have?"
    ko: "d_model이 7이고 d_v가 3이면 값의 열은 몇 개여야 하나요?"
  - en: "Values are made like queries and keys: X times a learned matrix, here the one with the letter V."
    ko: "값도 쿼리, 키와 똑같이 만들어요. X에 학습된 행렬을 곱하고, 여기서는 V 글자가 붙은 행렬이에요."
source: "question in github:Kyubyong/transformer#170 (must the value be transformed?)"
fails:
  - projection.three_matrix_products
  - projection.results_are_independent
  - projection.integer_input
  - projection.inputs_unchanged
"""


def project_qkv(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_K, X
