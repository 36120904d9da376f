"""
id: x12_one_hot
step: softmax
function: softmax
family: one_hot
misconception: D-HARD
title: {en: "all weight on the largest score", ko: "가장 큰 스코어에만 준 가중치"}
why: {en: "A hard choice has no slope, so nothing could be learned from it.", ko: "딱 하나를 고르면 기울기가 없어서 아무것도 배울 수 없어요."}
hints:
  - {en: "Move the second-largest score a little. Do your weights notice?", ko: "두 번째로 큰 스코어를 조금 움직여 보세요. 가중치가 알아차리나요?"}
  - en: "Try the row (0, ln 3). The weights should be one quarter and three quarters."
    ko: "행 (0, ln 3)을 넣어 보세요. 가중치는 4분의 1과 4분의 3이어야 해요."
  - {en: "Every score gets a positive share, larger for a larger score.", ko: "모든 스코어가 양의 몫을 받고, 스코어가 클수록 몫이 커요."}
source: "own"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.rows_are_distributions
  - softmax.numerical_stability
  - softmax.minus_infinity
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""


def softmax(S):
    return (S == S.max(axis=-1, keepdims=True)).astype(float)
