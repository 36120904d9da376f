"""The site on disk: `index.html` for the class and a page for each learner, all of them offline and static.

A folder that holds something else is never written into. A site that is made again takes its old pages with it, so
that no page with a name stays behind in a site that has become anonymous.
"""

from __future__ import annotations

import base64
import dataclasses
import functools
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup

import grader
from grader.analytics import Cohort, OptionKey, gather, in_order, summarise
from grader.analytics.site.anonymous import aliases, anonymised
from grader.analytics.site.complexity_plot import Curve, curve_of
from grader.analytics.site.view import GradebookStanding, index_view
from grader.core.atomic_write import write_whole
from grader.core.errors import MachineError, UsageError
from grader.core.languages import LANGUAGES, say
from grader.core.safe_text import file_name
from grader.reports.schema import Report

if TYPE_CHECKING:
    import jinja2

__all__ = ["MARKER", "Site", "site_pages", "write_site"]

MARKER = "cohort-report.json"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

Reports = Callable[[], Iterable[Report]]


@dataclasses.dataclass(frozen=True, slots=True)
class Site:
    """What was asked for. `alias` is id -> alias where names are left out; `pages` says whether learners have pages."""

    language: str
    alias: Mapping[str, str] | None = None
    pages: bool = True
    claims: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    choices: Mapping[str, Mapping[tuple[str, str], OptionKey]] = dataclasses.field(default_factory=dict)  # of the bank
    standings: Mapping[str, GradebookStanding] = dataclasses.field(
        default_factory=dict
    )  # submission -> what a gradebook adds


def site_pages(reports: Reports, site: Site) -> Iterator[tuple[str, str]]:
    """(path, text) of every page, `index.html` first. `reports` is called twice: once a pass over all of them.

    Raises UsageError where there is no report.
    """
    curves: list[Curve] = []
    cohort = gather(_seen(reports, site, curves), site.claims, site.choices)
    if not len(cohort):
        raise UsageError("no report to make a page of")
    if site.alias is not None:  # the order in which reports were read is the order of the names
        cohort = in_order(cohort)
        curves.sort(key=lambda curve: curve.points)
    pages = _addresses(cohort) if site.pages else {}
    yield "index.html", _index(cohort, curves, pages, site)
    if site.pages:
        for report in _named(reports(), site):
            ident = report.submission.id
            if ident in pages:  # somebody may be grading on
                yield pages[ident], _learner(report, site)


def write_site(reports: Reports, out: Path, site: Site) -> int:
    """Write the site into `out`; how many learners have a page. Raises UsageError, MachineError."""
    old = _claim(out)
    written = []
    try:
        for name in old:
            (out / name).unlink(missing_ok=True)
        for name, text in site_pages(reports, site):
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_text(text, encoding="utf-8", newline="\n")  # not synced: it can be made again
            written.append(name)
    except OSError as error:
        raise MachineError(f"{out}: cannot be written: {error.strerror or error}; run again") from None
    finally:
        if written:
            marker = {"schema": "grader/cohort-report/1", "pages": sorted(written)}
            write_whole(out / MARKER, json.dumps(marker, ensure_ascii=False) + "\n")
            if site.alias is not None:
                _one_time(out, written)
    return len(written) - 1


def _one_time(out: Path, written: Iterable[str]) -> None:
    """One time for all files: the order in which they were written is the order of the names."""
    for name in written:
        os.utime(out / name, (0, 0))


def _claim(out: Path) -> list[str]:
    """The pages of an earlier site there. Raises UsageError where the folder holds something else."""
    if not out.exists():
        return []
    if not out.is_dir():
        raise UsageError(f"{out}: a file; the site needs a folder of its own")
    if not any(out.iterdir()):
        return []
    try:
        told = json.loads((out / MARKER).read_text(encoding="utf-8"))
        pages = [name for name in told["pages"] if isinstance(name, str)]
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(f"{out}: holds something else already; give a new or empty folder") from None
    inside = out.resolve()
    return [name for name in pages if inside in (out / name).resolve().parents]


def _named(reports: Iterable[Report], site: Site) -> Iterator[Report]:
    for report in reports:
        ident = report.submission.id
        if site.alias is None:
            yield report
        elif ident in site.alias:
            yield anonymised(report, site.alias[ident])


def _seen(reports: Reports, site: Site, curves: list[Curve]) -> Iterator[Report]:
    """The reports, their growth kept aside."""
    for report in _named(reports(), site):
        curve = curve_of(report)
        if curve is not None:
            curves.append(curve)
        yield report


def _addresses(cohort: Cohort) -> dict[str, str]:
    """Id -> address of the learner's page; names that a file system takes for equal get a number."""
    taken: set[str] = set()
    found = {}
    for learner in cohort.learners:
        name = stem = file_name(learner.id)
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        found[learner.id] = f"learners/{name}.html"
    return found


def _index(cohort: Cohort, curves: list[Curve], pages: Mapping[str, str], site: Site) -> str:
    script = _file("cohort.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    report_style = (files("grader.reports.html") / "page.css").read_text(encoding="utf-8")
    addresses = {ident: quote(page) for ident, page in pages.items()}
    named = site.alias or {}
    standings = {named.get(ident, ident): one for ident, one in site.standings.items()}
    text: str = _template().render(
        view=index_view(summarise(cohort), curves, addresses, site.language, standings),
        language=site.language,
        foreign=_foreign(cohort, site.language),
        anonymous=site.alias is not None,
        policy=f"{_POLICY}; script-src 'sha256-{digest}'",
        style=Markup(report_style + _file("cohort.css")),
        script=Markup(script),
        w=functools.partial(say, site.language),
        engine=grader.__version__,
    )
    return text


def _learner(report: Report, site: Site) -> str:
    """A learner's page: the instructor's copy, or the learner's where names are left out."""
    from grader.reports.html import report_html

    back = ("../index.html", say(site.language, "cohort.back"))
    if site.alias is None:
        return report_html(report, site.language, audience="instructor", back=back)
    return report_html(report, site.language, reveal_quiz=True, back=back)


def _foreign(cohort: Cohort, language: str) -> str:
    """The language that the reports were graded in, where it is not the page's."""
    titles = cohort.title + "".join(column.titled("") for column in cohort.steps.values())
    written = "ko" if any("가" <= letter <= "힣" for letter in titles) else "en"
    return written if written != language and language in LANGUAGES else ""


def _file(name: str) -> str:
    return (files("grader.analytics.site") / name).read_text(encoding="utf-8")


def aliases_of(reports: Reports) -> dict[str, str]:
    """An alias for everybody in `reports`."""
    return aliases([report.submission.id for report in reports()])


@functools.cache
def _template() -> jinja2.Template:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.DictLoader({"index.html.jinja": _file("index.html.jinja")}),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("index.html.jinja")
