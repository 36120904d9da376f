"""
id: h08_single_wide_head
step: multi_head
function: multi_head_self_attention
family: one_wide_head
misconception: D-HEADS
title: {en: "one wide head, scaled as if it were many", ko: "여러 헤드처럼 스케일링한 넓은 헤드 하나"}
why:
  en: "All columns then share one table of weights; heads differ by having their own."
  ko: "모든 열이 가중치 표 하나를 나눠 써요. 헤드의 의미는 저마다 표를 갖는 데 있어요."
hints:
  - {en: "How many tables of weights does your code make?", ko: "코드에서 가중치 표는 몇 개 만들어지나요?"}
  - en: "Change W_Q of head 1 only. Should what head 0 gathers change?"
    ko: "1번 헤드의 W_Q만 바꿔 보세요. 0번 헤드가 모으는 것이 달라져야 하나요?"
  - {en: "Each head makes scores, weights and outputs from its own columns.", ko: "헤드마다 자기 열로 스코어와 가중치와 출력을 만들어요."}
source: "own"
fails: [multi_head.multi_head_attention, multi_head.heads_are_independent]
"""
import numpy as np


def multi_head_self_attention(X, W_Q, W_K, W_V, W_O, num_heads):
    Q, K, V = project_qkv(X, W_Q, W_K, W_V)
    A = softmax(Q @ K.T / np.sqrt(Q.shape[1] // num_heads))
    return A @ V @ W_O
