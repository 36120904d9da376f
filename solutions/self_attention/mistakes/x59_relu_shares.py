"""
id: x59_relu_shares
step: softmax
function: softmax
family: positive_shares
misconception: D-NO-EXP
title: {en: "shares of the positive scores only", ko: "양수 스코어만의 몫"}
why:
  en: "A negative score gets no weight at all, and a row without a positive one divides by zero."
  ko: "음수 스코어는 가중치가 0이 되고, 양수가 없는 행에서는 0으로 나누게 돼요."
hints:
  - en: "Which scores get the weight 0?"
    ko: "가중치가 0인 스코어는 어느 것인가요?"
  - en: "Try the row (-1, -1). What should come out?"
    ko: "행 (-1, -1)을 넣어 보세요. 무엇이 나와야 하나요?"
  - en: "The exponential makes every score positive."
    ko: "지수 함수가 모든 스코어를 양수로 만들어요."
source: "own"
fails: [softmax.each_row_is_a_softmax, softmax.rows_are_distributions]
"""
import numpy as np


def softmax(S):
    P = np.maximum(S, 0)
    return P / P.sum(axis=-1, keepdims=True)
