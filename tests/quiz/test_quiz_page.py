"""The page: what stands in it, what it forbids itself, and how it works in a real browser."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import re
import shutil
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from grader.quiz import mark
from grader.quiz.answers import read_answers
from grader.quiz.bank import Bank
from grader.quiz.page import render
from grader.quiz.sheet import Sheet, paper
from grader.quiz.variants import Draw

DRAW = Draw("self_attention", "kim", 1, 0)


class Elements(HTMLParser):
    """Every element with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module", params=["en", "ko"])
def page(request: pytest.FixtureRequest, sheet: Sheet) -> str:
    """The page in each language."""
    return render(sheet, DRAW, request.param)


def test_the_page_needs_nothing_from_elsewhere(page: str) -> None:
    for tag, attributes in Elements(page).found:
        for name in ("src", "href", "action", "srcset", "data", "poster"):
            assert attributes.get(name) in (None, "data:,"), (tag, attributes)
        assert not [name for name in attributes if name.startswith("on") or name == "style"], (tag, attributes)
    assert "http" not in re.sub(r"http-equiv", "", page)
    assert "@import" not in page
    assert "url(" not in page


def test_its_policy_names_the_one_script_and_the_one_style(page: str) -> None:
    policy = next(a["content"] for tag, a in Elements(page).found if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    for tag, rule in (("script", "script-src"), ("style", "style-src")):
        (inline,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.S)
        digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert f"{rule} 'sha256-{digest}'" in policy
    assert "unsafe" not in policy


def test_every_question_and_every_control_has_a_name(page: str, sheet: Sheet) -> None:
    found = Elements(page).found
    asked = [a["data-id"] for tag, a in found if tag == "fieldset"]
    assert asked == [question.id for question in paper(sheet, DRAW)]
    labels = {a.get("for") for tag, a in found if tag == "label"}
    for tag, a in found:
        if tag in ("select", "textarea") or (tag == "input" and a.get("inputmode")):
            assert a.get("aria-label") or a.get("aria-labelledby") or a.get("id") in labels, a
    ids = [a["id"] for _, a in found if "id" in a]
    assert len(ids) == len(set(ids))


def test_the_page_holds_no_key(page: str, bank: Bank) -> None:
    for word in ("explanation", "rubric", "diagnos", "shows", "generator", "correct"):
        assert word not in page
    for item in bank.items:
        assert item.explanation["en"] == "See the rubric." or item.explanation["ko"] not in page


def test_points_are_what_a_question_is_worth_of_the_quiz(sheet: Sheet) -> None:
    shown = render(sheet, Draw(sheet.id, "", 1, 0), "en")
    weights = sum(question.points for question in sheet.questions)
    heavy = [question for question in sheet.questions if question.points == 4]
    assert (sheet.points, weights, len(heavy)) == (30, 60, 5)
    assert shown.count('data-text-en="2 of the 30 points" data-text-ko="전체 30점 중 2점"') == 5
    uneven = dataclasses.replace(sheet, questions=sheet.questions[-2:] + sheet.questions[:1])
    assert "40/3 of the 30 points" in render(uneven, Draw(sheet.id, "", 1, 0), "en")


def test_markup_in_a_text_stays_text(sheet: Sheet) -> None:
    import dataclasses

    from grader.core.model import Text

    evil = '</script><script>alert(1)</script><img src=x onerror="alert(1)">'
    question = dataclasses.replace(
        sheet.questions[0], prompt=Text({"en": evil, "ko": evil}), title=Text({"en": evil, "ko": evil})
    )
    text = render(dataclasses.replace(sheet, questions=(question,)), DRAW, "en")
    assert len(re.findall("<script>", text)) == 1
    assert "<img" not in text


# -- in a browser -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Headless Chromium; tests that need it are skipped where it is not installed."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and driver):
        pytest.skip("Chromium and its driver are not installed (apt-get install chromium chromium-driver)")
    folder = tmp_path_factory.mktemp("downloads")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (
        "headless=new",
        "no-sandbox",
        "disable-gpu",
        "no-first-run",
        "disable-background-networking",
        "disable-component-update",
        "disable-sync",
        "hide-scrollbars",
    ):
        options.add_argument(f"--{flag}")
    options.add_experimental_option("prefs", {"download.default_directory": str(folder)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    made.folder = folder
    yield made
    made.quit()


@pytest.fixture
def opened(browser: Any, sheet: Sheet, tmp_path: Path) -> Any:
    """The page for one learner, opened from a file, with nothing remembered."""
    path = tmp_path / "quiz.html"
    path.write_text(render(sheet, DRAW, "en"), encoding="utf-8")
    browser.get(path.as_uri())
    browser.execute_script("localStorage.clear()")
    browser.refresh()
    browser.get_log("browser"), browser.get_log("performance")
    return browser


def pick(browser: Any, name: str, value: str) -> None:
    one = browser.find_element("css selector", f'[name="{name}"][value="{value}"]')
    browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", one)
    one.click()


def choose(browser: Any, name: str, value: str) -> None:
    from selenium.webdriver.support.ui import Select

    Select(browser.find_element("name", name)).select_by_value(value)


def downloaded(browser: Any) -> str:
    for old in browser.folder.iterdir():
        old.unlink()
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(browser.folder)})
    browser.find_element("id", "download").click()
    path, deadline = browser.folder / "answers.yaml", time.monotonic() + 20
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    return str(path.read_text(encoding="utf-8"))


def test_answers_are_downloaded_as_the_grader_reads_them(opened: Any, bank: Bank) -> None:
    pick(opened, "m1-row", "computed")
    pick(opened, "m1-linear.truth", "false")
    pick(opened, "m1-linear.reason", "weights-move")
    for value in ("p2", "p5", "p6"):
        pick(opened, "m1-triangle", value)
    for slot, value in {"q": "seeks", "k": "offers", "v": "passes"}.items():
        choose(opened, f"m2-roles.{slot}", value)
    for place, value in enumerate(("project", "compare", "scale", "softmax", "mix"), 1):
        choose(opened, f"c1-steps.{place}", value)
    opened.find_element("name", "m4-total").send_keys("about")
    hard = 'A "text": with # signs,\n  - and two lines\\ 셀프 \u2028'
    opened.execute_script(
        "const one = document.getElementsByName('c1-open')[0]; one.value = arguments[0];"
        "one.dispatchEvent(new Event('input', {bubbles: true}))",
        hard,
    )
    assert opened.find_element("id", "done").text == "6"
    assert opened.find_element("name", "m4-total").get_attribute("aria-invalid") == "true"
    text = downloaded(opened)
    answers = read_answers(text)
    assert answers.draw == DRAW
    assert answers.values["c1-open"].raw == hard
    result = mark(bank, text, "answers.yaml", learner="kim", seed=0)
    outcomes = {item.id: str(item.outcome) for item in result.items if item.outcome != "unanswered"}
    assert outcomes == {
        "m1-row": "right",
        "m1-linear": "right",
        "m1-triangle": "right",
        "m2-roles": "right",
        "c1-steps": "right",
        "m4-total": "unreadable",
        "c1-open": "pending",
    }
    assert result.notes == ()


def test_answers_are_remembered_and_can_be_cleared(opened: Any) -> None:
    pick(opened, "m1-row", "stored")
    opened.find_element("name", "m4-total").send_keys("7")
    opened.refresh()
    assert opened.find_element("id", "done").text == "2"
    assert opened.find_element("name", "m4-total").get_attribute("value") == "7"
    clear = opened.find_element("css selector", "#q-m1-row .clear")
    opened.execute_script("arguments[0].click()", clear)
    opened.refresh()
    assert opened.find_element("id", "done").text == "1"


def test_the_language_changes_and_answers_stay(opened: Any) -> None:
    pick(opened, "m1-row", "stored")
    opened.execute_script("window.scrollTo(0, 0)")
    opened.find_element("id", "language").click()
    assert opened.execute_script("return document.documentElement.lang") == "ko"
    assert opened.title == "셀프 어텐션: 다섯 가지 오해와 다섯 가지 질문"
    visible = opened.find_element("tag name", "main").text
    assert not re.search(r"\b(Which|choose|Clear|one option)\b", visible)
    assert opened.find_element("id", "done").text == "1"


def test_the_keyboard_is_enough(opened: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    next_ = opened.find_element("id", "next")
    next_.send_keys(Keys.ENTER)
    focused = opened.switch_to.active_element
    assert focused.get_attribute("name") == "m1-row"
    focused.send_keys(Keys.SPACE)
    focused.send_keys(Keys.ARROW_DOWN)
    checked = opened.execute_script("return document.querySelector('[name=m1-row]:checked').value")
    values = opened.execute_script("return [...document.getElementsByName('m1-row')].map((one) => one.value)")
    assert checked == values[1]


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_runs_over_and_every_text_can_be_read(opened: Any, width: int, scheme: str) -> None:
    opened.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    for _ in range(2):
        assert opened.execute_script("return document.documentElement.scrollWidth") <= width
        assert opened.execute_script(OVER, width) == []
        assert opened.execute_script(PALE) == []
        opened.execute_script("document.getElementById('language').click()")
    opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_no_request_and_no_complaint(opened: Any) -> None:
    pick(opened, "m1-row", "stored")
    downloaded(opened)
    import json

    sent = [json.loads(entry["message"])["message"] for entry in opened.get_log("performance")]
    urls = [m["params"]["request"]["url"] for m in sent if m["method"] == "Network.requestWillBeSent"]
    assert [url for url in urls if not url.startswith(("file:", "blob:", "data:"))] == []
    assert opened.get_log("browser") == []


OVER = """
return [...document.querySelectorAll('fieldset, select, button, label, legend, textarea, input, p')]
  .filter((one) => one.offsetParent !== null)
  .filter((one) => one.getBoundingClientRect().left < -0.5 || one.getBoundingClientRect().right > arguments[0] + 0.5)
  .map((one) => one.outerHTML.slice(0, 80));
"""
PALE = """
const parts = (color) => color.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
  .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const behind = (one) => {
  for (; one; one = one.parentElement) {
    const color = parts(getComputedStyle(one).backgroundColor);
    if (color.length < 4 || color[3] === 1) return color;
  }
  return [255, 255, 255];
};
return [...document.querySelectorAll('h1, p, legend, label, span, button, b, select, textarea')]
  .filter((one) => one.offsetParent !== null && one.textContent.trim())
  .filter((one) => {
    const [a, b] = [light(parts(getComputedStyle(one).color)), light(behind(one))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05) < 4.5;
  })
  .map((one) => one.outerHTML.slice(0, 80));
"""
