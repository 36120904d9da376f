"""
id: m04_tiny_fill
step: mask
function: apply_mask
family: zero_fill
misconception: D-MASK-FILL
title: {en: "hidden scores set to about 0", ko: "가린 스코어를 0 근처로 둔 것"}
why:
  en: "0 is an ordinary score and beats every negative one; e to the power of 0 is 1."
  ko: "0은 평범한 스코어라서 음수 스코어를 모두 이겨요. e의 0제곱은 1이에요."
hints:
  - {en: "Which weight does a hidden token get after softmax?", ko: "가려진 토큰은 소프트맥스 뒤에 얼마의 가중치를 받나요?"}
  - en: "Print what you fill in. Is it small in size, or far below zero?"
    ko: "채워 넣은 수를 출력해 보세요. 크기가 작은 수인가요, 0보다 훨씬 아래인 수인가요?"
  - {en: "A hidden score has to be lower than every score there can be.", ko: "가린 스코어는 나올 수 있는 어떤 스코어보다도 낮아야 해요."}
source: "github:awslabs/gluonts#1401, Shujun-He/RibonanzaNet#5, hyunwoongko/transformer#10"
fails:
  - mask.apply_mask
  - mask.large_scores
  - mask.attention_uses_the_mask
  - mask.no_leakage
"""
import numpy as np


def apply_mask(S, mask):
    return np.where(mask, S, -1e-9)
