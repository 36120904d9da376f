"""
id: c10_sqrt_of_scores
step: scaling
function: scale_scores
family: root_of_scores
misconception: D-STEPS
title: {en: "the root taken of the scores", ko: "스코어에 씌운 제곱근"}
why:
  en: "Only the width of a key stands under the root; a score may be negative and stays as it is."
  ko: "루트 안에 있는 것은 키의 차원뿐이에요. 스코어는 음수일 수 있고 그대로 두어야 해요."
hints:
  - {en: "Do your scaled scores keep the signs of the scores?", ko: "스케일링한 스코어의 부호가 원래 스코어와 같은가요?"}
  - en: "Scale [[4, 8]] with d_k = 4. Is the second entry twice the first?"
    ko: "d_k가 4일 때 [[4, 8]]을 스케일링해 보세요. 둘째 성분이 첫째의 두 배인가요?"
  - en: "Take the root of one number, the width of a key, and divide every score by it."
    ko: "키의 차원이라는 수 하나의 제곱근을 구해서 모든 스코어를 그것으로 나눠요."
source: "own"
fails:
  - scaling.divides_by_root_d_k
  - scaling.unit_variance
  - scaling.integer_input
  - scaling.inputs_unchanged
"""
import numpy as np


def scale_scores(S, d_k):
    return np.sqrt(np.abs(S) / d_k)
