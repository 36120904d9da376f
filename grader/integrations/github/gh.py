"""The one seam to GitHub: the programs `gh` and `git`, called with lists of words, never through a shell.

Requests go through `gh api --include`, so that a person's or a workflow's own authentication is used and the answer's
headers can be read: how long to wait when GitHub says that it was asked too often, and where the next page is.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from grader.core.errors import MachineError, UsageError
from grader.core.safe_text import one_line

__all__ = ["Gh", "HttpResponse", "Pace", "Refused", "TooLarge", "Unanswered"]

_TRIES = 6
_LONGEST_WAIT = 3900.0  # seconds: a primary limit is over within the hour
_SECONDS = 120  # of one request
_GIT_SECONDS = 300  # of one git command; a repository that takes longer is no exercise
_GIT_BYTES = 2 << 30  # of memory; Linux only
_TO_END = 5.0  # seconds that a git command has to end itself
_LOOK = 0.1  # seconds between two looks at what has arrived
_SURROUNDING = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX"}
_HEADERS = ("Accept: application/vnd.github+json", "X-GitHub-Api-Version: 2022-11-28")


class Refused(MachineError):
    """GitHub answered with an error. `status` is the HTTP status."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class TooLarge(MachineError):
    """What git brings is more than was allowed."""


class Unanswered(MachineError):
    """No answer, or a server's error: whether the request was carried out is not known."""


@dataclasses.dataclass(frozen=True, slots=True)
class HttpResponse:
    """One HTTP answer."""

    status: int
    headers: Mapping[str, str]  # names in lower case
    data: Any


class Gh:
    """GitHub through `gh`. `say` is called with a sentence before each wait."""

    def __init__(
        self,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.time,
        say: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.sleep, self.clock, self.say = sleep, clock, say

    def get(self, path: str) -> Any:
        """What stands at `path`. A request that only reads is tried again. Raises Refused, Unanswered, UsageError."""
        return self._ask("GET", path, None).data

    def pages(self, path: str) -> Iterator[Any]:
        """The items of a list, page after page, as GitHub's `Link` header names the pages."""
        where: str | None = path
        while where:
            answer = self._ask("GET", where, None)
            yield from answer.data if isinstance(answer.data, list) else ()
            where = _next_page(answer.headers.get("link", ""))

    def write(self, method: str, path: str, fields: Mapping[str, object]) -> Any:
        """Ask for a change, once: only a request that GitHub refused as one too many is tried again.

        Raises Unanswered where the change may or may not have been made.
        """
        return self._ask(method, path, fields).data

    def _ask(self, method: str, path: str, fields: Mapping[str, object] | None) -> HttpResponse:
        for attempt in range(1, _TRIES + 1):
            try:
                answer = self._once(method, path, fields)
            except Unanswered:
                if method != "GET" or attempt == _TRIES:
                    raise
                self.sleep(2.0**attempt)
                continue
            if answer.status < 300:
                return answer
            pause = self._pause(answer, attempt)
            if pause is None or attempt == _TRIES:
                raise Refused(answer.status, f"GitHub answered {answer.status} to {method} {path}: {_words(answer)}")
            self.say(f"GitHub asks for a pause of {pause:.0f} s ({_words(answer)})")
            self.sleep(pause)
        raise AssertionError("unreachable")

    def _pause(self, answer: HttpResponse, attempt: int) -> float | None:
        """Seconds to wait where GitHub says that it was asked too often; None for any other error.

        In the order of GitHub's "Best practices for using the REST API": `retry-after`, then `x-ratelimit-reset`
        where nothing remains, else a minute, longer each time.
        """
        if answer.status not in (403, 429):
            return None
        after, reset = answer.headers.get("retry-after", ""), answer.headers.get("x-ratelimit-reset", "")
        if after.isdigit():
            return min(float(after), _LONGEST_WAIT)
        if answer.headers.get("x-ratelimit-remaining") == "0" and reset.isdigit():
            return min(max(1.0, float(reset) - self.clock() + 1), _LONGEST_WAIT)
        if answer.status == 429 or re.search("rate limit|abuse detection", _words(answer), re.IGNORECASE):
            return min(60.0 * float(2 ** (attempt - 1)), _LONGEST_WAIT)
        return None

    def _once(self, method: str, path: str, fields: Mapping[str, object] | None) -> HttpResponse:
        command = ["gh", "api", "--include", "--method", method]
        for header in _HEADERS:
            command += ["-H", header]
        command.append(path)
        given = None
        if fields is not None:
            command += ["--input", "-"]
            given = json.dumps(fields)
        try:
            done = subprocess.run(
                command,
                input=given,
                stdin=None if given is not None else subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=_SECONDS,
                env=_environment(),
            )
        except FileNotFoundError:
            raise UsageError("gh, GitHub's command line, is not installed; see https://cli.github.com") from None
        except subprocess.TimeoutExpired:
            raise Unanswered(f"no answer to {method} {path} within {_SECONDS} s") from None
        told = one_line(done.stderr, 200)
        if done.returncode == 4:  # gh's exit code where nobody is logged in
            raise UsageError("gh is not logged in: run `gh auth login`, or set GH_TOKEN")
        answer = _parsed(done.stdout)
        if answer is None:
            raise Unanswered(f"no answer to {method} {path}: {told or 'gh said nothing'}")
        if answer.status >= 500:
            raise Unanswered(f"GitHub answered {answer.status} to {method} {path}")
        return answer

    def git(self, *words: str, cwd: Path | None = None, most: int | None = None, into: Path | None = None) -> str:
        """What a git command prints, or "" where it is written to the file `into`. Raises MachineError, UsageError.

        Nothing of a repository can run here. Where the files under `cwd` become more than `most` bytes, the command
        is stopped and TooLarge raised. It has bounded memory and time: more than that is a MachineError.

        A learner's repository is fetched: its hooks are not used, links stay text, large files stay pointers, no
        question is asked. The password, where one is needed, comes from `gh`.
        """
        settings = {
            "core.hooksPath": os.devnull,
            "core.symlinks": "false",
            "core.fsmonitor": "false",
            "protocol.ext.allow": "never",
            "advice.detachedHead": "false",
            "init.defaultBranch": "main",
            "submodule.recurse": "false",
            "gc.auto": "0",
        }
        command = ["git", *(part for key, value in settings.items() for part in ("-c", f"{key}={value}"))]
        if shutil.which("gh"):
            command += ["-c", "credential.helper=", "-c", "credential.helper=!gh auth git-credential"]
        with contextlib.ExitStack() as stack:
            to = subprocess.PIPE if into is None else stack.enter_context(into.open("wb"))
            try:
                process = subprocess.Popen(
                    [*command, *words],
                    cwd=cwd,
                    stdin=subprocess.DEVNULL,
                    stdout=to,
                    stderr=subprocess.PIPE,
                    encoding="utf-8",
                    errors="replace",
                    env=_environment(),
                )
            except FileNotFoundError:
                raise UsageError("git is not installed") from None
            _bounded(process.pid)
            try:
                printed, complaint = _watched(process, words[0], cwd, most)
            except BaseException:
                _stop(process)
                raise
        if process.returncode:
            lines = [line for line in complaint.splitlines() if line.strip()]
            raise MachineError(f"git {words[0]}: {one_line(lines[-1] if lines else 'failed', 200)}")
        return (printed or "").strip()


def _bounded(pid: int) -> None:
    """Bound the memory of a git command, and of what it starts, where the system lets us."""
    if sys.platform == "linux":
        import resource

        with contextlib.suppress(OSError, ValueError):  # it may have ended; a lower limit may hold already
            resource.prlimit(pid, resource.RLIMIT_AS, (_GIT_BYTES, _GIT_BYTES))


def _watched(process: subprocess.Popen[str], word: str, cwd: Path | None, most: int | None) -> tuple[str, str]:
    """What a git command prints and complains. Raises TooLarge, or MachineError where it takes too long."""
    end = time.monotonic() + _GIT_SECONDS
    while True:
        try:
            said = process.communicate(timeout=_LOOK if most is not None else _GIT_SECONDS)
        except subprocess.TimeoutExpired:
            said = None
        if most is not None and cwd is not None and _bytes_under(cwd) > most:
            raise TooLarge(f"more than {most >> 20} MiB arrived")
        if said is not None:
            return said
        if time.monotonic() > end:
            raise MachineError(f"git {word} took longer than {_GIT_SECONDS} s")


def _bytes_under(folder: Path) -> int:
    """Bytes of all files under a folder; what vanishes meanwhile counts nothing."""
    total = 0
    for top, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(top, name)).st_size
    return total


def _stop(process: subprocess.Popen[str]) -> None:
    """End a git command; asked first, so that it ends what it has started itself."""
    process.terminate()
    try:
        process.communicate(timeout=_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=_TO_END)


def _environment() -> dict[str, str]:
    """The environment of both programs: no questions, no colours, no pager, no settings of a surrounding git."""
    kept = {key: value for key, value in os.environ.items() if key not in _SURROUNDING}
    return {
        **kept,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GH_PROMPT_DISABLED": "1",
        "NO_COLOR": "1",
        "GH_PAGER": "cat",
        "LC_ALL": "C.UTF-8",
        "GH_NO_UPDATE_NOTIFIER": "1",
    }


def _parsed(printed: str) -> HttpResponse | None:
    """The answer in what `gh api --include` printed: a status line, headers, an empty line, the body."""
    head, found, body = printed.replace("\r\n", "\n").partition("\n\n")
    first, _, rest = head.partition("\n")
    status = re.match(r"HTTP/\S+ (\d{3})", first)
    if not status or not found:
        return None
    pairs = (line.partition(":") for line in rest.split("\n"))
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    try:
        data = json.loads(body) if body.strip() else None
    except ValueError:
        return None
    return HttpResponse(int(status[1]), headers, data)


def _words(answer: HttpResponse) -> str:
    message = answer.data.get("message") if isinstance(answer.data, dict) else None
    return one_line(str(message or "no reason given"), 200)


def _next_page(link: str) -> str | None:
    """The address that a `Link` header calls next, as `gh api` takes it: without the host."""
    found = re.search(r'<([^>]+)>;\s*rel="next"', link)
    return re.sub(r"^https?://[^/]+/(api/v3/)?", "", found[1]) if found else None


_GAP = 1.0  # seconds
_WINDOWS = ((60.0, 75), (3600.0, 480))  # seconds, writes; a little under what is allowed


class Pace:
    """Waits before a write until it is allowed. `earlier` are the times of writes that an earlier run made."""

    def __init__(
        self,
        earlier: Iterable[float] = (),
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.time,
        say: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._sleep, self._clock, self._say = sleep, clock, say
        self._made = collections.deque(sorted(earlier)[-_WINDOWS[-1][1] :], maxlen=_WINDOWS[-1][1])

    def wait(self) -> None:
        """Return once the next write is allowed, and count it."""
        now = self._clock()
        pause = self._pause(now)
        if pause > 5:
            self._say(f"{pause:.0f} s until GitHub may be written to again")
        if pause > 0:
            self._sleep(pause)
        self._made.append(max(now + max(pause, 0.0), self._clock()))

    def _pause(self, now: float) -> float:
        pauses = [self._made[-1] + _GAP - now] if self._made else []
        for seconds, most in _WINDOWS:
            if len(self._made) >= most:
                pauses.append(self._made[-most] + seconds - now)
        return max(pauses, default=0.0)
