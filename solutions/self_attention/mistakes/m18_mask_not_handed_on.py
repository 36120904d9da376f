"""
id: m18_mask_not_handed_on
step: mask
function: self_attention
family: mask_ignored
misconception: D-UNUSED
title: {en: "the mask not handed on", ko: "넘겨주지 않은 마스크"}
why: {en: "Hidden tokens leak into every output.", ko: "가려야 할 토큰이 모든 출력에 새어 들어가요."}
hints:
  - {en: "Does your result change with the mask?", ko: "마스크를 바꾸면 결과가 달라지나요?"}
  - en: "Hide everything but the first key. What should every output be?"
    ko: "첫 번째 키만 남기고 모두 가려 보세요. 출력은 모두 무엇이어야 하나요?"
  - en: "Between scaling and softmax, hidden scores are replaced; a function that only passes things on must pass on the mask too."
    ko: "스케일링과 소프트맥스 사이에서 가린 스코어를 바꿔요. 넘겨주기만 하는 함수라면 마스크도 넘겨야 해요."
source: "own"
fails: [mask.no_leakage]
"""


def self_attention(X, W_Q, W_K, W_V, mask=None):
    Q, K, V = project_qkv(X, W_Q, W_K, W_V)
    return scaled_dot_product_attention(Q, K, V)
