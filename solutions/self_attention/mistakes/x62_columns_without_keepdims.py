"""
id: x62_columns_without_keepdims
step: softmax
function: softmax
family: axis0
misconception: D-COLSUM
title: {en: "softmax over axis 0", ko: "axis 0에 대한 소프트맥스"}
why:
  en: "Columns sum to 1 instead of rows, so a query no longer hands out one whole."
  ko: "행이 아니라 열의 합이 1이 되어, 쿼리가 나눠 주는 몫의 합이 1이 아니게 돼요."
hints:
  - {en: "Add up a row, then add up a column. Which of the two gives 1?", ko: "한 행을 더하고, 한 열을 더해 보세요. 어느 쪽이 1인가요?"}
  - en: "Run it on a table with one row, (0, 0). What should the two weights be?"
    ko: "행이 하나인 표 (0, 0)을 넣어 보세요. 두 가중치는 얼마여야 하나요?"
  - en: "A row belongs to a query; the sum that divides runs along that row, over the keys."
    ko: "행은 쿼리 하나의 것이에요. 나누는 합은 그 행을 따라, 키에 대해 구해요."
source: "own"
fails: [softmax.each_row_is_a_softmax, softmax.rows_are_distributions]
"""
import numpy as np


def softmax(x):
    x = x - np.max(x, axis=0)
    return np.exp(x) / np.sum(np.exp(x), axis=0)
