"""Every module in modules/ is graded in one session, and gets what its honest part deserves; then comes a perfect one.

A module's docstring says what it tries, what must happen, and in lines of its own:

    base      what it is appended to: `stub` (the empty exercise) or `solution`
    deserves  points and bonus: `0 + 0`, `at most 70 + 40`, or `without softmax`: at most what the solution earns
              without that function, and in full the steps that do not need it
    harmless  `yes` where it may run with nothing in its way but a process border
    seconds   how long the grader may take over it, if not the submission's own limit

Words in it are filled in: @SECRET@ a file that nobody may read, @MARKER@ a name for files that nobody may make, @PORT@
a listener that nobody may reach, @TOKEN@ what stands in the secret and in the environment of the grader.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader.core.seeds import drawn_seed
from grader.course import loading

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/run")
LIMITS = {"call_seconds": 0.5, "load_seconds": 2.0, "submission_seconds": 6.0, "result_mib": 16}
LIMITS |= {"growth_call_seconds": 0.5, "growth_seconds": 0.5}
SLACK = 4.0  # seconds beyond the submission's own limit: one last call, and a machine that is busy

linux = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is Linux's")


@dataclasses.dataclass(frozen=True)
class Module:
    """A hostile module and what its header says."""

    name: str
    text: str
    base: str
    deserves: str
    harmless: bool
    seconds: float

    @property
    def kind(self) -> str:
        """CHEAT, LEAK, HARM, DELAY, BLAME (for a fault of ours), FAIR (honest), TESTIMONY (a known limit)."""
        return self.text[3:].partition(":")[0]

    @property
    def missing(self) -> tuple[str, ...]:
        """Functions that the module takes away from the solution."""
        return tuple(self.deserves.split()[1:]) if self.deserves.startswith("without") else ()

    @property
    def tells(self) -> bool:
        """True where every function of the module is to say what was tried: one that died has proved nothing."""
        return re.search(r"^_tell_all\(\)$", self.text, re.MULTILINE) is not None


def module(path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    header = dict(re.findall(r"^(base|deserves|harmless|seconds): *(.+)$", text, re.MULTILINE))
    assert re.match(r'"""[A-Z]+: ', text), f"{path.name}: no docstring that says what it is"
    assert "\nMust: " in text, f"{path.name}: the docstring does not say what must happen"
    limit = float(header.get("seconds", LIMITS["submission_seconds"] + SLACK))
    return Module(path.stem, text, header["base"], header["deserves"], header["harmless"] == "yes", limit)


MODULES = [module(path) for path in sorted((HERE / "modules").glob("*.py"))]
HARMLESS = [m for m in MODULES if m.harmless and m.kind != "DELAY"]
PRELUDE = (HERE / "prelude.py").read_text(encoding="utf-8")
SHAPED = (HERE / "shaped.py").read_text(encoding="utf-8")
# Every step fails in it, so that all known mistakes have been compiled (once a session, in tens of megabytes) when the
# first hostile module comes: what the grader's memory grows by from there on is theirs.
ALL_WRONG = """
def _wrong(function):
    def answer(*args, **kwargs):
        value = function(*args, **kwargs)
        return tuple(one * 3 + 1 for one in value) if isinstance(value, tuple) else value * 3 + 1

    return answer


for _name in "@FUNCTIONS@".split():
    globals()[_name] = _wrong(globals()[_name])
"""
TWINS = sorted({m.missing for m in MODULES if m.missing})
COURSE = loading.load(ROOT, "self_attention")


@dataclasses.dataclass
class Session:
    """What a session left behind."""

    seen: dict[str, dict[str, Any]]
    end: dict[str, Any]
    said: str  # on its standard output and error
    code: int
    token: str
    markers: list[str]
    connections: int
    secret: str


def filled(text: str, words: dict[str, str]) -> str:
    """A module as it is handed in."""
    shape = re.search(r"^# SHAPED (\w+)$", text, re.MULTILINE)
    if shape:
        text = text.replace(shape[0], SHAPED.replace("_fill = _zeros", f"_fill = _{shape[1]}"))
    for name, value in words.items():
        text = text.replace(f"@{name}@", value)
    for name, value in {
        "= BRACKETS": "= " + "(" * 50_000 + ")" * 50_000,
        "= SIGNS": "= " + "-" * 50_000 + "1",
        "= ATTRIBUTES": "= 0" + ".real" * 50_000,
        "= NULS": "= \0\0",
    }.items():
        text = text.replace(name, value)
    return PRELUDE + "\n# %%\n" + text


def hold(modules: list[Module], *, way: str, isolation: str, only: tuple[str, ...] = ()) -> Session:
    """Grade twins, modules and a perfect solution in one session, and look at what is left."""
    token, marker = secrets.token_hex(12), f"hostile-{secrets.token_hex(6)}"
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    folder.chmod(0o755)
    secret, work = folder / "secret.txt", folder / "work"
    work.mkdir(mode=0o777)
    secret.write_text(token)
    listener, abstract = socket.socket(), socket.socket(socket.AF_UNIX)
    listener.bind(("127.0.0.1", 0))
    abstract.bind(f"\0{marker}-listener")
    for server in (listener, abstract):
        server.listen(8)
        server.setblocking(False)
    words = {
        "SECRET": str(secret),
        "TOKEN": token,
        "MARKER": marker,
        "CWD": str(work),
        "ROOT": str(ROOT),
        "PORT": str(listener.getsockname()[1]),
        "COURSE": str(COURSE.folder),
        "HIDDEN": str(COURSE.folder / "hidden"),
        "LONG": "a" * 900_000,
        "HANGUL": "\uac00" * 200_000,
        "NUL": "\0",
    }
    honest = [{"id": "perfect-first", "base": "solution", "text": ""}, {"id": "stub", "base": "stub", "text": ""}]
    honest.append({"id": "all-wrong", "base": "solution", "text": ALL_WRONG})
    for names in TWINS:
        gone = "".join(f"def {name}(*args, **kwargs):\n    raise NotImplementedError\n\n\n" for name in names)
        honest.append({"id": "without " + " ".join(names), "base": "solution", "text": gone})
    hostile = [{"id": m.name, "base": m.base, "text": filled(m.text, words)} for m in modules]
    last = [{"id": "perfect-last", "base": "solution", "text": ""}]
    # An unusual amount of memory marks this session's processes in the list of all of them.
    limits = {**LIMITS, "memory_mib": 700 + secrets.randbelow(200)}
    job = {
        "root": str(ROOT),
        "limits": limits,
        "submissions": honest + hostile + last,
        "way": way,
        "isolation": isolation,
        "only": only,
        "seed": int(os.environ.get("GRADER_HOSTILE_SEED") or drawn_seed()),
    }
    (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GRADER_HOSTILE_SECRET": token, "GITHUB_TOKEN": token}
    environment |= {"CI": "true", "PYTHONDEVMODE": "", "PYTHONWARNINGS": "default", "SSH_AUTH_SOCK": str(secret)}
    try:
        done = subprocess.run(
            [sys.executable, str(HERE / "sitting.py"), str(folder / "job.json")],
            cwd=work,
            env=environment,
            capture_output=True,
            timeout=600,
            check=False,
        )
        lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
        connections = sum(_arrived(server) for server in (listener, abstract))
        places = [*map(Path, FOLDERS), work, COURSE.folder, COURSE.folder / "hidden", ROOT, Path.home()]
        made = [str(p) for place in places if place.is_dir() for p in place.glob(f"*{marker}*")]
        seen = {line["id"]: line for line in lines if line["id"]}
        end = lines[-1] if lines and not lines[-1]["id"] else {}
        left = secret.read_text() if secret.exists() else "gone"
        return Session(seen, end, done.stderr.decode(errors="replace"), done.returncode, token, made, connections, left)
    finally:
        listener.close()
        abstract.close()
        shutil.rmtree(folder, ignore_errors=True)


def _arrived(server: socket.socket) -> int:
    count = 0
    try:
        while True:
            server.accept()[0].close()
            count += 1
    except OSError:
        return count


@pytest.fixture(scope="module")
def confined() -> Session:
    return hold(MODULES, way="fork", isolation="confined")


ONE_STEP = ("softmax", "embedding")


@pytest.fixture(scope="module", params=["fork", "spawn"])
def bare(request: pytest.FixtureRequest) -> Session:
    """No sandbox, only a process border: what needs nothing else to fail. Two steps are enough."""
    if request.param == "fork" and sys.platform != "linux":
        pytest.skip("no safe fork here")
    return hold(HARMLESS, way=request.param, isolation="process", only=ONE_STEP)


# -- what must hold for each -----------------------------------------------------------------------------------


def points(session: Session, name: str) -> tuple[Fraction, Fraction]:
    seen = session.seen[name]
    return Fraction(seen["earned"]), Fraction(seen["bonus"])


def outcomes(session: Session, name: str) -> list[tuple[str, str, str]]:
    steps = json.loads(session.seen[name]["json"])["steps"]
    return [(check["id"], check["outcome"], check["message"]) for step in steps for check in step["checks"]]


def assert_deserved(session: Session, m: Module, full: tuple[Fraction, Fraction]) -> None:
    """The points are what the header says, cut to `full` where only some steps were graded."""
    got = points(session, m.name)
    if m.missing:
        most = points(session, "without " + " ".join(m.missing))
        assert got[0] <= most[0]
        assert got[1] <= most[1]
        for step in json.loads(session.seen[m.name]["json"])["steps"]:
            if not needed(step["id"]) & set(m.missing):
                lost = [c["id"] for c in step["checks"] if c["outcome"] != "passed" and "growth" not in c["id"]]
                assert lost == [], "they have nothing to do with it"
        return
    most = tuple(Fraction(int(n)) for n in re.findall(r"\d+", m.deserves))  # type: ignore[assignment]
    if m.deserves.startswith("at most"):
        assert got[0] <= most[0]
        assert got[1] <= most[1]
    else:
        assert got == (min(most[0], full[0]), min(most[1], full[1]))


def needed(step_id: str) -> set[str]:
    """The functions on which a step's result can depend."""
    step = COURSE.step(step_id)
    found = set(step.functions)
    for need in step.needs:
        found |= needed(need)
    return found


def assert_quiet(session: Session, name: str) -> None:
    """The report is small, and carries no secret, no control character and no line that a CI runner obeys."""
    seen = session.seen[name]
    for kind in ("json", "text", "table", "html"):
        text = seen[kind]
        assert len(text.encode()) < (64 << 10 if kind != "html" else 512 << 10)  # the page carries its own style
        assert not re.search(r"<script>alert|<img src=x|[\"']javascript:alert", text) or kind != "html"
        assert session.token not in text
        assert "ACHIEVED" not in text, re.findall(r"ACHIEVED.{0,80}", text)[0]
        odd = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and c != "\n"}
        assert not odd
        for line in _lines(kind, text):
            assert not re.match(r"\s*::.*::", line), line
            assert not re.search(r"##\w*\[", line), line


def _lines(kind: str, text: str) -> Iterator[str]:
    yield from text.splitlines()
    if kind == "json":  # as somebody might print them
        stack: list[Any] = [json.loads(text)]
        while stack:
            node = stack.pop()
            if isinstance(node, dict):
                stack += node.values()
            elif isinstance(node, list):
                stack += node
            elif isinstance(node, str):
                assert not [c for c in node if unicodedata.category(c)[0] in "C" or c in "\u2028\u2029"]
                yield node


def assert_unharmed(session: Session, name: str) -> None:
    """Nothing of ours broke, nothing was left running, and the grader is as small as before."""
    seen, first = session.seen[name], session.seen["all-wrong"]
    assert [check for check in outcomes(session, name) if check[1] == "broken"] == []
    assert [check for check in outcomes(session, name) if check[1] == "inconclusive" and "growth" not in check[0]] == []
    assert seen["strays"] == []
    assert [below for _, below in seen["children"] if below] == []
    assert len(seen["children"]) <= 2
    assert seen["descriptors"] <= first["descriptors"] + 2
    assert seen["threads"] <= first["threads"]
    assert seen["rss"] - first["rss"] < 24 << 10, "the grader kept memory"
    assert seen["peak"] - first["rss"] < 160 << 10, "the grader took memory"


@linux
@pytest.mark.parametrize("m", MODULES, ids=[m.name for m in MODULES])
class TestConfined:
    def test_gets_what_it_deserves(self, confined: Session, m: Module) -> None:
        assert m.name in confined.seen, f"the session ended before it: {confined.said[-2000:]}"
        assert_deserved(confined, m, points(confined, "perfect-first"))

    def test_report_is_quiet(self, confined: Session, m: Module) -> None:
        assert_quiet(confined, m.name)

    def test_reaches_nothing_and_tells_so(self, confined: Session, m: Module) -> None:
        told = confined.seen[m.name]["told"]
        assert [words for words in told if "ACHIEVED" in words] == []
        assert not m.tells or any("blocked: " in words for words in told), told

    def test_harms_nothing(self, confined: Session, m: Module) -> None:
        assert_unharmed(confined, m.name)

    def test_takes_no_longer_than_it_may(self, confined: Session, m: Module) -> None:
        # A busy machine is as slow for the perfect solution as for this one.
        slow = max(1.0, confined.seen["perfect-first"]["seconds"], confined.seen["perfect-last"]["seconds"])
        assert confined.seen[m.name]["seconds"] < m.seconds * slow


@linux
class TestAfterwards:
    def test_session_was_confined(self, confined: Session) -> None:
        assert {seen["level"] for seen in confined.seen.values()} <= {"confined", "confined+"}

    @pytest.mark.parametrize("which", ["perfect-first", "perfect-last"])
    def test_a_perfect_solution_is_perfect(self, confined: Session, which: str) -> None:
        assert points(confined, which) == (70, 40), outcomes(confined, which)

    def test_the_empty_exercise_earns_nothing(self, confined: Session) -> None:
        assert points(confined, "stub") == (0, 0)

    def test_session_ended_by_itself(self, confined: Session) -> None:
        assert confined.code == 0, confined.said[-3000:]
        assert confined.end == {"id": "", "strays": [], "children": []}

    def test_grader_said_nothing(self, confined: Session) -> None:
        assert confined.said == ""

    def test_nothing_was_written(self, confined: Session) -> None:
        assert confined.markers == []
        assert confined.secret == confined.token

    def test_nobody_connected(self, confined: Session) -> None:
        assert confined.connections == 0

    def test_memory_is_what_it_was(self, confined: Session) -> None:
        seen = confined.seen
        assert seen["perfect-last"]["rss"] - seen["all-wrong"]["rss"] < 24 << 10


class TestBare:
    """Without a sandbox the cheats that stay in their own process still fail."""

    def test_gets_what_it_deserves(self, bare: Session) -> None:
        assert points(bare, "perfect-first") == (18, 0)
        for m in HARMLESS:
            assert m.name in bare.seen, f"the session ended before {m.name}: {bare.said[-2000:]}"
            try:
                assert_deserved(bare, m, points(bare, "perfect-first"))
            except AssertionError as error:
                raise AssertionError(f"{m.name}: {error}") from None

    def test_reports_are_quiet(self, bare: Session) -> None:
        for m in HARMLESS:
            assert_quiet(bare, m.name)

    def test_nothing_is_ours(self, bare: Session) -> None:
        broken = {m.name: [c for c in outcomes(bare, m.name) if c[1] == "broken"] for m in HARMLESS}
        assert {name: checks for name, checks in broken.items() if checks} == {}

    def test_a_perfect_solution_is_perfect(self, bare: Session) -> None:
        assert points(bare, "perfect-last") == points(bare, "perfect-first")

    def test_is_practice(self, bare: Session) -> None:
        assert not any(json.loads(seen["json"])["grade"] for seen in bare.seen.values())

    def test_nothing_is_left(self, bare: Session) -> None:
        assert bare.code == 0, bare.said[-3000:]
        assert bare.end["strays"] == []
        assert bare.markers == []


def test_every_attack_of_the_table_is_here() -> None:
    numbers = {int(m.name.partition("_")[0]) for m in MODULES}
    assert numbers >= set(range(1, 41))
    assert len(numbers) == len(MODULES)
