"""
id: h07_attention_between_heads
step: multi_head
function: multi_head_self_attention
family: heads_attend_to_heads
misconception: D-HEADS
title: {en: "heads attending to heads inside a token", ko: "한 토큰 안에서 헤드끼리 어텐션한 것"}
why: {en: "No information passes between tokens at all.", ko: "토큰 사이에 정보가 전혀 오가지 않아요."}
hints:
  - {en: "Change token 1. Does the output of token 0 move?", ko: "1번 토큰을 바꿔 보세요. 0번 토큰의 출력이 움직이나요?"}
  - {en: "Is your table of weights as large as the number of tokens or of heads?", ko: "가중치 표의 크기가 토큰 수인가요, 헤드 수인가요?"}
  - en: "The axis of tokens has to be among the last two when a head attends."
    ko: "헤드가 어텐션할 때 토큰 축이 마지막 두 축 가운데 있어야 해요."
source: "kin: github:harvardnlp/annotated-transformer#118, aipixel/AEMatter#3"
fails: [multi_head.multi_head_attention]
"""
import numpy as np


def multi_head_self_attention(X, W_Q, W_K, W_V, W_O, num_heads):
    n = len(X)
    Q, K, V = (M.reshape(n, num_heads, -1) for M in project_qkv(X, W_Q, W_K, W_V))
    A = softmax(Q @ np.swapaxes(K, 1, 2) / np.sqrt(Q.shape[-1]))
    return (A @ V).reshape(n, -1) @ W_O
