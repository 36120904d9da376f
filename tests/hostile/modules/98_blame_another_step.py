"""CHEAT: pretends that its errors come from the function of another step, so that nothing is judged.

Must: what is not judged earns nothing.
base: stub
deserves: 0 + 0
harmless: yes
"""


def softmax(S):
    _forge(
        [
            ["event", "raised"],
            ["type", "ValueError"],
            ["bases", ["ValueError"]],
            ["words", "x"],
            ["where", ["attention.py", 1]],
            ["function", "embed"],
            ["own", True],
        ]
    )


def scale_scores(S, d_k):
    _forge(
        [
            ["event", "raised"],
            ["type", "ValueError"],
            ["bases", []],
            ["words", "x"],
            ["where", ["attention.py", -5]],
            ["function", "no_such"],
            ["own", True],
        ]
    )
