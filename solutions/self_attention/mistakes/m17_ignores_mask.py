"""
id: m17_ignores_mask
step: mask
function: scaled_dot_product_attention
family: mask_ignored
misconception: D-UNUSED
title: {en: "the mask not used", ko: "쓰이지 않은 마스크"}
why: {en: "Hidden tokens leak into every output.", ko: "가려야 할 토큰이 모든 출력에 새어 들어가요."}
hints:
  - {en: "Does your result change with the mask?", ko: "마스크를 바꾸면 결과가 달라지나요?"}
  - en: "Hide everything but the first key. What should every output be?"
    ko: "첫 번째 키만 남기고 모두 가려 보세요. 출력은 모두 무엇이어야 하나요?"
  - en: "Between scaling and softmax, hidden scores are replaced; a function that only passes things on must pass on the mask too."
    ko: "스케일링과 소프트맥스 사이에서 가린 스코어를 바꿔요. 넘겨주기만 하는 함수라면 마스크도 넘겨야 해요."
source: "own"
fails: [mask.attention_uses_the_mask, mask.no_leakage]
"""


def scaled_dot_product_attention(Q, K, V, mask=None):
    A = softmax(scale_scores(attention_scores(Q, K), Q.shape[-1]))
    return combine_values(A, V), A
