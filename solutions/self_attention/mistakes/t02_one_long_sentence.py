"""
id: t02_one_long_sentence
step: batch
function: scaled_dot_product_attention
family: batch_mixed
misconception: D-BATCH
title: {en: "sentences of a batch joined into one", ko: "배치의 문장을 하나로 이은 것"}
why: {en: "Tokens then attend to tokens of other sentences.", ko: "토큰이 다른 문장의 토큰까지 보게 돼요."}
hints:
  - {en: "Change the second sentence. Does the first output move?", ko: "둘째 문장을 바꿔 보세요. 첫째 출력이 움직이나요?"}
  - en: "How large is a row of weights for two sentences of 5 tokens: 5 or 10?"
    ko: "토큰이 5개인 문장 둘에서 가중치 한 행의 길이는 5인가요, 10인가요?"
  - {en: "Each sentence keeps its own scores, weights and outputs.", ko: "문장마다 스코어와 가중치와 출력이 따로 있어요."}
source: "own"
fails: [batch.sentences_are_independent, batch.two_leading_axes]
"""


def scaled_dot_product_attention(Q, K, V, mask=None):
    front, n_q = Q.shape[:-2], Q.shape[-2]
    S = scale_scores(attention_scores(Q.reshape(-1, Q.shape[-1]), K.reshape(-1, K.shape[-1])), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    O = combine_values(A, V.reshape(-1, V.shape[-1]))
    return O.reshape(*front, n_q, -1), A.reshape(*front, n_q, -1)
