"""
id: c16_square
step: scaling
function: scale_scores
family: divided_by_square
misconception: D-VAR-STD
title: {en: "division by the square of d_k", ko: "d_k의 제곱으로 나눈 것"}
why: {en: "A square in place of a root leaves almost nothing of the scores.", ko: "제곱근 자리에 제곱을 쓰면 스코어가 거의 남지 않아요."}
hints:
  - {en: "How large are your scaled scores for d_k = 64?", ko: "d_k가 64일 때 스케일링한 스코어는 얼마나 큰가요?"}
  - {en: "The root of 4 is 2. By what does your code divide when d_k = 4?", ko: "4의 제곱근은 2예요. d_k가 4일 때 코드는 무엇으로 나누나요?"}
  - {en: "Look for the number that gives d_k when multiplied by itself.", ko: "자기 자신을 곱하면 d_k가 되는 수를 찾아보세요."}
source: "own"
fails:
  - scaling.divides_by_root_d_k
  - scaling.unit_variance
  - scaling.integer_input
  - scaling.inputs_unchanged
"""


def scale_scores(S, d_k):
    return S / d_k**2
