"""The class: everybody is in it, what is asked for stands in the address, and each figure leads to its people."""

import re

import pytest

CLASS = "/a/self_attention/"


def people(text):
    return re.findall(r'<th scope="row"><a href="/a/self_attention/person/(\w+)', text)


def test_everybody_is_in_the_table_also_who_handed_in_nothing(desk):
    found = people(desk.get(CLASS).text)
    assert len(found) == 41
    assert "absent" in found
    assert people(desk.get(f"{CLASS}?flag=missing").text) == ["absent"]


@pytest.mark.parametrize("q", ["muller 7", "MÜLLER 7", "s0007", "ｓ０００７", "müller 7"])
def test_a_search_finds_names_without_their_accents_and_case(desk, q):
    assert "s0007" in people(desk.get(CLASS, params={"q": q}).text)
    assert len(people(desk.get(CLASS, params={"q": q}).text)) < 20


@pytest.mark.parametrize(
    ("sort", "down"), [("total", "1"), ("total", ""), ("name", ""), ("step:softmax", "1"), ("late", "")]
)
def test_sorting_keeps_everybody(desk, sort, down):
    assert sorted(people(desk.get(CLASS, params={"sort": sort, "down": down}).text)) == sorted(
        people(desk.get(CLASS).text)
    )


def test_totals_are_sorted_and_people_without_one_are_last(desk):
    text = desk.get(CLASS, params={"sort": "total", "down": "1"}).text
    totals = re.findall(r'<td class="number"><b>([^<]*)</b>', text)
    assert totals[-1] == "–"
    numbers = [float(one) for one in totals[:-1]]
    assert numbers == sorted(numbers, reverse=True)


def test_each_figure_leads_to_as_many_people(desk):
    text = desk.get(CLASS).text
    links = re.findall(r'href="/a/self_attention/(\?(?:flag|step|mistake)=[^"]*)">(\d+)</a>', text)
    assert len(links) > 10
    for query, number in links:
        page = desk.get(CLASS + query.replace("&amp;", "&")).text
        assert len(people(page)) == int(number), query


@pytest.mark.parametrize(
    "query", ["page=999", "page=-1", "page=x", "sort=nothing", "flag=nothing", "step=nothing", "down=7"]
)
def test_a_strange_address_is_no_error(desk, query):
    assert desk.get(f"{CLASS}?{query}").status_code == 200


def test_an_assignment_that_is_not_there_is_said(desk):
    answer = desk.get("/a/nothing/")
    assert answer.status_code == 409
    assert "has no assignment &#39;nothing&#39;" in answer.text


def test_a_change_from_elsewhere_appears(desk):
    stamp = re.search(r"stamp=(\d+)", desk.get(CLASS).text)[1]
    assert desk.get(f"{CLASS}rows?stamp={stamp}").status_code == 204
    from grader.gradebook import Gradebook

    with Gradebook.open(desk.file) as book:
        book.override("self_attention", "s0003", 77, "lee", "elsewhere")
    part = desk.get(f"{CLASS}rows?stamp={stamp}")
    assert part.status_code == 200
    assert "<b>77</b>" in part.text


def test_only_rows_that_changed_are_made_anew(desk, monkeypatch):
    from grader.web.class_rows import ClassRows

    desk.get(CLASS)
    made, row = [], ClassRows._row
    monkeypatch.setattr(ClassRows, "_row", lambda self, book, person: made.append(person.id) or row(self, book, person))
    desk.post("/a/self_attention/person/s0005/override", {"points": "9", "reason": "r", "back": CLASS})
    desk.get(CLASS)
    assert made == ["s0005"]


def test_names_and_words_of_learners_are_never_markup(desk):
    from grader.gradebook import Gradebook
    from grader.gradebook.roster import Person

    evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
    with Gradebook.open(desk.file) as book:
        book.import_roster((Person("s0001", evil, evil, evil),), "made", "test")
        book.comment("self_attention", "s0001", 1, place(), evil, evil)
        book.override("self_attention", "s0001", 5, evil, evil)
    for path in (CLASS, "/a/self_attention/person/s0001", "/a/self_attention/log", f"{CLASS}?q={evil}"):
        text = desk.get(path).text
        assert "<script>alert" not in text
        assert "<img" not in text


def place():
    from grader.gradebook.feedback import Place

    return Place("", "attention.py", 3)
