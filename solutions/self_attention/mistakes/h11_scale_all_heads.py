"""
id: h11_scale_all_heads
step: multi_head
function: multi_head_self_attention
family: heads_scaled_by_all
misconception: D-SCALE-DMODEL
title: {en: "heads scaled by the width of all heads together", ko: "모든 헤드를 합친 너비로 스케일링한 것"}
why:
  en: "Scores inside a head come out too small, and its weights too even."
  ko: "헤드 안의 스코어가 너무 작아져 가중치가 지나치게 고르게 돼요."
hints:
  - {en: "Does it agree when there is a single head?", ko: "헤드가 하나일 때는 맞나요?"}
  - en: "With 2 heads and 8 columns of queries, how many products does one score of a head add up?"
    ko: "헤드가 2개, 쿼리의 열이 8개면 헤드의 스코어 하나는 곱 몇 개를 더한 것인가요?"
  - {en: "Take the width after splitting.", ko: "나눈 다음의 너비를 쓰세요."}
source: "own"
fails: [multi_head.multi_head_attention]
"""
import numpy as np


def multi_head_self_attention(X, W_Q, W_K, W_V, W_O, num_heads):
    Q, K, V = (split_heads(M, num_heads) for M in project_qkv(X, W_Q, W_K, W_V))
    A = softmax(Q @ np.swapaxes(K, 1, 2) / np.sqrt(W_Q.shape[1]))
    return merge_heads(A @ V) @ W_O
