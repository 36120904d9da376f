"""The site as files: whole, harmless, offline, and without names where none are wanted."""

import base64
import hashlib
import html
import json
import random
import re
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from made_reports import as_schema_1, typed

from grader.analytics.site import Site, aliases, anonymised, site_pages, write_site
from grader.analytics.site.charts import bins
from grader.core.errors import UsageError
from grader.reports.schema import report_json


class Tags(HTMLParser):
    """Start tags with their attributes, and the text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.said = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.said.append(data)

    def all(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]


def index(folder):
    return (folder / "index.html").read_text(encoding="utf-8")


def test_everybody_stands_in_the_table_once_and_has_a_page(sites, classes):
    folder = sites["named", "en"]
    rows = [attrs for attrs in Tags(index(folder)).all("tr") if "data-name" in attrs]
    assert [row["data-name"] for row in rows] == [r["submission"]["id"] for r in classes["en"]]
    table = index(folder).partition('id="learners-table"')[2]
    links = [attrs["href"] for attrs in Tags(table).all("a")]
    assert len(set(links)) == 40
    for row, link in zip(rows, links, strict=True):
        page = (folder / unquote(link)).read_text(encoding="utf-8")
        assert html.escape(row["data-name"], quote=False) in page.replace("&#39;", "'")
        assert 'href="../index.html"' in page


def test_names_that_differ_in_capitals_only_have_pages_of_their_own(sites):
    names = [path.name for path in (sites["named", "en"] / "learners").iterdir()]
    assert len({name.casefold() for name in names}) == 40


def test_a_name_is_text_and_never_markup(sites):
    for path in sites["named", "en"].rglob("*.html"):
        assert "<b>bold" not in path.read_text(encoding="utf-8")
    assert "&lt;b&gt;bold&lt;/b&gt;" in index(sites["named", "en"])


KEYS = [("named", "en"), ("named", "ko"), ("anonymous", "en"), ("small", "ko")]


@pytest.mark.parametrize("key", KEYS, ids="-".join)
def test_a_page_names_no_other_place_and_allows_its_own_script_only(sites, key):
    for path in sites[key].rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        found = Tags(text)
        assert set(re.findall(r"https?://[^\s\"'<]+", text)) <= {"http://www.w3.org/2000/svg"}
        assert not [attrs for tag, attrs in found.tags if "src" in attrs]
        assert {attrs["href"] for attrs in found.all("link")} == {"data:,"}
        policy = next(a["content"] for a in found.all("meta") if a.get("http-equiv") == "Content-Security-Policy")
        assert "default-src 'none'" in policy
        scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
        assert len(scripts) == (path.name == "index.html")
        for script in scripts:
            digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            assert f"script-src 'sha256-{digest}'" in policy


IDS = re.compile(r"\b(?:cohort|stats|html|report|outcome|quiz)\.[a-z_]+(?:\.[a-z_]+)*")


@pytest.mark.parametrize("key", KEYS, ids="-".join)
def test_every_message_is_in_words_and_not_its_id(sites, key):
    for path in sites[key].rglob("*.html"):
        text = re.sub(r"<(style|script)>.*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert set(IDS.findall(text)) == set()


def test_without_the_script_the_whole_table_stands_there(sites):
    found = Tags(index(sites["named", "en"]))
    assert not [row for row in found.all("tr") if "hidden" in row]
    (form,) = found.all("form")
    assert "hidden" in form
    assert not found.all("button")[1:]  # the heads become buttons by script


@pytest.mark.parametrize("key", [("anonymous", "en"), ("small", "ko")], ids="-".join)
def test_an_anonymous_site_holds_no_name_anywhere(sites, classes, key):
    folder = sites[key]
    ids = [report["submission"]["id"] for report in classes[key[1]]]
    for path in [folder, *folder.rglob("*")]:
        said = path.relative_to(folder).as_posix()
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            said += text + html.unescape(text)
        assert not [name for name in ids if name in said]
        assert "submissions/" not in said


def test_the_order_of_an_anonymous_site_tells_nothing(sites):
    folder = sites["anonymous", "en"]
    rows = [attrs["data-name"] for attrs in Tags(index(folder)).all("tr") if "data-name" in attrs]
    assert rows == [f"L{n:03}" for n in range(1, 41)]
    pages = json.loads((folder / "cohort-report.json").read_text())["pages"]
    assert pages == sorted(pages)
    assert len({path.stat().st_mtime for path in folder.rglob("*.html")}) == 1


def test_the_anonymous_class_has_the_figures_of_the_named_one(sites):
    def figures(kind):
        table = index(sites[kind, "en"]).partition('id="points"')[2].partition('id="learners"')[0]
        return sorted(re.findall(r'<td class="number">([^<]*)</td>', table))

    assert figures("anonymous") == figures("named")


def test_aliases_are_random_and_whole():
    ids = [f"s{i}" for i in range(1200)]
    one, other = aliases(ids), aliases(ids)
    assert sorted(one.values()) == [f"L{n:04}" for n in range(1, 1201)]
    assert one != other
    assert aliases(ids, random.Random(3)) == aliases(list(reversed(ids)), random.Random(3))


def test_a_name_inside_a_message_becomes_the_alias(classes):
    data = json.loads(json.dumps(classes["en"][6]))
    data["submission"] |= {"id": "kim", "path": "/home/Kim/attention.py"}
    data["notes"] = ["kim.py was taken"]
    data["steps"][0]["checks"][0]["message"] = "KeyError: 'Kim' in skimming"
    quiz = data["quiz_answers"]
    quiz |= {"learner": "kim", "notes": [{"where": "kim", "text": {"en": "kim"}}]}
    quiz["items"][0] |= {"outcome": "unreadable", "answer": "KIM", "where": "kim/answers.yaml:2"}
    for given in (data, as_schema_1(data)):
        [report] = typed([given])
        made = anonymised(report, "L007")
        assert made.steps[0].checks[0].message == "KeyError: 'L007' in skimming"
        assert (made.score, made.quiz, made.code) == (report.score, report.quiz, report.code)
        assert "kim" not in report_json(made).replace("skimming", "").casefold()
        assert report.submission.id == "kim"


def test_item_statistics_of_a_small_class_are_refused_on_the_page(sites):
    assert "Item statistics need at least 30" in index(sites["small", "en"])
    assert "scatter-quiz" not in index(sites["small", "en"])
    assert "scatter-quiz" in index(sites["named", "en"])
    assert not (sites["small", "en"] / "learners").exists()


def test_bins_hold_everybody_and_the_full_belong_to_the_last():
    assert bins([0, 0.05, 0.1, 0.3, 0.95, 1.0]) == [2, 1, 0, 1, 0, 0, 0, 0, 0, 2]


def test_a_site_made_again_leaves_no_old_page_behind(classes, tmp_path):
    reports, out = typed(classes["en"][:5]), tmp_path / "site"
    write_site(lambda: iter(reports), out, Site("en"))
    assert any("김민수" in path.name for path in out.rglob("*"))
    ids = [report.submission.id for report in reports]
    write_site(lambda: iter(reports), out, Site("en", aliases(ids)))
    assert sorted(path.name for path in (out / "learners").iterdir()) == [f"L00{n}.html" for n in range(1, 6)]


def test_a_folder_with_something_else_in_it_is_left_alone(classes, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="holds something else"):
        write_site(lambda: iter(typed(classes["en"])), tmp_path, Site("en"))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_forged_marker_removes_nothing_outside(classes, tmp_path):
    out, outside = tmp_path / "site", tmp_path / "outside.html"
    out.mkdir()
    outside.write_text("mine")
    (out / "cohort-report.json").write_text(json.dumps({"pages": ["../outside.html"]}))
    write_site(lambda: iter(typed(classes["en"][:2])), out, Site("en"))
    assert outside.read_text() == "mine"


def test_the_same_reports_make_the_same_pages(classes):
    site = Site("ko", claims={"M1": {"en": "claim", "ko": "주장"}})
    reports = typed(classes["ko"][:3])
    once, again = (list(site_pages(lambda: iter(reports), site)) for _ in range(2))
    assert once == again


def test_the_command_makes_a_site_and_says_where(grader, folder, tmp_path):
    done = grader("cohort-report", folder, tmp_path / "site", "--anonymous", "--lang", "ko")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'site' / 'index.html'}\n")
    assert 'lang="ko"' in index(tmp_path / "site")
    assert len(list((tmp_path / "site" / "learners").iterdir())) == 40
    again = grader("cohort-report", folder, folder)
    assert again.returncode == 2
    assert "holds something else" in again.stderr


def test_a_row_of_the_class_stays_small(sites, classes):
    """The table is by far the largest part of the page: what its cells have in common is written once."""
    table = index(sites["named", "en"]).partition('id="learners-table"')[2].partition("</table>")[0]
    steps = len(classes["en"][0]["steps"])
    rows = re.findall(r"<tr data-name.*?</tr>", table, re.DOTALL)
    assert len(rows) == 40
    assert sum(len(row.encode()) for row in rows) / len(rows) < 300 + 50 * steps


def test_a_cell_sorts_by_its_text_unless_that_is_rounded_or_blank(sites):
    table = index(sites["named", "en"]).partition('id="learners-table"')[2]
    kept = re.findall(r'<td[^>]* data-value="([^"]*)">([^<]*)', table)
    assert kept
    for value, shown in kept:
        assert shown in ("", "-") or not re.fullmatch(r"[0-9.]+", shown) or float(value) != float(shown)
