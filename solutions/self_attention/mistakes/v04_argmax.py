"""
id: v04_argmax
step: combine
function: combine_values
family: best_value
misconception: D-HARD
title: {en: "the value with the largest weight copied", ko: "가중치가 가장 큰 값만 베낀 것"}
why: {en: "Attention mixes all values; copying one throws the others away.", ko: "어텐션은 모든 값을 섞어요. 하나만 베끼면 나머지를 버리게 돼요."}
hints:
  - {en: "Is each of your outputs exactly a row of V?", ko: "출력이 모두 V의 한 행과 똑같은가요?"}
  - {en: "Let two keys share the weight half and half. What should come out?", ko: "두 키가 가중치를 절반씩 나누면 무엇이 나와야 하나요?"}
  - {en: "Every value takes part, each times its weight.", ko: "모든 값이 저마다 가중치를 곱해서 들어가요."}
source: "own"
fails: [combine.outputs_are_weighted_sums, combine.one_hot_and_even_weights, combine.inputs_unchanged]
"""


def combine_values(A, V):
    return V[A.argmax(axis=-1)]
