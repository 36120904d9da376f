"""Who is let in: the browser with the token, on this machine's own address, with forms of these pages; nobody else."""

import pytest

PERSON = "/a/self_attention/person/s0001"
CLASS = "/a/self_attention/"
OVERRIDE = {"points": "50", "reason": "a reason", "back": PERSON}


def nothing_changed(desk):
    with desk.book() as book:
        return book.final_grade("self_attention", "s0001").override is None and not [
            entry for entry in book.audit_log("self_attention") if entry["author"] != "test"
        ]


def test_the_token_becomes_a_cookie_and_leaves_the_address(desk):
    desk.client.cookies.clear()
    assert desk.get(CLASS).status_code == 403
    assert "token" in desk.get(CLASS).text
    wrong = desk.get("/?token=guess")
    assert (wrong.status_code, wrong.headers.get("set-cookie")) == (403, None)
    answer = desk.get(f"{CLASS}?token={desk.keys.token}")
    assert (answer.status_code, answer.headers["location"]) == (303, CLASS)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert desk.keys.token not in cookie
    assert desk.get(CLASS).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil:8765", ""]
)
def test_another_host_is_refused(desk, host):
    """DNS rebinding: the browser believes that it talks to the other site."""
    assert desk.get(CLASS, headers={"host": host}).status_code == 421
    assert desk.client.post(f"{PERSON}/override", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8765", "127.0.0.1:8765", "[::1]:8765"])
def test_the_own_hosts_are_answered(desk, host):
    assert desk.get(CLASS, headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("origin", "csrf"),
    [
        (None, None),
        ("null", None),
        ("http://evil.example", None),
        ("http://127.0.0.1:9999", None),
        ("https://127.0.0.1:8765", None),
        ("http://127.0.0.1:8765", ""),
        ("http://127.0.0.1:8765", "0" * 64),
    ],
)
def test_a_form_of_another_site_changes_nothing(desk, origin, csrf):
    answer = desk.post(f"{PERSON}/override", OVERRIDE, origin=origin, csrf=csrf)
    assert answer.status_code == 403
    assert nothing_changed(desk)


def test_a_form_without_the_cookie_changes_nothing(desk):
    desk.client.cookies.clear()
    assert desk.post(f"{PERSON}/override", OVERRIDE).status_code == 403
    assert nothing_changed(desk)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_refused(desk, method):
    assert desk.client.request(method, f"{PERSON}/override").status_code in (403, 405)
    assert nothing_changed(desk)


def test_a_change_by_get_is_none(desk):
    assert desk.get(f"{PERSON}/override", params=OVERRIDE).status_code in (404, 405)
    assert nothing_changed(desk)


def test_a_large_body_is_refused(desk):
    assert desk.post(f"{PERSON}/override", {**OVERRIDE, "reason": "x" * (1 << 20)}).status_code == 413
    assert nothing_changed(desk)


def test_read_only_changes_nothing_and_shows_no_forms(onlooker):
    page = onlooker.get(PERSON)
    assert page.status_code == 200
    assert '<form method="post"' not in page.text
    assert onlooker.post(f"{PERSON}/override", OVERRIDE).status_code == 403
    assert nothing_changed(onlooker)


@pytest.mark.parametrize("path", ["/", CLASS, PERSON, "/static/desk.js", "/nowhere", "/a/nothing/"])
def test_every_answer_forbids_scripts_of_others(desk, path):
    headers = desk.get(path).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_a_learners_page_is_shown_without_any_script(desk):
    page = desk.get(f"{PERSON}/preview")
    policy = page.headers["content-security-policy"]
    assert page.status_code == 200
    assert "sandbox" in policy
    assert "script" not in policy


@pytest.mark.parametrize(
    "name",
    ["../pages.py", "..%2fpages.py", "%2e%2e/app.py", "desk.css/../../app.py", "app.py", "htmx.LICENSE.txt", ".css"],
)
def test_no_other_file_is_given(desk, name):
    assert desk.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize(
    "back", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""]
)
def test_a_form_leads_back_to_these_pages_alone(desk, back):
    answer = desk.post(f"{PERSON}/override", {**OVERRIDE, "back": back})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
