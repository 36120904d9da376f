"""Nothing of a learner's acts in what an instructor opens: proved in a real formgrader, in a real browser."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbcourse import NAME, Course, ran

from grader.integrations.nbgrader.harmless import harmless_cell, harmless_markdown

ROOT = Path(__file__).resolve().parents[3]
MARK = "document.documentElement.dataset.owned=1"
ATTACKS = [
    f"<script>{MARK}</script>",
    f"<img src=x onerror='{MARK}'>",
    f"text <b onmouseover={MARK}>bold</b>",
    f"<svg/onload={MARK}>",
    f"<!-- --><iframe srcdoc='<script>parent.{MARK}</script>'></iframe>",
    f"<details open ontoggle={MARK}>x</details>",
    f"a line\n\n<div>\n<script>{MARK}</script>\n</div>",
    f"[press](javascript:{MARK})",
    f"[press](JaVaScRiPt:{MARK})",
    f"[press](&#106;avascript:{MARK})",
    f"[press](&amp;#106;avascript:{MARK})",
    f"[press](&amp;amp;#x6a;avascript:{MARK})",
    f"[press](javascript&colon;{MARK})",
    f"[press](java&Tab;script:{MARK})",
    rf"[press](javascript\:{MARK})",
    f"[press](<javascript:{MARK}>)",
    f"[press][1]\n\n[1]: javascript:{MARK}",
    f"<javascript:{MARK}>",
    f"[press](<java\tscript:{MARK}>)",
    f"[press](<\x01javascript\t:{MARK}>)",
    f"[press](vbscript:{MARK})",
    f"[press](data:text/html,<script>{MARK}</script>)",
    f"![picture](javascript:{MARK})",
    f"```mermaid\ngraph LR; A[\"<img src=x onerror='{MARK}'>\"]\n```",
    rf"$\href{{javascript:{MARK}}}{{x}}$",
    rf"$$\require{{html}}\href{{javascript:{MARK}}}{{x}}$$",
    f"`<script>{MARK}</script>`",
    f"$<script>{MARK}</script>$",
    f"$$\n<img src=x onerror='{MARK}'>\n$$",
    f"| a | b |\n|---|---|\n| <img src=x onerror='{MARK}'> | [p](javascript:{MARK}) |",
    f"# <script>{MARK}</script>",
    "<style>@import 'x';</style><link rel=stylesheet href=x><base href='http://example.org/'>",
    "<form action=/formgrader/api><button>x</button></form><meta http-equiv=refresh content='0;url=x'>",
]
RAW = [f"<script>{MARK}</script>", f"```\n<img src=x onerror='{MARK}'>", f"````` \n<script>{MARK}</script>\n`````"]


class Elements(HTMLParser):
    """The elements and addresses of a page."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.addresses, self.handlers = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "action", "srcdoc", "data")]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


@pytest.fixture(scope="module")
def rendered():
    """`rendered(text)`: Markdown as nbconvert renders it, which formgrader's pages do."""
    filters = pytest.importorskip("nbconvert.filters.markdown_mistune")
    return lambda text: filters.markdown2html_mistune(text)


MINE = {"script", "img", "svg", "iframe", "b", "details", "style", "link", "base", "form", "button", "meta", "div"}


@pytest.mark.parametrize("text", ATTACKS)
def test_it_renders_without_an_element_or_an_address_that_acts(rendered, text):
    safe = harmless_markdown(text)
    found = Elements(rendered(safe))
    pictures = {"img"} if text.startswith("![") else set()
    coded = {"div"} if "```" in text or "$" in text else set()
    assert found.elements & MINE <= pictures | coded
    assert found.handlers == []
    assert [a for a in found.addresses if a.lower().lstrip().startswith(("javascript", "vbscript", "data:text"))] == []
    assert harmless_markdown(safe) == safe


@given(st.text(st.sampled_from("<>/!?&;#:\\ \n\t`$[]()abjscriptv0916x"), max_size=60))
def test_whatever_the_text_no_element_begins(rendered, text):
    safe = harmless_markdown(text)
    assert not [
        safe[i : i + 2]
        for i in range(len(safe) - 1)
        if safe[i] == "<" and (safe[i + 1].isalpha() or safe[i + 1] in "/!?")
    ]
    found = Elements(rendered(safe))
    assert found.handlers == []
    assert not [a for a in found.addresses if a.lower().startswith("javascript")]


@pytest.mark.parametrize(
    "honest",
    [
        "**Bold**, *italic*, `x < 3`, [a page](https://example.org/a?b=c&d=e), ![a picture](images/x.svg)",
        "$a < b$ and $$\\sum_{i < n} x_i$$",
        "- a list\n- of two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nif a < b:\n    pass\n```",
        "Metadata: the data: are here. AT&T, R&Data, 3 <4 & 5> 2, &lt;b&gt;",
        "한국어 답: A의 각 행은 합이 1이다. 1 < 2",
        "![](data:image/png;base64,iVBORw0KGgo=)",
    ],
)
def test_what_does_nothing_stays_as_it_is(honest):
    known = honest.replace("the data: are", "the data : are")  # the word and a colon: a blank more
    assert harmless_markdown(honest) == known


@pytest.mark.parametrize("source", RAW)
@pytest.mark.parametrize("mime", [{}, {"raw_mimetype": "text/html"}])
def test_a_raw_cell_is_shown_as_it_was_written(rendered, source, mime):
    cell = harmless_cell({"cell_type": "raw", "source": source, "metadata": mime})
    assert cell["cell_type"] == "markdown"
    assert Elements(rendered(cell["source"])).elements <= {"div", "pre", "span", "code"}


def test_a_long_text_is_read_in_one_go():
    started = time.process_time()
    for text in (" " * 10**6, "<" * 10**6, "data" * 250_000, "&#" * 500_000, "`" * 10**6, "javascript " * 90_000):
        harmless_markdown(text)
    assert time.process_time() - started < 20


# -- a real formgrader ----------------------------------------------------------------------------------------


def hostile(notebook):
    """The notebook with every attack as a cell of its own, in the answers to open questions, and as raw cells."""
    cells = [{"cell_type": "markdown", "metadata": {}, "source": text} for text in ATTACKS]
    cells += [{"cell_type": "raw", "metadata": {"raw_mimetype": "text/html"}, "source": text} for text in RAW]
    cells += [{"cell_type": "raw", "metadata": {}, "source": text} for text in RAW]
    attached = {"x.svg": {"image/svg+xml": f"<svg xmlns='http://www.w3.org/2000/svg' onload='{MARK}'/>"}}
    cells.append({"cell_type": "markdown", "metadata": {}, "source": "![x](attachment:x.svg)", "attachments": attached})
    output = {"output_type": "display_data", "metadata": {}, "data": {"text/html": f"<script>{MARK}</script>"}}
    cells.append({"cell_type": "code", "metadata": {}, "source": "1", "outputs": [output], "execution_count": 1})
    made = json.loads(json.dumps(notebook))
    for cell in made["cells"]:
        said = cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] == "markdown" and said.get("solution"):
            cell["source"] = "\n\n".join(ATTACKS[:9])
    return {
        **made,
        "nbformat_minor": 4,
        "cells": [*cells, *({k: v for k, v in c.items() if k != "id"} for c in made["cells"])],
    }


@pytest.fixture(scope="module")
def handed(released, repository, tmp_path_factory):
    """A course in which two learners handed the attacks in, graded by both routes."""
    folder = tmp_path_factory.mktemp("hostile") / "course"
    shutil.copytree(released.folder, folder, ignore=shutil.ignore_patterns("submitted", "autograded", "feedback"))
    told = json.loads((folder / "grader_course.json").read_text(encoding="utf-8"))
    told["course"] = str(repository)
    (folder / "grader_course.json").write_text(json.dumps(told), encoding="utf-8")
    course = Course(folder)
    for student in ("eve", "mal"):
        course.submit(student, hostile(course.released))
    course.nbgrader("autograde", NAME, "--student", "eve")
    course.grader("grade", folder, "--student", "mal")
    return course


def test_both_routes_write_the_same_harmless_copy_and_leave_what_was_handed_in(handed):
    copies = [
        json.loads((handed.folder / "autograded" / who / NAME / "attention.ipynb").read_text(encoding="utf-8"))
        for who in ("eve", "mal")
    ]
    for copy in copies:
        texts = ["".join(cell["source"]) for cell in copy["cells"] if cell["cell_type"] != "code"]
        assert not [cell for cell in copy["cells"] if cell["cell_type"] == "raw" or "attachments" in cell]
        assert not [text for text in texts if "<script" in text or "<img src=x" in text]
        assert not [text for text in texts if "javascript:" in text.lower()]
    sources = [[("".join(cell["source"]), cell["cell_type"]) for cell in copy["cells"]] for copy in copies]
    assert sources[0] == sources[1]
    original = (handed.folder / "submitted" / "eve" / NAME / "attention.ipynb").read_text(encoding="utf-8")
    assert "<script>" in original


@contextlib.contextmanager
def served(folder):
    """A Jupyter server with formgrader on that course; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("GRADER_", "PYTEST_", "JUPYTER"))}
    clean |= {"PYTHONPATH": str(ROOT), "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--ServerApp.token=", "--ServerApp.password=", "--ServerApp.ip=127.0.0.1", "--ServerApp.port_retries=0"]
    command += ["--ServerApp.jpserver_extensions={'nbgrader.server_extensions.formgrader': True}"]
    log = folder.parent / "server.log"
    with log.open("w") as stream:
        server = subprocess.Popen(command, cwd=folder, env=clean, stdout=stream, stderr=stream)
        try:
            address = f"http://127.0.0.1:{port}"
            for _ in range(600):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(f"{address}/formgrader/", timeout=20).read()
                    break
                assert server.poll() is None, log.read_text()[-3000:]
                time.sleep(0.1)
            yield address
        finally:
            server.terminate()
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


HERE = "document.querySelector('#notebook-container')"
FOUND = f"return {HERE}.querySelectorAll('script, iframe, form, style, base, [onerror], [onload]').length"
LINKS = f"return [...{HERE}.querySelectorAll('[href]')].map(a => a.href)"
OWNED = "return document.documentElement.dataset.owned || null"
TOUCH = f"for (const a of {HERE}.querySelectorAll('a, b, summary')) a.dispatchEvent(new MouseEvent('mouseover'))"


def test_a_formgrader_in_chromium_runs_nothing(handed, browser):
    find = "import sys; from grader.integrations.nbgrader.gradebook import load\n"
    find += "with load().Gradebook('sqlite:///' + sys.argv[1] + '/gradebook.db') as g:\n"
    find += "    print(*[n.id for s in g.find_assignment(sys.argv[2]).submissions for n in s.notebooks])"
    pages = ran(sys.executable, "-c", find, handed.folder, NAME, cwd=handed.folder).stdout.split()
    assert len(pages) == 2
    with served(handed.folder) as address:
        for page in pages:
            browser.get(f"{address}/formgrader/submissions/{page}/?index=0")
            browser.execute_async_script("setTimeout(arguments[0], 700)")
            shown = browser.execute_script("return document.body.innerText")
            assert "press" in shown and "script>" in shown, shown[:2000]  # it is the page, with their words
            assert browser.execute_script(FOUND) == 0
            links = browser.execute_script(LINKS)
            assert not [
                link for link in links if not link.startswith(("http://127.0.0.1", "http://example.org", "https://"))
            ]
            browser.execute_script(TOUCH)
            assert browser.execute_script(OWNED) is None
        raw = (handed.folder / "submitted" / "eve" / NAME / "attention.ipynb").read_text(encoding="utf-8")
        cells = [cell for cell in json.loads(raw)["cells"] if "<script>" in cell["source"]]
        for who in ("eve", "mal"):  # what was handed in would act there: the test can see it
            copy = handed.folder / "autograded" / who / NAME / "attention.ipynb"
            copy.write_text(json.dumps({**json.loads(raw), "cells": cells}), encoding="utf-8")
        browser.get(f"{address}/formgrader/submissions/{pages[0]}/?index=0")
        browser.execute_async_script("setTimeout(arguments[0], 700)")
        assert browser.execute_script(OWNED) == "1"
