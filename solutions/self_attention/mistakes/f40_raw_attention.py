"""
id: f40_raw_attention
step: attention
function: self_attention
family: no_projection_no_scaling
misconception: D-UNUSED
title: {en: "the embeddings themselves compared, and unscaled", ko: "임베딩을 그대로, 스케일링 없이 비교한 것"}
why: {en: "Nothing can be learned, and wide embeddings saturate softmax.", ko: "학습할 것이 없고, 임베딩이 넓으면 소프트맥스가 포화돼요."}
hints:
  - en: "Which arguments are never used? And how does the spread of your scores grow with their width?"
    ko: "한 번도 쓰이지 않은 인자는 무엇인가요? 너비가 커지면 스코어의 퍼짐은 어떻게 되나요?"
  - {en: "Let W_V be zeros. What should the output be?", ko: "W_V를 0으로 채워 보세요. 출력은 무엇이어야 하나요?"}
  - en: "Map X three times, compare queries with keys, divide by the root of their width, and only then go on to softmax."
    ko: "X를 세 번 변환하고, 쿼리와 키를 비교하고, 그 차원의 제곱근으로 나눈 다음에 소프트맥스로 넘어가요."
source: "own (a combination: no_projection and no_scaling)"
combines: [no_projection, no_scaling]
fails:
  - attention.self_attention
  - attention.rows_of_weights_sum_to_one
  - attention.permutation_equivariance
  - attention.every_token_reaches_every_other
  - attention.no_state_between_calls
"""
import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    S = X @ X.T
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    A = softmax(S)
    return A @ X, A
