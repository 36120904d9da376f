"""
id: v23_softmax_again
step: combine
function: combine_values
family: softmax_in_the_mix
misconception: D-STEPS
title: {en: "softmax applied to the weights once more", ko: "가중치에 한 번 더 적용한 소프트맥스"}
why:
  en: "The weights that come in sum to 1 already; softmax again makes them nearly equal."
  ko: "들어온 가중치는 이미 합이 1이에요. 소프트맥스를 또 적용하면 거의 같아져요."
hints:
  - en: "Which output do you get where all the weight is on one key?"
    ko: "가중치가 키 하나에 모두 있으면 어떤 출력이 나오나요?"
  - en: "Mix the values 0 and 8 with the weights (0, 1). Do you get 8?"
    ko: "가중치 (0, 1)로 값 0과 8을 섞어 보세요. 8이 나오나요?"
  - en: "Use the weights as they come."
    ko: "가중치를 받은 그대로 쓰세요."
source: "own"
fails: [combine.outputs_are_weighted_sums, combine.one_hot_and_even_weights]
"""


def combine_values(A, V):
    return softmax(A) @ V
