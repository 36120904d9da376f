"""The grade of record in a Classroom 50 gradebook: `scores.json` (schema `classroom50/scores/v1`) with overrides.

Its collector keeps an entry with `"override": true` as it is, so this is how a grade made elsewhere gets in. The file
stands in the private configuration repository; a person, or a workflow, commits it. An entry that a teacher has
overridden by hand is left alone: ours bear `graded_by`.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from grader.core.errors import UsageError
from grader.integrations.github.publish import Done
from grader.integrations.github.repos_csv import RepositoryRow
from grader.reports.formats.classroom50 import result_json
from grader.reports.schema import Report

__all__ = ["read_scores", "scores_text", "with_overrides"]

SCHEMA = "classroom50/scores/v1"
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


def read_scores(path: Path) -> dict[str, Any]:
    """The gradebook. Raises UsageError where it is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    except ValueError as error:
        raise UsageError(f"{path}: not JSON ({error})") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("assignments"), dict):
        raise UsageError(f"{path}: no {SCHEMA} file; expected CLASSROOM/scores.json of Classroom 50")
    return data


def scores_text(scores: Mapping[str, Any]) -> str:
    """The gradebook as its collector writes it."""
    return json.dumps(scores, ensure_ascii=False, indent=2) + "\n"


def with_overrides(
    scores: Mapping[str, Any], classroom: str, slug: str, graded: Iterable[tuple[RepositoryRow, Report]]
) -> tuple[dict[str, Any], list[Done]]:
    """The gradebook with each report's points as its learner's override, and what became of each.

    Raises UsageError where the gradebook has no assignment `slug`.
    """
    data = copy.deepcopy(dict(scores))
    bucket = data["assignments"].get(slug)
    if not isinstance(bucket, dict) or not isinstance(bucket.get("entries"), list):
        known = ", ".join(data["assignments"]) or "none"
        raise UsageError(f"scores.json has no assignment {slug!r} (there: {known}); name it with --slug")
    entries = {str(entry.get("owner", "")).lower(): entry for entry in bucket["entries"]}
    done = []
    for line, report in graded:
        entry = entries.get(line.learner.lower())
        if entry is None:
            entry = {"owner": line.learner, "submissions": []}
            entries[line.learner.lower()] = entry
            bucket["entries"].append(entry)
        done.append(_override(entry, line, report, classroom, slug, str(bucket.get("type", "individual"))))
    return data, done


def _override(entry: dict[str, Any], line: RepositoryRow, report: Report, classroom: str, slug: str, kind: str) -> Done:
    latest = entry["submissions"][0] if entry["submissions"] else {}
    if entry.get("override") is True and not latest.get("graded_by"):
        return Done(line.learner, line.repository, "kept", "overridden by hand; left alone")
    same: Mapping[str, Any] = next(
        (one for one in entry["submissions"] if str(one.get("commit", "")).endswith(line.commit)), {}
    )
    record = _record(same, line, report, classroom, slug, kind)
    others = [one for one in entry["submissions"] if one is not same]
    if entry.get("override") is True and latest == record:
        return Done(line.learner, line.repository, "kept", _points(record))
    entry["submissions"], entry["override"] = [record, *others], True
    was = f"{_points(latest)} -> " if latest else ""
    return Done(line.learner, line.repository, "changed" if latest else "made", was + _points(record))


def _record(
    same: Mapping[str, Any], line: RepositoryRow, report: Report, classroom: str, slug: str, kind: str
) -> dict[str, Any]:
    """The submission with our points: the runner's own record of this commit where there is one."""
    commit = f"https://github.com/{line.repository}/commit/{line.commit}"
    environment = {
        "CLASSROOM": classroom,
        "ASSIGNMENT": slug,
        "ASSIGNMENT_TYPE": kind,
        "OWNER": line.learner,
        "SUBMISSION_TAG": f"submit/central-{line.commit[:7]}",
        "COMMIT_URL": commit,
        "RELEASE_URL": commit,
        "REVIEW_URL": commit,
        "GRADED_COMMIT_TIME": _utc(line.pushed_at),
    }
    ours = result_json(report, environment)
    ours.pop("assignment")
    known = {key: value for key, value in same.items() if key not in ("score", "max-score", "tests")}
    source = report.provenance
    graded_at = _utc(source.graded_at)
    record = {**ours, **known, "graded_by": f"grader/{source.engine} suite {source.suite}"}
    return {**record, "graded_at": graded_at} if graded_at else record


def _utc(stamp: str) -> str:
    """A time in UTC as Classroom 50 writes it; "" where there is none."""
    found = _STAMP.match(stamp)
    return f"{found[0]}Z" if found and stamp[found.end() :] in ("Z", "+00:00") else ""


def _points(record: Mapping[str, Any]) -> str:
    return f"{record.get('score')}/{record.get('max-score')}"
