"""The kit's own files beside the exercises: README, requirements, editor and container settings, workflow."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from grader.authoring.release.workflow import workflow
from grader.core.model import Assignment

__all__ = ["pages"]

_IMAGE = "mcr.microsoft.com/devcontainers/python:3.12"

_EN = """\
## Start

You need Python 3.11, 3.12 or 3.13, and three commands in this folder:

```
python -m venv .venv
.venv/bin/python -m pip install -r requirements.txt
.venv/bin/python -m grader check{which}
```

On Windows, write `.venv\\Scripts\\python` for `.venv/bin/python`. With the environment activated
(`source .venv/bin/activate`, on Windows `.venv\\Scripts\\activate`) the last one is just `grader check{which}`.

The second command installs attention-grader from `tools/`, and what it needs: numpy, pytest, PyYAML, click, msgspec,
Jinja2 and rich. After that, everything works offline.

In VS Code or a codespace the first two are done for you, and the visible checks are in the test explorer.

## What to do

{list_en}
{several_en}
Fill in one function after another, save, and let `grader check{which} --watch` tell you how it went. If you would
rather work in the notebook beside the file, leave the file as it is: every command then reads the notebook.

{table_en}

Visible checks use small numbers that you can follow by eye. The grade comes from hidden checks with other seeds and
shapes, which run when you hand in: {hand_in_en}.
"""

_KO = """\
## 시작하기

파이썬 3.11, 3.12, 3.13 중 하나가 필요해요. 이 폴더에서 명령 세 개면 돼요.

```
python -m venv .venv
.venv/bin/python -m pip install -r requirements.txt
.venv/bin/python -m grader check{which} --lang ko
```

Windows에서는 `.venv/bin/python` 자리에 `.venv\\Scripts\\python`을 쓰세요. 가상 환경을 켜면
(`source .venv/bin/activate`, Windows는 `.venv\\Scripts\\activate`) 마지막 명령은 `grader check{which}` 하나면 돼요.
환경 변수 `GRADER_LANG=ko`를 두면 늘 한국어로 나와요.

두 번째 명령은 `tools/`에 있는 attention-grader와 그것이 쓰는 numpy, pytest, PyYAML, click, msgspec, Jinja2, rich를
설치해요. 그다음부터는 인터넷 없이도 돼요.

VS Code나 codespace에서는 앞의 두 명령이 이미 되어 있고, 공개 검사가
테스트 탐색기에 나타나요.

## 할 일

{list_ko}
{several_ko}
함수를 하나씩 채우고 저장하세요. `grader check{which} --watch`를 켜 두면 저장할 때마다 결과를 알려 줘요. 파일 대신
옆에 있는 노트북에서 작업하려면 파일은 그대로 두세요. 그러면 모든 명령이 노트북을 읽어요.

{table_ko}

공개 검사는 눈으로 따라갈 수 있는 작은 수를 써요. 점수는 제출한 뒤에 실행하는 비공개 검사로 매기며, 시드와 shape이
달라요. 제출할 파일: {hand_in_ko}.
"""


def pages(
    assignments: Sequence[Assignment], language: str, *, ci: bool, requirements: str, exercises: Collection[str]
) -> dict[str, str]:
    """Path -> text. `language` comes first in the README and is what the editors' terminals speak.

    `exercises` are the paths of the kit's other files: the README tells no command that has nothing to read there.
    """
    settings = _settings(language)
    out = {
        "README.md": _readme(assignments, language, exercises),
        "requirements.txt": requirements,
        "pytest.ini": "[pytest]\ntestpaths = exercises\naddopts = --import-mode=importlib\n",
        ".gitignore": "__pycache__/\n.venv/\n.pytest_cache/\n.grader/backup/\nreports/\n",
        ".gitattributes": "* text=auto eol=lf\n*.whl binary\n",
        ".vscode/settings.json": _json(settings),
        ".vscode/extensions.json": _json({"recommendations": ["ms-python.python"]}),
        ".devcontainer/devcontainer.json": _json(
            {
                "name": assignments[0].title["en"],
                "image": _IMAGE,
                "postCreateCommand": "python -m pip install -r requirements.txt",
                "remoteEnv": {"GRADER_LANG": language},
                "customizations": {"vscode": {"extensions": ["ms-python.python"], "settings": settings}},
            }
        ),
    }
    if ci:
        out[".github/workflows/check.yml"] = workflow([one.id for one in assignments], language)
    return out


def _settings(language: str) -> dict[str, object]:
    """What makes the visible checks appear in the test explorer, and files stay UTF-8 with plain line ends."""
    environment = {"GRADER_LANG": language, "PYTHONUTF8": "1"}
    return {
        "files.encoding": "utf8",
        "files.eol": "\n",
        "python.testing.pytestEnabled": True,
        "python.testing.unittestEnabled": False,
        "python.testing.pytestArgs": ["exercises"],
        "terminal.integrated.env.linux": environment,
        "terminal.integrated.env.osx": environment,
        "terminal.integrated.env.windows": environment,
    }


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _readme(assignments: Sequence[Assignment], language: str, exercises: Collection[str]) -> str:
    rows = {
        word: "\n".join(
            f"- **{one.title[word]}**: {_LESSON[word]} [exercises/{one.id}/{file}](exercises/{one.id}/{file}), "
            f"{_FILE[word]} `exercises/{one.id}/{one.file}`"
            for one in assignments
        )
        for word, file in (("en", "README.md"), ("ko", "README.ko.md"))
    }
    hand_in = ", ".join(f"`exercises/{one.id}/`" for one in assignments)
    tables = {word: _table(assignments, word, exercises) for word in ("en", "ko")}
    which, several = "", dict.fromkeys(tables, "")
    if len(assignments) > 1:
        first = assignments[0].id
        which, several = f" -a {first}", {word: text.format(first=first) for word, text in _SEVERAL.items()}
    parts = {
        "en": _EN.format(
            list_en=rows["en"], hand_in_en=hand_in, table_en=tables["en"], which=which, several_en=several["en"]
        ),
        "ko": _KO.format(
            list_ko=rows["ko"], hand_in_ko=hand_in, table_ko=tables["ko"], which=which, several_ko=several["ko"]
        ),
    }
    first, second = ("ko", "en") if language == "ko" else ("en", "ko")
    anchors = {"en": "[English](#start)", "ko": "[한국어](#시작하기)"}
    title = assignments[0].title if len(assignments) == 1 else None
    heads = {"en": title["en"] if title else "Course kit", "ko": title["ko"] if title else "과제 키트"}
    return (
        f"# {heads[first]} / {heads[second]}\n\n{anchors[first]} · {anchors[second]}\n\n"
        f"{parts[first]}\n---\n\n{parts[second]}"
    )


_LESSON = {"en": "the lesson is", "ko": "단원"}
_FILE = {"en": "the file to fill in is", "ko": "채울 파일"}
_SEVERAL = {
    "en": "\nThere are several: tell each command which one is meant, as in `grader status -a {first}`, or run it in\n"
    "the folder, such as `exercises/{first}/`.\n",
    "ko": "\n과제가 여럿이에요. 명령마다 어느 과제인지 `grader status -a {first}`처럼 알려 주거나,\n"
    "`exercises/{first}/` 같은 과제 폴더 안에서 실행하세요.\n",
}


_HEADS = {"en": "| command | what it does |", "ko": "| 명령 | 하는 일 |"}
_ROWS = {
    "en": {
        "check": "`grader check` | runs the visible checks: one screen, the next action last",
        "hint": "`grader hint STEP` | a question, then a tiny case, then the formula in words; {price}",
        "predict": "`grader predict STEP` | guess shapes and sums before you write",
        "repro": "`grader repro CHECK` | a few lines of numpy that show a failure",
        "reset": "`grader reset STEP` | the empty function again; your version is kept",
        "quiz": "`grader quiz` | the questions, in the terminal",
        "status": "`grader status` | where you are",
        "report": "`grader report --open` | your own page: every check, and what to do next",
        "doctor": "`grader doctor` | what to fix on this machine",
    },
    "ko": {
        "check": "`grader check` | 공개 검사를 실행해 한 화면에 보여 줘요. 다음에 할 일이 맨 끝에 나와요",
        "hint": "`grader hint STEP` | 질문, 작은 예, 말로 쓴 식 순서로 힌트를 줘요. {price}",
        "predict": "`grader predict STEP` | 코드를 쓰기 전에 shape과 합을 맞혀 봐요",
        "repro": "`grader repro CHECK` | 실패를 보여 주는 numpy 코드 몇 줄을 만들어요",
        "reset": "`grader reset STEP` | 빈 함수로 되돌려요. 쓰던 코드는 보관해요",
        "quiz": "`grader quiz` | 터미널에서 퀴즈를 풀어요",
        "status": "`grader status` | 지금 어디까지 왔는지 보여 줘요",
        "report": "`grader report --open` | 모든 검사와 다음에 할 일을 한 페이지로 보여 줘요",
        "doctor": "`grader doctor` | 이 컴퓨터에서 고칠 것을 알려 줘요",
    },
}
_PRICES = {
    "en": ("no points lost", "a hint may cost points, and it asks before"),
    "ko": ("감점은 없어요", "힌트에 따라 점수가 깎일 수 있고, 그때는 먼저 물어봐요"),
}


def _table(assignments: Sequence[Assignment], language: str, exercises: Collection[str]) -> str:
    """The learner's commands, without those that have nothing to read in this kit."""
    files = {
        "hint": ("exercises/{}/hints.yaml", "exercises/{}/known.yaml"),
        "predict": ("exercises/{}/predict.yaml",),
        "quiz": ("quizzes/{}.yaml",),
    }
    rows = [_HEADS[language], "|---|---|"]
    for name, row in _ROWS[language].items():
        paths = [path.format(one.id) for path in files.get(name, ()) for one in assignments]
        if name not in files or any(path in exercises for path in paths):
            price = _PRICES[language][any(one.hint_cost for one in assignments)]
            rows.append(f"| {row.format(price=price)} |")
    return "\n".join(rows)
