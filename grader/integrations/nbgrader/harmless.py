"""What a learner wrote, so that nothing of it acts where an instructor opens it: formgrader, JupyterLab, feedback.

The graded copy is shown in the notebook server's own origin, which may write scores and start terminals, and its
Markdown is rendered with raw HTML. So in every text of the learner's, nothing can begin an element, an address does
nothing but lead to a page, and raw cells are shown as they were written. What was handed in stays in `submitted/`.
"""

from __future__ import annotations

import html
import re
from typing import Any

__all__ = ["harmless_cell", "harmless_markdown"]

_ELEMENT = re.compile(r"<(?=[A-Za-z/!?])")  # with anything else behind it, "<" is a sign like others
_ENTITY = re.compile(r"&(?=(#?\w{1,40};?))")
# Pasted pictures are not copied, and formgrader refuses a page that asks for one.
_RUNS = "javascript vbscript livescript mocha blob filesystem view-source data attachment".split()
_SKIPPED = r"[\t\x00-\x08\x0b-\x1f]*"  # browsers take these out of an address before they read it
_SCHEME = re.compile(
    rf"(?<![\w+.-])({'|'.join(_SKIPPED.join(word) for word in _RUNS)})"
    r"(?!(?<=data):image/(?:png|jpe?g|gif|webp)\b)([\s\\\x00-\x20]*):",
    re.IGNORECASE,
)
_MATH = re.compile(r"\\(?=(?:href|url|require|cssId|class|style|data|html\w*|special|unicode)\b)")
_DRAWN = re.compile(r"^([ \t>*+\-0-9.)]{0,60}(?:`{3,}|~{3,})[ \t{.]{0,20})mermaid", re.IGNORECASE | re.MULTILINE)


def harmless_markdown(text: str) -> str:
    """Markdown that renders as the same words: no element, no address that runs something, no macro that makes one.

    A blank stands where something was taken apart, as in `< b>` and `javascript :`. What is harmless stays as it is.
    """
    text = _ELEMENT.sub("< ", text)
    text = _ENTITY.sub(lambda found: "& " if _spells(found[1]) else "&", text)
    text = _MATH.sub(r"\\ ", text)
    text = _DRAWN.sub(r"\1text", text)
    return _SCHEME.sub(lambda found: found[0] if " " in found[2] else f"{found[1]} {found[2]}:", text)


def _spells(entity: str) -> bool:
    """True for an entity that stands for a letter, a colon or a control character, or begins one: a word in disguise.

    Renderers decode an address more than once, so `&amp;` counts as well.
    """
    decoded = html.unescape(f"&{entity}")
    sign = "" if decoded == f"&{entity}" else decoded[:1]
    return sign in tuple(":\\&") or (sign.isascii() and sign.isalnum()) or (bool(sign) and sign <= " ")


def harmless_cell(cell: dict[str, Any]) -> dict[str, Any]:
    """The cell of a learner's: Markdown without effect, a raw cell as Markdown that shows it, code as it is."""
    source = str(cell["source"])
    if cell["cell_type"] == "markdown":
        return {**cell, "source": harmless_markdown(source)}
    if cell["cell_type"] == "code":
        return cell
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", source)), default=0))
    shown = source.replace("\r", "\n")
    return {**cell, "cell_type": "markdown", "source": _ELEMENT.sub("< ", f"{fence}text\n{shown}\n{fence}")}
