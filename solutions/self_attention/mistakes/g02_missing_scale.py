"""
id: g02_missing_scale
step: gradient
function: sdpa_backward
family: gradient_unscaled
misconception: D-CHAIN
title: {en: "the scaling forgotten on the way back", ko: "되돌아오는 길에 빠뜨린 스케일링"}
why: {en: "What was divided going forward is divided going back as well.", ko: "앞으로 갈 때 나눈 것은 되돌아올 때도 나눠요."}
hints:
  - {en: "By which constant factor are dQ and dK off?", ko: "dQ와 dK는 어떤 일정한 배수만큼 어긋나나요?"}
  - en: "Differentiate s/2 by s. Where does that factor stand in your code?"
    ko: "s/2를 s로 미분해 보세요. 그 배수는 코드의 어디에 있나요?"
  - en: "From the scaled scores to the scores the gradient passes one more division, by the same root."
    ko: "스케일링한 스코어에서 스코어로 올 때 그래디언트도 같은 제곱근으로 한 번 나눠요."
source: "own"
fails: [gradient.query_and_key_gradients]
"""


def sdpa_backward(Q, K, V, dO):
    A = softmax(scale_scores(attention_scores(Q, K), Q.shape[-1]))
    dS = softmax_backward(A, dO @ V.T)
    return dS @ K, dS.T @ Q, A.T @ dO
