"""The site in a real browser: axe, no request, every width, light and dark, keyboard, with and without script."""

import pytest
from browsing import asked, reached_by_tab, show

LANGUAGES, THEMES, WIDTHS = ("en", "ko"), ("light", "dark"), (320, 390, 1000, 1600)


@pytest.fixture(scope="module")
def pages(sites):
    """(kind, language) -> a page: the class, a small one, a learner's page of either site."""
    made = {(kind, language): sites[kind, language] / "index.html" for kind, language in sites}
    made["learner", "en"] = sites["named", "en"] / "learners" / "s0008.html"
    made["alias", "ko"] = next((sites["small", "ko"] / "learners").glob("L*.html"))
    return made


RUNS = [("named", language, theme) for language in LANGUAGES for theme in THEMES]
RUNS += [("small", "ko", "dark"), ("anonymous", "en", "light"), ("learner", "en", "dark"), ("alias", "ko", "light")]


@pytest.mark.parametrize(("kind", "language", "theme"), RUNS)
def test_axe_finds_nothing_on_the_site(browser, pages, violations, kind, language, theme):
    show(browser, pages[kind, language], 390 if theme == "dark" else 1000, theme)
    # the rows of a table are alike: the first eight stand for all
    browser.execute_script(
        "document.querySelectorAll('.box tbody tr:nth-child(n+9), .box tbody:nth-of-type(n+9)')"
        ".forEach((row) => row.remove())"
    )
    assert violations() == []


@pytest.mark.parametrize(("kind", "language"), [("named", "en"), ("named", "ko"), ("learner", "en"), ("alias", "ko")])
def test_the_site_asks_the_network_for_nothing(browser, pages, kind, language):
    assert asked(browser, pages[kind, language]) == []


OUTSIDE = """
const width = document.documentElement.clientWidth, out = [];
for (const one of document.querySelectorAll('body *')) {
  if (one.closest('svg, .box, .figure, pre, .said, .skip')) continue;
  const box = one.getBoundingClientRect();
  if (box.width && (box.right > width + 1 || box.left < -1)) out.push(one.tagName + '.' + one.className);
}
return [document.documentElement.scrollWidth - width, out];
"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_the_class_page_stands_outside_the_window(browser, pages, language, width):
    show(browser, pages["named", language], width)
    assert browser.execute_script(OUTSIDE) == [0, []]


NARROW = """
return [...document.querySelectorAll('.box th, .box td')].filter((cell) => {
  const range = document.createRange(); range.selectNodeContents(cell);
  const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
  return lines.size > 9;
}).map((cell) => cell.textContent.slice(0, 60));
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_cell_of_a_table_is_squeezed_into_a_tower_of_letters(browser, pages, language):
    show(browser, pages["named", language], 320)
    assert browser.execute_script(NARROW) == []


CONTRAST = """
const parse = (text) => text.match(/[\\d.]+/g).map(Number);
const light = (rgb) => rgb.slice(0, 3).map((c) => c / 255).map((c) => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
const weak = []; let count = 0;
for (const text of document.querySelectorAll('svg text')) {
  const card = light(parse(getComputedStyle(text.closest('svg').querySelector('rect')).fill));
  const ink = light(parse(getComputedStyle(text).fill));
  const ratio = (Math.max(card, ink) + .05) / (Math.min(card, ink) + .05);
  count += 1;
  if (ratio < 4.5) weak.push([text.textContent, ratio]);
}
return [weak, count];
"""  # noqa: E501


@pytest.mark.parametrize("theme", THEMES)
def test_words_in_charts_stand_out(browser, pages, theme):
    show(browser, pages["named", "en"], 1000, theme)
    weak, count = browser.execute_script(CONTRAST)
    assert weak == []
    assert count > 80


OVERLAPS = """
const out = [];
for (const svg of document.querySelectorAll('svg')) {
  const boxes = [...svg.querySelectorAll('text')].map((one) => [one.textContent, one.getBoundingClientRect()]);
  const edge = svg.getBoundingClientRect();
  for (const [a, p] of boxes) if (p.left < edge.left - 1 || p.right > edge.right + 1) out.push('outside: ' + a);
  for (let i = 0; i < boxes.length; i++) for (let j = 0; j < i; j++) {
    const [a, p] = boxes[i], [b, q] = boxes[j];
    const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (across > 1 && down > 3) out.push(a + ' | ' + b);
  }
}
return out;
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_of_a_chart_lie_on_others_or_outside(browser, pages, language):
    show(browser, pages["named", language], 1000)
    assert browser.execute_script(OVERLAPS) == []


SORTED = """
return [...document.querySelectorAll('#learners-table tbody tr')].map((r) => r.cells[arguments[0]])
  .map((cell) => cell.dataset.value ?? cell.firstChild.textContent);
"""
SHOWN = "return [...document.querySelectorAll('#learners-table tbody tr:not([hidden])')].map((r) => r.dataset.name)"


def test_heads_sort_by_keyboard_up_and_down(browser, pages):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    show(browser, pages["named", "en"])
    before = browser.execute_script(SHOWN)
    for column in (0, 2, 10):
        head = browser.find_elements(By.CSS_SELECTOR, "#learners-table thead th")[column]
        button = head.find_element(By.TAG_NAME, "button")
        for order, again in (("ascending", False), ("descending", True)):
            browser.execute_script("arguments[0].focus()", button)
            button.send_keys(Keys.ENTER)
            assert head.get_attribute("aria-sort") == order
            values = browser.execute_script(SORTED, column)
            if column:
                numbers = [float(value) for value in values]
                assert numbers == sorted(numbers, reverse=again)
    assert sorted(browser.execute_script(SHOWN)) == sorted(before)
    assert len(browser.find_elements(By.CSS_SELECTOR, "#learners-table thead th[aria-sort]")) == 1


def test_filters_leave_what_fits_and_say_how_many(browser, pages, classes):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.select import Select

    show(browser, pages["named", "en"])
    form = browser.find_element(By.ID, "filter")
    assert form.is_displayed()
    field = form.find_element(By.NAME, "name")
    field.send_keys("ADA")
    assert browser.execute_script(SHOWN) == ["Ada-Lovelace", "ada-lovelace"]
    assert form.find_element(By.TAG_NAME, "output").text == "2 of 40 shown"
    form.find_element(By.CSS_SELECTOR, "button[type=reset]").click()
    Select(form.find_element(By.NAME, "belief")).select_by_value("D-TRANSPOSED")
    wanted = [
        report["submission"]["id"]
        for report in classes["en"]
        if any(
            (c["diagnosis"] or {}).get("misconception") == "D-TRANSPOSED" for s in report["steps"] for c in s["checks"]
        )
    ]
    assert browser.execute_script(SHOWN) == wanted
    assert 0 < len(wanted) < 40


def test_without_script_everything_is_there_and_nothing_is_dead(browser, pages):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        show(browser, pages["named", "en"], opened=False)
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    rows = browser.execute_script(SHOWN)
    told = browser.execute_script(
        "return [document.querySelectorAll('thead button').length, document.getElementById('filter').hidden]"
    )
    assert (len(rows), told) == (40, [0, True])


def test_the_keyboard_reaches_every_part_of_the_class_page(browser, pages):
    show(browser, pages["small", "en"], opened=False)
    wanted = browser.execute_script(
        "return [...document.querySelectorAll('a[href], summary, button, input, select, [tabindex=\"0\"]')]"
        ".filter((one) => one.checkVisibility()).length"
    )
    assert reached_by_tab(browser, wanted + 2) == wanted


def test_a_name_leads_to_its_page_and_back(browser, pages):
    from selenium.webdriver.common.by import By

    show(browser, pages["named", "en"])
    browser.find_element(By.CSS_SELECTOR, "#learners-table tbody a").click()
    assert "김민수" in browser.title
    browser.find_element(By.CSS_SELECTOR, "nav a").click()
    assert browser.current_url == pages["named", "en"].as_uri()
