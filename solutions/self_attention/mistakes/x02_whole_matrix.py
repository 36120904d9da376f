"""
id: x02_whole_matrix
step: softmax
function: softmax
family: whole_table
misconception: D-GLOBAL
title: {en: "one softmax for the whole table", ko: "표 전체에 대한 소프트맥스 하나"}
why:
  en: "All queries then share one whole, and a query with low scores gets next to nothing."
  ko: "모든 쿼리가 합 1을 나눠 가져서, 스코어가 낮은 쿼리는 거의 받지 못해요."
hints:
  - {en: "Add up your whole table. What do you get?", ko: "표 전체를 더해 보세요. 얼마인가요?"}
  - {en: "How many distributions does a table with 3 queries hold?", ko: "쿼리가 3개인 표에는 분포가 몇 개 들어 있나요?"}
  - {en: "Each row is divided by the sum of that row alone.", ko: "행마다 그 행만의 합으로 나눠요."}
source: "github:rickwierenga/MLFundamentals#1"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.rows_are_distributions
  - softmax.numerical_stability
  - softmax.minus_infinity
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""
import numpy as np


def softmax(S):
    E = np.exp(S - S.max())
    return E / E.sum()
