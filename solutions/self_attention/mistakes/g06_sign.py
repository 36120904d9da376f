"""
id: g06_sign
step: gradient
function: softmax_backward
family: gradient_negated
misconception: D-SIGN
title: {en: "a gradient with its sign turned", ko: "부호가 뒤집힌 그래디언트"}
why: {en: "Learning would climb where it should descend.", ko: "내려가야 할 곳에서 올라가게 돼요."}
hints:
  - {en: "Compare one entry with a finite difference. Only the sign differs?", ko: "성분 하나를 수치 미분과 비교해 보세요. 부호만 다른가요?"}
  - en: "Raise the score with the largest dA a little. Does the loss rise or fall?"
    ko: "dA가 가장 큰 스코어를 조금 올려 보세요. 손실이 느나요, 주나요?"
  - {en: "Own entry first, then minus the average.", ko: "자기 성분에서 평균을 빼요. 순서가 중요해요."}
source: "own"
fails: [gradient.softmax_gradient, gradient.query_and_key_gradients]
"""


def softmax_backward(A, dA):
    return A * ((A * dA).sum(axis=-1, keepdims=True) - dA)
