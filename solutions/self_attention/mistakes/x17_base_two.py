"""
id: x17_base_two
step: softmax
function: softmax
family: base_two
misconception: D-BASE
title: {en: "powers of 2 for powers of e", ko: "e 대신 2의 거듭제곱"}
why:
  en: "Another base is another temperature: differences between scores count for less."
  ko: "밑이 달라지면 온도가 달라져요. 스코어 차이가 덜 반영돼요."
hints:
  - en: "Does a score one larger multiply the weight by e, or by something else?"
    ko: "스코어가 1 크면 가중치가 e배인가요, 다른 배수인가요?"
  - en: "Try the row (0, ln 3). One weight should be exactly three times the other."
    ko: "행 (0, ln 3)을 넣어 보세요. 한쪽 가중치가 정확히 세 배여야 해요."
  - {en: "The base of the powers is e.", ko: "거듭제곱의 밑은 e예요."}
source: "kin: github:flagos-ai/FlagGems#424"
fails:
  - softmax.each_row_is_a_softmax
  - softmax.numerical_stability
  - softmax.float32_precision
  - softmax.inputs_unchanged
"""


def softmax(S):
    E = 2.0 ** (S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)
