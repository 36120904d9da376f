"""What a check cell shows: one step's visible checks, as HTML that follows the theme, or as text."""

from __future__ import annotations

import dataclasses
import html

from grader.core.languages import say
from grader.core.model import Outcome
from grader.core.terminal import UNICODE

__all__ = ["PanelLine", "Panel"]

# Each colour is the notebook's own where it has one (JupyterLab, VS Code, Colab), so that it fits light and dark.
_STYLE = """\
.grader-check{--g-text:var(--jp-content-font-color1,var(--vscode-editor-foreground,var(--colab-primary-text-color,\
CanvasText)));--g-line:var(--jp-border-color1,var(--vscode-panel-border,var(--colab-border-color,#8886)));\
--g-ok:#1a7f37;--g-no:#b3261e;color:var(--g-text);border:1px solid var(--g-line);border-radius:6px;\
--text:var(--g-text);--muted:var(--g-text);--card:transparent;--heat:#3f8cff;--good:var(--g-ok);--bad:var(--g-no);\
padding:.5em .8em;max-width:46em;font-family:system-ui,sans-serif;font-size:14px;line-height:1.5}
[data-jp-theme-light="false"] .grader-check,.vscode-dark .grader-check,.vscode-high-contrast .grader-check,\
html[theme="dark"] .grader-check,[data-theme="dark"] .grader-check{--g-ok:#56d364;--g-no:#ff8a80}
.grader-check.grader-check ul.g-list{list-style:none;margin:.3em 0 0;padding:0}
.grader-check li{margin:.15em 0;padding-left:1.5em;text-indent:-1.5em}
.grader-check li>*{text-indent:0}
.grader-check .g-mark{display:inline-block;width:1.5em;text-indent:0;font-weight:700}
.grader-check .g-passed{color:var(--g-ok)}
.grader-check .g-failed{color:var(--g-no)}
.grader-check pre{margin:.2em 0 .4em;padding:.3em .6em;border-left:3px solid var(--g-line);background:transparent;\
font-family:ui-monospace,SFMono-Regular,Consolas,monospace;color:inherit;overflow-x:auto;font-size:13px;line-height:1.4}
.grader-check svg{display:block;max-width:100%;height:auto;margin:.4em 0}
.grader-check p{margin:.2em 0}"""


@dataclasses.dataclass(frozen=True, slots=True)
class PanelLine:
    """One visible check: how it ended, one sentence about it, and what it printed where that takes lines."""

    title: str
    outcome: Outcome
    message: str = ""
    detail: str = ""


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Panel:
    """The result of a check cell; the last expression of a cell, so that the notebook shows it."""

    step: str
    language: str
    lines: tuple[PanelLine, ...] = ()
    problem: str = ""
    picture: str = ""  # an SVG element
    hint: str = ""  # the step's name for `grader hint`, where there is one
    left_alone: bool = False  # a bonus step that nobody has begun

    @property
    def passed(self) -> bool:
        """True if every visible check of the step passed."""
        return not self.problem and bool(self.lines) and all(line.outcome is Outcome.PASSED for line in self.lines)

    def _head(self) -> str:
        passed = sum(line.outcome is Outcome.PASSED for line in self.lines)
        return say(self.language, "front.count", passed=passed, total=len(self.lines))

    def _foot(self) -> str:
        """What to do next."""
        if self.passed:
            return say(self.language, "front.more")
        return say(self.language, "front.hint", step=self.hint) if self.hint and not self.problem else ""

    def _repr_html_(self) -> str:
        def e(text: str) -> str:
            return html.escape(text, quote=True)

        rows = []
        for line in self.lines:
            kind = {Outcome.PASSED: "passed", Outcome.UNTOUCHED: "open"}.get(line.outcome, "failed")
            state = e(say(self.language, f"outcome.{line.outcome}"))
            row = (
                f'<li><span class="g-mark g-{kind}" aria-hidden="true">{UNICODE.of(line.outcome)}</span>{e(line.title)}'
            )
            row += f' <small class="g-{kind}">{state}</small>'
            row += f"<p>{e(line.message)}</p>" if line.message else ""
            row += f"<pre>{e(line.detail)}</pre>" if line.detail else ""
            rows.append(row + "</li>")
        body = f"<p>{e(self.problem)}</p>" if self.problem else f'<ul class="g-list">{"".join(rows)}</ul>'
        head = f"<b>{e(self.step)}</b>" + ("" if self.problem else f" · {e(self._head())}")
        foot = f"<p><small>{e(self._foot())}</small></p>" if self._foot() else ""
        return (
            f'<div class="grader-check" lang="{e(self.language)}" role="status"><style>{_STYLE}</style>'
            f"{head}{body}{self.picture}{foot}</div>"
        )

    def __repr__(self) -> str:
        if self.problem:
            return f"{self.step}: {self.problem}"
        out = [f"{self.step} · {self._head()}"]
        for line in self.lines:
            out.append(f"  {UNICODE.of(line.outcome)} {line.title}  [{say(self.language, f'outcome.{line.outcome}')}]")
            out += [f"      {text}" for text in [line.message, *line.detail.splitlines()] if text]
        return "\n".join([*out, self._foot()] if self._foot() else out)
