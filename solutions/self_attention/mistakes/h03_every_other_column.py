"""
id: h03_every_other_column
step: multi_head
function: split_heads
family: interleaved_split
misconception: D-HEADS
title: {en: "columns dealt out to the heads in turn", ko: "열을 헤드에 번갈아 나눠 준 것"}
why:
  en: "Head h should own neighbouring columns, so that it matches its block of each weight matrix."
  ko: "헤드 h는 이웃한 열을 맡아야 가중치 행렬의 자기 블록과 맞아요."
hints:
  - {en: "Which columns did head 0 get?", ko: "0번 헤드는 몇 번째 열들을 받았나요?"}
  - en: "With 4 columns and 2 heads, is column 1 in head 0 or in head 1?"
    ko: "열이 4개, 헤드가 2개일 때 1번 열은 0번 헤드인가요, 1번 헤드인가요?"
  - {en: "The columns of head h begin at h times d and are neighbours.", ko: "헤드 h의 열은 h × d에서 시작하고 서로 이웃해 있어요."}
source: "own"
fails:
  - multi_head.split_heads
  - multi_head.multi_head_attention
  - multi_head.heads_are_independent
"""
import numpy as np


def split_heads(X, num_heads):
    return np.array([X[:, h::num_heads] for h in range(num_heads)])
