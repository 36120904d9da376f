"""
id: p07_qk_swapped
step: projection
function: project_qkv
family: qk_swapped
misconception: D-TRANSPOSED
title: {en: "Q and K returned in each other's place", ko: "Q와 K의 자리가 바뀐 반환값"}
why:
  en: "Who looks and who is looked at change places: the table of scores comes out mirrored."
  ko: "보는 쪽과 보이는 쪽이 바뀌어 점수 표가 뒤집혀요."
hints:
  - en: "Compare your table of scores with its mirror image. Which of the two fits the definition?"
    ko: "점수 표와 그것을 뒤집은 표를 비교해 보세요. 어느 쪽이 정의에 맞나요?"
  - en: "Take two queries and three keys. How many rows should the scores have?"
    ko: "쿼리 두 개와 키 세 개를 써 보세요. 점수의 행은 몇 개여야 하나요?"
  - en: "Row i belongs to query i, made with the query matrix; column j to key j, made with the key matrix."
    ko: "i번째 행은 쿼리 행렬로 만든 i번째 쿼리의 것이고, j번째 열은 키 행렬로 만든 j번째 키의 것이에요."
source: "kin: github:neetcode-gh/leetcode#5169"
fails:
  - projection.three_maps_of_one_input
  - projection.each_matrix_moves_its_own_result
  - projection.whole_numbers
  - projection.inputs_stay_as_they_were
  - mask.hidden_tokens_do_not_leak
  - batch.two_axes_in_front
"""


def project_qkv(X, W_Q, W_K, W_V):
    return X @ W_K, X @ W_Q, X @ W_V
