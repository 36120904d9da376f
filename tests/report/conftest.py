"""A few real reports, graded once for all tests of their forms; a real browser, and axe-core in it.

The browser is Chromium with its driver. axe-core's `axe.min.js` comes with the package axe-playwright-python, of which
nothing else is used; GRADER_AXE names another copy. What is missing is named by the skip.
"""

import importlib.util
import os
import shutil
import tempfile
from pathlib import Path

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
]  # fmt: skip


@pytest.fixture(scope="session")
def mixed(tmp_path_factory, reference, untouched, edited, grade_all):
    """`mixed[language]`: reports by id, of submissions with very different fates."""
    folder = tmp_path_factory.mktemp("mixed")
    texts = {
        "perfect": reference,
        "untouched": untouched,
        "wrong": edited(reference, softmax="def softmax(S):\n    return S / S.sum(axis=0)"),
        "everything_raises": edited(untouched, embed="def embed(token_ids, E):\n    raise ValueError('가' * 200)"),
        "third": edited(
            reference, softmax="def softmax(S):\n    E = np.exp(S)\n    return E / E.sum(axis=-1, keepdims=True)"
        ),
        "이름이_아주_긴_학습자_" * 4: edited(reference, embed="def embd(token_ids, E):\n    return E[token_ids]"),
    }
    for name, text in texts.items():
        (folder / name).mkdir()
        (folder / name / "attention.py").write_text(text, encoding="utf-8")
    (folder / "unreadable").mkdir()
    (folder / "unreadable" / "attention.py").write_bytes(b"\xff")
    return {language: grade_all([folder], language=language) for language in ("en", "ko")}


@pytest.fixture(scope="module")
def browser():
    """A Chromium without a window, that logs what it asks the network for."""
    for missing, wanted in ((CHROMIUM, "chromium"), (DRIVER, "chromium-driver")):
        if not missing:
            pytest.skip(f"no {wanted} here (apt-get install {wanted})")
    webdriver = pytest.importorskip("selenium.webdriver")
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=Service(DRIVER))
        try:
            yield driver
        finally:
            driver.quit()


def axe_file():
    """Where axe.min.js is, or None."""
    places = [Path(os.environ["GRADER_AXE"])] if os.environ.get("GRADER_AXE") else []
    spec = importlib.util.find_spec("axe_playwright_python")
    places += [Path(folder) / "axe.min.js" for folder in (spec.submodule_search_locations or [])] if spec else []
    return next((place for place in places if place.is_file()), None)


@pytest.fixture
def violations(browser):
    """`violations()`: what axe finds in the page that is shown, as (rule, element)."""
    script = axe_file()
    if script is None:
        pytest.skip("no axe.min.js here (pip install axe-playwright-python, or set GRADER_AXE)")

    def look():
        # by the debugger, since a page's own policy may forbid the script; inside figures axe decides nothing and
        # takes most of its time: their text has a check of its own
        browser.execute_cdp_cmd("Runtime.evaluate", {"expression": script.read_text(encoding="utf-8")})
        browser.set_script_timeout(240)  # a busy machine is no failure
        found = browser.execute_async_script(
            "axe.run({exclude: ['svg > *']}, {resultTypes: ['violations']}).then(arguments[arguments.length - 1])"
        )  # fmt: skip
        assert len(found["passes"]) > 15
        return [(bad["id"], node["html"][:120]) for bad in found["violations"] for node in bad["nodes"]]

    return look
