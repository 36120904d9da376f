"""Sites of a made class (tests/made_reports.py), in both languages, named and anonymous."""

import functools
import json
import random

import pytest
from made_reports import made_reports, plain, typed

from grader import quiz as quizzes
from grader.analytics.site import Site, aliases, write_site

NAMES = ["김민수", "Ada-Lovelace", "o'neil", "<b>bold</b>", "ada-lovelace", "x" * 60]


@pytest.fixture(scope="session")
def classes(tmp_path_factory, reference, grade_all, root):
    """Language -> the reports of a class of 40, as plain data; six of them have awkward names."""
    bank = quizzes.load_bank(root / "solutions" / "self_attention" / "quiz.yaml")
    folder = tmp_path_factory.mktemp("template") / "right"
    folder.mkdir()
    (folder / "attention.py").write_text(reference, encoding="utf-8")
    made = {}
    for language in ("en", "ko"):
        template = plain(grade_all([folder], language=language)["right"])
        made[language] = list(made_reports(template, bank, 40, seed=1))
        for report, name in zip(made[language], NAMES, strict=False):
            report["submission"] |= {"id": name, "path": f"submissions/{name}"}
    return made


@pytest.fixture(scope="session")
def sites(classes, tmp_path_factory):
    """(kind, language) -> the folder of a site; kinds: named, anonymous, small."""
    ids = [report["submission"]["id"] for report in classes["en"]]
    plans = {
        ("named", "en"): (classes["en"], Site("en")),
        ("named", "ko"): (classes["ko"], Site("ko", pages=False)),
        ("anonymous", "en"): (classes["en"], Site("en", aliases(ids, random.Random(5)))),
        ("small", "ko"): (classes["ko"][:7], Site("ko", aliases(ids, random.Random(5)))),
        ("small", "en"): (classes["en"][:7], Site("en", pages=False)),
    }
    made = {}
    for key, (some, site) in plans.items():
        made[key] = tmp_path_factory.mktemp("-".join(key)) / "site"
        write_site(functools.partial(iter, typed(some)), made[key], site)
    return made


@pytest.fixture
def folder(classes, tmp_path):
    """A folder of reports."""
    place = tmp_path / "reports"
    place.mkdir()
    for i, report in enumerate(classes["en"]):
        (place / f"{i:03}.json").write_text(json.dumps(report), encoding="utf-8")
    return place
