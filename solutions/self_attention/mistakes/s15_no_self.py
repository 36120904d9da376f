"""
id: s15_no_self
step: scores
function: attention_scores
family: no_self_zero
misconception: D-NO-SELF
title: {en: "the diagonal of the scores set to 0", ko: "대각선을 0으로 만든 스코어"}
why:
  en: "A token may attend to itself like to any other; 0 is also no way to hide a score."
  ko: "토큰은 다른 토큰처럼 자기 자신도 볼 수 있어요. 게다가 0으로는 스코어가 가려지지 않아요."
hints:
  - {en: "Look at the diagonal of your scores. Is it what the definition says?", ko: "스코어의 대각선을 보세요. 정의대로인가요?"}
  - {en: "Score one query against one key. Should it be 0?", ko: "쿼리 하나와 키 하나의 스코어를 구해 보세요. 0이어야 하나요?"}
  - en: "Entry (i, i) is query i with key i, computed like every other entry."
    ko: "(i, i) 성분은 i번째 쿼리와 i번째 키의 내적이고, 다른 성분과 똑같이 계산해요."
source: "question in github:TransformerLensOrg/TransformerLens#284"
fails:
  - scores.dot_products
  - scores.signs_by_hand
  - scores.not_symmetric
  - scores.longer_keys_score_more
  - scores.inputs_unchanged
"""
import numpy as np


def attention_scores(Q, K):
    S = Q @ np.swapaxes(K, -1, -2)
    i = np.arange(min(S.shape[-2:]))
    S[..., i, i] = 0.0
    return S
