"""Take the pictures of terminal and pages in docs/images/ anew: `python docs/screenshots.py [NAME...]`.

Wants Chromium with its driver, and selenium. The screens are the real output of the commands on a kit with a wrong
softmax, at 80 columns and in colour; the pages are what `grader report` makes.
"""

from __future__ import annotations

import base64
import html
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
RUN = "from grader.cli import main; main(prog_name='grader')"
COURSE = Path("exercises/self_attention")
TERMINAL = (
    "body{margin:0;background:#14181f;color:#e8ecf3}pre{margin:0;padding:14px 18px;display:inline-block;"
    "font:14px/1.35 'DejaVu Sans Mono','Noto Sans Mono CJK KR',monospace}"
    "b{font-weight:700}i{font-style:normal;display:inline-block;width:2ch;text-align:center}.c32{color:#6fd3a0}.c31{color:#ff9c94}.c2{color:#a8b3c4}.p{color:#7db2ff}"
)


def run(folder: Path, *words: str, **environment: str) -> str:
    """What a command prints, with colour, at 80 columns."""
    told = {**os.environ, "PYTHONPATH": str(ROOT), "FORCE_COLOR": "1", "COLUMNS": "80", "LANG": "C.UTF-8"}
    command = [sys.executable, "-c", RUN, *words]
    done = subprocess.run(command, cwd=folder, env={**told, **environment}, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"grader {' '.join(words)}: {done.stderr}")
    return done.stdout


def as_page(command: str, text: str) -> str:
    """A terminal's screen as a page: the prompt, the command, what it printed."""
    out = [f'<b class="p">$</b> <b>{html.escape(command)}</b>\n']
    opened = 0
    for part in re.split(r"(\x1b\[\d*m)", text):
        code = part[2:-1] if part.startswith("\x1b[") else None
        if code is None:  # a Hangul letter is as wide as two others
            out.append(re.sub("[가-힣]", r"<i>\g<0></i>", html.escape(part)))
        elif code in ("0", ""):
            out.append("</span>" * opened)
            opened = 0
        else:
            style = ' style="font-weight:700"' if code == "1" else ""
            out.append(f'<span class="c{code}"{style}>')
            opened += 1
    return f"<!doctype html><meta charset=utf-8><style>{TERMINAL}</style><pre>{''.join(out)}</pre>"


def screens(folder: Path, kit: Path) -> Iterator[tuple[str, Path, int, int | None, str]]:
    """(picture, page, width, height or None for all of it, theme)."""
    file = kit / COURSE / "attention.py"
    reference = (ROOT / "solutions/self_attention/attention.py").read_text(encoding="utf-8")

    def terminal(name: str, where: Path, command: str, **environment: str) -> tuple[str, Path, int, int | None, str]:
        page = folder / f"{name}.html"
        page.write_text(as_page(command, run(where, *command.split()[1:], **environment)), encoding="utf-8")
        return name, page, 0, None, "dark"

    yield terminal("terminal-start-en", kit, "grader check")
    file.write_text(reference.replace("axis=-1", "axis=0"), encoding="utf-8")
    yield terminal("terminal-check-en", kit, "grader check")
    yield terminal("terminal-check-ko", kit, "grader check --lang ko")
    yield terminal("terminal-status-en", kit, "grader status")
    for language in ("en", "ko"):
        page = folder / f"visible-{language}.html"
        run(kit, "report", "--lang", language, "-o", str(page))
        theme = "light" if language == "en" else "dark"
        yield f"visible-{language}-{theme}", page, 1000, 1300, theme
    file.write_text(reference, encoding="utf-8")
    yield terminal("terminal-done-en", kit, "grader check")
    yield terminal("terminal-grade-en", ROOT, "grader grade examples/cohort")
    for language in ("en", "ko"):
        told = run(ROOT, "grade", "examples/cohort/chloe", "--lang", language, "--json")
        (folder / f"chloe-{language}.json").write_text(told, encoding="utf-8")
        page = folder / f"report-{language}.html"
        run(ROOT, "report", str(folder / f"chloe-{language}.json"), "--lang", language, "-o", str(page))
    yield "report-en-light", folder / "report-en.html", 1280, 1500, "light"
    yield "report-ko-dark", folder / "report-ko.html", 1280, 1500, "dark"
    yield "report-ko-phone", folder / "report-ko.html", 320, 1500, "light"
    yield "report-en-dark-wide", folder / "report-en.html", 1600, 1000, "dark"
    for language in ("en", "ko"):
        pictures = sorted((ROOT / COURSE / "images").glob(f"*.{language}.svg"))
        page = folder / f"pictures-{language}.html"
        shown = "".join(f'<img src="{path.as_uri()}" style="margin:6px;vertical-align:top">' for path in pictures)
        head = "<!doctype html><meta charset=utf-8><meta name=color-scheme content='light dark'>"
        page.write_text(f"{head}<body style='margin:0'>{shown}", encoding="utf-8")
        theme = "light" if language == "en" else "dark"
        yield f"pictures-{language}-{theme}", page, 1840, None, theme


def main() -> None:
    """Take those that are named, or all."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(flag)
    browser = webdriver.Chrome(options=options)
    try:
        with tempfile.TemporaryDirectory() as name:
            folder, kit = Path(name), Path(name) / "kit"
            run(ROOT, "release", str(kit))
            for picture, page, width, height, theme in screens(folder, kit):
                if not sys.argv[1:] or picture in sys.argv[1:]:
                    content = taken(browser, page, width, height, theme)
                    (IMAGES / f"{picture}.png").write_bytes(content)
                    print(f"{picture}.png {len(content) // 1024} KB")
    finally:
        browser.quit()


def taken(browser: object, page: Path, width: int, height: int | None, theme: str) -> bytes:
    """The picture of a page; `width` 0 is as wide as its text."""
    call = browser.execute_cdp_cmd  # type: ignore[attr-defined]
    call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
    size = {"width": width or 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    call("Emulation.setDeviceMetricsOverride", size)
    browser.get(page.as_uri())  # type: ignore[attr-defined]
    measure = "const box = (document.querySelector('body > pre') || document.documentElement).getBoundingClientRect();"
    wide, high = browser.execute_script(f"{measure} return [box.width, box.height]")  # type: ignore[attr-defined]
    clip = {"x": 0, "y": 0, "width": width or wide, "height": height or high, "scale": min(1.0, 1600 / wide)}
    shot = call("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True, "clip": clip})
    return base64.b64decode(shot["data"])


if __name__ == "__main__":
    main()
