"""The kill matrix: which check catches which mistake, as text, JSON and HTML."""

from __future__ import annotations

import html
from collections.abc import Sequence

from grader.authoring.verify.findings import Verification
from grader.authoring.verify.trials import TrialVerdict

__all__ = ["matrix_html", "matrix_text", "to_data"]

_STYLE = """\
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; }
th, td { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 2px 5px; text-align: center; }
th[scope=row] { text-align: left; font-weight: 500; white-space: nowrap; }
th[scope=col] { vertical-align: bottom; }
th span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 400; }
.kill { background: color-mix(in srgb, #0a7d4f 35%, transparent); }
"""


def to_data(verification: Verification) -> dict[str, object]:
    """The proof as plain data, schema `grader/verify/1`."""
    return {
        "schema": "grader/verify/1",
        "assignment": verification.assignment,
        "sound": verification.sound,
        "findings": [{"level": f.level, "where": f.where, "text": f.text} for f in verification.findings],
        "trials": [
            {
                "kind": v.kind,
                "name": v.name,
                "seed": v.seed,
                "named": v.named,
                "checks": {check: str(outcome) for check, outcome in v.outcomes},
            }
            for v in verification.verdicts
        ],
        "seconds": round(verification.seconds, 2),
    }


def _mistakes(verification: Verification) -> list[TrialVerdict]:
    return [v for v in verification.verdicts if v.kind == "mistake"]


def _own(verdict: TrialVerdict) -> list[str]:
    """The checks that caught it themselves: failed or crashed, not only blocked by what lies below."""
    return [check for check, outcome in verdict.outcomes if outcome in ("failed", "crashed", "timeout", "memory")]


def matrix_text(verification: Verification) -> str:
    """One line a mistake: the checks that catch it."""
    mistakes = _mistakes(verification)
    width = max((len(v.name) for v in mistakes), default=0)
    lines = []
    for verdict in mistakes:
        checks = _own(verdict)
        shown = ", ".join(checks[:4]) + (f" and {len(checks) - 4} more" if len(checks) > 4 else "")
        lines.append(f"{verdict.name:<{width}}  {len(checks):>2}  {shown or 'SURVIVES'}")
    return "\n".join(lines) + "\n"


def matrix_html(verification: Verification) -> str:
    """A page with the findings and the matrix mistake x check; no script, no request."""
    mistakes = _mistakes(verification)
    checks: Sequence[str] = [check for check, _ in mistakes[0].outcomes] if mistakes else []
    head = "".join(f'<th scope="col"><span>{html.escape(check)}</span></th>' for check in checks)
    rows = []
    for verdict in mistakes:
        caught = set(_own(verdict))
        cells = "".join(
            f'<td class="kill" title="{html.escape(check)}">x</td>' if check in caught else "<td></td>"
            for check in checks
        )
        rows.append(f'<tr><th scope="row">{html.escape(verdict.name)}</th><td>{len(caught)}</td>{cells}</tr>')
    findings = "".join(
        f"<li><strong>{f.level}</strong> <code>{html.escape(f.where)}</code> {html.escape(f.text)}</li>"
        for f in verification.findings
    )
    state = "Sound" if verification.sound else "Not sound yet"
    title = f"{html.escape(verification.assignment)}: what catches what"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{_STYLE}</style>
</head>
<body>
<h1>{title}</h1>
<p>{state}: {len(mistakes)} mistakes, {len(checks)} checks, {len(verification.findings)} findings.</p>
<ul>{findings}</ul>
<div class="wide" tabindex="0" role="region" aria-label="mistakes by checks">
<table>
<thead><tr><th scope="col">mistake</th><th scope="col">caught by</th>{head}</tr></thead>
<tbody>{"".join(rows)}</tbody>
</table>
</div>
</body>
</html>
"""
