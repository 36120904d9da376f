"""FAIR: is a perfect solution that prints ten thousand lines and warns on its way.

Must: printing costs nothing: full marks.
base: solution
deserves: 70 + 40
harmless: yes
"""

import warnings

for _line in range(10_000):
    print("::warning::line", _line)
warnings.warn("a warning of the learner's own", stacklevel=1)
_quiet = softmax


def softmax(S):
    print("softmax of", S.shape, file=sys.stderr)
    return _quiet(S)
