"""
id: h01_split_without_transpose
step: multi_head
function: split_heads
family: split_by_reshape
misconception: D-RESHAPE
title: {en: "heads cut out by a reshape alone", ko: "reshape만으로 나눈 헤드"}
why:
  en: "A head then gets a few whole tokens instead of a few columns of every token."
  ko: "헤드가 모든 토큰의 열 몇 개가 아니라 토큰 몇 개를 통째로 받게 돼요."
hints:
  - {en: "Does row t of head 0 still come from token t?", ko: "0번 헤드의 t번째 행이 여전히 t번 토큰에서 왔나요?"}
  - en: "Split [[1, 2, 3, 4], [5, 6, 7, 8]] into two heads on paper. Which numbers does head 0 hold?"
    ko: "[[1, 2, 3, 4], [5, 6, 7, 8]]을 종이에서 헤드 둘로 나눠 보세요. 0번 헤드의 수는 무엇인가요?"
  - en: "First give each token an axis of heads, then move that axis to the front."
    ko: "먼저 토큰마다 헤드 축을 만들고, 그 축을 맨 앞으로 옮겨요."
source: "github:reczoo/FuxiCTR#30, 649453932/Chinese-Text-Classification-Pytorch#10"
fails:
  - multi_head.split_heads
  - multi_head.multi_head_attention
  - multi_head.heads_are_independent
"""


def split_heads(X, num_heads):
    n, width = X.shape
    return X.reshape(num_heads, n, width // num_heads)
