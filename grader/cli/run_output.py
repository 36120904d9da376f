"""What `grader grade` prints: reports or a table on standard output, progress and notes on standard error."""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import click

from grader.cli.spoken import to_stderr
from grader.core.errors import MachineError
from grader.reports.schema import Report

if TYPE_CHECKING:
    from grader.batch.cohort import GradedSubmission
    from grader.cli.grade import GradeOptions
    from grader.submissions.cache_key import GradingTerms

__all__ = ["RunOutput"]


class RunOutput:
    """Collects results and prints them: reports or a table on stdout, the rest on stderr."""

    def __init__(self, terms: GradingTerms, total: int, chosen: GradeOptions) -> None:
        from grader.batch.triage import InOrder, TableRow
        from grader.cli.progress import ProgressBar
        from grader.core.terminal import for_encoding

        self.language, self.output, self.total = terms.language, chosen.output, total
        self.as_json, self.full, self.quiet, ascii_only = chosen.as_json, chosen.full, chosen.quiet, chosen.ascii_only
        self.width = max(60, min(120, shutil.get_terminal_size((80, 24)).columns))
        self.encoding = "ascii" if ascii_only and self.language == "en" else sys.stdout.encoding
        self.glyphs = for_encoding(self.encoding, ascii_only=ascii_only)
        self.lines = InOrder(self._line)
        self.began = time.monotonic()
        self.progress = ProgressBar(total, quiet=chosen.quiet)
        self.rows: dict[int, Report] = {}
        self.slim = TableRow()
        self.broken: dict[int, str] = {}
        self.looks: Counter[str] = Counter()
        self.done = self.unchanged = self.changed = self.unmarked = 0

    def __enter__(self) -> RunOutput:
        self.progress.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.__exit__()
        self.lines.close()

    def one(self, graded: GradedSubmission) -> None:
        """Add one result."""
        from grader.batch.triage import review_reason

        report, seen = graded.report, review_reason(graded.report, graded.submission, self.language)
        self.done += 1
        self.unchanged += graded.unchanged
        self.changed += graded.before is not None
        self.unmarked += bool(report.quiz and report.quiz.held)
        if seen is not None:
            self.looks[seen[0]] += 1
        if report.broken:
            self.broken[graded.index] = report.submission.id
        if self.as_json:
            self.lines.add(graded.index, graded.text)
        else:
            self.rows[graded.index] = report if self.total == 1 else self.slim.of(report)
        self.progress.one(report.submission.id, seen, unchanged=graded.unchanged)

    def _line(self, text: str) -> None:
        if (sys.stdout.encoding or "").lower().replace("-", "") != "utf8":
            import json

            text = json.dumps(json.loads(text))  # no letter of an id may be lost
        try:
            click.echo(text)
        except BrokenPipeError:
            raise
        except OSError as error:
            said = f"standard output cannot be written: {error.strerror or error}; run again"
            raise MachineError(said) from None

    def _tell(self, message: str, **params: object) -> None:
        """Print a message on standard error, in the language of the run."""
        from grader.core.languages import say
        from grader.core.safe_text import encodable

        to_stderr(encodable(say(self.language, message, **params), sys.stderr.encoding))

    def finish(self) -> None:
        """Print the table and the summary. Exits 3 where a check failed internally."""
        from grader.core.languages import say
        from grader.core.safe_text import encodable
        from grader.reports.table import table_text
        from grader.reports.text import report_text

        rows = [self.rows[index] for index in sorted(self.rows)]
        if not self.as_json:
            if len(rows) == 1:
                width = min(self.width, 100)
                text = report_text(rows[0], self.language, glyphs=self.glyphs, width=width, full=self.full)
            else:
                took = time.monotonic() - self.began
                text = table_text(rows, self.language, glyphs=self.glyphs, width=self.width, seconds=took)
            click.echo(encodable(text, self.encoding), nl=False)
        if self.output is not None:
            many = "report.run_one" if self.done == 1 else "report.run_reports"
            self._tell(many, count=self.done, folder=self.output)
        if not self.quiet and (self.unchanged or self.changed or self.total >= 20):
            looks = "".join(
                say(self.language, "report.run_look", count=count, kind=say(self.language, f"report.kind_{kind}"))
                for kind, count in sorted(self.looks.items())
            )
            self._tell(
                "report.run_counts",
                found=self.done,
                graded=self.done - self.unchanged,
                looks=looks,
                unchanged=self.unchanged,
                changed=self.changed,
            )
        if self.unmarked and not self.quiet and self.total > 1:
            self._tell("report.run_unmarked", count=self.unmarked)
        if self.broken:
            names = [self.broken[index] for index in sorted(self.broken)]
            named = ", ".join(names[:5]) + (" ..." if len(names) > 5 else "")
            self._tell("report.run_broken", count=len(names), names=named)
            raise SystemExit(3)
