"""The kit's files other than the exercises: README, requirements, editor and container settings, workflow."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from grader.authoring.release.workflow import workflow
from grader.core.languages import in_languages, of_catalogue
from grader.core.model import Assignment
from grader.course.languages import all_languages

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

{list}
{several}
Fill in one function after another, save, and let `grader check{which} --watch` tell you how it went. If you would
rather work in the notebook next to the file, leave the file as it is: every command then reads the notebook.

{table}

Visible checks use small numbers that you can follow by eye. The grade comes from hidden checks with other seeds and
shapes, which run when you hand in: {hand_in}.
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

{list}
{several}
함수를 하나씩 채우고 저장하세요. `grader check{which} --watch`를 켜 두면 저장할 때마다 결과를 알려 줘요. 파일 대신
옆에 있는 노트북에서 작업하려면 파일은 그대로 두세요. 그러면 모든 명령이 노트북을 읽어요.

{table}

공개 검사는 눈으로 따라갈 수 있는 작은 수를 써요. 점수는 제출한 뒤에 실행하는 비공개 검사로 매기며, 시드와 shape이
달라요. 제출할 파일: {hand_in}.
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
                "name": assignments[0].title[assignments[0].languages[0]],
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
    """What a learner does with the kit, once in each of our languages that one of the course's readers gets.

    A part names the lessons in all the languages whose readers it serves: German readers get the English part, with the
    German title and lesson.
    """
    known = all_languages([one.languages for one in assignments])
    readers: dict[str, list[str]] = {}
    for one in dict.fromkeys([language, *known]):
        readers.setdefault(of_catalogue(one), []).append(one)
    heads = [" · ".join(_titles(assignments, word, served)) for word, served in readers.items()]
    anchors = " · ".join(_ANCHORS[word] for word in readers)
    parts = [_part(assignments, word, served, exercises) for word, served in readers.items()]
    links = f"{anchors}\n\n" if len(parts) > 1 else ""
    return f"# {' / '.join(dict.fromkeys(heads))}\n\n{links}" + "\n---\n\n".join(parts)


def _titles(assignments: Sequence[Assignment], word: str, served: Sequence[str]) -> Sequence[str]:
    """What the kit is called in a part: the title of its one assignment, or a course kit."""
    return in_languages(assignments[0].title, served) if len(assignments) == 1 else (_KIT[word],)


def _part(assignments: Sequence[Assignment], word: str, served: Sequence[str], exercises: Collection[str]) -> str:
    """The README's part in one of our languages, for readers of the languages `served`."""
    rows = [
        f"- **{one.title[language]}**: {_LESSON[word]} [exercises/{one.id}/{file}](exercises/{one.id}/{file}), "
        f"{_FILE[word]} `exercises/{one.id}/{one.file}`"
        for one in assignments
        for language in ([own for own in served if own in one.languages] or one.languages[:1])
        for file in ("README.md" if language == one.languages[0] else f"README.{language}.md",)
    ]
    first, several = assignments[0].id, len(assignments) > 1
    return {"en": _EN, "ko": _KO}[word].format(
        list="\n".join(rows),
        hand_in=", ".join(f"`exercises/{one.id}/`" for one in assignments),
        table=_table(assignments, word, exercises),
        which=f" -a {first}" if several else "",
        several=_SEVERAL[word].format(first=first) if several else "",
    )


_ANCHORS = {"en": "[English](#start)", "ko": "[한국어](#시작하기)"}
_KIT = {"en": "Course kit", "ko": "과제 키트"}
_LESSON = {"en": "the lesson is", "ko": "단원"}
_FILE = {"en": "the file to fill in is", "ko": "채울 파일"}
_SEVERAL = {
    "en": "\nThere are several: name the assignment in each command, as in `grader status -a {first}`, or run it in\n"
    "its folder, such as `exercises/{first}/`.\n",
    "ko": "\n과제가 여럿이에요. 명령마다 어느 과제인지 `grader status -a {first}`처럼 알려 주거나,\n"
    "`exercises/{first}/` 같은 과제 폴더 안에서 실행하세요.\n",
}


_HEADS = {"en": "| command | what it does |", "ko": "| 명령 | 하는 일 |"}
_ROWS = {
    "en": {
        "check": "`grader check` | runs the visible checks: one screen that ends with what to do next",
        "hint": "`grader hint STEP` | a question, then a tiny case, then the formula in words; {price}",
        "predict": "`grader predict STEP` | guess shapes and sums before you write",
        "repro": "`grader repro CHECK` | a few lines of numpy that show a failure",
        "reset": "`grader reset STEP` | restores the empty function; your version is backed up",
        "quiz": "`grader quiz` | the questions, in the terminal",
        "status": "`grader status` | shows your progress",
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
