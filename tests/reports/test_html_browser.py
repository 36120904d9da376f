"""Pages and pictures in a real browser: nothing asked of the network, nothing out of the page, axe finds nothing."""

import dataclasses
from pathlib import Path

import msgspec
import pytest
from browsing import asked, reached_by_tab, show
from changing import with_check

from grader import quiz as quizzes
from grader.authoring import derive
from grader.authoring.figures import load_figures, reference_of
from grader.core.terminal import UNICODE, TerminalStyle
from grader.course import loading, visible_checks
from grader.course.lesson_parts import lesson_parts
from grader.grading.quiz_answers import quiz_answers, quiz_score
from grader.quiz.page import render
from grader.quiz.sheet import load_sheet
from grader.quiz.variants import Draw
from grader.reports.html import report_html
from grader.reports.schema import Diagnosed, read, report_json
from grader.student.practice_report import practice
from grader.suite.visible import run

LESSON = Path(__file__).resolve().parents[2] / "solutions" / "self_attention"
FIGURES = load_figures(LESSON)
NAMES = FIGURES.names


def draw(name, language):
    return FIGURES.draw(name, language, reference_of(LESSON / "attention.py"))


ANSWERS = """
quiz: self_attention
m1-row: computed
m1-mix: 6
m1-triangle: [p2, p5]
m4-rows: columns
c5-growth: sixteen
c1-open: "Every token compares itself with every other token."
no-such-item: 3
"""
LANGUAGES, THEMES, WIDTHS = ("en", "ko"), ("light", "dark"), (320, 390, 1000, 1600)


@pytest.fixture(scope="module")
def pages(mixed, root, tmp_path_factory):
    """`pages[kind, language]`: pages on disk, chosen so that together they show everything a page can show."""
    folder = tmp_path_factory.mktemp("pages")
    bank = quizzes.load_bank(root / "solutions" / "self_attention" / "quiz.yaml")
    marked = quizzes.mark(bank, ANSWERS, "answers.yaml", learner="wrong", points=30)
    quiz = msgspec.structs.replace(quiz_answers(marked, bank), feedback="after_submission")
    growth = {
        "exponent": 1.99,
        "spread": [1.9, 2.0],
        "evidence": [{"n": n, "work": {"matmul": 3 * n * n, "python": 20}} for n in (8, 17, 34, 68, 136)],
    }
    A = [[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.3, 0.3, 0.6]]
    weights = {"kind": "heatmap", "visible": True, "title": "W", "rows_sum_to": 1, "values": A, "expected": A}
    found = Diagnosed(
        mistake="m",
        misconception="D",
        title="softmax over axis 0",
        why="Columns sum to 1.",
        hints=("One.", "Two."),
        facts=("Every column sums to 1.",),
    )
    made = {}
    for language in LANGUAGES:
        reports = mixed[language]
        rich = with_check(with_check(reports["wrong"], 4, diagnosis=found, evidence=weights), 7, evidence=growth)
        rich = rich.with_quiz(quiz_score(marked), quiz)
        rich = msgspec.structs.replace(rich, notes=("one of two files was graded",))
        loose = msgspec.structs.replace(rich, isolation=dataclasses.replace(rich.isolation, level="process"))
        drawn = {name.partition("-")[0]: draw(name, language) for name in NAMES}
        lesson = dataclasses.replace(lesson_parts(LESSON, language), figures=drawn)
        long = next(report for name, report in reports.items() if len(name) > 20)
        texts = {
            "learner": report_html(rich, language, lesson=lesson),
            "instructor": report_html(loose, language, audience="instructor", expand=True, lesson=lesson),
            "perfect": report_html(reports["perfect"], language),
            "unreadable": report_html(reports["unreadable"], language),
            "long": report_html(long, language, expand=True),
            "other": report_html(rich, "ko" if language == "en" else "en"),
            "visible": report_html(at_home(root, folder / f"kit-{language}", language), language, visible=True),
        }
        for kind, text in texts.items():
            made[kind, language] = folder / f"{kind}.{language}.html"
            made[kind, language].write_text(text, encoding="utf-8")
    return made


KINDS = ("learner", "instructor", "perfect", "unreadable", "long", "other", "visible")


def at_home(root, kit, language):
    """What a learner with a wrong softmax makes of the visible checks."""
    files = derive.derive(root, loading.load(root, "self_attention"))
    derive.write(kit, files)
    answer = (root / "solutions" / "self_attention" / "attention.py").read_text("utf-8").replace("axis=-1", "axis=0")
    (kit / "exercises" / "self_attention" / "attention.py").write_text(answer, encoding="utf-8")
    assignment = loading.load(kit, "self_attention", public=True)
    suite = visible_checks.read_suite(kit, assignment)
    return practice(run.check(assignment, suite), suite, TerminalStyle(language, UNICODE), joint="\n")


# every language and theme for the two pages that show everything; the others are the same parts with other words
RUNS = [(kind, language, theme) for kind in ("learner", "instructor") for language in LANGUAGES for theme in THEMES]
RUNS += [
    ("perfect", "en", "dark"),
    ("unreadable", "ko", "light"),
    ("long", "ko", "dark"),
    ("other", "en", "light"),
    ("visible", "ko", "dark"),
]


@pytest.mark.parametrize(("kind", "language", "theme"), RUNS)
def test_axe_finds_nothing(browser, pages, violations, kind, language, theme):
    show(browser, pages[kind, language], 390 if kind == "instructor" else 1000, theme)
    assert violations() == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_the_quiz(browser, root, tmp_path, violations, language, theme):
    sheet = load_sheet(root / "quizzes" / "self_attention.yaml")
    page = tmp_path / "quiz.html"
    page.write_text(render(sheet, Draw(sheet.id, "kim"), language), encoding="utf-8")
    show(browser, page, 390, theme)
    assert violations() == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_asks_the_network_for_nothing(browser, pages, kind, language):
    assert asked(browser, pages[kind, language]) == []


OUTSIDE = """
const width = document.documentElement.clientWidth, out = [];
const scrolls = (one) => one.closest('.scroll, .figure');
for (const one of document.querySelectorAll('section, .card, details, .check, .named, .next, table, p, h1, h2, h3, h4, dl, .banner, .figure, pre')) {
  if (one.parentElement && scrolls(one.parentElement) || one.closest('.skip')) continue;
  const box = one.getBoundingClientRect();
  if (box.width && (box.left < -0.5 || box.right > width + 0.5)) out.push(one.tagName + '.' + one.className + ' ' + box.left + ' ' + box.right);
}
const cards = [...document.querySelectorAll('.card')].map((one) => one.getBoundingClientRect());
const hidden = cards.filter((box) => box.width < 100 || box.height < 40).length;
return [out, document.documentElement.scrollWidth - width, cards.length, hidden];
"""  # noqa: E501


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_everything_stands_inside_the_page(browser, pages, kind, language, width):
    show(browser, pages[kind, language], width)
    outside, too_wide, cards, hidden = browser.execute_script(OUTSIDE)
    assert outside == []
    assert too_wide <= 0
    assert cards == 13
    assert hidden == 0


CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
canvas.canvas.width = canvas.canvas.height = 1;
const rgb = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
const over = (top, alpha, below) => below.map((c, i) => alpha * top[i] + (1 - alpha) * c);
const light = (c) => { const [r, g, b] = c.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ground = (svg) => { for (let one = svg.parentElement; one; one = one.parentElement) {
  const c = rgb(getComputedStyle(one).backgroundColor); if (c[3] === 1) return c.slice(0, 3); } return [255, 255, 255]; };
const out = []; let count = 0;
for (const text of document.querySelectorAll('svg text')) {
  const svg = text.ownerSVGElement, box = text.getBoundingClientRect();
  if (!box.width) continue;
  const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  let below = ground(svg);
  for (const rect of svg.querySelectorAll('rect, circle')) {
    if (!(rect.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
    const r = rect.getBoundingClientRect();
    if (x < r.left || x > r.right || y < r.top || y > r.bottom) continue;
    const style = getComputedStyle(rect), fill = rgb(style.fill);
    if (style.fill !== 'none') below = over(fill, fill[3] * parseFloat(style.fillOpacity), below);
  }
  const colour = rgb(getComputedStyle(text).fill).slice(0, 3);
  const [a, b] = [light(colour), light(below)].sort((p, q) => q - p);
  const ratio = (a + 0.05) / (b + 0.05);
  count += 1;
  if (ratio < 4.5) out.push(text.textContent + ' ' + ratio.toFixed(2));
  const frame = svg.getBoundingClientRect();
  if (box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.top < frame.top - 0.5 || box.bottom > frame.bottom + 0.5)
    out.push(text.textContent + ' is cut off');
}
return [out, count];
"""  # noqa: E501


@pytest.mark.parametrize("kind", ["learner", "instructor"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_text_in_figures_can_be_read(browser, pages, kind, language, theme):
    show(browser, pages[kind, language], 1000, theme)
    weak, count = browser.execute_script(CONTRAST)
    assert weak == []
    assert count > 40


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_text_in_a_picture_of_its_own_can_be_read(browser, tmp_path, name, language, theme):
    path = tmp_path / f"{name}.svg"
    path.write_text(draw(name, language), encoding="utf-8")
    show(browser, path, 800, theme, opened=False)
    # a canvas wants a document of HTML, so the picture's own colours are taken over into one
    style = browser.execute_script(
        "const own = getComputedStyle(document.documentElement);"
        "return ['paper','card','text','muted','line','accent','reference','good','bad','heat','soft']"
        ".map((name) => `--${name}:${own.getPropertyValue('--' + name)}`).join(';')"
    )
    assert "--text:#" in style
    page = tmp_path / "page.html"
    text = f'<!doctype html><meta charset="utf-8"><body style="{style}">{draw(name, language)}'
    page.write_text(text, encoding="utf-8")
    show(browser, page, 800, theme, opened=False)
    weak, count = browser.execute_script(CONTRAST)
    assert weak == []
    assert count > 15


OVERLAPS = """
const boxes = [...document.querySelectorAll('svg text')].map((one) => [one.textContent, one.getBoundingClientRect()]);
const out = [];
for (let i = 0; i < boxes.length; i++) for (let j = 0; j < i; j++) {
  const [a, p] = boxes[i], [b, q] = boxes[j];
  const across = Math.min(p.right, q.right) - Math.max(p.left, q.left), down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
  if (across > 1 && down > 3) out.push(a + ' | ' + b);
}
return out;
"""  # noqa: E501


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_in_a_picture_lie_on_others(browser, tmp_path, name, language):
    page = tmp_path / "page.html"
    page.write_text(f'<!doctype html><meta charset="utf-8">{draw(name, language)}', encoding="utf-8")
    show(browser, page, 800, opened=False)
    assert browser.execute_script(OVERLAPS) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_paper_shows_what_the_screen_keeps_closed(browser, pages, mixed, language):
    show(browser, pages["learner", language], opened=False)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    closed = browser.execute_script(
        "return [...document.querySelectorAll('details:not([open]) .check')]"
        ".map((one) => one.getBoundingClientRect().height)"
    )
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert len(closed) > 20
    assert all(height > 10 for height in closed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keyboard_reaches_every_part_and_its_focus_is_seen(browser, pages, language):
    show(browser, pages["learner", language])
    wanted = browser.execute_script("return document.querySelectorAll('a[href], summary, [tabindex=\"0\"]').length")
    assert reached_by_tab(browser, wanted + 2) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_leads_to_its_checks(browser, pages, language):
    from selenium.webdriver.common.by import By

    show(browser, pages["learner", language], opened=False)
    card = browser.find_elements(By.CSS_SELECTOR, ".card a")[2]
    card.click()
    assert browser.execute_script("return document.getElementById('checks-scores').closest('details').open")


def test_korean_words_are_not_broken_inside(browser, pages):
    show(browser, pages["learner", "ko"], 320)
    assert browser.execute_script("return getComputedStyle(document.querySelector('h4')).wordBreak") == "keep-all"


def test_reports_from_json_make_the_same_page(mixed):
    report = mixed["ko"]["wrong"]
    again = read(report_json(report))
    assert report_html(again, "ko") == report_html(report, "ko")
