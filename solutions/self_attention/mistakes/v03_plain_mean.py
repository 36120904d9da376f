"""
id: v03_plain_mean
step: combine
function: combine_values
family: plain_mean
misconception: D-MEAN
title: {en: "a plain average of the values", ko: "값의 단순 평균"}
why: {en: "All outputs are equal, and the weights might as well not exist.", ko: "출력이 모두 같아지고, 가중치는 있으나 마나예요."}
hints:
  - {en: "Change A. Does your output change?", ko: "A를 바꿔 보세요. 출력이 바뀌나요?"}
  - {en: "Put all the weight on one key. Which vector should come out?", ko: "가중치를 키 하나에 모두 주어 보세요. 어떤 벡터가 나와야 하나요?"}
  - {en: "Each value counts by its weight, not all the same.", ko: "값마다 자기 가중치만큼 반영돼요. 모두 똑같이 반영되지 않아요."}
source: "own"
fails: [combine.outputs_are_weighted_sums, combine.one_hot_and_even_weights, combine.inputs_unchanged]
"""
import numpy as np


def combine_values(A, V):
    return np.repeat(V.mean(axis=0, keepdims=True), len(A), axis=0)
