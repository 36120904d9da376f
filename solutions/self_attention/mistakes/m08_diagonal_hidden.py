"""
id: m08_diagonal_hidden
step: mask
function: causal_mask
family: diagonal_hidden
misconception: D-NO-SELF
title: {en: "a causal mask that hides the token itself", ko: "자기 자신까지 가린 인과 마스크"}
why: {en: "The first token may then see nothing at all.", ko: "그러면 첫 토큰은 아무것도 볼 수 없어요."}
hints:
  - {en: "What may the very first token look at?", ko: "맨 첫 토큰은 무엇을 볼 수 있나요?"}
  - {en: "Write the mask for one token. Is its only entry True?", ko: "토큰이 하나일 때의 마스크를 적어 보세요. 하나뿐인 성분이 True인가요?"}
  - {en: "Allowed is what came before and the token itself.", ko: "앞에 나온 것과 자기 자신을 볼 수 있어요."}
source: "question in github:TransformerLensOrg/TransformerLens#284"
fails: [mask.causal_mask]
"""
import numpy as np


def causal_mask(n):
    return np.tril(np.ones((n, n), dtype=bool), k=-1)
