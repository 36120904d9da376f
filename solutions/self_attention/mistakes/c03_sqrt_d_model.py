"""
id: c03_sqrt_d_model
step: attention
function: self_attention
family: root_of_d_model
misconception: D-SCALE-DMODEL
title: {en: "scaling by the width of X", ko: "X의 너비로 스케일링한 것"}
why: {en: "A score sums over the numbers of a query, not of an embedding.", ko: "스코어는 임베딩이 아니라 쿼리의 수에 대한 합이에요."}
hints:
  - en: "Which width did you take the root of, and is it in one of the two vectors of a score?"
    ko: "어떤 너비의 제곱근을 썼나요? 스코어에 들어가는 두 벡터의 길이인가요?"
  - en: "Use d_model = 7 and d_k = 6. How many products does one score add up?"
    ko: "d_model이 7, d_k가 6일 때 스코어 하나는 곱 몇 개를 더한 것인가요?"
  - {en: "Divide by the root of the length of a query, which is that of a key.", ko: "쿼리의 길이, 곧 키의 길이의 제곱근으로 나눠요."}
source: "github:karpathy/ng-video-lecture#6, FareedKhan-dev/train-llm-from-scratch#3, omihub777/ViT-CIFAR#11, chelsea0x3b/dfdx#171"
fails: [attention.self_attention, attention.no_state_between_calls]
"""


def self_attention(X, W_Q, W_K, W_V, mask=None):
    Q, K, V = project_qkv(X, W_Q, W_K, W_V)
    S = scale_scores(attention_scores(Q, K), X.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return combine_values(A, V), A
