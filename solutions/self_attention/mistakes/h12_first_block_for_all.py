"""
id: h12_first_block_for_all
step: multi_head
function: split_heads
family: first_head_repeated
misconception: D-HEADS
title: {en: "every head reading the columns of head 0", ko: "모든 헤드가 0번 헤드의 열을 읽은 것"}
why: {en: "The loop counts heads but never uses its number.", ko: "반복문이 헤드를 세지만 그 번호를 쓰지 않아요."}
hints:
  - {en: "Are all heads equal in your split?", ko: "나눈 결과에서 모든 헤드가 똑같은가요?"}
  - en: "Split four columns into two heads. Where do columns 2 and 3 go?"
    ko: "열 4개를 헤드 둘로 나눠 보세요. 2번, 3번 열은 어디로 가나요?"
  - {en: "Head h takes the block that begins where the one before it ends.", ko: "헤드 h는 앞 헤드가 끝난 곳에서 시작하는 블록을 가져요."}
source: "own"
fails:
  - multi_head.split_heads
  - multi_head.multi_head_attention
  - multi_head.heads_are_independent
"""
import numpy as np


def split_heads(X, num_heads):
    d = X.shape[1] // num_heads
    return np.array([X[:, :d] for h in range(num_heads)])
