"""What the tests of the learner's commands share: wrong functions, and the commands as one line of Python."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEARNER = ("check", "status", "repro", "reset", "predict", "release", "quiz", "doctor")

# The command with the learner's commands in it, whether or not the list of all commands has them yet.
RUN = (
    "import sys; from grader.cli import COMMANDS, main; "
    f"[COMMANDS.setdefault(name, ('grader.cli.' + name, name)) for name in {LEARNER!r}]; main(prog_name='grader')"
)

COLUMNS = "def softmax(S):\n    E = np.exp(S)\n    return E / E.sum(axis=0)"
SWAPPED = "def attention_scores(Q, K):\n    return K @ Q.T"
CRASH = "def embed(token_ids, E):\n    return E[token_ids + 100]"
LOOP = "def embed(token_ids, E):\n    while True:\n        pass"
NOTHING = "def scale_scores(S, d_k):\n    S / 2"
VARIANTS = {
    "solved": {},
    "columns": {"softmax": COLUMNS},
    "swapped": {"attention_scores": SWAPPED},
    "crash": {"embed": CRASH},
    "nothing": {"scale_scores": NOTHING},
    "two": {"project_qkv": "def project_qkv(X, W_Q, W_K, W_V):\n    return X @ W_Q, X @ W_K"},
}


def learner(root):
    """The file that the learner edits."""
    return root / "exercises" / "self_attention" / "attention.py"
