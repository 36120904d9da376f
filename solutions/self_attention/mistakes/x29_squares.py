"""
id: x29_squares
step: softmax
function: softmax
family: squared_shares
misconception: D-NO-EXP
title: {en: "squares for powers of e", ko: "e의 거듭제곱 대신 제곱"}
why:
  en: "Squares are positive too, but a score of -2 then weighs as much as +2."
  ko: "제곱도 양수이지만, 스코어 -2와 +2의 가중치가 같아져 버려요."
hints:
  - en: "Give a token a very negative score. Does it get a small weight?"
    ko: "토큰 하나에 아주 작은 음수 스코어를 주어 보세요. 가중치가 작아지나요?"
  - {en: "Try the row (-1, 1). Should both weights be equal?", ko: "행 (-1, 1)을 넣어 보세요. 두 가중치가 같아야 하나요?"}
  - en: "Each score becomes e to the power of that score, which grows with it over all numbers."
    ko: "스코어마다 e를 그 스코어만큼 거듭제곱해요. 이 값은 모든 수에서 스코어와 함께 커져요."
source: "own"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.numerical_stability
  - softmax.minus_infinity
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""


def softmax(S):
    return S**2 / (S**2).sum(axis=-1, keepdims=True)
