"""The pages in a real browser: the evening by keyboard alone, nothing asked of anybody else, axe finds nothing."""

import json

import pytest
from browsing import show_page
from selenium.webdriver.common.keys import Keys

from grader.gradebook import Gradebook

A = "self_attention"
PAGES = ("", "person/s0002", "marking/", "marking/c1-open", "items/", "requests/", "run", "log")


@pytest.fixture(scope="module")
def places(site):
    """language -> the pages on a real port."""
    return {language: site(language) for language in ("en", "ko")}


OUTSIDE = """
const width = document.documentElement.clientWidth;
return [...document.querySelectorAll('main *')].filter((one) => {
  if (one.closest('.box, .diff, table.code, dialog, .skip')) return false;
  const box = one.getBoundingClientRect();
  return box.width && (box.left < -0.5 || box.right > width + 0.5);
}).map((one) => one.tagName + '.' + one.className);
"""


LOOKS = [("en", 320, "light"), ("ko", 320, "dark"), ("ko", 768, "light"), ("en", 1280, "dark")]


@pytest.mark.parametrize(("language", "width", "theme"), LOOKS)
def test_pages_fit_and_axe_finds_nothing(browser, places, violations, language, width, theme):
    place = places[language]
    browser.get(place.first)
    for path in PAGES:
        show_page(browser, f"{place.address}/a/{A}/{path}", width, theme)
        assert browser.execute_script(OUTSIDE) == [], path
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, path
        assert violations() == [], path


def test_the_pages_ask_nobody_else_and_say_nothing_in_the_console(browser, places):
    place = places["en"]
    browser.get(place.first)
    browser.get_log("performance")
    browser.get_log("browser")
    for path in PAGES:
        browser.get(f"{place.address}/a/{A}/{path}")
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    assert len(urls) > len(PAGES)
    assert [url for url in urls if not url.startswith((place.address, "data:"))] == []
    assert browser.get_log("browser") == []


def test_all_answers_of_a_question_are_marked_by_few_keys(browser, places):
    place = places["en"]
    browser.get(place.first)
    browser.get(f"{place.address}/a/{A}/marking/c2-open")
    page = browser.find_element("css selector", "html")
    browser.find_element("css selector", "form[action$='/starter'] button").send_keys(Keys.ENTER)
    wait_for_another(browser, page)
    pressed = 0

    def press(keys):
        nonlocal pressed
        before = browser.find_element("css selector", "html")
        for key in keys:
            browser.switch_to.active_element.send_keys(key)
            pressed += 1
        if keys[-1] == Keys.ENTER:
            wait_for_another(browser, before)

    groups = int(browser.find_element("css selector", "main > p.quiet").text.split("marked, ")[1].split()[0])
    for i in range(groups):
        press([str(1 + i % 2), Keys.ENTER])
    assert "Every answer has a mark." in browser.find_element("css selector", "main").text
    assert pressed == 2 * groups
    with Gradebook.open(place.file, reading=True) as book:
        answers = [one for one in book.open_answers(A) if one.item == "c2-open"]
        assert len(answers) > groups
        assert all(one.mark is not None and one.mark.author == "kim" for one in answers)
    press(["u"])


def wait_for_another(browser, page):
    """Wait until that page has given way to the next one."""
    from selenium.common.exceptions import StaleElementReferenceException
    from selenium.webdriver.support.ui import WebDriverWait

    def gone(_):
        try:
            return page.is_enabled() is None
        except StaleElementReferenceException:
            return True

    WebDriverWait(browser, 20, 0.02).until(gone)
    WebDriverWait(browser, 20, 0.02).until(
        lambda driver: driver.execute_script("return document.readyState") == "complete"
    )


def test_people_are_gone_through_and_commented_by_keyboard(browser, places):
    place = places["en"]
    browser.get(place.first)
    browser.get(f"{place.address}/a/{A}/?sort=id")
    browser.switch_to.active_element.send_keys("/")
    browser.switch_to.active_element.send_keys("muller 1", Keys.ENTER)
    assert "q=muller" in browser.current_url
    browser.find_element("css selector", "tbody th a").send_keys(Keys.ENTER)
    first = browser.current_url
    page = browser.find_element("css selector", "html")
    browser.switch_to.active_element.send_keys("j")
    wait_for_another(browser, page)
    assert browser.current_url != first
    browser.find_element("css selector", "button.line[data-line='12']").send_keys(Keys.ENTER)
    page = browser.find_element("css selector", "html")
    browser.switch_to.active_element.send_keys("Look at the axis.", Keys.TAB, Keys.ENTER)
    wait_for_another(browser, page)
    assert "Look at the axis." in browser.find_element("css selector", "table.code").text
    page = browser.find_element("css selector", "html")
    browser.switch_to.active_element.send_keys("?")
    assert browser.find_element("css selector", "#help").is_displayed()
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not browser.find_element("css selector", "#help").is_displayed()
    browser.switch_to.active_element.send_keys("k")
    wait_for_another(browser, page)
    assert browser.current_url == first


def test_what_changes_elsewhere_appears_by_itself(browser, places):
    from selenium.common.exceptions import StaleElementReferenceException
    from selenium.webdriver.support.ui import WebDriverWait

    place = places["ko"]
    browser.get(place.first)
    browser.get(f"{place.address}/a/{A}/")
    with Gradebook.open(place.file) as book:
        book.override(A, "s0001", 77, "lee", "elsewhere")
    waiting = WebDriverWait(browser, 60, ignored_exceptions=[StaleElementReferenceException])  # the table gives way
    waiting.until(lambda driver: "77" in [one.text for one in driver.find_elements("css selector", "tbody td b")])
