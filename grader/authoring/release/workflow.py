"""The kit's own workflow: the visible checks on every push, with the wheel that lies in the kit. Feedback, no grade.

It needs nothing from outside but three actions of others, each pinned to a commit; `tests/action` holds their list
equal to that of `action.yml`.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["CHECKOUT", "SETUP_UV", "UPLOAD", "workflow"]

CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1"
SETUP_UV = "astral-sh/setup-uv@c771a70e6277c0a99b617c7a806ffedaca235ff9 # v9.0.0"
UPLOAD = "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0"
"""Commits of those tags in the actions' own repositories."""

_HEAD = f"""\
# The visible checks on every push: feedback, not a grade. Results are in the run's summary and in its artifact.
name: visible checks
on: push
permissions:
  contents: read
concurrency:
  group: visible-checks-${{{{ github.ref }}}}
  cancel-in-progress: true
jobs:
  check:
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    steps:
      - uses: {CHECKOUT}
        with:
          persist-credentials: false
      - uses: {SETUP_UV}
        with:
          enable-cache: true
          cache-dependency-glob: requirements.txt
      - name: The tools
        run: |
          uv venv --quiet --no-project --python 3.12
          uv pip install --quiet --python .venv -r requirements.txt
"""

_STEP = """\
      - name: {id}
        if: ${{{{ !cancelled() }}}}
        run: .venv/bin/python -I -m grader ci --lang {language} --output reports/{id} exercises/{id}
"""

_TAIL = f"""\
      - name: The report
        if: ${{{{ !cancelled() }}}}
        uses: {UPLOAD}
        with:
          name: grader-report
          path: reports
          if-no-files-found: ignore
          retention-days: 14
"""


def workflow(assignments: Sequence[str], language: str) -> str:
    """The text of `.github/workflows/check.yml` for assignments of these ids, words in `language`."""
    return _HEAD + "".join(_STEP.format(id=name, language=language) for name in assignments) + _TAIL
