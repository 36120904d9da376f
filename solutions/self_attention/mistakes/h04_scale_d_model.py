"""
id: h04_scale_d_model
step: multi_head
function: multi_head_self_attention
family: heads_scaled_by_d_model
misconception: D-SCALE-DMODEL
title: {en: "heads scaled by the width of X", ko: "X의 너비로 스케일링한 헤드"}
why: {en: "Inside a head the dot product sums over the head's own columns only.", ko: "헤드 안에서 내적은 그 헤드의 열에 대해서만 더해요."}
hints:
  - {en: "How long is a query inside one head?", ko: "헤드 하나 안에서 쿼리의 길이는 얼마인가요?"}
  - en: "With 3 heads and W_Q of 6 columns, by the root of which number should a head scale?"
    ko: "헤드가 3개이고 W_Q의 열이 6개면 헤드는 어떤 수의 제곱근으로 나누어야 하나요?"
  - en: "Each head is attention in itself: it scales by the width of its own queries."
    ko: "헤드마다 그 자체로 어텐션이에요. 자기 쿼리의 차원으로 스케일링해요."
source: "github:FareedKhan-dev/train-llm-from-scratch#3, omihub777/ViT-CIFAR#11, rezazad68/TMUnet#13, bbruceyuan/LLMs-Zero-to-Hero#2"
fails: [multi_head.multi_head_attention]
"""
import numpy as np


def multi_head_self_attention(X, W_Q, W_K, W_V, W_O, num_heads):
    Q, K, V = (split_heads(M, num_heads) for M in project_qkv(X, W_Q, W_K, W_V))
    A = softmax(Q @ np.swapaxes(K, 1, 2) / np.sqrt(X.shape[1]))
    return merge_heads(A @ V) @ W_O
