"""What Classroom 50's runner does with a bundle, written from its contract: a second implementation to test against.

Unpack the archive that Pages serves (at most 10 MB, no links, nothing outside), choose the entry point, run it in the
checkout, throw away what a failing one left, validate `result.json`, overwrite the fields that are the runner's own.
"""

import dataclasses
import io
import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import PurePosixPath

LARGEST = 10 << 20
WHEN = "2026-11-30T08:00:00Z"
FIXED = {
    "assignment_type": "individual",
    "datetime": WHEN,
    "graded_at": "2026-11-30T09:00:00Z",
    "submitted_by": {"username": "pusher", "id": 7},
}


@dataclasses.dataclass
class Outcome:
    """What the runner would publish. Without a release the student looks as if nothing had been handed in."""

    result: dict
    status: str
    summary: str
    body: str
    released: bool
    source: str
    log: str = ""


class Runner:
    """One classroom, one assignment, one student."""

    def __init__(self, folder, bundle=None, default=None, python=sys.executable, environment=None):
        self.folder, self.bundle, self.default, self.python = folder, bundle, default, python
        self.given = environment or {}
        self.checkout = folder / "checkout"
        self.checkout.mkdir(parents=True)

    def run(self, bundle_dir_is_told=True):
        """Grade the checkout."""
        unpacked = self.folder / "classroom50-runtime"
        unpacked.mkdir()
        if self.bundle is not None:
            extract(self.bundle, unpacked)
        mine = unpacked / "self-attention"
        if (mine / "autograder.py").is_file():
            return self._entry(mine / "autograder.py", mine, "bundle autograder.py", bundle_dir_is_told)
        if (mine / "tests.json").is_file():
            declared = json.loads((mine / "tests.json").read_text())
            if isinstance(declared, list):
                return self._error("tests.json is a list", "bundle tests.json")
            return Outcome({}, "success", "", "", True, "bundle tests.json")
        if self.default is not None:
            (unpacked / "autograder.py").write_text(self.default)
            return self._entry(unpacked / "autograder.py", mine, "classroom autograder.py", bundle_dir_is_told)
        return Outcome(
            {"score": 0, "max-score": 0, "tests": []}, "success", "no autograder configured", "", True, "none"
        )

    def _entry(self, entry, mine, source, bundle_dir_is_told):
        output = self.folder / "github_output"
        output.touch()
        environment = {
            **{key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ},
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_OUTPUT": str(output),
            "GITHUB_REPOSITORY": "course/cs1-x-ada",
            "GITHUB_WORKSPACE": str(self.checkout),
            "RUNNER_TEMP": str(self.folder),
            "CLASSROOM": "cs1",
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
            "ASSIGNMENT": "self-attention",
            "SUBMISSION_TAG": "submit/20261130-0123456",
            "USERNAME": "ada",
            "PAGES_BASE_URL": "https://course.example/classroom50",
            "OWNER": "ada",
            "ASSIGNMENT_TYPE": "individual",
            "COMMIT_URL": "https://h/c",
            "RELEASE_URL": "https://h/r",
            "REVIEW_URL": "https://h/v",
            "MODE": "individual",
            "ALLOWED_FILES": "",
            "RELEASE_ASSETS": "",
            "SECRET": "",
            **self.given,
        }
        if bundle_dir_is_told:
            environment["CLASSROOM50_BUNDLE_DIR"] = str(mine if mine.is_dir() else entry.parent)
        done = subprocess.run(
            [self.python, str(entry)], cwd=self.checkout, env=environment, capture_output=True, text=True, timeout=300
        )
        log = done.stdout + done.stderr
        told = dict(line.split("=", 1) for line in output.read_text().splitlines() if "=" in line)
        if done.returncode:
            return dataclasses.replace(self._error(f"autograder exited {done.returncode}", source), log=log)
        try:
            result = json.loads((self.checkout / "result.json").read_text())
        except (OSError, ValueError) as error:
            return self._error(f"result.json: {error}", source)
        result |= {"owner": "ada", **FIXED}
        wrong = complaint(result)
        if wrong:
            return dataclasses.replace(self._error(wrong, source), log=log)
        passed = all(test["passed"] for test in result["tests"])
        body = self.checkout / "release-body.md"
        return Outcome(
            result,
            told.get("status", "success" if passed else "failure"),
            told.get("summary", ""),
            body.read_text() if body.is_file() else "",
            True,
            source,
            log,
        )

    def _error(self, why, source):
        return Outcome({"score": 0, "max-score": 0, "tests": []}, "error", why, "", False, source)


def extract(archive, target):
    """Unpack as the runner does. Raises ValueError where it refuses."""
    if len(archive) > LARGEST:
        raise ValueError("larger than 10 MB")
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
        for member in tar.getmembers():
            path = PurePosixPath(member.name)
            if not (member.isfile() or member.isdir()) or path.is_absolute() or ".." in path.parts:
                raise ValueError(f"refused: {member.name}")
        tar.extractall(target, filter="data")


def complaint(result):
    """Why the runner would not take a result; "" where it would."""
    if result.get("schema") != "classroom50/result/v1":
        return "schema"
    if (result.get("classroom"), result.get("assignment")) != ("cs1", "self-attention"):
        return "another classroom or assignment"
    if not str(result.get("submission", "")).startswith("submit/"):
        return "submission"
    if any(not isinstance(result.get(key), str) or not result[key] for key in ("commit", "release", "review")):
        return "an address is missing"
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", str(result.get("datetime"))):
        return "datetime"
    tests = result.get("tests")
    if not isinstance(tests, list):
        return "tests"
    for one in (result, *tests):
        score, most = one.get("score"), one.get("max-score")
        if type(score) is not int or type(most) is not int or not 0 <= score <= most:
            return "must be a non-negative integer"
    if any(not test.get("test-name") or type(test.get("passed")) is not bool for test in tests):
        return "a test without a name or a verdict"
    return ""
