"""
id: p22_one_moved_on
step: projection
function: project_qkv
family: qkv_rotated
misconception: D-RETURN
title: {en: "K, V, Q instead of Q, K, V", ko: "Q, K, V 대신 K, V, Q"}
why:
  en: "Each of the three stands one place too early or too late."
  ko: "셋이 모두 한 자리씩 밀려 있어요."
hints:
  - en: "Which of your results depends on W_Q?"
    ko: "결과 가운데 W_Q에 따라 달라지는 것은 어느 것인가요?"
  - en: "Change only W_K. Which place of the result changes?"
    ko: "W_K만 바꿔 보세요. 몇 번째 결과가 달라지나요?"
  - en: "The first result belongs to W_Q, the second to W_K, the third to W_V."
    ko: "첫 번째는 W_Q, 두 번째는 W_K, 세 번째는 W_V의 결과예요."
source: "own"
fails: [projection.three_matrix_products, projection.results_are_independent]
"""


def project_qkv(X, W_Q, W_K, W_V):
    return X @ W_K, X @ W_V, X @ W_Q
