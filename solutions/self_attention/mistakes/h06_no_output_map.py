"""
id: h06_no_output_map
step: multi_head
function: multi_head_self_attention
family: no_output_map
misconception: D-UNUSED
title: {en: "W_O left out", ko: "W_O를 빠뜨린 것"}
why: {en: "The heads stay side by side and never get to work together.", ko: "헤드가 나란히 놓이기만 하고 함께 쓰이지 못해요."}
hints:
  - {en: "Which of your arguments is never used?", ko: "한 번도 쓰이지 않은 인자는 무엇인가요?"}
  - {en: "With d_model = 7, how many columns should the result have?", ko: "d_model이 7이면 결과의 열은 몇 개여야 하나요?"}
  - {en: "After merging, one more matrix maps the heads back to the width of X.", ko: "합친 다음 행렬 하나를 더 곱해 X의 너비로 되돌려요."}
source: "own"
fails: [multi_head.multi_head_attention]
"""
import numpy as np


def multi_head_self_attention(X, W_Q, W_K, W_V, W_O, num_heads):
    Q, K, V = (split_heads(M, num_heads) for M in project_qkv(X, W_Q, W_K, W_V))
    return merge_heads(np.array([scaled_dot_product_attention(q, k, v)[0] for q, k, v in zip(Q, K, V)]))
