"""
id: c18_sqrt_rows
step: scaling
function: scale_scores
family: root_of_rows
misconception: D-COST-D
title: {en: "scaling by the number of queries", ko: "쿼리의 개수로 스케일링한 것"}
why: {en: "How many tokens ask must not change what each of them gets.", ko: "묻는 토큰의 수가 각 토큰이 받는 결과를 바꾸면 안 돼요."}
hints:
  - {en: "Drop a row of S. Should the other rows change?", ko: "S의 행 하나를 빼 보세요. 나머지 행이 달라져야 하나요?"}
  - en: "Scale a table with one row and one with two equal rows, d_k = 4 both times."
    ko: "d_k가 4일 때 행이 하나인 표와 똑같은 행이 둘인 표를 각각 스케일링해 보세요."
  - en: "The divisor comes from the width of a key alone, which is handed to you."
    ko: "나누는 수는 키의 차원만으로 정해지고, 그 값은 인자로 들어와요."
source: "own"
fails:
  - scaling.divides_by_root_d_k
  - scaling.unit_variance
  - scaling.integer_input
  - scaling.inputs_unchanged
"""


def scale_scores(S, d_k):
    return S / len(S) ** 0.5
