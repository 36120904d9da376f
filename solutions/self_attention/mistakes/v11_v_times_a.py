"""
id: v11_v_times_a
step: combine
function: combine_values
family: values_times_weights
misconception: D-SHAPE
title: {en: "values multiplied from the left", ko: "값을 왼쪽에 둔 곱"}
why:
  en: "The order of a matrix product matters: here the keys of V meet nothing that counts keys."
  ko: "행렬곱은 순서가 중요해요. 이 순서에서는 V의 키와 A의 키가 만나지 않아요."
hints:
  - {en: "Does your code run for A of shape (5, 4) and V of shape (4, 3)?", ko: "A가 (5, 4), V가 (4, 3)일 때 코드가 돌아가나요?"}
  - en: "Write both shapes side by side, in both orders. In which do the keys meet?"
    ko: "두 shape을 두 순서로 나란히 적어 보세요. 키끼리 만나는 것은 어느 쪽인가요?"
  - en: "The columns of A are keys, and so are the rows of V: these two have to meet."
    ko: "A의 열이 키이고 V의 행도 키예요. 이 둘이 만나야 해요."
source: "own"
fails: [combine.outputs_are_weighted_sums]
"""


def combine_values(A, V):
    return V @ A
