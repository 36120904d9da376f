"""
id: v02_elementwise
step: combine
function: combine_values
family: mix_elementwise
misconception: D-ELEM
title: {en: "weights and values multiplied entry by entry", ko: "가중치와 값을 원소별로 곱한 것"}
why: {en: "Each weight meets one number only, and no two values are mixed.", ko: "가중치마다 수 하나와만 만나고, 값끼리 섞이지 않아요."}
hints:
  - {en: "How many value vectors flow into one output of yours?", ko: "출력 하나에 값 벡터가 몇 개 흘러 들어가나요?"}
  - en: "Mix (8, 0) and (4, 2) half and half by hand. What does your code give?"
    ko: "(8, 0)과 (4, 2)를 절반씩 손으로 섞어 보세요. 코드는 무엇을 주나요?"
  - en: "Each weight multiplies a whole value vector, and the results are added up over the keys."
    ko: "가중치마다 값 벡터 전체에 곱하고, 키에 대해 모두 더해요."
source: "own"
fails: [combine.outputs_are_weighted_sums]
"""


def combine_values(A, V):
    return A * V
