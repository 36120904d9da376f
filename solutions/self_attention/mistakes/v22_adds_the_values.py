"""
id: v22_adds_the_values
step: combine
function: combine_values
family: values_added
misconception: D-EXTRA
title: {en: "the values added once more", ko: "한 번 더 더한 값"}
why:
  en: "A residual connection belongs to the block around attention."
  ko: "잔차 연결은 어텐션을 감싸는 블록의 일이에요."
hints:
  - en: "By how much is each output too large?"
    ko: "각 출력이 얼마만큼 큰가요?"
  - en: "Let all values be 0 but one. Which outputs change?"
    ko: "값 하나만 빼고 모두 0으로 해 보세요. 어느 출력이 달라지나요?"
  - en: "Return the mixture and nothing else."
    ko: "섞은 결과만 돌려주세요."
source: "own"
fails: [combine.outputs_are_weighted_sums]
"""


def combine_values(A, V):
    return A @ V + V
