"""A real browser for tests of pages, and axe-core in it.

The browser is Chromium with its driver. axe-core's `axe.min.js` comes with the package axe-playwright-python, of which
nothing else is used; GRADER_AXE names another copy. What is missing is named by the skip.
"""

import importlib.util
import json
import os
import shutil
import tempfile
from pathlib import Path

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
]


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


def show(browser, path, width=1000, theme="light", opened=True):
    """Load a file at a width and in a theme, with every <details> open."""
    show_page(browser, path.as_uri(), width, theme, opened)


def show_page(browser, address, width=1000, theme="light", opened=True):
    """Load an address at a width and in a theme, with every <details> open."""
    media = [{"name": "prefers-color-scheme", "value": theme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(address)
    if opened:
        browser.execute_script("document.querySelectorAll('details').forEach(part => part.open = true)")


def asked(browser, path):
    """What a page asks for besides itself when it is loaded; fails where it says anything in the console."""
    browser.get("about:blank")
    browser.get_log("performance")
    browser.get_log("browser")
    show(browser, path)
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    assert path.as_uri() in urls
    assert browser.get_log("browser") == []
    return [url for url in urls if url != path.as_uri() and not url.startswith("data:")]


def reached_by_tab(browser, presses):
    """How many elements take the focus in that many presses of the tab key; fails where a focus is not to be seen."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    reached = set()
    body = browser.find_element(By.TAG_NAME, "body")
    for _ in range(presses):
        (browser.switch_to.active_element or body).send_keys(Keys.TAB)
        told = browser.execute_script(
            "const one = document.activeElement, all = [...document.querySelectorAll('*')];"
            "return [all.indexOf(one), one.tagName, getComputedStyle(one).outlineStyle]"
        )
        if told[1] != "BODY":
            reached.add(told[0])
            assert told[2] == "solid", told
    return len(reached)


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
        )
        assert len(found["passes"]) > 15
        return [(bad["id"], node["html"][:160]) for bad in found["violations"] for node in bad["nodes"]]

    return look
