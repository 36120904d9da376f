"""
id: f08_adds_positions
step: attention
function: self_attention
family: positions_added
misconception: D-ORDER
title: {en: "positions added inside attention", ko: "어텐션 안에서 더한 위치"}
why:
  en: "The formula knows no positions; where they are wanted, they are added to X beforehand."
  ko: "이 식은 위치를 몰라요. 위치가 필요하면 미리 X에 더해 넣어요."
hints:
  - {en: "Shuffle the tokens. Are the outputs the same ones, shuffled?", ko: "토큰을 섞어 보세요. 출력도 똑같이 섞이기만 하나요?"}
  - {en: "Give it the same token twice. Should the two outputs differ?", ko: "같은 토큰을 두 번 넣어 보세요. 두 출력이 달라야 하나요?"}
  - {en: "Only the contents of the rows enter, never their numbers.", ko: "행의 내용만 들어가고 행의 번호는 들어가지 않아요."}
source: "own"
fails: [attention.self_attention, attention.permutation_equivariance, attention.no_state_between_calls]
"""
import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    X = X + 0.1 * np.arange(len(X))[:, None]
    return scaled_dot_product_attention(*project_qkv(X, W_Q, W_K, W_V), mask)
