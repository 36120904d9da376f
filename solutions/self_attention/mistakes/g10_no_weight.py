"""
id: g10_no_weight
step: gradient
function: softmax_backward
family: weight_factor_missing
misconception: D-CHAIN
title: {en: "the softmax gradient without the factor of the weight", ko: "가중치를 곱하지 않은 소프트맥스 그래디언트"}
why:
  en: "A weight near 0 hardly reacts to its score, and the gradient has to say so."
  ko: "0에 가까운 가중치는 스코어에 거의 반응하지 않아요. 그래디언트가 그것을 말해야 해요."
hints:
  - {en: "Do the entries of a row of dS cancel?", ko: "dS의 한 행을 더하면 0이 되나요?"}
  - {en: "Use the weights (1, 0). Should a score still have a slope?", ko: "가중치가 (1, 0)일 때 스코어에 아직 기울기가 있어야 하나요?"}
  - en: "After subtracting the average, one more factor belongs to each entry: its own weight."
    ko: "평균을 뺀 다음 성분마다 곱할 것이 하나 더 있어요. 자기 가중치예요."
source: "own"
fails: [gradient.softmax_gradient, gradient.softmax_gradient_rows_sum_to_zero, gradient.query_and_key_gradients]
"""


def softmax_backward(A, dA):
    return dA - (A * dA).sum(axis=-1, keepdims=True)
