"""
id: m02_zero_after_softmax
step: mask
function: scaled_dot_product_attention
family: masked_after_softmax
misconception: D-MASK-LATE
title: {en: "weights blanked after softmax", ko: "소프트맥스 다음에 지운 가중치"}
why: {en: "The blanked share is lost, and the row sums to less than 1.", ko: "지운 몫이 사라져서 행의 합이 1보다 작아져요."}
hints:
  - {en: "Add up a masked row. Where did the rest go?", ko: "가려진 행을 더해 보세요. 나머지는 어디로 갔나요?"}
  - en: "Three equal scores, one of them hidden: what should the other two weigh?"
    ko: "같은 스코어 셋 중 하나를 가리면 나머지 둘의 가중치는 얼마여야 하나요?"
  - {en: "Hide the score before softmax, so that the others share the whole.", ko: "소프트맥스 전에 스코어를 가려야 나머지가 합 1을 나눠 가져요."}
source: "github:huggingface/pytorch-image-models#2236, lucidrains/memory-compressed-attention#2"
fails: [mask.attention_uses_the_mask, mask.no_leakage]
"""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    A = softmax(scale_scores(attention_scores(Q, K), Q.shape[-1]))
    if mask is not None:
        A = np.where(mask, A, 0.0)
    return combine_values(A, V), A
