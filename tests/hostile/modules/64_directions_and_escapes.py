"""LEAK: has names, words and file names with text that turns round, escapes, lone surrogates and invisible
letters.

Must: none of it reaches a report.
base: stub
deserves: 0 + 0
harmless: yes
"""

_BAD = "\u202e\u2066\u200f\u200b\ufeff\x1b[31m\x9b31m\ud800\U000e0041\ue000\u0085\u2029\x7f"


class _Named(Exception):
    pass


_Named.__name__ = "E" + _BAD + "::error::z"
_Named.__qualname__ = _Named.__name__


def embed(token_ids, E):
    raise _Named(_BAD * 30 + "::error::w")


def softmax(S):
    raise ModuleNotFoundError(_BAD + "::error::m", name=_BAD)


def scale_scores(S, d_k):
    raise SyntaxError(_BAD, ("\n::error::f\n" + _BAD, 1, 1, _BAD))


_code = compile(
    "def combine_values(A, V):\n    raise ValueError('x')\n", "attention.py\n::error::c" + _BAD[:7], "exec"
)
exec(_code)
_server()["learner"].cells.add("attention.py\n::error::c" + _BAD[:7])


def attention_scores(Q, K):
    _forge(
        [
            ["event", "raised"],
            ["type", "::error::t"],
            ["words", _BAD],
            ["bases", ["\ud800"]],
            ["where", ["\n::error ::\ud800", 3]],
            ["function", "softmax\n"],
        ]
    )


def attention_macs(n, d_k, d_v):
    _forge([["event", "unfit"], ["what", "\r\n::error ::\ud800 ##[error]"]])
