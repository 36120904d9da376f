"""
id: in_place
step: standardize
function: standardize
family: in_place
misconception: IN-PLACE
title: {en: "standardised in place", ko: "입력 배열을 그 자리에서 바꿈"}
why: {en: "Whoever called it finds X changed.", ko: "그러면 부른 쪽의 X가 바뀌어 있어요."}
hints:
  - {en: "Print X before and after the call. Is it the same?", ko: "호출 전후의 X를 출력해 보세요. 같은가요?"}
  - {en: "After Y = X, how many arrays are there?", ko: "Y = X 다음에 배열은 몇 개인가요?"}
  - {en: "X = X - m makes a new array; X -= m does not.", ko: "X = X - m은 새 배열을 만들지만 X -= m은 그렇지 않아요."}
source: own
fails: [standardize.input_stays_as_it_was]
"""

import numpy as np


def standardize(X, eps=1e-5):
    X -= X.mean(axis=-1, keepdims=True)
    X /= np.sqrt(X.var(axis=-1, keepdims=True) + eps)
    return X
