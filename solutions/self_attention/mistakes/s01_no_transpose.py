"""
id: s01_no_transpose
step: scores
function: attention_scores
family: no_transpose
misconception: D-NO-T
title: {en: "K multiplied without its transpose", ko: "전치하지 않은 K와의 곱"}
why:
  en: "Rows then meet columns of K, which are no keys at all; it runs only when n happens to equal d_k."
  ko: "행이 K의 열과 만나는데 그 열은 키가 아니에요. n과 d_k가 우연히 같을 때만 돌아가요."
hints:
  - {en: "Does your code run for 5 queries and 3 keys of length 6?", ko: "길이 6인 쿼리 5개와 키 3개로 코드가 돌아가나요?"}
  - en: "Write the two shapes (n_q, d_k) and (n_k, d_k) side by side. Which lengths meet in your product, and which should?"
    ko: "(n_q, d_k)와 (n_k, d_k)를 나란히 적어 보세요. 지금 곱에서는 어느 길이끼리 만나고, 어느 길이끼리 만나야 하나요?"
  - en: "A score pairs a whole query with a whole key, so the sum runs over what both have: the d_k numbers."
    ko: "스코어는 쿼리 하나와 키 하나를 짝지어요. 그래서 둘 다 가진 d_k개의 수를 따라 더해요."
source: "page: ttsugriy.github.io llm-first-principles stage 5, common mistakes"
fails: [scores.dot_products]
"""


def attention_scores(Q, K):
    return Q @ K
