"""
id: c05_sqrt_dv
step: attention
function: scaled_dot_product_attention
family: root_of_d_v
misconception: D-SCALE-DMODEL
title: {en: "scaling by the width of the values", ko: "값의 차원으로 스케일링한 것"}
why:
  en: "Values take no part in a score, so their width cannot set its spread."
  ko: "값은 스코어에 들어가지 않으니 값의 차원이 퍼짐을 정할 수 없어요."
hints:
  - {en: "Add a column to V. Should the weights change?", ko: "V에 열을 하나 더해 보세요. 가중치가 달라져야 하나요?"}
  - en: "Use d_k = 4 and d_v = 9. By which number should scores be divided?"
    ko: "d_k가 4, d_v가 9일 때 스코어를 어떤 수로 나누어야 하나요?"
  - {en: "Take the length of the vectors that enter the dot product.", ko: "내적에 들어가는 벡터의 길이를 쓰세요."}
source: "github:juho-lee/set_transformer#18, cneuralnetwork/solving-ml-papers#1"
fails: [attention.scaled_dot_product, attention.self_attention, attention.no_state_between_calls]
"""


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q, K), V.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return combine_values(A, V), A
