"""
id: no_eps
step: standardize
function: standardize
family: no_eps
misconception: NO-EPS
title: {en: "eps left out", ko: "eps를 빠뜨림"}
why: {en: "A row of equal numbers is divided by zero.", ko: "같은 수로 된 행이 0으로 나누어져요."}
hints:
  - {en: "Try a row of equal numbers. What comes back?", ko: "같은 수로 된 행을 넣어 보세요. 무엇이 돌아오나요?"}
  - {en: "What is the variance of the row 4, 4, 4?", ko: "행 4, 4, 4의 분산은 얼마인가요?"}
  - {en: "eps is added to the variance before the root is taken.", ko: "제곱근을 구하기 전에 분산에 eps를 더해 보세요."}
source: own
fails: [standardize.equal_numbers_give_zeros]
"""


def standardize(X, eps=1e-5):
    return (X - X.mean(axis=-1, keepdims=True)) / X.std(axis=-1, keepdims=True)
