"""Small files that public reports describe, each with its right outcome: the points of the steps that are written.

Each holds two or three functions of the assignment; step 1 is worth 4, step 5 14, step 6 8 points. What `check` says at
home is what the grade says.
"""

import json
import zipfile

import pytest
from forked import forked
from idioms import HELPER, book

from grader.authoring import derive
from grader.course import loading
from grader.course.visible_checks import read_suite
from grader.submissions.working_file import read_learner
from grader.suite.visible import run

SETUP = "import math\n\nimport numpy as np\n"
EMBED = "def embed(token_ids, E):\n    return E[token_ids]\n"
COMBINE = "def combine_values(A, V):\n    return A @ V\n"
PLAIN = f"{SETUP}\n\n{EMBED}\n\n{COMBINE}"
STUBS = PLAIN.replace("return E[token_ids]", "raise NotImplementedError()").replace(
    "return A @ V", "raise NotImplementedError()"
)
SOFTMAX = """
def softmax(S):
    top = row_max(np.asarray(S, dtype=float))
    E = np.exp(S - np.where(np.isfinite(top), top, 0))
    total = E.sum(axis=-1, keepdims=True)
    return E / np.where(total > 0, total, 1)
"""
BOTH, ONE = {"embedding", "combine"}, {"embedding"}


def cells(*sources):
    return book([("code", source) for source in (SETUP, *sources)])


NEWER = 'def combine_values(A, V):\n    print(f"{dict(a=\'x\')["a"]}")\n    return A @ V\n'

CASES = {
    # 01: an operator at the beginning of a continued line is no command
    "a comparison goes on": (
        BOTH,
        cells("def embed(token_ids, E):\n    assert (len(token_ids)\n!= -1)\n    return E[token_ids]\n", COMBINE),
    ),
    "a remainder goes on": (
        BOTH,
        cells("def embed(token_ids, E):\n    return E[(np.asarray(token_ids)\n% len(E))]\n", COMBINE),
    ),
    "a remainder behind a backslash": (
        BOTH,
        cells("def embed(token_ids, E):\n    i = np.asarray(token_ids) \\\n% len(E)\n    return E[i]\n", COMBINE),
    ),
    "a text with signs of commands": (
        BOTH,
        cells("def embed(token_ids, E):\n    '''\n%d rows\n!no command\n?\n'''\n    return E[token_ids]\n", COMBINE),
    ),
    # 02: what every notebook has
    "display in a function": (
        BOTH,
        cells(EMBED, "def combine_values(A, V):\n    display(A.shape)\n    return A @ V\n"),
    ),
    "get_ipython in a function": (
        BOTH,
        cells(EMBED, "def combine_values(A, V):\n    get_ipython().run_line_magic('pinfo', 'A')\n    return A @ V\n"),
    ),
    "behind the main guard": (
        BOTH,
        cells(EMBED, "if __name__ == '__main__':\n    def combine_values(A, V):\n        return A @ V\n"),
    ),
    # 04: commands inside a line
    "help and a captured shell": (
        BOTH,
        cells(f"{EMBED}\nnp.take?\nfiles = !ls\nhere = %pwd\n", f"{COMBINE}\nnp.exp??\n"),
    ),
    "a timed assignment": (
        BOTH,
        cells(
            "%time SCALE = 1",
            f"{EMBED}\n%time x = embed([0], np.eye(2))\n",
            "def combine_values(A, V):\n    return SCALE * A @ V\n",
        ),
    ),
    # 05: a slow cell costs itself
    "a training loop": (BOTH, cells(EMBED, COMBINE, "while True:\n    combine_values(np.eye(2), np.eye(2))\n")),
    "a sleep between functions": (BOTH, cells(EMBED, "import time\ntime.sleep(100)\n", COMBINE)),
    "a flood of printing": (BOTH, cells(EMBED, "while True:\n    print('loss')\n", COMBINE)),
    # 32: newer syntax costs its own function, and its points are not taken
    "newer f-strings": (ONE, cells(EMBED, NEWER)),
    # 34, 37
    "a notebook under another ending": (BOTH, {"attention.py": cells(EMBED, COMBINE)}),
    "what notebooks do": (
        BOTH,
        cells(
            "!pip install -q tqdm\nimport ipywidgets\nfrom google.colab import drive\ndrive.mount('/content/drive')\n"
            "%cd /content/drive\n%matplotlib inline\nimport matplotlib.pyplot as plt\nname = input('who? ')\n",
            f"%%time\n{EMBED}",
            f"{COMBINE}\nplt.imshow(combine_values(np.eye(3), np.eye(3)))\nplt.show()\n",
            "%%bash\necho done",
        ),
    ),
    # 07: Python files saved from a notebook
    "Colab's download": (
        BOTH,
        {"attention.py": f"{SETUP}\n\n{EMBED}\n!pip install tqdm\n\n{COMBINE}\n# %matplotlib inline\n".encode()},
    ),
    "a command in a cell of VS Code": (
        BOTH,
        {"attention.py": f"# %%\n{SETUP}\n%load_ext autoreload\n# %%\n{EMBED}\n!ls\n# %%\n{COMBINE}".encode()},
    ),
    "a script of nbconvert": (
        BOTH,
        {"attention.py": f"get_ipython().system('ls')\n{PLAIN}\nget_ipython().magic('time')\n".encode()},
    ),
    # 08: declared encodings
    **{
        f"declared {name}": (BOTH, {"attention.py": f"# -*- coding: {name} -*-\n# {word}\n{PLAIN}".encode(name)})
        for name, word in (("cp949", "한글"), ("euc-kr", "어텐션"), ("latin-1", "café"), ("utf-8", "한글"))
    },
    # 10: helper modules
    "a helper": (
        {"softmax"},
        {"attention.py": f"from utils import row_max\n{SETUP}\n{SOFTMAX}".encode(), "utils.py": HELPER},
    ),
    "a helper under a name": (
        {"softmax"},
        {"attention.py": f"import utils as u\nrow_max = u.row_max\n{SETUP}\n{SOFTMAX}".encode(), "utils.py": HELPER},
    ),
    "a helper of a helper": (
        {"softmax"},
        {
            "attention.py": f"from one import row_max\n{SETUP}\n{SOFTMAX}".encode(),
            "one.py": b"from two import *\n",
            "two.py": HELPER,
        },
    ),
    # 11: copies
    "a copy beside the stub": (
        BOTH,
        {"attention.ipynb": cells(*STUBS.split("\n\n\n")[1:]), "attention-Copy1.ipynb": cells(EMBED, COMBINE)},
    ),
    "a folder below the stub": (BOTH, {"attention.py": STUBS.encode(), "hw/attention.py": PLAIN.encode()}),
    "a numbered copy": (BOTH, {"attention.py": STUBS.encode(), "attention (1).py": PLAIN.encode()}),
    "less in the backup": (
        BOTH,
        {"backup/attention.py": f"{SETUP}\n{EMBED}".encode(), "homework/attention.py": PLAIN.encode()},
    ),
}


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    """What each learner handed in, as a folder; two more as archives of macOS and Windows."""
    top = tmp_path_factory.mktemp("cases") / "submissions"
    for name, (_, files) in CASES.items():
        for path, content in (files if isinstance(files, dict) else {"attention.ipynb": files}).items():
            (top / name / path).parent.mkdir(parents=True, exist_ok=True)
            (top / name / path).write_bytes(content)
    with zipfile.ZipFile(top / "of macOS.zip", "w") as archive:
        archive.writestr("hw/attention.py", PLAIN)
        archive.writestr("__MACOSX/hw/._attention.py", b"\0\5\x16\7")
        archive.writestr("hw/.DS_Store", b"\0")
    with zipfile.ZipFile(top / "of Windows.zip", "w") as archive:
        archive.writestr("hw\\attention.py", PLAIN)
    return top


@pytest.fixture(scope="module")
def graded(handed_in, grade_all):
    return grade_all([handed_in], only=("embedding", "softmax", "combine"))


@pytest.mark.parametrize("name", [*CASES, "of macOS", "of Windows"])
def test_the_steps_that_are_written_get_their_points(graded, name):
    right = CASES[name][0] if name in CASES else BOTH
    found = {step.id: step for step in graded[name].steps}
    assert {one for one in ("embedding", "softmax", "combine") if found[one].score.full} == right
    if name == "newer f-strings":
        assert found["combine"].score.held == found["combine"].score.possible


def test_at_home_the_same_steps_pass(handed_in, graded, root, assignment, tmp_path):
    files = derive.derive(root, assignment)
    for number, (name, (right, _)) in enumerate(CASES.items()):
        kit = tmp_path / str(number)
        derive.write(kit, {path: content for path, content in files.items() if path.parts[0] == "exercises"})
        for path in (handed_in / name).rglob("*"):
            if path.is_file():
                place = kit / "exercises/self_attention" / path.relative_to(handed_in / name)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(path.read_bytes())
        here = loading.load(kit, "self_attention", public=True)
        done = run.check(here, read_suite(kit, here), source=read_learner(here), hosts=forked)
        passed = {
            one.id
            for one in here.steps
            if one.id in ("embedding", "softmax", "combine") and done.state(one) == "passed"
        }
        assert passed == right, name


def test_files_that_were_not_graded_are_named(graded):
    for name in ("a copy beside the stub", "a folder below the stub", "less in the backup"):
        told = json.dumps([graded[name].notes, [file.path for file in graded[name].submission.files]])
        assert "attention" in told
        assert len(graded[name].submission.files) == 2
