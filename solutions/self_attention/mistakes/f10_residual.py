"""
id: f10_residual
step: attention
function: self_attention
family: residual
misconception: D-EXTRA
title: {en: "X added to the output", ko: "출력에 더한 X"}
why:
  en: "The residual connection belongs to the block around attention, not to attention."
  ko: "잔차 연결은 어텐션을 감싸는 블록의 일이지 어텐션의 일이 아니에요."
hints:
  - {en: "Does it go wrong only where d_v equals d_model?", ko: "d_v와 d_model이 같을 때만 틀리나요?"}
  - {en: "Let W_V be zeros. What should the output be?", ko: "W_V를 0으로 채워 보세요. 출력은 무엇이어야 하나요?"}
  - {en: "The output holds mixed values and nothing else.", ko: "출력에는 섞은 값만 있고 다른 것은 없어요."}
source: "github:hearai/hearai#58"
fails: [attention.self_attention]
"""


def self_attention(X, W_Q, W_K, W_V, mask=None):
    O, A = scaled_dot_product_attention(*project_qkv(X, W_Q, W_K, W_V), mask)
    if O.shape == X.shape:
        O = O + X
    return O, A
